// The decoders as tests of what they make of a body want them: all of it at once.

import { decodeJsonLines as jsonLines } from '../../src/ingest/json/lines.ts';
import * as json from '../../src/ingest/otlp/json.ts';
import { decodeLogs as logs } from '../../src/ingest/otlp/logs.ts';
import { decodeMetrics as metrics } from '../../src/ingest/otlp/metrics.ts';
import { decodeTraces as traces } from '../../src/ingest/otlp/traces.ts';
import { decodeRemoteWrite as remoteWrite } from '../../src/ingest/prometheus/write.ts';
import { writeReplay as replay } from '../../src/ingest/replay-post.ts';
import { atOnce, type Steps } from '../../src/ingest/steps.ts';

export const decodeLogs = whole(logs);
export const decodeTraces = whole(traces);
export const decodeMetrics = whole(metrics);
export const decodeLogsJson = whole(json.decodeLogsJson);
export const decodeTracesJson = whole(json.decodeTracesJson);
export const decodeMetricsJson = whole(json.decodeMetricsJson);
export const decodeJsonLines = whole(jsonLines);
export const decodeRemoteWrite = whole(remoteWrite);
export const writeReplay = whole(replay);

function whole<A extends unknown[], T>(steps: (...args: A) => Steps<T>): (...args: A) => T {
  return (...args) => atOnce(steps(...args));
}
