import { aggregateFunctions } from './aggregates.ts';
import { arrayFunctions } from './arrays.ts';
import { bagFunctions } from './bags.ts';
import { binFunctions } from './bins.ts';
import { castFunctions } from './casts.ts';
import { metricFunctions } from './metrics.ts';
import { networkFunctions } from './networks.ts';
import { numberFunctions } from './numbers.ts';
import { shortPercentile } from './percentiles.ts';
import { searchFunctions } from './searches.ts';
import { encodingFunctions } from './encodings.ts';
import { seriesFunctions } from './series.ts';
import { timePartFunctions } from './time-parts.ts';
import type { FunctionEntry } from './registry.ts';
import { stringFunctions } from './strings.ts';
import { timeFunctions } from './times.ts';
import { unsupportedFunctions } from './unsupported.ts';
import { windowFunctions } from './windows.ts';

/** Every function there is, by lower-case name; the first entry of a name wins. */
export const allFunctions: readonly FunctionEntry[] = [
  ...binFunctions,
  ...aggregateFunctions,
  ...metricFunctions,
  ...windowFunctions,
  ...stringFunctions,
  ...searchFunctions,
  ...encodingFunctions,
  ...timeFunctions,
  ...timePartFunctions,
  ...numberFunctions,
  ...castFunctions,
  ...arrayFunctions,
  ...seriesFunctions,
  ...bagFunctions,
  ...networkFunctions,
  ...unsupportedFunctions,
];

const byName = new Map<string, FunctionEntry>();
const scalars = new Map<string, FunctionEntry>();
for (const entry of allFunctions) {
  const names = entry.kind === 'unsupported' ? [entry.name] : [entry.name, ...(entry.aliases ?? [])];
  for (const name of names) {
    if (!byName.has(name)) byName.set(name, entry);
    if (entry.kind === 'scalar' && !scalars.has(name)) scalars.set(name, entry);
  }
}

/** Names match without regard to case. `range(x)` is an aggregate, `range(a, b, c)` an array (language.md D18). */
export function findFunction(name: string, argCount = 1): FunctionEntry | undefined {
  const lower = name.toLowerCase();
  const found = byName.get(lower) ?? shortPercentile(lower);
  return found?.kind === 'aggregate' && argCount > 1 ? (scalars.get(lower) ?? found) : found;
}

export function functionNames(): Iterable<string> {
  return byName.keys();
}

export function isAggregateName(name: string, argCount: number): boolean {
  return findFunction(name, argCount)?.kind === 'aggregate';
}
