import { problem, replacement } from '../text/diagnostic.ts';
import { span } from '../text/span.ts';
import { type Cursor, take } from './cursor.ts';
import type { StringToken } from './token.ts';

const obfuscated = /[hH]/y;
const hex2 = /^[0-9a-fA-F]{2}$/;
const hex4 = /^[0-9a-fA-F]{4}$/;
const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
  ['/', '/'],
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', '\0'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
]);

/** A string literal in one of its spellings: "…", '…', @"…", ```…```, each with an h in front. */
export const lexString = (cursor: Cursor): StringToken => {
  const start = cursor.at;
  take(cursor, obfuscated);
  if (cursor.text.startsWith('```', cursor.at)) return lexTriple(cursor, start);
  return cursor.text[cursor.at] === '@' ? lexVerbatim(cursor, start) : lexPlain(cursor, start);
};

const lexTriple = (cursor: Cursor, start: number): StringToken => {
  const open = cursor.at + 3;
  const close = cursor.text.indexOf('```', open);
  if (close < 0) return notClosed(cursor, start, open, cursor.text.length, '```');
  cursor.at = close + 3;
  return {
    kind: 'string',
    span: span(start, cursor.at),
    value: cursor.text.slice(open, close),
    contentStart: open,
    closed: true,
  };
};

const lexVerbatim = (cursor: Cursor, start: number): StringToken => {
  const quote = cursor.text[cursor.at + 1] ?? '"';
  const open = cursor.at + 2;
  let close = open;
  for (;;) {
    close = cursor.text.indexOf(quote, close);
    if (close < 0) return notClosed(cursor, start, open, lineEnd(cursor.text, open), quote);
    if (cursor.text[close + 1] !== quote) break;
    close += 2;
  }
  const raw = cursor.text.slice(open, close);
  cursor.at = close + 1;
  const value = raw.replaceAll(quote + quote, quote);
  const contentStart = value.length === raw.length ? open : null;
  return { kind: 'string', span: span(start, cursor.at), value, contentStart, closed: true };
};

const lexPlain = (cursor: Cursor, start: number): StringToken => {
  const { text } = cursor;
  const quote = text[cursor.at] ?? '"';
  const open = cursor.at + 1;
  let value = '';
  let at = open;
  let copied = open;
  for (; at < text.length; at += 1) {
    const one = text[at];
    if (one === quote) {
      value += text.slice(copied, at);
      cursor.at = at + 1;
      const contentStart = value.length === at - open ? open : null;
      return { kind: 'string', span: span(start, cursor.at), value, contentStart, closed: true };
    }
    if (one === '\n') break;
    if (one !== '\\' || at + 1 >= text.length || text[at + 1] === '\n') continue;
    const [decoded, length] = decodeEscape(cursor, at);
    value += text.slice(copied, at) + decoded;
    at += length - 1;
    copied = at + 1;
  }
  return notClosed(cursor, start, open, Math.min(at, text.length), quote);
};

/** The text of an escape and its length. An unknown one stays as it is: people write regular expressions in plain strings. */
const decodeEscape = (cursor: Cursor, at: number): readonly [string, number] => {
  const { text } = cursor;
  const letter = text[at + 1] ?? '';
  const simple = simpleEscapes.get(letter);
  if (simple !== undefined) return [simple, 2];
  const pattern = letter === 'x' ? hex2 : letter === 'u' ? hex4 : null;
  const digits = letter === 'x' ? text.slice(at + 2, at + 4) : text.slice(at + 2, at + 6);
  if (pattern?.test(digits)) return [String.fromCharCode(Number.parseInt(digits, 16)), 2 + digits.length];
  const message = `\\${letter} is not an escape; it stays as it is`;
  const fixes = [replacement('write the backslash twice', span(at, at + 1), '\\\\')];
  cursor.report(problem('warning', 'W101', span(at, at + 2), message, { fixes }));
  return [`\\${letter}`, 2];
};

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
};

const notClosed = (cursor: Cursor, start: number, open: number, end: number, quote: string): StringToken => {
  cursor.at = end;
  const fixes = [replacement(`add the closing ${quote}`, span(end, end), quote)];
  cursor.report(problem('error', 'E101', span(start, open), 'string is not closed', { fixes }));
  return {
    kind: 'string',
    span: span(start, end),
    value: cursor.text.slice(open, end),
    contentStart: null,
    closed: false,
  };
};
