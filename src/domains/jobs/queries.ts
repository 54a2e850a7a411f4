import type { Sql } from 'postgres';
import { selectPage, type Rows, type Window } from '../queries-page.ts';

export interface ParkedRow {
  readonly id: string;
  readonly name: string;
  readonly payload: Record<string, unknown>;
  readonly attempts: number;
  readonly reason: string;
  readonly created_at: Date;
  readonly parked_at: Date;
}

export async function selectParked(sql: Sql, projectId: string, window: Window): Promise<Rows<ParkedRow>> {
  const columns = sql`id::text, name, payload, attempts, reason, created_at, parked_at`;
  const from = sql`parked_jobs where project_id = ${projectId}`;
  return selectPage(sql, { columns, from, order: sql`parked_at desc, id desc` }, window);
}
