import { lowerExpr } from '../clickhouse/expression.ts';
import { allOf, call, infix, type JoinType } from '../clickhouse/sql-ast.ts';
import { columnExpr } from '../semantic/binding.ts';
import type { Column, JoinKind, Stage } from '../semantic/rq.ts';
import { nowhere } from '../text/span.ts';
import { Level, type Input } from './level.ts';
import type { Planner } from './planner.ts';

const types: Readonly<Record<JoinKind, JoinType>> = {
  inner: 'INNER JOIN',
  innerunique: 'INNER JOIN',
  leftouter: 'LEFT JOIN',
  rightouter: 'RIGHT JOIN',
  fullouter: 'FULL JOIN',
  leftsemi: 'LEFT SEMI JOIN',
  rightsemi: 'RIGHT SEMI JOIN',
  leftanti: 'LEFT ANTI JOIN',
  rightanti: 'RIGHT ANTI JOIN',
  lookup: 'LEFT ANY JOIN',
};

/** Both sides as selects side by side; what a side has is nullable before it is joined, so that a missing row is null. */
export function joinInput(planner: Planner, level: Level, stage: Extract<Stage, { kind: 'join' }>): Input {
  const left = side(planner, level, stage, 'left');
  const right = side(planner, planner.level(stage.right), stage, 'right');
  const on = stage.keys.map((key) => infix('=', lowerExpr(left.env, key.left), lowerExpr(right.env, key.right)));
  const outputs = new Map(stage.outputs.map((one) => [one.column.id, one]));
  const inSide = <T>(wanted: Column, ask: (input: Input, from: Column) => T): T | undefined => {
    const output = outputs.get(wanted.id);
    return output === undefined ? undefined : ask((output.side === 'left' ? left : right).input, output.from);
  };
  return {
    from: { kind: 'join', type: types[stage.join], left: left.from, right: right.from, on: allOf(on) },
    column: (wanted) => inSide(wanted, (input, from) => input.column?.(from)),
    beside: (bag, field) => inSide(bag, (input, from) => input.beside?.(from, field)),
  };
}

function side(planner: Planner, level: Level, stage: Extract<Stage, { kind: 'join' }>, which: 'left' | 'right') {
  let open = level.sealed ? planner.close(level) : level;
  for (const output of stage.outputs) {
    if (output.side === which) {
      const { from } = output;
      open.define(from, call('toNullable', planner.columnOf(open, from)), columnExpr(from, nowhere));
    }
  }
  if (which === 'left' && stage.join === 'innerunique') {
    if (open.limit !== undefined || open.limitBy !== undefined || open.distinct) open = planner.close(open);
    const keys = stage.keys.map((key) => lowerExpr(planner.env(open), key.left));
    open.limitBy = { rows: 1, keys };
  }
  const input = open.asInput(planner.alias());
  if (input.from === null) throw new Error('a side of a join is a select');
  return { from: input.from, input, env: planner.env(new Level(input)) };
}
