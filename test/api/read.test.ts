import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { runQuery } from '../../src/domains/query/run.ts';
import { ApiError } from '../../src/errors.ts';
import { fairGate } from '../../src/lib/fair-gate.ts';
import { jsonCells } from '../../src/lib/json-cells.ts';
import type { Compiled } from '../../src/query/compile.ts';
import { createReader, gateLimits, ReadStopped, type ReadLimits } from '../../src/store/read.ts';
import { until } from '../support/service.ts';
import { clientThrough, stores } from '../support/stores.ts';
import { cpuMs, longestTurnMs } from '../support/turns.ts';

const { reader: client, clickhouse, database, engines } = await stores(t);
const reader = createReader(client, fairGate(gateLimits));
const never = new AbortController().signal;
const read = (sql: string, limits: Partial<ReadLimits> = {}, params = {}, signal = never) =>
  reader.rows({ projectId: 'p', operation: 'test', sql, params, signal, limits });

t.test('rows come as they were printed, exact to the last digit', async (t) => {
  const rows = await read(
    `SELECT toUInt64(18446744073709551615), {s:String}, toDateTime64('2026-01-31 12:00:00.123456789', 9, 'UTC'), NULL, [1, 2]`,
    {},
    { s: 'a"\n\\' },
  );
  t.same(rows, ['[18446744073709551615, "a\\"\\n\\\\", "2026-01-31T12:00:00.123456789Z", null, [1,2]]']);
  t.same(await read('SELECT 1 WHERE 0'), []);
});

t.test('a long answer comes whole, line for line, and its reading keeps nobody waiting', async (t) => {
  const rows = (await read("SELECT number, repeat('ż', number % 5000) FROM numbers(4000)")).map((row) =>
    JSON.parse(row),
  );
  t.same(
    rows,
    Array.from({ length: 4000 }, (_, n) => [n, 'ż'.repeat(n % 5000)]),
  );
  const lines = await read("SELECT repeat(toString(number), 1000000), repeat('y', 1000000) FROM numbers(3)");
  t.same(
    lines.map((line) => line.length),
    [2_000_008, 2_000_008, 2_000_008],
  );
  t.same(await read('SELECT 1 FROM numbers(0)'), []);

  const text = 'żółw '.repeat(5_000);
  const whole = Buffer.from(text.repeat(1_200));
  const before = process.cpuUsage();
  whole.toString();
  const wholeMs = cpuMs(before);
  const turnMs = await longestTurnMs(() => read(`SELECT if(number < 0, '', '${text}') FROM numbers(1200)`));
  t.ok(turnMs < wholeMs, `${turnMs} ms in one turn; to decode all of it takes ${wholeMs} ms`);
});

t.test('the cells of a long answer are told apart in several turns', async (t) => {
  const line = JSON.stringify(['"'.repeat(250_000), 1]);
  const lines = Array(100).fill(line) as string[];
  const before = process.cpuUsage();
  const cells = lines.map(jsonCells);
  const wholeMs = cpuMs(before);
  const rows = async () => lines;
  const compiled = { sql: '', params: {}, columns: [] } as unknown as Compiled;
  let found: unknown;
  const turnMs = await longestTurnMs(async () => {
    found = await runQuery({ reader: { rows, lines: rows, stream: () => t.fail() as never } }, 'p', compiled, {
      operation: 'test',
      signal: never,
    });
  });
  t.same(found, cells);
  t.ok(turnMs < wholeMs / 2, `${turnMs} ms in one turn; all of it takes ${wholeMs} ms`);
});

t.test('a text as long as a query reaches the store, whatever its letters', async (t) => {
  t.same(await read('SELECT lengthUTF8({s:String})', {}, { s: '€'.repeat(65_536) }), ['[65536]']);
});

t.test('each limit stops a query and says which it was', async (t) => {
  const cases: [string, Partial<ReadLimits>, string][] = [
    [
      'SELECT count() FROM numbers(1e12) WHERE NOT ignore(sipHash64(number))',
      { executionMsMax: 300, rowsReadMax: 1e15 },
      'time',
    ],
    ['SELECT groupArray(number) FROM numbers(1e8)', { memoryBytesMax: 50_000_000 }, 'memory'],
    ['SELECT count() FROM numbers(1e7)', { rowsReadMax: 1_000_000 }, 'rows'],
    ['SELECT number FROM numbers(1e5)', { resultRowsMax: 1_000 }, 'rows'],
    ['SELECT repeat(toString(number), 1000) FROM numbers(60000)', {}, 'rows'],
    // Forty megabytes of values, and six times as much when they are printed.
    ['SELECT repeat(char(1), 4000), number FROM numbers(10000)', {}, 'rows'],
    ['SELECT length(repeat(toString(number), 1000001)) FROM numbers(1)', {}, 'memory'],
    ["SELECT match('x', concat('(', toString(number))) FROM numbers(2)", {}, 'values'],
    ['SELECT number, throwIf(number = 9e6) FROM numbers(1e7) FORMAT Null', { executionMsMax: 10_000 }, 'error'],
  ];
  for (const [sql, limits, reason] of cases) {
    const error = await read(sql, limits).catch((thrown: unknown) => thrown);
    if (reason === 'error')
      t.notOk(error instanceof ReadStopped || error instanceof ApiError, 'our own fault is not passed off as a limit');
    else t.equal(error instanceof ReadStopped && error.reason, reason, sql);
  }
});

t.test('a stream that the engine cannot finish ends with an error, never as if it were whole', async (t) => {
  const stream = (sql: string) =>
    reader.stream(
      { projectId: 'p', operation: 'test', sql, params: {}, signal: never, limits: { resultRowsMax: 1e9 } },
      'CSV',
    );
  const whole = [];
  for await (const chunk of await stream('SELECT number FROM numbers(200000)')) whole.push(chunk as Buffer);
  t.equal(Buffer.concat(whole).toString().split('\n').length, 200_001);
  const broken = await stream(
    'SELECT number, throwIf(number = 5000000) FROM numbers(10000000) SETTINGS max_block_size = 1000',
  );
  let bytes = 0;
  await t.rejects(
    (async () => {
      for await (const chunk of broken) bytes += (chunk as Buffer).length;
    })(),
    /failed in the middle/,
  );
  t.ok(bytes > 1_000_000, 'some of it came');
});

t.test('a project has the cores once: its statements share them, and yield to those of others', async (t) => {
  const shared = createReader(client, fairGate(gateLimits));
  const shareOf = async (projectId: string) => {
    const sql = "SELECT getSetting('max_threads'), getSetting('os_threads_nice_value_query'), sleep(1)";
    const [row] = await shared.rows({
      projectId,
      operation: 'test',
      sql,
      params: {},
      signal: new AbortController().signal,
    });
    return (JSON.parse(row ?? '[]') as number[]).slice(0, 2);
  };
  const [cores = 0] = await shareOf('a');
  t.ok(cores >= 1);
  const all = await Promise.all(['a', 'a', 'a', 'a', 'b', 'b'].map(shareOf));
  const part = (running: number) => [Math.max(1, Math.floor(cores / running)), 10];
  t.same(all, [[cores, 0], part(2), part(3), part(4), [cores, 0], part(2)]);
});

t.test('a reader can change nothing, and lift none of its limits', async (t) => {
  for (const sql of [
    'CREATE TABLE x (a UInt8) ENGINE = Memory',
    'INSERT INTO events (id) VALUES (generateUUIDv4())',
    "SELECT * FROM url('http://127.0.0.1:1/', CSV, 'a String')",
    "SELECT * FROM file('/etc/passwd', LineAsString)",
    'SELECT 1 SETTINGS readonly = 0',
    'SELECT 1 SETTINGS max_threads = 1, force_primary_key = 1',
    'SELECT * FROM system.users',
  ]) {
    await t.rejects(read(sql), sql);
  }
});

const endless = 'SELECT count() FROM numbers(1e13) WHERE NOT ignore(sipHash64(number))';
const waitMsMax = 30_000;
const long = { executionMsMax: 60_000, rowsReadMax: 1e15 };

async function running(): Promise<number> {
  const result = await clickhouse.query({
    query: `SELECT count() AS n FROM system.processes WHERE query_id LIKE 'test-%' AND query LIKE '%1e13%' AND query NOT LIKE '%processes%'`,
    format: 'JSONEachRow',
  });
  return Number((await result.json<{ n: string }>())[0]?.n);
}

t.test('when the caller leaves, the engine stops within 2 seconds', async (t) => {
  const leaving = new AbortController();
  const started = read(endless, long, {}, leaving.signal);
  await until('it runs', waitMsMax, async () => (await running()) === 1);
  leaving.abort(new Error('left'));
  await t.rejects(started);
  const goneMs = await until('it is gone', waitMsMax, async () => (await running()) === 0);
  t.ok(goneMs < 2_000, `${goneMs} ms`);
});

t.test('a statement that is still on its way when its caller leaves ends as well', async (t) => {
  const way = new EventEmitter();
  const arrived = once(way, 'arrived');
  const slow = await clientThrough(t, { engines, database }, 'reader', async (text, on) => {
    if (text.includes(endless)) {
      const passed = once(way, 'passed');
      way.emit('arrived');
      await passed;
      await on();
      return void way.emit('answered');
    }
    if (text.includes('SELECT 1')) way.emit('stopping');
    await on();
  });
  const leaving = new AbortController();
  const started = createReader(slow, fairGate(gateLimits)).rows({
    projectId: 'p',
    operation: 'test',
    sql: endless,
    params: {},
    signal: leaving.signal,
    limits: long,
  });
  await arrived;
  const stopping = once(way, 'stopping');
  leaving.abort(new Error('left'));
  await t.rejects(started);
  await stopping;
  // There was nothing to end yet.
  await sleep(300);
  const answered = once(way, 'answered', { signal: AbortSignal.timeout(10_000) });
  way.emit('passed');
  await t.resolves(answered);
  t.equal(await running(), 0);
});

t.test('a statement that the engine cannot end keeps its turn until it has ended, though not its caller', async (t) => {
  const alone = createReader(client, fairGate({ runningMax: 1, runningPerProjectMax: 1, waitingPerProjectMax: 1 }));
  const one = (sql: string, signal = never) =>
    alone.rows({ projectId: 'p', operation: 'stuck', sql, params: {}, signal });
  const stuck = async () => {
    const result = await clickhouse.query({
      query:
        "SELECT toUInt32(count()) FROM system.processes WHERE startsWith(query_id, 'stuck') AND query LIKE '%arraySum%'",
      format: 'TabSeparated',
    });
    return Number(await result.text());
  };
  const leaving = new AbortController();
  // A block of one row: nothing is asked in the middle of it.
  const steps = `arrayMap(x -> levenshteinDistance(repeat('ab', 30000), repeat('ba', 30000 + x)), range(2))`;
  const left = one(`SELECT arraySum(${steps})`, leaving.signal).catch((thrown: unknown) => thrown);
  await until('it runs', waitMsMax, async () => (await stuck()) === 1);
  leaving.abort();
  t.ok((await left) instanceof Error);
  t.equal(await stuck(), 1, 'it goes on, and nobody waits for it');
  await one('SELECT 1');
  t.equal(await stuck(), 0);
});
