// Which bodies were stored already. A receipt is a hash of project, door and body; a sender that did not get its answer
// sends the same body again, perhaps to another process, perhaps to this one after it was killed.

import type { ClickHouseClient } from '@clickhouse/client';
import type { Claims } from './claims.ts';
import { Outcome } from './outcome.ts';
import { findReceipts, receiptWindowMs, type ReceiptTable, type StoredPart } from './queries.ts';

/** What this process remembers. When there are more, the oldest go, and the store is asked instead. */
const rememberedMax = 200_000;

interface Remembered {
  /** Only a number where nothing was rejected, which is nearly always: there are many of these. */
  readonly answer: Outcome | number;
  readonly atMs: number;
}

export class Receipts {
  private readonly underWay = new Map<string, Promise<Outcome>>();
  private readonly stored = new Map<string, Remembered>();
  private readonly nowMs: () => number;
  /** Since when this process has seen every body that was stored. Infinity when others store too. */
  private completeSinceMs: number;

  /** `alone`: no other process writes into the same store. */
  constructor(options: { readonly alone: boolean; readonly nowMs: () => number }) {
    this.nowMs = options.nowMs;
    this.completeSinceMs = options.alone ? options.nowMs() : Number.POSITIVE_INFINITY;
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

  /** Whether a body that is not known here may be in the store all the same. */
  get mustAsk(): boolean {
    return this.completeSinceMs > this.nowMs() - receiptWindowMs;
  }

  begin(receipt: string, answer: Promise<Outcome>): void {
    this.underWay.set(receipt, answer);
    answer.then(
      (outcome) => this.remember(receipt, outcome),
      () => this.underWay.delete(receipt),
    );
  }

  /** A batch ended without an answer: only the store knows what it has. */
  doubt(): void {
    this.completeSinceMs = Math.max(this.completeSinceMs, this.nowMs());
  }

  private remember(receipt: string, outcome: Outcome): void {
    this.underWay.delete(receipt);
    const atMs = this.nowMs();
    this.stored.delete(receipt);
    this.stored.set(receipt, { answer: outcome.rejected === 0 ? outcome.accepted : outcome, atMs });
    for (const [oldest, { atMs: then }] of this.stored) {
      const isOld = then < atMs - receiptWindowMs;
      if (!isOld && this.stored.size <= rememberedMax) break;
      if (!isOld) this.completeSinceMs = Math.max(this.completeSinceMs, then);
      this.stored.delete(oldest);
    }
  }
}

/** The store did not say whether it has a body: to take it could store it twice. */
export class LookupFailed extends Error {
  override readonly name = 'LookupFailed';
}

interface Question {
  readonly projectId: string;
  readonly receipt: string;
  readonly answer: (parts: StoredPart[]) => void;
  readonly fail: (error: unknown) => void;
}

const questionsPerQueryMax = 1_000;

/** Asks the store about receipts; those that come while it answers go together into the next query. */
export class ReceiptLookup {
  private readonly client: ClickHouseClient;
  private readonly tables: readonly ReceiptTable[];
  private readonly timeoutMs: number;
  private readonly claims: Pick<Claims, 'take'> | undefined;
  private waiting: Question[] = [];
  private isAsking = false;

  /** `claims`: where other processes write into the same store. */
  constructor(
    client: ClickHouseClient,
    tables: readonly ReceiptTable[],
    timeoutMs: number,
    claims?: Pick<Claims, 'take'>,
  ) {
    this.client = client;
    this.tables = tables;
    this.timeoutMs = timeoutMs;
    this.claims = claims;
  }

  /** What the store has of a body that nobody else has under way. */
  async ask(projectId: string, receipt: string): Promise<StoredPart[]> {
    // The claim first: a process that gives it up has stored the body before.
    await this.claims?.take(receipt);
    return new Promise((answer, fail) => {
      this.waiting.push({ projectId, receipt, answer, fail });
      if (!this.isAsking) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isAsking = true;
    while (this.waiting.length > 0) {
      const asked = this.waiting.slice(0, questionsPerQueryMax);
      this.waiting = this.waiting.slice(questionsPerQueryMax);
      try {
        const projects = [...new Set(asked.map(({ projectId }) => projectId))];
        const receipts = [...new Set(asked.map(({ receipt }) => receipt))];
        const parts = await findReceipts(this.client, this.tables, projects, receipts, this.timeoutMs);
        for (const { receipt, answer } of asked) answer(parts.filter((part) => part.receipt === receipt));
      } catch (error) {
        const failed = new LookupFailed('the store did not say what it has', { cause: error });
        for (const { fail } of asked) fail(failed);
      }
    }
    this.isAsking = false;
  }
}
