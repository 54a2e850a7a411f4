// What happened in a day or a week, in a few lines.

import type { Deps } from '../../deps.ts';
import { nsOf, utcTime } from '../../lib/time.ts';
import { ReadStopped } from '../../store/read.ts';
import { oneLine, type Message } from '../notifications/message.ts';
import { compileQuery } from '../query/run.ts';
import { periodBefore, type Period } from './period.ts';
import { selectAlertCounts, selectNewIssues } from './queries.ts';

const linesMax = 10;
const daysOf = { daily: 'a day', weekly: 'a week' } as const;
const isError = 'countif(level in ("ERROR", "FATAL") or status_code == "ERROR")';
const totals = `summarize events = count(), errors = ${isError}`;
const byService = `${totals} by service | sort by events desc | take ${linesMax}`;
/** Nobody waits for it: it may take longer than what is asked for on a page. */
const executionMsMax = 30_000;
const unknown = 'could not be counted';

type Needs = Pick<Deps, 'sql' | 'reader' | 'catalogues' | 'now' | 'log'>;
/** Null where the store could not say. */
type Numbers = readonly { readonly name: string; readonly values: readonly number[] }[] | null;

export async function reportOf(
  deps: Needs,
  project: { readonly id: string; readonly title: string; readonly time_zone: string },
  period: Period,
  signal: AbortSignal,
): Promise<Message> {
  const before = periodBefore(period, project.time_zone);
  const now = totalsOf(await numbers(deps, project.id, totals, period, signal));
  const past = totalsOf(await numbers(deps, project.id, totals, before, signal));
  const services = await numbers(deps, project.id, byService, period, signal);
  const alerts = await selectAlertCounts(deps.sql, project.id, period, linesMax);
  const issues = await selectNewIssues(deps.sql, project.id, period, linesMax);
  const span = period.kind === 'daily' ? period.day : `the week from ${period.day}`;
  return {
    kind: 'REPORT',
    severity: 'info',
    headline: `${project.title}: ${period.kind} report for ${span}`,
    text: [
      ...section(
        'Services',
        services === null
          ? [unknown]
          : services.map(({ name, values: [all = 0, bad = 0] }) => `${oneLine(name)}: ${all} events, ${bad} errors`),
      ),
      ...section(
        'Alerts',
        alerts.map((one) => `${oneLine(one.title)}: ${one.alerts}`),
      ),
      ...section(
        'New issues',
        issues.map((one) => `#${one.seq} ${oneLine(one.title)} (${one.occurrences} times)`),
      ),
    ].join('\n'),
    facts: [
      ['Period', `${utcTime(period.from)} to ${utcTime(period.to)}, ${daysOf[period.kind]} in ${project.time_zone}`],
      ['Events', counted(now?.events, past?.events)],
      ['Errors', counted(now?.errors, past?.errors)],
      ['Alerts', String(alerts[0]?.total ?? 0)],
      ['New issues', String(issues[0]?.total ?? 0)],
    ],
    path: '/api/v1/me',
    at: deps.now().toISOString(),
    data: {
      report: period.kind,
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      events: now?.events ?? null,
      errors: now?.errors ?? null,
      services: services?.map(({ name, values: [all = 0, bad = 0] }) => ({ name, events: all, errors: bad })) ?? null,
    },
  };
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ''];
}

function totalsOf(found: Numbers): { events: number; errors: number } | undefined {
  if (found === null) return undefined;
  const [events = 0, errors = 0] = found[0]?.values ?? [];
  return { events, errors };
}

function counted(now: number | undefined, before: number | undefined): string {
  if (now === undefined) return unknown;
  return `${now} (${before === undefined ? `those before ${unknown}` : change(now, before)})`;
}

function change(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'none before either' : 'none before';
  const percent = Math.round(((now - before) / before) * 100);
  return percent === 0 ? 'as before' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
}

/**
 * What is too much to count by day is too much at every try of that day: the report does without. Of a store that is away,
 * the job's next attempt asks again.
 */
async function numbers(
  deps: Needs,
  projectId: string,
  text: string,
  range: { readonly from: Date; readonly to: Date },
  signal: AbortSignal,
): Promise<Numbers> {
  try {
    return await count(deps, projectId, text, range, signal);
  } catch (error) {
    if (!(error instanceof ReadStopped) || error.reason === 'away') throw error;
    deps.log.warn({ err: error, project: projectId }, 'a report goes out without all of its numbers');
    return null;
  }
}

async function count(
  deps: Needs,
  projectId: string,
  text: string,
  range: { readonly from: Date; readonly to: Date },
  signal: AbortSignal,
): Promise<NonNullable<Numbers>> {
  const { columns, sql, params } = await compileQuery(deps, projectId, {
    text,
    source: 'events',
    range: { from: nsOf(range.from), to: nsOf(range.to) },
  });
  const limits = { executionMsMax };
  const lines = await deps.reader.rows({ projectId, operation: 'report', sql, params, signal, limits });
  const named = columns.findIndex(({ name }) => name === 'service');
  return lines.map((line) => {
    const cells = JSON.parse(line) as (string | number | null)[];
    return {
      name: (cells[named] as string | null | undefined) ?? 'no service',
      values: cells.filter((_, index) => index !== named).map(Number),
    };
  });
}
