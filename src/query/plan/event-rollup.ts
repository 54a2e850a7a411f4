import type { FieldRef } from '../catalogue/field.ts';
import type { Access } from '../clickhouse/access.ts';
import { allOf, call, column, infix, literal, TRUE, type Select, type Sql } from '../clickhouse/sql-ast.ts';
import { access } from '../clickhouse/storage.ts';
import type { Relation } from '../semantic/rq.ts';
import { minuteNs, secondNs } from '../syntax/duration.ts';
import { fieldsOf } from './fields.ts';
import { Level } from './level.ts';
import type { Planner } from './planner.ts';
import { inBuckets, reach, type Rollup, type RollupParts } from './rollup.ts';
import { kindsOf, scanConjuncts } from './scan.ts';

const keys: readonly string[] = ['service', 'env', 'level'];
/** No key of the rollup, which counts errors beside all rows: what it has of a minute is taken in two parts where they matter. */
const isError = 'is_error';

/** Counts of events by minute. */
export const eventRollup: Rollup = {
  isOf: (table) => table.physical === 'events',
  bucketNs: minuteNs,
  lengthNsMin: minuteNs,
  hasField: (field) => columnOf(field) !== undefined,
  aggregates: { 'count()': counted, 'countif()': counted },
  input: (planner, parts) => {
    const { table, filters, fields, hasRest } = parts;
    const asksErrors = [...fields, ...filters.flatMap(fieldsOf)].some((field) => columnOf(field) === isError);
    const parted = asksErrors ? [true, false] : [undefined];
    return {
      from: {
        kind: 'union',
        selects: [
          ...parted.map((ofErrors) => minutes(planner, parts, ofErrors)),
          ...(hasRest ? [events(planner, parts)] : []),
        ],
        alias: table.alias,
      },
      field: (ref) => access(ref, table.alias),
      // Most minutes have no errors.
      where: asksErrors ? [infix('>', column('cnt', table.alias), literal(0))] : [],
    };
  },
};

/** How many rows a scan's filters leave, where the minutes can say it. */
export function countOfMinutes(planner: Planner, relation: Relation): Select | null {
  const reached = reach(planner, relation, eventRollup);
  if (reached === null) return null;
  const input = eventRollup.input(planner, { ...reached, columns: ['cnt'], fields: [], stepNs: 0n });
  const rows = counted((name) => column(name, reached.table.alias));
  return new Level(input).select([{ expr: rows, alias: 'rows' }]);
}

function counted(of: (name: string) => Sql, condition?: Sql): Sql {
  const sum = condition === undefined ? call('sum', of('cnt')) : call('sumIf', of('cnt'), condition);
  return call('toInt64', sum);
}

function columnOf({ storage }: FieldRef): string | undefined {
  if (storage.kind === 'derived') return storage.name === 'errors' ? isError : undefined;
  const stored = storage.kind === 'resource' ? storage.promoted : storage.kind === 'column' ? storage : undefined;
  return stored !== undefined && keys.includes(stored.column) ? stored.column : undefined;
}

/**
 * Minutes, added up as far as they need not be told apart: where that is by time and level alone, the engine has it done
 * already (ClickHouse 0010). `ofErrors`: of errors alone, of all but errors, or of both.
 */
function minutes(planner: Planner, parts: RollupParts, ofErrors: boolean | undefined): Select {
  const { table, filters, whole, stepNs } = parts;
  const [all, errors] = [call('sum', column('cnt', 'r')), call('sum', column('errors', 'r'))];
  const count = ofErrors === undefined ? all : ofErrors ? errors : call('toUInt64', infix('-', all, errors));
  const constant = literal(ofErrors ?? null);
  const field = (ref: FieldRef): Access =>
    columnOf(ref) === isError ? { value: constant, raw: null, present: TRUE } : access(ref, 'r');
  const start = call('toStartOfInterval', column('bucket', 'r'), call('toIntervalSecond', literal(stepNs / secondNs)));
  const apart = apartBy(parts, start, (name) => (name === isError ? constant : column(name, 'r')));
  return {
    items: [...apart, { expr: count, alias: 'cnt' }],
    from: { kind: 'table', name: 'events_1m', alias: 'r' },
    where: allOf([
      planner.inProject('r'),
      ...kindsOf(table, 'r'),
      ...inBuckets('r', whole),
      ...planner.conditions(filters, field),
    ]),
    groupBy: apart.filter(({ alias }) => alias !== isError).map(({ expr }) => expr),
  };
}

function events(planner: Planner, parts: RollupParts): Select {
  const { table, filters, whole } = parts;
  const { alias, physical } = table;
  const start = call('toStartOfMinute', column('ts', alias));
  return {
    items: [
      ...apartBy(parts, start, (name) => column(name, alias)),
      { expr: call('toUInt64', literal(1)), alias: 'cnt' },
    ],
    from: { kind: 'table', name: physical, alias },
    where: allOf([
      ...scanConjuncts(planner, table, whole),
      ...planner.conditions(filters, (ref) => access(ref, alias)),
    ]),
  };
}

/** What rows are told apart by, under the names that it has in the table. */
function apartBy({ fields, stepNs }: RollupParts, start: Sql, named: (name: string) => Sql) {
  const names = new Set(fields.flatMap((field) => columnOf(field) ?? []));
  return [
    ...(stepNs === 0n ? [] : [{ expr: start, alias: 'ts' }]),
    ...[...names].map((name) => ({ expr: named(name), alias: name })),
  ];
}
