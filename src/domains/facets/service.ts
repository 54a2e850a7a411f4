import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { didYouMean } from '../../lib/closest.ts';
import { ended } from '../../lib/sentence.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import { deriveFacets } from '../../query/derive.ts';
import type { Actor } from '../permission.ts';
import { meantBy } from '../query/meant.ts';
import { compileQuery } from '../query/run.ts';
import { sourceOf } from '../query/source.ts';
import { readRange } from '../range.ts';
import { selectFacets, type FacetCount } from './queries.ts';
import type { Facets, FacetsQuery } from './schema.ts';

type Needs = Pick<Deps, 'reader' | 'catalogues' | 'now'>;

const shownMax = 50;
/** Kept of each part of the range before the parts are added up: the 50 largest of the sum are among these, but for freaks. */
const keptMax = 5_000;
const quarterNs = 900_000_000_000n;
const secondNs = 1_000_000_000n;

/** Fields that ingest counts as it stores: low cardinality, and what lists are narrowed by. */
export const countedFacets = [
  'service',
  'environment',
  'host',
  'level',
  'kind',
  'name',
  'status_code',
  'method',
  'http_status',
  'attributes.http.route',
  'attributes.db.system.name',
  'attributes.error.type',
  'attributes.exception.type',
  'resource.k8s.pod.name',
];

export const allKinds = ['log', 'span', 'event'];
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  events: allKinds,
  logs: ['log', 'event'],
  spans: ['span'],
};

export async function getFacets(deps: Needs, actor: Actor, input: FacetsQuery, signal: AbortSignal): Promise<Facets> {
  const source = sourceOf(input.source);
  const kinds = kindsOf[source];
  if (kinds === undefined)
    throw new ApiError('invalid_parameter', {
      parameter: 'source',
      message:
        'Facets are of events, logs or spans; values of metrics are counted by a query: metrics | summarize count() by metric_name.',
    });
  const range = readRange(input, deps.now());
  const fields = input.field === undefined ? countedFacets : [input.field];
  const text = input.query ?? '';
  const raw = (except?: TimeRange) => rawFacets(deps, actor, { text, source, fields, range, except }, signal);
  // What is counted already serves the whole quarters of an hour; the ends of the range are counted now.
  const [first, last] = [roundUp(range.from), range.to - (range.to % quarterNs)];
  const servable = text.trim() === '' && fields.every((field) => countedFacets.includes(field)) && last > first;
  if (!servable) return shown(fields, await raw());
  const whole = { fields, kinds, fromS: Number(first / secondNs), toS: Number(last / secondNs), valuesMax: keptMax };
  const parts = await Promise.all([
    selectFacets(deps.reader, actor.projectId, whole, signal),
    ...(range.from < first || last < range.to ? [raw({ from: first, to: last })] : []),
  ]);
  return shown(fields, parts.flat());
}

/** One pass over the rows that match, for all fields at once. */
async function rawFacets(
  deps: Needs,
  actor: Actor,
  request: {
    readonly text: string;
    readonly source: string;
    readonly fields: readonly string[];
    readonly range: TimeRange;
    readonly except: TimeRange | undefined;
  },
  signal: AbortSignal,
): Promise<FacetCount[]> {
  const { text, source, fields, range, except } = request;
  const compiled = await compileQuery(deps, actor.projectId, { text, source, range, options: { columns: fields } });
  const facets = deriveFacets(compiled, fields, keptMax, except);
  if (facets === null || facets.fields.length === 0) {
    if (compiled.shape !== 'rows') {
      throw new ApiError('invalid_query', {
        parameter: 'query',
        message: 'Facets are narrowed by a filter only: no summarize, project or take.',
      });
    }
    const suggestion = meantBy(fields[0] ?? '', compiled);
    throw new ApiError('invalid_parameter', {
      parameter: 'field',
      message: ended(
        `field must be a field of events in /schema, or attributes.<key> or resource.<key>${didYouMean(suggestion)}`,
      ),
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }
  const lines = await deps.reader.rows({
    projectId: actor.projectId,
    operation: 'get_facets',
    sql: facets.sql,
    params: facets.params,
    signal,
  });
  return lines.map((line) => {
    const [field, value, count] = JSON.parse(line) as [number, string, number];
    return { field: facets.fields[field] ?? '', value, count };
  });
}

function shown(fields: readonly string[], counts: readonly FacetCount[]): Facets {
  const sums = new Map(fields.map((field) => [field, new Map<string, number>()]));
  for (const { field, value, count } of counts) {
    const values = sums.get(field);
    if (value !== '') values?.set(value, (values.get(value) ?? 0) + count);
  }
  return Object.fromEntries(
    [...sums].map(([field, values]) => [
      field,
      [...values]
        .map(([value, count]) => ({ value, count }))
        .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        .slice(0, shownMax),
    ]),
  );
}

function roundUp(ns: bigint): bigint {
  return ((ns + quarterNs - 1n) / quarterNs) * quarterNs;
}
