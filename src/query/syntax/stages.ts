import { replacement } from '../text/diagnostic.ts';
import { span } from '../text/span.ts';
import type { Expr, ParsePart, PathExpr, Stage } from './ast.ts';
import { parseExpr, parseSum } from './expression-parser.ts';
import type { OperatorName } from './operators.ts';
import { expectType, parseLiteral } from './primary-parser.ts';
import {
  parseColumnDecls,
  parseKeys,
  parseList,
  parseNamedList,
  parseOptions,
  parsePattern,
  parseSortKey,
  parseValue,
  parseWith,
  takeOneOf,
  skipHints,
} from './parts.ts';
import { parseJoin, parseMakeSeries, parseMvExpand, parseUnionStage } from './stages-extended.ts';
import {
  advance,
  atOp,
  atWord,
  expectClose,
  expecting,
  expectName,
  expectOp,
  expectWord,
  fail,
  here,
  isOp,
  peek,
  since,
  type State,
  takeName,
  takeOp,
  takeWord,
} from './state.ts';

/** What stands behind an operator's word. `start` is where the word begins. */
export type StageParser = (state: State, start: number) => Stage;

const parseWhere: StageParser = (state, start) => {
  const predicate = parseExpr(state);
  return { kind: 'where', span: since(state, start), predicate };
};

const parseSearch: StageParser = (state, start) => {
  const mode =
    atWord(state, 'kind') && isOp(peek(state, 1), '=') ? ((state.at += 2), expectName(state, 'a kind')) : null;
  const tables = atWord(state, 'in') && isOp(peek(state, 1), '(') ? parseSearchTables(state) : [];
  const predicate = parseExpr(state);
  return { kind: 'search', span: since(state, start), mode, tables, predicate };
};

const parseSearchTables = (state: State): ReturnType<typeof expectName>[] => {
  advance(state);
  const open = advance(state).span;
  const tables = parseList(state, (inner) => {
    expecting(inner, { kind: 'table' });
    return expectName(inner, 'a table');
  });
  expectClose(state, ')', open);
  return tables;
};

const columnsOf =
  (kind: 'extend' | 'project'): StageParser =>
  (state, start) => {
    const columns = parseNamedList(state);
    return { kind, span: since(state, start), columns };
  };

const patternsOf =
  (kind: 'project-away' | 'project-keep' | 'project-reorder'): StageParser =>
  (state, start) => {
    const patterns = parseList(state, (inner) => {
      const pattern = parsePattern(inner);
      if (kind !== 'project-reorder') return pattern;
      const granny = atWord(inner, 'granny') && isOp(peek(inner, 1), '-');
      if (granny) inner.at += 2;
      const order = takeOneOf(inner, ['asc', 'desc'] as const);
      return { ...pattern, order: granny && order ? (`granny-${order}` as const) : order };
    });
    return { kind, span: since(state, start), patterns };
  };

const parseRename: StageParser = (state, start) => {
  const columns = parseList(state, (inner) => {
    const at = here(inner).start;
    const name = expectName(inner, 'the new name');
    expectOp(inner, '=', `and the present name after ${name.text}`);
    const path = expectPath(inner);
    return { span: since(inner, at), name, path };
  });
  return { kind: 'project-rename', span: since(state, start), columns };
};

const expectPath = (state: State): PathExpr => {
  const at = here(state);
  const expr = parseSum(state);
  return expr.kind === 'path' ? expr : fail(state, 'E209', at, 'expected the present name of the column');
};

const parseSummarize: StageParser = (state, start) => {
  skipHints(state);
  expecting(state, { kind: 'aggregate' });
  const bare = atWord(state, 'by') && !isOp(peek(state, 1), '=');
  const aggregates = bare ? [] : parseNamedList(state);
  const keys = parseKeys(state);
  return { kind: 'summarize', span: since(state, start), aggregates, keys };
};

const parseTimechart: StageParser = (state, start) => {
  let width: Expr | null = null;
  let limit: Expr | null = null;
  while (isOp(peek(state, 1), '=') && (atWord(state, 'span') || atWord(state, 'limit'))) {
    const isWidth = atWord(state, 'span');
    state.at += 2;
    // A list of columns follows without a comma, so nothing may be put to a literal: `span = 5m [a, b]`.
    const value = parseLiteral(state) ?? parseSum(state);
    if (isWidth) width = value;
    else limit = value;
  }
  expecting(state, { kind: 'aggregate' });
  const aggregates = parseNamedList(state);
  if (isOp(peek(state, 1), '=') && (atWord(state, 'span') || atWord(state, 'limit')))
    fail(state, 'E206', peek(state).span, 'span and limit stand before the aggregates');
  const keys = parseKeys(state);
  return { kind: 'timechart', span: since(state, start), width, limit, aggregates, keys };
};

const parseSort: StageParser = (state, start) => {
  expectWord(state, 'by', 'after sort');
  const keys = parseList(state, parseSortKey);
  return { kind: 'sort', span: since(state, start), keys };
};

const rowsOf =
  (kind: 'take' | 'sample'): StageParser =>
  (state, start) => {
    const rows = parseValue(state);
    return { kind, span: since(state, start), rows };
  };

const parseTop: StageParser = (state, start) => {
  const rows = parseValue(state);
  expectWord(state, 'by', 'after the number of rows');
  const keys = parseList(state, parseSortKey);
  return { kind: 'top', span: since(state, start), rows, keys };
};

const parseDistinct: StageParser = (state, start) => {
  skipHints(state);
  const all = takeOp(state, '*');
  const columns = all ? [] : parseNamedList(state);
  return { kind: 'distinct', span: since(state, start), all, columns };
};

const parseCount: StageParser = (state, start) => {
  if (atWord(state, 'by')) {
    const at = span(start, here(state).end);
    const fixes = [replacement('summarize', at, 'summarize count() by')];
    fail(state, 'E206', at, 'count has no groups; did you mean summarize count() by?', { fixes });
  }
  const as = takeWord(state, 'as') ? expectName(state, 'a column name') : null;
  return { kind: 'count', span: since(state, start), as };
};

const parseSampleDistinct: StageParser = (state, start) => {
  const rows = parseValue(state);
  expectWord(state, 'of', 'after the number of values');
  const of = parseValue(state);
  return { kind: 'sample-distinct', span: since(state, start), rows, of };
};

const parseParse =
  (kind: 'parse' | 'parse-where'): StageParser =>
  (state, start) => {
    const { mode, flags } = parseMode(state);
    const subject = parseValue(state);
    expectWord(state, 'with', 'after the text to parse');
    const parts: ParsePart[] = [];
    for (let part = takePart(state); part; part = takePart(state)) parts.push(part);
    if (parts.length === 0) fail(state, 'E201', here(state), 'expected a pattern: texts in quotes, names and *');
    return { kind, span: since(state, start), mode, flags, subject, parts };
  };

const parseMode = (state: State): { mode: 'simple' | 'regex' | 'relaxed'; flags: string | null } => {
  if (!atWord(state, 'kind') || !isOp(peek(state, 1), '=')) return { mode: 'simple', flags: null };
  state.at += 2;
  const at = here(state);
  const mode = takeOneOf(state, ['simple', 'regex', 'relaxed'] as const);
  if (mode === null) return fail(state, 'E208', at, 'expected simple, regex or relaxed');
  const flagged = atWord(state, 'flags') && isOp(peek(state, 1), '=');
  if (!flagged) return { mode, flags: null };
  state.at += 2;
  return { mode, flags: expectName(state, 'flags').text };
};

const takePart = (state: State): ParsePart | null => {
  const token = peek(state);
  if (isOp(token, '*')) {
    advance(state);
    return { kind: 'star', span: token.span };
  }
  if (token.kind === 'string') {
    advance(state);
    return { kind: 'text', span: token.span, text: token.value };
  }
  const name = takeName(state);
  if (!name) return null;
  const type = takeOp(state, ':') ? expectType(state) : null;
  return { kind: 'column', span: since(state, name.span.start), name, type };
};

const parseParseKv: StageParser = (state, start) => {
  const subject = parseValue(state);
  expectWord(state, 'as', 'after the text to parse');
  const columns = parseColumnDecls(state, 'after as');
  const options = parseWith(state);
  return { kind: 'parse-kv', span: since(state, start), subject, columns, options };
};

const parseAs: StageParser = (state, start) => {
  parseOptions(state);
  return { kind: 'as', name: expectName(state, 'a name'), span: since(state, start) };
};

const parseSerialize: StageParser = (state, start) => {
  const token = peek(state);
  const ends = token.kind === 'end' || atOp(state, '|') || atOp(state, ')') || atOp(state, ';');
  const columns = ends ? [] : parseNamedList(state);
  return { kind: 'serialize', span: since(state, start), columns };
};

const parseGetschema: StageParser = (state, start) => ({ kind: 'getschema', span: since(state, start) });

const parseRender: StageParser = (state, start) => {
  expecting(state, { kind: 'chart' });
  const chart = expectName(state, 'the name of a chart');
  const options = parseWith(state);
  return { kind: 'render', span: since(state, start), chart, options };
};

export const stageParsers: Readonly<Record<OperatorName, StageParser>> = {
  where: parseWhere,
  search: parseSearch,
  extend: columnsOf('extend'),
  project: columnsOf('project'),
  'project-away': patternsOf('project-away'),
  'project-keep': patternsOf('project-keep'),
  'project-reorder': patternsOf('project-reorder'),
  'project-rename': parseRename,
  summarize: parseSummarize,
  timechart: parseTimechart,
  sort: parseSort,
  take: rowsOf('take'),
  sample: rowsOf('sample'),
  top: parseTop,
  distinct: parseDistinct,
  count: parseCount,
  'sample-distinct': parseSampleDistinct,
  'mv-expand': parseMvExpand,
  parse: parseParse('parse'),
  'parse-where': parseParse('parse-where'),
  'parse-kv': parseParseKv,
  'make-series': parseMakeSeries,
  join: parseJoin('join'),
  lookup: parseJoin('lookup'),
  union: parseUnionStage,
  as: parseAs,
  serialize: parseSerialize,
  getschema: parseGetschema,
  render: parseRender,
};
