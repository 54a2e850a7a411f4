import type { WindowFunction } from './registry.ts';

/** Functions over rows in order; `plan/window.ts` has their SQL. */
export const windowFunctions: readonly WindowFunction[] = [
  {
    kind: 'window',
    name: 'row_number',
    params: [
      { name: 'start', type: 'int', optional: true },
      { name: 'restart', type: 'predicate', optional: true },
    ],
    returns: 'long',
    doc: 'Number of the row in its order; starts again where the condition holds.',
    example: 'print 1 | serialize n = row_number()',
  },
  {
    kind: 'window',
    name: 'row_cumsum',
    params: [
      { name: 'value', type: 'amount' },
      { name: 'restart', type: 'predicate', optional: true },
    ],
    returns: (args) => args[0]?.type ?? 'long',
    doc: 'Sum of the values up to this row; starts again where the condition holds.',
    example: 'range x from 1 to 3 step 1 | extend s = row_cumsum(x)',
  },
  {
    kind: 'window',
    name: 'prev',
    params: [
      { name: 'value', type: 'any' },
      { name: 'offset', type: 'int', optional: true, constant: true, range: [1, 10_000] },
      { name: 'default', type: 'any', optional: true },
    ],
    returns: (args) => args[0]?.type ?? 'dynamic',
    doc: 'The value in an earlier row.',
    example: 'range x from 1 to 3 step 1 | extend before = prev(x)',
  },
  {
    kind: 'window',
    name: 'next',
    params: [
      { name: 'value', type: 'any' },
      { name: 'offset', type: 'int', optional: true, constant: true, range: [1, 10_000] },
      { name: 'default', type: 'any', optional: true },
    ],
    returns: (args) => args[0]?.type ?? 'dynamic',
    doc: 'The value in a later row.',
    example: 'range x from 1 to 3 step 1 | extend after = next(x)',
  },
];
