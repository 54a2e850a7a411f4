import { randomUUID } from 'node:crypto';
import t from 'tap';
import { isAmong } from '../../src/ingest/durable/queries.ts';
import type { FieldRef } from '../../src/query/catalogue/field.ts';
import { renderReadable } from '../../src/query/clickhouse/render.ts';
import { access } from '../../src/query/clickhouse/storage.ts';
import { sqlViews, viewSql } from '../../src/query/sql-mode/views.ts';
import { migrateClickhouse } from '../../src/store/migrate.ts';
import { stores } from '../support/stores.ts';

// What the tables promise to the compiler and to those who pay for disks.

const { clickhouse, sql, target } = await stores(t);
const dayMs = 86_400_000;
const now = Math.floor(Date.now() / 60_000) * 60_000;

/** A number without a fraction would be taken for nanoseconds. */
const seconds = (ms: number) => (ms / 1000).toFixed(3);

async function select<T>(query: string, settings: Record<string, string | number> = {}): Promise<T[]> {
  const result = await clickhouse.query({ query, format: 'JSONCompactEachRow', clickhouse_settings: settings });
  return result.json<T>();
}

// A day of two projects: six services, some words, some attributes, and things to be found.
await clickhouse.command({
  query: `
    INSERT INTO events (project_id, kind, ts, id, retention_days, service, level, severity, name, body, trace_id, duration_ns, status, attrs, attrs_types, shape)
    SELECT if(number % 10 = 0, 'other', 'p'), if(number % 3 = 0, 'span', 'log')::String,
      toDateTime64(${now / 1000} - 86000 + number / 5, 9, 'UTC'), generateUUIDv7(), 30,
      concat('svc-', toString(number % 6)), if(number % 50 = 0, 'ERROR', 'INFO'), if(number % 50 = 0, 17, 9), 'GET /x',
      concat('Request ', toString(number % 97), ' ', if(number % 50000 = 7, 'SegFault', 'ok'), ' done'),
      lower(hex(MD5(toString(intDiv(number, 8))))), number % 1000 * 1000, 'unset',
      map('http.route', concat('/r/', toString(number % 20)), 'order.id', toString(number), 'size', toString(number % 100)), map('size', 'int'), 1
    FROM numbers(400000)`,
  clickhouse_settings: { max_insert_block_size: '100000' },
});
await clickhouse.command({ query: 'OPTIMIZE TABLE events FINAL' });

const inProject = "e.project_id = 'p' AND e.kind IN ('log', 'span')";
const window = (fromS: number, toS: number) =>
  `e.ts >= toDateTime64(${now / 1000 - fromS}, 9, 'UTC') AND e.ts < toDateTime64(${now / 1000 - toS}, 9, 'UTC')`;
const whole = window(86_400, 0);

const idField = {
  name: 'id',
  type: 'guid',
  nullable: false,
  storage: { kind: 'column', column: 'id', sqlType: 'UUID' },
  path: { scope: 'root', keys: ['id'] },
} as const;
const orderIdField = {
  name: 'attributes.order.id',
  type: 'dynamic',
  nullable: true,
  storage: { kind: 'attribute', keys: ['order.id'] },
  path: { scope: 'attributes', keys: ['order.id'] },
} as const;

/** As the compiler asks for a value. */
function asked(field: FieldRef, value: string): string {
  const expr = access(field, 'e').equals?.([value]);
  return expr === undefined ? '' : renderReadable({ items: [{ expr }] }).replace(/^SELECT\s+/, '');
}

/** Granules that are left after the primary key and the skip indexes, of all there are; and of each skip index what it left. */
async function granules(
  where: string,
): Promise<{ read: number; all: number; used: string[]; left: ReadonlyMap<string, number> }> {
  const lines = await select<[string]>(`EXPLAIN indexes = 1 SELECT count() FROM events AS e WHERE ${where}`, {
    optimize_use_implicit_projections: 0,
    optimize_trivial_count_query: 0,
  });
  const text = lines.map(([line]) => line).join('\n');
  const steps = [...text.matchAll(/Granules: (\d+)\/(\d+)/g)].map(
    ([, read, all]) => [Number(read), Number(all)] as const,
  );
  return {
    read: steps.at(-1)?.[0] ?? -1,
    all: steps[0]?.[1] ?? -1,
    used: [...text.matchAll(/Name: (\w+)/g)].map(([, name = '']) => name),
    left: new Map(
      [...text.matchAll(/Name: (\w+)(?:(?!Name:)[^])*?Granules: (\d+)\//g)].map(([, name = '', n]) => [
        name,
        Number(n),
      ]),
    ),
  };
}

t.test('each hot predicate reads a part of the table', async (t) => {
  const [id] = await select<[string, string]>(
    `SELECT toString(e.id), toString(e.ts) FROM events AS e WHERE ${inProject} AND e.body LIKE '%SegFault%' LIMIT 1`,
  );
  const cases: [what: string, where: string, shareMax: number, index?: string][] = [
    ['ten minutes of a day', `${inProject} AND ${window(40_000, 39_400)}`, 0.1],
    ['one service, one hour', `${inProject} AND ${window(40_000, 36_400)} AND e.service = 'svc-1'`, 0.15],
    ['a bare kind', `e.project_id = 'p' AND e.kind = 'span' AND ${whole}`, 0.5],
    ['a trace', `${inProject} AND ${whole} AND e.trace_id = lower(hex(MD5('777')))`, 0.1, 'ix_trace'],
    ['one event by time and id', `${inProject} AND e.ts = '${id?.[1]}' AND e.id = '${id?.[0]}'`, 0.1],
    ['a rare word', `${inProject} AND ${whole} AND hasAllTokens(lower(e.body), 'segfault')`, 0.2, 'ix_body'],
    [
      'an attribute that is nowhere',
      `${inProject} AND ${whole} AND has(e.attr_tags, 'http.route=/none')`,
      0,
      'ix_tags',
    ],
    ['a unique attribute', `${inProject} AND ${whole} AND ${asked(orderIdField, '12345')}`, 0.3, 'ix_attr'],
    [
      'a value that is nowhere',
      `${inProject} AND ${whole} AND ${asked(orderIdField, 'no-12345')}`,
      0.1,
      'ix_attr_groups',
    ],
    ['a key that is nowhere', `${inProject} AND ${whole} AND mapContains(e.attrs, 'nope')`, 0, 'ix_keys'],
    ['a receipt', `project_id = 'p' AND ${isAmong('events').replaceAll('{receipts: Array(UInt64)}', '[5]')}`, 0.05],
    ['what came in the body of one event', `e.project_id = 'p' AND ${asked(idField, randomUUID())}`, 0.05, 'ix_id'],
    ['what came lately', `e.project_id = 'p' AND e.ingested_at > now() + 60`, 0, 'ix_ingested'],
  ];
  for (const [what, where, shareMax, index] of cases) {
    const { read, all, used } = await granules(where);
    t.ok(all > 40 && read <= Math.ceil(all * shareMax), `${what}: ${read} of ${all} granules`);
    if (index !== undefined) t.ok(used.includes(index), `${what} by ${index}`);
  }
});

t.test('SQL mode asks the index of values, too', async (t) => {
  const [events] = sqlViews;
  if (events === undefined) throw new Error('no view');
  const where = "has(attribute_values, '12345') AND attributes['order.id'] = '12345'";
  const query = `SELECT count() FROM (${viewSql(events, target.database)}) WHERE project_id = 'p' AND ${where}`;
  t.same(await select(query), [['1']]);
  t.match((await select<[string]>(`EXPLAIN indexes = 1 ${query}`)).join('\n'), /Name: ix_attr\n/);
});

t.test('SQL mode has the numbers of attributes, also of rows from before their types said so', async (t) => {
  const [events] = sqlViews;
  if (events === undefined) throw new Error('no view');
  const row = { project_id: 'numbers', kind: 'log', ts: seconds(now), retention_days: 30 };
  const attrs = { i: '-7', d: '2.50', text: '5', flag: 'true' };
  await clickhouse.insert({
    table: 'events',
    format: 'JSONEachRow',
    values: [
      {
        ...row,
        id: '00000000-0000-4000-8000-000000000001',
        attrs,
        attrs_types: { i: 'int', d: 'double', flag: 'bool' },
      },
      {
        ...row,
        id: '00000000-0000-4000-8000-000000000002',
        attrs,
        attrs_num: { i: -7, d: 2.5 },
        attrs_types: { flag: 'bool' },
      },
    ],
  });
  const query = `SELECT attributes_number FROM (${viewSql(events, target.database)}) WHERE project_id = 'numbers'`;
  const numbers = { i: -7, d: 2.5 };
  t.same(await select(query), [[numbers], [numbers]]);
});

t.test('filters of groups of granules are asked before those of each, and mostly say no', async (t) => {
  // Each is wrong about one value in ten.
  const values = Array.from({ length: 100 }, (_, n) => `no-${1_000 + n}`);
  let refused = 0;
  for (const value of values) {
    const { used, left } = await granules(`${inProject} AND ${whole} AND ${asked(orderIdField, value)}`);
    const at = used.indexOf('ix_attr_groups');
    if (used.includes('ix_attr')) t.ok(at >= 0 && at < used.indexOf('ix_attr'), used.join(' '));
    if (left.get('ix_attr_groups') === 0) refused++;
  }
  t.ok(refused > values.length / 2, `${refused} of ${values.length}`);
});

t.test('indexes never change a result, also under a limit', async (t) => {
  const predicates = [
    "hasAllTokens(lower(e.body), 'segfault')",
    "NOT hasAllTokens(lower(e.body), 'done')",
    "lower(e.body) LIKE '%egfaul%'",
    "has(e.attr_tags, 'http.route=/r/7')",
    "NOT has(e.attr_tags, 'http.route=/r/7')",
    asked(orderIdField, '12345'),
    `NOT (${asked(orderIdField, '12345')})`,
    "mapContains(e.attrs, 'size') AND toFloat64OrNull(e.attrs['size']) > 98",
    "e.level = 'ERROR' AND e.service = 'svc-2'",
    'e.severity >= 17',
    'e.duration_ns > 998000',
    "e.trace_id = lower(hex(MD5('777')))",
  ];
  for (const predicate of predicates)
    for (const limit of [1, 100, 1001]) {
      const query = `SELECT e.id FROM events AS e WHERE ${inProject} AND ${whole} AND ${predicate} ORDER BY e.ts DESC, e.id DESC LIMIT ${limit}`;
      const [withIndexes, without] = [
        await select(query),
        await select(query, { use_skip_indexes: 0, use_skip_indexes_for_top_k: 0, use_top_k_dynamic_filtering: 0 }),
      ];
      t.same(withIndexes, without, `${predicate}, limit ${limit}`);
    }
});

t.test('rollups say of the rows what the rows say', async (t) => {
  const raw = await select(
    `SELECT toStartOfMinute(ts) AS m, service, level, toUInt32(count()), toUInt32(countIf(is_error)) FROM events WHERE project_id = 'p' GROUP BY ALL ORDER BY ALL`,
  );
  t.ok(raw.length > 1_000);
  t.same(
    await select(
      `SELECT bucket AS m, service, level, toUInt32(sum(cnt)), toUInt32(sum(errors)) FROM events_1m WHERE project_id = 'p' GROUP BY ALL ORDER BY ALL`,
    ),
    raw,
  );
  t.same(
    await select(
      `SELECT trace_id, toUInt32(sum(span_count)), toUInt32(sum(log_count)), min(start) FROM traces WHERE project_id = 'p' GROUP BY trace_id ORDER BY trace_id LIMIT 1000`,
    ),
    await select(
      `SELECT trace_id, toUInt32(countIf(kind = 'span')), toUInt32(countIf(kind != 'span')), min(ts) FROM events WHERE project_id = 'p' GROUP BY trace_id ORDER BY trace_id LIMIT 1000`,
    ),
  );
});

t.test(
  'counts by level are kept beside the rollup, and stay what it says through merges, retention and erasure',
  async (t) => {
    await clickhouse.command({ query: 'SYSTEM STOP MERGES events_1m' });
    // A day's retention, of which the older half is over: it goes in a merge.
    for (const [project, level] of [
      ['levels', 'INFO'],
      ['levels', 'ERROR'],
      ['levels-gone', 'INFO'],
    ] as const)
      await clickhouse.command({
        query: `
        INSERT INTO events_1m (project_id, kind, bucket, retention_days, service, level, cnt, errors)
        SELECT '${project}', 'log', toDateTime(${now / 1000} - 36 * 3600 + 60 * number, 'UTC'), 1, concat('s', toString(number % 7)), '${level}', 3, 1
        FROM numbers(1440)`,
      });
    const counts = async (project: string) => {
      const query = `SELECT level, toUInt32(sum(cnt)), toUInt32(sum(errors)) FROM events_1m WHERE project_id = '${project}' GROUP BY level ORDER BY level`;
      const kept = await select(query, { force_optimize_projection_name: 'levels' });
      t.same(kept, await select(query, { optimize_use_projections: 0 }), project);
      return kept;
    };
    const before = await counts('levels');
    await clickhouse.command({ query: 'SYSTEM START MERGES events_1m' });
    await clickhouse.command({ query: 'OPTIMIZE TABLE events_1m FINAL' });
    const after = await counts('levels');
    t.equal(after.length, 2);
    t.notSame(after, before, 'what is over is gone');
    t.equal((await counts('levels-gone')).length, 1);
    await clickhouse.command({
      query: "ALTER TABLE events_1m DELETE WHERE project_id = 'levels-gone'",
      clickhouse_settings: { mutations_sync: '2' },
    });
    t.same(await counts('levels'), after);
    t.same(await select("SELECT level FROM events_1m WHERE project_id = 'levels-gone' GROUP BY level"), []);
  },
);

t.test('retention deletes: rows whose time is over go, in every table, and no others', async (t) => {
  const at = (daysAgo: number) => seconds(now - daysAgo * dayMs);
  await clickhouse.command({ query: 'SYSTEM STOP MERGES events' });
  for (const [daysAgo, days] of [
    [5, 3],
    [5, 30],
    [40, 30],
  ] as const)
    await clickhouse.insert({
      table: 'events',
      values: [
        {
          project_id: 'ttl',
          kind: 'span',
          ts: at(daysAgo),
          id: '00000000-0000-7000-8000-000000000001',
          retention_days: days,
          service: `${daysAgo}/${days}`,
          trace_id: 't',
          shape: 1,
          endpoint: 1,
        },
      ],
      format: 'JSONEachRow',
    });
  await clickhouse.command({ query: 'SYSTEM START MERGES events' });
  for (const table of ['events', 'traces', 'events_1m', 'log_shapes_5m', 'endpoints_15m'])
    await clickhouse.command({ query: `OPTIMIZE TABLE ${table} FINAL` });
  t.same(await select("SELECT service FROM events WHERE project_id = 'ttl' ORDER BY 1"), [['5/30']]);
  for (const table of ['events_1m', 'log_shapes_5m', 'endpoints_15m'])
    t.same(await select(`SELECT service FROM ${table} WHERE project_id = 'ttl' ORDER BY 1`), [['5/30']], table);
  t.same(await select("SELECT retention_days FROM traces WHERE project_id = 'ttl'"), [[30]], 'traces');
});

t.test('days that are over are packed once more, and say what they said', async (t) => {
  const words = "arrayStringConcat(arrayMap(i -> hex(cityHash64(number, i) % 97), range(20)), ' ')";
  const columns = 'e.id, e.ts, e.body, toString(e.attrs), e.user_id, e.url_path';
  const sum = `SELECT toUInt32(count()), toString(sum(cityHash64(${columns}))) FROM events AS e WHERE e.project_id = 'packed'`;
  await clickhouse.command({ query: 'SYSTEM STOP TTL MERGES events' });
  for (const daysAgo of [3, 0])
    await clickhouse.command({
      query: `
        INSERT INTO events (project_id, kind, ts, id, retention_days, service, body, attrs, user_id)
        SELECT 'packed', 'log', toDateTime64(${now / 1000 - daysAgo * 86_400}, 9, 'UTC'), generateUUIDv7(), 90, 'svc', ${words},
          map('url.path', ${words}, 'text', ${words}), concat('u-', toString(number % 500))
        FROM numbers(20000)`,
    });
  const before = await select(sum);
  const parts = () =>
    select<[string, string, number]>(`
      SELECT toString(dateDiff('day', min_time, now())) AS days, default_compression_codec, toUInt32(data_compressed_bytes)
      FROM system.parts WHERE database = currentDatabase() AND table = 'events' AND active AND partition LIKE '%,90)' ORDER BY toUInt32(days)`);
  const [today, old] = await parts();
  t.match([today?.[1], old?.[1]], ['ZSTD(1)', 'ZSTD(1)'], 'as they came');
  await clickhouse.command({ query: 'SYSTEM START TTL MERGES events' });
  await clickhouse.command({ query: 'OPTIMIZE TABLE events FINAL' });
  const [todayAfter, packed] = await parts();
  t.match([todayAfter?.[1], packed?.[1]], ['ZSTD(1)', 'ZSTD(9)']);
  t.ok((packed?.[2] ?? 0) < 0.97 * (todayAfter?.[2] ?? 0), `${packed?.[2]} bytes, ${todayAfter?.[2]} of today`);
  t.same(await select(sum), before);
});

t.test('a replay post twice is one, and a session knows its first page', async (t) => {
  const chunk = (ts: number, id: number, url: string) => ({
    project_id: 'p',
    session_id: 's',
    ts,
    end_ts: ts + 1000,
    chunk: id,
    posted_at: ts,
    retention_days: 30,
    url,
    user_email: 'a@x',
  });
  for (const values of [
    [chunk(now, 2, '/second')],
    [chunk(now - 5000, 1, '/first'), chunk(now, 2, '/second')],
    [chunk(now + 5, 3, '')],
  ])
    await clickhouse.insert({ table: 'replay_chunks', values, format: 'JSONEachRow' });
  t.same(await select("SELECT toUInt32(count()) FROM replay_chunks FINAL WHERE project_id = 'p'"), [[3]]);
  t.same(
    await select(
      "SELECT toUInt32(uniqExactMerge(chunks)), argMinIfMerge(url), max(user_email) FROM replay_sessions WHERE project_id = 'p' GROUP BY session_id",
    ),
    [[3, '/first', 'a@x']],
  );
});

t.test('migrating again changes nothing', async (t) => {
  const tables = () =>
    select(
      "SELECT name, create_table_query FROM system.tables WHERE database = currentDatabase() AND engine != 'Dictionary' ORDER BY name",
    );
  const before = await tables();
  t.same(await migrateClickhouse({ sql, clickhouse, target }), []);
  t.same(await tables(), before);
});
