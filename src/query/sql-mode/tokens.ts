import { type Span, span } from '../text/span.ts';

/** Just enough of ClickHouse's lexical grammar to know what stands inside a string and what does not. */

export type SqlToken =
  | { readonly kind: 'word'; readonly span: Span; readonly word: string }
  | { readonly kind: 'name'; readonly span: Span; readonly name: string }
  | { readonly kind: 'string'; readonly span: Span; readonly parts: readonly SqlPart[] }
  | { readonly kind: 'placeholder'; readonly span: Span; readonly name: string }
  | { readonly kind: 'number'; readonly span: Span }
  | { readonly kind: 'op'; readonly span: Span; readonly op: string };

/** What a string is made of: text as written, and placeholders between. */
export type SqlPart = { readonly text: string } | { readonly placeholder: string };

export type SqlFault = { readonly message: string; readonly span: Span; readonly suggestion?: string };

export type LexedSql =
  | { readonly ok: true; readonly tokens: readonly SqlToken[] }
  | { readonly ok: false; readonly fault: SqlFault };

const sqlLengthMax = 32_768;

const blank = /(?:\s|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)+/y;
const word = /[A-Za-z_]\w*/y;
const number = /0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const text = /'((?:[^'\\]|\\[\s\S]|'')*)'/y;
const name = /"((?:[^"\\]|"")*)"|`((?:[^`\\]|``)*)`/y;
const placeholder = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/y;
const op = /::|->|<=>|<=|>=|<>|!=|==|\|\||[-+*/%<>=(),.[\]:;]/y;

export function lexSql(sql: string): LexedSql {
  if (sql.length > sqlLengthMax) return refuse(`is longer than ${sqlLengthMax} characters`, span(0, sql.length));
  const tokens: SqlToken[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(sql);
    if (match !== null) at += match[0].length;
    return match;
  };
  for (;;) {
    take(blank);
    if (at >= sql.length) return { ok: true, tokens };
    const start = at;
    const token = readToken(take);
    if (token === undefined) return refuse(unexpected(sql, start), span(start, start + 1));
    tokens.push({ ...token, span: span(start, at) });
  }
}

type Unplaced = SqlToken extends infer T ? (T extends SqlToken ? Omit<T, 'span'> : never) : never;

function readToken(take: (pattern: RegExp) => RegExpExecArray | null): Unplaced | undefined {
  const found = take(word);
  if (found !== null) return { kind: 'word', word: found[0] };
  if (take(number) !== null) return { kind: 'number' };
  const literal = take(text);
  if (literal !== null) return { kind: 'string', parts: partsOf(literal[1] ?? '') };
  const quoted = take(name);
  if (quoted !== null) return { kind: 'name', name: quoted[1] ?? quoted[2] ?? '' };
  const variable = take(placeholder);
  if (variable !== null) return { kind: 'placeholder', name: variable[1] ?? '' };
  const operator = take(op);
  return operator === null ? undefined : { kind: 'op', op: operator[0] };
}

function partsOf(content: string): SqlPart[] {
  const parts: SqlPart[] = [];
  let last = 0;
  for (const match of content.matchAll(/(?<!\\)\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g)) {
    if (match.index > last) parts.push({ text: content.slice(last, match.index) });
    parts.push({ placeholder: match[1] ?? '' });
    last = match.index + match[0].length;
  }
  if (last < content.length || parts.length === 0) parts.push({ text: content.slice(last) });
  return parts;
}

function unexpected(sql: string, at: number): string {
  const character = sql.charAt(at);
  if (character === "'") return 'has a string that is not closed';
  if (character === '"' || character === '`') return 'has a quoted name that is not closed';
  if (sql.startsWith('/*', at)) return 'has a comment that is not closed';
  return `has an unexpected ${/[!-~]/.test(character) ? character : `U+${sql.codePointAt(at)?.toString(16).toUpperCase().padStart(4, '0')}`}`;
}

function refuse(message: string, at: Span): LexedSql {
  return { ok: false, fault: { message, span: at } };
}
