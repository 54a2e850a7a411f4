/** JSON text in which a bigint is an integer with all its digits. */
export function jsonText(value: unknown): string {
  return [...jsonParts(value)].join('');
}

/** The same as the parts that it is put together of, none of them long by being of many. */
export function* jsonParts(value: unknown): Generator<string> {
  if (typeof value === 'bigint') yield String(value);
  else if (Array.isArray(value)) yield* jsonList(value, (item) => jsonParts(item ?? null));
  else if (typeof value !== 'object' || value === null || 'toJSON' in value) yield JSON.stringify(value);
  else {
    let before = '';
    yield '{';
    for (const [key, field] of Object.entries(value)) {
      if (field === undefined) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* jsonParts(field);
      before = ',';
    }
    yield '}';
  }
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
