import type { ClickHouseClient } from '@clickhouse/client';
import t from 'tap';
import { compile, type Compiled } from '../../src/query/compile.ts';
import { evaluate, notEvaluable } from '../support/evaluate/evaluate.ts';
import { matcher } from '../support/evaluate/regex.ts';
import type { EventRecord } from '../support/evaluate/values.ts';
import type { ConstValue, Type } from '../../src/query/semantic/types.ts';
import { inputAround, presentNs } from '../support/query-data.ts';
import { random } from '../support/random.ts';
import { randomEvent, type RandomEvent, randomFilter, words } from '../support/random-filter.ts';
import { stores } from '../support/stores.ts';
import { cpuMs } from '../support/turns.ts';

/*
 * One semantics, two executors: a condition picks the same events in process as in the store. QUERY_DIFFERENTIAL_FILTERS
 * times 100 events are compared.
 */

const filters = Number(process.env['QUERY_DIFFERENTIAL_FILTERS'] ?? 260);
const seed = Number(process.env['QUERY_FUZZ_SEED'] ?? 11);
const events = 100;
const projectId = '00000000-0000-7000-8000-000000000001';

const input = inputAround(projectId);

const roots = [
  'id',
  'timestamp',
  'name',
  'kind',
  'level',
  'severity_number',
  'body',
  'status_code',
  'status_message',
  'duration',
  'service',
  'errors',
  'events',
  'environment',
  'host',
  'trace_id',
];

const compiled = (text: string): Compiled => {
  const result = compile(text, input);
  if (!result.ok) throw new Error(`${text}: ${result.diagnostics.map((one) => one.message).join('; ')}`);
  return result;
};

const rowsOf = async (client: ClickHouseClient, query: Compiled): Promise<unknown[][]> => {
  const result = await client.query({
    query: query.sql,
    query_params: { ...query.params },
    format: 'JSONCompactEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1, output_format_json_quote_denormals: 1 },
  });
  return await result.json<unknown[]>();
};

const idsOf = async (client: ClickHouseClient, filter: string): Promise<Set<string>> =>
  new Set((await rowsOf(client, compiled(`where ${filter} | project id`))).map(([id]) => String(id)));

/** A cell of the store as the language has it. */
const cell = (value: unknown, type: Type): ConstValue => {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return value as ConstValue;
  if (type === 'datetime')
    return BigInt(Date.parse(`${value.slice(0, 19)}Z`)) * 1_000_000n + BigInt(value.slice(20) || 0);
  if (type === 'long' || type === 'int') return BigInt(value);
  if (type === 'dynamic') return exact(JSON.parse(value) as ConstValue);
  return value;
};

/** Whole numbers of JSON are integers here. */
const exact = (value: ConstValue): ConstValue => {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((item: ConstValue) => exact(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, exact(item)]));
};

const seeded = async (client: ClickHouseClient): Promise<Map<string, EventRecord>> => {
  const source = random(seed);
  const made = new Map<string, RandomEvent>();
  for (let index = 0; index < events; index += 1) {
    made.set(
      `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      randomEvent(source, presentNs - 1_000_000_000n),
    );
  }
  const values = [...made].map(([id, event]) => ({ project_id: projectId, id, retention_days: 30, ...event.columns }));
  await client.insert({ table: 'events', format: 'JSONEachRow', values });
  const query = compiled(`project ${roots.join(', ')}`);
  const records = new Map<string, EventRecord>();
  for (const row of await rowsOf(client, query)) {
    const root = Object.fromEntries(query.columns.map((column, index) => [column.name, cell(row[index], column.type)]));
    const event = made.get(String(row[0]));
    if (event) records.set(String(row[0]), { root, attributes: event.attributes, resource: event.resource });
  }
  return records;
};

const chosen = (records: ReadonlyMap<string, EventRecord>, filter: string): Set<string> | null => {
  const predicate = compiled(filter).filter;
  if (predicate === null) throw new Error(`${filter} is not a filter alone`);
  if (notEvaluable(predicate) !== null) return null;
  return new Set([...records].filter(([, record]) => evaluate(predicate, record, presentNs)).map(([id]) => id));
};

const difference = (a: ReadonlySet<string>, b: ReadonlySet<string>): string[] => [...a].filter((id) => !b.has(id));

t.setTimeout(900_000);

t.test('conditions over one event', { timeout: 900_000 }, async (t) => {
  const { clickhouse } = await stores(t);
  const records = await seeded(clickhouse);
  t.equal(records.size, events, 'the events are there');

  await t.test('pick the same events in process as in the store', { timeout: 600_000 }, async (t) => {
    const source = random(seed + 1);
    let compared = 0;
    let skipped = 0;
    for (let index = 0; index < filters; index += 1) {
      const filter = randomFilter(source);
      const inProcess = chosen(records, filter);
      if (inProcess === null) {
        skipped += 1;
        continue;
      }
      const inStore = await idsOf(clickhouse, filter);
      compared += records.size;
      const [missing, extra] = [difference(inStore, inProcess), difference(inProcess, inStore)];
      if (missing.length + extra.length > 0)
        t.fail(`${filter}\n  store alone ${explain(records, missing)}\n  process alone ${explain(records, extra)}`);
    }
    t.ok(
      compared >= filters * records.size * 0.7,
      `${compared} cases, ${skipped} filters of ${filters} not for one event`,
    );
  });

  await t.test('conditions are as true where their value is asked for as where they pick events', async (t) => {
    const source = random(seed + 5);
    let compared = 0;
    for (let index = 0; index < filters / 4; index += 1) {
      const filter = randomFilter(source, 1);
      const value = `case(${filter}, "yes", not(${filter}), "no", "")`;
      const rows = await rowsOf(clickhouse, compiled(`project id, answer = ${value}`));
      for (const [answer, condition] of [
        ['yes', filter],
        ['no', `not(${filter})`],
      ] as const) {
        const answered = new Set(rows.filter(([, one]) => one === answer).map(([id]) => String(id)));
        const picked = await idsOf(clickhouse, condition);
        compared += rows.length;
        const [missing, extra] = [difference(picked, answered), difference(answered, picked)];
        if (missing.length + extra.length > 0)
          t.fail(`${condition}\n  picked ${explain(records, missing)}\n  value ${explain(records, extra)}`);
      }
    }
    t.ok(compared > 0, `${compared} answers`);
  });

  await t.test('a condition, its negation and the events without an answer are all events, each once', async (t) => {
    const source = random(seed + 2);
    for (let index = 0; index < filters / 10; index += 1) {
      const field = source.pick([
        'body',
        'name',
        'attributes.custom.key',
        'attributes.count',
        'resource.team',
        'level',
      ]);
      const word = JSON.stringify(source.pick(words));
      const op = source.pick(['==', 'has', 'contains', 'startswith', '<']);
      const positive = await idsOf(clickhouse, `${field} ${op} ${word}`);
      const negative = await idsOf(clickhouse, `not(${field} ${op} ${word})`);
      const missing = await idsOf(clickhouse, `isnull(${field})`);
      const together = new Set([...positive, ...negative, ...missing]);
      t.equal(
        positive.size + negative.size + missing.size,
        records.size,
        `${field} ${op} ${word}: none is counted twice`,
      );
      t.equal(together.size, records.size, `${field} ${op} ${word}: none is left out`);
    }
  });

  await t.test('where a | where b is where a and b; skip indexes do not change what is found', async (t) => {
    const source = random(seed + 3);
    for (let index = 0; index < filters / 10; index += 1) {
      const [a, b] = [randomFilter(source, 1), randomFilter(source, 1)];
      const both = await idsOf(clickhouse, `(${a}) and (${b})`);
      const piped = new Set(
        (await rowsOf(clickhouse, compiled(`where ${a} | where ${b} | project id`))).map(([id]) => String(id)),
      );
      t.same([...piped].toSorted(), [...both].toSorted(), `${a} | ${b}`);
      const query = compiled(`where ${a} | project id`);
      const settings = {
        query: `${query.sql} SETTINGS use_skip_indexes = 0`,
        query_params: { ...query.params },
        format: 'JSONCompactEachRow',
      } as const;
      const unindexed = new Set((await (await clickhouse.query(settings)).json<unknown[]>()).map(([id]) => String(id)));
      t.same([...unindexed].toSorted(), [...(await idsOf(clickhouse, a))].toSorted(), `${a} without skip indexes`);
    }
  });

  await t.test('regular expressions match as in the store', async (t) => {
    const source = random(seed + 4);
    const subjects = [...words, 'aaa', 'abab', 'a\nb', 'ab\n', 'x1_y', 'foo bar', '\t', 'ÀÉ', 'naïve', '🙂'];
    const patterns = Array.from({ length: 150 }, () => randomRegex(source, 3)).filter(
      (one) => matcher(one, '') !== null,
    );
    t.ok(patterns.length > 100, `${patterns.length} expressions`);
    const flags = ['', 'i', 'm', 'im'];
    for (const pattern of patterns) {
      const flag = source.pick(flags);
      const query = 'SELECT arrayMap(x -> match(x, {p:String}), {s:Array(String)}) AS found';
      const bound = { p: flag === '' ? pattern : `(?${flag})${pattern}`, s: subjects };
      const result = await clickhouse.query({ query, query_params: bound, format: 'JSONEachRow' });
      const [row] = await result.json<{ found: number[] }>();
      const test = matcher(pattern, flag);
      t.same(
        row?.found,
        subjects.map((subject) => (test?.(subject) === true ? 1 : 0)),
        `/${pattern}/${flag}`,
      );
    }
  });
});

const explain = (records: ReadonlyMap<string, EventRecord>, ids: readonly string[]): string => {
  const record = records.get(ids[0] ?? '');
  return ids.length === 0
    ? 'none'
    : `${ids.length}, as ${JSON.stringify(record, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one))}`;
};

const randomRegex = (source: ReturnType<typeof random>, depth: number): string => {
  if (depth === 0)
    return source.pick([
      'a',
      'b',
      'o',
      '.',
      '\\d',
      '\\w',
      '\\s',
      '[a-f]',
      '[^a]',
      '\\b',
      '^',
      '$',
      'É',
      '\\W',
      '[[:alpha:]]',
      '\\pL',
      '_',
    ]);
  const inner = (): string => randomRegex(source, depth - 1);
  switch (source.below(6)) {
    case 0:
      return `(${inner()}|${inner()})`;
    case 1:
      return `(?:${inner()})${source.pick(['*', '+', '?', '{2}', '{1,3}', '*?'])}`;
    case 2:
      return `(?i:${inner()})`;
    default:
      return inner() + inner();
  }
};

t.test('no expression hangs the process', async (t) => {
  const text = 'a'.repeat(20_000);
  for (const source of ['(a+)+$b', '(a|a)*b', '(a*)*b', '(.*)*x', '(a{20}){20}b']) {
    const before = process.cpuUsage();
    t.equal(matcher(source, '')?.(text), false, source);
    t.ok(cpuMs(before) < 5000, `${source}: in time`);
  }
});
