import type * as Ast from '../syntax/ast.ts';
import { parseDatetime } from '../syntax/datetime.ts';
import { formatDuration, parseDuration, parseTimespan } from '../syntax/duration.ts';
import { didYouMean } from '../../lib/closest.ts';
import { calling, proposal, replacement } from '../text/diagnostic.ts';
import { valuesElsewhere } from '../text/elsewhere.ts';
import { suggest } from '../text/suggest.ts';
import type { Span } from '../text/span.ts';
import { wholeNumber } from '../functions/casts.ts';
import { callExpr, constant, fail, fieldIn, type Binding, warn } from './binding.ts';
import { asText, cast, hasOwnNumber, isPattern } from './coerce.ts';
import { castConstant, parseReal, plainText } from './constants.ts';
import type { Atom, CompareAs, CompareOp, Expr } from './rq.ts';
import { isInteger, isLoose, isNumber, isText, typeName } from './types.ts';

/** Where the two sides stand in the text, for messages. */
export interface Sides {
  readonly span: Span;
  readonly left: Ast.Expr;
  readonly right: Ast.Expr;
}

/** One comparison, with the coercions its types ask for; null when it was refused. */
export function compareAtom(
  b: Binding,
  op: CompareOp,
  ignoreCase: boolean,
  left: Expr,
  right: Expr,
  at: Sides,
): Atom | null {
  if (left.type === 'error' || right.type === 'error') return null;
  const sides = agree(b, op, left, right, at);
  for (const [of, value] of [
    [left, right],
    [right, left],
  ] as const) {
    if (sides?.as === 'text' && op === '==') {
      warnOfWord(b, ignoreCase, of, value);
      warnOfId(b, ignoreCase, of, value);
    }
    if (sides?.as === 'number') warnOfNumber(b, of, value);
  }
  return sides === null
    ? null
    : { kind: 'compare', op, as: sides.as, ignoreCase, left: sides.left, right: sides.right };
}

/** Both sides of one type of the store, to be looked up by: equal where they compare as equal. Null when it was refused. */
export function alike(b: Binding, left: Expr, right: Expr, at: Sides): Pick<Agreed, 'left' | 'right'> | null {
  const same = agree(b, '==', left, right, at);
  if (same?.as !== 'number') return same;
  const [leftIsWhole, rightIsWhole] = [isCounted(same.left), isCounted(same.right)];
  if (leftIsWhole && rightIsWhole) return same;
  if (rightIsWhole && !isNumber(left.type)) return { left: asWhole(left), right: same.right };
  if (leftIsWhole && !isNumber(right.type)) return { left: same.left, right: asWhole(right) };
  return { left: cast(same.left, 'real'), right: cast(same.right, 'real') };
}

function isCounted({ type }: Expr): boolean {
  return isInteger(type) || type === 'timespan';
}

/** A real does not tell large numbers from their neighbours: ids are as long. */
function asWhole(expr: Expr): Expr {
  return hasOwnNumber(expr) ? cast(expr, 'long') : callExpr(wholeNumber, [expr], 'long', expr);
}

interface Agreed {
  readonly as: CompareAs;
  readonly left: Expr;
  readonly right: Expr;
}

function agree(b: Binding, op: CompareOp, left: Expr, right: Expr, at: Sides): Agreed | null {
  if (left.type === 'datetime' || right.type === 'datetime') return withDatetime(b, left, right, at);
  if (left.type === 'timespan' || right.type === 'timespan') return withTimespan(b, left, right, at);
  if (left.type === 'bool' || right.type === 'bool') return withBool(b, left, right, at);
  const isEquality = op === '==' || op === '!=';
  const isId = isEquality && (isPattern(left) || isPattern(right));
  if (!isId && (isNumber(left.type) || isNumber(right.type))) return withNumber(b, left, right, at);
  if (isEquality && left.type === 'dynamic' && right.type === 'dynamic') return { as: 'dynamic', left, right };
  if (op !== '==' && looksNumeric(right) && isLoose(left.type)) {
    const text = right.kind === 'const' ? plainText(right.value) : '';
    warn(
      b,
      'W401',
      at.right.span,
      `compared as text, where "9" comes after "10"; drop the quotes to compare as a number`,
      {
        fixes: [replacement(text, at.right.span, text)],
      },
    );
  }
  if (op !== '==' && [left, right].every(({ kind, type }) => isLoose(type) && kind !== 'const')) {
    if (isWhole(left) || isWhole(right)) return { as: 'number', left: cast(left, 'real'), right: cast(right, 'real') };
    // One number makes it a comparison of numbers; around any element there is no place for a call.
    const fixes = [isAnyElement(at.left) ? calling('todouble', right) : calling('todouble', left, right)];
    warn(b, 'W401', at.span, `compared as text, where "9" comes after "10"; use todouble() to compare numbers`, {
      fixes,
    });
  }
  return { as: 'text', left: besideGuid(asText(left), right), right: besideGuid(asText(right), left) };
}

/** A GUID has one spelling in the store, and may be written in several. */
function besideGuid(text: Expr, other: Expr): Expr {
  if (other.type !== 'guid' || text.kind !== 'const') return text;
  const value = castConstant(text.value, 'string', 'guid');
  return typeof value === 'string' ? { ...text, value } : text;
}

/** `events[*].a` */
function isAnyElement(ast: Ast.Expr): boolean {
  return ast.kind === 'path' && ast.segments.some(({ kind }) => kind === 'any');
}

/** An attribute that is a whole number by the convention that names it: the status of HTTP. */
function isWhole(expr: Expr): boolean {
  const storage = fieldIn(expr)?.storage;
  return storage?.kind === 'attribute' && storage.promoted?.type === 'integer';
}

/** `level == "error"`: a field of few words has none but these, and they are told apart by their case. */
function warnOfWord(b: Binding, ignoreCase: boolean, of: Expr, value: Expr): void {
  const field = fieldIn(of);
  if (field?.values === undefined) return;
  if (value.kind !== 'const' || typeof value.value !== 'string' || value.value === '') return;
  const { values } = field;
  const word = value.value;
  if (values.some((one) => one === word || (ignoreCase && one.toLowerCase() === word.toLowerCase()))) return;
  const meant = hasOwnNumber(of) && looksNumeric(value) ? word : wordOf(word, values);
  warn(
    b,
    'W406',
    value,
    `${nameOf(of)} is one of ${values.join(', ')}, never ${JSON.stringify(word)}${didYouMean(meant)}`,
    {
      fixes: proposal(value, meant),
    },
  );
}

/** `trace_id == "4BF9-2F…"`: others write ids in other ways. */
function warnOfId(b: Binding, ignoreCase: boolean, of: Expr, value: Expr): void {
  const storage = fieldIn(of)?.storage;
  if (storage?.kind !== 'column' || storage.isLower !== true) return;
  if (value.kind !== 'const' || typeof value.value !== 'string') return;
  const id = value.value.toLowerCase();
  const digits = id.trim().replace(/^0x/, '').replaceAll('-', '');
  if (digits === (ignoreCase ? id : value.value) || !/^[0-9a-f]+$/.test(digits)) return;
  const meant = JSON.stringify(digits);
  warn(b, 'W406', value, `${nameOf(of)} is nothing but digits in lower case${didYouMean(meant)}`, {
    fixes: proposal(value, meant),
  });
}

/** `parent_id == ""`: what keeps an empty text for nothing says that there is none. */
export function warnOfEmpty(b: Binding, of: Expr, value: Expr): void {
  const storage = fieldIn(of)?.storage;
  if (storage?.kind !== 'column' || storage.absent !== 'empty' || value.kind !== 'const' || value.value !== '') return;
  warn(b, 'W406', value, `${nameOf(of)} is null where there is none, never ""${didYouMean('null')}`, {
    fixes: proposal(value, 'null'),
  });
}

/** Spans shorter than this are hardly asked for: a number below it was meant in milliseconds or seconds. */
const shortNs = 100_000n;

/** `level >= 17`, and `duration > 500`, which counts nanoseconds. */
function warnOfNumber(b: Binding, of: Expr, value: Expr): void {
  if (of.kind === 'const' || value.kind !== 'const' || !isNumber(value.type) || value.value === null) return;
  const number = plainText(value.value);
  const values = fieldIn(of)?.values;
  if (values !== undefined && !hasOwnNumber(of)) {
    // Behind a stage that makes columns there are those alone.
    const instead = of.kind === 'field' ? (of.field.asNumber ?? null) : null;
    warn(b, 'W406', of, `${nameOf(of)} is one of ${values.join(', ')}, never ${number}${didYouMean(instead)}`, {
      fixes: proposal(of, instead),
    });
  }
  if (of.unit === 'ns' && typeof value.value === 'bigint' && value.value > 0n && value.value < shortNs) {
    const meant = `${number}ms`;
    warn(b, 'W403', value, `${nameOf(of)} counts nanoseconds${didYouMean(meant)}`, { fixes: proposal(value, meant) });
  }
}

function nameOf(expr: Expr): string {
  return expr.kind === 'field' ? expr.field.name : expr.kind === 'column' ? expr.column.name : 'the other side';
}

function wordOf(word: string, values: readonly string[]): string | null {
  const near = suggest(word, values, valuesElsewhere);
  return near !== null && values.includes(near) ? JSON.stringify(near) : null;
}

function looksNumeric(expr: Expr): boolean {
  return expr.kind === 'const' && typeof expr.value === 'string' && /^-?\d+(\.\d+)?$/.test(expr.value);
}

function refuse(b: Binding, left: Expr, right: Expr, at: Sides, instead: Instead | null = null): null {
  const message = `cannot compare ${typeName(left.type)} with ${typeName(right.type)}${didYouMean(instead?.text)}`;
  fail(b, 'E402', at.span, message, fixesOf(instead));
  return null;
}

interface Instead {
  readonly text: string;
  readonly at: Span;
}

function fixesOf(instead: Instead | null) {
  return instead === null ? {} : { fixes: proposal(instead.at, instead.text) };
}

/** A distance beside an instant: so long ago, also as `-1h` and `"now-1h"`. */
function agoOf(expr: Expr): Instead | null {
  if (expr.kind !== 'const') return null;
  const ns =
    typeof expr.value === 'string' ? parseDuration(expr.value.replace(/^\s*(?:now\s*)?-|\s/gi, '')) : expr.value;
  if (typeof ns !== 'bigint' || (expr.type !== 'timespan' && expr.type !== 'string')) return null;
  return { text: `ago(${formatDuration(ns < 0n ? -ns : ns)})`, at: expr };
}

function withDatetime(b: Binding, left: Expr, right: Expr, at: Sides): Agreed | null {
  const a = datetimeSide(b, left, at.left);
  const c = datetimeSide(b, right, at.right);
  if (a === 'bad' || c === 'bad') return null;
  if (a === null || c === null) return refuse(b, left, right, at, agoOf(left) ?? agoOf(right));
  return { as: 'datetime', left: a, right: c };
}

function datetimeSide(b: Binding, expr: Expr, ast: Ast.Expr): Expr | 'bad' | null {
  if (expr.type === 'datetime') return expr;
  if (expr.kind === 'const' && expr.value === null) return { ...expr, type: 'datetime' };
  if (expr.kind === 'const' && typeof expr.value === 'string' && expr.type === 'string') {
    const ns = parseDatetime(expr.value);
    if (ns !== null) return constant(ns, 'datetime', expr);
    const instead = agoOf(expr);
    const hint = instead === null ? '; write it as "2026-01-31T12:00:00Z"' : didYouMean(instead.text);
    const place = instead === null ? insideQuotes(ast.span) : ast.span;
    fail(b, 'E403', place, `${JSON.stringify(expr.value)} is not a date${hint}`, fixesOf(instead));
    return 'bad';
  }
  return isText(expr.type) || expr.type === 'dynamic' ? cast(expr, 'datetime') : null;
}

function insideQuotes(at: Span): Span {
  return at.end - at.start > 2 ? { start: at.start + 1, end: at.end - 1 } : at;
}

function withTimespan(b: Binding, left: Expr, right: Expr, at: Sides): Agreed | null {
  const a = timespanSide(b, left, at.left);
  const c = timespanSide(b, right, at.right);
  if (a === null || c === null) return refuse(b, left, right, at);
  return { as: 'number', left: a, right: c };
}

function timespanSide(b: Binding, expr: Expr, ast: Ast.Expr): Expr | null {
  if (expr.type === 'timespan' || expr.unit === 'ns') return expr;
  if (expr.kind === 'const' && expr.value === null) return { ...expr, type: 'timespan' };
  if (isLoose(expr.type) || (isNumber(expr.type) && expr.kind !== 'const')) {
    warn(b, 'W402', ast.span, 'this is taken as a number of nanoseconds');
    return isLoose(expr.type) ? cast(expr, 'real') : expr;
  }
  if (expr.kind === 'const' && typeof expr.value === 'string') {
    const ns = parseTimespan(expr.value);
    return ns === null ? null : constant(ns, 'timespan', expr);
  }
  return null;
}

function withBool(b: Binding, left: Expr, right: Expr, at: Sides): Agreed | null {
  const [a, c] = [boolSide(left), boolSide(right)];
  return a === null || c === null ? refuse(b, left, right, at) : { as: 'bool', left: a, right: c };
}

function boolSide(expr: Expr): Expr | null {
  if (expr.type === 'bool') return expr;
  const text = isText(expr.type) || expr.type === 'dynamic' || isNumber(expr.type);
  return text ? cast(expr, 'bool') : null;
}

function withNumber(b: Binding, left: Expr, right: Expr, at: Sides): Agreed | null {
  const a = numberSide(b, left, right, at.left);
  const c = numberSide(b, right, left, at.right);
  if (a === 'bad' || c === 'bad') return null;
  return a === null || c === null ? refuse(b, left, right, at) : { as: 'number', left: a, right: c };
}

function numberSide(b: Binding, expr: Expr, other: Expr, ast: Ast.Expr): Expr | 'bad' | null {
  if (isNumber(expr.type)) return expr;
  if (expr.kind === 'const' && expr.value === null) return { ...expr, type: other.type };
  if (expr.kind === 'const' && typeof expr.value === 'string') {
    const number = parseReal(expr.value.trim());
    if (number !== null) {
      const isWhole = Number.isInteger(number) && Math.abs(number) < 2 ** 63;
      return constant(isWhole ? BigInt(number) : number, isWhole ? 'long' : 'real', expr);
    }
    const ns = other.unit === 'ns' ? parseTimespan(expr.value) : null;
    const what = other.unit === 'ns' ? 'a number of nanoseconds' : 'a number';
    fail(b, 'E401', ast.span, `${nameOf(other)} is ${what}; ${JSON.stringify(expr.value)} is text`, {
      fixes: ns === null ? [] : [replacement(formatDuration(ns), ast.span, formatDuration(ns))],
    });
    return 'bad';
  }
  return isText(expr.type) || expr.type === 'dynamic' ? cast(expr, isBeyondReal(other) ? 'long' : 'real') : null;
}

const wholeRealMax = 2n ** 53n;

/** A whole number that a real cannot tell from its neighbours. */
export function isBeyondReal(expr: Expr): boolean {
  if (expr.kind !== 'const' || typeof expr.value !== 'bigint') return false;
  return expr.value >= wholeRealMax || expr.value <= -wholeRealMax;
}
