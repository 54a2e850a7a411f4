import { nullOf, storeType } from '../clickhouse/casts.ts';
import { lowerExpr, type Env } from '../clickhouse/expression.ts';
import { call, cast, column, infix, literal, type From, type SelectItem, type Sql } from '../clickhouse/sql-ast.ts';
import { lowerPredicate } from '../clickhouse/predicates.ts';
import { atomsOf } from '../semantic/parts.ts';
import type { Column, Expr, Predicate, Source, UnionSide } from '../semantic/rq.ts';
import { isDrawn } from './chance.ts';
import { rangeRowsMax } from '../syntax/limits.ts';
import { internalName, Level, type Input } from './level.ts';
import type { Planner } from './planner.ts';

/** Nothing is in sight but constants and sub-queries. */
function constantEnv(planner: Planner): Env {
  return planner.env(new Level({ from: null }));
}

/** What arrays are joined to. */
function oneRow(planner: Planner): From {
  return { kind: 'select', select: { items: [{ expr: literal(1), alias: '__one' }] }, alias: planner.alias() };
}

/** `print` and `datatable`: one row is a select without FROM, several are arrays that are joined side by side. */
export function rowsInput(planner: Planner, source: Extract<Source, { kind: 'rows' }>): Input {
  const env = constantEnv(planner);
  const [only] = source.rows;
  if (source.rows.length === 1 && only !== undefined) {
    const values = new Map(source.columns.map((one, index) => [one.id, lowerCell(env, only[index], one)]));
    return {
      from: null,
      column: (wanted) => (wanted.id === source.row.id ? literal(0) : values.get(wanted.id)),
    };
  }
  const items: SelectItem[] = source.columns.map((one, index) => {
    const cells: Sql = { kind: 'array', items: source.rows.map((row) => lowerCell(env, row[index], one)) };
    return { expr: cast(cells, `Array(Nullable(${storeType(one.type)}))`), alias: internalName(one) };
  });
  const numbers = cast({ kind: 'array', items: source.rows.map((_, index) => literal(index)) }, 'Array(Int64)');
  const all = [...items, { expr: numbers, alias: internalName(source.row) }];
  const known = new Set([...source.columns.map((one) => one.id), source.row.id]);
  return {
    from: oneRow(planner),
    arrayJoin: all,
    column: (wanted) => (known.has(wanted.id) ? column(internalName(wanted)) : undefined),
  };
}

function lowerCell(env: Env, cell: Expr | undefined, of: Column): Sql {
  return cell === undefined ? nullOf(of.type) : lowerExpr(env, cell);
}

/** `range x from a to b step s`: counted rows, each a step further. */
export function rangeInput(planner: Planner, source: Extract<Source, { kind: 'range' }>): Input {
  const env = constantEnv(planner);
  const [from, to, step] = [source.from, source.to, source.step].map((expr) => lowerExpr(env, expr));
  if (from === undefined || to === undefined || step === undefined) throw new Error('a range has three parts');
  const isTime = source.column.type === 'datetime';
  const start = isTime ? call('toUnixTimestamp64Nano', from) : from;
  const end = isTime ? call('toUnixTimestamp64Nano', to) : to;
  const steps = call('floor', infix('/', infix('-', end, start), step));
  const count = call(
    'toUInt64',
    call('least', call('greatest', infix('+', steps, literal(1)), literal(0)), literal(rangeRowsMax)),
  );
  const n = column(internalName(source.row));
  const value = infix('+', start, infix('*', call('toInt64', n), step));
  return {
    from: oneRow(planner),
    arrayJoin: [{ expr: call('range', call('assumeNotNull', count)), alias: internalName(source.row) }],
    column: (wanted) => {
      if (wanted.id === source.row.id) return n;
      if (wanted.id !== source.column.id) return undefined;
      return isTime ? call('fromUnixTimestamp64Nano', value, literal('UTC')) : value;
    },
  };
}

/** Rows of an earlier side come first. */
function rowNumber(side: number): Sql {
  return infix('+', literal(BigInt(side) * 1_000_000_000_000n), call('toInt64', call('rowNumberInAllBlocks')));
}

type Union = Extract<Source, { kind: 'union' }>;

/** What is asked of all rows, asked of the rows of a side: there its indexes answer. Above the sides it is asked again. */
function filterSide(
  planner: Planner,
  level: Level,
  source: Union,
  items: UnionSide['items'],
  all: readonly Predicate[],
): Level {
  const filters = all.filter((filter) =>
    atomsOf(filter).every((atom) => atom.kind !== 'in-query' && atom.kind !== 'has-query'),
  );
  if (filters.length === 0) return level;
  const open = level.isDone ? planner.close(level) : level;
  const env = planner.env(open);
  const itemsById = new Map(source.columns.map((one, index) => [one.id, items[index] ?? null]));
  const inside: Env = {
    ...env,
    column: (wanted) => {
      const item = itemsById.get(wanted.id);
      return item === undefined ? env.column(wanted) : lowerItem(env, item, wanted);
    },
    named: (wanted) => {
      const item = itemsById.get(wanted.id);
      return item?.kind === 'column' ? open.named(item.column) : undefined;
    },
  };
  const conditions = filters.map((filter) => lowerPredicate(inside, filter, 'where'));
  open.where.push(...conditions.filter((condition) => !isDrawn(condition)));
  return open;
}

function lowerItem(env: Env, item: Expr | null, of: Column): Sql {
  return item === null ? nullOf(of.type) : lowerExpr(env, item);
}

/** Sides one under the other: columns by position, a column that a side lacks is null. */
export function unionInput(planner: Planner, source: Union, filters: readonly Predicate[]): Input {
  const selects = source.sides.map((side, index) => {
    const level = planner.level(side.relation);
    const kept = filterSide(planner, level, source, side.items, filters);
    const closed = kept.sealed ? planner.close(kept) : kept;
    const env = planner.env(closed);
    const items = source.columns.map((one, index): SelectItem => {
      const sql = lowerItem(env, side.items[index] ?? null, one);
      const type = `Nullable(${storeType(one.type)})`;
      return { expr: cast(sql, type), alias: internalName(one) };
    });
    const ordered =
      side.relation.columns.length === 0 ? [] : [{ expr: rowNumber(index), alias: internalName(source.row) }];
    return closed.select([...items, ...ordered]);
  });
  const alias = planner.alias();
  const known = new Set([...source.columns.map((one) => one.id), source.row.id]);
  return {
    from: { kind: 'union', selects, alias },
    column: (wanted) => (known.has(wanted.id) ? column(internalName(wanted), alias) : undefined),
  };
}
