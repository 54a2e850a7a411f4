import { storable } from '../../lib/storable.ts';
import { p95Ns } from '../durations.ts';
import type { NewIssue } from '../issues/record.ts';
import { raiseIssues } from '../issues/tell.ts';
import { scanJob, type ScanCall } from '../scan/job.ts';
import { isLookedAt, lookFrom, readMark } from '../scan/mark.ts';
import { shownHash } from './normalise.ts';
import { selectEndpointHealth, selectNamed, type CallCounts, type FoundEndpoint } from './queries-counts.ts';
import {
  countEndpoints,
  dropQuiet,
  insertFound,
  selectEndpointsByHash,
  setWorse,
  updateSeen,
  type EndpointRow,
} from './queries.ts';
import { baselineS, windowS, worsening, type Calls, type Worsening } from './worse.ts';

const scanName = 'endpoints';
const healthName = 'endpoint health';
const overlapS = 600;
const back = { overlapS, firstS: 90 * 86_400 };
const foundMax = 20_000;
/** New ones of one look: each is an issue, and may be told. */
const enteredMax = 500;
/** Of a project; where paths are random there is no end to them. */
const endpointsMax = 10_000;
/** When it has so many, those that were not seen for a day make room: for so many new ones a day, or there would be no end to their issues. */
const replacedPerDayMax = 1_000;
const dayMs = 86_400_000;
const judgedMax = 5_000;
const quarterS = 900;
const settleS = 60;

/** Enters endpoints that were named since the last look, and judges whether any got worse. */
export const discoverEndpoints = scanJob('endpoints', {
  name: 'endpoints.discover',
  deadlineMs: 60_000,
  run: async (call) => {
    await discover(call);
    await judgeHealth(call);
  },
});

async function discover(call: ScanCall): Promise<void> {
  const { deps, payload, lease, signal, log } = call;
  const { projectId } = payload;
  const mark = await readMark(call, scanName);
  const sinceS = lookFrom(mark, back);
  const found = (await selectNamed(deps.clickhouse, projectId, { sinceS, rowsMax: foundMax }, signal)).map(clean);
  // Oldest first: what one look cannot take is taken by the next, from where this one ended.
  const full = found.length === foundMax ? found.at(-1)?.last_seen : undefined;
  const readToS = full === undefined ? mark.nowS : Math.max(full.getTime() / 1000, sinceS + 1) + overlapS;
  const known = await selectEndpointsByHash(
    deps.sql,
    projectId,
    found.map(({ hash }) => hash),
  );
  const unknown = found.filter(({ hash }) => !known.has(hash));
  const now = deps.now();
  const dayAgo = new Date(now.getTime() - dayMs);
  const counts = await countEndpoints(deps.sql, projectId, dayAgo);
  const free = Math.max(0, endpointsMax - counts.all);
  const replaceable = Math.min(counts.quiet, Math.max(0, replacedPerDayMax - counts.entered));
  const room = free + replaceable;
  if (unknown.length > room) log.warn({ projectId, endpointsMax }, 'a project has more endpoints than are entered');
  const fresh = unknown.slice(0, Math.min(room, enteredMax));
  // Those that are left are found again at the same place.
  const isAll = fresh.length === Math.min(room, unknown.length);
  await lease.begin(async (tx) => {
    const toS = isAll ? readToS : (mark.atS ?? sinceS + overlapS);
    if (!(await mark.moveTo(tx, toS)) || found.length === 0) return;
    await updateSeen(tx, projectId, found);
    const dropped = await dropQuiet(tx, projectId, dayAgo, Math.max(0, fresh.length - free));
    const entered = await insertFound(
      tx,
      projectId,
      fresh.slice(0, free + dropped).map((one) => ({ ...one, id: deps.newId() })),
      now,
    );
    await raiseIssues(tx, deps, projectId, entered.map(newEndpointIssue));
  });
}

async function judgeHealth(call: ScanCall): Promise<void> {
  const { deps, payload, lease, signal } = call;
  const { projectId } = payload;
  const mark = await readMark(call, healthName);
  const toS = Math.floor((mark.nowS - settleS) / quarterS) * quarterS;
  if (isLookedAt(mark, toS)) return;
  const splitS = toS - windowS;
  const range = { fromS: splitS - baselineS, splitS, toS, rowsMax: judgedMax };
  const health = await selectEndpointHealth(deps.clickhouse, projectId, range, signal);
  const changes = new Map(
    health.map(({ hash, now, before }) => [hash, worsening(callsOf(now), callsOf(before))] as const),
  );
  const rows = await selectEndpointsByHash(deps.sql, projectId, [...changes.keys()]);
  await lease.begin(async (tx) => {
    if (!(await mark.moveTo(tx, toS))) return;
    const issues: NewIssue[] = [];
    const worse = new Map<string, boolean>();
    for (const [hash, row] of rows) {
      const change = changes.get(hash);
      if (row.worse === (change !== undefined)) continue;
      worse.set(row.id, change !== undefined);
      if (change === undefined || row.archived_at !== null) continue;
      issues.push(worseIssue(row, change, new Date(toS * 1000)));
    }
    await setWorse(tx, projectId, worse);
    await raiseIssues(tx, deps, projectId, issues);
  });
}

function callsOf({ calls, errors, durations }: CallCounts): Calls {
  return { calls, errors, p95Ns: p95Ns(durations) };
}

function nameOf({ method, host, path, outgoing }: EndpointRow): string {
  return outgoing ? `${method} ${host}${path}` : `${method} ${path}`;
}

function issueData(row: EndpointRow) {
  const { id, method, host, path, outgoing } = row;
  return { endpoint_id: id, hash: shownHash(row.hash), method, host, path, outgoing };
}

function newEndpointIssue(row: EndpointRow): NewIssue {
  return {
    type: 'new_endpoint',
    target: row.id,
    title: `${row.outgoing ? 'New outgoing endpoint' : 'New endpoint'}: ${nameOf(row)}`,
    severity: 'info',
    ...(row.service === '' ? {} : { service: row.service }),
    recommendedAction: 'Acknowledge it when it is meant to be there.',
    data: issueData(row),
    occurrences: 1,
    firstSeen: row.first_seen,
    seenAt: row.last_seen,
  };
}

function worseIssue(row: EndpointRow, { kind, now, before }: Worsening, at: Date): NewIssue {
  const what = kind === 'errors' ? 'More errors' : 'Slower';
  const figureOf = ({ calls, errors, p95Ns }: Calls) =>
    kind === 'errors' ? `${errors} of ${calls}` : `${Math.round(p95Ns / 1_000_000)} ms`;
  return {
    type: 'endpoint_errors',
    target: row.id,
    title: `${what}: ${nameOf(row)}`,
    severity: kind === 'errors' ? 'error' : 'warning',
    ...(row.service === '' ? {} : { service: row.service }),
    recommendedAction: 'Compare its traces of the last half hour with those of the day before.',
    data: { ...issueData(row), change: kind, last_half_hour: now, day_before: before },
    evidence: [
      kind === 'errors' ? 'Failed calls' : '95th percentile',
      `${figureOf(now)} in half an hour, ${figureOf(before)} in the day before`,
    ],
    occurrences: kind === 'errors' ? now.errors : 1,
    seenAt: at,
  };
}

function clean(found: FoundEndpoint): FoundEndpoint {
  const { method, host, path, service } = found;
  const texts = { method: storable(method), host: storable(host), path: storable(path), service: storable(service) };
  return { ...found, ...texts };
}
