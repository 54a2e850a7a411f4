// Is a pattern logged far more, or far less, than it usually is? Robust statistics over complete buckets of five minutes.

export const volumeBucketMinutes = 5;
export const volumeHistoryBuckets = 576; // 48 hours
const historyBucketsMin = 288; // a day: less says nothing about what is usual
const zMin = 4;
const ratioMin = 3;
const bucketsRunning = 2;
const dropMedianMin = 50; // lines a bucket: rarer patterns fall silent by chance

export interface VolumeChange {
  kind: 'spike' | 'drop';
  /** Of the last bucket. */
  lines: number;
  usualLines: number;
  z: number;
}

/** `counts` are lines in complete buckets, oldest first, not before the pattern was first seen. The last two are judged. */
export function volumeChange(counts: readonly number[]): VolumeChange | undefined {
  const judged = counts.slice(-bucketsRunning);
  const history = counts.slice(-volumeHistoryBuckets - bucketsRunning, -bucketsRunning);
  if (history.length < historyBucketsMin) return undefined;
  const usual = median(history);
  const spread = 1.4826 * median(history.map((count) => Math.abs(count - usual)));
  const sigma = Math.max(spread, Math.sqrt(usual), 1);
  const lines = judged.at(-1) ?? 0;
  const z = (lines - usual) / sigma;
  const isSpike = (count: number): boolean => (count - usual) / sigma > zMin && count >= ratioMin * usual;
  const isDrop = (count: number): boolean => (usual - count) / sigma > zMin && count * ratioMin <= usual;
  if (judged.every(isSpike)) return { kind: 'spike', lines, usualLines: usual, z };
  if (usual >= dropMedianMin && judged.every(isDrop)) return { kind: 'drop', lines, usualLines: usual, z };
  return undefined;
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
