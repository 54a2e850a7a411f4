// Doors of the API itself: JSON records, Amazon Data Firehose, Prometheus remote write, session recordings.

import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { type JsonIngested, ReplayPost, replayPostBytesMax, type ReplayPosted } from '../domains/ingest/schema.ts';
import { ApiError } from '../errors.ts';
import type { Door } from '../http/door.ts';
import { parseBody } from '../http/validate.ts';
import { parseJson } from '../lib/json.ts';
import type { Ingest } from './ingest.ts';
import { decodeJsonLines } from './json/lines.ts';
import type { Beside } from './json/records.ts';
import { isNamed, JsonReader, readMembers } from './encoding/json-reader.ts';
import type { Outcome } from './outcome.ts';
import { decodeRemoteWrite } from './prometheus/write.ts';
import { type ReplayPost as Post, writeReplay } from './replay-post.ts';

const jsonType = 'application/json; charset=utf-8';
const headBytesMax = 64 * 1024;
const eventsName = Buffer.from('events');

type Taker = Pick<Ingest, 'take' | 'refuse'>;

export function plainDoors(ingest: Taker, now: () => Date): Door[] {
  return [
    jsonDoor(ingest),
    firehoseDoor(ingest, now),
    remoteWriteDoor('/api/v1/prom/write', ingest),
    remoteWriteDoor('/api/v1/write', ingest),
    replayDoor(ingest),
  ];
}

/** Any content type: shippers name all sorts. */
function jsonDoor(ingest: Taker): Door {
  return {
    url: '/api/v1/ingest/json',
    run: async ({ actor, source, contentEncoding }) => {
      const outcome = await ingest.take({
        projectId: actor.projectId,
        signal: 'logs',
        door: 'json',
        source,
        encoding: contentEncoding,
        decode: decodeJsonLines,
      });
      const { accepted, rejected, reasons, messages } = outcome;
      const answer: JsonIngested = { accepted, rejected, reasons: Object.fromEntries(reasons), messages };
      return { type: jsonType, body: JSON.stringify(answer) };
    },
  };
}

/** Its records hold what the door of JSON takes. An answer of any other form is a failure to it. */
function firehoseDoor(ingest: Taker, now: () => Date): Door {
  const answer = (requestId: string, errorMessage?: string) => ({
    type: 'application/json',
    // As bytes: a text would be sent with a charset beside that type.
    body: Buffer.from(JSON.stringify({ requestId, timestamp: now().getTime(), errorMessage })),
  });
  return {
    url: '/api/v1/ingest/firehose',
    run: async ({ actor, source, contentEncoding, header }) => {
      const beside = commonAttributesIn(header(commonAttributesHeader.toLowerCase()));
      if (beside === undefined) {
        const message = `${commonAttributesHeader} is not {"commonAttributes": {"<name>": "<text>"}}.`;
        const refusal = new ApiError('invalid_parameter', { message, parameter: commonAttributesHeader });
        throw ingest.refuse(actor.projectId, 'logs', refusal);
      }
      const outcome = await ingest.take({
        projectId: actor.projectId,
        signal: 'logs',
        door: 'firehose',
        source,
        encoding: contentEncoding,
        decode: (body, context, sink) => decodeJsonLines(body, context, sink, beside),
      });
      requireSome(outcome, 'records');
      return answer(actor.requestId);
    },
    fail: ({ code, status, message, requestId }) => ({
      status,
      ...answer(requestId, code === 'unauthorized' ? 'The access key of the stream must be a valid API key.' : message),
    }),
  };
}

const commonAttributesHeader = 'X-Amz-Firehose-Common-Attributes';
const CommonAttributes = z.object({ commonAttributes: z.record(z.string(), z.string()).default({}) });

/** What whoever made the stream says of all of its records. */
function commonAttributesIn(header = '{}'): Beside | undefined {
  // Node.js reads headers as Latin-1.
  const sent = Buffer.from(header, 'latin1');
  const { data } = CommonAttributes.safeParse(parseJson(sent.toString()));
  return data && { item: data.commonAttributes, bytes: sent.length };
}

function remoteWriteDoor(url: Door['url'], ingest: Taker): Door {
  return {
    url,
    run: async ({ actor, source, contentType, contentEncoding, contentTypeParameters }) => {
      const refusal = (message: string) =>
        ingest.refuse(actor.projectId, 'metrics', new ApiError('unsupported_media_type', { message }));
      // A sender of 2.0 goes back to 1.0 when it is told 415.
      if (contentType !== 'application/x-protobuf' || /proto=io\.prometheus\.write\.v2/i.test(contentTypeParameters)) {
        throw refusal('Send remote write 1.0: application/x-protobuf.');
      }
      if ((contentEncoding ?? 'snappy').toLowerCase() !== 'snappy') {
        throw refusal('Remote write bodies are compressed with snappy.');
      }
      const outcome = await ingest.take({
        projectId: actor.projectId,
        signal: 'metrics',
        door: 'prom/write',
        source,
        encoding: undefined,
        decode: decodeRemoteWrite,
      });
      requireSome(outcome, 'samples');
      return { status: 204, body: '' };
    },
  };
}

/** For who is told no more than that all went well. */
function requireSome({ accepted, rejected, messages }: Outcome, what: string): void {
  if (accepted > 0 || rejected === 0) return;
  const message = `None of the ${rejected} ${what} could be taken: ${messages.join('; ')}.`;
  throw new ApiError('invalid_body', { message, parameter: 'body' });
}

function replayDoor(ingest: Taker): Door {
  return {
    url: '/api/v1/rrweb',
    run: async ({ actor, source, contentType, contentEncoding }) => {
      if (contentType !== 'application/json') {
        throw ingest.refuse(actor.projectId, 'replays', new ApiError('unsupported_media_type'));
      }
      let post: Post | undefined;
      const { accepted, rejected, messages } = await ingest.take({
        projectId: actor.projectId,
        signal: 'replays',
        door: 'rrweb',
        source,
        encoding: contentEncoding,
        bytesMax: replayPostBytesMax,
        inspect: (body) => (post = readPost(body)),
        decode: (body, context, sink) => writeReplay(post ?? readPost(body), context, sink),
      });
      if (post === undefined) throw new Error('a recording was taken that nobody looked at');
      const left = rejected === 0 ? {} : { rejected, messages };
      const answer: ReplayPosted = { sessionId: post.sessionId, status: 'ok', events: accepted, ...left };
      return { type: jsonType, body: JSON.stringify(answer) };
    },
  };
}

/** The events are a recorder's own affair, however deep: they are not looked into, only found to be there. */
const Head = ReplayPost.extend({ events: z.boolean() });

function readPost(body: Uint8Array): Post {
  const sent = Buffer.from(body.buffer, body.byteOffset, body.length);
  // What is no UTF-8 is made so, as everywhere.
  const json = isUtf8(sent) ? sent : Buffer.from(sent.toString());
  const { start, end } = eventsIn(json);
  const events = json.subarray(start, end);
  const rest = Buffer.concat([
    json.subarray(0, start),
    Buffer.from(events.length > 0 ? 'true' : ''),
    json.subarray(end),
  ]);
  if (rest.length > headBytesMax)
    throw new ApiError('too_large', { message: `Beside its events a post may have ${headBytesMax} bytes.` });
  const head = parseBody(Head, JSON.parse(rest.toString())) as z.infer<typeof Head>;
  return { ...head, events };
}

/** Where the value of `events` lies, of several the last; empty where there is none. */
function eventsIn(json: Buffer): { start: number; end: number } {
  const reader = new JsonReader(json);
  let found = { start: 0, end: 0 };
  readMembers(reader, () => {
    const isEvents = isNamed(reader, eventsName);
    reader.peek();
    const start = reader.at;
    reader.skip();
    if (isEvents) found = { start, end: reader.at };
  });
  reader.finish();
  return found;
}
