// Reads a sample set of LogHub, lets it stream through the miner minute by minute, and scores the groups that come out.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { minePatterns } from '../../src/domains/patterns/mining/mine.ts';
import type { FreshShape, KnownShape, Pattern } from '../../src/domains/patterns/mining/mine.ts';
import { tokensOf } from '../../src/domains/patterns/mining/tokens.ts';
import { shapeOf } from '../../src/ingest/events/shape.ts';
import { toHex } from '../../src/lib/hash64.ts';

export interface LabelledLine {
  content: string;
  event: string;
}

export interface SampleSet {
  name: string;
  lines: LabelledLine[];
}

export function readSampleSet(file: string): SampleSet {
  const [header = [], ...rows] = csvRows(readFileSync(file, 'utf8'));
  const content = header.indexOf('Content');
  const event = header.indexOf('EventId');
  if (content === -1 || event === -1) throw new Error(`${file}: columns Content and EventId are needed`);
  const lines = rows.map((row) => ({ content: row[content] ?? '', event: row[event] ?? '' }));
  return { name: basename(file).replace(/_2k\.csv$/, ''), lines };
}

function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if (quoted) {
      if (char !== '"') field += char;
      else if (text[i + 1] === '"') {
        field += '"';
        i++;
      } else quoted = false;
    } else if (char === '"' && field === '') quoted = true;
    else if (char === ',' || char === '\n') {
      row.push(field);
      field = '';
      if (char === '\n') {
        rows.push(row);
        row = [];
      }
    } else if (char !== '\r') field += char;
  }
  if (field !== '' || row.length > 0) rows.push([...row, field]);
  return rows.filter((each) => each.length > 1);
}

export interface Replay {
  /** The pattern of each line, as it resolves in the end. */
  patterns: number[];
  shapes: number;
  /** Share of lines whose pattern had another id when they arrived. */
  changed: number;
  /** Old ids that lead to no live pattern: must be 0. */
  lost: number;
}

/** As the job does it: what arrived in a minute is mined against what is stored, the answer is stored. */
export async function replay(contents: readonly string[], linesPerRun: number): Promise<Replay> {
  const patternOf = new Map<string, number>();
  const indexed = new Map<string, KnownShape>();
  const patterns = new Map<number, Pattern>();
  const mergedInto = new Map<number, number>();
  const shapes = contents.map((content) => toHex(shapeOf(content)));
  const arrivals: number[] = [];
  let nextId = 1;
  for (let from = 0; from < contents.length; from += linesPerRun) {
    const fresh = new Map<string, FreshShape>();
    for (let i = from; i < Math.min(contents.length, from + linesPerRun); i++) {
      const shape = shapes[i] ?? '';
      const before = fresh.get(shape);
      if (before !== undefined) before.lines++;
      else if (!patternOf.has(shape)) fresh.set(shape, { shape, lines: 1, ...tokensOf(contents[i] ?? '') });
    }
    const freeIds = [...fresh].map(() => nextId++);
    const scope = { patterns: [...patterns.values()], shapes: [...indexed.values()] };
    const changes = await minePatterns(scope, [...fresh.values()], freeIds, Infinity);
    for (const { from: old, into } of changes.merged) {
      mergedInto.set(old, into);
      patterns.delete(old);
      for (const known of indexed.values()) if (known.pattern === old) known.pattern = into;
      for (const [shape, pattern] of patternOf) if (pattern === old) patternOf.set(shape, into);
    }
    for (const pattern of [...changes.created, ...changes.edited]) patterns.set(pattern.id, pattern);
    for (const { shape, pattern, indexed: isIndexed } of changes.assigned) {
      patternOf.set(shape, pattern);
      const known = fresh.get(shape);
      if (isIndexed && known !== undefined) indexed.set(shape, { ...known, pattern });
    }
    for (let i = from; i < Math.min(contents.length, from + linesPerRun); i++) {
      arrivals.push(patternOf.get(shapes[i] ?? '') ?? 0);
    }
  }
  const final = shapes.map((shape) => patternOf.get(shape) ?? 0);
  const resolve = (id: number): number => {
    let at = id;
    for (let next = mergedInto.get(at); next !== undefined; next = mergedInto.get(at)) at = next;
    return at;
  };
  return {
    patterns: final,
    shapes: patternOf.size,
    changed: arrivals.filter((id, i) => id !== final[i]).length / contents.length,
    lost: arrivals.filter((id, i) => resolve(id) !== final[i]).length,
  };
}

export interface Score {
  /** Grouping accuracy: share of lines in groups that are exactly right. */
  ga: number;
  /** Harmonic mean of precision and recall over groups. */
  f1: number;
  groups: number;
  events: number;
}

export function score(patterns: readonly number[], events: readonly string[]): Score {
  const groups = grouped(patterns);
  const truth = grouped(events);
  let rightGroups = 0;
  let rightLines = 0;
  for (const lines of groups.values()) {
    const event = events[lines[0] ?? 0] ?? '';
    if (truth.get(event)?.length !== lines.length || lines.some((line) => events[line] !== event)) continue;
    rightGroups++;
    rightLines += lines.length;
  }
  return {
    ga: rightLines / patterns.length,
    f1: (2 * rightGroups) / (groups.size + truth.size),
    groups: groups.size,
    events: truth.size,
  };
}

function grouped<K>(labels: readonly K[]): Map<K, number[]> {
  const groups = new Map<K, number[]>();
  for (const [i, label] of labels.entries()) {
    const lines = groups.get(label);
    if (lines === undefined) groups.set(label, [i]);
    else lines.push(i);
  }
  return groups;
}
