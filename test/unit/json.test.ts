import t from 'tap';
import { jsonParts } from '../../src/lib/json.ts';

const jsonText = (value: unknown) => [...jsonParts(value)].join('');

const digits = 9_007_199_254_740_993n;
const row = (n: number) => ({ n, text: `"${n}"\n`, none: undefined, list: [null, undefined, true], time: new Date(n) });
const small = [
  1,
  'a "b"\u2028',
  null,
  undefined,
  true,
  Number.NaN,
  [],
  {},
  [[]],
  { a: {} },
  [undefined],
  { a: undefined, b: 1 },
  row(7),
];
const values: readonly unknown[] = [
  ...small,
  Array.from({ length: 1_000 }, (_, n) => row(n)),
  {
    rows: { few: row(1), many: Array.from({ length: 150 }, (_, n) => [n, [n]]) },
    last: Object.fromEntries(Object.entries('x'.repeat(300))),
  },
];

t.test('as JSON writes it, however many values there are', async (t) => {
  for (const value of values) t.equal(jsonText(value), JSON.stringify(value ?? null));
});

t.test('a whole number keeps its digits', async (t) => {
  t.equal(jsonText({ a: [digits], b: digits }), `{"a":[${digits}],"b":${digits}}`);
  t.equal(
    jsonText(Array.from({ length: 200 }, () => ({ digits }))),
    `[${Array(200).fill(`{"digits":${digits}}`).join(',')}]`,
  );
});

t.test('no part is long by being of many, and a row is one part', async (t) => {
  const parts = [...jsonParts({ rows: Array.from({ length: 1_000 }, (_, n) => row(n)) })];
  t.ok(Math.max(...parts.map(({ length }) => length)) < 200);
  t.ok(parts.length < 2_100, `${parts.length} parts`);
});
