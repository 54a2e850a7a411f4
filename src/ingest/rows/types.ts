/**
 * What a value was when it was sent. Texts have no entry in a map of types; numbers of `attrs` have none either: they
 * stand in `attrs_num` too, and the text of a double has a point or an exponent, or is nan, inf or -inf.
 */
export const valueTypes = { string: 0, bool: 1, int: 2, double: 3, bytes: 4, array: 5, map: 6, empty: 7 } as const;
export const valueTypeNames = ['string', 'bool', 'int', 'double', 'bytes', 'array', 'map', 'empty'] as const;
export const valueTypeType =
  "Enum8('string' = 0, 'bool' = 1, 'int' = 2, 'double' = 3, 'bytes' = 4, 'array' = 5, 'map' = 6, 'empty' = 7)";
