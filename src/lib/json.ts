/** JSON in which a bigint is an integer with all its digits, as the parts that it is put together of: none is long by being of many. */
export function* jsonParts(value: unknown): Generator<string> {
  const whole = textOfFew(value, { left: fewMax });
  if (whole !== undefined) yield whole;
  else if (Array.isArray(value)) yield* jsonList(value, jsonParts);
  else {
    let before = '';
    yield '{';
    for (const [key, field] of Object.entries(value as object)) {
      if (field === undefined) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* jsonParts(field);
      before = ',';
    }
    yield '}';
  }
}

/** To go on with a generator costs as much as to write out some values: those of a row are one part. */
const fewMax = 100;

/** Undefined where there are more values in it than may be. */
function textOfFew(value: unknown, values: { left: number }): string | undefined {
  values.left -= 1;
  if (values.left < 0) return undefined;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value ?? null);
  const isList = Array.isArray(value);
  let text = '';
  for (const key of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[key];
    if (field === undefined && !isList) continue;
    const item = textOfFew(field, values);
    if (item === undefined) return undefined;
    if (text !== '') text += ',';
    text += isList ? item : `${JSON.stringify(key)}:${item}`;
  }
  return isList ? `[${text}]` : `{${text}}`;
}

/** A list, each item of which is made, whole or in parts, when the one before it is taken. */
export function* jsonList<T>(items: Iterable<T>, made: (item: T) => string | Iterable<string>): Generator<string> {
  let before = '';
  yield '[';
  for (const item of items) {
    const text = made(item);
    yield before;
    if (typeof text === 'string') yield text;
    else yield* text;
    before = ',';
  }
  yield ']';
}

/** Undefined where it is no JSON: for files that are then held against a schema. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
