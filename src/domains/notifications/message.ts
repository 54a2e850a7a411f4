// What is told, before it is dressed for an e-mail, a chat or a machine. Plain text everywhere: who renders, escapes. Pure.

import { z } from 'zod';
import { beginning } from '../../lib/beginning.ts';
import { Severity } from '../types.ts';

export const messageKinds = [
  'ALERT',
  'WARNING',
  'RECOVERED',
  'REMINDER',
  'EVAL_ERROR',
  'EVAL_RESTORED',
  'ISSUE',
  'REPORT',
  'DIGEST',
  'TEST',
] as const;

export const Message = z.object({
  kind: z.enum(messageKinds),
  severity: Severity,
  /** Subject of an e-mail, first line of a chat message. */
  headline: z.string(),
  /** What its owners wrote for it, filled in. */
  text: z.string(),
  /** What a person wants to know at a glance, in order. */
  facts: z.array(z.tuple([z.string(), z.string()])),
  /** Of what it tells, below the base of links. */
  path: z.string(),
  at: z.iso.datetime(),
  /** For pagers: what begins and ends together. */
  incident: z.object({ key: z.string(), ends: z.boolean() }).optional(),
  /** The same for machines. */
  data: z.record(z.string(), z.unknown()),
  trend: z
    .object({
      points: z.array(z.tuple([z.number(), z.number().nullable()])),
      alert: z.number(),
      warning: z.number().nullable(),
    })
    .optional(),
});
export type Message = z.infer<typeof Message>;

const textLengthMax = 10_000;
const headlineLengthMax = 300;

/** Replaces `{{value}}` and the like, once: what a value brings along is not looked at again. Unknown ones stay. */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  const text = template.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
  return beginning(text, textLengthMax).toWellFormed();
}

/** One line without control characters, for subjects and headers. Joiners stay: words and signs are written with them. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029])+/gu, ' ').trim();
  return line.length > headlineLengthMax ? `${beginning(line, headlineLengthMax - 1).toWellFormed()}…` : line;
}

/** Short, and exact enough to be compared with a threshold: no digit before the point is rounded away. */
export function numberText(value: number | null): string {
  if (value === null) return 'no value';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (Number.isInteger(value)) return String(value);
  return String(Math.abs(value) < 1e6 ? Number(value.toPrecision(6)) : Math.round(value));
}

const secondParts = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
] as const;

/** A number of nanoseconds as people say it. */
export function nanosecondsText(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return numberText(value);
  const [size, unit] = secondParts.find(([one]) => Math.abs(value) >= one) ?? [1, 'ns'];
  return `${numberText(value / size)} ${unit}`;
}
