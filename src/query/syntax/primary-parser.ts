import { replacement } from '../text/diagnostic.ts';
import { type Span, span } from '../text/span.ts';
import type { Argument, CallExpr, Expr, PathExpr, TypeName } from './ast.ts';
import { listItemsMax } from './limits.ts';
import type { Cursor } from './cursor.ts';
import { lexSegments } from './lexer-path.ts';
import { parseDynamic, parseTyped } from './literal-parser.ts';
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
  failLabels,
  here,
  isOp,
  named,
  nested,
  peek,
  report,
  since,
  type State,
  takeOp,
  toPath,
} from './state.ts';
import { startsTabular } from './tabular-ahead.ts';
import { constantOf, type PathToken, type Token, typeNames } from './token.ts';
import { droppedAtom, droppedOperand, isDropped, parseExpr } from './expression-parser.ts';

/* What expressions are made of: literals, paths, calls, brackets. */

export const parsePrimary = (state: State): Expr => {
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
    if (atOp(state, ',')) fail(state, 'E206', peek(state).span, "several values stand behind 'in', as in (…, …)");
    expectClose(state, ')', token.span);
    if (of === droppedOperand) state.dropping = true;
    return of;
  }
  if (isOp(token, '{')) failLabels(state);
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

/** Expressions up to a closing bracket, which is left; a trailing comma is fine. `beside` is what they are compared with. */
export const parseItems = (state: State, close: ')' | ']', beside?: Expr): Expr[] => {
  const items: Expr[] = [];
  while (!atOp(state, close)) {
    if (beside) expecting(state, { kind: 'value', left: beside });
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

const parseWord = (state: State, token: PathToken): Expr => {
  if ((token.word === 'and' || token.word === 'or') && !isOp(peek(state, 1), '==')) {
    return fail(state, 'E201', token.span, 'expected an expression');
  }
  advance(state);
  if (atOp(state, '(') && !token.quoted) return parseCall(state, token);
  if (token.word === 'case' && atWord(state, 'when')) {
    fail(state, 'E206', since(state, token.span.start), 'choices are written as case(condition, value, …, otherwise)');
  }
  const value = constantOf(token.word);
  return value ? countNode(state, { kind: 'literal', span: token.span, value }) : named(state, toPath(token));
};

const parseCall = (state: State, token: PathToken): Expr => {
  const open = peek(state).span;
  if (token.word === 'not') return parseNotCall(state, token, open);
  if (token.word === 'dynamic') return parseDynamicLiteral(state, token, open);
  if (token.word === 'typeof') return parseTypeof(state, token, open);
  if (token.word === 'toscalar' && startsTabular(state, state.at, true)) return parseToscalar(state, token, open);
  advance(state);
  if (token.word === 'count' && atWord(state, 'distinct') && peek(state, 1).kind === 'path') failDistinct(state, token);
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

/** `count(distinct x)`, as SQL has it. */
const failDistinct = (state: State, name: PathToken): never => {
  const at = span(name.span.start, peek(state).span.end);
  const fixes = [replacement('use count_distinct(…)', span(at.start, peek(state, 1).span.start), 'count_distinct(')];
  return fail(state, 'E206', at, 'different values are counted by count_distinct(…)', { fixes });
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
    ? fail(state, 'E210', token.span, `unknown type ${describe(state, token)} (${known})`)
    : fail(state, 'E210', here(state), `expected a type (${known})`);
};
