// What became of what was sent, by minute, project and signal. Counted here, written every few seconds; what was counted
// since is lost with a killed process, the telemetry itself is not.

import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from 'pino';
import { insertBlock } from '../store/insert.ts';
import type { Outcome } from './outcome.ts';

export type Signal = 'logs' | 'traces' | 'metrics' | 'replays';

export interface Count {
  readonly projectId: string;
  readonly signal: Signal;
  /** accepted: stored for the first time. duplicate: stored before. rejected, adjusted: see `reason`. refused: not taken at all. */
  readonly outcome: 'accepted' | 'duplicate' | 'rejected' | 'adjusted' | 'refused';
  readonly reason: string;
  readonly records: number;
  readonly bytes?: number;
  /** From arrival to commit. */
  readonly lagMs?: number;
}

const flushEveryMs = 5_000;
const flushTimeoutMs = 10_000;
const countersMax = 10_000;

interface Counter {
  records: number;
  bytes: number;
  lagMsSum: number;
  lagMsMax: number;
}

export class IngestStats {
  private readonly client: ClickHouseClient;
  private readonly log: Logger;
  private readonly nowMs: () => number;
  private readonly newId: () => string;
  private counters = new Map<string, Counter>();
  /** Rows of a flush that failed: they go out again as they were, with their token. */
  private pending: { token: string; bytes: Buffer } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> | undefined;

  constructor(options: { client: ClickHouseClient; log: Logger; nowMs: () => number; newId: () => string }) {
    this.client = options.client;
    this.log = options.log;
    this.nowMs = options.nowMs;
    this.newId = options.newId;
  }

  add(count: Count): void {
    // A body of which nothing was taken has its bytes all the same.
    if (count.records === 0 && (count.bytes ?? 0) === 0) return;
    const minute = Math.floor(this.nowMs() / 60_000) * 60;
    const key = [count.projectId, minute, count.signal, count.outcome, count.reason].join('\t');
    const counter = this.counters.get(key) ?? { records: 0, bytes: 0, lagMsSum: 0, lagMsMax: 0 };
    const lagMs = count.records === 0 ? 0 : Math.round(count.lagMs ?? 0);
    counter.records += count.records;
    counter.bytes += count.bytes ?? 0;
    counter.lagMsSum += lagMs * count.records;
    counter.lagMsMax = Math.max(counter.lagMsMax, lagMs);
    if (!this.counters.has(key) && this.counters.size >= countersMax) {
      this.log.warn('too many different ingest counters; one is left out');
      return;
    }
    this.counters.set(key, counter);
    this.timer ??= setTimeout(() => void this.flush(), flushEveryMs);
  }

  /** All that an answered request says. */
  addOutcome(
    request: { projectId: string; signal: Signal; bytes: number; lagMs: number; isRepeat: boolean },
    outcome: Outcome,
  ): void {
    const { projectId, signal, bytes, lagMs, isRepeat } = request;
    const base = { projectId, signal };
    if (isRepeat) {
      this.add({ ...base, outcome: 'duplicate', reason: '', records: outcome.accepted, bytes });
      return;
    }
    this.add({ ...base, outcome: 'accepted', reason: '', records: outcome.accepted, bytes, lagMs });
    for (const [reason, records] of outcome.reasons) this.add({ ...base, outcome: 'rejected', reason, records });
    for (const [reason, records] of [
      ['value_cut', outcome.cutValues],
      ['attribute_dropped', outcome.droppedAttributes],
      ['timestamp_replaced', outcome.clampedTimestamps],
      ['text_repaired', outcome.repairedTexts],
      ['id_ignored', outcome.ignoredIds],
    ] as const)
      this.add({ ...base, outcome: 'adjusted', reason, records });
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.flushing ??= this.write().finally(() => (this.flushing = undefined));
    await this.flushing;
  }

  private async write(): Promise<void> {
    try {
      while (this.pending !== undefined || this.counters.size > 0) {
        this.pending ??= this.take();
        const { token, bytes } = this.pending;
        await insertBlock(this.client, { table: 'ingest_stats', token, format: 'JSONEachRow', bytes }, flushTimeoutMs);
        this.pending = undefined;
      }
    } catch (error) {
      this.log.warn({ err: error }, 'ingest counters are not written yet');
      this.timer ??= setTimeout(() => void this.flush(), flushEveryMs);
      this.timer.unref();
    }
  }

  private take(): { token: string; bytes: Buffer } {
    const lines = [...this.counters].map(([key, counter]) => {
      const [project_id, minute, signal, outcome, reason] = key.split('\t');
      const { records, bytes, lagMsSum: lag_ms_sum, lagMsMax: lag_ms_max } = counter;
      return JSON.stringify({
        project_id,
        minute: Number(minute),
        signal,
        outcome,
        reason,
        records,
        bytes,
        lag_ms_sum,
        lag_ms_max,
      });
    });
    this.counters = new Map();
    return { token: `stats-${this.newId()}`, bytes: Buffer.from(lines.join('\n')) };
  }
}
