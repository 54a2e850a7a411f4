import type { Deps } from '../../deps.ts';
import { groupBy } from '../../lib/group-by.ts';
import { utcTime } from '../../lib/time.ts';
import { auditOf } from '../audit/record.ts';
import { addDurations, p95Ns } from '../durations.ts';
import { noSuch } from '../faults.ts';
import { page, pageWindow, type Page } from '../page.ts';
import type { Actor } from '../permission.ts';
import { shownHash } from './normalise.ts';
import { selectEndpointHours, type EndpointHour } from './queries-counts.ts';
import { lockEndpoint, selectEndpoint, selectEndpoints, setEndpointArchived, type EndpointRow } from './queries.ts';
import { endpointsPerPageMax, type Endpoint, type EndpointList } from './schema.ts';

type Needs = Pick<Deps, 'sql' | 'reader' | 'now' | 'newId'>;

const quarterS = 900;
const dayHours = 24;
const weekHours = 7 * dayHours;

export async function listEndpoints(
  deps: Needs,
  actor: Actor,
  list: EndpointList,
  signal: AbortSignal,
): Promise<Page<Endpoint>> {
  const window = pageWindow(list, endpointsPerPageMax);
  const { rows, total } = await selectEndpoints(deps.sql, actor.projectId, list, window);
  return page(await shown(deps, actor, rows, signal), total, window);
}

export async function getEndpoint(deps: Needs, actor: Actor, id: string, signal: AbortSignal): Promise<Endpoint> {
  const row = (await selectEndpoint(deps.sql, actor.projectId, id)) ?? missing();
  const [endpoint] = await shown(deps, actor, [row], signal);
  return endpoint ?? missing();
}

export async function archiveEndpoint(
  deps: Needs,
  actor: Actor,
  id: string,
  archived: boolean,
  signal: AbortSignal,
): Promise<Endpoint> {
  await deps.sql.begin(async (tx) => {
    const row = (await lockEndpoint(tx, actor.projectId, id)) ?? missing();
    if (archived === (row.archived_at !== null)) return;
    const archived_at = archived ? deps.now() : null;
    await setEndpointArchived(tx, actor.projectId, id, archived_at);
    await audit(tx, deps, actor, archived ? 'archive' : 'unarchive', row, { ...row, archived_at });
  });
  return getEndpoint(deps, actor, id, signal);
}

const audit = auditOf(
  'endpoint',
  ({ method, path, service, archived_at }: EndpointRow) => ({ method, path, service, archived: archived_at !== null }),
  ({ id }) => id,
);

const missing = noSuch('endpoint_id');

async function shown(
  deps: Needs,
  actor: Actor,
  rows: readonly EndpointRow[],
  signal: AbortSignal,
): Promise<Endpoint[]> {
  // Up to the end of the quarter that runs: the rollup knows no more.
  const toS = (Math.floor(deps.now().getTime() / 1000 / quarterS) + 1) * quarterS;
  const wanted = { hashes: rows.map(({ hash }) => hash), fromS: toS - weekHours * 3600, toS };
  const hours = groupBy(await selectEndpointHours(deps.reader, actor.projectId, wanted, signal), ({ hash }) => hash);
  return rows.map((row) => item(row, hours.get(row.hash) ?? []));
}

function item(row: EndpointRow, hours: readonly EndpointHour[]): Endpoint {
  const calls = Array.from({ length: weekHours }, () => 0);
  const day = { errors: 0, durations: new Map<number, number>() };
  // The catalog knows when it heard of a call, the counts know when it was.
  let last = hours[0]?.last ?? row.last_seen;
  for (const hour of hours) {
    calls[hour.hour] = hour.calls;
    if (hour.last > last) last = hour.last;
    if (hour.hour < weekHours - dayHours) continue;
    day.errors += hour.errors;
    addDurations(day.durations, hour.durations);
  }
  const activity24h = calls.slice(-dayHours);
  return {
    id: row.id,
    project_id: row.project_id,
    hash: shownHash(row.hash),
    method: row.method,
    path: row.path,
    ...(row.host === '' ? {} : { host: row.host }),
    ...(row.service === '' ? {} : { service: row.service }),
    outgoing: row.outgoing,
    events_24h: sum(activity24h),
    errors_24h: day.errors,
    p95_24h: p95Ns(day.durations),
    first_seen: utcTime(row.first_seen),
    last_seen: utcTime(last),
    archived: row.archived_at !== null,
    activity_24h: activity24h,
    activity_7d: Array.from({ length: 7 }, (_, n) => sum(calls.slice(n * dayHours, (n + 1) * dayHours))),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
