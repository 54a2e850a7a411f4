import type { ClickHouseClient } from '@clickhouse/client';
import t from 'tap';
import { compile, type Compiled } from '../../src/query/compile.ts';
import { jsonText } from '../../src/query/semantic/constants.ts';
import type { JsonValue, Type } from '../../src/query/semantic/types.ts';
import { formatInstant } from '../../src/query/syntax/datetime.ts';
import { planSettings } from '../../src/store/read.ts';
import { aggregates, functions, type Kind, ofNulls } from '../support/function-oracle.ts';
import { inputAround } from '../support/query-data.ts';
import { random } from '../support/random.ts';
import { stores } from '../support/stores.ts';

/*
 * Functions give what they give in plain JavaScript, of columns as of constants. QUERY_CALLS values of each;
 * QUERY_FUZZ_SEED for others.
 */

const count = Number(process.env['QUERY_CALLS'] ?? 30);
const seed = Number(process.env['QUERY_FUZZ_SEED'] ?? 11);
const input = inputAround('00000000-0000-7000-8000-000000000001', BigInt(Date.UTC(2026, 0, 15)) * 1_000_000n);

type Value = JsonValue;

const each = <T>(words: string, make: (word: string) => T): (T | null)[] => [...words.split(' ').map(make), null];

const instants =
  '2024-02-29T12:34:56.789Z 1970-01-01 1969-12-31T23:59:59.999Z 1900-01-01 2261-12-31T23:59:59.999Z 2000-02-28 2024-12-30 2100-03-01 1965-07-04T01:02:03.004Z 2106-02-08 2023-01-01 2024-01-31';
const texts =
  'a b aaa abc a,b,,c ABC ünïçödé ß 🙂👍x e\u0301a\u0301 5 -3 5.0 1e3 0x1F 9007199254740993 9223372036854775807 9223372036854775808 nan -inf true FALSE 1 a1b2 https://u:p@h.com:80/p?k=v#f a%20b+c a\\b "q" 100%';
const lists =
  '5 2.5 "a" "" "5" true [] {} [1,2,3] [3,1,null,"b","a",true,2.5,[1],{"x":1}] ["a","b","a"] {"a":1,"b":{"c":[1,{"d":"é🙂"}]}} [[1,2],[3]] [null,null] [1,"1",1.5] {"b":2,"a":null} ["x/y","\\"q\\"","\\n"]';

const pools: Readonly<Record<Kind, readonly Value[]>> = {
  text: [...each(texts, String), '', ' a b ', '\tx\r\n', "it's", 'xy '.repeat(400)],
  long: each(
    '0 1 -1 2 3 7 -5 31 63 64 100 9007199254740991 9007199254740992 9007199254740993 -9007199254740993 9223372036854775806 -9223372036854775806 2147483647 1700000000000',
    BigInt,
  ),
  real: each(
    '0 -0 0.5 -0.5 1.5 2.5 -2.5 0.1 3.7 1e300 -1e300 1e-300 9007199254740994 9.3e18 1e19 1e21 1e-7 100 0.285 1.005 NaN Infinity -Infinity',
    Number,
  ),
  bool: [true, false, null],
  time: [...each(instants, (text) => BigInt(Date.parse(text)) * 1_000_000n), 1_709_210_096_789_123_456n],
  span: each(
    '0 3600000000000 -3600000000000 1500000000 86400000000000 -86400000000000 1 -1 100 3700000 -129600000000001 3456000000000000000 9223372036854775807',
    BigInt,
  ),
  json: [...each(lists, (text) => exact(JSON.parse(text) as Value)), [2n ** 53n + 1n, 2n ** 63n - 1n]],
};

const types: Readonly<Record<Kind, Type>> = {
  text: 'string',
  long: 'long',
  real: 'real',
  bool: 'bool',
  time: 'datetime',
  span: 'timespan',
  json: 'dynamic',
};

/** Whole numbers of JSON are integers here. */
function exact(value: Value): Value {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((item: Value) => exact(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, exact(item)]));
}

const literal = (kind: Kind, value: Value): string => {
  if (value === null) return kind === 'text' ? 'tostring(dynamic(null))' : `${types[kind]}(null)`;
  if (kind === 'time' && typeof value === 'bigint') return `datetime(${formatInstant(value)})`;
  if (kind === 'real' && Object.is(value, -0)) return 'real(-0.0)';
  const text = kind === 'real' ? String(Number(value)).replace('Infinity', 'inf') : jsonText(value);
  return kind === 'text' ? text : `${types[kind]}(${text}${kind === 'span' ? 'ns' : ''})`;
};

interface Case {
  readonly call: string;
  readonly kinds: readonly Kind[];
  readonly rows: readonly (readonly Value[])[];
  readonly expected: readonly unknown[];
}

/** `text`, `long`, … stand for a column each, `time1` for the same one each time. */
const named = /(?<!typeof\()\b(text|long|real|bool|time|span|json)(\d?)\b(?!\()/g;

const inColumns = (form: string): { readonly call: string; readonly kinds: readonly Kind[] } => {
  const kinds: Kind[] = [];
  const known = new Map<string, string>();
  const call = form.replaceAll(named, (word, kind: Kind, digit: string) => {
    const column = known.get(word) ?? `c${kinds.length}`;
    if (!known.has(word)) kinds.push(kind);
    if (digit !== '') known.set(word, column);
    return column;
  });
  return { call, kinds };
};

const rowsFor = (kinds: readonly Kind[], index: number): Value[][] => {
  const source = random(seed * 7_919 + index);
  return Array.from({ length: count }, () => kinds.map((kind) => source.pick(pools[kind])));
};

const tableOf = (kinds: readonly Kind[], rows: readonly (readonly string[])[]): string => {
  const columns = kinds.map((kind, index) => `, c${index}: ${types[kind]}`).join('');
  return `datatable(n: long${columns})[${rows.map((row, n) => [n, ...row].join(', ')).join(', ')}]`;
};

const cases: readonly Case[] = [functions, ofNulls].flatMap((table, at) =>
  Object.entries(table).map(([form, reference], index): Case => {
    const { call, kinds } = inColumns(form);
    const rows = rowsFor(kinds, at * 1_000 + index);
    const isKnown = (row: readonly Value[]): boolean => table === ofNulls || !row.includes(null);
    return { call, kinds, rows, expected: rows.map((row) => (isKnown(row) ? reference(...(row as never[])) : null)) };
  }),
);

const rowsOf = async (client: ClickHouseClient, { sql, params }: Compiled): Promise<unknown[][]> => {
  const result = await client.query({
    query: sql,
    query_params: { ...params },
    format: 'JSONCompactEachRow',
    clickhouse_settings: {
      ...planSettings,
      output_format_json_quote_64bit_integers: 1,
      output_format_json_quote_denormals: 1,
    },
  });
  return await result.json<unknown[]>();
};

const compiled = (text: string): Compiled => {
  const result = compile(text, input);
  if (!result.ok) throw new Error(`${text}: ${result.diagnostics.map(({ message }) => message).join('; ')}`);
  return result;
};

/** An expected value as a cell of this type says it. */
const cell = (value: unknown, type: Type): unknown => {
  if (value === null || value === undefined) return null;
  if (type === 'dynamic') return sortedJson(JSON.parse(jsonText(value as JsonValue)));
  if (type === 'datetime') return formatInstant(value as bigint);
  if (typeof value === 'bigint') return type === 'real' ? Number(value) : String(value);
  if (typeof value !== 'number') return value;
  return Number.isNaN(value) ? 'nan' : Number.isFinite(value) ? value : value > 0 ? 'inf' : '-inf';
};

const found = (value: unknown, type: Type): unknown => {
  if (typeof value !== 'string') return value;
  if (type === 'dynamic') return sortedJson(JSON.parse(value));
  return type === 'real' && value === '-nan' ? 'nan' : value;
};

/** The keys of a bag have no order. */
const sortedJson = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortedJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortedJson(item)]),
  );
};

const alike = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' && typeof b === 'number'
    ? Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b))
    : JSON.stringify(a) === JSON.stringify(b);

/** What an answer is, and should not be. */
const difference = (got: unknown, wanted: unknown, type: Type): string | null => {
  const [is, should] = [found(got, type), cell(wanted, type)];
  return wanted === undefined || alike(is, should) ? null : `${JSON.stringify(is)}, and not ${JSON.stringify(should)}`;
};

/** A statement of many constants is one that takes long to read. */
const constantsMax = 10;

t.setTimeout(900_000);

t.test('functions of columns, and of constants', { timeout: 900_000 }, async (t) => {
  const { clickhouse } = await stores(t);
  for (const { call, kinds, rows, expected } of cases) {
    const literals = rows.map((row) => row.map((value, index) => literal(kinds[index] ?? 'text', value)));
    const constants = literals.map((row) => call.replaceAll(/\bc(\d)\b/g, (_, at) => row[Number(at)] ?? ''));
    const ofColumns = `${tableOf(kinds, literals)} | project n, v = ${call} | sort by n asc | project v`;
    const ofConstants = `print ${constants
      .slice(0, constantsMax)
      .map((one, n) => `v${n} = ${one}`)
      .join(', ')}`;
    for (const text of [ofColumns, ofConstants]) {
      const query = compiled(text);
      const answer = await rowsOf(clickhouse, query).catch((error: unknown) => String(error));
      if (typeof answer === 'string') {
        t.fail(`${text}: ${answer}`);
        continue;
      }
      const cells = text === ofColumns ? answer.map(([value]) => value) : (answer[0] ?? []);
      t.equal(cells.length, Math.min(rows.length, text === ofColumns ? Infinity : constantsMax), text);
      for (const [n, got] of cells.entries()) {
        const type = query.columns[text === ofColumns ? 0 : n]?.type ?? 'error';
        const wrong = difference(got, expected[n], type);
        if (wrong !== null) t.fail(`${constants[n]} ${text === ofColumns ? 'of columns' : 'of constants'}: ${wrong}`);
      }
    }
  }
  t.ok(cases.length > 150, `${cases.length} forms`);
});

t.test('aggregates of groups', { timeout: 900_000 }, async (t) => {
  const { clickhouse } = await stores(t);
  for (const [index, [form, reference]] of Object.entries(aggregates).entries()) {
    const { call, kinds } = inColumns(form);
    const rows = rowsFor(kinds, 2_000 + index);
    const literals = rows.map((row) => row.map((value, at) => literal(kinds[at] ?? 'text', value)));
    const query = compiled(`${tableOf(kinds, literals)} | summarize v = ${call} by g = n % 7 | sort by g asc`);
    const groups = await rowsOf(clickhouse, query);
    t.equal(groups.length, Math.min(rows.length, 7), call);
    for (const [g, got] of groups) {
      const group = rows.filter((_, n) => n % 7 === Number(g));
      const wrong = difference(got, reference(group as never[][]), query.columns[1]?.type ?? 'error');
      if (wrong !== null) t.fail(`${call} of ${JSON.stringify(group.map(String))}: ${wrong}`);
    }
  }
});
