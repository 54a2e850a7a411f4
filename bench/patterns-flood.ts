// npm run bench -- patterns-flood [--rows 1000000] [--patterns 250] [--seed 1]: log patterns through the whole service as
// `npm start` runs it. One novel error among a million usual lines, then a million lines of random words in one service; what is
// counted is held against what was sent.

import { setTimeout as sleep } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { loadConfig } from '../src/config.ts';
import { listPatterns } from '../src/domains/patterns/service.ts';
import { fairGate } from '../src/lib/fair-gate.ts';
import { seededRandom } from '../src/lib/random.ts';
import { createReader, gateLimits } from '../src/store/read.ts';
import { openStores } from '../src/store/stores.ts';
import { shuffled } from '../test/support/random.ts';
import { credentialsOf, residentMebibytes } from '../test/support/service.ts';
import { benchActor } from './support/actor.ts';
import { judge, type Goal } from './support/goals.ts';
import { optionsOf } from './support/options.ts';
import { floodedService, PatternLines, type SentLine, type Template } from './support/pattern-lines.ts';
import { recording, replay, type Recorded } from './support/recorder.ts';
import { cpuSecondsOf, type RunningService, withService } from './support/service.ts';

const linesPerBody = 10_000;
const bodiesAtOnce = 3;
const newsSecondsMax = 120;
const pollMs = 500;
const patternsLookedAt = 100;
const freshShapesPerHourMax = 2_000;
const countCpuMsMax = 50;
const countRounds = 5;
const countRuns = 20;
const flatMax = 1.3;

interface Size {
  readonly rows: number;
  readonly patterns: number;
  readonly seed: number;
}

export async function bench(args: string[]): Promise<void> {
  const size = optionsOf(args, { rows: 1_000_000, patterns: 250, seed: 1 });
  const env = { COLONNADE_RATE_PER_KEY: '1000000', COLONNADE_RATE_PER_PROJECT: '1000000' };
  await withService(env, async (service) => {
    const stage = await open(service);
    try {
      judge(await run(stage, size));
    } finally {
      await stage.close();
    }
  });
}

type Stage = Awaited<ReturnType<typeof open>>;

/** The service as its senders and users know it, and its stores, as the command line finds them. */
async function open({ directory, pids }: RunningService) {
  const credentials = credentialsOf(directory);
  const config = loadConfig({ COLONNADE_DATA: directory });
  const stores = await openStores(config, { onLog: () => {}, onProgress: () => {}, attach: true });
  const { sql } = await stores.postgres();
  const { clickhouse, reader } = await stores.clickhouse();
  const headers = { authorization: `Bearer ${credentials.api_key}`, 'x-project-id': credentials.project_id };
  // oxlint-disable-next-line no-explicit-any -- reaches into answers of every shape
  const call = async (path: string, init: RequestInit = {}): Promise<any> => {
    const response = await fetch(`${credentials.base_url}/api/v1${path}`, { ...init, headers });
    if (response.status === 503 || response.status === 429) {
      await sleep(pollMs);
      return call(path, init);
    }
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    projectId: credentials.project_id,
    clickhouse,
    reader,
    sql,
    get: (path: string) => call(path),
    send: (lines: readonly SentLine[]) =>
      call('/ingest/json', { method: 'POST', body: lines.map((line) => JSON.stringify(line)).join('\n') }),
    memory: (): Memory => ({
      service: residentMebibytes(pids.service),
      engine: residentMebibytes(pids.engine),
    }),
    engineCpuMs: () => cpuSecondsOf(pids.engine) * 1000,
    close: () => stores.close(),
  };
}

type Memory = Readonly<Record<'service' | 'engine', number>>;

interface Item {
  readonly id: number;
  readonly log_pattern: string;
  readonly occurrence_count: number;
  readonly service_name: string;
}

async function run(stage: Stage, { rows, patterns, seed }: Size): Promise<Goal[]> {
  const lines = new PatternLines(seed, patterns);
  const goals: Goal[] = [];
  const expect = (name: string, value: number, is: Goal['is'], goal: number) => goals.push({ name, value, goal, is });

  const first = novelLine('disk controller of the third shelf reports a melted capacitor', 'shop');
  const usual = await sendMany(stage, rows, (n) => (n === Math.floor(rows / 2) ? first : lines.usual()));
  console.log(`${rows} usual lines in ${usual.seconds.toFixed(0)} s, one novel error among them`);
  const toldS = await secondsUntilTold(stage, first, usual.sentAt);
  console.log(`told ${toldS.toFixed(0)} s after it was stored`);
  expect('novel error told after, s', toldS, 'at most', newsSecondsMax);
  await looked(stage);
  const issues = (await stage.get('/issues?status=all&type=log_pattern&per_page=100')).items as { title: string }[];
  expect('issues of the novel line', issues.filter(({ title }) => title === first.message).length, 'at most', 1);
  const about = (await items(stage)).filter(({ log_pattern }) => log_pattern === first.message);
  expect('patterns of the novel line, too many', about.length - 1, 'at most', 0);
  expect('lines of the novel pattern', about[0]?.occurrence_count ?? 0, 'at least', 1);

  const wrong = await compare(stage, lines, seed);
  console.log(`${wrong.looked} patterns: ${wrong.lines} lines counted, ${wrong.faults.length} faults`);
  for (const fault of wrong.faults.slice(0, 10)) console.log(`  ${fault}`);
  expect('patterns whose lines are not the counted ones', wrong.faults.length, 'at most', 0);
  const before = await mapOf(stage);
  await stage.sql`update log_pattern_shapes set published = false`;
  await stage.sql`delete from scan_marks where project_id = ${stage.projectId} and name = 'patterns'`;
  await stage.send([lines.usual()]);
  await looked(stage);
  expect('shapes whose pattern changed by a replay', changed(before, await mapOf(stage)), 'at most', 0);

  const cost = await countingCost(stage);
  console.log(`counts of a page of patterns: ${cost.cpuMs.toFixed(1)} ms CPU, ${cost.rows} rows of the rollup read`);
  expect('counts by pattern, ms CPU', cost.cpuMs, 'at most', countCpuMsMax);

  const second = novelLine('gyroscope of the northern mast lost its bearing', 'mailer');
  const flood = await sendMany(stage, rows, (n) => {
    if (n === Math.floor(rows / 2)) return second;
    return n % 100 === 0 ? lines.usual() : lines.random();
  });
  const half = Math.ceil(flood.memory.length / 2);
  const most = (of: keyof Memory, list: readonly Memory[]) => Math.max(...list.map((each) => each[of]));
  const growth = { service: 0, engine: 0 };
  for (const of of ['service', 'engine'] as const)
    growth[of] = most(of, flood.memory.slice(half)) / most(of, flood.memory.slice(0, half));
  console.log(
    `${rows} lines of random words in ${flood.seconds.toFixed(0)} s; resident at most ` +
      `${most('service', flood.memory).toFixed(0)} MiB (service), ${most('engine', flood.memory).toFixed(0)} MiB (engine); ` +
      `the second half against the first ${growth.service.toFixed(2)}, ${growth.engine.toFixed(2)}`,
  );
  expect('memory of the service, second half of the flood against the first', growth.service, 'at most', flatMax);
  const lateS = await secondsUntilTold(stage, second, flood.sentAt);
  console.log(`an error of another service is told ${lateS.toFixed(0)} s after it was stored`);
  expect('novel error beside the flood told after, s', lateS, 'at most', newsSecondsMax);
  await looked(stage);
  const [learnt] = await stage.sql<{ hours: number; patterns: number }[]>`
    select count(*)::int as patterns, count(distinct date_trunc('hour', created_at))::int as hours
    from log_patterns where project_id = ${stage.projectId} and service = ${floodedService}`;
  expect(
    'patterns of the flood, an hour',
    (learnt?.patterns ?? 0) / (learnt?.hours || 1),
    'at most',
    freshShapesPerHourMax,
  );
  const after = await compare(stage, lines, seed);
  for (const fault of after.faults.slice(0, 10)) console.log(`  ${fault}`);
  expect('patterns of other services that are wrong after the flood', after.faults.length, 'at most', 0);
  expect('shapes whose pattern changed by the flood', changed(before, await mapOf(stage)), 'at most', 0);
  const costAfter = await countingCost(stage);
  console.log(
    `counts after the flood: ${costAfter.cpuMs.toFixed(1)} ms CPU, ${costAfter.rows} rows of the rollup read`,
  );
  return goals;
}

function novelLine(message: string, service: string): SentLine {
  return { level: 'error', message, service };
}

/** Sends so many lines, several bodies at once; `sentAt`: when the body with the line in the middle was answered. */
async function sendMany(stage: Stage, count: number, line: (n: number) => SentLine) {
  const startedAt = performance.now();
  const memory: Memory[] = [];
  let next = 0;
  let sentAt = 0;
  const sender = async (): Promise<void> => {
    while (next < count) {
      const from = next;
      next = Math.min(count, next + linesPerBody);
      await stage.send(Array.from({ length: next - from }, (_, n) => line(from + n)));
      if (from <= count / 2) sentAt = performance.now();
      memory.push(stage.memory());
    }
  };
  await Promise.all(Array.from({ length: bodiesAtOnce }, sender));
  return { seconds: (performance.now() - startedAt) / 1000, memory, sentAt };
}

/** Since `sinceMs`, until there is an issue of the line. */
async function secondsUntilTold(stage: Stage, { message }: SentLine, sinceMs: number): Promise<number> {
  for (;;) {
    const { items: open } = await stage.get('/issues?type=log_pattern&per_page=100');
    const seconds = (performance.now() - sinceMs) / 1000;
    if (open.some(({ title }: { title: string }) => title === message)) return seconds;
    if (seconds > 1.5 * newsSecondsMax) return Infinity;
    await sleep(pollMs);
  }
}

/** Until everything that was stored by now was looked at. */
async function looked({ sql, projectId }: Stage): Promise<void> {
  const since = new Date();
  for (let tries = 0; tries < (2 * newsSecondsMax * 1000) / pollMs; tries++) {
    const [done] = await sql`
      select 1 from scan_marks where project_id = ${projectId} and name = 'patterns' and at > ${since}`;
    const busy = await sql`
      select 1 from graphile_worker._private_jobs where locked_at is not null and key like 'patterns of %'`;
    if (done !== undefined && busy.length === 0) return;
    await sleep(pollMs);
  }
  throw new Error('the patterns were not looked at');
}

async function items(stage: Stage, service?: string): Promise<Item[]> {
  const all: Item[] = [];
  for (let page = 0; ; page++) {
    const of = service === undefined ? '' : `&service=${service}`;
    const { items: some, has_more } = await stage.get(`/log_patterns?per_page=100&page=${page}${of}`);
    all.push(...some);
    if (!has_more) return all;
  }
}

/** What was sent of each template, against what its pattern counts, and what a query for the pattern finds. */
async function compare(stage: Stage, lines: PatternLines, seed: number) {
  const faults: string[] = [];
  const chosen = new Set(shuffled(lines.templates, seededRandom(seed + 1)).slice(0, patternsLookedAt));
  let counted = 0;
  const byTemplate = new Map<Template, Item[]>();
  for (const service of new Set(lines.templates.map((template) => template.service)))
    for (const item of await items(stage, service)) {
      const template = lines.templates.find(({ mark }) => item.log_pattern.includes(mark));
      if (template !== undefined) byTemplate.set(template, [...(byTemplate.get(template) ?? []), item]);
    }
  for (const template of chosen) {
    const sent = lines.counts.get(template) ?? 0;
    const [item, ...others] = byTemplate.get(template) ?? [];
    if (sent === 0 && item === undefined) continue;
    counted += sent;
    if (item === undefined || others.length > 0 || item.occurrence_count !== sent) {
      const shown = [item, ...others].map((one) => `${one?.occurrence_count} of ${one?.log_pattern}`).join('; ');
      faults.push(`${template.text}: ${sent} lines sent, counted ${shown}`);
      continue;
    }
    const query = `pattern == "${item.id}" | summarize n = count(), other = countif(not(body has "${template.mark}"))`;
    const { logsData, colIdxMap } = await stage.get(`/events?since=1d&query=${encodeURIComponent(query)}`);
    const [n, other] = [logsData[0]?.[colIdxMap.n], logsData[0]?.[colIdxMap.other]];
    if (n !== sent || other !== 0)
      faults.push(`${item.log_pattern}: ${sent} lines sent, a query finds ${n}, ${other} of others`);
  }
  return { looked: chosen.size, lines: counted, faults };
}

/** Shape to pattern, of the services that are not flooded. */
async function mapOf({ sql, projectId }: Stage): Promise<Map<string, string>> {
  const rows = await sql<{ shape: string; pattern: string }[]>`
    select service || ' ' || shape as shape, pattern_id::text as pattern from log_pattern_shapes
    where project_id = ${projectId} and service <> ${floodedService}`;
  return new Map(rows.map(({ shape, pattern }) => [shape, pattern]));
}

function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number {
  return [...before].filter(([shape, pattern]) => after.get(shape) !== pattern).length;
}

/** The statement of a page of the list, in CPU time of the engine, which may have other things to do; the best of some rounds. */
async function countingCost(stage: Stage): Promise<{ cpuMs: number; rows: number }> {
  const recorded: Recorded[] = [];
  const reader = recording(createReader(stage.reader, fairGate(gateLimits)), recorded);
  const deps = { sql: stage.sql, reader, now: () => new Date(), newId: uuidv7 };
  await listPatterns(
    deps,
    benchActor(stage.projectId),
    { page: 0, per_page: 100, service: 'shop' },
    AbortSignal.timeout(60_000),
  );
  let cpuMs = Infinity;
  let rows = 0;
  for (let round = 0; round < countRounds; round++) {
    const before = stage.engineCpuMs();
    for (let run = 0; run < countRuns; run++) ({ rows } = await replay(stage.reader, recorded));
    cpuMs = Math.min(cpuMs, (stage.engineCpuMs() - before) / countRuns);
  }
  return { cpuMs, rows };
}
