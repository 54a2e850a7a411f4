import { didYouMean } from '../text/distance.ts';
import { cover, type Span, span } from '../text/span.ts';
import type { Argument, ArithmeticOp, CallExpr, Expr, LogicOp, PathExpr, Segment, TypeName } from './ast.ts';
import { chain } from './build.ts';
import { listItemsMax, nestingDepthMax } from './limits.ts';
import type { Cursor } from './cursor.ts';
import { lexSegments } from './lexer-path.ts';
import { parseDynamic, parseTyped } from './literal-parser.ts';
import { parseRelation } from './relation-parser.ts';
import {
  advance,
  atOp,
  atWord,
  countNode,
  describe,
  expectClose,
  expecting,
  expectName,
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
  toPath,
} from './state.ts';
import { startsTabular } from './tabular-ahead.ts';
import { type PathToken, type Token, typeNames } from './token.ts';

/*
 * or < and < not < comparison < sum < product < sign < postfix < primary. A variable without a value takes the comparison
 * around it away (`state.dropping`); the two constants below stand for what is gone until a chain or a stage leaves it out.
 */

const nowhere = span(0, 0);
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
  const first = items[0] ?? droppedAtom;
  if (!opSpan) return first;
  const kept = items.filter((one) => !isDropped(one));
  return kept.length === 0 ? droppedAtom : chain(op, kept, opSpan);
};

const parseNot = (state: State): Expr => {
  const token = peek(state);
  if (isOp(token, '!')) {
    advance(state);
    return negate(
      state,
      token.span,
      nested(state, () => parsePostfix(state)),
    );
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
  if (of.kind === 'path' && value?.type === 'long' && value.value <= 999_999_999n) {
    const segment: Segment = { kind: 'index', index: Number(value.value), span: since(state, open.span.start) };
    return extendPath(of, [segment], whole.end);
  }
  return { kind: 'index', span: whole, of, index };
};

const parsePrimary = (state: State): Expr => {
  expecting(state, { kind: 'operand' });
  const literal = parseLiteral(state);
  if (literal) return literal;
  const token = peek(state);
  if (token.kind === 'path') return parseWord(state, token);
  if (token.kind === 'op') return parseBracketed(state, token);
  if (token.kind === 'regex') {
    return fail(state, 'E201', token.span, "a regular expression stands after 'matches' or '=~'");
  }
  return fail(state, 'E201', here(state), 'expected an expression');
};

/** A literal, or what stands for a variable; null and nothing read when there is none. */
export const parseLiteral = (state: State): Expr | null => {
  const token = peek(state);
  switch (token.kind) {
    case 'literal':
      advance(state);
      return countNode(state, { kind: 'literal', span: token.span, value: token.value });
    case 'typed':
      advance(state);
      return countNode(state, { kind: 'literal', span: token.span, value: parseTyped(state, token) });
    case 'string':
      advance(state);
      return countNode(state, { kind: 'literal', span: token.span, value: { type: 'string', value: token.value } });
    case 'node':
      advance(state);
      if (token.expr) return countNode(state, token.expr);
      state.dropping = true;
      return droppedOperand;
    case 'placeholder':
      advance(state);
      report(state, 'E110', token.span, `variable ${token.name} is not set`);
      return countNode(state, { kind: 'error', span: token.span });
    case 'path':
    case 'op':
    case 'regex':
    case 'end':
      return null;
  }
};

const parseBracketed = (state: State, token: Token): Expr => {
  if (isOp(token, '(')) {
    if (startsTabular(state, state.at)) return parseSubquery(state);
    advance(state);
    const of = nested(state, () => parseExpr(state));
    expectClose(state, ')', token.span);
    if (of === droppedOperand) state.dropping = true;
    return of;
  }
  if (!isOp(token, '[')) return fail(state, 'E201', here(state), 'expected an expression');
  const key = peek(state, 1);
  if (key.kind === 'string' && isOp(peek(state, 2), ']')) {
    state.at += 3;
    return countNode(state, bracketPath(state, key.value, since(state, token.span.start)));
  }
  advance(state);
  const items = nested(state, () => parseItems(state, ']'));
  expectClose(state, ']', token.span);
  return countNode(state, { kind: 'array', span: since(state, token.span.start), items });
};

/** `['my.name'].x-y`: the lexer takes a bracket for a list's; what follows it is a path nevertheless. */
const bracketPath = (state: State, root: string, rootSpan: Span): PathExpr => {
  const cursor: Cursor = { text: state.text, at: rootSpan.end, report: () => {} };
  const segments = lexSegments(cursor);
  while (peek(state).kind !== 'end' && peek(state).span.start < cursor.at) advance(state);
  return { kind: 'path', span: span(rootSpan.start, cursor.at), root, rootSpan, quoted: true, segments };
};

/** Expressions up to a closing bracket, which is left; a trailing comma is fine. */
export const parseItems = (state: State, close: ')' | ']'): Expr[] => {
  const items: Expr[] = [];
  while (!atOp(state, close)) {
    const item = parseExpr(state);
    if (isDropped(item)) state.dropping = true;
    else items.push(item);
    if (item.kind === 'literal') state.nodes -= 1;
    if (items.length === listItemsMax + 1) {
      report(state, 'E504', item.span, `list is too long (limit ${listItemsMax} values)`);
    }
    if (!takeOp(state, ',')) break;
  }
  return items;
};

/** A query in parentheses where a value is expected: `x == (T | count)`. */
const parseSubquery = (state: State): Expr => {
  const open = advance(state);
  const query = nested(state, () => state.tabular(state));
  expectClose(state, ')', open.span);
  return countNode(state, { kind: 'toscalar', span: since(state, open.span.start), query });
};

const constants: ReadonlyMap<string, Expr['kind']> = new Map([
  ['true', 'literal'],
  ['false', 'literal'],
  ['null', 'literal'],
]);

const parseWord = (state: State, token: PathToken): Expr => {
  if ((token.word === 'and' || token.word === 'or') && !isOp(peek(state, 1), '==')) {
    return fail(state, 'E201', token.span, 'expected an expression');
  }
  advance(state);
  if (atOp(state, '(') && !token.quoted) return parseCall(state, token);
  if (constants.has(token.word)) {
    const value = token.word === 'null' ? null : token.word === 'true';
    const literal = value === null ? ({ type: 'null', of: null } as const) : ({ type: 'bool', value } as const);
    return countNode(state, { kind: 'literal', span: token.span, value: literal });
  }
  return countNode(state, toPath(token));
};

const parseCall = (state: State, token: PathToken): Expr => {
  const open = peek(state).span;
  if (token.word === 'not') return parseNotCall(state, token, open);
  if (token.word === 'dynamic') return parseDynamicLiteral(state, token, open);
  if (token.word === 'typeof') return parseTypeof(state, token, open);
  if (token.word === 'toscalar' && startsTabular(state, state.at, true)) return parseToscalar(state, token, open);
  advance(state);
  const args = nested(state, () => parseArguments(state, token));
  expectClose(state, ')', open);
  const whole = since(state, token.span.start);
  const [only] = args;
  // The value of one row is the value itself.
  if (token.word === 'toscalar' && only && args.length === 1) return only.value;
  const name = state.text.slice(token.span.start, token.span.end);
  const call: CallExpr = { kind: 'call', span: whole, name, nameSpan: token.span, args };
  return countNode(state, call);
};

const parseNotCall = (state: State, token: PathToken, open: Span): Expr => {
  advance(state);
  const of = nested(state, () => parseExpr(state));
  expectClose(state, ')', open);
  if (of === droppedOperand) state.dropping = true;
  return isDropped(of) ? of : countNode(state, { kind: 'unary', span: since(state, token.span.start), op: 'not', of });
};

const parseArguments = (state: State, name: PathToken): Argument[] => {
  const args: Argument[] = [];
  while (!atOp(state, ')')) {
    expecting(state, { kind: 'argument', name: name.root, index: args.length });
    args.push(parseArgument(state, name));
    if (!takeOp(state, ',')) break;
  }
  expecting(state, { kind: 'argument', name: name.root, index: Math.max(0, args.length - 1) });
  return args;
};

const parseArgument = (state: State, callee: PathToken): Argument => {
  const token = peek(state);
  const next = peek(state, 1);
  if (isOp(token, '*') && (isOp(next, ',') || isOp(next, ')'))) {
    advance(state);
    return { span: token.span, name: null, value: countNode(state, { kind: 'star', span: token.span }) };
  }
  const named = token.kind === 'path' && isOp(next, '=') && state.defined.has(callee.word);
  const name = named ? expectName(state, 'a name') : null;
  if (named) advance(state);
  const value = parseExpr(state);
  if (value === droppedOperand) state.dropping = true;
  const kept: Expr =
    value === droppedAtom ? { kind: 'literal', span: token.span, value: { type: 'bool', value: true } } : value;
  return { span: since(state, token.span.start), name, value: kept };
};

const parseDynamicLiteral = (state: State, token: PathToken, open: Span): Expr => {
  advance(state);
  const value = parseDynamic(state);
  expectClose(state, ')', open);
  const whole = since(state, token.span.start);
  const literal = value === null ? ({ type: 'null', of: 'dynamic' } as const) : ({ type: 'dynamic', value } as const);
  return countNode(state, { kind: 'literal', span: whole, value: literal });
};

const parseTypeof = (state: State, token: PathToken, open: Span): Expr => {
  advance(state);
  const type = expectType(state);
  expectClose(state, ')', open);
  return countNode(state, { kind: 'typeof', span: since(state, token.span.start), type });
};

const parseToscalar = (state: State, token: PathToken, open: Span): Expr => {
  expectOp(state, '(', 'after toscalar');
  const query = nested(state, () => state.tabular(state));
  expectClose(state, ')', open);
  return countNode(state, { kind: 'toscalar', span: since(state, token.span.start), query });
};

export const expectType = (state: State): TypeName => {
  expecting(state, { kind: 'type' });
  const token = peek(state);
  const type = token.kind === 'path' ? typeNames.get(token.word) : undefined;
  if (type !== undefined) {
    advance(state);
    return type;
  }
  const known = 'bool, int, long, real, string, datetime, timespan, dynamic, guid, decimal';
  return token.kind === 'path'
    ? fail(state, 'E210', token.span, `unknown type ${describe(state, token)} (${known})${didYouMean(null)}`)
    : fail(state, 'E210', here(state), `expected a type (${known})`);
};
