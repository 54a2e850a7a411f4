import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';
import { andEqual, selectPage, type Rows, type Window } from '../queries-page.ts';
import type { FoundEndpoint } from './queries-counts.ts';
import type { EndpointList } from './schema.ts';

export interface EndpointRow extends FoundEndpoint {
  readonly id: string;
  readonly project_id: string;
  readonly archived_at: Date | null;
  readonly worse: boolean;
}

function columns(sql: Sql | Tx) {
  return sql`id, project_id, hash, outgoing, method, host, path, service, first_seen, last_seen, archived_at, worse`;
}

/** A page by path and method. */
export async function selectEndpoints(
  sql: Sql,
  projectId: string,
  { search, service, outgoing, archived }: Pick<EndpointList, 'search' | 'service' | 'outgoing' | 'archived'>,
  window: Window,
): Promise<Rows<EndpointRow>> {
  const where = sql`
    project_id = ${projectId} and outgoing = ${outgoing}
    and ${archived ? sql`archived_at is not null` : sql`archived_at is null`}
    ${andEqual(sql, { service })}
    ${
      search === undefined
        ? sql``
        : sql`and (position(lower(${search}) in lower(method)) > 0 or position(lower(${search}) in lower(path)) > 0
                   or position(lower(${search}) in lower(host)) > 0)`
    }`;
  const from = sql`endpoints where ${where}`;
  return selectPage(sql, { columns: columns(sql), from, order: sql`path, method, id` }, window);
}

export async function selectEndpoint(sql: Sql | Tx, projectId: string, id: string): Promise<EndpointRow | undefined> {
  const [row] = await sql<EndpointRow[]>`
    select ${columns(sql)} from endpoints where project_id = ${projectId} and id = ${id}`;
  return row;
}

export async function lockEndpoint(tx: Tx, projectId: string, id: string): Promise<EndpointRow | undefined> {
  const [row] = await tx<EndpointRow[]>`
    select ${columns(tx)} from endpoints where project_id = ${projectId} and id = ${id} for update`;
  return row;
}

export async function setEndpointArchived(tx: Tx, projectId: string, id: string, at: Date | null): Promise<void> {
  await tx`update endpoints set archived_at = ${at} where project_id = ${projectId} and id = ${id}`;
}

/** Those that were not known. */
export async function insertFound(
  tx: Tx,
  projectId: string,
  found: readonly (FoundEndpoint & { readonly id: string })[],
  at: Date,
): Promise<EndpointRow[]> {
  return tx<EndpointRow[]>`
    insert into endpoints (project_id, id, hash, outgoing, method, host, path, service, first_seen, last_seen, created_at)
    select ${projectId}, f.id, f.hash, f.outgoing, f.method, f.host, f.path, f.service, f.first_seen, f.last_seen, ${at}
    from jsonb_to_recordset(${tx.json(found as never)}) as f(
      id uuid, hash text, outgoing boolean, method text, host text, path text, service text, first_seen timestamptz,
      last_seen timestamptz)
    on conflict (project_id, hash) do nothing
    returning ${columns(tx)}`;
}

export async function updateSeen(tx: Tx, projectId: string, found: readonly FoundEndpoint[]): Promise<void> {
  await tx`
    update endpoints as e
    set last_seen = greatest(e.last_seen, f.last_seen), first_seen = least(e.first_seen, f.first_seen), host = f.host
    from jsonb_to_recordset(${tx.json(found as never)}) as f(
      hash text, host text, first_seen timestamptz, last_seen timestamptz)
    where e.project_id = ${projectId} and e.hash = f.hash and (e.last_seen < f.last_seen or e.first_seen > f.first_seen)`;
}

export async function selectEndpointsByHash(
  sql: Sql,
  projectId: string,
  hashes: readonly string[],
): Promise<Map<string, EndpointRow>> {
  const rows = await sql<EndpointRow[]>`
    select ${columns(sql)} from endpoints where project_id = ${projectId} and hash = any(${[...hashes]}::text[])`;
  return new Map(rows.map((row) => [row.hash, row]));
}

export interface EndpointCounts {
  readonly all: number;
  /** Entered since a time. */
  readonly entered: number;
  /** Not seen since then, and not archived. */
  readonly quiet: number;
}

export async function countEndpoints(sql: Sql, projectId: string, since: Date): Promise<EndpointCounts> {
  const [row] = await sql<EndpointCounts[]>`
    select count(*)::int as all, count(*) filter (where created_at >= ${since})::int as entered,
           count(*) filter (where last_seen < ${since} and archived_at is null)::int as quiet
    from endpoints where project_id = ${projectId}`;
  return row ?? { all: 0, entered: 0, quiet: 0 };
}

/** Those that were not seen for the longest time; what somebody archived stays. Answers how many went. */
export async function dropQuiet(tx: Tx, projectId: string, before: Date, rowsMax: number): Promise<number> {
  const { count } = await tx`
    delete from endpoints where project_id = ${projectId} and id in (
      select id from endpoints where project_id = ${projectId} and last_seen < ${before} and archived_at is null
      order by last_seen, id limit ${rowsMax})`;
  return count;
}

export async function setWorse(tx: Tx, projectId: string, worse: ReadonlyMap<string, boolean>): Promise<void> {
  if (worse.size === 0) return;
  await tx`
    update endpoints as e set worse = w.worse::boolean
    from unnest(${[...worse.keys()]}::uuid[], ${[...worse.values()].map(String)}::text[]) as w(id, worse)
    where e.project_id = ${projectId} and e.id = w.id`;
}
