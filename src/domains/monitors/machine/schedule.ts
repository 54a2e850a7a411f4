// When a monitor is judged and over what data: slots are multiples of the interval since the epoch, in minutes.

import type { Rule } from './thresholds.ts';

const lateDataSeconds = 30;
const replaySlotsMax = 60;
const replayMinutesMax = 24 * 60;
/** For so long nobody checked anything: that is an outage. A worker that dies has its jobs run again within half a minute. */
export const outageMinutes = 2;
/** What the clocks of several workers may differ by. */
export const aheadMinutesMax = 5;
const minuteMs = 60_000;

/** The newest slot at or before a time. */
export function slotAt(rule: Rule, minute: number): number {
  return Math.floor(minute / rule.intervalMinutes) * rule.intervalMinutes;
}

export interface Window {
  readonly from: Date;
  readonly to: Date;
}

/** The data of a slot, half-open: it never moves, however late the slot is judged. */
export function windowOf(rule: Rule, slot: number): Window {
  const toMs = slot * minuteMs - lateDataSeconds * 1000;
  return { from: new Date(toMs - rule.windowMinutes * minuteMs), to: new Date(toMs) };
}

/** Judged before it came: the clock was put back. What it judged is no past, and nothing would be judged until then. */
export function isAhead(lastSlot: number | null, minute: number): boolean {
  return lastSlot !== null && lastSlot - minute > aheadMinutesMax;
}

/** Slots of an interval that was not yet theirs were not missed: those after the edit are judged. */
export function lastSlotAfterEdit(rule: Rule, lastSlot: number | null, minute: number): number | null {
  return lastSlot === null ? null : Math.max(lastSlot, slotAt(rule, minute));
}

/** Slots between the last one and this one: to be replayed in order, or a gap when that is too much. */
export function missedSlots(rule: Rule, lastSlot: number | null, slot: number): { replay: number[]; gap: boolean } {
  if (lastSlot === null) return { replay: [], gap: false };
  const first = slotAt(rule, lastSlot) + rule.intervalMinutes;
  const count = Math.max(0, Math.ceil((slot - first) / rule.intervalMinutes));
  if (count > replaySlotsMax || slot - first > replayMinutesMax) return { replay: [], gap: true };
  return { replay: Array.from({ length: count }, (_, i) => first + i * rule.intervalMinutes), gap: false };
}

/**
 * Whether nobody was there to judge a slot, from the checks of its project that ended last before it and first after it.
 * One that is judged late while checks go on waited for others: that is no outage, however late it is.
 */
export function isOutage(lastBefore: number | null, firstAfter: number): boolean {
  return lastBefore === null || firstAfter - lastBefore >= outageMinutes;
}
