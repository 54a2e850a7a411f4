import { type Client, Metadata, type ServiceError } from '@grpc/grpc-js';
import type { Signal } from './otlp-proto.ts';

export const grpcMethods: Readonly<Record<Signal, string>> = {
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
};

export function exportGrpc(
  using: Client,
  signal: Signal,
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Promise<{ error: ServiceError | null; bytes: Buffer | undefined }> {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  const same = (bytes: Buffer) => bytes;
  return new Promise((resolve) =>
    using.makeUnaryRequest(grpcMethods[signal], same, same, Buffer.from(body), metadata, (error, bytes) =>
      resolve({ error, bytes }),
    ),
  );
}
