import type { ClickHouseClient } from '@clickhouse/client';
import t from 'tap';
import { compile, type Compiled } from '../../src/query/compile.ts';
import { isIndexed, isOdd } from '../../src/query/derive.ts';
import { nowNs, projectA, range, testCatalogue } from '../support/query-data.ts';
import { stores } from '../support/stores.ts';

/** Granules that are read of those there are, and the indexes that had a say, from the engine's own plan. */
interface Use {
  readonly read: number;
  readonly total: number;
  readonly names: readonly string[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly Plans?: readonly PlanNode[];
  readonly Indexes?: readonly {
    readonly Type: string;
    readonly Name?: string;
    readonly 'Initial Granules': number;
    readonly 'Selected Granules': number;
  }[];
}

const rows = 200_000;
const hit = 123_457;
const trace = Math.floor(hit / 8)
  .toString(16)
  .padStart(32, '0');

/** Two hundred thousand rows, one of them with words that no other has. */
async function fill(clickhouse: ClickHouseClient): Promise<void> {
  await clickhouse.command({ query: 'ALTER TABLE events REMOVE TTL' });
  await clickhouse.command({
    query: `INSERT INTO events (project_id, kind, ts, id, retention_days, observed_ts, service, severity, level, body, trace_id, duration_ns, attrs, attrs_types, http_status, shape)
      SELECT '${projectA}', if(number % 2 = 0, 'log', 'span'), toDateTime64('2026-01-15 12:00:00', 9, 'UTC') + toIntervalMillisecond(number * 15), toUUID(concat('00000000-0000-4000-8000-', leftPad(toString(number), 12, '0'))), 395, now64(9),
        concat('service-', toString(number % 20)), if(number = ${hit}, 21, 9), if(number = ${hit}, 'FATAL', 'INFO'), if(number = ${hit}, 'a Segfault in worker', concat('request ', toString(number % 1000), ' done')),
        lower(leftPad(hex(intDiv(number, 8)), 32, '0')), if(number = ${hit}, 9000000000, number % 1000000), map('tenant', if(number = ${hit}, 'blue', concat('t', toString(number % 50))), 'request', toString(number * 7919)), map(), if(number = ${hit}, 503, 200), if(number = ${hit}, 4242, cityHash64(number % 100))
      FROM numbers(${rows}) SETTINGS max_insert_threads = 1, max_block_size = 1000000, min_insert_block_size_rows = 1000000`,
  });
  await clickhouse.command({ query: 'OPTIMIZE TABLE events FINAL' });
  // One line has a pattern, which took another one over.
  await clickhouse.command({
    query: `INSERT INTO shape_patterns VALUES ('${projectA}', 'service-${hit % 20}', 4242, 7, 1), ('${projectA}', '', 6, 7, 2)`,
  });
  await clickhouse.command({ query: 'SYSTEM RELOAD DICTIONARY pattern_of_shape' });
}

function compiledOf(text: string): Compiled {
  const input = { projectId: projectA, source: 'events', range, now: nowNs, catalogue: testCatalogue } as const;
  const compiled = compile(text, input);
  if (!compiled.ok) throw new Error(text);
  return compiled;
}

t.test('hot conditions are answered by an index', async (t) => {
  const { clickhouse, reader } = await stores(t);
  await fill(clickhouse);
  const use = async (text: string): Promise<Use> => {
    const compiled = compiledOf(text);
    const result = await reader.query({
      query: `EXPLAIN json = 1, indexes = 1 ${compiled.sql}`,
      query_params: { ...compiled.params },
      format: 'TabSeparatedRaw',
    });
    const [plan] = JSON.parse(await result.text()) as readonly { Plan: PlanNode }[];
    const found: { read: number; total: number; names: string[] } = { read: 0, total: 0, names: [] };
    const visit = (node: PlanNode): void => {
      const steps = node.Indexes ?? [];
      const [first] = steps;
      const last = steps.at(-1);
      if (first !== undefined && last !== undefined) {
        found.total += first['Initial Granules'];
        found.read += last['Selected Granules'];
        found.names.push(
          ...steps
            .filter((step) => step['Selected Granules'] < step['Initial Granules'])
            .map((step) => step.Name ?? step.Type),
        );
      }
      for (const child of node.Plans ?? []) visit(child);
    };
    if (plan !== undefined) visit(plan.Plan);
    return found;
  };
  const all = await use('summarize n = count(), sum(duration)');
  t.ok(all.total >= 20, `${all.total} granules`);
  const table: readonly (readonly [text: string, most: number, index: RegExp])[] = [
    ['body has "segfault"', 2, /ix_body/],
    ['body has_any ("segfault", "nothing")', 2, /ix_body/],
    ['body has "segfault in worker"', 2, /ix_body/],
    ['body contains "SEGFAU"', 2, /ix_body/],
    ['body contains "egfault in"', 2, /ix_body/],
    ['body contains_cs "Segfault"', 2, /ix_body/],
    ['body matches /[A-Z]egfault i/', 2, /ix_body/],
    ['body startswith_cs "a Seg"', 2, /ix_body/],
    ['body endswith_cs "in worker"', 2, /ix_body/],
    ['body == "a Segfault in worker"', 2, /ix_body/],
    ['"a Segfault in worker" == body', 2, /ix_body/],
    ['body =~ "A segfault in worker"', 2, /ix_body/],
    ['body in ("a Segfault in worker", "nothing of this kind")', 2, /ix_body/],
    ['body in~ ("A segfault in worker", "nothing of this kind")', 2, /ix_body/],
    ['attributes.tenant == "blue"', 2, /ix_tags/],
    ['attributes.tenant in ("blue", "green")', 2, /ix_tags/],
    ['tostring(attributes.tenant) == "blue"', 2, /ix_tags/],
    ['extend z = tostring(attributes.tenant) | where z == "blue"', 2, /ix_tags/],
    ['tostring(body) has "segfault"', 2, /ix_body/],
    [`attributes.request == "${hit * 7919}"`, 3, /ix_attr\b/],
    [`attributes.request == ${hit * 7919}`, 3, /ix_attr\b/],
    [`attributes.request in (${hit * 7919}, -5000)`, 3, /ix_attr\b/],
    ['id == "01a216f3-90a9-75e0-85fb-941a9adc2b1a"', 2, /ix_id\b/],
    ['union logs, spans | where id in ("01a216f3-90a9-75e0-85fb-941a9adc2b1a", "x")', 2, /ix_id\b/],
    // Under either of its names, and in a column that the engine makes of an attribute.
    ['attributes.http.status_code == "503x"', 0, /ix_tags/],
    ['url_path == "/nothing"', 0, /ix_tags/],
    ['attributes.url.path in ("/nothing", "/none")', 0, /ix_tags/],
    ['attributes.nothing == 5', 0, /ix_tags/],
    ['attributes.nothing > 5', 0, /ix_keys/],
    ['attributes.nothing =~ "A"', 0, /ix_keys/],
    ['attributes.nothing in~ ("A", "b")', 0, /ix_keys/],
    ['isnotempty(attributes.nothing)', 0, /ix_keys/],
    [`trace_id == "${trace}"`, 8, /ix_trace/],
    [`trace_id =~ "${trace.toUpperCase()}"`, 8, /ix_trace/],
    [`trace_id in~ ("${trace.toUpperCase()}", "none")`, 8, /ix_trace/],
    ['severity_number >= 17', 2, /ix_severity/],
    // Under other names, and over tables one under the other.
    ['extend z = attributes.tenant | where z == "blue"', 2, /ix_tags/],
    ['project z = attributes.tenant, body | project y = z | where y == "blue"', 2, /ix_tags/],
    ['project-rename z = body | where z has "segfault"', 2, /ix_body/],
    ['logs | union spans | where severity_number >= 17 and isnotempty(body) | count', 3, /ix_severity/],
    ['union logs, (spans | project z = duration) | where z > 5s', 3, /ix_duration/],
    ['union logs, spans | where attributes.tenant == "blue"', 3, /ix_tags/],
    ['union logs, spans | where attributes.tenant in ("blue", "green") and isnotempty(body) | count', 3, /ix_tags/],
    [`union logs, spans | where attributes.request == "${hit * 7919}"`, 4, /ix_attr\b/],
    ['union logs, spans | where attributes.nothing == 5', 0, /ix_tags/],
    ['union logs, spans | where body has "segfault"', 3, /ix_body/],
    ['union logs, spans | where body has "segfault in worker" or message =~ "a SEGFAULT in worker"', 3, /ix_body/],
    [`union logs, spans | where trace_id == "${trace}"`, 16, /ix_trace/],
    ['union logs, spans | where pattern == "7"', 3, /ix_shape/],
    ['union logs, (spans | where duration > 5s | take 5) | where body has "segfault" | count', 3, /ix_body/],
    ['project-away id | where attributes.tenant == "blue"', 2, /ix_tags/],
    ['project a = attributes | where a.tenant == "blue"', 2, /ix_tags/],
    ['parse body with * "in " what | where attributes.tenant == "blue"', 2, /ix_tags/],
    ['duration > 5s', 2, /ix_duration/],
    ['duration in (9s, 10s)', 2, /ix_duration/],
    ['duration / 1ms > 5000', 2, /ix_duration/],
    ['duration - 1s >= 5s', 2, /ix_duration/],
    ['pattern == "7"', 2, /ix_shape/],
    ['pattern in ("5", "6", "8")', 2, /ix_shape/],
    ['project p = pattern | where p == "6"', 2, /ix_shape/],
    [
      'service == "service-3" and timestamp between (datetime(2026-01-15 12:00) .. datetime(2026-01-15 12:10))',
      6,
      /PrimaryKey/,
    ],
    ['timestamp < datetime(2026-01-15 12:05)', Math.ceil(all.total / 2), /PrimaryKey|ix_ts|Partition|MinMax/],
    [
      `timestamp == datetime(2026-01-15 12:30:51.855) and id == "00000000-0000-4000-8000-${String(hit).padStart(12, '0')}"`,
      // A quarter of an hour of all services.
      16,
      /PrimaryKey|ix_ts/,
    ],
  ];
  for (const [text, most, index] of table) {
    const { read, names } = await use(text);
    t.ok(read <= most, `${text}: ${read} of ${all.total} granules`);
    t.match(names.join(' '), index, `${text}: ${names.join(' ')}`);
    // A part of a word is looked for in the index's words, all of them, and of a whole text the words lead to rows that are read.
    const isUnion = /union/.test(text);
    const isWhole = !isUnion && (/ix_tags/.test(index.source) || / has/.test(text));
    t.equal(isIndexed(compiledOf(text)), isWhole, `${text}: known to be answered by a text index`);
    t.equal(
      isOdd(compiledOf(text)),
      !isUnion && /ix_attr\b/.test(index.source),
      `${text}: known to be a value of few rows`,
    );
  }
});

t.test('with and without skip indexes the rows are the same', async (t) => {
  const { clickhouse, reader } = await stores(t);
  await fill(clickhouse);
  const texts = [
    'body has "segfault"',
    'body has "REQUEST 17"',
    'body contains "egfaul"',
    'body contains "egfault in"',
    'body contains_cs "est 17 d"',
    'body matches /r\\w+t 17 d/',
    'body !matches /Segfault/',
    'body !contains_cs "Segfault i"',
    'body endswith_cs "7 done"',
    'body !has "done"',
    'body has_all ("request", "17", "done")',
    'attributes.tenant == "t7"',
    'attributes.tenant != "t7"',
    'attributes.tenant in ("blue", "t1")',
    `attributes.request == "${hit * 7919}"`,
    'isnotempty(attributes.nothing)',
    'severity_number > 17',
    'pattern == "6"',
    'pattern != "6"',
    'union logs, spans | where attributes.tenant == "t7" and body has "17"',
    'mv-expand events | where attributes.tenant == "t7"',
    'attributes.nothing == 5 or body has "segfault"',
  ];
  for (const text of texts) {
    for (const tail of [
      '| count',
      '| summarize count() by bin(timestamp, 10m) | sort by timestamp asc',
      '| project id | take 100',
    ]) {
      const compiled = compiledOf(`${text} ${tail}`);
      const run = async (use: 0 | 1): Promise<string> => {
        const settings = use === 1 ? {} : { use_skip_indexes: 0 as const };
        const result = await clickhouse.query({
          query: compiled.sql,
          query_params: { ...compiled.params },
          format: 'TabSeparated',
          clickhouse_settings: settings,
        });
        return await result.text();
      };
      t.equal(await run(1), await run(0), `${text} ${tail}`);
    }
  }
  const result = await reader.query({ query: 'SELECT count() FROM events', format: 'TabSeparated' });
  t.equal((await result.text()).trim(), String(rows));
});

t.test('a condition of an aggregate asks the column that a filter asks, and no index for each row', async (t) => {
  for (const call of ['countif(http_status >= 500)', 'avgif(duration, attributes.http.response.status_code == 503)'])
    t.notMatch(compiledOf(`summarize ${call} by bin(timestamp, 5m)`).sql, /attrs/, call);
  for (const condition of ['attributes.tenant == "blue"', 'isempty(attributes.tenant)', 'url_path == "/a"'])
    t.notMatch(compiledOf(`summarize countif(${condition})`).sql, /attr_tags/, condition);
});
