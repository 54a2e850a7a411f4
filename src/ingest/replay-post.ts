// A post of an rrweb recorder: one row, whose content names it, so that the same post again is the same row. Its events are
// read where they lie: as objects they would take ten times their size, and seconds where there are millions of them.

import { hashTexts } from '../lib/hash64.ts';
import { RequestClock } from './events/event-writer.ts';
import { isNamed, jsonBytes, JsonReader, readMembers } from './encoding/json-reader.ts';
import { futureMsMax, recordsPerRequestMax } from './limits.ts';
import { lanesOf } from './encoding/numbers.ts';
import type { IngestContext } from './outcome.ts';
import { MalformedBody, Outcome, TooManyRecords } from './outcome.ts';
import type { RowSink } from './rows/sink.ts';
import { Pace, type Steps } from './steps.ts';
import { putString } from './encoding/text.ts';

const metaEvent = 4;
const fullSnapshotEvent = 2;
const userBytesMax = 512;
const urlBytesMax = 4096;
const payloadBytesMax = 64 * 1024 * 1024;
/** A page may be deep, but not without end: whoever plays it has to follow. */
const nestingLevelsMax = 5_000;
const names = {
  timestamp: Buffer.from('timestamp'),
  type: Buffer.from('type'),
  data: Buffer.from('data'),
  href: Buffer.from('href'),
};
const hashSeed = 3;
/** No later time has 64 bits of nanoseconds. */
const timeMsMax = 18_446_744_073_709;

/** As the API has validated it. */
export interface ReplayPost {
  readonly sessionId: string;
  readonly timestamp: string;
  /** UTF-8 of JSON: an array of events, or one. */
  readonly events: Uint8Array;
  readonly userId?: string | undefined;
  readonly userEmail?: string | undefined;
  readonly userName?: string | undefined;
}

export function writeReplay(post: ReplayPost, context: IngestContext, sink: RowSink): Steps<Outcome> {
  return sink.request(function* () {
    const outcome = new Outcome();
    const clock = new RequestClock(context);
    const postedMs = Date.parse(post.timestamp);
    const { count, firstMs, lastMs, url, hasSnapshot } = yield* summaryOf(post.events, postedMs, clock.oldestMs);
    const sent = lanesOf(BigInt(Math.max(0, Math.floor(Math.min(firstMs, timeMsMax)))) * 1_000_000n);
    if (!clock.resolve(sent.hi, sent.lo, 0, 0)) {
      outcome.reject('too_old', 'a replay is older than the retention of its project', count);
      return outcome;
    }
    if (clock.wasClamped) outcome.clampedTimestamps++;
    const rows = sink.replays(clock.day, context.retentionDays);
    const row = rows.addRow();
    const sessionId = post.sessionId.toLowerCase();
    const payload = payloadOf(post.events);
    const chunk = hashTexts(hashSeed, [sessionId, String(postedMs), payload]);
    rows.projectId.data[row] = rows.projectId.words.ofText(context.projectId);
    putString(rows.sessionId, row, sessionId, userBytesMax, outcome);
    putMs(rows.ts.data, row, clock.ms);
    const endMs = Math.min(Math.floor(lastMs), clock.nowMs + futureMsMax);
    putMs(rows.endTs.data, row, clock.wasClamped ? clock.ms : Math.max(clock.ms, endMs));
    rows.chunk.data[row * 2] = chunk.lo;
    rows.chunk.data[row * 2 + 1] = chunk.hi;
    putMs(rows.postedAt.data, row, postedMs);
    rows.eventCount.data[row] = count;
    rows.fullSnapshot.data[row] = hasSnapshot ? 1 : 0;
    putString(rows.payload, row, payload, payloadBytesMax, outcome);
    putString(rows.userId, row, post.userId ?? '', userBytesMax, outcome);
    putString(rows.userEmail, row, post.userEmail ?? '', userBytesMax, outcome);
    putString(rows.userName, row, post.userName ?? '', userBytesMax, outcome);
    putString(rows.url, row, url, urlBytesMax, outcome);
    rows.retention.data[row] = context.retentionDays;
    rows.receipt.data[row * 2] = context.receipt.lo;
    rows.receipt.data[row * 2 + 1] = context.receipt.hi;
    outcome.accepted += count;
    return outcome;
  });
}

/** An array, without the white space between its tokens: the same events are the same payload. */
function payloadOf(events: Uint8Array): string {
  const { quote, backslash, openList, openObject, closeList, closeObject } = jsonBytes;
  const packed = Buffer.allocUnsafe(events.length);
  let [length, levels, isText] = [0, 0, false];
  for (let at = 0; at < events.length; at++) {
    const byte = events[at] as number;
    if (byte === quote) isText = !isText;
    else if (isText && byte === backslash) {
      packed[length++] = byte;
      packed[length++] = events[++at] as number;
      continue;
    } else if (!isText) {
      if (byte <= 0x20) continue;
      if (byte === openList || byte === openObject) levels++;
      else if (byte === closeList || byte === closeObject) levels--;
      if (levels > nestingLevelsMax) throw new MalformedBody('The events are nested too deep.');
    }
    packed[length++] = byte;
  }
  const text = packed.toString('utf8', 0, length);
  return text.startsWith('[') ? text : `[${text}]`;
}

interface Summary {
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly url: string;
  readonly hasSnapshot: boolean;
}

/**
 * When it happened: from its first event to its last. Recorders may also count from anywhere; a time that is too old to be
 * kept says nothing, and where no event says more, it was when it was posted.
 */
function* summaryOf(events: Uint8Array, postedMs: number, oldestMs: number): Steps<Summary> {
  let [count, firstMs, lastMs, url, hasSnapshot] = [0, Infinity, -Infinity, '', false];
  const reader = new JsonReader(events);
  const isList = reader.takes(jsonBytes.openList);
  const pace = new Pace(reader.at);
  for (
    let more = !isList || !reader.takes(jsonBytes.closeList);
    more;
    more = isList && reader.hasMore(jsonBytes.closeList)
  ) {
    if (++count > recordsPerRequestMax) throw new TooManyRecords(recordsPerRequestMax, 'events');
    const { atMs, type, data } = readEvent(reader);
    if (atMs >= oldestMs) {
      firstMs = Math.min(firstMs, atMs);
      lastMs = Math.max(lastMs, atMs);
    }
    if (type === fullSnapshotEvent) hasSnapshot = true;
    if (type === metaEvent && url === '' && data.length > 0) url = urlIn(data);
    if (pace.isOver(reader.at)) yield;
  }
  if (firstMs === Infinity) return { count, firstMs: postedMs, lastMs: postedMs, url, hasSnapshot };
  return { count, firstMs, lastMs, url, hasSnapshot };
}

/** What is ours to read of an event: its numbers, NaN where it has none, and where its data is. */
function readEvent(reader: JsonReader): { atMs: number; type: number; data: Uint8Array } {
  let [atMs, type, start, end] = [NaN, NaN, 0, 0];
  readMembers(reader, () => {
    if (isNamed(reader, names.timestamp)) atMs = readNumber(reader);
    else if (isNamed(reader, names.type)) type = readNumber(reader);
    else if (isNamed(reader, names.data)) {
      start = reader.at;
      reader.skip();
      end = reader.at;
    } else reader.skip();
  });
  return { atMs, type, data: reader.bytes.subarray(start, end) };
}

function urlIn(data: Uint8Array): string {
  let url = '';
  const reader = new JsonReader(data);
  readMembers(reader, () => {
    const isUrl = isNamed(reader, names.href) && reader.peek() === jsonBytes.quote;
    const start = reader.at;
    reader.skip();
    if (isUrl) url = JSON.parse(Buffer.from(data.subarray(start, reader.at)).toString()) as string;
  });
  return url;
}

function readNumber(reader: JsonReader): number {
  const isNumber = reader.isNumber();
  reader.skip();
  return isNumber ? Number(reader.written()) : NaN;
}

function putMs(data: Uint32Array, row: number, ms: number): void {
  data[row * 2] = ms % 0x1_0000_0000;
  data[row * 2 + 1] = Math.floor(ms / 0x1_0000_0000);
}
