import { nullOf, storeType } from '../clickhouse/casts.ts';
import { valueOnly } from '../clickhouse/access.ts';
import { lowerExpr, type Env } from '../clickhouse/expression.ts';
import {
  call,
  cast,
  column,
  infix,
  literal,
  TRUE,
  type From,
  type SelectItem,
  type Sql,
} from '../clickhouse/sql-ast.ts';
import { lowerPredicate } from '../clickhouse/predicates.ts';
import { atomsOf } from '../semantic/parts.ts';
import { attributeRef } from '../catalogue/catalogue.ts';
import type { FieldRef } from '../catalogue/field.ts';
import type { Column, Expr, Predicate, Source } from '../semantic/rq.ts';
import type { Type } from '../semantic/types.ts';
import { isDrawn } from './chance.ts';
import { rangeRowsMax } from '../syntax/limits.ts';
import { computedElsewhere } from './elsewhere.ts';
import { internalName, Level, type Input } from './level.ts';
import type { Planner } from './planner.ts';
import { sqlWeight } from './weight.ts';

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

type SideItems = ReadonlyMap<Column['id'], Expr | null>;

/** What columns of the union are in the select of a side. */
function sideEnv(planner: Planner, level: Level, items: SideItems): Env {
  const env = planner.env(level);
  const side: Env = {
    ...env,
    column: (wanted) => {
      const item = items.get(wanted.id);
      return item === undefined ? env.column(wanted) : lowerItem(env, item, wanted);
    },
    named: (wanted) => {
      const item = items.get(wanted.id);
      return item?.kind === 'column' ? level.named(item.column) : undefined;
    },
    field: (ref) => {
      const item = ref.kept === undefined ? undefined : items.get(ref.kept.bag.id);
      if (ref.kept === undefined || item === undefined) return env.field(ref);
      const own = item?.kind === 'column' ? ofSide(ref, ref.kept.bag, item.column) : undefined;
      const found = item?.kind === 'column' && own !== undefined ? level.beside(item.column, own) : undefined;
      return found ?? valueOnly(lowerExpr(side, ref.kept.value));
    },
  };
  return side;
}

/** A side of another table has other fields, and may have an attribute of the same name. */
function ofSide(ref: FieldRef, bag: Column, own: Column): FieldRef | undefined {
  if (own.field?.storage === bag.field?.storage) return ref;
  const [key] = ref.path.scope === 'root' ? [] : ref.path.keys;
  const root = own.field?.members;
  return root === undefined || key === undefined ? undefined : { ...attributeRef(root, key), kept: ref.kept };
}

function lowerItem(env: Env, item: Expr | null, of: Column): Sql {
  return item === null ? nullOf(of.type) : lowerExpr(env, item);
}

function itemOf(value: Sql, type: Type, alias: string): SelectItem {
  return { expr: cast(value, `Nullable(${storeType(type)})`), alias };
}

/** A condition on many fields is lighter; no index answers what is computed in so many steps. */
const conditionWeightMax = 1000;

interface Side {
  level: Level;
  readonly items: SideItems;
  readonly isEmpty: boolean;
}

/**
 * What is asked of all rows, asked of the rows of each side: there its indexes answer. What is left is what reads queries,
 * which are run once, what chance draws, and what is long once computed columns are written out in it.
 */
function filterSides(planner: Planner, sides: readonly Side[], all: readonly Predicate[]): Predicate[] {
  return all.filter((filter) => {
    if (atomsOf(filter).some((atom) => atom.kind === 'in-query' || atom.kind === 'has-query')) return true;
    for (const side of sides) if (side.level.isDone) side.level = planner.close(side.level);
    const conditions = sides.map(({ level, items }) => lowerPredicate(sideEnv(planner, level, items), filter, 'where'));
    if (conditions.some((one) => isDrawn(one) || sqlWeight(one) > conditionWeightMax)) return true;
    for (const [index, { level }] of sides.entries()) level.where.push(conditions[index] ?? TRUE);
    return false;
  });
}

/** Sides one under the other: columns by position, a column that a side lacks is null. And the conditions that are left. */
export function unionInput(
  planner: Planner,
  source: Union,
  filters: readonly Predicate[],
): { readonly input: Input; readonly left: readonly Predicate[] } {
  const open = source.sides.map(({ relation, items }): Side => ({
    level: planner.level(relation),
    items: new Map(source.columns.map((one, index) => [one.id, items[index] ?? null])),
    isEmpty: relation.columns.length === 0,
  }));
  const left = filterSides(planner, open, filters);
  const sides = open.map(({ level, items, isEmpty }, index) => {
    const closed = level.sealed ? planner.close(level) : level;
    const env = sideEnv(planner, closed, items);
    const made = source.columns.map((one) => itemOf(env.column(one), one.type, internalName(one)));
    if (!isEmpty) made.push({ expr: rowNumber(index), alias: internalName(source.row) });
    return { level: closed, items, made, select: closed.select(made) };
  });
  const alias = planner.alias();
  const known = new Set([...source.columns.map((one) => one.id), source.row.id]);
  const fields = new Map<string, string>();
  // Every side gets an item more, for those who ask.
  const more = (bag: Column, ref: FieldRef, value: Expr): Sql => {
    const key = `${bag.id}_${ref.name}_${value.type}`;
    const name = fields.get(key) ?? `__u${fields.size}`;
    if (!fields.has(key)) {
      for (const { level, items, made } of sides) {
        // The column that was asked of may be another name of this one.
        const named = new Map(items).set(ref.kept?.bag.id ?? bag.id, items.get(bag.id) ?? null);
        made.push(itemOf(lowerExpr(sideEnv(planner, level, named), value), value.type, name));
      }
    }
    fields.set(key, name);
    return column(name, alias);
  };
  const input: Input = {
    from: { kind: 'union', selects: sides.map((side) => side.select), alias },
    column: (wanted) => (known.has(wanted.id) ? column(internalName(wanted), alias) : undefined),
    beside: (bag, ref) => computedElsewhere(ref, (value) => more(bag, ref, value)),
  };
  return { input, left };
}
