/** Instants of the years 1900 to 2261: whole years that a DateTime64(9) of the store holds. Beyond, a comparison would wrap around. */
export const stored = {
  firstNs: BigInt(Date.UTC(1900, 0, 1)) * 1_000_000n,
  lastNs: BigInt(Date.UTC(2262, 0, 1)) * 1_000_000n - 1n,
} as const;

export const msPerDay = 86_400_000;

/** Clocks count in milliseconds, telemetry in nanoseconds. */
export function nsOf(time: Date): bigint {
  return BigInt(time.getTime()) * 1_000_000n;
}

export function msOf(ns: bigint): number {
  return Number(ns / 1_000_000n);
}

/** UTCTime as the interface writes it: UTC, to the second. */
export function utcTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** As good as for ever, and a time that every client can hold. */
export const forEver = new Date('2132-08-31T00:00:00Z');

export function minutesAfter(now: Date, minutes: number): Date {
  return new Date(Math.min(now.getTime() + minutes * 60_000, forEver.getTime()));
}

/** Whether what was found at a time holds still. A clock that was put back meanwhile makes nothing hold for longer. */
export function isFresh(foundMs: number, nowMs: number, keptMsMax: number): boolean {
  return Math.abs(nowMs - foundMs) < keptMsMax;
}
