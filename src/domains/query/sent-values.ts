import type { Deps } from '../../deps.ts';
import { spellings } from '../../query/catalogue/conventions.ts';
import { eventTables } from '../../query/catalogue/events.ts';
import { selectFacets } from '../facets/queries.ts';
import { allKinds, countedFacets } from '../facets/service.ts';
import { selectSeriesValues, type SeriesColumn } from './queries.ts';

const dayS = 86_400;
const valuesMax = 5_000;
/** What somebody would pick from a list. */
const pickable = /^\P{Cc}{1,256}$/u;

const seriesColumns: ReadonlyMap<string, SeriesColumn> = new Map([
  ['metric_name', 'metric'],
  ['service', 'service'],
  ['environment', 'env'],
]);

const fields = eventTables.flatMap((table) => table.fields);
/** A field is counted under one name, and asked for under any. */
const countedAs: ReadonlyMap<string, string> = new Map(
  countedFacets.flatMap((name) => {
    const field = fields.find((one) => one.name === name || one.shortFor === name);
    const long = field?.shortFor ?? name;
    const [root = '', ...key] = long.split('.');
    const names = key.length === 0 ? [] : spellings(key.join('.')).map((one) => `${root}.${one}`);
    return [name, field?.name ?? name, ...names].map((one) => [one, name] as const);
  }),
);

/** What the project sent of a field within a day, the most frequent first, as far as that is counted anyway. */
export async function sentValues(
  deps: Pick<Deps, 'reader' | 'now'>,
  projectId: string,
  field: string,
  signal: AbortSignal,
): Promise<string[]> {
  const toS = Math.floor(deps.now().getTime() / 1000);
  const wanted = { fromS: toS - dayS, toS, valuesMax };
  const counted = countedAs.get(field);
  const column = seriesColumns.get(counted ?? field);
  const [counts, ofSeries] = await Promise.all([
    counted === undefined
      ? []
      : selectFacets(deps.reader, projectId, { ...wanted, fields: [counted], kinds: allKinds }, signal),
    column === undefined ? [] : selectSeriesValues(deps.reader, projectId, { ...wanted, column }, signal),
  ]);
  const ofEvents = counts.toSorted((a, b) => b.count - a.count).map(({ value }) => value);
  return [...new Set([...ofEvents, ...ofSeries])].filter((value) => pickable.test(value));
}
