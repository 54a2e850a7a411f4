// Which bodies were stored already. A receipt is a hash of project, door and body; a sender that did not get its answer
// sends the same body again, perhaps to another process, perhaps to this one after it was killed.

import { msPerDay } from '../../lib/time.ts';
import type { ClickHouseClient } from '@clickhouse/client';
import { gather } from '../../lib/gather.ts';
import type { Claims } from './claims.ts';
import { Outcome } from '../outcome.ts';
import { findReceipts, receiptWindowMs, type ReceiptTable, type StoredPart } from './queries.ts';
import { ReceiptSet } from './receipt-set.ts';

/** Whose answers this process remembers. When there are more, the oldest go, and the store is asked for them. */
const rememberedMax = 200_000;
const receiptBytes = 8;

interface Remembered {
  /** Only a number where nothing was rejected, which is nearly always: there are many of these. */
  readonly answer: Outcome | number;
  readonly atMs: number;
}

export class Receipts {
  private readonly underWay = new Map<string, Promise<Outcome>>();
  private readonly stored = new Map<string, Remembered>();
  private readonly nowMs: () => number;
  /** All that the store may have of the window: what is not in it need not be asked for. None when others store too. */
  private readonly maybeStored: ReceiptSet | undefined;
  /** Until then the store may have what an earlier run put there and this one has not learned. */
  private unlearnedUntilMs: number;

  /** `alone`: no other process writes into the same store. */
  constructor(options: { readonly alone: boolean; readonly nowMs: () => number }) {
    const { alone, nowMs } = options;
    this.nowMs = nowMs;
    this.maybeStored = alone ? new ReceiptSet({ generationMs: receiptWindowMs, nowMs }) : undefined;
    this.unlearnedUntilMs = nowMs() + receiptWindowMs;
  }

  /** The answer to the same body: settled, or still under way. */
  find(receipt: string): Promise<Outcome> | undefined {
    const pending = this.underWay.get(receipt);
    if (pending !== undefined) return pending;
    const known = this.stored.get(receipt);
    if (known === undefined || known.atMs < this.nowMs() - receiptWindowMs) return undefined;
    if (typeof known.answer !== 'number') return Promise.resolve(known.answer);
    const outcome = new Outcome();
    outcome.accepted = known.answer;
    return Promise.resolve(outcome);
  }

  /** Whether a body that is not found here may be in the store all the same. */
  mayBeStored(receipt: string): boolean {
    if (this.maybeStored === undefined || this.nowMs() < this.unlearnedUntilMs) return true;
    return this.maybeStored.has(...halvesOf(receipt));
  }

  begin(receipt: string, answer: Promise<Outcome>): void {
    this.underWay.set(receipt, answer);
    answer.then(
      (outcome) => this.remember(receipt, outcome),
      () => this.underWay.delete(receipt),
    );
  }

  /** Its batch ended without an answer: only the store knows what it has. To be told before the answer fails. */
  doubt(receipt: string): void {
    this.maybeStored?.add(...halvesOf(receipt));
  }

  /**
   * What earlier runs stored within the window: 64-bit numbers, little-endian, one after the other. Until it has come to
   * its end, and when it fails, for the whole window, every body is asked for.
   */
  async learn(stored: AsyncIterable<Uint8Array>): Promise<void> {
    let rest = new Uint8Array();
    for await (const chunk of stored) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      let at = 0;
      for (; at + receiptBytes <= bytes.length; at += receiptBytes)
        this.maybeStored?.add(view.getUint32(at + 4, true), view.getUint32(at, true));
      rest = Uint8Array.from(bytes.subarray(at));
    }
    if (rest.length > 0) throw new Error('the last receipt is cut off');
    this.unlearnedUntilMs = Number.NEGATIVE_INFINITY;
  }

  private remember(receipt: string, outcome: Outcome): void {
    this.underWay.delete(receipt);
    // From now on, not from its beginning: a body may be under way for longer than it is remembered.
    this.maybeStored?.add(...halvesOf(receipt));
    const atMs = this.nowMs();
    this.stored.delete(receipt);
    this.stored.set(receipt, { answer: outcome.rejected === 0 ? outcome.accepted : outcome, atMs });
    for (const [oldest, { atMs: then }] of this.stored) {
      if (then >= atMs - receiptWindowMs && this.stored.size <= rememberedMax) break;
      this.stored.delete(oldest);
    }
  }
}

/** What a body waited before its insert began, and what the store's clock and ours differ by, is less. */
const waitedMsMax = 600_000;

/**
 * When a body arrived of which this is stored: what has no time of its own is of that day again. The store knows when its
 * insert began, which may be the day after.
 */
export function arrivalOf(stored: readonly Pick<StoredPart, 'day' | 'storedAtMs'>[]): number | undefined {
  if (stored.length === 0) return undefined;
  const atMs = Math.min(...stored.map(({ storedAtMs }) => storedAtMs));
  const today = Math.floor(atMs / msPerDay);
  const [startMs, endMs] = [today * msPerDay, (today + 1) * msPerDay];
  const has = (day: number) => stored.some((part) => part.day === day);
  if (has(today)) return atMs;
  if (has(today - 1) && atMs - startMs < waitedMsMax) return startMs - 1;
  return has(today + 1) && endMs - atMs < waitedMsMax ? endMs : atMs;
}

function halvesOf(receipt: string): [hi: number, lo: number] {
  const number = BigInt(receipt);
  return [Number(number >> 32n), Number(BigInt.asUintN(32, number))];
}

/** The store did not say whether it has a body: to take it could store it twice. */
export class LookupFailed extends Error {
  override readonly name = 'LookupFailed';
}

interface Question {
  readonly projectId: string;
  readonly receipt: string;
}

const questionsPerQueryMax = 1_000;

/** Asks the store about receipts; those that come while it answers go together into the next query. */
export class ReceiptLookup {
  private readonly find: (question: Question) => Promise<StoredPart[]>;
  private readonly claims: Pick<Claims, 'take'> | undefined;

  /** `claims`: where other processes write into the same store. */
  constructor(
    client: ClickHouseClient,
    tables: readonly ReceiptTable[],
    timeoutMs: number,
    claims?: Pick<Claims, 'take'>,
  ) {
    this.claims = claims;
    this.find = gather(questionsPerQueryMax, async (asked: readonly Question[]) => {
      const projects = [...new Set(asked.map(({ projectId }) => projectId))];
      const receipts = [...new Set(asked.map(({ receipt }) => receipt))];
      const parts = await findReceipts(client, tables, projects, receipts, timeoutMs).catch((cause: unknown) => {
        throw new LookupFailed('the store did not say what it has', { cause });
      });
      return ({ receipt }) => parts.filter((part) => part.receipt === receipt);
    });
  }

  /** What the store has of a body that nobody else has under way. */
  async ask(projectId: string, receipt: string): Promise<StoredPart[]> {
    // The claim first: a process that gives it up has stored the body before.
    await this.claims?.take(receipt);
    return this.find({ projectId, receipt });
  }
}
