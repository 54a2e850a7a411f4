import { span } from '../text/span.ts';
import type { Expr, Source, Stage } from './ast.ts';
import { parseExpr, parseSum } from './expression-parser.ts';
import { listItemsMax } from './limits.ts';
import { parseColumnDecls, parseNamedList } from './parts.ts';
import { parseTableName, parseUnionParts } from './stages-extended.ts';
import {
  advance,
  atOp,
  expectClose,
  expecting,
  expectName,
  expectOp,
  expectWord,
  here,
  isInfixAt,
  isOp,
  namesTable,
  nested,
  peek,
  report,
  since,
  type State,
  takeOp,
} from './state.ts';
import { opensSource, startsTabular } from './tabular-ahead.ts';
import type { Token } from './token.ts';

/**
 * What a query starts from, or null when it starts with an operator or a filter: a keyword of a source, a table's name,
 * or a query in parentheses.
 */
export const parseSource = (state: State): Source | null => {
  expecting(state, { kind: 'source' });
  const token = peek(state);
  if (isOp(token, '(')) return startsTabular(state, state.at, endsBehind(state)) ? parseGroup(state) : null;
  if (isOp(token, '*')) return starIsSource(state) ? { kind: 'everything', span: advance(state).span } : null;
  if (token.kind === 'path' && opensSource(state, state.at)) return parseKeyword(state, token.word, token.span.start);
  return isTableName(state, token) ? parseTableName(state) : null;
};

/** Nothing but a pipe follows the parentheses: `(T) | take 1`, not `(a) and b`. */
const endsBehind = (state: State): boolean => {
  const behind = state.tokens[(state.closes[state.at] ?? -1) + 1];
  return behind?.kind === 'end' || (behind?.kind === 'op' && ['|', ')', ';'].includes(behind.op));
};

const starIsSource = (state: State): boolean => {
  const next = peek(state, 1);
  if (next.kind === 'op') return ['|', ')', ';'].includes(next.op);
  return next.kind === 'end' || (next.kind === 'path' && !isInfixAt(state, 1));
};

/** A name is a table's where nothing can be done with it: at the end, before a pipe, or before another operand. */
const isTableName = (state: State, token: Token): boolean => {
  const bracketed = isOp(token, '[') && peek(state, 1).kind === 'string' && isOp(peek(state, 2), ']');
  if (token.kind !== 'path' && !bracketed) return false;
  const ahead = bracketed ? 3 : 1;
  const next = peek(state, ahead);
  if (token.kind === 'path' && ['not', 'true', 'false', 'null'].includes(token.word)) return false;
  switch (next.kind) {
    case 'end':
      return true;
    case 'op': {
      if (['|', ')', ';'].includes(next.op)) return true;
      // `spans (a or b)`: only a name that is known to be a table; else it is a call.
      return next.op === '(' && token.kind === 'path' && namesTable(state, token);
    }
    case 'path':
      return !isInfixAt(state, ahead) && !(next.word === 'not' && isInfixAt(state, ahead + 1));
    case 'regex':
      return false;
    case 'string':
    case 'literal':
    case 'typed':
    case 'node':
    case 'placeholder':
      return true;
  }
};

const parseGroup = (state: State): Source => {
  const open = advance(state).span;
  const of = nested(state, () => state.tabular(state));
  expectClose(state, ')', open);
  return { kind: 'group', span: since(state, open.start), of };
};

const parseKeyword = (state: State, word: string, start: number): Source => {
  advance(state);
  switch (word) {
    case 'print':
      return { kind: 'print', columns: parseNamedList(state), span: since(state, start) };
    case 'range':
      return parseRange(state, start);
    case 'datatable':
      return parseDatatable(state, start);
    case 'union':
      return { kind: 'union', ...parseUnionParts(state), span: since(state, start) };
    default:
      return parseMaterialize(state, start);
  }
};

const parseRange = (state: State, start: number): Source => {
  const name = expectName(state, 'a column name');
  expectWord(state, 'from', 'after the name');
  const from = parseSum(state);
  expectWord(state, 'to', 'after the start');
  const to = parseSum(state);
  expectWord(state, 'step', 'after the end');
  const step = parseSum(state);
  return { kind: 'range', span: since(state, start), name, from, to, step };
};

const parseDatatable = (state: State, start: number): Source => {
  const columns = parseColumnDecls(state, 'after datatable');
  const open = here(state);
  expectOp(state, '[', 'and the values');
  const cells: Expr[] = [];
  while (!atOp(state, ']')) {
    cells.push(parseExpr(state));
    if (cells.at(-1)?.kind === 'literal') state.nodes -= 1;
    if (cells.length === listItemsMax + 1) {
      report(state, 'E504', open, `datatable is too long (limit ${listItemsMax} values)`);
    }
    if (!takeOp(state, ',')) break;
  }
  expectClose(state, ']', open);
  return { kind: 'datatable', span: since(state, start), columns, cells };
};

const parseMaterialize = (state: State, start: number): Source => {
  const open = advance(state).span;
  const of = nested(state, () => state.tabular(state));
  expectClose(state, ')', open);
  return { kind: 'materialize', span: since(state, start), of };
};

/** A filter written right behind a table's name: `spans method == "GET"`. */
export const withLone = (source: Source, lone: boolean): Source =>
  source.kind === 'named' ? { ...source, lone } : source;

export const emptySource = (at: number): Source => ({ kind: 'default', span: span(at, at) });

export const errorStage = (start: number, end: number): Stage => ({
  kind: 'error',
  span: span(start, Math.max(start, end)),
});
