import type { OtlpDecoders } from './otlp-door.ts';
import { decodeLogsJson, decodeMetricsJson, decodeTracesJson } from './otlp-json.ts';
import { decodeLogs } from './otlp-protobuf-logs.ts';
import { decodeMetrics } from './otlp-protobuf-metrics.ts';
import { decodeTraces } from './otlp-protobuf-traces.ts';

export const otlpDecoders: OtlpDecoders = {
  logs: { protobuf: decodeLogs, json: decodeLogsJson },
  traces: { protobuf: decodeTraces, json: decodeTracesJson },
  metrics: { protobuf: decodeMetrics, json: decodeMetricsJson },
};
