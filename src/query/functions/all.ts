import { aggregateFunctions } from './aggregates.ts';
import { binFunctions } from './bins.ts';
import type { FunctionEntry } from './registry.ts';
import { windowFunctions } from './windows.ts';

/** Every function there is, by lower-case name; the first entry of a name wins. */
const entries: readonly FunctionEntry[] = [...binFunctions, ...aggregateFunctions, ...windowFunctions];

const byName = new Map<string, FunctionEntry>();
for (const entry of entries) {
  const names = entry.kind === 'unsupported' ? [entry.name] : [entry.name, ...(entry.aliases ?? [])];
  for (const name of names) if (!byName.has(name)) byName.set(name, entry);
}

/** Names match without regard to case. */
export function findFunction(name: string): FunctionEntry | undefined {
  return byName.get(name.toLowerCase());
}

export function functionNames(): Iterable<string> {
  return byName.keys();
}

/** `range(x)` is an aggregate, `range(a, b, c)` an array. */
export function isAggregateName(name: string, argCount: number): boolean {
  return findFunction(name)?.kind === 'aggregate' && !(name.toLowerCase() === 'range' && argCount > 1);
}

export const allFunctions: readonly FunctionEntry[] = entries;
