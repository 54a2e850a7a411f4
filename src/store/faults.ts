import { ClickHouseError } from '@clickhouse/client';
import type { Logger } from 'pino';
import { ApiError, type ErrorCode } from '../errors.ts';

/** Codes of the network, of postgres.js and of Postgres itself: a connection that was there is gone. */
const lostCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
]);

/** All that mean "the store is away", not "the statement is wrong". */
const awayCodes = new Set([
  ...lostCodes,
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENOENT',
  'CONNECT_TIMEOUT',
  '57P03', // cannot_connect_now
  '53100', // disk_full
  '53300', // too_many_connections
  '08000',
  '08003',
  '08006',
]);

export function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && lostCodes.has(String(error.code));
}

/** Whether an error says that a store cannot be reached, so that the caller can be told to come back. */
export function isStoreDown(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if ('code' in current && awayCodes.has(String(current.code))) return true;
    if (current instanceof AggregateError && current.errors.some((inner) => isStoreDown(inner))) return true;
    if (current.message === 'Timeout error.' || current.message === 'socket hang up') return true; // @clickhouse/client
  }
  return false;
}

/** What its caller is told of it. */
export function storeAway(thrown: unknown): ApiError | undefined {
  if (!isStoreDown(thrown)) return undefined;
  const message = 'A store behind the service does not answer; try again shortly.';
  return new ApiError('unavailable', { message, cause: thrown, retryAfterS: 2 });
}

/** For whoever runs the service: what is our fault, and why a store failed. The caller hears neither. */
export function logFailure(
  log: Pick<Logger, 'error' | 'warn'>,
  code: ErrorCode,
  details: { readonly err: unknown; readonly what?: string },
  message: string,
): void {
  if (code === 'internal') log.error(details, message);
  else if (isStoreDown(details.err)) log.warn(details, message);
}

const undefinedTable = '42P01';

/** Whether Postgres says that a table is not there: nobody has migrated it yet. */
export function isUnmigrated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === undefinedTable;
}

const accessDenied = '497';

/** Whether ClickHouse says that its user may not do that. */
export function isAccessDenied(error: unknown): boolean {
  return error instanceof ClickHouseError && error.code === accessDenied;
}
