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
  /** Of each group its worst value. */
  values: ReadonlyMap<string, number>;
}

/** The worst of the complete buckets of all groups: the highest when high is bad, the lowest when low is. */
export function observationOf(rule: Rule, measured: readonly Measured[]): Observation {
  const isWorse = (value: number, than: number | undefined) =>
    than === undefined || (rule.direction === 'above' ? value > than : value < than);
  const values = new Map<string, number>();
  let worst: { value: number; group: string } | undefined;
  for (const { value, rows, group } of measured) {
    if (value === null || Number.isNaN(value) || rows === 0) continue;
    if (isWorse(value, values.get(group))) values.set(group, value);
    if (isWorse(value, worst?.value)) worst = { value, group };
  }
  if (worst === undefined) return { result: { kind: 'no_data' }, group: null, values };
  return { result: { kind: 'value', value: worst.value }, group: worst.group, values };
}
