import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../errors.ts';
import { tableNames } from '../../../query/catalogue/catalogue.ts';
import { formatDatetime } from '../../../query/syntax/datetime.ts';
import { format } from '../../../query/syntax/format.ts';
import { parse } from '../../../query/syntax/parser.ts';
import { variablesIn } from '../../../query/syntax/variables.ts';
import { listEvents, type Listed } from '../../events/list/list.ts';
import { seriesMax } from '../../metrics/dataset.ts';
import type { MetricsAnswer } from '../../metrics/schema.ts';
import { metricsJson, readMetrics } from '../../metrics/service.ts';
import type { Actor } from '../../permission.ts';
import { queryFault } from '../../query/run.ts';
import { queryVariables, type Placeholders } from '../placeholders.ts';
import { shownBy } from '../shown.ts';
import type { Pieces } from '../../../lib/pieces.ts';
import type { Widget } from '../widget-schema.ts';
import { merged, type Part, partOf } from './merge.ts';
import { runSql } from './sql.ts';

export type WidgetDeps = Pick<Deps, 'reader' | 'catalogues' | 'now' | 'sqlMode' | 'log'>;

export interface WidgetContext {
  readonly deps: WidgetDeps;
  readonly actor: Actor;
  readonly signal: AbortSignal;
}

const listRowsMax = 100;

/** What a widget is without its data. */
function headOf({ id, type, title, unit, query, queries, sql, layout }: Widget) {
  return { id, type, title, unit, query, queries, sql, layout };
}

export function withoutData(widget: Widget, error: string): Pieces {
  return [JSON.stringify({ ...headOf(widget), error })];
}

/** One widget as JSON text. It never fails: what goes wrong is in its `error`. */
export async function runWidget(
  context: WidgetContext,
  widget: Widget,
  placeholders: Placeholders,
  failedConstants: ReadonlyMap<string, string>,
): Promise<Pieces> {
  const { query, queries, sql } = widget;
  const head = headOf(widget);
  const written = [query, sql, ...(queries ?? []).map((one) => one.query)].join('\n');
  const used = new Set(variablesIn(written));
  const failed = [...failedConstants].find(([name]) => used.has(name));
  if (failed !== undefined) return withoutData(widget, `The constant ${failed[0]} failed: ${failed[1]}`);
  try {
    const data = await dataOf(context, widget, placeholders);
    if (data === undefined) return [JSON.stringify(head)];
    const text = 'text' in data ? data.text : await metricsJson(data);
    return [`${JSON.stringify({ ...head, error: data.error }).slice(0, -1)},"data":`, ...text, '}'];
  } catch (error) {
    return withoutData(widget, sentence(context, error));
  }
}

function sentence({ deps, actor, signal }: WidgetContext, error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (signal.aborted) return 'The dashboard took too long; this widget was not finished.';
  deps.log.error({ err: error, requestId: actor.requestId }, 'a widget failed');
  return 'Something went wrong on our side; the request id finds it in the log.';
}

async function dataOf(
  context: WidgetContext,
  widget: Widget,
  placeholders: Placeholders,
): Promise<MetricsAnswer | Listed | undefined> {
  const { deps, actor, signal } = context;
  const { query, queries, sql, type } = widget;
  const shown = shownBy[type];
  if (shown.kind === 'nothing') return undefined;
  if (sql !== undefined) return runSql(context, sql, placeholders, shown.kind === 'chart');
  const text = query ?? queries?.[0]?.query ?? ('fallback' in shown ? shown.fallback : undefined);
  if (text === undefined) throw new ApiError('invalid_query', { message: 'This widget has no query.' });
  if (shown.kind === 'list') {
    return listEvents(
      deps,
      actor,
      {
        query: inOneText(text, placeholders),
        source: shown.source,
        from: formatDatetime(placeholders.range.from),
        to: formatDatetime(placeholders.range.to),
        limit: listRowsMax,
        with_children: shown.withChildren,
      },
      signal,
    );
  }
  const read = (one: string) =>
    readMetrics(
      deps,
      actor.projectId,
      {
        text: one,
        source: 'events',
        range: placeholders.range,
        dataType: shown.kind === 'table' ? 'json' : 'metric',
        variables: queryVariables(placeholders),
      },
      signal,
    );
  if (queries === undefined || queries.length === 0) return read(text);
  // One after the other: a widget takes one of the places that the widgets have at once.
  const parts: Part[] = [];
  let series = 0;
  for (const [index, one] of queries.entries()) {
    if (series >= seriesMax) {
      const left = `A chart has no more than ${seriesMax} series: what comes behind query ${index} is left out.`;
      const whole = merged(parts);
      return { ...whole, error: whole.error === undefined ? left : `${whole.error} ${left}` };
    }
    const data = await read(one.query);
    parts.push(partOf(one.label ?? `query ${index + 1}`, data));
    if (data.dataset.length > 0) series += data.headers.length - 1;
  }
  return merged(parts);
}

/** With the values in their places, in the language’s own spelling: links to further pages work without the dashboard. */
function inOneText(text: string, placeholders: Placeholders): string {
  if (!text.includes('{{')) return text;
  const { query, diagnostics } = parse(text, tableNames, queryVariables(placeholders));
  if (diagnostics.some(({ severity }) => severity === 'error')) throw queryFault(text, diagnostics, 'query');
  return format(query);
}
