import { closest, didYouMean } from '../../lib/closest.ts';
import { writtenCharsMax } from '../syntax/limits.ts';
import { callableNames, isCallable, isNoCall } from './functions.ts';
import { lexSql, type SqlFault, type SqlToken } from './tokens.ts';
import { sqlViews } from './views.ts';

/** The value of a placeholder, bound as a parameter of the statement and never spliced into it. */
export interface SqlValue {
  readonly type: string;
  readonly value: unknown;
}

/** What a placeholder stands for: a value, or an expression of ours over values; null where it has no value, undefined where there is none of this name. */
export type SqlPlaceholders = (
  name: string,
) => SqlValue | { readonly compose: (value: (one: SqlValue) => string) => string } | null | undefined;

export type CheckedSql =
  | {
      readonly ok: true;
      readonly sql: string;
      readonly params: Readonly<Record<string, unknown>>;
      /** The statement with constants in the place of what is bound: for a parser that knows no parameters. */
      readonly plain: string;
    }
  | { readonly ok: false; readonly fault: SqlFault };

/** Words that are refused wherever they stand outside of strings: each could change what the statement may do or where it goes. */
const refusedWords = new Set(['settings', 'format', 'into', 'outfile', 'infile', 'insert', 'attach']);
const viewNames: ReadonlySet<string> = new Set(sqlViews.map(({ name }) => name));

/** A statement with its placeholders bound; or the first thing that SQL mode does not take. It is not the wall: the engine's user is. */
export function checkSql(text: string, placeholders: SqlPlaceholders): CheckedSql {
  const lexed = lexSql(text);
  if (!lexed.ok) return lexed;
  const tokens = withoutLastSemicolon(lexed.tokens);
  const fault =
    shapeFault(tokens) ??
    tokens.reduce<SqlFault | undefined>((found, _, at) => found ?? tokenFault(tokens, at), undefined);
  return fault === undefined ? bind(text, tokens, placeholders) : { ok: false, fault };
}

function withoutLastSemicolon(tokens: readonly SqlToken[]): readonly SqlToken[] {
  return isOp(tokens.at(-1), ';') ? tokens.slice(0, -1) : tokens;
}

function shapeFault(tokens: readonly SqlToken[]): SqlFault | undefined {
  const first = tokens.find((token) => !isOp(token, '('));
  if (first === undefined) return { message: 'is empty', span: { start: 0, end: 0 } };
  if (isWord(first, 'select') || isWord(first, 'with')) return undefined;
  return { message: 'must be one SELECT statement', span: first.span };
}

function tokenFault(tokens: readonly SqlToken[], at: number): SqlFault | undefined {
  const token = tokens[at];
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  if (token === undefined) return undefined;
  if (isOp(token, ';')) return { message: 'must be one statement', span: token.span };
  if (token.kind === 'name' && isOp(next, '('))
    return { message: `calls ${token.name} by a quoted name; write it plainly`, span: token.span };
  if (token.kind !== 'word') return undefined;
  const word = token.word.toLowerCase();
  if (refusedWords.has(word) && !isOp(before, '.'))
    return { message: `may not use ${token.word.toUpperCase()}; quote it if it is a name`, span: token.span };
  if (viewNames.has(word) && isWord(next, 'as') && isOp(tokens[at + 2], '('))
    return { message: `has a WITH that shadows the view ${token.word}`, span: token.span };
  if (!isOp(next, '(') || isNoCall(word) || isCallable(word)) return undefined;
  const suggestion = closest(token.word, callableNames());
  return {
    message: `calls ${token.word}(), which SQL mode does not have${didYouMean(suggestion, '()')}`,
    span: token.span,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function bind(text: string, tokens: readonly SqlToken[], placeholders: SqlPlaceholders): CheckedSql {
  const params: Record<string, unknown> = {};
  let chars = text.length;
  const parameter = ({ type, value }: SqlValue): string => {
    for (const one of [value].flat()) chars += String(one).length + 1;
    const key = `p${Object.keys(params).length}`;
    params[key] = value;
    return `{${key}:${type}}`;
  };
  const written = (token: SqlToken): string | undefined => {
    if (token.kind === 'string') return stringSql(token, placeholders, parameter);
    if (token.kind !== 'placeholder') return text.slice(token.span.start, token.span.end);
    const meant = placeholders(token.name);
    if (!meant) return undefined;
    return 'compose' in meant ? meant.compose(parameter) : parameter(meant);
  };
  const pieces: string[] = [];
  for (const token of tokens) {
    const piece = written(token);
    if (piece === undefined) return { ok: false, fault: placeholderFault(token, placeholders) };
    if (chars > writtenCharsMax) {
      const message = `is too long with the values of its placeholders (limit ${writtenCharsMax} characters)`;
      return { ok: false, fault: { message, span: token.span } };
    }
    pieces.push(piece);
  }
  // Comments are gone: what is sent is what was checked.
  const plain = tokens.map((token, at) =>
    token.kind === 'placeholder' ? '1' : token.kind === 'string' ? "'x'" : (pieces[at] ?? ''),
  );
  return { ok: true, sql: joined(tokens, pieces), params, plain: joined(tokens, plain) };
}

function placeholderFault(token: SqlToken, placeholders: SqlPlaceholders): SqlFault {
  const unset = placeholdersOf(token).find((name) => placeholders(name) === null);
  const message = unset === undefined ? 'has a placeholder that is not known here' : `needs ${unset}, which is not set`;
  return { message, span: token.span };
}

function placeholdersOf(token: SqlToken): readonly string[] {
  if (token.kind === 'placeholder') return [token.name];
  return token.kind === 'string' ? token.parts.flatMap((part) => ('text' in part ? [] : [part.placeholder])) : [];
}

/** A string with placeholders in it is put together by the engine, of values. */
function stringSql(
  token: Extract<SqlToken, { kind: 'string' }>,
  placeholders: SqlPlaceholders,
  parameter: (value: SqlValue) => string,
): string | undefined {
  const parts: string[] = [];
  for (const part of token.parts) {
    if ('text' in part) {
      parts.push(`'${part.text}'`);
      continue;
    }
    const meant = placeholders(part.placeholder);
    if (!meant || 'compose' in meant) return undefined;
    parts.push(token.parts.length === 1 ? parameter(meant) : `toString(${parameter(meant)})`);
  }
  return parts.length === 1 ? parts[0] : `concat(${parts.join(', ')})`;
}

/** Tokens that touched still touch: `a.b`, `::`, `quantile(0.5)`. */
function joined(tokens: readonly SqlToken[], pieces: readonly string[]): string {
  return pieces.reduce((sql, piece, at) => {
    const touches = at === 0 || tokens[at - 1]?.span.end === tokens[at]?.span.start;
    return touches ? sql + piece : `${sql} ${piece}`;
  }, '');
}

function isOp(token: SqlToken | undefined, op: string): boolean {
  return token?.kind === 'op' && token.op === op;
}

function isWord(token: SqlToken | undefined, word: string): boolean {
  return token?.kind === 'word' && token.word.toLowerCase() === word;
}
