import { inTurns } from '../../lib/in-turns.ts';
import type { Reader } from '../../store/read.ts';
import { charsPerTurn } from '../query/run.ts';
import type { EventRow } from './record.ts';

/** A span that says nothing of its kind is an internal one, as in queries. */
const spanKind = "if(e.span_kind = 'unset', 'internal', toString(e.span_kind))";

/** What the engine is asked for each field of a row. */
type Columns<T> = Readonly<Record<keyof T, string>>;

/** Exact numbers come as text. */
const recordColumns: Columns<EventRow> = {
  id: 'e.id',
  timestamp: 'e.ts',
  observed: "if(toUnixTimestamp64Nano(e.observed_ts) = 0, CAST(e.ingested_at AS DateTime64(9, 'UTC')), e.observed_ts)",
  kind: 'e.kind',
  startNs: 'toString(toUnixTimestamp64Nano(e.ts))',
  durationNs: 'toString(e.duration_ns)',
  service: 'e.service',
  environment: 'e.env',
  host: 'e.host',
  scopeName: 'e.scope_name',
  scopeVersion: 'e.scope_version',
  severity: 'e.severity',
  severityText: 'e.severity_text',
  level: 'e.level',
  name: 'e.name',
  body: 'e.body',
  bodyType: 'e.body_type',
  traceId: 'e.trace_id',
  spanId: 'e.span_id',
  parentId: 'e.parent_span_id',
  spanKind: spanKind,
  status: 'e.status',
  statusMessage: 'e.status_message',
  traceState: 'e.trace_state',
  flags: 'e.flags',
  resource: 'e.res',
  resourceTypes: 'e.res_types',
  attributes: 'e.attrs',
  // Rows from before ClickHouse 0014 have their numbers in a map of these.
  attributeTypes:
    "mapUpdate(mapApply((k, v) -> (k, 'double'), e.attrs_num), CAST(e.attrs_types, 'Map(LowCardinality(String), String)'))",
  meta: 'e.meta',
  events: 'e.span_events',
  links: 'e.span_links',
  exceptionType: 'e.exc_type',
  exceptionMessage: 'e.exc_message',
  exceptionStack: 'e.exc_stack',
  sessionId: 'e.session_id',
  errors: 'e.is_error',
  httpStatus: 'e.http_status',
  httpMethod: 'e.http_method',
  httpRoute: 'e.http_route',
  urlPath: 'e.url_path',
  dbSystem: 'e.db_system',
  peer: 'e.peer',
  peerKind: 'e.peer_kind',
  shape: 'lower(hex(e.shape))',
  endpoint: 'lower(hex(e.endpoint))',
};

export interface EventAt {
  readonly id: string;
  /** Half-open, as DateTime64(9) parameters; narrow, so that only its granules are read. */
  readonly from: string;
  readonly to: string;
}

/**
 * In PREWHERE by name: the engine would put it there, which takes a tenth of what a statement with so many columns does. The
 * time first: a granule of each service may hold it, and of all but one no other column is read.
 */
export async function selectEvent(
  reader: Reader,
  projectId: string,
  at: EventAt,
  signal: AbortSignal,
): Promise<EventRow | undefined> {
  const [line] = await reader.rows({
    projectId,
    operation: 'get_event',
    signal,
    sql: `
SELECT ${Object.values(recordColumns).join(', ')}
FROM events AS e
PREWHERE e.ts >= {from:DateTime64(9, 'UTC')} AND e.ts < {to:DateTime64(9, 'UTC')} AND e.id = {id:UUID}
  AND e.project_id = {project:String}
LIMIT 1`,
    params: { project: projectId, ...at },
  });
  return line === undefined ? undefined : objectOf<EventRow>(recordColumns, line);
}

/** What is told of a trace as a whole. */
export interface TraceSummary {
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly spanCount: number;
  readonly logCount: number;
  readonly errorCount: number;
  readonly services: readonly string[];
}

/** Of all rows of a trace, however many there are: from a row or two of its own table, found by key. */
export async function selectTraceSummary(
  reader: Reader,
  projectId: string,
  traceId: string,
  signal: AbortSignal,
): Promise<TraceSummary> {
  const [line] = await reader.rows({
    projectId,
    operation: 'get_trace',
    signal,
    sql: `
SELECT toString(toUnixTimestamp64Nano(min(t.start))), toString(toUnixTimestamp64Nano(max(t.end))),
       sum(t.span_count), sum(t.log_count), sum(t.error_count),
       arraySort(arrayFilter(s -> s != '', groupUniqArrayArray(t.services)))
FROM traces AS t
WHERE t.project_id = {project:String} AND t.trace_id = {trace:String}`,
    params: { project: projectId, trace: traceId },
  });
  type Cells = [string, string, number, number, number, string[]];
  const [start, end, spanCount, logCount, errorCount, services] = JSON.parse(line ?? '') as Cells;
  return { startNs: BigInt(start), endNs: BigInt(end), spanCount, logCount, errorCount, services };
}

/** From the first start to the last end of several traces, and how many rows each has. */
export async function selectTraceExtent(
  reader: Reader,
  projectId: string,
  traceIds: readonly string[],
  signal: AbortSignal,
): Promise<{ from: bigint; to: bigint; rowsOf: Readonly<Record<string, number>> } | undefined> {
  const [line] = await reader.rows({
    projectId,
    operation: 'list_events',
    signal,
    sql: `
SELECT toString(toUnixTimestamp64Nano(min(t.start))), toString(toUnixTimestamp64Nano(max(t.end))),
       sumMap(map(t.trace_id, t.span_count + t.log_count))
FROM traces AS t
WHERE t.project_id = {project:String} AND t.trace_id IN {traces:Array(String)}`,
    params: { project: projectId, traces: traceIds },
  });
  const [from, to, rowsOf] = JSON.parse(line ?? '["0","0",{}]') as [string, string, Record<string, number>];
  return Object.keys(rowsOf).length === 0 ? undefined : { from: BigInt(from), to: BigInt(to), rowsOf };
}

/** A row of a trace, as text where digits matter. */
export interface TraceEvent {
  readonly id: string;
  readonly kind: string;
  readonly timestamp: string;
  readonly startNs: string;
  readonly durationNs: string;
  readonly service: string;
  readonly name: string;
  readonly level: string;
  readonly body: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly spanKind: string;
  readonly status: string;
  readonly statusMessage: string;
  readonly exception: string;
  readonly errors: boolean;
  readonly sessionId: string;
}

const traceColumns: Columns<TraceEvent> = {
  id: 'e.id',
  kind: 'e.kind',
  timestamp: 'e.ts',
  startNs: 'toString(toUnixTimestamp64Nano(e.ts))',
  durationNs: 'toString(e.duration_ns)',
  service: 'e.service',
  name: 'e.name',
  level: 'e.level',
  body: 'substringUTF8(e.body, 1, 2000)',
  spanId: 'e.span_id',
  parentId: 'e.parent_span_id',
  spanKind: spanKind,
  status: 'e.status',
  statusMessage: 'substringUTF8(e.status_message, 1, 2000)',
  exception: `arrayStringConcat(arrayFilter(x -> x != '', [e.exc_type, substringUTF8(e.exc_message, 1, 2000)]), ': ')`,
  errors: 'e.is_error',
  sessionId: 'e.session_id',
};

/** One statement, which looks up by itself when the trace was: to ask for that before costs as much again. */
export async function selectTraceEvents(
  reader: Reader,
  projectId: string,
  traceId: string,
  rowsMax: number,
  signal: AbortSignal,
): Promise<TraceEvent[]> {
  const lines = await reader.rows({
    projectId,
    operation: 'get_trace',
    signal,
    sql: `
WITH (
  SELECT tuple(min(t.start), max(t.end))
  FROM traces AS t
  WHERE t.project_id = {project:String} AND t.trace_id = {trace:String}
) AS bounds
SELECT ${Object.values(traceColumns).join(', ')}
FROM events AS e
PREWHERE e.project_id = {project:String}
  AND e.ts >= bounds.1 AND e.ts <= bounds.2
  AND e.trace_id = {trace:String}
ORDER BY e.ts, e.id
LIMIT {limit:UInt32}`,
    params: { project: projectId, trace: traceId, limit: rowsMax },
  });
  const events: TraceEvent[] = [];
  for await (const line of inTurns(lines, charsPerTurn, ({ length }) => length))
    events.push(objectOf<TraceEvent>(traceColumns, line));
  return events;
}

export interface Neighbour {
  readonly id: string;
  readonly timestamp: string;
  readonly kind: string;
  readonly service: string;
  readonly level: string;
  readonly name: string;
  readonly body: string;
  readonly durationNs: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly errors: boolean;
}

const neighbourColumns: Columns<Neighbour> = {
  id: 'e.id',
  timestamp: 'e.ts',
  kind: `if(e.kind = 'span', ${spanKind}, 'log')`,
  service: 'e.service',
  level: 'e.level',
  name: 'e.name',
  body: 'substringUTF8(e.body, 1, 2000)',
  durationNs: 'toString(e.duration_ns)',
  traceId: 'e.trace_id',
  spanId: 'e.span_id',
  errors: 'e.is_error',
};

/** The nearest events on one side of another, in a window of time that the caller widens when it holds too few. */
export async function selectNeighbours(
  reader: Reader,
  projectId: string,
  around: {
    readonly id: string;
    readonly at: string;
    readonly side: 'before' | 'after';
    readonly bound: string;
    readonly limit: number;
  },
  within: { readonly service: string } | { readonly traceId: string },
  signal: AbortSignal,
): Promise<Neighbour[]> {
  const before = around.side === 'before';
  const [window, order] = before
    ? [
        "e.ts >= {bound:DateTime64(9, 'UTC')} AND e.ts <= {at:DateTime64(9, 'UTC')} AND (e.ts, e.id) < ({at:DateTime64(9, 'UTC')}, {id:UUID})",
        'DESC',
      ]
    : [
        "e.ts >= {at:DateTime64(9, 'UTC')} AND e.ts <= {bound:DateTime64(9, 'UTC')} AND (e.ts, e.id) > ({at:DateTime64(9, 'UTC')}, {id:UUID})",
        'ASC',
      ];
  const scope = 'service' in within ? 'e.service = {scope:String}' : 'e.trace_id = {scope:String}';
  const lines = await reader.rows({
    projectId,
    operation: 'get_event_context',
    signal,
    sql: `
SELECT ${Object.values(neighbourColumns).join(', ')}
FROM events AS e
WHERE e.project_id = {project:String} AND ${window} AND ${scope}
ORDER BY e.ts ${order}, e.id ${order}
LIMIT {limit:UInt32}`,
    params: {
      project: projectId,
      id: around.id,
      at: around.at,
      bound: around.bound,
      scope: 'service' in within ? within.service : within.traceId,
      limit: around.limit,
    },
  });
  return lines.map((line) => objectOf<Neighbour>(neighbourColumns, line));
}

function objectOf<T extends object>(columns: Columns<T>, line: string): T {
  const cells = JSON.parse(line) as unknown[];
  const made: Record<string, unknown> = {};
  for (const [index, name] of Object.keys(columns).entries()) made[name] = cells[index];
  return made as T;
}
