// Requests of Prometheus remote write, and snappy for them: literals, and now and then a copy.

import { encodeOtlp, varint } from './otlp-proto.ts';
import type { Dice } from './random.ts';

export function label(name: string, value: string): { name: string; value: string } {
  return { name, value };
}

export function writeRequest(random: Dice, nowMs: number): Uint8Array {
  const series = Array.from({ length: Math.floor(random() * 5) }, (_, i) => ({
    labels: [
      label('__name__', `m_${i}_total`),
      label('instance', 'a:1'),
      label('job', 'node'),
      label('cpu', String(i)),
    ],
    samples: Array.from({ length: Math.floor(random() * 4) }, (_, n) => ({
      value: random(),
      timestamp: nowMs - n * 1000,
    })),
    histograms: random() < 0.3 ? [nativeHistogram(random, nowMs)] : [],
    exemplars: random() < 0.3 ? [{ labels: [label('trace_id', 'ab'.repeat(16))], value: 1, timestamp: nowMs }] : [],
  }));
  const metadata = random() < 0.5 ? [{ type: 1, metricFamilyName: 'm_0', help: 'Help.', unit: 's' }] : [];
  return encodeOtlp('WriteRequest', { timeseries: series, metadata });
}

function nativeHistogram(random: Dice, nowMs: number): object {
  const isCustom = random() < 0.3;
  const length = 1 + Math.floor(random() * 3);
  return {
    timestamp: nowMs,
    schema: isCustom ? -53 : 3,
    countInt: 9,
    zeroCountInt: 1,
    sum: random(),
    positiveSpans: [{ offset: isCustom ? 0 : -5, length }],
    positiveDeltas: Array.from({ length }, (_, n) => (n === 1 ? 0 : 1)),
    negativeSpans: isCustom ? [] : [{ offset: 2, length: 1 }],
    negativeDeltas: isCustom ? [] : [3],
    customValues: isCustom ? [0.5, 1, 2] : [],
  };
}

export function snappyOf(plain: Uint8Array): Buffer {
  const parts: Buffer[] = [varint(plain.length)];
  const source = Buffer.from(plain);
  for (let at = 0; at < plain.length;) {
    const from = Math.max(0, at - 65_535);
    const repeat = plain.length - at >= 8 ? source.subarray(0, at).indexOf(source.subarray(at, at + 8), from) : -1;
    if (repeat !== -1) {
      parts.push(Buffer.from([(7 << 2) | 2, (at - repeat) & 0xff, (at - repeat) >> 8]));
      at += 8;
      continue;
    }
    const chunk = plain.subarray(at, at + Math.min(8, plain.length - at));
    parts.push(Buffer.from([(chunk.length - 1) << 2]), Buffer.from(chunk));
    at += chunk.length;
  }
  return Buffer.concat(parts);
}
