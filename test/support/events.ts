import { uuidv7 } from 'uuidv7';
import type { TestApi, TestProject } from './api.ts';

/** A row of `events` as a test writes it; everything has a default. Times are nanoseconds. */
export interface SeedEvent {
  readonly kind?: 'log' | 'span';
  readonly ts: bigint;
  readonly id?: string;
  readonly service?: string;
  readonly trace_id?: string;
  readonly body?: string;
  readonly [column: string]: unknown;
}

/** The present, to the minute: what is older than its retention is deleted by the engine, whatever a test's clock says. */
export const recentNs = BigInt(Math.floor(Date.now() / 60_000)) * 60_000_000_000n;

/** A time as the store reads it: JSON numbers of this size would be taken for ticks, and rounded on the way. */
export const decimalSeconds = (ns: bigint): string =>
  `${ns / 1_000_000_000n}.${String(ns % 1_000_000_000n).padStart(9, '0')}`;

/** Puts rows straight into the store, past ingest: for tests of reading. Answers their ids. */
export async function seedEvents(api: TestApi, project: TestProject, events: readonly SeedEvent[]): Promise<string[]> {
  const rows = events.map(({ ts, ...rest }) => ({
    project_id: project.id,
    kind: 'log',
    id: uuidv7(),
    service: 'shop',
    retention_days: 30,
    ...promoted(rest['attrs'] as Readonly<Record<string, string>> | undefined),
    ...rest,
    ts: decimalSeconds(ts),
  }));
  // A cluster would answer before its other nodes have them.
  const clickhouse_settings = { distributed_foreground_insert: 1 } as const;
  await api.deps.clickhouse.insert({ table: 'events', format: 'JSONEachRow', values: rows, clickhouse_settings });
  return rows.map(({ id }) => id);
}

/** So many logs that the engine makes itself, one a millisecond, back from now; their texts are expressions of `number`. */
export async function fillEvents(
  api: TestApi,
  project: TestProject,
  rows: number,
  { service = "'shop'", body }: { readonly service?: string; readonly body: string },
): Promise<void> {
  await api.deps.clickhouse.command({
    query: `
      INSERT INTO events (project_id, kind, ts, id, retention_days, service, body)
      SELECT {project:String}, 'log', now64(9) - toIntervalMillisecond(number), generateUUIDv4(), 30, ${service}, ${body}
      FROM numbers(${rows})`,
    query_params: { project: project.id },
  });
}

/** What ingest writes beside the attributes. */
function promoted(attrs: Readonly<Record<string, string>> = {}) {
  return {
    http_method: attrs['http.request.method'] ?? '',
    http_route: attrs['http.route'] ?? '',
    http_status: Number(attrs['http.response.status_code'] ?? 0),
    db_system: attrs['db.system.name'] ?? '',
    error_type: attrs['error.type'] ?? '',
    user_id: attrs['user.id'] ?? '',
    session_id: attrs['session.id'] ?? '',
  };
}
