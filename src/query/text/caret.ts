import type { Diagnostic } from './diagnostic.ts';
import { positionOf } from './span.ts';

const lineShownMax = 160;

/**
 * The one rendering of a diagnostic, for terminal, API and tests:
 *
 *     1:7: error E203: '=' assigns a name; use '==' to compare
 *       level = "ERROR"
 *             ^
 */
export const renderDiagnostic = (text: string, one: Diagnostic): string => {
  const { line, column } = positionOf(text, one.start);
  const lines = [
    `${line}:${column}: ${one.severity} ${one.code}: ${one.message}`,
    ...underline(text, one.start, one.end),
  ];
  for (const note of one.notes ?? []) {
    const at = positionOf(text, note.start);
    lines.push(`${at.line}:${at.column}: note: ${note.message}`, ...underline(text, note.start, note.end));
  }
  for (const fix of one.fixes ?? []) lines.push(`  fix: ${fix.title}`);
  return lines.join('\n');
};

export const renderDiagnostics = (text: string, found: readonly Diagnostic[]): string =>
  found.map((one) => `${renderDiagnostic(text, one)}\n`).join('');

/** The line of a place, or the part of it around the place, and carets below. */
export const underline = (text: string, start: number, end: number): string[] => {
  const lineStart = text.lastIndexOf('\n', Math.max(0, start - 1)) + 1;
  const from = start === 0 ? 0 : lineStart;
  const nextBreak = text.indexOf('\n', start);
  const lineEnd = nextBreak < 0 ? text.length : nextBreak;
  // A window around the place: the caret must be in sight in a line of 60 kB too.
  const shownFrom = start - from > lineShownMax - 40 ? start - 40 : from;
  const shownEnd = Math.min(lineEnd, shownFrom + lineShownMax);
  const shown = text.slice(shownFrom, shownEnd).replaceAll(/[\t\r]/g, ' ');
  const width = Math.max(1, Math.min(end, shownEnd) - start);
  return [`  ${shown}`, `  ${' '.repeat(start - shownFrom)}${'^'.repeat(width)}`];
};
