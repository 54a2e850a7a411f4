import { didYouMean } from '../../lib/closest.ts';
import { collector, type Diagnostic, problem, proposal, replacement } from '../text/diagnostic.ts';
import { type Span, span } from '../text/span.ts';
import { type Cursor, looksAt, take } from './cursor.ts';
import { parseDuration, unitNanoseconds } from './duration.ts';
import { lexPath } from './lexer-path.ts';
import { readTyped } from './typed-literal.ts';
import { lexString } from './lexer-string.ts';
import { punctuation, type Token, typeNames, typedLiteralWords } from './token.ts';

export type Lexed = { readonly tokens: readonly Token[]; readonly diagnostics: readonly Diagnostic[] };

const blank = /(?:[ \t\r\n\u00a0\ufeff]|\/\/[^\n]*)+/y;
const pathStart = /[\p{L}_$@`]/uy;
const stringStart = /[hH]?(?:@?["']|```)/y;
const numberText = /0[xX][0-9a-fA-F]+|\d+(?:\.\d+|\.(?![.\p{L}\p{N}_]))?(?:[eE][+-]?\d+)?/uy;
const durationText = /(?:\d+(?:\.\d+)?[A-Za-zµμ]+)+/y;
const wordAfter = /[\p{L}\p{N}_$@]+/uy;
const regexBody = /\/((?:[^/\\\n]|\\[^\n])*)\//y;
const regexFlags = /[A-Za-z]*/y;
const foreignQuotes = /[“”„‟]([^“”„‟\n]*)[“”]|[‘’‚‛]([^‘’‚‛\n]*)[‘’]/y;
const foreignComment = /#[^\n]*/y;
const placeholder = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/y;
const typedStart = /[ \t]*\(/y;

const int64Max = 2n ** 63n - 1n;

export const lex = (text: string): Lexed => {
  const tokens: Token[] = [];
  const { found: diagnostics, report } = collector();
  const cursor: Cursor = { text, at: 0, report };
  for (;;) {
    skipBlank(cursor);
    if (cursor.at >= text.length) break;
    const token = lexOne(cursor, tokens);
    if (token) push(cursor, tokens, token);
  }
  tokens.push({ kind: 'end', span: span(text.length, text.length) });
  return { tokens, diagnostics };
};

/** Adjacent string literals are one. */
const push = (cursor: Cursor, tokens: Token[], token: Token): void => {
  const last = tokens.at(-1);
  if (token.kind === 'string' && last?.kind === 'string') {
    const whole = span(last.span.start, token.span.end);
    // On lines of their own they are meant as one.
    if (!cursor.text.slice(last.span.end, token.span.start).includes('\n')) {
      cursor.report(problem('warning', 'W102', whole, 'texts side by side are one'));
    }
    tokens[tokens.length - 1] = {
      kind: 'string',
      span: whole,
      value: last.value + token.value,
      contentStart: null,
      closed: token.closed,
    };
    return;
  }
  tokens.push(token);
};

const skipBlank = (cursor: Cursor): void => {
  for (;;) {
    take(cursor, blank);
    if (!cursor.text.startsWith('/*', cursor.at)) return;
    const close = cursor.text.indexOf('*/', cursor.at + 2);
    if (close >= 0) {
      cursor.at = close + 2;
      continue;
    }
    cursor.report(problem('error', 'E105', span(cursor.at, cursor.at + 2), 'comment is not closed'));
    cursor.at = cursor.text.length;
  }
};

const lexOne = (cursor: Cursor, before: readonly Token[]): Token | null => {
  const start = cursor.at;
  const { text } = cursor;
  if (expectsRegex(before) && text[start] === '/') return lexRegex(cursor);
  if (looksAt(cursor, stringStart)) return lexString(cursor);
  if (looksAt(cursor, pathStart)) {
    const path = lexPath(cursor);
    return typedLiteralWords.has(path.word) ? (lexTyped(cursor, path.word, start) ?? path) : path;
  }
  const code = text.charCodeAt(start);
  if (code >= 48 && code <= 57) return lexNumber(cursor);
  const variable = take(cursor, placeholder);
  if (variable) return { kind: 'placeholder', span: span(start, cursor.at), name: variable[1] ?? '' };
  const quoted = take(cursor, foreignQuotes);
  if (quoted) return lexForeignText(cursor, span(start, cursor.at), quoted[1] ?? quoted[2] ?? '');
  const foreign = foreignWords.find(([written]) => text.startsWith(written, start));
  if (foreign !== undefined) return lexForeign(cursor, ...foreign);
  const op = punctuation.find((one) => text.startsWith(one, start));
  if (op !== undefined) {
    cursor.at += op.length;
    return { kind: 'op', span: span(start, cursor.at), op };
  }
  const comment = take(cursor, foreignComment);
  if (comment) {
    cursor.report(problem('error', 'E102', span(start, start + 1), 'comments begin with //'));
    return null;
  }
  cursor.at += text.codePointAt(start)! > 0xffff ? 2 : 1;
  const at = span(start, cursor.at);
  const instead = text[start] === '?' ? '; choices are written as iff(condition, then, else)' : '';
  cursor.report(
    problem('error', 'E102', at, `unexpected character ${describe(text.slice(start, cursor.at))}${instead}`),
  );
  return null;
};

/** How other languages write what is a word here. */
const foreignWords: readonly (readonly [written: string, word: string])[] = [
  ['&&', 'and'],
  ['||', 'or'],
  ['===', '=='],
  ['!==', '!='],
  ['~=', '=~'],
];

/** Told once, and read as what was meant: what stands behind it is looked at, too. */
const lexForeign = (cursor: Cursor, written: string, word: string): Token => {
  const at = span(cursor.at, cursor.at + written.length);
  cursor.at = at.end;
  const fixes = proposal(at, word);
  cursor.report(problem('error', 'E102', at, `'${written}' is no operator${didYouMean(word)}`, { fixes }));
  const op = punctuation.find((one) => one === word);
  if (op !== undefined) return { kind: 'op', span: at, op };
  return { kind: 'path', span: at, root: word, rootSpan: at, quoted: false, segments: [], word };
};

/** In quotes as word processors and chats make them of ours. */
const lexForeignText = (cursor: Cursor, at: Span, value: string): Token => {
  const written = JSON.stringify(value);
  const message = `a text stands between " or ', not between ${cursor.text.slice(at.start, at.start + 1)}`;
  cursor.report(problem('error', 'E102', at, message, { fixes: [replacement(written, at, written)] }));
  return { kind: 'string', span: at, value, contentStart: null, closed: true };
};

const describe = (character: string): string =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(character)
    ? `'${character}'`
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A '/' is a regular expression only behind an operator that wants one; else it divides. */
const expectsRegex = (before: readonly Token[]): boolean => {
  const last = before.at(-1);
  if (last?.kind === 'op') return last.op === '=~' || last.op === '!~';
  if (last?.kind !== 'path') return false;
  if (last.word === 'matches') return true;
  const previous = before.at(-2);
  return last.word === 'regex' && previous?.kind === 'path' && previous.word === 'matches';
};

const lexRegex = (cursor: Cursor): Token => {
  const start = cursor.at;
  const body = take(cursor, regexBody);
  if (!body) {
    const lineEnd = cursor.text.indexOf('\n', start);
    cursor.at = lineEnd < 0 ? cursor.text.length : lineEnd;
    cursor.report(problem('error', 'E107', span(start, start + 1), 'regular expression is not closed'));
    return { kind: 'regex', span: span(start, cursor.at), source: '', flags: '' };
  }
  const flagsStart = cursor.at;
  const flags = take(cursor, regexFlags)?.[0] ?? '';
  const unknown = /[^ims]/.exec(flags);
  if (unknown) {
    const at = span(flagsStart + unknown.index, flagsStart + unknown.index + 1);
    cursor.report(
      problem('error', 'E107', at, `unknown flag ${unknown[0]} of a regular expression; i, m and s are known`),
    );
  }
  const source = (body[1] ?? '').replaceAll(/\\([\\/])/g, '$1');
  const kept = [...new Set(flags.replaceAll(/[^ims]/g, ''))].sort().join('');
  return { kind: 'regex', span: span(start, cursor.at), source, flags: kept };
};

/** `datetime(…)` and the like; null when no parenthesis follows. */
const lexTyped = (cursor: Cursor, word: string, start: number): Token | null => {
  const wordEnd = cursor.at;
  if (!take(cursor, typedStart)) return null;
  const type = typeNames.get(word) ?? 'string';
  const rawStart = cursor.at;
  const close = typedClose(cursor.text, rawStart);
  if (close === null) {
    cursor.at = wordEnd;
    return null;
  }
  const raw = cursor.text.slice(rawStart, close);
  // `int(x)` of anything but a literal is a call; a date can be nothing else.
  const strict = type === 'datetime' || type === 'timespan' || type === 'guid' || raw.includes('{{');
  if (!strict && raw.trim().toLowerCase() !== 'null' && !readTyped(type, raw)) {
    cursor.at = wordEnd;
    return null;
  }
  cursor.at = close + 1;
  return { kind: 'typed', span: span(start, cursor.at), type, raw, rawStart };
};

const typedText = /[^()"'|\n]*(?:(?:"[^"\n]*"|'[^'\n]*')[^()"'|\n]*)?\)/y;

/** The closing parenthesis of one literal; null when something else stands there, which is then read as a call. */
const typedClose = (text: string, from: number): number | null => {
  typedText.lastIndex = from;
  return typedText.test(text) ? typedText.lastIndex - 1 : null;
};

const lexNumber = (cursor: Cursor): Token => {
  const start = cursor.at;
  const duration = take(cursor, durationText);
  if (duration && !looksAt(cursor, wordAfter)) {
    const nanoseconds = parseDuration(duration[0]);
    if (nanoseconds !== null) {
      return { kind: 'literal', span: span(start, cursor.at), value: { type: 'timespan', value: nanoseconds } };
    }
    if (isDuration(duration[0])) {
      cursor.report(problem('error', 'E104', span(start, cursor.at), 'duration is too large (at most 292 years)'));
      return { kind: 'literal', span: span(start, cursor.at), value: { type: 'timespan', value: int64Max } };
    }
  }
  cursor.at = start;
  const digits = take(cursor, numberText)?.[0] ?? '';
  const tail = take(cursor, wordAfter);
  const at = span(start, cursor.at);
  if (tail) return badNumber(cursor, at);
  return { kind: 'literal', span: at, value: numberValue(cursor, digits, at) };
};

const isDuration = (text: string): boolean =>
  [...text.matchAll(/[A-Za-zµμ]+/g)].every(([unit]) => unitNanoseconds.has(unit));

const badNumber = (cursor: Cursor, at: Span): Token => {
  const written = cursor.text.slice(at.start, at.end);
  const small = written.toLowerCase();
  const meant = parseDuration(small) === null ? inDays(small) : small;
  const fixes = meant === null ? [replacement('put it in quotes', at, `"${written}"`)] : proposal(at, meant);
  const message = `${written} is neither a number nor a duration${didYouMean(meant)}`;
  cursor.report(problem('error', 'E103', at, message, { fixes }));
  return { kind: 'node', span: at, expr: { kind: 'error', span: at } };
};

/** Months and years are of no one length; most often they are meant so. */
const inDays = (text: string): string | null => {
  const [, count = '', unit = ''] = /^(\d{1,4})(mo|months?|y|yrs?|years?)$/.exec(text) ?? [];
  return unit === '' ? null : `${Number(count) * (unit.startsWith('m') ? 30 : 365)}d`;
};

const numberValue = (
  cursor: Cursor,
  digits: string,
  at: Span,
): { type: 'long'; value: bigint } | { type: 'real'; value: number } => {
  if (/^(?:0[xX][0-9a-fA-F]+|\d+)$/.test(digits)) {
    const value = digits.length > 400 ? int64Max + 1n : BigInt(digits);
    if (value <= int64Max) return { type: 'long', value };
    cursor.report(problem('error', 'E103', at, 'number is too large (at most 9223372036854775807)'));
    return { type: 'long', value: int64Max };
  }
  const value = Number(digits);
  if (Number.isFinite(value)) return { type: 'real', value };
  cursor.report(problem('error', 'E103', at, 'number is too large (at most 1.7976931348623157e308)'));
  return { type: 'real', value: Number.MAX_VALUE };
};
