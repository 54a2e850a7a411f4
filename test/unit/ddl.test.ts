import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { expandDdl } from '../../src/store/ddl.ts';
import type { DdlTarget } from '../../src/store/ddl.ts';

const single: DdlTarget = { cluster: null, replicated: false, database: 'db', user: 'u', password: "p'\\" };
const cluster: DdlTarget = { ...single, cluster: 'main', replicated: true };
const shards: DdlTarget = { ...single, cluster: 'main', replicated: false };

const folder = new URL('../../clickhouse/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
const all = (target: DdlTarget) =>
  files.flatMap((name) => expandDdl(readFileSync(new URL(name, folder), 'utf8'), target));

t.test('each placeholder becomes what its target needs', async (t) => {
  const cases: [placeholder: string, single: string, cluster: string, shards: string][] = [
    ['{{on_cluster}}', '', "ON CLUSTER 'main'", ''],
    ['events{{local}}', 'events', 'events_local', 'events_local'],
    ['{{cluster}}', "''", "'main'", "'main'"],
    ['{{database}} {{user}} {{password}}', "`db` 'u' 'p\\'\\\\'", "`db` 'u' 'p\\'\\\\'", "`db` 'u' 'p\\'\\\\'"],
    ['{{database_name}}', "'db'", "'db'", "'db'"],
    [
      '{{engine:MergeTree}}',
      'MergeTree',
      "ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')",
      'MergeTree',
    ],
    [
      '{{engine:ReplacingMergeTree(ver)}}',
      'ReplacingMergeTree(ver)',
      "ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', ver)",
      'ReplacingMergeTree(ver)',
    ],
    [
      '{{engine:SummingMergeTree((a, b))}}',
      'SummingMergeTree((a, b))',
      "ReplicatedSummingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', (a, b))",
      'SummingMergeTree((a, b))',
    ],
  ];
  for (const [text, ...expected] of cases)
    t.same(
      [single, cluster, shards].map((target) => expandDdl(`X ${text};`, target)[0]?.sql),
      expected.map((sql) => `X ${sql}`),
      text,
    );
  t.throws(() => expandDdl('X {{nope}};', single), /unknown placeholder \{\{nope\}\}/);
});

t.test('statements are separated at semicolons that end a line, and directed by comments', async (t) => {
  const text = "-- why\nA ';' B;\n\n-- @cluster\n-- @always\nC\n  -- inside\n  D;\n-- the end\n";
  t.same(expandDdl(text, single), [{ sql: "A ';' B", always: false }]);
  t.same(expandDdl(text, shards), [
    { sql: "A ';' B", always: false },
    { sql: 'C\n  D', always: true },
  ]);
  t.throws(() => expandDdl('-- @sometimes\nA;', single), /unknown directive @sometimes/);
});

t.test('every statement of the migrations can run twice, and no table is left out of the cluster', async (t) => {
  // What is asked of a column, an index or a view as it is to be changes nothing the second time.
  const repeatable =
    /^(CREATE \w+( VIEW)? IF NOT EXISTS|ALTER TABLE \w+ .*\s+((ADD|DROP) \w+ IF (NOT )?EXISTS|MODIFY (QUERY|SETTING|TTL|COLUMN \w+\s+CODEC\(\w+\))|MATERIALIZE (INDEX|PROJECTION)))[\s,]/;
  for (const { sql, always } of [...all(single), ...all(cluster)]) {
    t.match(sql, always ? /^CREATE OR REPLACE / : repeatable);
    t.notMatch(sql, /\b(ADD|DROP) (COLUMN|INDEX) (?!IF )|\bREMOVE\b/);
  }
  const names = (target: DdlTarget) =>
    all(target).flatMap(({ sql }) => /TABLE IF NOT EXISTS (\w+)/.exec(sql)?.[1] ?? []);
  t.ok(names(single).length > 15);
  t.same(
    names(cluster).toSorted(),
    names(single)
      .flatMap((name) => [name, `${name}_local`])
      .toSorted(),
  );
});

t.test('every table that ingest writes syncs to disk and knows its tokens', async (t) => {
  for (const { sql } of all(single)) {
    if (!sql.startsWith('CREATE TABLE')) continue;
    for (const setting of [
      'fsync_after_insert = 1',
      'fsync_part_directory = 1',
      'min_rows_to_fsync_after_merge = 1',
      'min_compressed_bytes_to_fsync_after_merge = 1',
      'non_replicated_deduplication_window = 10000',
    ])
      t.match(sql, setting);
  }
  for (const { sql } of all(cluster))
    if (sql.includes('MergeTree(')) t.match(sql, 'replicated_deduplication_window = 10000');
});
