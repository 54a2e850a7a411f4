/**
 * What a value was when it was sent. Texts have no entry in a map of types. The text of a double has a point or an exponent, or
 * is nan, inf or -inf.
 */
export const valueTypes = { string: 0, bool: 1, int: 2, double: 3, bytes: 4, array: 5, map: 6, empty: 7 } as const;
export const valueTypeNames = Object.keys(valueTypes);

/** The engine's type of a column that has these numbers. */
export function enumOf(values: Readonly<Record<string, number>>): string {
  const named = Object.entries(values).map(([name, value]) => `'${name}' = ${value}`);
  return `Enum8(${named.join(', ')})`;
}
