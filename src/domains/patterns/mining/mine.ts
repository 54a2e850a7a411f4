// From new shapes to patterns, for one scope (a service of a project): what to write so that every shape has a pattern.
// The job loads a scope, calls `minePatterns`, and writes the answer in one transaction. The same input gives the
// same answer in whatever order it comes, and what has been written once is not asked for again. Thousands of long lines
// take a second or two: between some of them others get their turn.

import { inTurns } from '../../../lib/in-turns.ts';
import { Grouping } from './grouping.ts';
import { mergeTemplates } from './template.ts';
import type { TokenList } from './tokens.ts';

export const liveShapesMax = 5000; // per scope
export const freshShapesPerHourMax = 2000; // per scope
const shapesPerTurn = 50;

export interface KnownShape extends TokenList {
  shape: string;
  pattern: number;
}

export interface FreshShape extends TokenList {
  shape: string;
  /** Lines seen with it: the most frequent are learnt first when not all can be. */
  lines: number;
}

export interface Pattern extends TokenList {
  id: number;
}

export interface Scope {
  /** Every pattern that is the pattern of some shape; merged ones are gone from here. */
  patterns: readonly Pattern[];
  /** The shapes that were `indexed` when they were learnt. */
  shapes: readonly KnownShape[];
}

export interface Changes {
  /** Fresh shapes and their patterns. Only indexed ones need to be loaded again. */
  assigned: { shape: string; pattern: number; indexed: boolean }[];
  created: (Pattern & { shape: string })[];
  /** Ids that go on to resolve, to the older pattern that took them over. All their shapes move. */
  merged: { from: number; into: number }[];
  /** Patterns that were there before and read differently now. */
  edited: Pattern[];
  /** Fresh shapes beyond the bounds: they stay unknown, and come again with their next lines. */
  unassigned: string[];
}

/**
 * `freeIds` are ids for new patterns, at least one for each fresh shape; the unused ones are lost.
 * `freshShapesMax` is what is left of the scope's hourly allowance.
 */
export async function minePatterns(
  scope: Scope,
  fresh: readonly FreshShape[],
  freeIds: readonly number[],
  freshShapesMax: number,
): Promise<Changes> {
  const grouping = new Grouping();
  const templates = new Map<number, TokenList>(scope.patterns.map((pattern) => [pattern.id, pattern]));
  const formOfPattern = new Map<number, number>();
  for await (const known of inTurns([...scope.shapes].sort(byShape), shapesPerTurn)) {
    const { form } = grouping.add(known);
    const first = formOfPattern.get(known.pattern);
    if (first === undefined) formOfPattern.set(known.pattern, form);
    else grouping.unite(first, form); // once united, always united: bounds may have let it happen before
  }

  const learnt: { fresh: FreshShape; form: number; indexed: boolean }[] = [];
  const unassigned: string[] = [];
  let live = scope.shapes.length;
  const seen = new Set(scope.shapes.map(({ shape }) => shape));
  for await (const shape of inTurns([...fresh].sort(byLines), shapesPerTurn)) {
    if (seen.has(shape.shape)) continue;
    seen.add(shape.shape);
    if (learnt.length >= freshShapesMax) {
      unassigned.push(shape.shape);
      continue;
    }
    // A full scope learns nothing new, but goes on to recognise what it has already generalised.
    const { form, entered } =
      live < liveShapesMax ? grouping.add(shape) : { form: grouping.match(shape), entered: false };
    if (form === undefined) {
      unassigned.push(shape.shape);
      continue;
    }
    if (entered) live++;
    learnt.push({ fresh: shape, form, indexed: entered });
  }

  const changes: Changes = { assigned: [], created: [], merged: [], edited: [], unassigned };
  const patternOfGroup = new Map<number, number>();
  const changed = new Set<number>();
  for (const [pattern, form] of [...formOfPattern].sort(([a], [b]) => a - b)) {
    const group = grouping.groupOf(form);
    const survivor = patternOfGroup.get(group);
    if (survivor === undefined) {
      patternOfGroup.set(group, pattern);
      continue;
    }
    changes.merged.push({ from: pattern, into: survivor });
    extend(templates, changed, survivor, templates.get(pattern));
  }

  let nextId = 0;
  const created = new Map<number, string>();
  for await (const { fresh: shape, form, indexed } of inTurns(learnt, shapesPerTurn)) {
    const group = grouping.groupOf(form);
    let pattern = patternOfGroup.get(group);
    if (pattern === undefined) {
      pattern = freeIds[nextId++];
      if (pattern === undefined) throw new RangeError('fewer free ids than new patterns');
      patternOfGroup.set(group, pattern);
      created.set(pattern, shape.shape);
      templates.set(pattern, { tokens: shape.tokens, separators: shape.separators });
    } else extend(templates, changed, pattern, shape);
    changes.assigned.push({ shape: shape.shape, pattern, indexed });
  }

  for (const [id, shape] of created) changes.created.push({ id, shape, ...templateOf(templates, id) });
  for (const id of changed) if (!created.has(id)) changes.edited.push({ id, ...templateOf(templates, id) });
  return changes;
}

function extend(templates: Map<number, TokenList>, changed: Set<number>, id: number, by?: TokenList): void {
  const before = templates.get(id);
  if (by === undefined) return;
  const after = before === undefined ? by : mergeTemplates(before, by);
  if (after === before) return;
  templates.set(id, after);
  changed.add(id);
}

function templateOf(templates: ReadonlyMap<number, TokenList>, id: number): TokenList {
  const { tokens, separators } = templates.get(id) ?? { tokens: [], separators: [''] };
  return { tokens, separators };
}

function byShape(a: { shape: string }, b: { shape: string }): number {
  return a.shape < b.shape ? -1 : a.shape > b.shape ? 1 : 0;
}

function byLines(a: FreshShape, b: FreshShape): number {
  return b.lines - a.lines || byShape(a, b);
}
