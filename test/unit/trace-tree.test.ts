import t from 'tap';
import { traceTrees, type TraceRow } from '../../src/domains/events/trace-tree.ts';
import { random } from '../support/random.ts';
import { cpuMs } from '../support/turns.ts';

/** id, parent, start, duration; all of trace T and of no service unless said otherwise. */
type Row = [id: string, parentId: string, start: number, duration: number, traceId?: string, service?: string];
const rows = (list: Row[]): TraceRow[] =>
  list.map(([id, parentId, start, duration, traceId = 'T', service = '']) => ({
    id,
    parentId,
    traceId,
    service,
    startNs: BigInt(start),
    durationNs: BigInt(duration),
  }));
const shown = (list: Row[]) =>
  traceTrees(rows(list)).map(({ traceId, root, startNs, durationNs, children }) => [
    traceId,
    root,
    Number(startNs),
    Number(durationNs),
    Object.fromEntries(children),
  ]);

t.test('trees of small traces', async (t) => {
  const cases: [string, Row[], unknown[]][] = [
    ['nothing', [], []],
    [
      'children by start',
      [
        ['a', '', 0, 100],
        ['c', 'a', 50, 10],
        ['b', 'a', 10, 10],
      ],
      [['T', 'a', 0, 100, { a: ['b', 'c'] }]],
    ],
    [
      'a missing parent makes a root',
      [
        ['a', '', 0, 10],
        ['x', 'gone', 5, 10],
      ],
      [
        ['T', 'x', 5, 10, {}],
        ['T', 'a', 0, 10, {}],
      ],
    ],
    ['a self-parent is a root', [['a', 'a', 0, 10]], [['T', 'a', 0, 10, {}]]],
    [
      'a self-parent is a root, also of what seems to have started before it',
      [
        ['a', 'a', 5, 10],
        ['b', 'a', 0, 10],
      ],
      [['T', 'a', 5, 10, { a: ['b'] }]],
    ],
    [
      'a span without an id is nobody’s parent',
      [
        ['', '', 0, 10],
        ['b', '', 5, 10],
      ],
      [
        ['T', 'b', 5, 10, {}],
        ['T', '', 0, 10, {}],
      ],
    ],
    [
      'a cycle is cut at its first',
      [
        ['b', 'a', 5, 10],
        ['a', 'b', 0, 10],
      ],
      [['T', 'a', 0, 15, { a: ['b'] }]],
    ],
    [
      'a cycle beside a tree',
      [
        ['r', '', 0, 1],
        ['a', 'c', 3, 1],
        ['b', 'a', 2, 1],
        ['c', 'b', 4, 1],
      ],
      [
        ['T', 'b', 2, 3, { b: ['c'], c: ['a'] }],
        ['T', 'r', 0, 1, {}],
      ],
    ],
    [
      'what hangs on a circle is no root, though it seems to have started first',
      [
        ['c', 'b', 0, 1],
        ['a', 'b', 3, 1],
        ['b', 'a', 2, 9],
      ],
      [['T', 'b', 2, 9, { b: ['c', 'a'] }]],
    ],
    [
      'a child outlives its parent',
      [
        ['a', '', 0, 10],
        ['b', 'a', 5, 100],
      ],
      [['T', 'a', 0, 105, { a: ['b'] }]],
    ],
    [
      'a child before its parent is moved into it',
      [
        ['a', '', 100, 10],
        ['b', 'a', 40, 20],
        ['c', 'b', 45, 30],
      ],
      [['T', 'a', 100, 30, { a: ['b'], b: ['c'] }]],
    ],
    [
      'what its service did below it is moved with it, what another did is not',
      [
        ['a', '', 100, 90, 'T', 'shop'],
        ['b', 'a', 40, 20, 'T', 'cart'],
        ['c', 'b', 45, 30, 'T', 'cart'],
        ['d', 'c', 125, 70, 'T', 'shop'],
        ['e', 'd', 80, 10, 'T', 'cart'],
      ],
      [['T', 'a', 100, 95, { a: ['b'], b: ['c'], c: ['d'], d: ['e'] }]],
    ],
    [
      'a span sent twice stands once',
      [
        ['a', '', 0, 10],
        ['b', 'a', 1, 1],
        ['b', 'a', 1, 1],
      ],
      [['T', 'a', 0, 10, { a: ['b'] }]],
    ],
    [
      'logs without a trace are alone',
      [
        ['l1', '', 1, 0, ''],
        ['l2', '', 2, 0, ''],
      ],
      [
        ['', 'l2', 2, 0, {}],
        ['', 'l1', 1, 0, {}],
      ],
    ],
    [
      'two traces, newest first, ids apart',
      [
        ['a', '', 0, 1, 'T1'],
        ['a', '', 5, 1, 'T2'],
        ['b', 'a', 6, 1, 'T2'],
      ],
      [
        ['T2', 'a', 5, 2, { a: ['b'] }],
        ['T1', 'a', 0, 1, {}],
      ],
    ],
  ];
  for (const [name, input, expected] of cases) t.same(shown(input), expected, name);
});

t.test(
  'the newest comes first, and of those of one moment the one with the largest id, in whatever order they came',
  async (t) => {
    const expected = [
      ['e', 9],
      ['d', 5],
      ['c', 5],
      ['a', 5],
      ['b', 0],
    ];
    for (const order of ['abcde', 'edcba', 'cabed', 'decab'].map((ids) => ids.split(''))) {
      const list = order.map((id): Row => [id, '', { a: 5, b: 0, c: 5, d: 5, e: 9 }[id] ?? 0, 1, `T${id}`]);
      t.same(
        shown(list).map(([, root, startNs]) => [root, startNs]),
        expected,
        order.join(' '),
      );
    }
  },
);

t.test('spans of one service keep their distances where its clock is behind', async (t) => {
  const list: Row[] = [
    ['a', '', 100, 100, 'T', 'shop'],
    ['b', 'a', 80, 90, 'T', 'cart'],
    ['c', 'b', 85, 5, 'T', 'cart'],
    ['d', 'b', 110, 40, 'T', 'cart'],
    ['e', 'd', 111, 1, 'T', 'cart'],
    ['f', 'b', 125, 10, 'T', 'bank'],
    ['g', 'b', 79, 1, 'T', 'cart'],
  ];
  const [tree] = traceTrees(rows(list));
  t.same(Object.fromEntries([...(tree?.movedNs ?? [])].map(([id, ns]) => [id, Number(ns)])), {
    b: 20,
    c: 20,
    d: 20,
    e: 20,
    g: 21,
  });
  t.same(tree?.children.get('b'), ['g', 'c', 'f', 'd'], 'in the order in which they are drawn');
});

t.test('rows with one id last from the first start to the last end, in whatever order they came', async (t) => {
  const sides: Row[] = [
    ['r', '', 0, 5],
    ['a', 'r', 1, 100],
    ['a', 'r', 2, 150],
    ['b', 'a', 3, 1],
  ];
  for (const list of [sides, sides.toReversed()]) t.same(shown(list), [['T', 'r', 0, 152, { r: ['a'], a: ['b'] }]]);
  t.same(shown(sides.slice(1).toReversed()), [['T', 'a', 1, 151, { a: ['b'] }]]);
});

t.test('every node stands exactly once, whatever the parents', async (t) => {
  const { below } = random(7);
  for (let round = 0; round < 300; round++) {
    const size = 1 + below(30);
    const list: Row[] = Array.from({ length: size }, (_, i) => [
      `n${i}`,
      below(4) === 0 ? '' : `n${below(size + 2)}`,
      below(50),
      below(50),
    ]);
    const seen = traceTrees(rows(list)).flatMap(({ root, children }) => [root, ...[...children.values()].flat()]);
    t.same(seen.toSorted(), list.map(([id]) => id).toSorted(), `round ${round}`);
  }
});

t.test('10 000 spans, as a chain and as a star, are fast', async (t) => {
  const chain: Row[] = Array.from({ length: 10_000 }, (_, i) => [`n${i}`, i === 0 ? '' : `n${i - 1}`, i, 1]);
  const star: Row[] = Array.from({ length: 10_000 }, (_, i) => [`n${i}`, i === 0 ? '' : 'n0', i, 1]);
  for (const list of [chain, star]) {
    const before = process.cpuUsage();
    const [tree] = traceTrees(rows(list));
    t.equal(tree?.durationNs, 10_000n);
    t.ok(cpuMs(before) < 500, `${Math.round(cpuMs(before))} ms of processor time`);
  }
});
