// npm run bench -- dashboard-data [--rows N] [--widgets N] [--json]: what a dashboard costs beyond its queries.
// The queries' own times are taken in the same run, as the service waits for them: the ratio hardly depends on the machine.

import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { uuidv7 } from 'uuidv7';
import { loadConfig } from '../src/config.ts';
import type { Deps } from '../src/deps.ts';
import { dashboardData } from '../src/domains/dashboards/data.ts';
import { DashboardInput } from '../src/domains/dashboards/schema.ts';
import { createDashboard } from '../src/domains/dashboards/service.ts';
import type { Actor } from '../src/domains/permission.ts';
import { createProject } from '../src/domains/project/service.ts';
import { catalogues } from '../src/domains/schema/catalogue.ts';
import { fairGate } from '../src/lib/fair-gate.ts';
import { migrateClickhouse } from '../src/store/migrate.ts';
import { createReader, gateLimits, type Reader } from '../src/store/read.ts';
import { sqlMode } from '../src/store/sql-mode.ts';
import { clickhouseAt, postgresAt, startTestEngines } from '../test/support/engines.ts';
import { judge } from './support/goals.ts';

const atOnce = 4;
const rounds = 5;

export async function bench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string' }, widgets: { type: 'string' }, json: { type: 'boolean' } },
  });
  const rows = Number(values.rows ?? 10_000_000);
  const widgets = Number(values.widgets ?? 30);
  const { engines, stop } = await startTestEngines();
  try {
    const name = 'test_bench_dashboard_data';
    const outside = clickhouseAt(engines, 'default', 'service');
    await outside.command({ query: `CREATE DATABASE ${name}` });
    await outside.close();
    const clickhouse = clickhouseAt(engines, name, 'service');
    const client = clickhouseAt(engines, name, 'reader');
    const sql = postgresAt(`${engines.postgres.url}/${engines.postgres.template}`);
    const target = { cluster: null, replicated: false, database: name, user: 'service', password: '' };
    await migrateClickhouse({ sql, clickhouse, target });
    const gate = fairGate(gateLimits);
    const waited = { ms: 0 };
    const reader = timed(createReader(client, gate), waited);
    const now = () => new Date();
    const deps: Deps = {
      config: loadConfig({}),
      log: pino({ level: 'silent' }),
      sql,
      clickhouse,
      reader,
      catalogues: catalogues({ reader, now }),
      sqlMode: sqlMode({
        enabled: false,
        clickhouse,
        database: name,
        projectUser: () => undefined,
        gate,
        onLog: () => {},
      }),
      hostUrl: '',
      now,
      newId: uuidv7,
    };
    const { project } = await createProject(deps, { title: 'bench', requestId: 'bench' });
    await fill(clickhouse, project.id, rows);
    const actor: Actor = { projectId: project.id, permission: 'admin', keyId: null, requestId: 'bench' };
    const input = DashboardInput.parse({ title: 'bench', schema: { widgets: charts(widgets) } });
    const { summary } = await createDashboard(deps, actor, input);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      waited.ms = 0;
      const start = performance.now();
      const text = await dashboardData(deps, actor, summary.id, { since: '24h' }, new AbortController().signal);
      const tookMs = performance.now() - start;
      if (text.includes('"error"')) throw new Error(`a widget failed: ${text.slice(0, 500)}`);
      ratios.push(tookMs / (waited.ms / atOnce));
      if (values.json !== true)
        console.log(
          `${widgets} widgets over ${rows} rows: ${Math.round(tookMs)} ms; queries ${Math.round(waited.ms)} ms, ${atOnce} at once; ratio ${(tookMs / (waited.ms / atOnce)).toFixed(2)}`,
        );
    }
    const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Infinity;
    if (values.json === true) console.log(JSON.stringify({ rows, widgets, ratio, ratios }));
    judge([
      { name: 'time of a dashboard / (time of its queries / parallelism)', value: ratio, goal: 1.5, is: 'at most' },
    ]);
    await Promise.all([clickhouse.close(), client.close(), sql.end()]);
  } finally {
    await stop();
  }
}

/** Every second widget a chart by service, the others numbers and lists of the largest. */
function charts(count: number): object[] {
  const queries = [
    (n: number) => `attributes.size > ${n} | summarize count() by bin_auto(timestamp), service`,
    (n: number) => `duration > ${n}ms | summarize p95(duration)`,
    (n: number) => `service != "s${n}" | summarize count() by service, level | sort by count_ desc | take 10`,
  ];
  return Array.from({ length: count }, (_, n) => ({
    id: `w${n}`,
    type: n % 3 === 0 ? 'timeseries' : 'top_list',
    query: queries[n % 3]?.(n),
  }));
}

async function fill(clickhouse: Deps['clickhouse'], projectId: string, rows: number): Promise<void> {
  await clickhouse.command({
    query: `
      INSERT INTO events (project_id, kind, ts, id, retention_days, service, level, severity, duration_ns, body, attrs, attrs_num)
      SELECT {project:String}, if(number % 3 = 0, 'log', 'span'), now64(9) - toIntervalMillisecond(number % 86000000), generateUUIDv4(), 30,
             concat('s', toString(number % 12)), if(number % 50 = 0, 'ERROR', 'INFO'), if(number % 50 = 0, 17, 9), number % 900000000,
             concat('message ', toString(number % 1000)), map('size', toString(number % 500)), map('size', number % 500)
      FROM numbers({rows:UInt64})`,
    query_params: { project: projectId, rows: `${rows}` },
    clickhouse_settings: { max_partitions_per_insert_block: '10' },
  });
}

function timed(reader: Reader, waited: { ms: number }): Reader {
  return {
    ...reader,
    async rows(request) {
      const start = performance.now();
      try {
        return await reader.rows(request);
      } finally {
        if (request.operation === 'get_metrics') waited.ms += performance.now() - start;
      }
    },
  };
}
