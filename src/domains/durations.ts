/** How often what took how long: key k counts what took from 2^(k/16) up to 2^((k+1)/16) nanoseconds, as the rollups do. */
export type Durations = ReadonlyMap<number, number>;

export function addDurations(sum: Map<number, number>, more: Durations): void {
  for (const [key, count] of more) sum.set(key, (sum.get(key) ?? 0) + count);
}

/** In the middle of its key: less than a fortieth off. */
export function p95Ns(durations: Durations): number {
  const keys = [...durations].sort(([a], [b]) => a - b);
  let left = 0.95 * keys.reduce((sum, [, count]) => sum + count, 0);
  for (const [key, count] of keys) {
    left -= count;
    if (left <= 0) return Math.round(2 ** ((key + 0.5) / 16));
  }
  return 0;
}
