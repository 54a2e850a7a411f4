import t from 'tap';
import { beside, datasetOf, statsOf } from '../../src/domains/metrics/dataset.ts';

const column = (name: string, role: 'time' | 'series' | 'value' | 'plain') => ({ name, role, type: 'long' as const });
const s = 1_000_000_000n;
const iso = (seconds: number) => JSON.stringify(new Date(seconds * 1000).toISOString().replace('Z', '000000Z'));

t.test('a column for each series by name, a row for each bin, null where there is nothing', async (t) => {
  const columns = [column('timestamp', 'time'), column('service', 'series'), column('count_', 'value')];
  const rows = [
    [iso(120), '"b"', '5'],
    [iso(60), '"a"', '1'],
    [iso(60), 'null', '7'],
    [iso(240), '"a"', 'null'],
  ];
  t.same(datasetOf(columns, rows, { from: 60n * s, to: 300n * s, step: 60n * s }), {
    headers: ['timestamp', 'a', 'b', 'null'],
    dataset: [
      [60_000, 1, null, 7],
      [120_000, null, 5, null],
      [180_000, null, null, null],
      [240_000, null, null, null],
    ],
    dropped: 0,
    isWhole: true,
  });
});

t.test('groups that read the same are not one series', async (t) => {
  const columns = [
    column('timestamp', 'time'),
    column('a', 'series'),
    column('b', 'series'),
    column('count_', 'value'),
  ];
  const rows = [
    [iso(60), 'null', '"x"', '1'],
    [iso(60), '"null"', '"x"', '2'],
    [iso(60), '"p, q"', '"r"', '4'],
    [iso(60), '"p"', '"q, r"', '8'],
  ];
  t.same(datasetOf(columns, rows, { from: 60n * s, to: 120n * s, step: 60n * s }), {
    headers: ['timestamp', 'null, x', 'null, x', 'p, q, r', 'p, q, r'],
    dataset: [[60_000, 1, 2, 4, 8]],
    dropped: 0,
    isWhole: true,
  });
});

t.test('bins shorter than a second, over midnight', async (t) => {
  const ms = 1_000_000n;
  const at = Date.parse('2026-01-31T23:59:59.500Z');
  const grid = { from: BigInt(at) * ms, to: BigInt(at + 1_000) * ms, step: 250n * ms };
  const rows = [0, 250, 500, 750].map((more) => [iso((at + more) / 1000), String(more)]);
  t.same(
    datasetOf([column('timestamp', 'time'), column('count_', 'value')], rows, grid).dataset,
    [0, 250, 500, 750].map((more) => [at + more, more]),
  );
});

t.test('bins shorter than a millisecond are told apart', async (t) => {
  const grid = { from: 1_000n, to: 2_000_000n, step: 500_000n };
  const rows = ['000001000', '000501000', '001001000', '001501000'].map((fraction, i) => [
    `"1970-01-01T00:00:00.${fraction}Z"`,
    String(i),
  ]);
  const { dataset } = datasetOf([column('timestamp', 'time'), column('count_', 'value')], rows, grid);
  t.same(dataset, [
    [0, 0],
    [0, 1],
    [1, 2],
    [1, 3],
  ]);
});

t.test('names of series', async (t) => {
  const grid = { from: 0n, to: 60n * s, step: 60n * s };
  const names = (columns: ReturnType<typeof column>[], row: string[]) =>
    datasetOf(columns, [row], grid).headers.slice(1);
  t.same(names([column('t', 'time'), column('p95_d', 'value')], [iso(0), '1']), ['p95_d']);
  t.same(names([column('t', 'time'), column('a', 'value'), column('b', 'value')], [iso(0), '1', '2']), ['a', 'b']);
  t.same(
    names(
      [column('t', 'time'), column('k', 'series'), column('j', 'series'), column('a', 'value')],
      [iso(0), '"x"', '3', '1'],
    ),
    ['x, 3'],
  );
  t.same(
    names(
      [column('t', 'time'), column('k', 'series'), column('a', 'value'), column('b', 'value')],
      [iso(0), '"x"', '1', '2'],
    ),
    ['x, a', 'x, b'],
  );
});

t.test('bins that do not begin at the epoch keep their phase', async (t) => {
  const day = 86_400;
  const monday = 4 * day;
  const grid = { from: BigInt(5 * day) * s, to: BigInt(20 * day) * s, step: BigInt(7 * day) * s };
  const { dataset } = datasetOf([column('t', 'time'), column('c', 'value')], [[iso(monday + 7 * day), '2']], grid);
  t.same(
    dataset.map(([at, value]) => [Number(at) / 1000 / day, value]),
    [
      [4, null],
      [11, 2],
      [18, null],
    ],
  );
});

t.test('bins outside of the range are added to it, unless they are far away', async (t) => {
  const columns = [column('t', 'time'), column('c', 'value')];
  const grid = { from: 60n * s, to: 180n * s, step: 60n * s };
  const rows = [
    [iso(0), '1'],
    [iso(120), '2'],
    [iso(300), '3'],
    ['null', '4'],
  ];
  t.same(datasetOf(columns, rows, grid), {
    headers: ['timestamp', 'c'],
    dataset: [
      [0, 1],
      [60_000, null],
      [120_000, 2],
      [180_000, null],
      [240_000, null],
      [300_000, 3],
    ],
    dropped: 0,
    isWhole: true,
  });
  t.match(datasetOf(columns, [...rows, [iso(10_001 * 60), '5']], grid), { dataset: { length: 10_002 }, isWhole: true });
  t.match(datasetOf(columns, [...rows, [iso(10_002 * 60), '5']], grid), { dataset: [], isWhole: false });
});

t.test('of a range that has too many bins no row is made', async (t) => {
  const columns = [column('t', 'time'), column('c', 'value')];
  const hour = { from: 0n, to: 3_600n * s };
  for (const step of [1n, 1_000n, s / 3n])
    t.match(datasetOf(columns, [[iso(1), '1']], { ...hour, step }), { dataset: [], isWhole: false }, `${step}`);
});

t.test('two values of one series in one bin are more than a chart can have', async (t) => {
  const columns = [column('t', 'time'), column('k', 'series'), column('c', 'value')];
  const grid = { from: 0n, to: 120n * s, step: 60n * s };
  const rows = [
    [iso(0), '"a"', '1'],
    [iso(60), '"a"', '1'],
    [iso(0), '"b"', '1'],
  ];
  t.equal(datasetOf(columns, rows, grid).isWhole, true);
  t.equal(datasetOf(columns, [...rows, [iso(0), '"b"', 'null']], grid).isWhole, true, 'nothing is no value');
  t.equal(datasetOf(columns, [...rows, [iso(0), '"b"', '1']], grid).isWhole, false);
});

t.test('too many series: the largest stay, and it is said how many went', async (t) => {
  const columns = [column('t', 'time'), column('k', 'series'), column('c', 'value')];
  const rows = Array.from({ length: 10 }, (_, i) => [iso(0), `"k${i}"`, String(i)]);
  const { headers, dropped } = datasetOf(columns, rows, { from: 0n, to: s, step: s }, 3);
  t.same(headers, ['timestamp', 'k7', 'k8', 'k9']);
  t.equal(dropped, 7);
});

t.test('statistics over all values that are there', async (t) => {
  t.same(
    statsOf([
      [0, 1, null],
      [1, 3, 4],
      [2, 3, -2],
    ]),
    { min: -2, max: 4, sum: 9, count: 5, mean: 1.8, mode: 3, max_group_sum: 7 },
  );
  t.same(
    statsOf([
      [0, 2],
      [1, 1],
      [2, null],
    ]),
    { min: 1, max: 2, sum: 3, count: 2, mean: 1.5, mode: 1, max_group_sum: 2 },
  );
  t.same(statsOf([[0, null], [1]]), { min: 0, max: 0, sum: 0, count: 0, mean: 0, mode: 0, max_group_sum: 0 });
});

t.test('two ranges side by side', async (t) => {
  const one = {
    headers: ['timestamp', 'a'],
    dataset: [
      [100, 1],
      [200, 2],
    ],
    dropped: 0,
    isWhole: true,
  };
  const past = {
    headers: ['timestamp', 'a'],
    dataset: [
      [50, 7],
      [150, 8],
    ],
    dropped: 0,
    isWhole: true,
  };
  t.same(
    beside(one, past, 50, (name) => `${name} before`),
    {
      headers: ['timestamp', 'a', 'a before'],
      dataset: [
        [100, 1, 7],
        [200, 2, 8],
      ],
      dropped: 0,
      isWhole: true,
    },
  );
  const later = {
    ...past,
    dataset: [
      [150, 8],
      [250, null],
      [350, 9],
    ],
  };
  t.same(
    beside(one, later, 50, (name) => name).dataset,
    [
      [100, 1, null],
      [200, 2, 8],
      [400, null, 9],
    ],
    'what lies in other bins keeps them',
  );
});
