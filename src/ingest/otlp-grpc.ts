// OTLP over gRPC: the three Export methods, with their messages as bytes. The same decoders as over HTTP read them.

import { Readable } from 'node:stream';
import {
  type handleUnaryCall,
  Metadata,
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { Logger } from 'pino';
import { ApiError } from '../errors.ts';
import { isStoreDown } from '../store/faults.ts';
import type { Ingest } from './ingest.ts';
import { grpcCodes, type OtlpSignal, statusBody, successBody } from './otlp-answer.ts';
import { grpcCodeOf, type OtlpDecoders, otlpSignals } from './otlp-door.ts';

export interface GrpcSender {
  readonly projectId: string;
}

export interface GrpcDoorOptions {
  readonly ingest: Pick<Ingest, 'take'>;
  readonly decoders: OtlpDecoders;
  /** Who sends: from the values of `authorization`, `x-api-key` and `x-project-id`. Throws an ApiError otherwise. */
  readonly admit: (header: (name: string) => string | undefined) => Promise<GrpcSender>;
  readonly log: Logger;
}

export interface GrpcDoor {
  readonly port: number;
  close(graceMs: number): Promise<void>;
}

const methods: Readonly<Record<OtlpSignal, string>> = {
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
};

/**
 * Less than over HTTP: the library holds a whole message, inflated, before anybody is asked whether there is room for it.
 * It is four times what other receivers take.
 */
const messageBytesMax = 16 * 1024 * 1024;
const streamsPerConnectionMax = 100;
const keepaliveMs = 60_000;

const raw = (bytes: Buffer): Buffer => bytes;

export async function openGrpcDoor(options: GrpcDoorOptions, address: string): Promise<GrpcDoor> {
  const server = new Server({
    'grpc.max_receive_message_length': messageBytesMax,
    'grpc.max_concurrent_streams': streamsPerConnectionMax,
    'grpc.keepalive_time_ms': keepaliveMs,
  });
  for (const signal of otlpSignals) {
    const definition: ServiceDefinition = {
      Export: {
        path: methods[signal],
        requestStream: false,
        responseStream: false,
        requestSerialize: raw,
        requestDeserialize: raw,
        responseSerialize: raw,
        responseDeserialize: raw,
      },
    };
    const Export: handleUnaryCall<Buffer, Buffer> = (call, done) => void answer(options, signal, call, done);
    const service: UntypedServiceImplementation = { Export };
    server.addService(definition, service);
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    port,
    close: (graceMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.forceShutdown(), graceMs);
        server.tryShutdown(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

async function answer(
  { ingest, decoders, admit, log }: GrpcDoorOptions,
  signal: OtlpSignal,
  call: ServerUnaryCall<Buffer, Buffer>,
  done: sendUnaryData<Buffer>,
): Promise<void> {
  try {
    const { projectId } = await admit((name) => {
      const [value] = call.metadata.get(name);
      return value === undefined ? undefined : String(value);
    });
    const outcome = await ingest.take({
      projectId,
      signal,
      // The same door as over HTTP: a sender that changes protocols sends the same bytes.
      door: `otlp/${signal}/protobuf`,
      source: Readable.from([call.request], { objectMode: false }),
      encoding: undefined,
      decode: decoders[signal].protobuf,
    });
    done(null, successBody(signal, 'protobuf', outcome));
  } catch (thrown) {
    const error = failureOf(thrown);
    if (error.code === 'internal') log.error({ err: thrown }, 'an export over gRPC failed');
    const { code, message, context } = error;
    const status = grpcCodeOf(code);
    const metadata = new Metadata();
    if (status === grpcCodes.resource_exhausted || status === grpcCodes.unavailable) {
      // Without a RetryInfo a sender may not try RESOURCE_EXHAUSTED again.
      metadata.set('grpc-status-details-bin', statusBody('protobuf', status, message, context.retryAfterS ?? 1));
    }
    done({ code: status, details: message, metadata });
  }
}

function failureOf(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isStoreDown(thrown)) return new ApiError('unavailable', { cause: thrown, retryAfterS: 2 });
  return new ApiError('internal', { cause: thrown });
}
