import { type Diagnostic, problem, replacement } from '../text/diagnostic.ts';
import { span } from '../text/span.ts';
import type { Segment } from './ast.ts';
import { type Cursor, take } from './cursor.ts';
import { nestingDepthMax } from './limits.ts';
import { lexString } from './lexer-string.ts';
import type { PathToken } from './token.ts';

/*
 * A path is one token, so that '-', ':' and '/' inside attribute names need no quoting:
 * `attributes.http.request.header.x-request-id`, `spans[*].name`, `attributes["http.route"]`.
 */

const ident = /[\p{L}_$@][\p{L}\p{N}_$@]*/uy;
const segmentName = /\.([\p{L}\p{N}_$@]+(?:[:/-][\p{L}\p{N}_$@]+)*)/uy;
const index = /\[(\d{1,9})\]/y;
const anyElement = /\[\*\]/y;
const bracketKey = /\.?\[\s*(?=@?["'])/y;
const closeBracket = /\s*\]/y;

export const lexPath = (cursor: Cursor): PathToken => {
  const start = cursor.at;
  const quoted = cursor.text[start] === '`';
  const root = quoted ? lexQuoted(cursor) : (take(cursor, ident)?.[0] ?? '');
  const rootSpan = span(start, cursor.at);
  const segments = lexSegments(cursor);
  const word = quoted || segments.length > 0 ? '' : root.toLowerCase();
  return { kind: 'path', span: span(start, cursor.at), root, rootSpan, quoted, segments, word };
};

/** The segments that follow directly, also those behind a name in brackets. */
export const lexSegments = (cursor: Cursor): Segment[] => {
  const start = cursor.at;
  const segments: Segment[] = [];
  for (let next = lexSegment(cursor); next; next = lexSegment(cursor)) segments.push(next);
  if (segments.length <= nestingDepthMax) return segments;
  const message = `path is nested too deeply (limit ${nestingDepthMax} names)`;
  cursor.report(problem('error', 'E502', span(start, cursor.at), message));
  return segments.slice(0, nestingDepthMax);
};

const lexQuoted = (cursor: Cursor): string => {
  const start = cursor.at;
  const close = cursor.text.indexOf('`', start + 1);
  const lineEnd = cursor.text.indexOf('\n', start);
  if (close >= 0 && (lineEnd < 0 || close < lineEnd)) {
    cursor.at = close + 1;
    return cursor.text.slice(start + 1, close);
  }
  cursor.at = lineEnd < 0 ? cursor.text.length : lineEnd;
  const fixes = [replacement('add the closing `', span(cursor.at, cursor.at), '`')];
  cursor.report(problem('error', 'E106', span(start, start + 1), 'quoted name is not closed', { fixes }));
  return cursor.text.slice(start + 1, cursor.at);
};

const lexSegment = (cursor: Cursor): Segment | null => {
  const start = cursor.at;
  const next = cursor.text[start];
  if (next !== '.' && next !== '[') return null;
  const name = take(cursor, segmentName);
  if (name) return { kind: 'name', name: name[1] ?? '', quoted: false, span: span(start + 1, cursor.at) };
  const number = take(cursor, index);
  if (number) return { kind: 'index', index: Number(number[1]), span: span(start, cursor.at) };
  if (take(cursor, anyElement)) return { kind: 'any', span: span(start, cursor.at) };
  return lexBracketKey(cursor);
};

const lexBracketKey = (cursor: Cursor): Segment | null => {
  const start = cursor.at;
  if (!take(cursor, bracketKey)) return null;
  // Anything but one closed string and a bracket is an index expression: `a["x" + y]`; leave it to the parser.
  const found: Diagnostic[] = [];
  const trial: Cursor = { text: cursor.text, at: cursor.at, report: (one) => found.push(one) };
  const key = lexString(trial);
  if (!key.closed || !take(trial, closeBracket)) {
    cursor.at = start;
    return null;
  }
  for (const one of found) cursor.report(one);
  cursor.at = trial.at;
  return { kind: 'name', name: key.value, quoted: true, span: span(start, cursor.at) };
};
