import { replacement } from '../text/diagnostic.ts';
import { cover, type Span, span } from '../text/span.ts';
import type { CompareOp, Expr, InList, RegexPattern, TextOp } from './ast.ts';
import { parseSign, parseSum } from './expression-parser.ts';
import { parseItems } from './primary-parser.ts';
import { textOperators } from './operators.ts';
import {
  advance,
  atOp,
  atWord,
  countNode,
  expectClose,
  expecting,
  expectOp,
  fail,
  here,
  isInfixAt,
  isOp,
  nested,
  peek,
  report,
  since,
  type State,
  takeOp,
  takeWord,
} from './state.ts';
import { startsTabular } from './tabular-ahead.ts';
import type { Token } from './token.ts';

const compareOps: ReadonlyMap<string, CompareOp> = new Map<string, CompareOp>([
  ['==', '=='],
  ['!=', '!='],
  ['<>', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
  ['=~', '=~'],
  ['!~', '!~'],
  // Said to be wrong, and then read as what was meant.
  ['=', '=='],
]);

/** What follows the left side of a comparison, once; the left side itself when nothing does. */
export const parseRelation = (state: State, left: Expr): Expr => {
  expecting(state, { kind: 'relation', left });
  const whole = parseOne(state, left);
  if (!whole) return left;
  if (!startsRelation(state)) return whole;
  const at = peek(state).span;
  const next = parseOne(state, whole);
  reportChain(state, whole, at, next);
  while (startsRelation(state) && parseOne(state, whole)) continue;
  return whole;
};

const startsRelation = (state: State): boolean => {
  const token = peek(state);
  if (token.kind === 'op') return compareOps.has(token.op) || (token.op === '!' && isInfixAt(state, 1));
  return isInfixAt(state, 0) && !atWord(state, 'and') && !atWord(state, 'or');
};

/** `a < b < c` was meant as `a < b and b < c`. */
const reportChain = (state: State, left: Expr, at: Span, next: Expr | null): void => {
  const ordered = left.kind === 'binary' && ['<', '<=', '>', '>='].includes(left.op);
  const middle = ordered ? ` and ${state.text.slice(left.right.span.start, left.right.span.end)}` : '';
  const { start, end } = left.span;
  const title = `${state.text.slice(start, end)}${middle}${state.text.slice(end, next?.span.end ?? end)}`;
  const fixes = ordered ? [replacement(title, span(end, end), middle)] : [];
  report(state, 'E204', at, 'comparisons cannot be chained', { fixes });
};

const parseOne = (state: State, left: Expr): Expr | null => {
  const token = peek(state);
  if (token.kind === 'op') return parseSymbol(state, left, token);
  if (token.kind !== 'path') return null;
  if (token.word === 'not' && isInfixAt(state, 1)) {
    advance(state);
    return parseInfix(state, left, token.span, true);
  }
  return isInfixAt(state, 0) ? parseInfix(state, left, token.span, false) : null;
};

const parseSymbol = (state: State, left: Expr, token: Token): Expr | null => {
  if (isOp(token, ':')) return parseColon(state, left, token.span);
  if (isOp(token, '!')) {
    if (!isInfixAt(state, 1)) return null;
    advance(state);
    return parseInfix(state, left, token.span, true);
  }
  const op = token.kind === 'op' ? compareOps.get(token.op) : undefined;
  if (op === undefined) return null;
  if (isOp(token, '=')) {
    const fixes = [replacement("use '=='", token.span, '==')];
    report(state, 'E203', token.span, "'=' assigns a name; use '==' to compare", { fixes });
  }
  advance(state);
  if ((op === '=~' || op === '!~') && peek(state).kind === 'regex') {
    return parseRegex(state, left, token.span, op === '!~');
  }
  expecting(state, { kind: 'value', left });
  const right = parseSum(state);
  const whole = cover(left.span, right.span);
  return countNode(state, { kind: 'binary', span: whole, op, opSpan: token.span, left, right });
};

/** `body:"timeout"` is `body has "timeout"`. */
const parseColon = (state: State, left: Expr, opSpan: Span): Expr | null => {
  const text = peek(state, 1);
  if (text.kind === 'path') {
    const quoted = JSON.stringify(state.text.slice(text.span.start, text.span.end));
    const fixes = [replacement('put it in quotes', text.span, quoted)];
    fail(state, 'E206', text.span, "expected a text in quotes after ':'", { fixes });
  }
  advance(state);
  expecting(state, { kind: 'value', left });
  if (text.kind !== 'string') return failColon(state, text, opSpan);
  advance(state);
  const right: Expr = { kind: 'literal', span: text.span, value: { type: 'string', value: text.value } };
  const whole = cover(left.span, right.span);
  return countNode(state, { kind: 'text', span: whole, op: 'has', opSpan, negated: false, left, right });
};

/** `status:>=500`, `status:500`, as other search boxes have it. */
const failColon = (state: State, next: Token, at: Span): never => {
  const isCompared = next.kind === 'op' && compareOps.has(next.op);
  const isNumber = next.kind === 'literal';
  const fixes =
    isCompared || isNumber ? [replacement(isNumber ? "use '=='" : "leave out ':'", at, isNumber ? '==' : '')] : [];
  return fail(state, 'E206', at, "behind ':' stands a text in quotes", { fixes });
};

const parseInfix = (state: State, left: Expr, opStart: Span, negated: boolean): Expr | null => {
  const token = peek(state);
  if (token.kind !== 'path' || token.word === 'and' || token.word === 'or') return null;
  advance(state);
  const opSpan = span(opStart.start, token.span.end);
  switch (token.word) {
    case 'in': {
      const ci = takeOp(state, '~');
      const whole = ci ? span(opSpan.start, opSpan.end + 1) : opSpan;
      return parseIn(state, left, { mode: 'in', ci, opSpan: whole, negated });
    }
    case 'has_any':
    case 'has_all':
      return parseIn(state, left, { mode: token.word, ci: false, opSpan, negated });
    case 'between':
      return parseBetween(state, left, opSpan, negated);
    case 'matches':
      return parseRegex(state, left, opSpan, negated);
    default:
      return parseText(state, left, token.word, opSpan, negated);
  }
};

const parseText = (state: State, left: Expr, word: string, opSpan: Span, negated: boolean): Expr => {
  const op: TextOp = textOperators.get(word) ?? 'has';
  expecting(state, { kind: 'value', left });
  const right = parseSign(state);
  const whole = cover(left.span, right.span);
  return countNode(state, { kind: 'text', span: whole, op, opSpan, negated, left, right });
};

type InShape = {
  readonly mode: 'in' | 'has_any' | 'has_all';
  readonly ci: boolean;
  readonly opSpan: Span;
  readonly negated: boolean;
};

const parseIn = (state: State, left: Expr, shape: InShape): Expr => {
  expecting(state, { kind: 'value', left });
  const list = parseList(state, left);
  return countNode(state, { kind: 'in', span: cover(left.span, list.span), ...shape, left, list });
};

const parseList = (state: State, left: Expr): InList => {
  const open = peek(state);
  if (isOp(open, '(') && startsTabular(state, state.at)) {
    advance(state);
    const query = nested(state, () => state.tabular(state));
    expectClose(state, ')', open.span);
    return { kind: 'query', span: since(state, open.span.start), query };
  }
  if (!isOp(open, '(') && !isOp(open, '[')) {
    const only = parseSign(state);
    if (only.kind === 'literal' && isOp(peek(state), ',') && ['string', 'literal'].includes(peek(state, 1).kind)) {
      fail(state, 'E206', peek(state).span, 'several values stand in parentheses: (…, …)');
    }
    return { kind: 'items', span: only.span, items: [only] };
  }
  const close = isOp(open, '(') ? ')' : ']';
  advance(state);
  const items = nested(state, () => parseItems(state, close, left));
  expectClose(state, close, open.span);
  return { kind: 'items', span: since(state, open.span.start), items };
};

const parseBetween = (state: State, left: Expr, opSpan: Span, negated: boolean): Expr => {
  const open = here(state);
  if (!atOp(state, '(')) failPlainBounds(state);
  expectOp(state, '(', "after 'between'");
  const low = nested(state, () => parseSum(state));
  if (!takeOp(state, '..')) {
    const comma = atOp(state, ',') || atWord(state, 'and');
    const fixes = comma ? [replacement("use '..'", here(state), '..')] : [];
    fail(state, 'E208', here(state), "expected '..' between the bounds", { fixes });
  }
  const high = nested(state, () => parseSum(state));
  expectClose(state, ')', open);
  const whole = since(state, left.span.start);
  return countNode(state, { kind: 'between', span: whole, opSpan, negated, left, low, high });
};

/** `between 1 and 5`, as SQL has it. */
const failPlainBounds = (state: State): void => {
  const start = here(state).start;
  const low = parseSum(state);
  if (!atWord(state, 'and')) fail(state, 'E208', low.span, "expected '(' after 'between'");
  advance(state);
  const high = parseSum(state);
  const [at, text] = [span(start, high.span.end), (of: Expr) => state.text.slice(of.span.start, of.span.end)];
  const bounds = `(${text(low)} .. ${text(high)})`;
  fail(state, 'E208', at, `bounds are written as ${bounds}`, { fixes: [replacement(bounds, at, bounds)] });
};

const parseRegex = (state: State, left: Expr, opSpan: Span, negated: boolean): Expr => {
  if (atWord(state, 'regex') && ['string', 'regex', 'path', 'node'].includes(peek(state, 1).kind))
    takeWord(state, 'regex');
  const pattern = parsePattern(state);
  const end = pattern.kind === 'literal' ? pattern.span : pattern.expr.span;
  const whole = cover(left.span, end);
  return countNode(state, { kind: 'regex', span: whole, opSpan, negated, left, pattern });
};

/** Whether re2 can read it is checked where constants are known: see checkRegex. */
const parsePattern = (state: State): RegexPattern => {
  const token = peek(state);
  if (token.kind !== 'regex') return { kind: 'expr', expr: parseSign(state) };
  advance(state);
  return { kind: 'literal', span: token.span, source: token.source, flags: token.flags };
};
