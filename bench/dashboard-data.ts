// npm run bench -- dashboard-data [--rows N] [--widgets N] [--json]: what a dashboard costs beyond its queries.
// The queries' own times are taken in the same run, as the service waits for them: the ratio hardly depends on the machine.

import type { Deps } from '../src/deps.ts';
import { dashboardData } from '../src/domains/dashboards/widget-data/dashboard.ts';
import { DashboardInput } from '../src/domains/dashboards/schema.ts';
import { createDashboard } from '../src/domains/dashboards/service.ts';
import { createProject } from '../src/domains/project/service.ts';
import type { Reader } from '../src/store/read.ts';
import { withSystem } from '../test/support/system.ts';
import { benchActor } from './support/actor.ts';
import { judge } from './support/goals.ts';
import { spread } from './support/measure.ts';
import { optionsOf, wordsBeside } from './support/options.ts';

const atOnce = 4;
const rounds = 5;

export async function bench(args: string[]): Promise<void> {
  const { rows, widgets, json } = optionsOf(args, { rows: 10_000_000, widgets: 30, json: false });
  const print = wordsBeside(json);
  const waited = { ms: 0 };
  await withSystem({ name: 'bench-dashboard-data', reader: (usual) => timed(usual, waited) }, async ({ deps }) => {
    const { project } = await createProject(deps, { title: 'bench', requestId: 'bench' });
    await fill(deps.clickhouse, project.id, rows);
    const actor = benchActor(project.id);
    const input = DashboardInput.parse({ title: 'bench', schema: { widgets: charts(widgets) } });
    const { summary } = await createDashboard(deps, actor, input);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      waited.ms = 0;
      const start = performance.now();
      const pieces = await dashboardData(deps, actor, summary.id, { since: '24h' }, new AbortController().signal);
      const tookMs = performance.now() - start;
      const text = pieces.join('');
      if (text.includes('"error"')) throw new Error(`a widget failed: ${text.slice(0, 500)}`);
      const ratio = tookMs / (waited.ms / atOnce);
      ratios.push(ratio);
      print(
        `${widgets} widgets over ${rows} rows: ${Math.round(tookMs)} ms; queries ${Math.round(waited.ms)} ms, ${atOnce} at once; ratio ${ratio.toFixed(2)}`,
      );
    }
    const ratio = spread(ratios).median;
    if (json) console.log(JSON.stringify({ rows, widgets, ratio, ratios }));
    const name = 'time of a dashboard / (time of its queries / parallelism)';
    judge([{ name, value: ratio, goal: 1.5, is: 'at most' }], print);
  });
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
      INSERT INTO events (project_id, kind, ts, id, retention_days, service, level, severity, duration_ns, body, attrs, attrs_types)
      SELECT {project:String}, if(number % 3 = 0, 'log', 'span'), now64(9) - toIntervalMillisecond(number % 86000000), generateUUIDv4(), 30,
             concat('s', toString(number % 12)), if(number % 50 = 0, 'ERROR', 'INFO'), if(number % 50 = 0, 17, 9), number % 900000000,
             concat('message ', toString(number % 1000)), map('size', toString(number % 500)), map('size', 'int')
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
