import type { OtlpDecoders } from './otlp-door.ts';
import { decodeLogs } from './otlp-protobuf-logs.ts';
import { decodeMetrics } from './otlp-protobuf-metrics.ts';
import { decodeTraces } from './otlp-protobuf-traces.ts';

export const otlpDecoders: OtlpDecoders = {
  logs: { protobuf: decodeLogs },
  traces: { protobuf: decodeTraces },
  metrics: { protobuf: decodeMetrics },
};
