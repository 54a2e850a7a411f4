import type { Sql } from 'postgres';

export interface ParkedRow {
  readonly id: string;
  readonly name: string;
  readonly payload: Record<string, unknown>;
  readonly attempts: number;
  readonly reason: string;
  readonly created_at: Date;
  readonly parked_at: Date;
}

export async function selectParked(
  sql: Sql,
  projectId: string,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ rows: ParkedRow[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    sql<ParkedRow[]>`
      select id::text, name, payload, attempts, reason, created_at, parked_at from parked_jobs
      where project_id = ${projectId}
      order by parked_at desc, id desc
      limit ${window.limit} offset ${window.offset}`,
    sql<{ total: number }[]>`select count(*)::int as total from parked_jobs where project_id = ${projectId}`,
  ]);
  return { rows, total: counted?.total ?? 0 };
}
