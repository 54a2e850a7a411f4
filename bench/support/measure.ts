// A claim, measured: the API and, in turns with it, the engine alone with the statements that the API sent.

import { claims, findFacts, type Claim, type Facts } from './claims.ts';
import { cpuMeter, indexUse, replay, type EngineRun } from './recorder.ts';
import type { Stand } from './stand.ts';

export interface Spread {
  readonly median: number;
  readonly p10: number;
  readonly p90: number;
}

export interface Figures {
  readonly name: string;
  readonly apiMs: Spread;
  readonly engineMs: Spread;
  /** As the engine itself counts it. */
  readonly innerMs: number;
  /** The same of the fastest run: what else the machine does can only add to it. */
  readonly innerBestMs: number;
  /** CPU time of the engine. */
  readonly cpuMs: number;
  /** The first time, with the engine's caches dropped; the files may be in the system's memory. */
  readonly coldMs: number;
  readonly crowd: {
    readonly clients: number;
    readonly medianMs: number;
    readonly perS: number;
    readonly answered: number;
    readonly refused: number;
  } | null;
  readonly statements: number;
  readonly rows: number;
  readonly bytes: number;
  readonly granules: number;
  readonly granulesMax: number;
  readonly answerBytes: number;
}

export interface MeasureOptions {
  readonly runs: number;
  readonly clients: number;
}

/** So long a claim is asked for before it is measured: caches fill, and Node.js compiles what it runs often. */
const warmMs = 1_000;
const crowdCallsPerClient = 4;
/** Nobody of the crowd begins another call after it. */
const crowdMsMax = 10_000;
const caches = [
  'MARK CACHE',
  'UNCOMPRESSED CACHE',
  'INDEX MARK CACHE',
  'INDEX UNCOMPRESSED CACHE',
  'QUERY CONDITION CACHE',
  'PRIMARY INDEX CACHE',
  'TEXT INDEX CACHES',
];

export async function measure(stand: Stand, claim: Claim, options: MeasureOptions): Promise<Figures> {
  const { clickhouse, reader, recorded } = stand;
  for (const cache of caches) await clickhouse.command({ query: `SYSTEM DROP ${cache}` });
  recorded.length = 0;
  const cold = await getTimed(stand, claim.path);
  const warmAt = performance.now() + warmMs;
  do await getTimed(stand, claim.path);
  while (performance.now() < warmAt);
  recorded.length = 0;
  const { bytes: answerBytes } = await getTimed(stand, claim.path);
  const statements = recorded.slice();
  await replay(reader, statements);
  const apiMs: number[] = [];
  const engine: EngineRun[] = [];
  const cpu: number[] = [];
  const metered = await cpuMeter(clickhouse);
  for (let run = 0; run < options.runs; run++) {
    if (run % 2 === 0) apiMs.push((await getTimed(stand, claim.path)).ms);
    const { result, cpuMs } = await metered(() => replay(reader, statements));
    engine.push(result);
    cpu.push(cpuMs);
    if (run % 2 === 1) apiMs.push((await getTimed(stand, claim.path)).ms);
  }
  const use = (await Promise.all(statements.map((one) => indexUse(clickhouse, one)))).flat();
  const calls = claim.heavy === true ? 1 : crowdCallsPerClient;
  return {
    name: claim.name,
    apiMs: spread(apiMs),
    engineMs: spread(engine.map(({ ms }) => ms)),
    innerMs: spread(engine.map(({ innerMs }) => innerMs)).median,
    innerBestMs: Math.min(...engine.map(({ innerMs }) => innerMs)),
    cpuMs: spread(cpu).median,
    coldMs: cold.ms,
    crowd: options.clients > 1 ? await crowd(stand, claim.path, options.clients, calls) : null,
    statements: statements.length,
    rows: spread(engine.map(({ rows }) => rows)).median,
    bytes: spread(engine.map(({ bytes }) => bytes)).median,
    granules: use.reduce((sum, { granules }) => sum + granules, 0),
    granulesMax: use.reduce((sum, { granulesMax }) => sum + granulesMax, 0),
    answerBytes,
  };
}

/** Of the first project. */
export function factsOf(stand: Stand): Promise<Facts> {
  const { clickhouse, projects, clock } = stand;
  return findFacts(clickhouse, projects[0] ?? '', clock.now, {
    get: (path) => getTimed(stand, path),
    post: (path, body) => post(stand, path, body),
  });
}

/** Those whose name has a text. */
export async function claimsOf(stand: Stand, only: string): Promise<Claim[]> {
  return claims(await factsOf(stand)).filter(({ name }) => name.includes(only));
}

export async function getTimed(stand: Stand, path: string): Promise<{ ms: number; bytes: number; text: string }> {
  const start = performance.now();
  const response = await fetch(`${stand.url}/api/v1${path}`, { headers: headersOf(stand) });
  const text = await response.text();
  const ms = performance.now() - start;
  if (response.status === 429 || text.includes(refusal)) throw new Refused();
  if (!response.ok || (!path.includes('format=jsonl') && text.includes('"error":')))
    throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
  return { ms, bytes: Buffer.byteLength(text), text };
}

async function post(stand: Stand, path: string, body: unknown): Promise<{ text: string }> {
  const response = await fetch(`${stand.url}/api/v1${path}`, {
    method: 'POST',
    headers: { ...headersOf(stand), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
  return { text };
}

function headersOf({ key, projects }: Stand): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'x-project-id': projects[0] ?? '' };
}

/** In the answer of a dashboard, whose widgets are refused one by one. */
const refusal = 'queries waiting already';

/** The project had too many queries waiting: what a limit is for, and counted. */
class Refused extends Error {}

async function crowd(stand: Stand, path: string, clients: number, calls: number): Promise<Figures['crowd']> {
  const all: number[] = [];
  let refused = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let call = 0; call < calls && performance.now() - start < crowdMsMax; call++)
        try {
          all.push((await getTimed(stand, path)).ms);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          refused++;
        }
    }),
  );
  const tookS = (performance.now() - start) / 1000;
  return { clients, medianMs: spread(all).median, perS: all.length / tookS, answered: all.length, refused };
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round((sorted.length - 1) * share)] ?? 0;
  return { median: at(0.5), p10: at(0.1), p90: at(0.9) };
}
