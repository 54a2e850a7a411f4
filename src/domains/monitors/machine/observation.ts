// From what a check's query gave to the one result of its slot.

import type { Result } from './transition.ts';
import type { Rule } from './thresholds.ts';

export interface Measured {
  /** Of one group or bucket, null where the aggregate gave nothing. */
  value: number | null;
  /** The companion count: how many rows it was made of. */
  rows: number;
  group: string;
}

export interface Observation {
  result: Result;
  /** The worst group: the one that the message names. */
  group: string | null;
}

/** The worst of the complete buckets of all groups: the highest when high is bad, the lowest when low is. */
export function observationOf(rule: Rule, measured: readonly Measured[]): Observation {
  let worst: { value: number; group: string } | undefined;
  for (const { value, rows, group } of measured) {
    if (value === null || Number.isNaN(value) || rows === 0) continue;
    const isWorse = worst === undefined || (rule.direction === 'above' ? value > worst.value : value < worst.value);
    if (isWorse) worst = { value, group };
  }
  if (worst === undefined) return { result: { kind: 'no_data' }, group: null };
  return { result: { kind: 'value', value: worst.value }, group: worst.group };
}
