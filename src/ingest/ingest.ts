// One request of a sender, whatever its door: budget, body, receipt, batch, answer, count.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Retention } from '../domains/project/queries.ts';
import { ApiError } from '../errors.ts';
import { nsOf } from '../lib/time.ts';
import { isStoreDown } from '../store/faults.ts';
import { withinMs } from '../lib/within.ts';
import { Batcher, BatchLost, StoreBehind } from './durable/batch.ts';
import { readBody, refused } from './receiving/body.ts';
import { type BudgetLimits, budgetLimits, ByteBudget, Reservation } from './receiving/budget.ts';
import { ClaimedElsewhere, Claims, endFormerClaims } from './durable/claims.ts';
import { YoungGarbage } from './receiving/garbage.ts';
import { Journal } from './durable/journal.ts';
import { type IngestContext, MalformedBody, type Outcome, TooManyRecords } from './outcome.ts';
import { goOnLearning, learnMetadata } from './prometheus/metadata.ts';
import { PromMetadataCache } from './prometheus/types.ts';
import { type ReceiptTable, readReceipts } from './durable/queries.ts';
import { LookupFailed, ReceiptLookup, Receipts } from './durable/receipts.ts';
import { recover, recoverLater } from './durable/recover.ts';
import { type RetentionOf, retentionReader } from './durable/retention.ts';
import type { RowSink } from './rows/sink.ts';
import { IngestStats, type Signal } from './stats.ts';
import type { Steps } from './steps.ts';

export type Decode = (body: Uint8Array, context: IngestContext, sink: RowSink) => Steps<Outcome>;

export interface SentRequest {
  readonly projectId: string;
  readonly signal: Signal;
  /** Path and content type: the same bytes through another door are another request. */
  readonly door: string;
  readonly source: Readable;
  readonly encoding: string | undefined;
  readonly decode: Decode;
  /** Less than any body may have. */
  readonly bytesMax?: number;
  /** Looks at the body before anything is done with it, also when it came before; throws what the sender is told. */
  readonly inspect?: (body: Buffer) => void;
}

export interface IngestOptions {
  readonly clickhouse: ClickHouseClient;
  readonly sql: Sql;
  readonly log: Logger;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly dataDir: string;
  /** No other process writes into the same store: what this one has not seen is not there. */
  readonly alone: boolean;
  readonly budget?: BudgetLimits;
  readonly answerMsMax?: number;
}

/** Senders give up after ten seconds; an answer that says "later" has to be there before. */
const answerMsMax = 8_000;
const lookupMsMax = 5_000;
/** How long a start waits for the receipts of earlier runs. */
const learnMsMax = 10_000;
const retryAfterS = 3;

const tablesOf: Readonly<Record<Signal, readonly ReceiptTable[]>> = {
  logs: ['events'],
  traces: ['events'],
  metrics: ['metric_points', 'metric_dists', 'metric_exemplars'],
  replays: ['replay_chunks'],
};
const retentionKind: Readonly<Record<Signal, keyof Retention>> = {
  logs: 'events',
  traces: 'events',
  metrics: 'metrics',
  replays: 'replays',
};

export class Ingest {
  readonly stats: IngestStats;
  private readonly options: IngestOptions;
  private readonly batcher: Batcher;
  private readonly budget: ByteBudget;
  private readonly garbage = new YoungGarbage();
  /** Only where other processes write into the same store. */
  private readonly claims: Claims | undefined;
  private readonly lookups: Readonly<Record<Signal, ReceiptLookup>>;
  private readonly retentionOf: RetentionOf;
  private readonly closing = new AbortController();

  private constructor(
    options: IngestOptions,
    holder: string,
    journal: Journal,
    receipts: Receipts,
    promMetadata: PromMetadataCache,
  ) {
    const { clickhouse: client, sql, log, newId, alone } = options;
    const nowMs = () => options.now().getTime();
    this.options = options;
    this.budget = new ByteBudget(options.budget ?? budgetLimits);
    this.stats = new IngestStats({ client, log, nowMs, newId });
    this.claims = alone ? undefined : new Claims({ clickhouse: client, sql, holder, log });
    const newBatchId = () => `${holder}-${newId()}`;
    const { claims } = this;
    this.batcher = new Batcher({ client, journal, receipts, claims, promMetadata, log, newId: newBatchId, nowMs });
    this.retentionOf = retentionReader(sql, nowMs);
    const lookup = (signal: Signal) => new ReceiptLookup(client, tablesOf[signal], lookupMsMax, this.claims);
    this.lookups = {
      logs: lookup('logs'),
      traces: lookup('traces'),
      metrics: lookup('metrics'),
      replays: lookup('replays'),
    };
  }

  /** Settles what an earlier run left under way, then takes requests. */
  static async start(options: IngestOptions): Promise<Ingest> {
    const journal = await Journal.open(join(options.dataDir, 'ingest-journal'));
    const { dropped, left } = await recover(options.clickhouse, journal, options.log);
    const holder = options.newId();
    // What the store does not have it may yet get, where there is more to it than one server that says what it is doing.
    const isSettled = dropped === 0 && left.length === 0;
    if (!options.alone) await endFormerClaims(options, holder, isSettled);
    // Not the clock of the tests: how long this process has been watching is a matter of real time.
    const receipts = new Receipts({ alone: options.alone, nowMs: Date.now });
    // Of a batch that is still on its way to the store nothing can be learned.
    if (options.alone && left.length === 0) await learn(receipts, options);
    const promMetadata = new PromMetadataCache();
    await learnMetadata(promMetadata, options);
    const ingest = new Ingest(options, holder, journal, receipts, promMetadata);
    const { clickhouse, log } = options;
    // It ends with the process, at the latest: then the next start goes on with it.
    recoverLater(clickhouse, journal, left, log, ingest.closing.signal).catch(() => {});
    if (!options.alone) goOnLearning(promMetadata, options, ingest.closing.signal).catch(() => {});
    return ingest;
  }

  /** Resolves when every record that was accepted is durable. Throws what the door turns into its protocol's failure. */
  async take(request: SentRequest): Promise<Outcome> {
    const { projectId, signal } = request;
    const arrivedMs = performance.now();
    const reservation = new Reservation(this.budget, projectId);
    try {
      if (this.closing.signal.aborted)
        throw new ApiError('unavailable', { message: 'The service is stopping.', retryAfterS });
      const retention = await this.retentionOf(projectId);
      const body = await readBody(request.source, request.encoding, reservation, request.bytesMax);
      request.inspect?.(body);
      const bytes = body.length;
      const stored = this.store(request, body, retention[retentionKind[signal]], () => {
        reservation.returnBorrowed();
        this.garbage.add(bytes);
      });
      const count = ({ outcome, isRepeat }: Awaited<typeof stored>): void => {
        const lagMs = performance.now() - arrivedMs;
        this.stats.addOutcome({ projectId, signal, bytes, lagMs, isRepeat }, outcome);
      };
      // Rows hold their memory until they are stored, and are counted then, also when the sender is not waiting any more.
      void stored.then(count, () => {}).finally(() => reservation.release());
      const waitMsMax = this.options.answerMsMax ?? answerMsMax;
      const { outcome } = await withinMs(stored, waitMsMax, () => new StillWaiting());
      return outcome;
    } catch (error) {
      const known = knownFailure(error);
      if (!(error instanceof StillWaiting)) reservation.release();
      this.stats.add({ projectId, signal, outcome: 'refused', reason: known?.code ?? 'internal', records: 1 });
      throw known ?? error;
    }
  }

  /** Counts what a door does not take, whatever is in it; gives what its sender is told. */
  refuse(projectId: string, signal: Signal, error: ApiError): ApiError {
    this.stats.add({ projectId, signal, outcome: 'refused', reason: error.code, records: 1 });
    return error;
  }

  /** Takes no more, and stores what it has. */
  async close(graceMs: number): Promise<void> {
    this.closing.abort();
    await this.batcher.close(graceMs);
    await this.claims?.close();
    await this.stats.flush();
  }

  private store(request: SentRequest, body: Buffer, retentionDays: number, onDecoded: () => void) {
    const { projectId, signal, door } = request;
    const receipt = receiptOf(projectId, door, body);
    const receivedAtMs = this.options.now().getTime();
    const contextOf = (atMs: number): IngestContext => ({
      projectId,
      retentionDays,
      receivedAtNs: nsOf(new Date(atMs)),
      receipt,
    });
    let held: Buffer | undefined = body;
    const name = ((BigInt(receipt.hi) << 32n) | BigInt(receipt.lo)).toString();
    const stored = this.batcher.submit({
      projectId,
      receipt: name,
      lookup: this.lookups[signal],
      decode: (sink, storedAtMs = receivedAtMs) =>
        request.decode(held ?? Buffer.alloc(0), contextOf(Math.min(storedAtMs, receivedAtMs)), sink),
      onDecoded: () => {
        held = undefined;
        onDecoded();
      },
    });
    stored.then(
      () => this.claims?.release(name),
      // Of a batch that was given up the store may still get something.
      (error: unknown) =>
        error instanceof BatchLost || error instanceof ClaimedElsewhere
          ? this.claims?.abandon(name)
          : this.claims?.release(name),
    );
    return stored;
  }
}

/** After it only those bodies are asked for that earlier runs stored, or that this one had already. */
async function learn(receipts: Receipts, { clickhouse, log }: IngestOptions): Promise<void> {
  try {
    await receipts.learn(await readReceipts(clickhouse, learnMsMax));
  } catch (error) {
    log.warn(
      { err: error },
      'what was stored before the start is not known; the store is asked for every body for now',
    );
  }
}

/** 64 bits of a hash that is fast in hardware; never 0, which stands for none. */
function receiptOf(projectId: string, door: string, body: Buffer): { hi: number; lo: number } {
  const digest = createHash('sha1').update(`${projectId}\n${door}\n`).update(body).digest();
  const lo = digest.readUInt32LE(4);
  return { hi: digest.readUInt32LE(0), lo: lo === 0 ? 1 : lo };
}

class StillWaiting extends Error {
  override readonly name = 'StillWaiting';
}

function knownFailure(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof MalformedBody) {
    return new ApiError('invalid_body', { message: error.message, parameter: 'body', cause: error });
  }
  if (error instanceof StoreBehind) return refused('full');
  if (error instanceof TooManyRecords) return new ApiError('too_large', { message: error.message, cause: error });
  if (error instanceof ClaimedElsewhere)
    return new ApiError('unavailable', { message: error.message, retryAfterS: error.retryAfterS, cause: error });
  const passes = [StillWaiting, BatchLost, LookupFailed].some((kind) => error instanceof kind);
  if (passes || isStoreDown(error)) {
    return new ApiError('unavailable', {
      message: 'The store is slow or away; nothing was acknowledged. Send the same again shortly: it is stored once.',
      retryAfterS,
      cause: error,
    });
  }
  return undefined;
}
