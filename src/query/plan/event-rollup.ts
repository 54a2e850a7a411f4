import type { TableDef } from '../catalogue/table.ts';
import { allOf, call, column, literal, type Select, type SelectItem } from '../clickhouse/sql-ast.ts';
import { access } from '../clickhouse/storage.ts';
import type { TimeRange } from '../semantic/binding.ts';
import type { Predicate } from '../semantic/rq.ts';
import { minuteNs } from '../syntax/duration.ts';
import type { Planner } from './planner.ts';
import { inBuckets, type Rollup } from './rollup.ts';
import { kindsOf, scanConjuncts } from './scan.ts';

const keys = ['service', 'env', 'level'];

/** Counts of events by minute. */
export const eventRollup: Rollup = {
  isOf: (table) => table.physical === 'events' && table.kinds !== undefined,
  bucketNs: minuteNs,
  lengthNsMin: minuteNs,
  hasField: ({ storage }) =>
    (storage.kind === 'column' && keys.includes(storage.column)) ||
    (storage.kind === 'resource' && keys.includes(storage.promoted?.column ?? '')),
  aggregates: { 'count()': (of) => call('toInt64', call('sum', of('cnt'))) },
  input: (planner, { table, filters, whole, hasRest }) => ({
    from: {
      kind: 'union',
      selects: [minutes(planner, table, filters, whole), ...(hasRest ? [events(planner, table, filters, whole)] : [])],
      alias: table.alias,
    },
    field: (ref) => access(ref, table.alias),
  }),
};

function minutes(planner: Planner, table: TableDef, filters: readonly Predicate[], range: TimeRange): Select {
  return {
    items: [{ expr: column('bucket', 'r'), alias: 'ts' }, ...plain([...keys, 'cnt'], 'r')],
    from: { kind: 'table', name: 'events_1m', alias: 'r' },
    where: allOf([
      planner.inProject('r'),
      ...kindsOf(table, 'r'),
      ...inBuckets('r', range),
      ...planner.conditions(filters, 'r'),
    ]),
  };
}

function events(planner: Planner, table: TableDef, filters: readonly Predicate[], except: TimeRange): Select {
  const { alias } = table;
  return {
    items: [
      { expr: call('toStartOfMinute', column('ts', alias)), alias: 'ts' },
      ...plain(keys, alias),
      { expr: call('toUInt64', literal(1)), alias: 'cnt' },
    ],
    from: { kind: 'table', name: table.physical, alias },
    where: allOf([...scanConjuncts(planner, table, except), ...planner.conditions(filters, alias)]),
  };
}

function plain(names: readonly string[], alias: string): SelectItem[] {
  return names.map((name) => ({ expr: column(name, alias), alias: name }));
}
