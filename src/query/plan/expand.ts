import { lowerExpr } from '../clickhouse/expression.ts';
import { jsonString } from '../clickhouse/json.ts';
import { call, choose, column, infix, lambda, literal, type SelectItem, type Sql } from '../clickhouse/sql-ast.ts';
import type { Stage } from '../semantic/rq.ts';
import { internalName, type Level } from './level.ts';
import type { Planner } from './planner.ts';

/** ARRAY JOIN over the items as JSON texts; arrays of different length are filled up with nulls. */
export function expandStage(planner: Planner, level: Level, stage: Extract<Stage, { kind: 'expand' }>): Level {
  // The select below is closed in any case: its rows are counted before they are multiplied.
  const open = planner.close(level);
  const env = planner.env(open);
  const arrays = stage.items.map((item) => {
    const items = itemsOf(lowerExpr(env, item.expr), stage.bag);
    return stage.limit === undefined ? items : call('arraySlice', items, literal(1), literal(stage.limit));
  });
  const [first, ...rest] = arrays;
  const longest = rest.reduce<Sql>(
    (most, array) => call('greatest', most, call('length', array)),
    call('length', first ?? literal('')),
  );
  const filled = arrays.map((array) =>
    arrays.length === 1 ? array : call('arrayResize', array, longest, literal(null)),
  );
  const joined: SelectItem[] = stage.items.map((item, index) => ({
    expr: filled[index] ?? literal(null),
    alias: internalName(item.column),
  }));
  if (stage.index !== undefined)
    joined.push({ expr: call('arrayEnumerate', filled[0] ?? literal(null)), alias: internalName(stage.index) });
  open.arrayJoin = joined;
  for (const item of stage.items)
    open.define(item.column, call('nullIf', column(internalName(item.column)), literal('null')));
  if (stage.index !== undefined)
    open.define(stage.index, infix('-', call('toInt64', column(internalName(stage.index))), literal(1)));
  return planner.close(open);
}

/** Items of an array, members of a bag as bags of one; null is one row of null, a scalar one row of itself. */
function itemsOf(json: Sql, bag: 'bag' | 'array'): Sql {
  const value = call('ifNull', json, literal('null'));
  const pair = column('p');
  const key = jsonString(call('tupleElement', pair, literal(1)));
  const member = call('tupleElement', pair, literal(2));
  const one =
    bag === 'bag'
      ? call('concat', literal('{'), key, literal(':'), member, literal('}'))
      : call('concat', literal('['), key, literal(','), member, literal(']'));
  const nullable = (items: Sql): Sql => call('arrayMap', lambda(['x'], call('toNullable', column('x'))), items);
  const isArray = call('startsWith', value, literal('['));
  const isBag = call('startsWith', value, literal('{'));
  const members = call('arrayMap', lambda(['p'], one), call('JSONExtractKeysAndValuesRaw', value));
  return choose(
    isArray,
    nullable(call('JSONExtractArrayRaw', value)),
    choose(isBag, nullable(members), { kind: 'array', items: [call('toNullable', value)] }),
  );
}
