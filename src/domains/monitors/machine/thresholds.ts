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

/** Beyond this a value has recovered. A recovery threshold on the wrong side of its threshold is no band at all. */
export function recoveryOf({ direction }: Rule, threshold: number, recovery: number | null): number {
  return direction === 'above'
    ? Math.min(recovery ?? threshold, threshold)
    : Math.max(recovery ?? threshold, threshold);
}

export function hasRecovered(rule: Rule, value: number, threshold: number, recovery: number | null): boolean {
  const bound = recoveryOf(rule, threshold, recovery);
  return rule.direction === 'above' ? value < bound : value > bound;
}
