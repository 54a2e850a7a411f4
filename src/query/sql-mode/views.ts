import { unfiltered } from '../clickhouse/storage.ts';

/** The documented views of SQL mode: their columns, and how each is read from the tables. */

export interface SqlColumn {
  readonly name: string;
  /** Over the tables of `from`. */
  readonly sql: string;
  readonly description: string;
}

export interface SqlView {
  readonly name: 'events' | 'metrics';
  readonly description: string;
  readonly columns: readonly SqlColumn[];
  readonly from: (table: (name: string) => string) => string;
}

const column = (name: string, sql: string, description: string): SqlColumn => ({ name, sql, description });

/** Of rows from before ClickHouse 0014 numbers are in a map of their own. */
const numbers =
  "mapUpdate(e.attrs_num, mapApply((k, sent) -> (k, toFloat64OrZero(e.attrs[k])), mapFilter((k, sent) -> sent IN ('int', 'double'), e.attrs_types)))";

export const sqlViews: readonly SqlView[] = [
  {
    name: 'events',
    description: 'Logs and spans, one row each.',
    columns: [
      column('id', 'e.id', 'Id of the event.'),
      column('project_id', 'toString(e.project_id)', 'The project; always your own.'),
      column('timestamp', 'e.ts', 'When it happened, or a span began; nanoseconds.'),
      column(
        'kind',
        "if(e.kind = 'span', if(e.span_kind = 'unset', 'internal', toString(e.span_kind)), 'log')",
        'log, or the kind of a span: internal, server, client, producer, consumer.',
      ),
      column('service', 'toString(e.service)', 'The service that sent it.'),
      column('environment', 'toString(e.env)', 'Deployment environment.'),
      column('host', 'toString(e.host)', 'Host that sent it.'),
      column('level', 'toString(e.level)', 'Severity of a log: TRACE, DEBUG, INFO, WARN, ERROR, FATAL.'),
      column('severity_number', 'e.severity', 'Severity as OpenTelemetry counts it, 1 to 24.'),
      column('name', 'toString(e.name)', 'Name of the span.'),
      column('body', 'e.body', 'Message of a log.'),
      column('trace_id', 'e.trace_id', 'Trace it belongs to.'),
      column('span_id', 'e.span_id', 'Id of the span.'),
      column('parent_id', 'e.parent_span_id', 'Id of the parent span; empty for a root.'),
      column(
        'status_code',
        "if(e.kind = 'span', upper(toString(e.status)), '')",
        'Outcome of a span: OK, ERROR or UNSET; empty for a log.',
      ),
      column('status_message', 'e.status_message', 'What the span says about its outcome.'),
      column('duration', 'e.duration_ns', 'Duration of the span in nanoseconds.'),
      column('errors', 'e.is_error', 'Whether it is an error.'),
      column('session_id', 'e.session_id', 'Session of a user.'),
      column('exception_type', 'toString(e.exc_type)', 'Type of the exception it reports.'),
      column('exception_message', 'e.exc_message', 'Message of that exception.'),
      column('attributes', 'e.attrs', "Attributes, as text: attributes['http.route']."),
      column(
        'attribute_values',
        `mapValues(mapFilter((k, v) -> NOT match(k, '${unfiltered.source}'), e.attrs))`,
        "What an index knows, for a value that few rows have: has(attribute_values, 'x') AND attributes['key'] = 'x'. Not of url.path, user.id, session.id, exceptions.",
      ),
      column('attributes_number', numbers, 'Those attributes that are numbers; 0 for one that is missing.'),
      column('resource', 'e.res', "What is known of the sender: resource['k8s.pod.name']."),
    ],
    from: (table) => `${table('events')} AS e`,
  },
  {
    name: 'metrics',
    description: 'Points of gauges and sums, one row each.',
    columns: [
      column('project_id', 'toString(p.project_id)', 'The project; always your own.'),
      column('timestamp', 'p.ts', 'Time of the point.'),
      column('metric_name', 'toString(p.metric)', 'Name of the metric.'),
      column('metric_type', 'upper(toString(s.type))', 'GAUGE or SUM.'),
      column('metric_unit', 'toString(s.unit)', 'Unit of the metric.'),
      column('value', 'p.value', 'Value of the point.'),
      column('series_id', 'p.series_id', 'Which series the point belongs to.'),
      column('service', 'toString(s.service)', 'The service that sent it.'),
      column('environment', 'toString(s.env)', 'Deployment environment.'),
      column('attributes', 's.attrs', 'Labels of the series.'),
      column('resource', 's.res', 'What is known of the sender.'),
    ],
    from: (table) =>
      `(SELECT * FROM ${table('metric_points')} WHERE bitAnd(flags, 1) = 0) AS p ` +
      `SEMI LEFT JOIN (SELECT * FROM ${table('metric_series')}) AS s ON s.project_id = p.project_id AND s.metric = p.metric AND s.series_id = p.series_id`,
  },
];

/** Tables that the views are made of: what the user behind them may read, each filtered by project. */
export const sqlModeTables = ['events', 'metric_points', 'metric_series', 'sql_witness'] as const;

export function viewSql(view: SqlView, database: string): string {
  const table = (name: string) => `\`${database}\`.\`${name}\``;
  const columns = view.columns.map(({ name, sql }) => `${sql} AS \`${name}\``);
  return `SELECT ${columns.join(', ')} FROM ${view.from(table)}`;
}
