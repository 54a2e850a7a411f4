import type { ClickHouseClient } from '@clickhouse/client';
import { ApiError } from '../errors.ts';
import { isAccessDenied } from './faults.ts';

/** Far more than such a file takes: others write while it is asked for. */
const roomBytesMin = 16 * 1024 * 1024;

/**
 * A statement that ClickHouse keeps in a file: what a table or view is, or which rows are to go. On a full disk the file is
 * empty, the statement is said to be done, and the engine never starts with it again. So there must be room first.
 */
export async function define(
  clickhouse: ClickHouseClient,
  command: Parameters<ClickHouseClient['command']>[0],
): Promise<void> {
  const room = await roomBytes(clickhouse);
  if (room < roomBytesMin) {
    const leftMiB = Math.max(0, room / 1024 / 1024).toFixed(1);
    const message = `The disk of ClickHouse is full (${leftMiB} MiB are left): make room on it.`;
    throw new ApiError('unavailable', { message, retryAfterS: 60 });
  }
  await clickhouse.command(command);
}

/** Of the disk that definitions are on. A server may keep it from its users; then it is taken for enough. */
async function roomBytes(clickhouse: ClickHouseClient): Promise<number> {
  const query = `
    SELECT toFloat64(free_space) - toFloat64(keep_free_space) AS room FROM system.disks WHERE name = 'default'`;
  try {
    const result = await clickhouse.query({ query, format: 'JSONEachRow' });
    const [row] = await result.json<{ room: number }>();
    return row?.room ?? Infinity;
  } catch (error) {
    if (isAccessDenied(error)) return Infinity;
    throw error;
  }
}
