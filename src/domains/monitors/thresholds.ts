// What a rule says about one value. Triggers are inclusive, recovery is strict.

export interface Rule {
  /** Changes with query, thresholds, direction, window, sustain time and interval; with nothing else. */
  revision: number;
  direction: 'above' | 'below';
  /** A count or sum: no rows are a 0. Otherwise no rows are no data. */
  counts: boolean;
  alert: number;
  warning: number | null;
  alertRecovery: number | null;
  warningRecovery: number | null;
  sustainedMinutes: number;
  intervalMinutes: number;
  windowMinutes: number;
  renotifyMinutes: number | null;
  stopAfterCount: number | null;
}

export function breaches({ direction }: Rule, value: number, threshold: number): boolean {
  return direction === 'above' ? value >= threshold : value <= threshold;
}

/** A recovery threshold on the wrong side of its threshold is no band at all. */
export function hasRecovered({ direction }: Rule, value: number, threshold: number, recovery: number | null): boolean {
  return direction === 'above'
    ? value < Math.min(recovery ?? threshold, threshold)
    : value > Math.max(recovery ?? threshold, threshold);
}
