// A post of an rrweb recorder: one row, whose content names it, so that the same post again is the same row.

import { hashTexts } from '../lib/hash64.ts';
import { RequestClock } from './event-writer.ts';
import type { Json } from './json-text.ts';
import { isObject } from './json-text.ts';
import { lanesOf } from './numbers.ts';
import type { IngestContext } from './outcome.ts';
import { MalformedBody, Outcome } from './outcome.ts';
import type { RowSink } from './rows/sink.ts';
import { putString } from './text.ts';

const metaEvent = 4;
const fullSnapshotEvent = 2;
const userBytesMax = 512;
const urlBytesMax = 4096;
const payloadBytesMax = 64 * 1024 * 1024;
const hashSeed = 3;
/** No later time has 64 bits of nanoseconds. */
const timeMsMax = 18_446_744_073_709;

/** As the API has validated it. */
export interface ReplayPost {
  readonly sessionId: string;
  readonly timestamp: string;
  readonly events: Json;
  readonly userId?: string | undefined;
  readonly userEmail?: string | undefined;
  readonly userName?: string | undefined;
}

export function writeReplay(post: ReplayPost, context: IngestContext, sink: RowSink): Outcome {
  return sink.request(() => {
    const outcome = new Outcome();
    const clock = new RequestClock(context);
    const events = Array.isArray(post.events) ? post.events : [post.events];
    const postedMs = Date.parse(post.timestamp);
    const { firstMs, lastMs, url, hasSnapshot } = summaryOf(events, postedMs, clock.oldestMs);
    const sent = lanesOf(BigInt(Math.max(0, Math.floor(Math.min(firstMs, timeMsMax)))) * 1_000_000n);
    if (!clock.resolve(sent.hi, sent.lo, 0, 0)) {
      outcome.reject('too_old', 'a replay is older than the retention of its project', events.length);
      return outcome;
    }
    if (clock.wasClamped) outcome.clampedTimestamps++;
    const rows = sink.replays(clock.day, context.retentionDays);
    const row = rows.addRow();
    const sessionId = post.sessionId.toLowerCase();
    const payload = textOf(events);
    const chunk = hashTexts(hashSeed, [sessionId, String(postedMs), payload]);
    rows.projectId.data[row] = rows.projectId.words.ofText(context.projectId);
    putString(rows.sessionId, row, sessionId, userBytesMax, outcome);
    putMs(rows.ts.data, row, clock.ms);
    const endMs = Math.min(Math.floor(lastMs), clock.nowMs + context.limits.futureMsMax);
    putMs(rows.endTs.data, row, clock.wasClamped ? clock.ms : Math.max(clock.ms, endMs));
    rows.chunk.data[row * 2] = chunk.lo;
    rows.chunk.data[row * 2 + 1] = chunk.hi;
    putMs(rows.postedAt.data, row, postedMs);
    rows.eventCount.data[row] = events.length;
    rows.fullSnapshot.data[row] = hasSnapshot ? 1 : 0;
    putString(rows.payload, row, payload, payloadBytesMax, outcome);
    putString(rows.userId, row, post.userId ?? '', userBytesMax, outcome);
    putString(rows.userEmail, row, post.userEmail ?? '', userBytesMax, outcome);
    putString(rows.userName, row, post.userName ?? '', userBytesMax, outcome);
    putString(rows.url, row, url, urlBytesMax, outcome);
    rows.retention.data[row] = context.retentionDays;
    rows.receipt.data[row * 2] = context.receipt.lo;
    rows.receipt.data[row * 2 + 1] = context.receipt.hi;
    outcome.accepted += events.length;
    return outcome;
  });
}

function textOf(events: readonly Json[]): string {
  try {
    return JSON.stringify(events);
  } catch (cause) {
    throw new MalformedBody('The events are nested too deep.', { cause });
  }
}

/**
 * When it happened: from its first event to its last. Recorders may also count from anywhere; a time that is too old to be
 * kept says nothing, and where no event says more, it was when it was posted.
 */
function summaryOf(
  events: readonly Json[],
  postedMs: number,
  oldestMs: number,
): { firstMs: number; lastMs: number; url: string; hasSnapshot: boolean } {
  let firstMs = Infinity;
  let lastMs = -Infinity;
  let url = '';
  let hasSnapshot = false;
  for (const event of events) {
    if (!isObject(event)) continue;
    const at = event['timestamp'];
    if (typeof at === 'number' && at >= oldestMs) {
      firstMs = Math.min(firstMs, at);
      lastMs = Math.max(lastMs, at);
    }
    if (event['type'] === fullSnapshotEvent) hasSnapshot = true;
    const data = event['data'];
    if (event['type'] === metaEvent && url === '' && isObject(data) && typeof data['href'] === 'string')
      url = data['href'];
  }
  if (firstMs === Infinity) return { firstMs: postedMs, lastMs: postedMs, url, hasSnapshot };
  return { firstMs, lastMs, url, hasSnapshot };
}

function putMs(data: Uint32Array, row: number, ms: number): void {
  data[row * 2] = ms % 0x1_0000_0000;
  data[row * 2 + 1] = Math.floor(ms / 0x1_0000_0000);
}
