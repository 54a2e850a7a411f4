import { didYouMean } from '../../lib/closest.ts';
import { proposal } from '../text/diagnostic.ts';
import { cover, nowhere, type Span, span } from '../text/span.ts';
import type { ArithmeticOp, Expr, LogicOp, PathExpr, Segment } from './ast.ts';
import { chain } from './build.ts';
import { nestingDepthMax } from './limits.ts';
import { parseRelation } from './relation-parser.ts';
import {
  advance,
  atOp,
  atWord,
  countNode,
  expectClose,
  expecting,
  fail,
  failRange,
  isInfixAt,
  isOp,
  nested,
  peek,
  since,
  type State,
} from './state.ts';
import { type Token } from './token.ts';
import { parsePrimary } from './primary-parser.ts';

/*
 * or < and < not < comparison < sum < product < sign < postfix < primary. A variable without a value takes the comparison
 * around it away (`state.dropping`); the two constants below stand for what is gone until a chain or a stage leaves it out.
 */

export const droppedOperand: Expr = { kind: 'error', span: nowhere };
export const droppedAtom: Expr = { kind: 'error', span: nowhere };
export const isDropped = (expr: Expr): boolean => expr === droppedOperand || expr === droppedAtom;

export const parseExpr = (state: State): Expr => parseChain(state, 'or', parseAnd);

const parseAnd = (state: State): Expr => parseChain(state, 'and', parseNot);

const parseChain = (state: State, op: LogicOp, parseItem: (state: State) => Expr): Expr => {
  const items = [parseItem(state)];
  let opSpan: Span | null = null;
  while (atWord(state, op)) {
    opSpan ??= peek(state).span;
    advance(state);
    items.push(countNode(state, parseItem(state)));
  }
  expecting(state, { kind: 'word', word: op });
  const first = items[0] ?? droppedAtom;
  if (!opSpan) return first;
  const kept = items.filter((one) => !isDropped(one));
  return kept.length === 0 ? droppedAtom : chain(op, kept, opSpan);
};

const parseNot = (state: State): Expr => {
  const token = peek(state);
  if (isOp(token, '!')) {
    advance(state);
    const of = nested(state, () => parsePostfix(state));
    const compared = parseRelation(state, of);
    if (compared !== of) failNegated(state, token.span, compared.span);
    return negate(state, token.span, of);
  }
  if (!atWord(state, 'not') || isOp(peek(state, 1), '(') || !opensOperand(peek(state, 1)) || isInfixAt(state, 1)) {
    return parseComparison(state);
  }
  advance(state);
  return negate(
    state,
    token.span,
    nested(state, () => parseNot(state)),
  );
};

/** `!a == b`, which some read as `!(a == b)` and some as `(!a) == b`. */
const failNegated = (state: State, { start }: Span, { start: from, end }: Span): never => {
  const [at, meant] = [span(start, end), `not(${state.text.slice(from, end)})`];
  return fail(state, 'E206', at, `'!' stands before a value${didYouMean(meant)}`, { fixes: proposal(at, meant) });
};

const negate = (state: State, at: Span, of: Expr): Expr =>
  isDropped(of) ? of : countNode(state, { kind: 'unary', span: cover(at, of.span), op: 'not', of });

/** Whether a token can begin an operand; `not == 5` is about a field named `not`. */
const opensOperand = (token: Token): boolean =>
  token.kind === 'op' ? ['(', '[', '-', '+', '!', '*'].includes(token.op) : token.kind !== 'end';

const parseComparison = (state: State): Expr => {
  const outer = state.dropping;
  state.dropping = false;
  const start = state.at;
  const left = atOp(state, '*') ? parseStar(state) : parseSum(state);
  const whole = parseRelation(state, left);
  const dropped = state.dropping || (isDropped(left) && whole !== left);
  state.dropping = outer;
  if (!dropped) return whole;
  return whole === left && state.at - start === 1 ? droppedOperand : droppedAtom;
};

const parseStar = (state: State): Expr => {
  const star = advance(state);
  const next = peek(state);
  const relates =
    isInfixAt(state, 0) || (next.kind === 'op' && ['==', '!=', '<>', '=~', '!~', '!', ':', '='].includes(next.op));
  if (!relates) fail(state, 'E201', star.span, 'expected an expression');
  return countNode(state, { kind: 'star', span: star.span });
};

export const parseSum = (state: State): Expr => parseLeft(state, ['+', '-'], parseProduct);

const parseProduct = (state: State): Expr => parseLeft(state, ['*', '/', '%'], parseSign);

const parseLeft = (state: State, ops: readonly ArithmeticOp[], parseItem: (state: State) => Expr): Expr => {
  let left = parseItem(state);
  let links = 0;
  for (;;) {
    const token = peek(state);
    const op = token.kind === 'op' ? ops.find((one) => one === token.op) : undefined;
    if (op === undefined) return left;
    // A tree that leans to the left is as deep as the chain is long.
    links += 1;
    if (links > nestingDepthMax)
      fail(state, 'E502', token.span, `query is nested too deeply (limit ${nestingDepthMax})`);
    advance(state);
    const right = parseItem(state);
    const whole = cover(left.span, right.span);
    left = countNode(state, { kind: 'binary', span: whole, op, opSpan: token.span, left, right });
  }
};

export const parseSign = (state: State): Expr => {
  const token = peek(state);
  if (!isOp(token, '-') && !isOp(token, '+')) return parsePostfix(state);
  advance(state);
  const of = nested(state, () => parseSign(state));
  return countNode(state, { kind: 'unary', span: cover(token.span, of.span), op: isOp(token, '-') ? '-' : '+', of });
};

const parsePostfix = (state: State): Expr => {
  let expr = parsePrimary(state);
  for (let links = 0; ; links += 1) {
    const token = peek(state);
    if (links > nestingDepthMax)
      fail(state, 'E502', token.span, `query is nested too deeply (limit ${nestingDepthMax})`);
    const next = isOp(token, '.') ? parseMember(state, expr) : isOp(token, '[') ? parseIndex(state, expr) : null;
    if (!next) return expr;
    expr = countNode(state, next);
  }
};

const extendPath = (path: PathExpr, segments: readonly Segment[], end: number): PathExpr => ({
  ...path,
  span: span(path.span.start, end),
  segments: [...path.segments, ...segments],
});

const parseMember = (state: State, of: Expr): Expr | null => {
  const dot = peek(state);
  const token = peek(state, 1);
  // A space on both sides is the beginning of something else (`5 .. 6` is an operator of its own).
  if (token.kind === 'string') {
    const at = span(dot.span.start, token.span.end);
    const fixes = proposal(at, `[${JSON.stringify(token.value)}]`);
    fail(state, 'E209', at, 'a name in quotes stands in brackets', { fixes });
  }
  if (token.kind !== 'path') return fail(state, 'E209', dot.span, "expected a name after '.'");
  state.at += 2;
  const first: Segment = { kind: 'name', name: token.root, quoted: token.quoted, span: token.rootSpan };
  if (of.kind === 'path') return extendPath(of, [first, ...token.segments], token.span.end);
  return [first, ...token.segments].reduce<Expr>((base, one) => stepInto(state, base, one), of);
};

const stepInto = (state: State, of: Expr, segment: Segment): Expr => {
  const whole = span(of.span.start, segment.span.end);
  if (segment.kind === 'name') return { kind: 'member', span: whole, of, name: segment.name, nameSpan: segment.span };
  if (segment.kind === 'any') return fail(state, 'E213', segment.span, '[*] works on fields only');
  const index: Expr = { kind: 'literal', span: segment.span, value: { type: 'long', value: BigInt(segment.index) } };
  return { kind: 'index', span: whole, of, index };
};

const parseIndex = (state: State, of: Expr): Expr => {
  const open = advance(state);
  const key = peek(state);
  const closed = isOp(peek(state, 1), ']');
  if (of.kind === 'path' && closed && key.kind === 'string') {
    state.at += 2;
    const whole = span(open.span.start, since(state, open.span.start).end);
    return extendPath(of, [{ kind: 'name', name: key.value, quoted: true, span: whole }], whole.end);
  }
  if (of.kind === 'path' && closed && isOp(key, '*')) {
    state.at += 2;
    const whole = since(state, open.span.start);
    return extendPath(of, [{ kind: 'any', span: whole }], whole.end);
  }
  const index = nested(state, () => parseExpr(state));
  expectClose(state, ']', open.span);
  const whole = since(state, of.span.start);
  const value = index.kind === 'literal' ? index.value : null;
  if (value?.type === 'timespan') failRange(state, index.span);
  if (of.kind === 'path' && value?.type === 'long' && value.value <= 999_999_999n) {
    const segment: Segment = { kind: 'index', index: Number(value.value), span: since(state, open.span.start) };
    return extendPath(of, [segment], whole.end);
  }
  return { kind: 'index', span: whole, of, index };
};
