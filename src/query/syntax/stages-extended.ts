import { span } from '../text/span.ts';
import type { Expr, ExpandItem, Option, SeriesItem, Source, Stage, Tabular } from './ast.ts';
import { parseExpr, parseSign, parseSum } from './expression-parser.ts';
import { expectType } from './primary-parser.ts';
import { parseKeys, parseList, parseOptions, parseValue, takeAssigned } from './parts.ts';
import {
  advance,
  atOp,
  atWord,
  expectClose,
  expecting,
  expectOp,
  expectWord,
  fail,
  here,
  isOp,
  lastEnd,
  named,
  nested,
  peek,
  report,
  since,
  type State,
  takeName,
  takeWord,
  toPath,
} from './state.ts';

export const parseMvExpand = (state: State, start: number): Stage => {
  const options = parseOptions(state, ['bagexpansion', 'kind', 'with_itemindex']);
  const items = parseList(state, parseExpandItem);
  const limit = takeWord(state, 'limit') ? parseValue(state) : null;
  return { kind: 'mv-expand', span: since(state, start), options, items, limit };
};

const parseExpandItem = (state: State): ExpandItem => {
  const start = here(state).start;
  const name = takeAssigned(state);
  const value = parseValue(state);
  const type = takeWord(state, 'to') ? parseTypeof(state) : null;
  return { span: since(state, start), name, value, type };
};

const parseTypeof = (state: State): ExpandItem['type'] => {
  expectWord(state, 'typeof', 'after to');
  const open = here(state);
  expectOp(state, '(', 'after typeof');
  const type = expectType(state);
  expectClose(state, ')', open);
  return type;
};

export const parseMakeSeries = (state: State, start: number): Stage => {
  const nonempty = parseOptions(state, ['kind']).some(
    (option) => option.value.kind === 'path' && option.value.root === 'nonempty',
  );
  expecting(state, { kind: 'aggregate' });
  const items = parseList(state, parseSeriesItem);
  expectWord(state, 'on', 'after the aggregates');
  const on = parseSum(state);
  const axis = takeWord(state, 'in') ? parseInRange(state) : parseFromTo(state);
  const keys = parseKeys(state);
  return { kind: 'make-series', span: since(state, start), items, on, ...axis, nonempty, keys };
};

const parseSeriesItem = (state: State): SeriesItem => {
  const start = here(state).start;
  const name = takeAssigned(state);
  const value = parseValue(state);
  expecting(state, { kind: 'word', word: 'default =' });
  const defaulted = atWord(state, 'default') && isOp(peek(state, 1), '=');
  if (defaulted) state.at += 2;
  return { name, value, default: defaulted ? parseSign(state) : null, span: since(state, start) };
};

type Axis = { readonly from: Expr | null; readonly to: Expr | null; readonly step: Expr; readonly inclusive: boolean };

const parseFromTo = (state: State): Axis => {
  const from = takeWord(state, 'from') ? parseSum(state) : null;
  const to = takeWord(state, 'to') ? parseSum(state) : null;
  expectWord(state, 'step', 'and its width');
  return { from, to, step: parseSum(state), inclusive: false };
};

const parseInRange = (state: State): Axis => {
  expectWord(state, 'range', 'after in');
  const open = here(state);
  expectOp(state, '(', 'after range');
  const from = parseExpr(state);
  expectOp(state, ',', 'after the start');
  const to = parseExpr(state);
  expectOp(state, ',', 'after the end');
  const step = parseExpr(state);
  expectClose(state, ')', open);
  return { from, to, step, inclusive: true };
};

export const parseJoin =
  (kind: 'join' | 'lookup') =>
  (state: State, start: number): Stage => {
    expecting(state, { kind: 'word', word: 'kind=' });
    const options = parseOptions(state, null, { kind: `${kind}-kind` });
    const right = parseSide(state);
    expectWord(state, 'on', 'and the keys');
    const on = parseList(state, parseValue);
    return { kind, span: since(state, start), options, right, on };
  };

/** A table or a query in parentheses, as the other side of a join or a part of a union. */
const parseSide = (state: State): Tabular => {
  expecting(state, { kind: 'table' });
  const token = peek(state);
  if (isOp(token, '(')) {
    advance(state);
    const inner = nested(state, () => state.tabular(state));
    expectClose(state, ')', token.span);
    return inner;
  }
  const source =
    parseTableName(state) ?? fail(state, 'E211', here(state), 'expected a table, or a query in parentheses');
  return { kind: 'tabular', span: source.span, source, stages: [] };
};

/** `T`, `['T']`, `T.sub`; a `*` that touches it is a pattern of names, which is not supported. */
export const parseTableName = (state: State): Extract<Source, { kind: 'named' }> | null => {
  const token = peek(state);
  const quoted = token.kind === 'path' ? null : takeName(state);
  if (quoted) {
    const { text: root, span: at } = quoted;
    const path = { kind: 'path', span: at, root, rootSpan: at, quoted: true, segments: [] } as const;
    return { kind: 'named', span: at, path: named(state, path), lone: true };
  }
  if (token.kind !== 'path') return null;
  advance(state);
  if (atOp(state, '*') && peek(state).span.start === lastEnd(state)) {
    const whole = span(token.span.start, advance(state).span.end);
    report(state, 'E601', whole, 'table patterns with * are not supported');
  }
  return { kind: 'named', span: token.span, path: named(state, toPath(token)), lone: true };
};

export const parseUnionParts = (state: State): { options: Option[]; sides: Tabular[] } => {
  const options = parseOptions(state);
  const sides = parseList(state, parseSide);
  return { options, sides };
};

export const parseUnionStage = (state: State, start: number): Stage => {
  const parts = parseUnionParts(state);
  return { kind: 'union', span: since(state, start), ...parts };
};
