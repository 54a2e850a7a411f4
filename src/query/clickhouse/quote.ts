const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Between quotes, with escapes (doubling is wrong in names), so that ClickHouse reads the same bytes back. */
export function quoted(text: string, quote: "'" | '`'): string {
  // oxlint-disable-next-line no-control-regex
  const inner = text.replaceAll(/[\\'`\0\b\f\n\r\t]/g, (char) =>
    char === quote ? `\\${char}` : (escapes[char] ?? char),
  );
  return quote + inner + quote;
}
