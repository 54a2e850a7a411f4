// OTLP over gRPC: the three Export methods on plain HTTP/2, with their messages as bytes. A message is read like the body
// of a request over HTTP, from the socket and within the budget: the usual libraries hold it whole, inflated, before
// anybody is asked whether there is room for it.

import { once } from 'node:events';
import {
  constants,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { ApiError, type ErrorCode } from '../../errors.ts';
import { logFailure, storeAway } from '../../store/faults.ts';
import { encodings } from '../receiving/body.ts';
import { bodyBytesMax } from '../receiving/budget.ts';
import type { Ingest } from '../ingest.ts';
import { grpcCodes, type OtlpSignal, statusBody, successBody } from './answer.ts';
import { otlpDecoders } from './decoders.ts';
import { grpcCodeOf, otlpSignals } from './door.ts';

export interface GrpcSender {
  readonly projectId: string;
}

export interface GrpcDoorOptions {
  readonly ingest: Pick<Ingest, 'take'>;
  /** Who sends: from the values of `authorization`, `x-api-key` and `x-project-id`. Throws an ApiError otherwise. */
  readonly admit: (header: (name: string) => string | undefined) => Promise<GrpcSender>;
  /** What may be connected at once is limited as on the other ports. */
  readonly limit: (server: Server) => void;
  readonly log: Logger;
  /** How a call ended: with an error of that code, or well. `path` is that of a method, or `unknown`. */
  readonly observe: (path: string, code: ErrorCode | undefined, seconds: number) => void;
}

export interface GrpcDoor {
  readonly port: number;
  close(graceMs: number): Promise<void>;
}

const services: Readonly<Record<OtlpSignal, string>> = {
  logs: 'logs.v1.LogsService',
  traces: 'trace.v1.TraceService',
  metrics: 'metrics.v1.MetricsService',
};
const signalOfPath = new Map<string | undefined, OtlpSignal>(
  otlpSignals.map((signal) => [`/opentelemetry.proto.collector.${services[signal]}/Export`, signal]),
);

const streamsPerConnectionMax = 100;
/** What a sender may have on its way before it is read; the engine's default is a quarter of it. */
const windowBytesMax = 256 * 1024;
const keepaliveMs = 60_000;
const requestMsMax = 60_000;
const frameBytes = 5;

export async function openGrpcDoor(options: GrpcDoorOptions, host: string, port: number): Promise<GrpcDoor> {
  const server = createServer({
    settings: { maxConcurrentStreams: streamsPerConnectionMax, initialWindowSize: windowBytesMax },
  });
  options.limit(server);
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    const stopWatching = watch(session);
    session.once('close', () => {
      stopWatching();
      sessions.delete(session);
    });
    // The connection's end follows; what was under way on it is of no use to anybody any more.
    session.on('error', () => {});
  });
  server.on('stream', (stream, headers) => void serve(options, stream, headers));
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: (graceMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          for (const session of sessions) session.destroy();
        }, graceMs);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        for (const session of sessions) session.close();
      }),
  };
}

/** Ends a connection whose other end is gone without a word. */
function watch(session: ServerHttp2Session): () => void {
  let isWaiting = false;
  const timer = setInterval(() => {
    if (isWaiting || session.destroyed) return session.destroy();
    isWaiting = true;
    session.ping(() => (isWaiting = false));
  }, keepaliveMs);
  return () => clearInterval(timer);
}

async function serve(options: GrpcDoorOptions, stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
  const startedAt = performance.now();
  const path = headers[':path'];
  const observe = (code: ErrorCode | undefined) => {
    const name = path !== undefined && signalOfPath.has(path) ? path : 'unknown';
    options.observe(name, code, (performance.now() - startedAt) / 1000);
  };
  stream.on('error', () => {});
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), requestMsMax);
  stream.once('close', () => clearTimeout(timer));
  if (!/^application\/grpc(?:$|[+;])/.test(headers['content-type'] ?? '')) {
    stream.respond({ ':status': 415 }, { endStream: true });
    leave(stream);
    observe('unsupported_media_type');
    return;
  }
  try {
    succeed(stream, await take(options, stream, headers));
    observe(undefined);
  } catch (thrown) {
    const error = failureOf(thrown, stream);
    logFailure(options.log, error.code, { err: thrown }, 'an export over gRPC failed');
    fail(stream, error);
    observe(error.code);
  }
}

async function take(
  { ingest, admit }: GrpcDoorOptions,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
): Promise<Buffer> {
  const signal = signalOfPath.get(headers[':path']);
  if (signal === undefined) throw new ApiError('not_found', { message: `There is no method ${headers[':path']}.` });
  const { projectId } = await admit((name) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  });
  const { isCompressed, source } = await openMessage(stream);
  const outcome = await ingest.take({
    projectId,
    signal,
    // The same door as over HTTP: a sender that changes protocols sends the same bytes.
    door: `otlp/${signal}/protobuf`,
    source,
    encoding: isCompressed ? String(headers['grpc-encoding'] ?? '') : undefined,
    decode: otlpDecoders[signal].protobuf,
  });
  return successBody(signal, 'protobuf', outcome);
}

const invalid = (message: string): ApiError => new ApiError('invalid_body', { message, parameter: 'body' });

/** The one message of a call: a byte that says whether it is compressed, its length, and its bytes still to be read. */
async function openMessage(stream: ServerHttp2Stream): Promise<{ isCompressed: boolean; source: Readable }> {
  // Not destroyed when it is left early: the answer has to go out over the same stream.
  const chunks: AsyncIterableIterator<Buffer> = stream.iterator({ destroyOnReturn: false });
  let begun = Buffer.alloc(0);
  while (begun.length < frameBytes) {
    const next = await chunks.next();
    if (next.done === true) throw invalid('The call has no message.');
    begun = Buffer.concat([begun, next.value]);
  }
  const length = begun.readUInt32BE(1);
  if (length > bodyBytesMax) {
    throw new ApiError('too_large', { message: `A message may have ${bodyBytesMax} bytes; send smaller ones.` });
  }
  const source = Readable.from(exactly(begun.subarray(frameBytes), chunks, length), { objectMode: false });
  // Whoever reads it hears of it; after that the stream may still be cut off.
  source.on('error', () => {});
  return { isCompressed: begun[0] === 1, source };
}

async function* exactly(first: Buffer, rest: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let left = length - first.length;
  if (left >= 0 && first.length > 0) yield first;
  if (left >= 0)
    for await (const chunk of rest) {
      left -= chunk.length;
      if (left < 0) break;
      yield chunk;
    }
  if (left < 0) throw invalid('The call has more than one message.');
  if (left > 0) throw invalid('The message is shorter than it says.');
}

const answerHeaders = {
  ':status': 200,
  'content-type': 'application/grpc',
  'grpc-accept-encoding': encodings.join(','),
} as const;

function succeed(stream: ServerHttp2Stream, message: Buffer): void {
  if (stream.destroyed || stream.closed) return;
  stream.respond(answerHeaders, { waitForTrailers: true });
  stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  const frame = Buffer.alloc(frameBytes);
  frame.writeUInt32BE(message.length, 1);
  stream.end(Buffer.concat([frame, message]));
}

function fail(stream: ServerHttp2Stream, { code, message, context }: ApiError): void {
  if (stream.destroyed || stream.closed) return;
  // An encoding that is not known here is a method that is not there; the names of those that are go with the answer.
  const status = code === 'unsupported_media_type' ? grpcCodes.unimplemented : grpcCodeOf(code);
  const isRetryable = status === grpcCodes.resource_exhausted || status === grpcCodes.unavailable;
  // Without a RetryInfo a sender may not try RESOURCE_EXHAUSTED again.
  const details = isRetryable ? statusBody('protobuf', status, message, context.retryAfterS ?? 1) : undefined;
  stream.respond(
    {
      ...answerHeaders,
      'grpc-status': String(status),
      'grpc-message': encodeURI(message.toWellFormed()),
      ...(details === undefined ? {} : { 'grpc-status-details-bin': details.toString('base64').replace(/=+$/, '') }),
    },
    { endStream: true },
  );
  leave(stream);
}

/** What is left of the message need not be sent. The answer goes out first: some versions of Node drop it where the stream is closed at once. */
function leave(stream: ServerHttp2Stream): void {
  setImmediate(() => stream.close(constants.NGHTTP2_NO_ERROR));
}

function failureOf(thrown: unknown, { aborted }: ServerHttp2Stream): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const away = storeAway(thrown);
  if (away !== undefined) return away;
  // A sender that went away in the middle of its message is no failure of ours.
  if (aborted) return invalid('The call ended before its message.');
  return new ApiError('internal', { cause: thrown });
}
