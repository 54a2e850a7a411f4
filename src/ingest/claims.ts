// Where several processes write into one store, a body under way belongs to one of them: a sender that did not wait for
// its answer may send the same body to another, which cannot see it in the store yet. A claim lives in Postgres from
// before the store is asked until the rows are committed; a process that ends without a word loses its claims with time.
// Without Postgres bodies are taken unclaimed: telemetry is not turned away for a retry that may come.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { withinMs } from '../lib/within.ts';
import { claimReceipts, dropClaims, dropOldClaims } from './queries.ts';

export interface ClaimLimits {
  /** What a process that is gone or frozen keeps from the others. */
  readonly leaseMs: number;
  readonly renewMs: number;
  /** How long a body waits for the process that has it before its sender is told to come again. */
  readonly waitMsMax: number;
  /** How often a claim of another is looked at. */
  readonly pollMs: number;
  readonly answerMsMax: number;
}

export const claimLimits: ClaimLimits = {
  leaseMs: 60_000,
  renewMs: 10_000,
  waitMsMax: 4_000,
  pollMs: 100,
  answerMsMax: 2_000,
};

const receiptsPerStatementMax = 5_000;
const oldAfterS = 600;

/** Another process has the same body under way: its sender's next try finds out how that ended. */
export class ClaimedElsewhere extends Error {
  override readonly name = 'ClaimedElsewhere';
}

interface Wish {
  readonly receipt: string;
  readonly untilMs: number;
  readonly grant: () => void;
  readonly refuse: (error: ClaimedElsewhere) => void;
}

export interface ClaimsOptions {
  readonly sql: Sql;
  readonly holder: string;
  readonly log: Logger;
  readonly limits?: ClaimLimits;
}

export class Claims {
  private readonly options: ClaimsOptions;
  private readonly limits: ClaimLimits;
  private readonly held = new Set<string>();
  private dropped: string[] = [];
  private wishes: Wish[] = [];
  private isRunning = false;
  private readonly renewal: NodeJS.Timeout;

  constructor(options: ClaimsOptions) {
    this.options = options;
    this.limits = options.limits ?? claimLimits;
    this.renewal = setInterval(() => void this.renew(), this.limits.renewMs);
    this.renewal.unref();
  }

  /** Resolves when this process may store the body. Throws `ClaimedElsewhere`. Claims of one moment are one statement. */
  take(receipt: string): Promise<void> {
    return new Promise((grant, refuse) => {
      this.wishes.push({ receipt, untilMs: Date.now() + this.limits.waitMsMax, grant, refuse });
      if (!this.isRunning) void this.run();
    });
  }

  /** The body is stored, or nothing of it ever will be. */
  release(receipt: string): void {
    if (!this.held.delete(receipt)) return;
    this.dropped.push(receipt);
    if (!this.isRunning) void this.run();
  }

  /** What is still claimed ends with its lease: rows may be on their way. */
  async close(): Promise<void> {
    clearInterval(this.renewal);
    await this.drop();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.wishes.length > 0 || this.dropped.length > 0) {
      await this.drop();
      const asked = this.wishes.slice(0, receiptsPerStatementMax);
      this.wishes = this.wishes.slice(receiptsPerStatementMax);
      const granted = await this.claim(asked.map(({ receipt }) => receipt));
      const nowMs = Date.now();
      const left: Wish[] = [];
      for (const wish of asked) {
        if (granted === undefined || granted.has(wish.receipt)) {
          this.held.add(wish.receipt);
          wish.grant();
        } else if (nowMs >= wish.untilMs) wish.refuse(new ClaimedElsewhere('another process has it under way'));
        else left.push(wish);
      }
      const isStuck = left.length > 0 && this.wishes.length === 0 && this.dropped.length === 0;
      this.wishes.push(...left);
      if (isStuck) await sleep(this.limits.pollMs);
    }
    this.isRunning = false;
  }

  /** Those that are this process's now; undefined when Postgres did not say. */
  private async claim(receipts: readonly string[]): Promise<ReadonlySet<string> | undefined> {
    if (receipts.length === 0) return new Set();
    const { sql, holder, log } = this.options;
    try {
      const granted = claimReceipts(sql, holder, [...new Set(receipts)], this.limits.leaseMs);
      return new Set(await withinMs(granted, this.limits.answerMsMax));
    } catch (error) {
      log.warn({ err: error, bodies: receipts.length }, 'bodies are taken without a claim');
      return undefined;
    }
  }

  private async drop(): Promise<void> {
    const receipts = this.dropped;
    this.dropped = [];
    if (receipts.length === 0) return;
    const { sql, holder, log } = this.options;
    // When it fails, their lease ends them; whoever wants them then waits in vain, and is told to come again.
    await withinMs(dropClaims(sql, holder, receipts), this.limits.answerMsMax).catch((error: unknown) =>
      log.warn({ err: error }, 'claims are left to end by themselves'),
    );
  }

  private async renew(): Promise<void> {
    const held = [...this.held];
    for (let at = 0; at < held.length; at += receiptsPerStatementMax)
      await this.claim(held.slice(at, at + receiptsPerStatementMax));
    await dropOldClaims(this.options.sql, oldAfterS).catch(() => {});
  }
}
