import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { eraseProject } from '../../src/domains/housekeeping/erase.ts';
import { ApiError } from '../../src/errors.ts';
import { checkSql } from '../../src/query/sql-mode/check.ts';
import { callableNames, isCallable } from '../../src/query/sql-mode/functions.ts';
import { parserFault } from '../../src/query/sql-mode/parser.ts';
import { syntaxFault } from '../../src/query/sql-mode/syntax-tree.ts';
import { treeFault } from '../../src/query/sql-mode/tree.ts';
import { sqlModeTables, sqlViews } from '../../src/query/sql-mode/views.ts';
import { fairGate } from '../../src/lib/fair-gate.ts';
import { connectClickhouse } from '../../src/store/clickhouse.ts';
import { freePort } from '../../src/store/embedded/ports.ts';
import { startClickhouse } from '../../src/store/embedded/clickhouse.ts';
import { projectDatabase, projectPassword, projectUserName } from '../../src/store/embedded/clickhouse-config.ts';
import { migrateClickhouse } from '../../src/store/migrate.ts';
import { createReader, gateLimits, ReadStopped } from '../../src/store/read.ts';
import { canaryProjectId, sqlMode, SqlModeFault } from '../../src/store/sql-mode.ts';
import { startApi } from '../support/api.ts';
import { until } from '../support/service.ts';
import { stores } from '../support/stores.ts';

/** An engine of our own: users of projects are known from its start. */
const [own, foreign, late, neighbour] = [1, 2, 3, 4].map((n) => `0198c0de-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
];
const known = [canaryProjectId, own, foreign, neighbour];
const secret = 'SECRET-of-the-other-project';
const directory = mkdtempSync(join(tmpdir(), 'colonnade-sql-'));
const [httpPort, tcpPort] = [await freePort(), await freePort()];
const [servicePassword, readerPassword, sqlSecret] = ['5'.repeat(32), '6'.repeat(32), '7'.repeat(32)];
const database = 'wall';
const engine = await startClickhouse({
  directory,
  database,
  httpPort,
  tcpPort,
  servicePassword,
  readerPassword,
  sqlSecret,
  projectIds: known,
  projectTables: sqlModeTables,
  memoryBytesMax: 2_000_000_000,
  startTimeoutMs: 60_000,
});
const url = `http://127.0.0.1:${httpPort}`;
const limits = { connectionsMax: 8, requestTimeoutMs: 30_000, readonly: false };
const outside = connectClickhouse({
  url,
  database: 'default',
  username: 'service',
  password: servicePassword,
  ...limits,
});
await outside.command({ query: `CREATE DATABASE ${database}` });
const service = connectClickhouse({ url, database, username: 'service', password: servicePassword, ...limits });
const logged: string[] = [];
const gate = fairGate(gateLimits);
const userOf = (id: string) => ({
  url,
  database: projectDatabase(database, id),
  username: projectUserName(id),
  password: projectPassword(sqlSecret, id),
});
const mode = sqlMode({
  enabled: true,
  clickhouse: service,
  database,
  projectUser: (id) => (known.includes(id) ? userOf(id) : undefined),
  gate,
  onLog: (_, message) => logged.push(message),
});
t.teardown(async () => {
  await mode.close();
  await Promise.all([outside.close(), service.close()]);
  await engine.stop(5_000);
  rmSync(directory, { recursive: true, force: true });
});

const { sql } = await stores(t, { migrated: true });
await migrateClickhouse({
  sql,
  clickhouse: service,
  target: { cluster: null, replicated: false, database, user: 'service', password: servicePassword },
});

const now = Date.now();
for (const [id, body, count] of [
  [own, '12345', 200],
  [foreign, secret, 300],
] as const) {
  await service.insert({
    table: 'events',
    format: 'JSONEachRow',
    values: Array.from({ length: count }, (_, n) => ({
      project_id: id,
      kind: n % 2 === 0 ? 'log' : 'span',
      ts: new Date(now - n * 1000).toISOString().replace('T', ' ').replace('Z', ''),
      id: crypto.randomUUID(),
      retention_days: 30,
      service: `service-${body}`,
      level: 'INFO',
      body,
      attrs: { 'http.route': body },
    })),
  });
  await service.insert({
    table: 'metric_points',
    format: 'JSONEachRow',
    values: Array.from({ length: count }, (_, n) => ({
      project_id: id,
      metric: `m-${body}`,
      series_id: '7',
      ts: new Date(now - n * 1000).toISOString().replace('T', ' ').replace('Z', ''),
      retention_days: 30,
      value: n,
    })),
  });
  await service.insert({
    table: 'metric_series',
    format: 'JSONEachRow',
    values: [
      {
        project_id: id,
        metric: `m-${body}`,
        series_id: '7',
        day: new Date(now).toISOString().slice(0, 10),
        retention_days: 30,
        type: 'gauge',
        service: `service-${body}`,
        attrs: { label: body },
      },
    ],
  });
}

const signal = new AbortController().signal;
const request = (text: string, projectId = own) => ({ projectId, sql: text, params: {}, signal });

/** Everything the service does with a statement, in its order. */
async function guardedRun(text: string): Promise<string[]> {
  const checked = checkSql(text, () => undefined);
  if (!checked.ok) throw new Error(`text: ${checked.fault.message}`);
  const fault = parserFault(checked.plain);
  if (fault !== undefined) throw new Error(`parser: ${fault.message}`);
  const read = await mode.syntax(request(checked.sql));
  const inSyntax = syntaxFault(read.lines, read.engineFunctions);
  if (inSyntax !== undefined) throw new Error(`syntax: ${inSyntax}`);
  const { lines, database: views } = await mode.explain(request(checked.sql));
  const inTree = treeFault(
    lines,
    views,
    sqlViews.map(({ name }) => name),
  );
  if (inTree !== undefined) throw new Error(`tree: ${inTree}`);
  return [...(await mode.run(request(checked.sql))).rows];
}

t.test('the self-test passes on a wall that stands', async (t) => {
  t.equal(await mode.test(), undefined);
  t.same(logged, []);
});

t.test('SQL mode switches itself off on an engine without the wall', async (t) => {
  const said: string[] = [];
  const open = sqlMode({
    enabled: true,
    clickhouse: service,
    database,
    // The service's own user sees every table: whoever configures that must not get SQL mode.
    projectUser: (id) => ({ ...userOf(id), username: 'service', password: servicePassword }),
    gate,
    onLog: (_, message) => said.push(message),
  });
  t.match(await open.test(), /switched itself off/);
  t.match(said, [/saw a row of another project/]);
  await t.rejects(open.run(request('SELECT 1')), /switched itself off/, 'and no statement runs');
  await open.close();
});

t.test('a store that was away for one question is asked it again', async (t) => {
  let isAway = true;
  const flaky = new Proxy(service, {
    get(client, name) {
      const value: unknown = Reflect.get(client, name);
      if (name !== 'query' || !isAway) return value;
      return (asked: Parameters<typeof client.query>[0]) =>
        asked.query.includes('system.functions') ? Promise.reject(new Error('socket hang up')) : client.query(asked);
    },
  });
  const one = sqlMode({
    enabled: true,
    clickhouse: flaky,
    database,
    projectUser: userOf,
    gate,
    onLog: () => {},
  });
  t.teardown(() => one.close());
  await t.rejects(one.syntax(request('SELECT 1')), /hang up/);
  isAway = false;
  t.ok((await one.syntax(request('SELECT 1'))).engineFunctions.has('count'));
});

t.test('statements that people write give their own rows', async (t) => {
  const cases: [string, unknown][] = [
    ['SELECT count() FROM events', [[200]]],
    ['SELECT count() FROM events FINAL', [[200]]],
    [
      'SELECT kind, count(*) AS n FROM events GROUP BY kind ORDER BY kind',
      [
        ['internal', 100],
        ['log', 100],
      ],
    ],
    ["SELECT attributes['http.route'] AS route, count() FROM events GROUP BY route", [['12345', 200]]],
    ['SELECT quantile(0.5)(toFloat64(body)) FROM events', [[12345]]],
    ['SELECT metric_name, max(value), any(service) FROM metrics GROUP BY 1', [['m-12345', 199, 'service-12345']]],
    [
      "WITH recent AS (SELECT * FROM events WHERE timestamp > now() - INTERVAL 1 DAY) SELECT count() FROM recent WHERE level = 'INFO'",
      [[200]],
    ],
    ['SELECT count() FROM events e JOIN metrics m ON e.service = m.service WHERE m.value = 1', [[200]]],
    ['SELECT sum(n) FROM (SELECT count() AS n FROM events UNION ALL SELECT count() FROM metrics) q;', [[400]]],
    [
      "SELECT 'SETTINGS; FORMAT INTO -- no comment' AS text /* a comment; SETTINGS */ -- another",
      [['SETTINGS; FORMAT INTO -- no comment']],
    ],
    ['SELECT countIf(value > 100) * 100.0 / count() AS share FROM metrics', [[49.5]]],
    [
      'SELECT toStartOfInterval(timestamp, INTERVAL 1 day) AS t, uniqExact(service) AS n FROM events GROUP BY t HAVING n > 5',
      [],
    ],
    ['SELECT row_number() OVER (ORDER BY timestamp) AS n FROM events LIMIT 2', [[1], [2]]],
    ["SELECT count() FROM events WHERE body::UInt64 = 12345 AND kind IN ('log', 'internal') AND NOT errors", [[200]]],
    ['SELECT arraySum(arrayMap(x -> x * 2, [1, 2, 3])) AS twelve', [[12]]],
    [
      "SELECT extractAllGroups('a=1, b=2', '(\\\\w)=(\\\\d)') AS pairs",
      [
        [
          [
            ['a', '1'],
            ['b', '2'],
          ],
        ],
      ],
    ],
    ['SELECT dense_rank() OVER (ORDER BY body), percent_rank() OVER (ORDER BY body) FROM events LIMIT 1', [[1, 0]]],
    [
      'SELECT kind, grouping(kind) AS g, count() FROM events GROUP BY ROLLUP(kind) ORDER BY g, kind',
      [
        ['internal', 0, 100],
        ['log', 0, 100],
        ['', 1, 200],
      ],
    ],
    ['SELECT v, count() FROM events ARRAY JOIN attribute_values AS v GROUP BY v', [['12345', 200]]],
    [
      "SELECT CASE WHEN kind = 'log' THEN 1 ELSE 0 END AS c, avg(c) FROM events GROUP BY c ORDER BY c LIMIT 1",
      [[0, 0]],
    ],
  ];
  for (const [text, rows] of cases)
    t.same(
      (await guardedRun(text)).map((row) => JSON.parse(row) as unknown),
      rows,
      text,
    );
});

/** Each tries to see another project's rows, to touch a file, or to reach the network. `{port}` is a listener of ours. */
const attempts = (port: number): string[] => [
  // other tables
  `SELECT * FROM ${database}.events`,
  `SELECT body FROM "${database}"."events"`,
  `SELECT body FROM \`${database}\`.\`events\``,
  `SELECT * FROM ${projectDatabase(database, foreign)}.events`,
  `SELECT * FROM ${database}.metric_points`,
  `SELECT * FROM ${database}.migrations`,
  'SELECT * FROM default.events',
  'SELECT * FROM system.tables',
  'SELECT * FROM system.query_log',
  'SELECT query FROM system.processes',
  'SELECT * FROM system.users',
  'SELECT * FROM system.parts',
  'SELECT * FROM information_schema.tables',
  'SELECT * FROM INFORMATION_SCHEMA.COLUMNS',
  // table functions
  `SELECT * FROM merge('${database}', 'events')`,
  `SELECT count() FROM merge('${database}', '.*') WHERE toUInt64(body) > 0`,
  "SELECT * FROM merge(REGEXP('.*'), 'events')",
  `SELECT * FROM mergeTreeIndex('${database}', 'events')`,
  `SELECT * FROM mergeTreeTextIndex('${database}', 'events', 'ix_body')`,
  `SELECT * FROM mergeTreeProjection('${database}', 'events', 'x')`,
  `SELECT * FROM loop('${database}', 'events') LIMIT 1`,
  `SELECT * FROM view(SELECT * FROM ${database}.events)`,
  `SELECT * FROM viewIfPermitted(SELECT * FROM ${database}.events ELSE null('x Int8'))`,
  `SELECT * FROM cluster('default', '${database}', 'events')`,
  `SELECT * FROM remote('127.0.0.1:${tcpPort}', '${database}', 'events', 'default', '')`,
  `SELECT * FROM remoteSecure('127.0.0.1:${tcpPort}', '${database}', 'events')`,
  "SELECT * FROM file('/etc/passwd', 'LineAsString')",
  "SELECT * FROM file('users.xml', 'RawBLOB')",
  "SELECT * FROM fileCluster('default', '*', 'RawBLOB')",
  "SELECT * FROM filesystem('/etc')",
  `SELECT * FROM url('http://127.0.0.1:${port}/x', 'LineAsString')`,
  `SELECT * FROM urlCluster('default', 'http://127.0.0.1:${port}/x', 'LineAsString')`,
  `SELECT * FROM s3('http://127.0.0.1:${port}/bucket/x', 'CSV')`,
  `SELECT * FROM gcs('http://127.0.0.1:${port}/x', 'CSV')`,
  `SELECT * FROM azureBlobStorage('http://127.0.0.1:${port}', 'c', 'x')`,
  `SELECT * FROM hdfs('hdfs://127.0.0.1:${port}/x', 'CSV')`,
  `SELECT * FROM deltaLake('http://127.0.0.1:${port}/x')`,
  `SELECT * FROM iceberg('http://127.0.0.1:${port}/x')`,
  `SELECT * FROM postgresql('127.0.0.1:${port}', 'd', 't', 'u', 'p')`,
  `SELECT * FROM mysql('127.0.0.1:${port}', 'd', 't', 'u', 'p')`,
  `SELECT * FROM mongodb('127.0.0.1:${port}', 'd', 'c', 'u', 'p', 'x Int8')`,
  `SELECT * FROM redis('127.0.0.1:${port}', 'k', 'k String')`,
  `SELECT * FROM sqlite('/tmp/x.db', 't')`,
  `SELECT * FROM jdbc('jdbc:x', 's', 't')`,
  `SELECT * FROM odbc('DSN=x', 's', 't')`,
  "SELECT * FROM executable('id', 'TSV', 'x String')",
  "SELECT * FROM dictionary('x')",
  "SELECT * FROM input('x String')",
  'SELECT * FROM numbers(100000000)',
  "SELECT * FROM generateRandom('x String')",
  // settings, formats, destinations
  `SELECT * FROM events SETTINGS additional_table_filters = {'events': '1'}`,
  `SELECT * FROM (SELECT * FROM events SETTINGS additional_table_filters = {'events': '1'}, readonly = 0)`,
  `SELECT * FROM (SELECT * FROM events settings readonly = 0, max_result_rows = 0)`,
  `SELECT * FROM events/**/SETTINGS/**/readonly=0`,
  "SELECT * FROM events INTO OUTFILE '/tmp/stolen.csv'",
  "SELECT * FROM events INTO OUTFILE '/tmp/stolen.csv' TRUNCATE FORMAT CSV",
  'SELECT * FROM events FORMAT Native',
  // other statements
  'SELECT 1; SELECT 2',
  `SELECT 1; DROP TABLE ${database}.events`,
  `DROP TABLE ${database}.events`,
  `INSERT INTO events SELECT * FROM events`,
  `INSERT INTO FUNCTION url('http://127.0.0.1:${port}/x', 'CSV') SELECT body FROM events`,
  `INSERT INTO FUNCTION file('/tmp/stolen') SELECT body FROM events`,
  'CREATE TEMPORARY TABLE x AS SELECT * FROM events',
  `CREATE VIEW x AS SELECT * FROM ${database}.events`,
  `ALTER TABLE ${database}.events DELETE WHERE 1`,
  'SET readonly = 0',
  'SYSTEM SHUTDOWN',
  'KILL QUERY WHERE 1',
  'SHOW CREATE TABLE events',
  'SHOW USERS',
  'DESCRIBE TABLE events',
  'EXPLAIN SELECT 1',
  `GRANT ALL ON *.* TO ${projectUserName(own).replaceAll('-', '_')}`,
  `EXISTS TABLE ${database}.events`,
  `USE ${database}`,
  "BACKUP DATABASE wall TO Disk('x', 'y')",
  // doors inside expressions
  `SELECT in('x', ${database}.events)`,
  `SELECT in(tuple('x'), (SELECT body FROM ${database}.events))`,
  `SELECT count() FROM events WHERE body IN ${database}.events`,
  `SELECT count() FROM events WHERE body IN (SELECT body FROM ${database}.events)`,
  `SELECT count() FROM events WHERE body GLOBAL IN (SELECT body FROM ${database}.events)`,
  `SELECT (SELECT any(body) FROM ${database}.events)`,
  `SELECT exists(SELECT 1 FROM ${database}.events)`,
  `SELECT body FROM events UNION ALL SELECT body FROM ${database}.events`,
  `SELECT body FROM events EXCEPT SELECT body FROM ${database}.events`,
  `SELECT * FROM events JOIN ${database}.events AS f ON 1 = 1`,
  `WITH x AS (SELECT * FROM ${database}.events) SELECT * FROM x`,
  `WITH (SELECT groupArray(body) FROM ${database}.events) AS x SELECT x`,
  `WITH events AS (SELECT * FROM ${database}.events) SELECT * FROM events`,
  `WITH RECURSIVE r AS (SELECT body FROM ${database}.events UNION ALL SELECT body FROM r) SELECT * FROM r`,
  "SELECT dictGet('x', 'y', 1)",
  "SELECT dictGetOrNull('wall.patterns', 'template', 1)",
  `SELECT joinGet('${database}.events', 'body', 1)`,
  "SELECT file('/etc/passwd')",
  "SELECT getServerSetting('x')",
  "SELECT getSetting('additional_table_filters')",
  'SELECT hostName(), serverUUID(), version(), uptime()',
  'SELECT currentUser(), currentDatabase()',
  "SELECT hasColumnInTable('wall', 'events', 'body')",
  'SELECT sleepEachRow(3) FROM events',
  "SELECT catboostEvaluate('/etc/passwd', 1)",
  "SELECT executable('id')",
  "SELECT `file`('/etc/passwd')",
  'SELECT "hostName"()',
  'SELECT filesystemAvailable()',
  "SELECT arrayMap(file, ['/etc/passwd'])",
  "SELECT arrayMap(`file`, ['/etc/passwd'])",
  "SELECT arrayFilter(v -> notEmpty(v), arrayMap(FILE, ['/etc/passwd']))",
  "SELECT arrayMap(catboostEvaluate, ['/etc/passwd'])",
  "SELECT COLUMNS('body') APPLY file FROM (SELECT '/etc/passwd' AS body FROM events)",
  "SELECT * APPLY(file) FROM (SELECT '/etc/passwd' AS body FROM events)",
  "WITH x -> file(x) AS f SELECT f('/etc/passwd')",
  "WITH 'file' AS f SELECT f('/etc/passwd')",
  "SELECT file/**/('/etc/passwd')",
  "SELECT file\n(\n'/etc/passwd')",
  "SELECT CAST('/etc/passwd' AS file)",
  "SELECT initializeAggregation('groupArray', body) FROM events",
  "SELECT arrayReduce('sum', [1])",
  "SELECT addressToLine(1), demangle('x')",
  "SELECT evalMLMethod(1), getMacro('x'), getOSKernelVersion()",
  'SELECT queryID(), connectionId(), tcpPort()',
  // what a condition gives away by failing on rows that must not be seen
  'SELECT count() FROM events WHERE toUInt64(body) >= 0 AND length(body) > 20',
  "SELECT throwIf(body LIKE 'SECRET%') FROM events",
  'SELECT count() FROM (SELECT toUInt64(body) AS x FROM events) WHERE x > 20000',
  'SELECT count() FROM events a JOIN events b ON toUInt64(a.body) = toUInt64(b.body) + 1',
  "SELECT count() FROM events WHERE identity(project_id) != '' AND toUInt64(body) > 20000",
  'SELECT max(toUInt64(service)) FROM metrics WHERE metric_name > 5',
  // quoting, comments, encodings
  "SELECT '\\' FROM events -- '",
  `SELECT 'x\\'; SELECT * FROM ${database}.events; -- '`,
  `SELECT 1 -- \n FROM ${database}.events`,
  `SELECT 1 /* /* */ FROM ${database}.events -- */`,
  `SELECT * FROM/**/${database}/**/./**/events`,
  `SELECT * FROM $$${database}$$.events`,
  `SELECT * FROM ${database}\u00a0.events`,
  'SELECT ’ FROM events ’',
  '#! SELECT 1',
  `SELECT {x:Identifier} FROM events`,
  `SELECT * FROM {db:Identifier}.events`,
  `SELECT '{{var-x}}' FROM events`,
  '(((((SELECT 1))))) ; ;',
  '\0SELECT 1',
  '',
  '-- nothing',
];

t.test('no attempt to get out returns a foreign row, touches a file or opens a connection', async (t) => {
  let connections = 0;
  const listener = createServer((_, response) => response.end(secret)).on('connection', () => connections++);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const tries = attempts(port);
  t.ok(tries.length >= 100, `${tries.length} attempts`);
  const before = await hashOfEverything();
  let refused = 0;
  for (const text of tries) {
    const answer = await guardedRun(text).catch((error: unknown) => error);
    if (answer instanceof Error) {
      refused++;
      t.notMatch(answer.message, secret, `refused in silence: ${text}`);
    } else {
      t.notMatch(String(answer), secret, text);
    }
  }
  t.ok(refused > tries.length * 0.9, `${refused} of ${tries.length} were refused`);
  t.equal(connections, 0, 'nobody called');
  t.same(await hashOfEverything(), before, 'nothing was written');
  listener.close();
});

t.test('the same without our own checks: the engine’s user alone is a wall', async (t) => {
  const client = connectClickhouse({ ...userOf(own), ...limits });
  let connections = 0;
  const listener = createServer((_, response) => response.end(secret)).on('connection', () => connections++);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const before = await hashOfEverything();
  // One door has no lock in the engine: embedded, its scalar function file() asks for no grant. Our checks stand there, both.
  for (const text of attempts(port).filter((one) => !/\bfile\b/i.test(one) || /FROM file\b|INTO FUNCTION/.test(one))) {
    const answer = await client
      .exec({ query: text })
      .then(async ({ stream }) => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        return Buffer.concat(chunks).toString();
      })
      .catch((error: unknown) => String(error));
    // What we sent ourselves may come back in a message.
    t.notMatch(answer.replaceAll(text, ''), secret, `bare: ${text}`);
    t.notMatch(answer, /root:|FUNCTION_THROW_IF/, `bare: ${text}`);
  }
  t.equal(connections, 0);
  t.same(await hashOfEverything(), before);
  listener.close();
  await client.close();
});

t.test('before a name that opens files stand two checks, neither of which computes anything', async (t) => {
  const { engineFunctions } = await mode.syntax(request('SELECT 1'));
  t.ok(engineFunctions.has('file') && engineFunctions.size > 1000);
  for (const text of attempts(1).filter((one) => /^(SELECT|WITH)[^]*\bfile\b/i.test(one))) {
    const checked = checkSql(text, () => undefined);
    const read = await mode.syntax(request(text)).catch((error: unknown) => error);
    const bySyntax =
      read instanceof Error ? read.message : syntaxFault((read as { lines: string[] }).lines, engineFunctions);
    if (!text.includes('CAST')) t.type(bySyntax, 'string', `the engine’s syntax: ${text}`);
    if (!/arrayMap\(|APPLY file|CAST|'file' AS/i.test(text)) t.notOk(checked.ok, `our text check: ${text}`);
  }
});

t.test('what may be called is there, also as the engine calls it', async (t) => {
  const known = await service.query({
    query: 'SELECT lower(name) AS name, alias_to FROM system.functions',
    format: 'JSONEachRow',
  });
  const aliases = new Map(
    (await known.json<{ name: string; alias_to: string }>()).map(({ name, alias_to }) => [name, alias_to]),
  );
  // Not functions to the engine, but what it makes other ones of.
  const syntax =
    /^(sumMap|minMap|maxMap|countDistinct|exists|case|between|grouping\w*|lambda|date_?(Add|Sub)|untuple)$|_$/i;
  for (const name of callableNames()) {
    if (syntax.test(name)) continue;
    const alias = aliases.get(name.toLowerCase());
    t.not(alias, undefined, `${name} is a function`);
    t.ok(!alias || isCallable(alias), `${name}, which is ${alias}, may be called`);
  }
});

t.test('faults are said in words, with their place', async (t) => {
  const place = (text: string) => {
    const checked = checkSql(text, () => undefined);
    if (checked.ok) return parserFault(checked.plain);
    return checked.fault;
  };
  const cases: [string, RegExp, string | undefined][] = [
    ['', /is empty/, undefined],
    ['DELETE FROM events', /one SELECT/, undefined],
    ['SELECT 1; SELECT 2', /one statement/, undefined],
    ['SELECT cuont() FROM events', /cuont\(\).*did you mean count\(\)\?/, 'count'],
    ['SELECT levenshteinDistance(body, name) FROM events', /levenshteinDistance\(\), which SQL mode does/, undefined],
    ['SELECT count() FROM event', /reads event,/, 'events'],
    ['SELECT count() FROM x.events', /names a database, x/, undefined],
    ["SELECT 'open FROM events", /not closed/, undefined],
    ['SELECT {{nope}} FROM events', /placeholder/, undefined],
    ['SELECT 1 SETTINGS max_threads = 1', /SETTINGS/, undefined],
  ];
  for (const [text, message, suggestion] of cases) {
    const fault = place(text);
    t.match(fault?.message, message, text);
    t.equal(fault?.suggestion, suggestion, text);
  }
  const at = place('SELECT 1,\n  cuont() FROM events');
  t.same(at?.span, { start: 12, end: 17 });
  const unknown = await mode.run(request('SELECT nope FROM events')).catch((error: unknown) => error);
  t.ok(unknown instanceof SqlModeFault);
  t.match(String(unknown), /nope/);
  t.notMatch(String(unknown), new RegExp(`${database}_sql|project_|DB::`), 'without names of ours');
  const places = [
    ['SELECT count() FROM events GROUP BY )', /^Syntax error: failed at \)\. Unmatched/],
    ['SELECT count()\nFROM events WHERE', /^Syntax error: failed at the end\. Expected/],
  ] as const;
  for (const [text, message] of places) await t.rejects(guardedRun(text), { message }, text);
});

t.test('a statement that the parser would be at for ever is left to the engine', async (t) => {
  const nested = (depth: number) => `SELECT ${'exists(SELECT '.repeat(depth)}1${')'.repeat(depth)} FROM nowhere`;
  const checked = checkSql(nested(24), () => undefined);
  t.ok(checked.ok);
  t.equal(checked.ok ? parserFault(checked.plain) : checked.fault, undefined);
  await t.rejects(guardedRun(nested(24)), /nowhere/);
  await t.rejects(guardedRun(nested(60)), /nested too deeply/, 'which does not take what is too deep for it');
  t.match(parserFault(nested(2))?.message, /reads nowhere,/, 'and what it is done with in time is said by it');
});

t.test('a sql widget, from the dashboard to the engine and back', async (t) => {
  const ids = [own];
  const api = await startApi(t, {}, () => ({ sqlMode: mode, newId: () => ids.shift() ?? uuidv7() }));
  const project = await api.project();
  t.equal(project.id, own);
  const { body } = await project.post('/dashboards', {
    title: 'SQL',
    schema: {
      variables: [{ key: 'kind', type: 'values', multi: true, value: ['log', 'internal'] }],
      widgets: [
        {
          id: 'number',
          type: 'stat',
          sql: 'SELECT count() FROM events WHERE {{time_filter}} AND kind IN {{var-kind}}',
        },
        { id: 'table', type: 'table', sql: 'SELECT kind, count() AS n FROM events GROUP BY kind ORDER BY kind' },
        {
          id: 'chart',
          type: 'timeseries',
          sql: 'SELECT toStartOfInterval(timestamp, {{rollup_interval}}) AS t, kind, count() AS n FROM events WHERE {{time_filter}} GROUP BY t, kind ORDER BY t',
        },
        {
          id: 'days',
          type: 'timeseries',
          sql: 'SELECT toDate(timestamp) AS day, count() AS n FROM events GROUP BY day ORDER BY day',
        },
        {
          id: 'several',
          type: 'timeseries',
          sql: 'SELECT toDate(timestamp) AS day, length(body) AS n FROM events WHERE {{time_filter}}',
        },
        { id: 'comment', type: 'table', sql: 'SELECT identity(1) -- a comment' },
        { id: 'fails', type: 'table', sql: 'SELECT no_such_column FROM events' },
        { id: 'runtime', type: 'table', sql: "SELECT toUInt64(concat(body, 'x')) FROM events" },
      ],
    },
  });
  const answer = await project.get(`/dashboards/${body.summary.id}/data?since=1h`);
  const byId = new Map<string, any>(answer.body.widgets.map((one: { id: string }) => [one.id, one])); // oxlint-disable-line no-explicit-any
  t.equal(byId.get('number').data.data_float, 200);
  t.same(byId.get('table').data.data_json, [
    ['internal', 100],
    ['log', 100],
  ]);
  const { headers, dataset, stats } = byId.get('chart').data;
  t.same(headers, ['timestamp', 'internal', 'log']);
  t.equal(stats.sum, 200);
  t.ok(dataset.length > 2);
  const days = await project.get(`/dashboards/${body.summary.id}/data?since=3d&widget=days`);
  t.same(days.body.widgets[0].data.headers, ['timestamp', 'n']);
  t.equal(days.body.widgets[0].data.stats.sum, 200, 'a day is a time, too');
  t.match(
    byId.get('several').data,
    { dataset: [], headers: ['day', 'n'], rows_count: 200 },
    'a chart has no place for them',
  );
  t.same(byId.get('comment').data.data_json, [[1]]);
  t.match(byId.get('fails').error, /no_such_column/);
  t.match(byId.get('runtime').error, /Cannot parse/);
  const one = await project.get(`/dashboards/${body.summary.id}/data?since=1h&var-kind=log&widget=number`);
  t.equal(one.body.widgets[0].data.data_float, 100);
});

t.test('a chart has the times that its statement gave, and all of its rows; else it is a table', async (t) => {
  const ids = [own];
  const api = await startApi(t, {}, () => ({ sqlMode: mode, newId: () => ids.shift() ?? uuidv7() }));
  const project = await api.project();
  const days = "toDate('2026-01-15') + arrayJoin(range(60))";
  const noonMs = Date.parse('2026-01-31T12:00:00Z');
  const chart = (id: string, sql: string) => ({ id, type: 'timeseries', sql });
  const { body } = await project.post('/dashboards', {
    title: 'SQL',
    schema: {
      widgets: [
        chart('months', `SELECT toStartOfMonth(${days}) AS t, count() AS n GROUP BY t`),
        chart('uneven', `SELECT fromUnixTimestamp64Milli(toInt64(${noonMs} + n * n)) AS t, arrayJoin([0, 2, 3]) AS n`),
        chart('before', "SELECT toDateTime('2020-01-31 12:00:00') + arrayJoin([0, 60]) AS t, 1 AS n"),
        chart('twice', "SELECT toDateTime('2026-01-31 12:00:00') AS t, arrayJoin([1, 2]) AS n"),
        chart('never', 'SELECT if(n = 1, now(), NULL) AS t, arrayJoin([1, 2]) AS n'),
        chart('none', 'SELECT timestamp, toFloat64(1) AS n FROM events WHERE 1 = 2'),
        chart('many', 'SELECT now() AS t, toString(arrayJoin(range(203))) AS name, 1 AS n'),
      ],
    },
  });
  const { widgets } = (await project.get(`/dashboards/${body.summary.id}/data?from=2026-01-31&to=2026-02-01`)).body;
  const at = (time: string, value: number) => [Date.parse(time), value];
  const [months, uneven, before, twice, never, none, many] = widgets;
  t.same(months.data.dataset, [at('2026-01-01', 17), at('2026-02-01', 28), at('2026-03-01', 15)]);
  t.same(
    uneven.data.dataset,
    [0, 2, 3].map((n) => [noonMs + n * n, n]),
  );
  t.same(before.data.dataset, [at('2020-01-31T12:00:00Z', 1), at('2020-01-31T12:01:00Z', 1)]);
  for (const { data } of [twice, never]) t.match({ dataset: data.dataset, rows: data.data_json.length }, { rows: 2 });
  t.same([twice.data.dataset, never.data.dataset], [[], []]);
  t.match(none.data, { headers: ['timestamp', 'n'], stats: { count: 0 } });
  t.equal(many.data.headers.length, 201);
  t.equal(many.error, '3 more series are left out: a chart has the 200 largest.');
});

t.test('placeholders are values, whatever they hold', async (t) => {
  const hostile = `x' OR 1=1 -- \\ \` " {{p}} {p0:String} ${secret}`;
  const placeholders = (name: string) => {
    if (name === 'one') return { type: 'String', value: hostile };
    if (name === 'many') return { type: 'Array(String)', value: [hostile, '12345'] };
    if (name === 'both')
      return {
        compose: (value: (one: { type: string; value: unknown }) => string) =>
          `(body = ${value({ type: 'String', value: '12345' })})`,
      };
    return undefined;
  };
  const cases: [string, unknown][] = [
    ['SELECT {{one}} AS x', [[hostile]]],
    ["SELECT '{{one}}' AS x", [[hostile]]],
    ["SELECT 'a{{one}}b' AS x", [[`a${hostile}b`]]],
    ['SELECT count() FROM events WHERE body = {{one}}', [[0]]],
    ['SELECT count() FROM events WHERE body IN {{many}}', [[200]]],
    ['SELECT count() FROM events WHERE {{both}}', [[200]]],
  ];
  for (const [text, rows] of cases) {
    const checked = checkSql(text, placeholders);
    if (!checked.ok) {
      t.fail(`${text}: ${checked.fault.message}`);
      continue;
    }
    const answer = await mode.run({ projectId: own, sql: checked.sql, params: checked.params, signal });
    t.same(
      answer.rows.map((row) => JSON.parse(row) as unknown),
      rows,
      text,
    );
  }
});

t.test('values make a statement no longer than it may be, however often they are named', async (t) => {
  const values: Record<string, unknown> = { word: 'x'.repeat(50_000), words: Array.from({ length: 500 }, () => 'abc') };
  const placeholders = (name: string) => ({ type: name === 'word' ? 'String' : 'Array(String)', value: values[name] });
  for (const text of [`SELECT ${'{{words}}, '.repeat(2_000)} 1`, `SELECT '${'{{word}}'.repeat(2_000)}'`]) {
    const checked = checkSql(text, placeholders);
    t.match(checked, { ok: false, fault: { message: /too long with the values of its placeholders/ } });
  }
  t.ok(checkSql(`SELECT ${'{{words}}, '.repeat(100)} '{{word}}'`, placeholders).ok);
});

t.test('a project that came after the start is told to wait', async (t) => {
  await t.rejects(mode.run(request('SELECT 1', late)), /not ready for this project/);
});

/** Every event beside every other one three times over: it ends by its limits or because its caller left, not by itself. */
const endless =
  'SELECT count() FROM events a, events b, events c, events d WHERE length(concat(a.id, b.id, c.id, d.id)) = 1';

t.test('a project that is erased leaves no views behind', async (t) => {
  const api = await startApi(t, {}, () => ({ clickhouse: service }));
  const project = await api.project();
  const views = projectDatabase(database, project.id);
  await service.command({ query: `CREATE DATABASE ${views}` });
  await service.command({ query: `CREATE VIEW ${views}.events AS SELECT 1` });
  const left = async () => {
    const found = await service.query({ query: 'SHOW DATABASES', format: 'TabSeparated' });
    return (await found.text()).split('\n').filter((name) => name.includes('_sql_'));
  };
  const before = await left();
  t.ok(before.includes(views));
  await eraseProject(api.deps, project.id, 0);
  t.same(
    await left(),
    before.filter((name) => name !== views),
    'and those of others stay',
  );
});

t.test('limits hold: a statement that asks for too much ends and says why, and no text lifts them', async (t) => {
  const cases: [string, ReadStopped['reason']][] = [
    ['SELECT arrayJoin(range(1000)) AS x FROM events', 'rows'],
    ["SELECT repeat('x', 1000000) FROM events, metrics", 'rows'],
    ['SELECT groupArray(arrayMap(x -> toString(x), range(1000000))) FROM events', 'memory'],
    [endless, 'time'],
  ];
  for (const [text, reason] of cases) {
    const error = await mode.run(request(text)).catch((thrown: unknown) => thrown);
    t.equal(error instanceof ReadStopped && error.reason, reason, `${text}: ${String(error)}`);
  }
  await t.rejects(mode.run(request('SELECT 1 SETTINGS max_memory_usage = 0')), /readonly mode/);
});

t.test(
  'they share the engine as all reads do: at most so many of a project, each with its part of the cores',
  async (t) => {
    const shareOf = async (projectId: string) => {
      const sql = "SELECT getSetting('max_threads'), getSetting('os_threads_nice_value_query'), sleep(1)";
      const caller = new AbortController().signal;
      const { rows } = await mode.run({ projectId, sql, params: {}, signal: caller });
      return (JSON.parse(rows[0] ?? '[]') as number[]).slice(0, 2);
    };
    const [cores = 0] = await shareOf(own);
    t.ok(cores >= 1);
    const all = await Promise.all([own, own, own, own, foreign, foreign].map(shareOf));
    const part = (running: number) => [Math.max(1, Math.floor(cores / running)), 10];
    t.same(all, [[cores, 0], part(2), part(3), part(4), [cores, 0], part(2)]);

    const { runningPerProjectMax, waitingPerProjectMax } = gateLimits;
    const leaving = new AbortController();
    const callers = Array.from({ length: runningPerProjectMax + waitingPerProjectMax + 5 }, () =>
      mode.run({ ...request(endless), signal: AbortSignal.any([leaving.signal]) }).then(
        () => 'answered',
        (error: unknown) => (error instanceof ApiError ? error.code : 'left'),
      ),
    );
    t.same(await Promise.all(callers.slice(-5)), Array(5).fill('rate_limited'));
    await until('all run', 30_000, async () => (await runningOf(own)) === runningPerProjectMax);
    t.equal(await runningOf(own), runningPerProjectMax);
    leaving.abort();
    t.same(new Set(await Promise.all(callers.slice(0, -5))), new Set(['left']));
    t.ok((await until('all are gone', 30_000, async () => (await runningOf(own)) === 0)) < 2_000);
  },
);

t.test('half of the turns are left to all else, however long statements keep theirs', async (t) => {
  await mode.run(request('SELECT 1', neighbour));
  const leaving = new AbortController();
  const callers = [own, foreign].flatMap((projectId) =>
    Array.from({ length: gateLimits.runningPerProjectMax }, () =>
      mode.run({ ...request(endless, projectId), signal: AbortSignal.any([leaving.signal]) }).catch(() => 'left'),
    ),
  );
  await until('all run', 30_000, async () => (await runningOf(own)) + (await runningOf(foreign)) === callers.length);
  const behind = mode.run(request('SELECT 1', neighbour)).then(({ rows }) => rows);
  const reader = createReader(service, gate);
  const besides = { projectId: neighbour, operation: 'besides', sql: 'SELECT 2', params: {}, signal };
  t.same(await reader.rows(besides), ['[2]']);
  t.equal(await Promise.race([behind, sleep(1_000, 'waits')]), 'waits');
  leaving.abort();
  await Promise.all(callers);
  t.same(await behind, ['[1]']);
});

t.test('a statement ends when whoever looks at the dashboard leaves', async (t) => {
  const ids = [own];
  const api = await startApi(t, {}, () => ({ sqlMode: mode, newId: () => ids.shift() ?? uuidv7() }));
  const project = await api.project();
  const widgets = [1, 2, 3].map((n) => ({ id: `w${n}`, type: 'table', sql: `${endless} AND ${n} = ${n}` }));
  const { body } = await project.post('/dashboards', { title: 'SQL', schema: { widgets } });
  const asked = httpRequest(`${api.url}/api/v1/dashboards/${body.summary.id}/data`, {
    agent: false,
    headers: { authorization: `Bearer ${project.key}`, 'x-project-id': project.id },
  });
  asked.on('error', () => {}); // we hang up
  asked.end();
  await until('all run', 30_000, async () => (await runningOf(own)) === widgets.length);
  t.equal(await runningOf(own), widgets.length);
  asked.destroy();
  const goneMs = await until('all are gone', 30_000, async () => (await runningOf(own)) === 0);
  t.ok(goneMs < 2_000, `gone after ${Math.round(goneMs)} ms`);
});

/** Statements of users that the engine has under way for a project. */
async function runningOf(projectId: string): Promise<number> {
  const result = await service.query({
    query:
      "SELECT toUInt32(count()) FROM system.processes WHERE Settings['log_comment'] = {comment:String} AND startsWith(query, 'SELECT')",
    query_params: { comment: `${projectId} sql` },
    format: 'TabSeparated',
  });
  return Number(await result.text());
}

async function hashOfEverything(): Promise<unknown> {
  const result = await service.query({
    query: `SELECT (SELECT (count(), sum(cityHash64(*))) FROM ${database}.events), (SELECT (count(), sum(cityHash64(*))) FROM ${database}.metric_points), (SELECT groupArray(name) FROM (SELECT concat(database, '.', name) AS name FROM system.tables WHERE database LIKE 'wall%' ORDER BY name))`,
    format: 'JSONCompactEachRow',
  });
  return (await result.text()) satisfies string;
}

t.test('docs/sql-mode.md has every column of the views, and the views have every column of the docs', async (t) => {
  const text = await readFile(new URL('../../docs/sql-mode.md', import.meta.url), 'utf8');
  for (const { name, columns } of sqlViews) {
    const section = text.split(/^## /m).find((part) => part.startsWith(`${name}\n`)) ?? '';
    const rows = [...section.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, column, description]) => [
      column,
      description,
    ]);
    t.same(
      rows,
      columns.map((column) => [column.name, column.description]),
      name,
    );
    const described = await service.query({
      query: `DESCRIBE TABLE ${projectDatabase(database, own)}.${name}`,
      format: 'JSONEachRow',
    });
    t.same(
      (await described.json<{ name: string }>()).map((one) => one.name),
      columns.map((column) => column.name),
    );
  }
});
