// Group commit. Requests of all projects are decoded into one open batch; it is sealed after a short while, or when it is
// large, and goes to the store as one INSERT for each table, UTC day and retention class. A request is answered when
// every block with rows that carry receipts is committed, and the series of its points; what else was learned on the way
// follows, and the journal sees to it.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from 'pino';
import { line } from '../../lib/line.ts';
import {
  BlockRefused,
  insertBlock,
  insertPolicy,
  type InsertPolicy,
  type PreparedBlock,
  untilAnswered,
} from '../../store/insert.ts';
import { ClaimedElsewhere, type Claims } from './claims.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { Outcome } from '../outcome.ts';
import type { PromMetadataCache } from '../prometheus/types.ts';
import {
  carriesReceipts,
  countStored,
  type ReceiptTable,
  rowsBeside,
  type StoredOfBlock,
  type StoredPart,
} from './queries.ts';
import { finish, tokensOf } from './recover.ts';
import { arrivalOf, type ReceiptLookup, type Receipts } from './receipts.ts';
import type { SealedBlock } from '../rows/block.ts';
import { RowSink } from '../rows/sink.ts';
import { stepByStep, type Steps } from '../steps.ts';

export interface BatchLimits {
  /** A batch of this age is stored, unless another one is on its way: then it grows until that one is committed. */
  readonly batchAgeMsMax: number;
  /** A batch with as much is stored beside others. */
  readonly batchRowsMax: number;
  readonly batchBytesMax: number;
  /** Batches that are being stored at once; while there are so many, the open one grows beyond its size. */
  readonly batchesInFlightMax: number;
  /** How long blocks that were tried more than once are looked for in the store. */
  readonly verifyAgeS: number;
  /** How long rows that the store seems to lack are looked for: a replica may be behind the others. */
  readonly catchUpMsMax: number;
  /** Rows that wait for the store; with more nothing is decoded. A single request may go beyond it. */
  readonly waitingBytesMax: number;
}

export const batchLimits: BatchLimits = {
  batchAgeMsMax: 200,
  batchRowsMax: 20_000,
  batchBytesMax: 8 * 1024 * 1024,
  batchesInFlightMax: 3,
  verifyAgeS: 24 * 3600,
  catchUpMsMax: 3_000,
  waitingBytesMax: 96 * 1024 * 1024,
};

const catchUpPollMs = 200;

export interface IngestRequest {
  readonly projectId: string;
  /** Decimal. */
  readonly receipt: string;
  /** Which tables its rows can be in: where an earlier try of the same body is looked for. */
  readonly lookup: ReceiptLookup;
  /**
   * One `sink.request`; throws `MalformedBody` when the body as a whole cannot be read. Of a body that came before,
   * `storedAtMs` stands for its arrival: by it a row without a time of its own is of the same day again.
   */
  readonly decode: (sink: RowSink, storedAtMs?: number) => Steps<Outcome>;
  /** Called when the rows are in the batch, or the decoder has refused them: the body's memory is free again. */
  readonly onDecoded?: () => void;
}

interface Waiter {
  readonly receipt: string;
  readonly outcome: Outcome;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** The batch of a request ended without being stored; the same request may be sent again. */
export class BatchLost extends Error {
  override readonly name = 'BatchLost';
}

/** The store takes rows more slowly than they come; nothing of the request was taken. */
export class StoreBehind extends Error {
  override readonly name = 'StoreBehind';
}

export interface BatcherOptions {
  readonly client: ClickHouseClient;
  readonly journal: Journal;
  readonly receipts: Receipts;
  /** Where other processes write into the same store. */
  readonly claims?: Pick<Claims, 'confirm'> | undefined;
  readonly log: Logger;
  readonly newId: () => string;
  readonly nowMs: () => number;
  /** What is known of metrics before the first request. */
  readonly promMetadata?: PromMetadataCache;
  readonly limits?: BatchLimits;
  readonly policy?: InsertPolicy;
}

type NamedBlock = SealedBlock & { readonly token: string };
type PrimaryBlock = NamedBlock & { readonly table: ReceiptTable };
type SideBlock = JournalEntry['side'][number];
type NativeBlock = Omit<PreparedBlock, 'format' | 'bytes'> & { readonly bytes: Uint8Array };

export class Batcher {
  private readonly options: BatcherOptions;
  private readonly limits: BatchLimits;
  private readonly sink: RowSink;
  private readonly inLine = line();
  /** Bodies that are decoded or wait for it. */
  private coming = 0;
  private isDecoding = false;
  private waiters: Waiter[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** The open batch is old enough, or the process ends. */
  private isDue = false;
  private isFull = false;
  /** Batches of which not every row is committed. */
  private uncommitted = 0;
  /** With those that are committed, but not what was learned from them. */
  private inFlight = 0;
  private inFlightBytes = 0;
  private readonly stopping = new AbortController();
  private idle: (() => void)[] = [];

  constructor(options: BatcherOptions) {
    this.options = options;
    this.limits = options.limits ?? batchLimits;
    this.sink = new RowSink(options.promMetadata);
  }

  /** Rows that are not stored yet. */
  get waitingBytes(): number {
    return this.sink.bytes + this.inFlightBytes;
  }

  /** Resolves when every row of the request is durable, or was before. */
  submit(request: IngestRequest): Promise<{ outcome: Outcome; isRepeat: boolean }> {
    const { receipts } = this.options;
    const known = receipts.find(request.receipt);
    if (known !== undefined) {
      request.onDecoded?.();
      return known.then((outcome) => ({ outcome, isRepeat: true }));
    }
    const mustAsk = receipts.mayBeStored(request.receipt);
    let isRepeat = false;
    const answer = this.admit(request, mustAsk, () => (isRepeat = true));
    receipts.begin(request.receipt, answer);
    return answer.then((outcome) => ({ outcome, isRepeat }));
  }

  /** Stores what is open and waits for all that is under way; gives up when `graceMs` are over. */
  async close(graceMs: number): Promise<void> {
    const timer = setTimeout(() => this.stopping.abort(new BatchLost('the service is stopping')), graceMs);
    this.isDue = true;
    this.sealIfDue();
    while (this.isBusy) await new Promise<void>((resolve) => this.idle.push(resolve));
    clearTimeout(timer);
    clearTimeout(this.timer);
  }

  private async admit(request: IngestRequest, mustAsk: boolean, onRepeat: () => void): Promise<Outcome> {
    const stored = mustAsk ? await request.lookup.ask(request.projectId, request.receipt) : [];
    if (stored.length > 0) onRepeat();
    return this.add(request, stored);
  }

  /** One body is decoded after the other, and nothing else happens to the open batch in the middle of one. */
  private add(request: IngestRequest, stored: readonly StoredPart[]): Promise<Outcome> {
    this.coming++;
    return new Promise((resolve, reject) => {
      const { sink, limits, inLine } = this;
      void inLine(async () => {
        const before = sink.rows;
        this.isDecoding = true;
        try {
          const outcome = await this.decode(request, stored);
          if (sink.rows === before) return resolve(outcome);
          this.waiters.push({ receipt: request.receipt, outcome, resolve, reject });
          this.isFull = sink.rows >= limits.batchRowsMax || sink.bytes >= limits.batchBytesMax;
          this.timer ??= setTimeout(() => {
            this.isDue = true;
            this.sealIfDue();
          }, limits.batchAgeMsMax);
        } catch (error) {
          reject(error);
        } finally {
          this.isDecoding = false;
          this.coming--;
          this.goOn();
        }
      });
    });
  }

  private async decode(request: IngestRequest, stored: readonly StoredPart[]): Promise<Outcome> {
    const { sink, limits } = this;
    try {
      if (this.waitingBytes > limits.waitingBytesMax) throw new StoreBehind('too many rows wait for the store');
      sink.stored = stored;
      return await stepByStep(request.decode(sink, arrivalOf(stored)));
    } finally {
      sink.stored = [];
      request.onDecoded?.();
    }
  }

  private sealIfDue(): void {
    if (this.isDecoding || this.waiters.length === 0 || this.inFlight >= this.limits.batchesInFlightMax) return;
    // An insert costs much the same whatever its size: under load there are fewer and larger ones.
    if (!this.isFull && !(this.isDue && this.uncommitted === 0)) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isDue = false;
    this.isFull = false;
    const { waiters } = this;
    this.waiters = [];
    const { entry, primary } = this.seal();
    const bytes = [...primary, ...entry.side].reduce((sum, block) => sum + block.bytes.length, 0);
    this.inFlight++;
    this.uncommitted++;
    this.inFlightBytes += bytes;
    void this.store(entry, primary, waiters).finally(() => {
      this.inFlight--;
      this.inFlightBytes -= bytes;
      this.goOn();
    });
  }

  private goOn(): void {
    if (this.stopping.signal.aborted || this.idle.length > 0) this.isDue = true;
    this.sealIfDue();
    if (!this.isBusy) for (const done of this.idle.splice(0)) done();
  }

  private get isBusy(): boolean {
    return this.coming + this.waiters.length + this.inFlight > 0;
  }

  private seal(): { entry: JournalEntry; primary: PrimaryBlock[] } {
    const { newId, nowMs } = this.options;
    const id = newId();
    const named = this.sink.seal(nowMs()).map((block) => ({ ...block, token: nameOf(id, block) }));
    const primary = named.filter(isPrimary);
    const side = named.filter((block) => !isPrimary(block));
    return { entry: { id, primary: primary.map(identityOf), side }, primary };
  }

  private async store(entry: JournalEntry, primary: PrimaryBlock[], waiters: readonly Waiter[]): Promise<void> {
    const { journal, receipts, log } = this.options;
    const { id, side } = entry;
    try {
      await this.commit(entry, primary, waiters);
      this.sealIfDue();
      // Points are found by the series that name them: who is told that they are stored may ask for them.
      await Promise.all(side.filter(namesPoints).map((block) => this.insertSide(block)));
      const settle = () => waiters.forEach(({ outcome, resolve }) => resolve(outcome));
      // With a block that is stored the journal sees to the rest. A batch of nothing but metadata has no such block.
      if (entry.primary.length > 0) settle();
      await Promise.all(side.filter((block) => !namesPoints(block)).map((block) => this.insertSide(block)));
      settle();
      await journal.remove(id);
    } catch (error) {
      log.error({ err: error, batch: id }, 'a batch was not stored');
      await this.forget();
      for (const { receipt, reject } of waiters) {
        receipts.doubt(receipt);
        reject(
          error instanceof ClaimedElsewhere ? error : new BatchLost('the rows could not be stored', { cause: error }),
        );
      }
      this.sealIfDue();
      await this.finishRest(entry);
    }
  }

  /** Empties `primary`: what is committed takes no memory while what was learned from it waits for the store. */
  private async commit(entry: JournalEntry, primary: PrimaryBlock[], waiters: readonly Waiter[]): Promise<void> {
    const receipts = waiters.map(({ receipt }) => receipt);
    try {
      await this.options.journal.add(entry);
      await allDone(primary.splice(0).map((block) => this.insertPrimary(block, receipts)));
    } finally {
      this.uncommitted--;
    }
  }

  /** One block of several was not stored: those that are get what belongs to them. */
  private async finishRest(entry: JournalEntry): Promise<void> {
    const { client, journal, log } = this.options;
    try {
      await this.untilAnswered('the rest of a batch is not stored yet', () => finish(client, journal, entry, log));
    } catch (error) {
      log.warn({ err: error, batch: entry.id }, 'a batch is left to be settled at the next start');
    }
  }

  private async insertPrimary(block: PrimaryBlock, receipts: readonly string[]): Promise<void> {
    const { claims, log } = this.options;
    const { table, day, half } = block;
    const tried: string[] = [];
    const stored = { table, day, batches: half?.batches ?? [], tokens: tried, receipt: half?.receipt ?? '0' };
    if (half !== undefined && (await this.hasAll(block, stored))) return;
    for (const token of tokensOf(block.token)) {
      const isNew = half === undefined && tried.length === 0;
      const named = { ...block, token, ...(isNew ? {} : rowsBeside(stored, this.limits.verifyAgeS)) };
      if ((await this.insert(named, () => claims?.confirm(receipts))) === 1) {
        // All of it was read. After a failed try a connection might still hold it.
        this.sink.rooms.give(block.bytes);
        return;
      }
      // An engine that is killed between its log of tokens and the block itself takes every later try for a repeat.
      tried.push(token);
      if (await this.hasAll(block, stored)) return;
      log.warn({ table, token }, 'the store lost rows of a block at a crash; they are stored anew');
    }
    throw new Error('the store lost a block again and again');
  }

  private async hasAll({ rows }: PrimaryBlock, stored: StoredOfBlock): Promise<boolean> {
    const { catchUpMsMax, verifyAgeS } = this.limits;
    const deadline = performance.now() + catchUpMsMax;
    for (;;) {
      const { answer } = await this.untilAnswered('the store does not say whether it has a block', () =>
        countStored(this.options.client, stored, verifyAgeS),
      );
      if (answer >= rows) return true;
      if (performance.now() >= deadline) return false;
      await sleep(catchUpPollMs, undefined, { signal: this.stopping.signal });
    }
  }

  private async insertSide(block: SideBlock): Promise<void> {
    try {
      await this.insert(block);
    } catch (error) {
      if (!(error instanceof BlockRefused)) throw error;
      // Series and names that points refer to are told again with the next batch.
      await this.forget();
      this.options.log.error({ err: error, table: block.table }, 'the store refused what was learned from a batch');
    }
  }

  /** Answers how many tries it took. `mayBegin` throws before a try that must not be made. */
  private async insert(native: NativeBlock, mayBegin?: () => Promise<void> | undefined): Promise<number> {
    const { client, policy = insertPolicy } = this.options;
    const block = { ...native, format: 'Native' } as const;
    const work = async () => {
      await mayBegin?.();
      await insertBlock(client, block, policy.attemptTimeoutMs);
    };
    return (await this.untilAnswered(`a block of ${block.table} is not stored yet`, work)).tries;
  }

  /** Not in the middle of a body: what it was told before would be known again when it is taken back. */
  private forget(): Promise<void> {
    return this.inLine(() => this.sink.forget());
  }

  private untilAnswered<T>(failure: string, work: () => Promise<T>): Promise<{ answer: T; tries: number }> {
    const { log, policy = insertPolicy } = this.options;
    return untilAnswered(work, {
      signal: this.stopping.signal,
      backoffMs: policy.backoffMs,
      onFailure: (error, attempt) => {
        if (error instanceof ClaimedElsewhere) throw error;
        log.warn({ err: error, attempt }, `${failure}; trying again`);
      },
    });
  }
}

/** As `Promise.all`, but when it throws, nothing is under way any more: what is in the store then is all there will be. */
async function allDone(work: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') throw result.reason;
}

function identityOf({ table, token, day, retentionDays, rows }: NamedBlock) {
  return { table, token, day, retentionDays, rows };
}

function isPrimary(block: NamedBlock): block is PrimaryBlock {
  return carriesReceipts(block.table);
}

function namesPoints({ table }: SideBlock): boolean {
  return table === 'metric_series';
}

function nameOf(id: string, { table, day, retentionDays, half }: SealedBlock): string {
  const whole = `ingest-${id}-${table}-${day}-${retentionDays}`;
  return half === undefined ? whole : `${whole}-rest-${half.receipt}`;
}
