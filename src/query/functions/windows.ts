import { call, infix, literal, NULL } from '../clickhouse/sql-ast.ts';
import { int } from './lowering.ts';
import type { Param, WindowFunction } from './registry.ts';

/* Functions over rows in order. */

const restart: Param = { name: 'restart', type: 'predicate', optional: true };

const rowNumber: WindowFunction = {
  kind: 'window',
  name: 'row_number',
  params: [{ name: 'start', type: 'int', optional: true }, restart],
  returns: 'long',
  restart: 1,
  lower: ([start = literal(1)], over) =>
    infix('+', infix('-', int(over(call('row_number'), 'up-to-here')), literal(1)), start),
  doc: 'Number of the row in its order; starts again where the condition holds.',
  example: 'print 1 | serialize n = row_number()',
};

const rowCumsum: WindowFunction = {
  kind: 'window',
  name: 'row_cumsum',
  params: [{ name: 'value', type: 'amount' }, restart],
  returns: (args) => args[0]?.type ?? 'long',
  restart: 1,
  lower: ([value = NULL], over) => over(call('sum', value), 'up-to-here'),
  doc: 'Sum of the values up to this row; starts again where the condition holds.',
  example: 'range x from 1 to 3 step 1 | extend s = row_cumsum(x)',
};

function neighbour(name: string, sql: string, doc: string, example: string): WindowFunction {
  return {
    kind: 'window',
    name,
    params: [
      { name: 'value', type: 'any' },
      { name: 'offset', type: 'int', optional: true, constant: true, range: [1, 10_000] },
      { name: 'default', type: 'any', optional: true },
    ],
    returns: (args) => args[0]?.type ?? 'dynamic',
    lower: ([value = NULL, offset = literal(1), ...otherwise], over) =>
      over(call(sql, call('toNullable', value), offset, ...otherwise), 'everything'),
    doc,
    example,
  };
}

export const windowFunctions: readonly WindowFunction[] = [
  rowNumber,
  rowCumsum,
  neighbour(
    'prev',
    'lagInFrame',
    'The value in an earlier row.',
    'range x from 1 to 3 step 1 | extend before = prev(x)',
  ),
  neighbour('next', 'leadInFrame', 'The value in a later row.', 'range x from 1 to 3 step 1 | extend after = next(x)'),
];
