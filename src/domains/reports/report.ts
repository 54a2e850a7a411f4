// What happened in a day or a week, in a few lines.

import type { Deps } from '../../deps.ts';
import { nsOf, utcTime } from '../../lib/time.ts';
import { oneLine, type Message } from '../notifications/message.ts';
import { compileQuery, runQuery } from '../query/run.ts';
import { periodBefore, type Period } from './period.ts';
import { selectAlertCounts, selectNewIssues } from './queries.ts';

const linesMax = 10;
const daysOf = { daily: 'a day', weekly: 'a week' } as const;
const isError = 'countif(level in ("ERROR", "FATAL") or status_code == "ERROR")';
const totals = `summarize events = count(), errors = ${isError}`;
const byService = `${totals} by service | sort by events desc | take ${linesMax}`;

type Needs = Pick<Deps, 'sql' | 'reader' | 'catalogues' | 'now'>;

export async function reportOf(
  deps: Needs,
  project: { readonly id: string; readonly title: string; readonly time_zone: string },
  period: Period,
  signal: AbortSignal,
): Promise<Message> {
  const before = periodBefore(period, project.time_zone);
  const [now] = await numbers(deps, project.id, totals, period, signal);
  const [past] = await numbers(deps, project.id, totals, before, signal);
  const services = await numbers(deps, project.id, byService, period, signal);
  const alerts = await selectAlertCounts(deps.sql, project.id, period, linesMax);
  const issues = await selectNewIssues(deps.sql, project.id, period, linesMax);
  const span = period.kind === 'daily' ? period.day : `the week from ${period.day}`;
  const [events = 0, errors = 0] = now?.values ?? [];
  const [eventsBefore = 0, errorsBefore = 0] = past?.values ?? [];
  return {
    kind: 'REPORT',
    severity: 'info',
    headline: `${project.title}: ${period.kind} report for ${span}`,
    text: [
      ...section(
        'Services',
        services.map(({ name, values: [all = 0, bad = 0] }) => `${oneLine(name)}: ${all} events, ${bad} errors`),
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
      ['Events', `${events} (${change(events, eventsBefore)})`],
      ['Errors', `${errors} (${change(errors, errorsBefore)})`],
      ['Alerts', String(alerts[0]?.total ?? 0)],
      ['New issues', String(issues[0]?.total ?? 0)],
    ],
    path: '/api/v1/me',
    at: deps.now().toISOString(),
    data: {
      report: period.kind,
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      events,
      errors,
      services: services.map(({ name, values: [all = 0, bad = 0] }) => ({ name, events: all, errors: bad })),
    },
  };
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ''];
}

function change(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'none before either' : 'none before';
  const percent = Math.round(((now - before) / before) * 100);
  return percent === 0 ? 'as before' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
}

async function numbers(
  deps: Needs,
  projectId: string,
  text: string,
  range: { readonly from: Date; readonly to: Date },
  signal: AbortSignal,
): Promise<{ name: string; values: number[] }[]> {
  const compiled = await compileQuery(deps, projectId, {
    text,
    source: 'events',
    range: { from: nsOf(range.from), to: nsOf(range.to) },
  });
  const rows = await runQuery(deps, projectId, compiled, { operation: 'report', signal });
  const named = compiled.columns.findIndex(({ name }) => name === 'service');
  return rows.map((cells) => ({
    name: (JSON.parse(cells[named] ?? 'null') as string | null) ?? 'no service',
    values: cells.filter((_, index) => index !== named).map(Number),
  }));
}
