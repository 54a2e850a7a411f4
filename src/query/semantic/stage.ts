import type * as Ast from '../syntax/ast.ts';
import { formatDuration, secondNs } from '../syntax/duration.ts';
import { replacement } from '../text/diagnostic.ts';
import {
  callExpr,
  columnExpr,
  constant,
  emptyScope,
  fail,
  newColumn,
  placed,
  type Binding,
  type Bound,
  warn,
  withColumns,
} from './binding.ts';
import { constantOf } from './call.ts';
import { bindExtend, bindProject, bindProjectBy, bindProjectRename, bindProjectReorder } from './columns.ts';
import { bindExpand } from './expand.ts';
import { bindExpr, type Place } from './expression.ts';
import { bindJoin } from './join.ts';
import { bindParse, bindParseKv } from './parse.ts';
import { bindPredicate } from './predicate.ts';
import { hash } from '../functions/encodings.ts';
import { plainText } from './constants.ts';
import { constantRight } from '../normalize/constant-right.ts';
import { conjuncts } from '../normalize/nnf.ts';
import { identityOf, lotOf } from './identity.ts';
import { timeField } from './resolve.ts';
import type { Computed, Expr, Predicate, SortKey, Stage } from './rq.ts';
import { bindMakeSeries, bindTimechart } from './series.ts';
import { allColumns, rowsBound } from './source.ts';
import { bindDistinct, bindSummarize, bindCount } from './summarize.ts';
import { bindUnion } from './union.ts';
import { nowhere, type Span } from '../text/span.ts';

export const rowsMax = 10_000;

export function bindStage(b: Binding, bound: Bound, ast: Ast.Stage): Bound | null {
  switch (ast.kind) {
    case 'where':
      return bindWhere(b, bound, ast);
    case 'search':
      return bindSearch(b, bound, ast);
    case 'extend':
      return bindExtend(b, bound, ast.columns);
    case 'project':
      return bindProject(b, bound, ast);
    case 'project-away':
    case 'project-keep':
      return bindProjectBy(b, bound, ast.kind, ast.patterns);
    case 'project-reorder':
      return bindProjectReorder(b, bound, ast.patterns);
    case 'project-rename':
      return bindProjectRename(b, bound, ast);
    case 'summarize':
      return bindSummarize(b, bound, ast);
    case 'timechart':
      return bindTimechart(b, bound, ast);
    case 'sort':
      return bindSort(b, bound, ast.keys);
    case 'take':
      return bindTake(b, bound, ast.rows);
    case 'top': {
      const sorted = bindSort(b, bound, ast.keys);
      return sorted === null ? null : bindTake(b, sorted, ast.rows);
    }
    case 'distinct':
      return bindDistinct(b, bound, ast);
    case 'count':
      return bindCount(b, bound, ast);
    case 'sample':
      return bindSample(b, bound, ast.rows);
    case 'sample-distinct':
      return bindSampleDistinct(b, bound, ast);
    case 'mv-expand':
      return bindExpand(b, bound, ast);
    case 'parse':
    case 'parse-where':
      return bindParse(b, bound, ast);
    case 'parse-kv':
      return bindParseKv(b, bound, ast);
    case 'make-series':
      return bindMakeSeries(b, bound, ast);
    case 'join':
    case 'lookup':
      return bindJoin(b, bound, ast);
    case 'union':
      return bindUnion(b, bound, ast.sides, ast.options, ast.span);
    case 'as':
      b.names.set(ast.name.text, { bound, relations: b.relations });
      return bound;
    case 'serialize': {
      const before = inOrder(b, bound);
      const ordered = { ...before, scope: { ...before.scope, order: before.scope.order ?? [] } };
      return ast.columns.length === 0 ? ordered : bindExtend(b, ordered, ast.columns);
    }
    case 'getschema':
      return bindGetSchema(b, bound);
    case 'render':
      return bindRender(b, bound, ast);
    case 'error':
      return null;
  }
}

export function withStages(bound: Bound, ...stages: readonly Stage[]): Bound {
  return { ...bound, relation: { ...bound.relation, stages: [...bound.relation.stages, ...stages] } };
}

/** The same rows with these columns beside theirs, or in their place. */
export function extended(bound: Bound, computed: readonly Computed[]): Bound {
  const made = computed.map((one) => one.column);
  return withColumns(withStages(bound, { kind: 'compute', columns: computed }), placed(bound.scope.columns, made));
}

/** Binds expressions of rows; functions over ordered rows that they hold become stages before. */
export function withRows<T>(bound: Bound, bind: (place: Place) => T): { bound: Bound; value: T } {
  const windows: Computed[] = [];
  const value = bind({ scope: bound.scope, sink: null, windows });
  return { bound: windowStages(bound, windows), value };
}

export function windowStages(bound: Bound, windows: readonly Computed[]): Bound {
  const order = bound.scope.order ?? [];
  const stages = windows.map((one): Stage => ({ kind: 'window', columns: [one], order }));
  return stages.length === 0 ? bound : inOrderAgain(withStages(bound, ...stages));
}

/** What is computed over rows leaves them in no order: they get again the one that they had. */
export function inOrderAgain(bound: Bound): Bound {
  const keys = bound.scope.order ?? [];
  return keys.length === 0 ? bound : withStages(bound, { kind: 'sort', keys });
}

function bindWhere(b: Binding, bound: Bound, ast: Ast.StageOf<'where'> | Ast.StageOf<'search'>): Bound {
  const { bound: before, value } = withRows(bound, (place) => bindPredicate(b, place, ast.predicate));
  const filtered = withStages(before, { kind: 'filter', predicate: value });
  return narrowRange(b, filtered, ast.span, value);
}

function bindSearch(b: Binding, bound: Bound, ast: Ast.StageOf<'search'>): Bound {
  const [table] = ast.tables;
  if (table !== undefined)
    fail(b, 'E601', table.span, 'search in (…) is not supported behind a source; it searches the rows of that');
  const { mode } = ast;
  if (mode !== null && !['default', 'case_insensitive'].includes(mode.text.toLowerCase()))
    fail(b, 'E601', mode.span, `search kind=${mode.text} is not supported; where * has_cs "word" minds the case`);
  return bindWhere(b, bound, ast);
}

/** Constant bounds of the time narrow the range that `bin_auto`, `rate` and gap filling go by; they cannot widen it. */
function narrowRange(b: Binding, bound: Bound, at: Span, predicate: Predicate): Bound {
  const time = bound.scope.table?.time.field;
  if (time === undefined) return bound;
  let { from, to } = bound.scope.range;
  for (const item of conjuncts(predicate)) {
    if (item.kind !== 'atom' || item.atom.kind !== 'compare') continue;
    const { left, right, op } = constantRight(item.atom);
    if (left.kind !== 'field' || left.field.name !== time || right.kind !== 'const' || typeof right.value !== 'bigint')
      continue;
    const [after, before] = [op.startsWith('>'), op.startsWith('<')];
    if (item.negated ? before : after) {
      if (right.value < from) warnPicker(b, at, from, to);
      else from = right.value;
    } else if (item.negated ? after : before) {
      if (right.value < to) to = right.value;
    }
  }
  const range = from < to ? { from, to } : bound.scope.range;
  return { ...bound, scope: { ...bound.scope, range } };
}

function warnPicker(b: Binding, at: Span, from: bigint, to: bigint): void {
  warn(
    b,
    'W502',
    at,
    `the time range of the request limits this query to ${formatDuration(to - from - ((to - from) % secondNs))}`,
  );
}

function bindSort(b: Binding, bound: Bound, keys: readonly Ast.SortKey[]): Bound | null {
  const { bound: before, value } = withRows(bound, (place) => keys.map((key) => sortKey(b, place, key)));
  const bindKeys: SortKey[] = [];
  for (const key of value) {
    if (key === null) return null;
    bindKeys.push(key);
  }
  const rest = b.options.steady ? totalOrder(b, before) : groupOrder(before);
  return sortedBy(before, [...bindKeys, ...rest.filter((key) => !bindKeys.some((one) => isSameColumn(one, key)))]);
}

/** Of groups that are equally large the same come first each time: by what they are grouped by. */
function groupOrder({ relation, scope }: Bound): readonly SortKey[] {
  const grouped = relation.stages.findLast((stage) => stage.kind === 'aggregate');
  const keys = new Set(grouped?.keys.map(({ column }) => column.id));
  return scope.columns
    .filter(({ id }) => keys.has(id))
    .map((one) => ({ expr: columnExpr(one, nowhere), descending: false, nulls: 'last' }));
}

function isSameColumn({ expr: one }: SortKey, { expr: other }: SortKey): boolean {
  return one.kind === 'column' && other.kind === 'column' && one.column.id === other.column.id;
}

function sortedBy(bound: Bound, keys: readonly SortKey[]): Bound {
  const sorted = withStages(bound, { kind: 'sort', keys });
  return { ...sorted, scope: { ...sorted.scope, order: keys } };
}

/** Tells rows apart: by what they are in their table, newest first; those that stages made, then by all that is in sight of them. */
export function totalOrder(b: Binding, { scope }: Bound): readonly SortKey[] {
  const own = identityOf(b, scope).map((expr): SortKey => ({ expr, descending: true, nulls: 'last', asStored: true }));
  if (scope.table !== null) return own;
  const all = scope.columns.map((one): SortKey => ({
    expr: columnExpr(one, nowhere),
    descending: false,
    nulls: 'last',
  }));
  return [...own, ...all.filter((key) => !own.some((one) => isSameColumn(one, key)))];
}

/** Rows without an order of their own get one, where they have to be the same each time. */
export function inOrder(b: Binding, bound: Bound): Bound {
  const isOrdered = (bound.scope.order ?? []).length > 0;
  return b.options.steady && !isOrdered ? sortedBy(bound, totalOrder(b, bound)) : bound;
}

function sortKey(b: Binding, place: Place, key: Ast.SortKey): SortKey | null {
  const expr = sortValue(b, place, key.value);
  if (expr.type === 'error') return null;
  const descending = key.order !== 'asc';
  return { expr, descending, nulls: key.nulls ?? (descending ? 'last' : 'first') };
}

/** A key that a projection has hidden is looked for behind it. */
function sortValue(b: Binding, place: Place, ast: Ast.Expr): Expr {
  const found = b.diagnostics.length;
  const expr = bindExpr(b, place, ast);
  const behind = place.scope.behind;
  if (expr.type !== 'error' || behind === undefined) return expr;
  const faults = b.diagnostics.splice(found);
  const hidden = sortValue(b, { ...place, scope: behind }, ast);
  if (hidden.type === 'error') b.diagnostics.splice(found, b.diagnostics.length, ...faults);
  return hidden;
}

function bindTake(b: Binding, bound: Bound, ast: Ast.Expr): Bound | null {
  const rows = rowCount(b, ast, 'take');
  return rows === null ? null : withStages(inOrder(b, bound), { kind: 'limit', rows });
}

export function rowCount(b: Binding, ast: Ast.Expr, what: string): number | null {
  const expr = bindExpr(b, { scope: emptyScope(b), sink: null }, ast);
  if (expr.type === 'error') return null;
  const value = constantOf(b)(expr);
  if (typeof value !== 'bigint') {
    fail(b, 'E403', ast.span, `${what} needs a whole number`);
    return null;
  }
  if (value < 0n || value > BigInt(rowsMax)) {
    fail(b, 'E501', ast.span, `${what} takes 0 to ${rowsMax} rows, not ${value}`, {
      fixes: value > 0n ? [replacement(String(rowsMax), ast.span, String(rowsMax))] : [],
    });
    return null;
  }
  return Number(value);
}

function bindSample(b: Binding, bound: Bound, ast: Ast.Expr): Bound | null {
  const rows = rowCount(b, ast, 'sample');
  if (rows === null) return null;
  const dice = b.options.steady ? diceOf(b, bound) : null;
  if (dice !== null) {
    const picked = withStages(sortedBy(bound, [dice]), { kind: 'limit', rows });
    return sortedBy(picked, totalOrder(b, picked));
  }
  const last = bound.scope.columns.at(-1);
  const salt = last === undefined ? timeField(bound.scope) : columnExpr(last, nowhere);
  return withStages(bound, { kind: 'sample', rows, salt });
}

/** Chance that falls the same each time the same range is asked for. */
function diceOf(b: Binding, { scope }: Bound): SortKey | null {
  const lot = lotOf(b, scope, b.range.to);
  if (lot === null) return null;
  const hashed = callExpr(hash, [lot], 'long', nowhere);
  return { expr: { ...hashed, nullable: false }, descending: false, nulls: 'last' };
}

function bindSampleDistinct(b: Binding, bound: Bound, ast: Ast.StageOf<'sample-distinct'>): Bound | null {
  const rows = rowCount(b, ast.rows, 'sample-distinct');
  const distinct = bindDistinct(b, bound, {
    kind: 'distinct',
    span: ast.span,
    all: false,
    columns: [{ span: ast.of.span, names: [], value: ast.of }],
  });
  return rows === null || distinct === null ? null : withStages(inOrder(b, distinct), { kind: 'limit', rows });
}

/** The columns of this place as rows: no data is read. */
function bindGetSchema(b: Binding, bound: Bound): Bound {
  const all = allColumns(b, bound);
  const columns = (['ColumnName', 'ColumnOrdinal', 'DataType', 'ColumnType'] as const).map((name) =>
    newColumn(b, name, { type: name === 'ColumnOrdinal' ? 'long' : 'string', nullable: false }),
  );
  const rows = all.scope.columns.map((column, index): Expr[] => [
    constant(column.name, 'string', nowhere),
    constant(BigInt(index), 'long', nowhere),
    constant(dataTypes[column.type] ?? 'System.Object', 'string', nowhere),
    constant(column.type === 'unknown' ? 'dynamic' : column.type, 'string', nowhere),
  ]);
  const { relation, scope } = rowsBound(b, columns, rows);
  return { relation, scope: { ...scope, closedBy: 'getschema' } };
}

const dataTypes: Readonly<Record<string, string>> = {
  bool: 'System.SByte',
  int: 'System.Int32',
  long: 'System.Int64',
  real: 'System.Double',
  decimal: 'System.Data.SqlTypes.SqlDecimal',
  string: 'System.String',
  datetime: 'System.DateTime',
  timespan: 'System.TimeSpan',
  guid: 'System.Guid',
};

/** A hint for whoever draws the result. */
function bindRender(b: Binding, bound: Bound, ast: Ast.StageOf<'render'>): Bound {
  const options: Record<string, string> = {};
  for (const option of ast.options) {
    const value = option.value;
    options[option.name.text] =
      value.kind === 'path'
        ? value.root
        : value.kind === 'literal' && 'value' in value.value
          ? plainText(value.value.value)
          : '';
  }
  b.chart = { kind: ast.chart.text, options };
  return bound;
}
