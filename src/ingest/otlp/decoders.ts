import type { Decode } from '../ingest.ts';
import type { OtlpEncoding, OtlpSignal } from './answer.ts';
import { decodeLogsJson, decodeMetricsJson, decodeTracesJson } from './json.ts';
import { decodeLogs } from './logs.ts';
import { decodeMetrics } from './metrics.ts';
import { decodeTraces } from './traces.ts';

export const otlpDecoders: Readonly<Record<OtlpSignal, Readonly<Record<OtlpEncoding, Decode>>>> = {
  logs: { protobuf: decodeLogs, json: decodeLogsJson },
  traces: { protobuf: decodeTraces, json: decodeTracesJson },
  metrics: { protobuf: decodeMetrics, json: decodeMetricsJson },
};
