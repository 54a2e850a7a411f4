// Where several processes write into one store, a body under way belongs to one of them: a sender that did not wait for
// its answer may send the same body to another, which cannot see it in the store yet. A claim lives in Postgres from
// before the store is asked until the rows are committed. A process that ends without a word keeps its claims until it is
// started again and has found all of its batches in the store, or until their lease ends and the store has nothing of it
// under way; one that was frozen for longer than that, and goes on, finds that they are gone and stores nothing.
// Bodies wait for a Postgres that is restarted; without it they are taken unclaimed: telemetry is not turned away for a
// retry that may come.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { withinMs } from '../../lib/within.ts';
import { writePrivate } from '../../store/embedded/credentials.ts';
import {
  claimReceipts,
  dropClaims,
  dropClaimsOf,
  dropEndedClaims,
  dropOldClaims,
  renewClaims,
  runningInserts,
  selectClaims,
  type StandingClaim,
} from './queries.ts';
import { noneWhereDenied } from './recover.ts';

export interface ClaimLimits {
  /** What a process that is gone or frozen keeps from the others. */
  readonly leaseMs: number;
  /** A claim that was not renewed for so long is renewed before anything is stored under it. */
  readonly renewMs: number;
  /** How long a body waits for the process that has it before its sender is told to come again, and for Postgres. */
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

/** Renewals that a process may miss before it counts as silent. */
const missedMax = 2;
const soonS = 3;

/** Another process has the same body under way: its sender's next try finds out how that ended. */
export class ClaimedElsewhere extends Error {
  override readonly name = 'ClaimedElsewhere';
  readonly retryAfterS: number;

  /** `endsInS`: where the other is silent, when its claim ends. */
  constructor(endsInS?: number) {
    super(
      endsInS === undefined
        ? 'Another process of this service has the same body under way, or had. Send it again shortly: it is stored once.'
        : `The process of this service that had the same body under way is silent; without it the body can be stored in ${endsInS} s. Send it again then: it is stored once.`,
    );
    this.retryAfterS = endsInS ?? soonS;
  }
}

interface Wish {
  readonly receipt: string;
  /** Once another process was seen to have it. */
  untilMs?: number;
  readonly grant: () => void;
  readonly refuse: (error: ClaimedElsewhere) => void;
}

interface Held {
  renewedAtMs: number;
  /** Postgres does not have it any more: another process may have stored the body meanwhile. */
  isLost: boolean;
}

export interface ClaimsOptions {
  readonly clickhouse: ClickHouseClient;
  readonly sql: Sql;
  /** Part of the query id of each insert of this process. */
  readonly holder: string;
  readonly log: Logger;
  readonly limits?: ClaimLimits;
}

export class Claims {
  private readonly options: ClaimsOptions;
  private readonly limits: ClaimLimits;
  private readonly held = new Map<string, Held>();
  /** Of bodies taken without a claim: Postgres may have one all the same, whose answer came too late. */
  private readonly unanswered = new Set<string>();
  private dropped: string[] = [];
  /** What Postgres did not answer for. */
  private readonly undropped = new Set<string>();
  private awaySinceMs: number | undefined;
  private wishes: Wish[] = [];
  private isRunning = false;
  private readonly renewal: NodeJS.Timeout;

  constructor(options: ClaimsOptions) {
    this.options = options;
    this.limits = options.limits ?? claimLimits;
    this.renewal = setInterval(() => void this.renewAll(), this.limits.renewMs);
    this.renewal.unref();
  }

  /** Resolves when this process may store the body. Throws `ClaimedElsewhere`. Claims of one moment are one statement. */
  take(receipt: string): Promise<void> {
    return new Promise((grant, refuse) => {
      this.wishes.push({ receipt, grant, refuse });
      if (!this.isRunning) void this.run();
    });
  }

  /** To be asked before each try to store: throws `ClaimedElsewhere` where another process may have one of these bodies by now. */
  async confirm(receipts: readonly string[]): Promise<void> {
    const held = receipts.flatMap((receipt) => {
      const claim = this.held.get(receipt);
      return claim === undefined ? [] : [[receipt, claim] as const];
    });
    const oldMs = Date.now() - this.limits.renewMs;
    await this.renew(held.filter(([, { renewedAtMs }]) => renewedAtMs < oldMs));
    if (held.some(([, { isLost }]) => isLost)) throw new ClaimedElsewhere();
  }

  /** The body is stored, or nothing of it ever will be. */
  release(receipt: string): void {
    const wasHeld = this.held.delete(receipt);
    if (!this.unanswered.delete(receipt) && !wasHeld) return;
    this.dropped.push(receipt);
    if (!this.isRunning) void this.run();
  }

  /** Its rows may yet come to be stored: nobody else may have it until the lease ends. */
  abandon(receipt: string): void {
    this.held.delete(receipt);
    this.unanswered.delete(receipt);
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
      const receipts = asked.map(({ receipt }) => receipt);
      const startedAtMs = Date.now();
      const granted = await this.claim(receipts);
      const isAway = this.awaySinceMs !== undefined;
      const standing = await this.look(isAway ? [] : receipts.filter((receipt) => granted?.has(receipt) === false));
      const nowMs = Date.now();
      const left: Wish[] = [];
      for (const wish of asked) {
        const { receipt, grant, refuse } = wish;
        if (granted?.has(receipt)) {
          this.held.set(receipt, { renewedAtMs: startedAtMs, isLost: false });
          this.undropped.delete(receipt);
          grant();
          continue;
        }
        if (!isAway) wish.untilMs ??= nowMs + this.limits.waitMsMax;
        if (wish.untilMs !== undefined && nowMs >= wish.untilMs) {
          refuse(new ClaimedElsewhere(this.endsInS(standing.get(receipt))));
        } else if (granted === undefined) {
          this.unanswered.add(receipt);
          grant();
        } else left.push(wish);
      }
      const isStuck = left.length > 0 && this.wishes.length === 0 && this.dropped.length === 0;
      this.wishes.push(...left);
      if (isStuck) await sleep(this.limits.pollMs);
    }
    this.isRunning = false;
  }

  /** Those that are this process's now; undefined when Postgres has been away for long. */
  private async claim(receipts: readonly string[]): Promise<ReadonlySet<string> | undefined> {
    if (receipts.length === 0) return new Set();
    const { sql, holder, log } = this.options;
    const { leaseMs, answerMsMax, waitMsMax } = this.limits;
    const startedAtMs = Date.now();
    try {
      const granted = new Set(await withinMs(claimReceipts(sql, holder, [...new Set(receipts)], leaseMs), answerMsMax));
      this.awaySinceMs = undefined;
      return granted;
    } catch (error) {
      this.awaySinceMs ??= startedAtMs;
      if (Date.now() - this.awaySinceMs < waitMsMax) return new Set();
      log.warn({ err: error, bodies: receipts.length }, 'bodies are taken without a claim');
      return undefined;
    }
  }

  /** What stands in the way of these. Claims whose lease has ended are gone at the next look. */
  private async look(receipts: readonly string[]): Promise<ReadonlyMap<string, StandingClaim>> {
    if (receipts.length === 0) return new Map();
    const { sql, log } = this.options;
    const { answerMsMax } = this.limits;
    try {
      const claims = await withinMs(selectClaims(sql, receipts), answerMsMax);
      const silent = new Set(claims.filter(({ leftMs }) => leftMs < 0).map(({ holder }) => holder));
      if (silent.size > 0) await withinMs(this.dropEnded(silent), answerMsMax);
      return new Map(claims.map((claim) => [claim.receipt, claim]));
    } catch (error) {
      log.warn({ err: error, bodies: receipts.length }, 'bodies wait for a claim of another process');
      return new Map();
    }
  }

  /** What a process that is gone has sent may still be under way in the store: its claims stand until that has ended. */
  private async dropEnded(holders: ReadonlySet<string>): Promise<void> {
    const { clickhouse, sql } = this.options;
    const running = [...(await runningInserts(clickhouse).catch(noneWhereDenied))];
    for (const holder of holders) if (!running.some((id) => id.includes(holder))) await dropEndedClaims(sql, holder);
  }

  private endsInS(claim: StandingClaim | undefined): number | undefined {
    const { leaseMs, renewMs } = this.limits;
    if (claim === undefined || claim.leftMs < 0 || claim.leftMs > leaseMs - missedMax * renewMs) return undefined;
    return Math.ceil(claim.leftMs / 1000);
  }

  private async drop(): Promise<void> {
    const receipts = this.dropped;
    this.dropped = [];
    if (receipts.length === 0) return;
    const { sql, holder, log } = this.options;
    // Whoever wants them then waits in vain, and is told to come again.
    await withinMs(dropClaims(sql, holder, receipts), this.limits.answerMsMax).catch((error: unknown) => {
      log.warn({ err: error }, 'claims stand for longer than their bodies are under way');
      for (const receipt of receipts) this.undropped.add(receipt);
    });
  }

  private async renewAll(): Promise<void> {
    await this.renew([...this.held]);
    this.dropped.push(...this.undropped);
    this.undropped.clear();
    if (!this.isRunning) void this.run();
    await dropOldClaims(this.options.sql, oldAfterS).catch(() => {});
  }

  private async renew(held: readonly (readonly [receipt: string, claim: Held])[]): Promise<void> {
    const { sql, holder, log } = this.options;
    for (let at = 0; at < held.length; at += receiptsPerStatementMax) {
      const asked = held.slice(at, at + receiptsPerStatementMax);
      const receipts = asked.map(([receipt]) => receipt);
      const renewedAtMs = Date.now();
      try {
        const renewed = renewClaims(sql, holder, receipts, this.limits.leaseMs);
        const own = new Set(await withinMs(renewed, this.limits.answerMsMax));
        for (const [receipt, claim] of asked) Object.assign(claim, { renewedAtMs, isLost: !own.has(receipt) });
      } catch (error) {
        log.warn({ err: error, bodies: asked.length }, 'claims are not renewed');
      }
    }
  }
}

/**
 * Keeps the name under which this run claims. The claims of the run before end where `isSettled` says that nothing of it is
 * under way any more.
 */
export async function endFormerClaims(
  { sql, log, dataDir }: Pick<ClaimsOptions, 'sql' | 'log'> & { readonly dataDir: string },
  holder: string,
  isSettled: boolean,
): Promise<void> {
  const file = join(dataDir, 'ingest-holder');
  const former = await readFile(file, 'utf8').catch(() => undefined);
  if (former !== undefined && isSettled)
    await withinMs(dropClaimsOf(sql, former), claimLimits.answerMsMax).catch((error: unknown) =>
      log.warn({ err: error }, 'claims of an earlier run are left to end by themselves'),
    );
  await writePrivate(file, holder);
}
