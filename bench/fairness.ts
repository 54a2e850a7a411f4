// npm run bench -- fairness [--data DIR] [--rows 2000000] [--heavy 50] [--rounds 3] [--runs 30] [--json]: callers of one
// project who ask for as much as they can all at once, with queries and with SQL of their own, and what another project's
// light reads have to wait for it; then the callers leave, and the engine must have stopped what they asked for.

import { setTimeout as pause } from 'node:timers/promises';
import { createKey } from '../src/domains/keys/service.ts';
import { DashboardInput } from '../src/domains/dashboards/schema.ts';
import { createDashboard } from '../src/domains/dashboards/service.ts';
import { runningOf } from '../test/support/running.ts';
import { until } from '../test/support/service.ts';
import { benchActor } from './support/actor.ts';
import { ensureRows } from './support/data.ts';
import { judge, type Goal } from './support/goals.ts';
import { spread } from './support/measure.ts';
import { optionsOf, wordsBeside } from './support/options.ts';
import { type Stand, withStand } from './support/stand.ts';

const ratioMax = 3;
const goneMsMax = 2_000;
const untilMsMax = 60_000;

/** Reads of every row of seven days: text, attributes, exact distinct counts, quantiles. */
const heavyQueries = [
  'where body matches regex "[a-z]+ing.*[0-9]{3,}" or name matches regex "o.*e" | summarize count(), dcount(trace_id), p95(duration) by service, name',
  'summarize dcount(body), dcount(span_id), p99(duration) by service, attributes.http.response.status_code',
];

/** The same as SQL widgets. */
const heavyStatements = [
  "SELECT service, name, count(), uniqExact(trace_id), quantileIf(0.95)(duration, duration > 0) FROM events WHERE {{time_filter}} AND (match(body, '[a-z]+ing.*[0-9]{3,}') OR match(name, 'o.*e')) GROUP BY service, name",
  "SELECT service, attributes['http.response.status_code'] AS code, uniqExact(body), uniqExact(span_id), quantileIf(0.99)(duration, duration > 0) FROM events WHERE {{time_filter}} GROUP BY service, code",
];

const lightReads: Readonly<Record<string, string>> = {
  'newest 100': '/events?since=1h',
  'histogram by minute, 1 h': `/metrics?since=1h&query=${encodeURIComponent('summarize count() by bin(timestamp, 1m)')}`,
  'p95 by service, 1 h': `/metrics?since=1h&data_type=json&query=${encodeURIComponent('summarize p95(duration) by service')}`,
};

/** What the machine alone takes: asks no store for anything. */
const nothing = { 'nothing (GET /me)': '/me' } as const;

export async function bench(args: string[]): Promise<void> {
  const usual = { data: '', rows: 2_000_000, heavy: 50, rounds: 3, runs: 30, json: false };
  const { json, ...wanted } = optionsOf(args, usual);
  const print = wordsBeside(json);
  await withStand(wanted.data, async (stand) => {
    const rows = await ensureRows(stand, wanted.rows, print);
    const light = await lightProject(stand);
    const heavy = { queries: askQueries(stand), 'SQL mode': await askStatements(stand) };
    const rounds: Round[] = [];
    for (let round = 0; round < wanted.rounds; round++) {
      for (const [kind, ask] of Object.entries(heavy)) {
        rounds.push({ kind, ...(await oneRound(stand, light, ask, wanted.heavy, wanted.runs)) });
        print(lineOf(rounds.at(-1)));
      }
    }
    if (json) console.log(JSON.stringify({ rows, rounds }));
    judge(goalsOf(rounds), print);
  });
}

interface Caller {
  readonly project: string;
  readonly key: string;
}

interface Read {
  readonly name: string;
  readonly idleMs: number;
  readonly busyMs: number;
  readonly worstMs: number;
}

interface Round {
  /** What the heavy callers ask with. */
  readonly kind: string;
  readonly reads: readonly Read[];
  /** Of the heavy callers, while the light reads were timed. */
  readonly running: number;
  readonly finished: number;
  readonly refused: number;
  readonly goneMs: number;
}

async function lightProject({ deps, projects }: Stand): Promise<Caller> {
  const project = projects[1] ?? '';
  return { project, key: (await createKey(deps, benchActor(project), { title: 'bench', permission: 'view' })).key };
}

async function oneRound(
  stand: Stand,
  light: Caller,
  ask: Ask,
  callers: number,
  runs: number,
): Promise<Omit<Round, 'kind'>> {
  const heavy = heavyOf(stand);
  for (const path of Object.values({ ...nothing, ...lightReads })) await (await get(stand, light, path)).text(); // warm
  const idle = await timeReads(stand, light, runs);
  const leaving = new AbortController();
  const tally = { finished: 0, refused: 0 };
  const asking = Array.from({ length: callers }, (_, n) => askOnAndOn(ask, n, leaving.signal, tally));
  await until('they run', untilMsMax, async () => (await runningOf(stand.clickhouse, heavy.project)) > 0);
  const running: number[] = [];
  const busy = await timeReads(stand, light, runs, async () =>
    running.push(await runningOf(stand.clickhouse, heavy.project)),
  );
  const left = performance.now();
  leaving.abort();
  await Promise.all(asking);
  await until('they are gone', untilMsMax, async () => (await runningOf(stand.clickhouse, heavy.project)) === 0);
  const goneMs = performance.now() - left;
  const reads = Object.keys(idle).map((name) => ({
    name,
    idleMs: spread(idle[name] ?? []).median,
    busyMs: spread(busy[name] ?? []).median,
    worstMs: Math.max(...(busy[name] ?? [])),
  }));
  return { reads, running: spread(running).median, ...tally, goneMs };
}

/** Turn by turn, so that what happens to the machine meanwhile happens to all of them. */
async function timeReads(stand: Stand, caller: Caller, runs: number, between?: () => Promise<unknown>) {
  const times: Record<string, number[]> = {};
  for (let run = 0; run < runs; run++) {
    for (const [name, path] of Object.entries({ ...nothing, ...lightReads })) {
      const started = performance.now();
      await (await get(stand, caller, path)).text();
      (times[name] ??= []).push(performance.now() - started);
    }
    await between?.();
  }
  return times;
}

async function get({ url }: Stand, { project, key }: Caller, path: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(`${url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${key}`, 'x-project-id': project },
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok && response.status !== 429)
    throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300)}`);
  return response;
}

/** Asks as the caller of that number; the seconds that it is to wait before it asks again, 0 when it was answered. */
type Ask = (n: number, signal: AbortSignal) => Promise<number>;

const heavyOf = ({ projects, key }: Stand): Caller => ({ project: projects[0] ?? '', key });

function askQueries(stand: Stand): Ask {
  return async (n, signal) => {
    const query = encodeURIComponent(heavyQueries[n % heavyQueries.length] ?? '');
    // The number makes every statement another one.
    const path = `/metrics?since=7d&data_type=json&query=${query}%20%2F%2F%20${n}`;
    const response = await get(stand, heavyOf(stand), path, signal);
    await response.text();
    return response.ok ? 0 : Number(response.headers.get('retry-after'));
  };
}

const waitWhenRefusedS = 2;

/** A dashboard with a widget for each statement: a refusal is in the widget that it befell. */
async function askStatements(stand: Stand): Promise<Ask> {
  const { deps, projects } = stand;
  const actor = benchActor(projects[0] ?? '');
  const widgets = heavyStatements.map((sql, n) => ({ id: `w${n}`, type: 'table', sql }));
  const { summary } = await createDashboard(deps, actor, DashboardInput.parse({ title: 'bench', schema: { widgets } }));
  const errorOf = async (n: number, signal?: AbortSignal): Promise<string | undefined> => {
    const path = `/dashboards/${summary.id}/data?since=7d&widget=w${n % widgets.length}`;
    const response = await get(stand, heavyOf(stand), path, signal);
    return ((await response.json()) as { widgets: { error?: string }[] }).widgets[0]?.error;
  };
  for (const n of widgets.keys()) {
    const error = await errorOf(n);
    if (error !== undefined) throw new Error(error);
  }
  // What a limit stopped has been answered, too.
  return async (n, signal) => (isRefusal(await errorOf(n, signal)) ? waitWhenRefusedS : 0);
}

function isRefusal(error: string | undefined): boolean {
  return error?.includes('callers of this project wait') === true;
}

/** A caller who does what it is told: comes back when it was told to, and asks again when it was answered. */
async function askOnAndOn(
  ask: Ask,
  n: number,
  signal: AbortSignal,
  tally: { finished: number; refused: number },
): Promise<void> {
  while (!signal.aborted) {
    try {
      const waitS = await ask(n, signal);
      if (waitS === 0) tally.finished++;
      else tally.refused++;
      await pause(waitS * 1_000, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

function lineOf(round: Round | undefined): string {
  if (round === undefined) return '';
  const { kind, reads, running, finished, refused, goneMs } = round;
  const each = reads.map(
    ({ name, idleMs, busyMs, worstMs }) =>
      `${name}: ${idleMs.toFixed(1)} ms idle, ${busyMs.toFixed(1)} busy (${(busyMs / idleMs).toFixed(2)} times, worst ${worstMs.toFixed(0)})`,
  );
  return `beside ${kind}: ${each.join('; ')}; ${running} heavy ones running, ${finished} finished, ${refused} refused; gone after ${goneMs.toFixed(0)} ms`;
}

/** The round in the middle: what else the machine does is not the service's doing. */
function goalsOf(rounds: readonly Round[]): Goal[] {
  const kinds = [...new Set(rounds.map(({ kind }) => kind))];
  const goals: Goal[] = kinds.flatMap((of) =>
    Object.keys(lightReads).map((name) => {
      const ratios = rounds
        .filter(({ kind }) => kind === of)
        .flatMap(({ reads }) => reads.filter((read) => read.name === name))
        .map((read) => read.busyMs / read.idleMs);
      const value = spread(ratios).median;
      return { name: `${name}, beside heavy ${of}: times its idle time`, value, goal: ratioMax, is: 'at most' };
    }),
  );
  const gone = Math.max(...rounds.map(({ goneMs }) => goneMs));
  return [
    ...goals,
    { name: 'ms until the engine does nothing for callers who left', value: gone, goal: goneMsMax, is: 'at most' },
  ];
}
