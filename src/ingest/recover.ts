// Finishes what a journal says was under way when the service or the store was killed. Nothing is stored here that was
// not stored before, but what is derived from it: views by the block's own token, and what was learned on the way.

import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from 'pino';
import { insertBlock, insertPolicy } from '../store/insert.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { countBlock, readBlock } from './queries.ts';
import { noDay } from './rows/sink.ts';

/** A block older than this is not looked for: its day is long past every sender's patience. */
const recoverAgeS = 7 * 24 * 3600;

export interface Recovery {
  /** Batches that the store had, in part at least, and that are complete now. */
  completed: number;
  /** Batches that had not begun: nobody was told that they are stored. */
  dropped: number;
}

/** To be run before requests are taken: a sender's retry must find the batch complete. Throws when the store is away. */
export async function recover(client: ClickHouseClient, journal: Journal, log: Logger): Promise<Recovery> {
  const recovery = { completed: 0, dropped: 0 };
  for (const entry of await journal.entries()) {
    if (await finish(client, journal, entry)) recovery.completed++;
    else recovery.dropped++;
  }
  if (recovery.completed + recovery.dropped > 0) log.info(recovery, 'batches of an earlier run are settled');
  return recovery;
}

export async function finish(client: ClickHouseClient, journal: Journal, entry: JournalEntry): Promise<boolean> {
  const stored = [];
  for (const block of entry.primary) if ((await countBlock(client, block, recoverAgeS)) > 0) stored.push(block);
  for (const block of stored) {
    const { columns, rows } = await readBlock(client, block, recoverAgeS);
    const { table, token } = block;
    await insertBlock(
      client,
      { table, token, columns, format: 'RowBinary', bytes: rows },
      insertPolicy.attemptTimeoutMs,
    );
  }
  for (const { table, token, day, retentionDays, bytes } of entry.side) {
    // A batch may span midnight: only what was learned from a part that is there.
    const source = stored.find(
      (block) => day === noDay || (block.day === day && block.retentionDays === retentionDays),
    );
    if (source === undefined) continue;
    await insertBlock(client, { table, token, format: 'Native', bytes }, insertPolicy.attemptTimeoutMs);
  }
  await journal.remove(entry.id);
  return stored.length > 0;
}
