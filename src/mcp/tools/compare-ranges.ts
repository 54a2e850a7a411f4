import { z } from 'zod';
import { readMetrics } from '../../domains/metrics/service.ts';
import type { Actor } from '../../domains/permission.ts';
import { selectPatternsById } from '../../domains/patterns/queries.ts';
import { readRange } from '../../domains/range.ts';
import { ApiError } from '../../errors.ts';
import type { Deps } from '../../deps.ts';
import { beginning } from '../../lib/beginning.ts';
import { allAtMost } from '../../lib/concurrent.ts';
import type { TimeRange, TimeRangeInput } from '../../lib/time-range.ts';
import { openEnded } from '../../query/syntax/continued.ts';
import { readingTool } from '../tool.ts';
import { inFilter } from './filter.ts';

const start = (which: string) => z.string().describe(`Start of the ${which} range: RFC 3339, an epoch, now-2h …`);
const end = (which: string) => z.string().describe(`End of the ${which} range.`);

type Change = z.infer<typeof Change>;
const Change = z.object({
  what: z.string(),
  name: z.string(),
  before: z.number().nullable(),
  after: z.number().nullable(),
  ratio: z.number().nullable().describe('after / before; null when one of them is missing or zero.'),
  template: z.string().optional().describe('What the lines of a log pattern are like.'),
});

const Compared = z.object({
  changes: z.array(Change).describe('The largest first.'),
  count: z.int().describe('Changes that were found; the largest are here.'),
  error: z.string().optional().describe('Why not all was compared, or that there was nothing to compare.'),
});

/** Of each side. A name beyond them is not known to be missing there. */
const rowsMax = 2_000;
/** Each is asked of two ranges; a project may have four statements under way. */
const questionsAtOnce = 2;
const shownMax = 40;
const templateLengthMax = 300;
/** Smaller than this is noise. */
const ratioMin = 1.25;

interface Question {
  readonly what: string;
  readonly text: (filter: string, attribute: string) => string;
  /** A change of something this small is not told. */
  readonly least: number;
}

const ofPatterns = 'lines of log pattern';
/** The one that asks for nothing beside the filter: where it finds none there are none. */
const ofEvents = 'events of service';

const questions: readonly Question[] = [
  {
    what: ofEvents,
    least: 10,
    text: (filter) => `${filter}\n| summarize v = count() by service | top ${rowsMax} by v`,
  },
  {
    what: 'errors of service',
    least: 2,
    text: (filter) => `${filter}\n| where errors == true | summarize v = count() by service | top ${rowsMax} by v`,
  },
  {
    what: 'error share of service',
    least: 0.005,
    text: (filter) =>
      `${filter}\n| summarize v = countif(errors == true) * 1.0 / count() by service | top ${rowsMax} by v`,
  },
  {
    what: 'p95 duration (ms) of service',
    least: 1,
    text: (filter) =>
      `${filter}\n| where kind != "log" | summarize v = percentile(duration, 95) / 1000000 by service | top ${rowsMax} by v`,
  },
  {
    what: 'p95 duration (ms) by',
    least: 1,
    text: (filter, attribute) =>
      `${filter}\n| where kind != "log" and isnotempty(${attribute}) | summarize v = percentile(duration, 95) / 1000000 by k = ${attribute} | top ${rowsMax} by v`,
  },
  {
    what: 'errors of exception',
    least: 1,
    text: (filter) =>
      `${filter}\n| where isnotempty(attributes.exception.type) | summarize v = count() by k = attributes.exception.type | top ${rowsMax} by v`,
  },
  {
    what: ofPatterns,
    least: 10,
    text: (filter) => `${filter}\n| where isnotempty(pattern) | summarize v = count() by pattern | top ${rowsMax} by v`,
  },
];

export const compareRanges = readingTool({
  name: 'compare_ranges',
  description:
    'What changed between two time ranges: volume, errors, error share and latency by service, latency by an attribute, exceptions and log patterns. Give ranges of equal length, such as the hour before a deploy and the hour after it.',
  input: z.strictObject({
    before_from: start('before'),
    before_to: end('before'),
    after_from: start('after'),
    after_to: end('after'),
    filter: z.string().optional().describe('Only events that match this filter.'),
    attribute: z
      .string()
      .regex(/^(attributes|resource)\.[\w.-]+$/, 'must be attributes.<key> or resource.<key>')
      .default('attributes.http.route')
      .describe('Latency is also compared by this attribute.'),
  }),
  output: Compared,
  run: async ({ deps, actor, input, signal }) => {
    const now = deps.now();
    const before = sideOf('before', { from: input.before_from, to: input.before_to }, now);
    const after = sideOf('after', { from: input.after_from, to: input.after_to }, now);
    const filter = openEnded(input.filter ?? '');
    const { attribute } = input;
    const errors = new Set<string>();
    const nothing = new Set<string>();
    const found = await allAtMost(questionsAtOnce, questions, async (question) => {
      const text = question.text(filter, attribute);
      const what = question.what.endsWith('by') ? `${question.what} ${attribute}` : question.what;
      const counted = (range: TimeRange) => valuesOf(deps, actor, text, range, signal);
      const [past, present] = await Promise.all([counted(before), counted(after)]).catch(inFilter(filter));
      for (const side of [past, present]) {
        if (side.error !== undefined) errors.add(side.error);
        else if (side.values.size === rowsMax) errors.add(`Of ${what} only the ${rowsMax} largest were looked at.`);
      }
      // What could not be counted on one side has not changed because of that.
      if (past.error !== undefined || present.error !== undefined) return [];
      if (question.what === ofEvents && past.values.size + present.values.size === 0) {
        nothing.add('No event matches in either range.');
        for (const { hint } of [past, present]) if (hint !== undefined) nothing.add(hint);
      }
      return changesOf(question, what, past.values, present.values);
    });
    const error = [...errors, ...nothing].join(' ');
    const changes = found.flat().toSorted((a, b) => weight(b) - weight(a));
    const largest = await withTemplates(deps, actor, changes.slice(0, shownMax));
    const lines = largest.map(
      ({ what, name, before: was, after: is, ratio, template }) =>
        `${what} ${name}: ${shown(was)} → ${shown(is)}${ratio === null ? '' : ` (×${ratio.toFixed(2)})`}${template === undefined ? '' : `, ${template}`}`,
    );
    const told = lines.length === 0 && error === '' ? ['Nothing changed by more than a quarter.'] : lines;
    const rest = changes.length - largest.length;
    const [was, is] = [before, after].map(({ from, to }) => Number(to - from) / 1e9);
    const unequal =
      was === is ? [] : [`The ranges are ${was} and ${is} seconds long: what is counted differs by that alone.`];
    return {
      value: { changes: largest, count: changes.length, ...(error === '' ? {} : { error }) },
      text: [
        ...unequal,
        ...(errors.size === 0 ? [] : [`Not all was compared: ${[...errors].join(' ')}`]),
        ...nothing,
        ...told,
        ...(rest === 0 ? [] : [`… and ${rest} smaller changes: a filter shows those of less.`]),
      ].join('\n'),
    };
  },
});

/** A fault is one of the argument that it was given as. */
function sideOf(which: string, range: TimeRangeInput, now: Date): TimeRange {
  try {
    return readRange(range, now);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const parameter = `${which}_${error.context.parameter ?? 'from'}`;
    throw new ApiError(error.code, {
      ...error.context,
      parameter,
      message: `The ${which} range: ${error.message}`,
      cause: error,
    });
  }
}

/** A pattern's number says nothing: what its lines are like does. */
async function withTemplates({ sql }: Deps, { projectId }: Actor, changes: readonly Change[]): Promise<Change[]> {
  const ids = changes.flatMap(({ what, name }) => (what === ofPatterns ? [Number(name)] : []));
  const patterns = await selectPatternsById(sql, projectId, ids);
  return changes.map((change) => {
    const template = change.what === ofPatterns ? patterns.get(Number(change.name))?.template : undefined;
    return template === undefined ? change : { ...change, template: beginning(template, templateLengthMax) };
  });
}

/** What was counted on one side. */
interface Side {
  readonly values: ReadonlyMap<string, number>;
  /** Why it could not be. */
  readonly error?: string;
  /** What may be wrong where nothing was found. */
  readonly hint?: string;
}

async function valuesOf(deps: Deps, actor: Actor, text: string, range: TimeRange, signal: AbortSignal): Promise<Side> {
  const data = await readMetrics(
    deps,
    actor.projectId,
    { text, source: 'events', range, dataType: 'text', parameter: 'filter' },
    signal,
  );
  const { error, hint } = data;
  if (error !== undefined) return { values: new Map(), error };
  const value = data.headers.indexOf('v');
  const values = new Map(data.data_text.map((row) => [row[value === 0 ? 1 : 0] ?? '', Number(row[value] ?? 0)]));
  return { values, ...(hint === undefined ? {} : { hint }) };
}

function changesOf(
  { least }: Question,
  what: string,
  past: ReadonlyMap<string, number>,
  present: ReadonlyMap<string, number>,
): Change[] {
  const names = new Set([...past.keys(), ...present.keys()]);
  return [...names].flatMap((name) => {
    const isUnknown = [past, present].some((side) => side.size === rowsMax && !side.has(name));
    if (isUnknown) return [];
    const [before, after] = [past.get(name) ?? null, present.get(name) ?? null];
    if (Math.max(before ?? 0, after ?? 0) < least) return [];
    const ratio = before === null || after === null || before === 0 || after === 0 ? null : after / before;
    if (ratio !== null && ratio < ratioMin && ratio > 1 / ratioMin) return [];
    if (ratio === null && (before ?? 0) === (after ?? 0)) return [];
    return [{ what, name, before, after, ratio }];
  });
}

/** What appeared or went counts as much as a tenfold change. */
function weight({ ratio }: { readonly ratio: number | null }): number {
  return ratio === null ? Math.log(10) : Math.abs(Math.log(ratio));
}

function shown(value: number | null): string {
  return value === null ? 'none' : String(Number(value.toPrecision(4)));
}
