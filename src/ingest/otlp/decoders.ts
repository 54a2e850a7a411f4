import type { OtlpDecoders } from './door.ts';
import { decodeLogsJson, decodeMetricsJson, decodeTracesJson } from './json.ts';
import { decodeLogs } from './logs.ts';
import { decodeMetrics } from './metrics.ts';
import { decodeTraces } from './traces.ts';

export const otlpDecoders: OtlpDecoders = {
  logs: { protobuf: decodeLogs, json: decodeLogsJson },
  traces: { protobuf: decodeTraces, json: decodeTracesJson },
  metrics: { protobuf: decodeMetrics, json: decodeMetricsJson },
};
