// Finishes what a journal says was under way when the service or the store was killed. Nothing is stored here that was
// not stored before, but what is derived from it: views by the block's own token, and what was learned on the way.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from 'pino';
import { isAccessDenied } from '../../store/faults.ts';
import { BlockRefused, insertBlock, insertPolicy, type PreparedBlock } from '../../store/insert.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { countBlock, readBlock, runningInserts } from './queries.ts';
import { noDay } from '../rows/block.ts';

/** A block older than this is not looked for: its day is long past every sender's patience. */
const recoverAgeS = 7 * 24 * 3600;
const runningPollMs = 100;
/** What takes longer is left: the service starts, and tries again. */
const settleMsMax = 60_000;
const laterMs = { first: 1_000, max: 60_000 };

export interface Recovery {
  /** Batches that the store had, and that are complete now. */
  completed: number;
  /** Batches that the store had not, or not all of: nobody was told that they are stored. */
  dropped: number;
  /** Batches that the store is still taking, or would not speak of: to be settled beside what comes. */
  left: JournalEntry[];
}

/**
 * To be run before requests are taken, so that a sender's retry finds the batch complete. What the store will not speak of
 * must not keep the service from starting: it is left for `recoverLater`.
 */
export async function recover(
  client: ClickHouseClient,
  journal: Journal,
  log: Logger,
  waitMsMax = insertPolicy.attemptTimeoutMs,
): Promise<Recovery> {
  return settle(client, journal, await journal.entries(log), log, waitMsMax);
}

/** What `recover` left, beside what comes, until all of it is settled or `signal` ends it. */
export async function recoverLater(
  client: ClickHouseClient,
  journal: Journal,
  entries: readonly JournalEntry[],
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  let [left, pauseMs] = [entries, laterMs.first];
  while (left.length > 0) {
    await sleep(pauseMs, undefined, { signal });
    pauseMs = Math.min(pauseMs * 2, laterMs.max);
    left = (await settle(client, journal, left, log, insertPolicy.attemptTimeoutMs)).left;
  }
}

/**
 * What an earlier run sent may still be under way in a store that outlived it: it is neither there nor not there, and is
 * waited for, up to `waitMsMax`.
 */
async function settle(
  client: ClickHouseClient,
  journal: Journal,
  entries: readonly JournalEntry[],
  log: Logger,
  waitMsMax: number,
): Promise<Recovery> {
  const recovery: Recovery = { completed: 0, dropped: 0, left: [] };
  const startedAt = performance.now();
  const leave = (entry: JournalEntry, error: unknown) => {
    log.error({ err: error, batch: entry.id }, 'a batch of an earlier run is not settled yet; it is tried again');
    recovery.left.push(entry);
  };
  let running: ReadonlySet<JournalEntry> = new Set();
  try {
    running = await untilSettled(client, entries, waitMsMax);
  } catch (error) {
    for (const entry of entries) leave(entry, error);
    return recovery;
  }
  for (const entry of entries) {
    if (running.has(entry)) leave(entry, new Error('the store is still taking it'));
    else if (performance.now() - startedAt > settleMsMax) leave(entry, new Error('others took too long'));
    else
      try {
        if (await finish(client, journal, entry, log)) recovery.completed++;
        else recovery.dropped++;
      } catch (error) {
        leave(entry, error);
      }
  }
  if (entries.length > 0)
    log.info({ ...recovery, left: recovery.left.length }, 'batches of an earlier run are settled');
  return recovery;
}

/** Waits for the inserts of these batches that the store is carrying out; gives those it has not done in time. */
async function untilSettled(
  client: ClickHouseClient,
  entries: readonly JournalEntry[],
  waitMsMax: number,
): Promise<ReadonlySet<JournalEntry>> {
  const deadline = performance.now() + waitMsMax;
  let left = entries;
  while (left.length > 0) {
    const running = await runningInserts(client).catch(noneWhereDenied);
    left = left.filter((entry) => insertsOf(entry).some((id) => running.has(id)));
    if (performance.now() >= deadline) break;
    if (left.length > 0) await sleep(runningPollMs);
  }
  return new Set(left);
}

/** A server may keep what it is doing from its users; then nothing is waited for. */
export function noneWhereDenied(error: unknown): ReadonlySet<string> {
  if (isAccessDenied(error)) return new Set();
  throw error;
}

function insertsOf({ primary, side }: JournalEntry): string[] {
  return [...primary.flatMap(({ token }) => tokensOf(token)), ...side.map(({ token }) => token)];
}

/** An engine that is killed at the wrong moment may lose a block and remember its token: the block gets another one then. */
const tokensMax = 4;

/** The tokens under which a block may be stored, in the order in which they are tried. */
export function tokensOf(token: string): string[] {
  return Array.from({ length: tokensMax }, (_, lost) => (lost === 0 ? token : `${token}-again${lost}`));
}

/** Answers whether the store had all of it. */
export async function finish(
  client: ClickHouseClient,
  journal: Journal,
  entry: JournalEntry,
  log: Logger,
): Promise<boolean> {
  const stored = [];
  let missing = 0;
  for (const block of entry.primary) {
    missing += block.rows;
    for (const token of tokensOf(block.token)) {
      const rows = await countBlock(client, { ...block, token }, recoverAgeS);
      missing -= rows;
      if (rows > 0) stored.push({ ...block, token });
    }
  }
  for (const block of stored) {
    const { table, token } = block;
    const { columns, rows } = await readBlock(client, block, recoverAgeS);
    await insertOrLeave(client, { table, token, columns, format: 'RowBinary', bytes: rows }, log);
  }
  for (const { table, token, day, retentionDays, bytes } of entry.side) {
    // A batch may span midnight: only what was learned from a part that is there.
    const source = stored.find(
      (block) => day === noDay || (block.day === day && block.retentionDays === retentionDays),
    );
    if (source !== undefined) await insertOrLeave(client, { table, token, format: 'Native', bytes }, log);
  }
  await journal.remove(entry.id);
  return missing <= 0;
}

/** What the store will never take must not keep the service from starting. */
async function insertOrLeave(client: ClickHouseClient, block: PreparedBlock, log: Logger): Promise<void> {
  try {
    await insertBlock(client, block, insertPolicy.attemptTimeoutMs);
  } catch (error) {
    if (!(error instanceof BlockRefused)) throw error;
    log.error({ err: error, table: block.table, token: block.token }, 'the store refused what belongs to a batch');
  }
}
