// The one place where a monitor's query becomes a statement, and a statement becomes the result of a slot.

import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { beginning } from '../../lib/beginning.ts';
import { jsonCells } from '../../lib/json-cells.ts';
import { modulo } from '../../lib/modulo.ts';
import { storable } from '../../lib/storable.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import { msOf, nsOf } from '../../lib/time.ts';
import { orAborted } from '../../lib/within.ts';
import type { Compiled } from '../../query/compile.ts';
import { continued } from '../../query/syntax/continued.ts';
import { watch, type Watch } from '../../query/watch.ts';
import { ReadStopped } from '../../store/read.ts';
import { slipOf } from '../query/nothing-found.ts';
import { compileQuery } from '../query/run.ts';
import { ruleOf, type MonitorContent } from './content.ts';
import { observationOf, type Measured } from './machine/observation.ts';
import { slotAt, windowOf, type Window } from './machine/schedule.ts';
import { minuteOf } from './state.ts';
import type { Rule } from './machine/thresholds.ts';
import type { Result } from './machine/transition.ts';

const source = 'events';
const executionMsMax = 8_000;
/** As many as a result of the language has; of more there is no worst one that could be told. */
const groupsMax = 10_000;
const groupLengthMax = 500;

interface Check {
  /** Why nothing may be found. */
  readonly slip: string | null;
  readonly watch: Watch;
  readonly rule: Rule;
  readonly range: TimeRange;
  readonly window: Window | null;
}

export interface Finding {
  readonly rule: Rule;
  readonly result: Result;
  /** The worst group, where there are groups. */
  readonly group: string | null;
  /** Of each group its worst value. */
  readonly values: ReadonlyMap<string, number>;
  /** What was looked at, where it is not the slot's own window. */
  readonly window: Window | null;
  /** The statement with its values; null when there is none, since the query is not understood or the store was not there. */
  readonly sql: string | null;
  /** One sentence for the history when it could not be evaluated, or when it may be a slip that nothing was found. */
  readonly error: string | null;
  /** Checked again a moment later it would be no different. */
  readonly isFinal: boolean;
}

/** What is written with the monitor: refuses a query that does not compile or gives no number, and tells the next check's statement. */
export async function checkedSql(
  deps: Pick<Deps, 'catalogues' | 'now'>,
  projectId: string,
  content: MonitorContent,
  unknownFields: 'error' | 'attribute' = 'error',
) {
  const slot = slotAt(ruleOf({ ...content, rule_revision: 0 }), minuteOf(deps.now()));
  try {
    const { watch } = await compiledCheck(deps, projectId, { ...content, rule_revision: 0 }, slot, unknownFields);
    return watch.readable;
  } catch (error) {
    if (error instanceof ReadStopped) throw new ApiError('unavailable', { message: error.message, retryAfterS: 2 });
    throw error;
  }
}

/** Asks the store what the slot's data says. A query that cannot be finished is a result too: it never throws. */
export async function runCheck(
  deps: Pick<Deps, 'catalogues' | 'now' | 'reader' | 'log'>,
  projectId: string,
  monitor: MonitorContent & { readonly rule_revision: number },
  slot: number,
  signal: AbortSignal,
): Promise<Finding> {
  const unknown = {
    rule: ruleOf(monitor),
    result: { kind: 'error' },
    group: null,
    values: new Map(),
    window: null,
    sql: null,
  } as const;
  let check: Check;
  try {
    check = await orAborted(signal, compiledCheck(deps, projectId, monitor, slot, 'attribute'));
  } catch (error) {
    return { ...unknown, ...failed(deps, error) };
  }
  const { watch, rule, range, window, slip } = check;
  try {
    const asked = deps.reader.rows({
      projectId,
      operation: 'monitor',
      sql: watch.sql,
      params: watch.params,
      infinities: true,
      signal,
      limits: { executionMsMax, resultRowsMax: groupsMax },
    });
    const lines = await orAborted(signal, asked);
    const { result, group, values } = observationOf(rule, measured(watch, range, lines));
    const error = result.kind === 'no_data' ? slip : null;
    return {
      rule,
      result,
      group: watch.groups.length === 0 ? null : group,
      values,
      window,
      sql: watch.readable,
      error,
      isFinal: true,
    };
  } catch (error) {
    return { ...unknown, rule, window, sql: watch.readable, ...failed(deps, error) };
  }
}

function failed(deps: Pick<Deps, 'log'>, error: unknown): Pick<Finding, 'error' | 'isFinal'> {
  return { error: said(deps, error), isFinal: isOwnFault(error) };
}

/** What the query itself is at fault for; a limit that it met, or a store that went away, may be different next time. */
function isOwnFault(error: unknown): boolean {
  if (!(error instanceof ApiError) || error instanceof ReadStopped) return false;
  return error.code === 'invalid_query' || error.code === 'unknown_field';
}

function said(deps: Pick<Deps, 'log'>, error: unknown): string {
  if (error instanceof ApiError) return error.message;
  deps.log.warn({ err: error }, 'a check could not be run');
  return 'The store could not run the query.';
}

async function compiledCheck(
  deps: Pick<Deps, 'catalogues' | 'now'>,
  projectId: string,
  monitor: MonitorContent & { readonly rule_revision: number },
  slot: number,
  unknownFields: 'error' | 'attribute',
): Promise<Check> {
  const { from, to } = windowOf(ruleOf(monitor), slot);
  const own: TimeRange = { from: nsOf(from), to: nsOf(to) };
  // The present is where the window ends, however late the slot is judged: a replay and a preview find what the check would have.
  const compile = (text: string, range: TimeRange): Promise<Compiled> =>
    compileQuery(deps, projectId, {
      text,
      source,
      range,
      now: own.to,
      options: { unknownFields },
    });
  let text = monitor.log_query;
  let compiled = await compile(text, own);
  if (compiled.shape === 'rows') {
    text = continued(text, 'summarize count()');
    compiled = await compile(text, own);
  }
  let found = watch(compiled);
  const range = found === null ? own : withWholeBucket(own, found);
  if (range !== own) {
    compiled = await compile(text, range);
    found = watch(compiled);
  }
  if (found === null) {
    throw new ApiError('invalid_query', {
      parameter: 'query',
      message: 'The query gives no number to hold against the thresholds; end it with an aggregate such as count().',
    });
  }
  const window = range === own ? null : { from: new Date(msOf(range.from)), to: new Date(msOf(range.to)) };
  return {
    watch: found,
    rule: { ...ruleOf(monitor), counts: found.counts },
    range,
    window,
    slip: slipOf(compiled) ?? null,
  };
}

/** Buckets as long as the window are never whole inside it: then the newest whole bucket before its end is what is watched. */
function withWholeBucket(range: TimeRange, { binNs, binOriginNs }: Watch): TimeRange {
  if (binNs === null) return range;
  const whole = wholeBuckets(range, binNs, binOriginNs);
  return whole.from < whole.to ? range : { from: whole.to - binNs, to: whole.to };
}

/** From the beginning of the first to the end of the last that lies in a range. */
function wholeBuckets({ from, to }: TimeRange, binNs: bigint, originNs: bigint): TimeRange {
  return { from: from + modulo(originNs - from, binNs), to: to - modulo(to - originNs, binNs) };
}

/**
 * Each complete bucket of each group. A bucket that nothing fell into is a 0 where things are counted, if any other has
 * rows; of a group only behind its first one: before that it may not have been there yet.
 * Throws where all buckets lie elsewhere: those of another clock are not known to be complete, and no silence either.
 */
function measured(watch: Watch, range: TimeRange, lines: readonly string[]): Measured[] {
  const found: Measured[] = [];
  const buckets = new Map<string, Set<bigint>>();
  let isElsewhere = false;
  for (const line of lines) {
    const cells = jsonCells(line);
    const group = storable(
      beginning(watch.groups.map((index) => textOf(cells[index] ?? 'null')).join(', '), groupLengthMax),
    );
    if (watch.time !== null && watch.binNs !== null) {
      const start = timeNs(cells[watch.time] ?? 'null');
      if (start === null) continue;
      if (start + watch.binNs <= range.from || start >= range.to) isElsewhere = true;
      if (start < range.from || start + watch.binNs > range.to) continue;
      buckets.set(group, (buckets.get(group) ?? new Set()).add(start));
    }
    found.push({
      value: numberOf(cells[watch.value] ?? 'null'),
      rows: watch.rows === null ? 1 : (numberOf(cells[watch.rows] ?? '0') ?? 0),
      group,
    });
  }
  if (isElsewhere && found.length === 0) {
    throw new ApiError('invalid_query', {
      parameter: 'query',
      message:
        'All buckets of the query lie outside of the window; bin the time of the events itself, as in bin(timestamp, 1m).',
    });
  }
  if (!watch.gapsAreZero || watch.binNs === null) return found;
  const whole = wholeBuckets(range, watch.binNs, watch.binOriginNs);
  for (const [group, starts] of buckets) {
    const first = [...starts].reduce((one, other) => (one < other ? one : other));
    const from = watch.groups.length === 0 ? whole.from : first;
    if (BigInt(starts.size) < (whole.to - from) / watch.binNs) found.push({ value: 0, rows: 1, group });
  }
  return found;
}

function numberOf(cell: string): number | null {
  const value: unknown = JSON.parse(cell);
  if (value === 'inf' || value === '-inf') return value === 'inf' ? Infinity : -Infinity;
  return typeof value === 'number' ? value : null;
}

function textOf(cell: string): string {
  const value: unknown = JSON.parse(cell);
  if (value === null) return 'none';
  return typeof value === 'string' ? value : cell;
}

/** Buckets begin at whole milliseconds: there are at most 10 000 in a window of a minute or more. */
function timeNs(cell: string): bigint | null {
  const value: unknown = JSON.parse(cell);
  return typeof value === 'string' ? nsOf(new Date(value)) : null;
}
