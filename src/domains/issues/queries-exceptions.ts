import type { ClickHouseClient } from '@clickhouse/client';
import { scanRows } from '../scan/queries.ts';

/** What is kept of a group's newest exception. */
const messageCharsMax = 4_096;
const stackCharsMax = 32_768;
/** Of a group; what an issue remembers of them is as much. */
const traceHashesMax = 1_000;

export interface Batch {
  readonly batch: string;
  readonly arrivedS: number;
}

/** Batches with exceptions, in the order of their arrival. */
export async function selectBatches(
  clickhouse: ClickHouseClient,
  projectId: string,
  wanted: { readonly sinceS: number; readonly untilS: number; readonly rowsMax: number },
  signal: AbortSignal,
): Promise<Batch[]> {
  const rows = await scanRows<[string, number]>(
    clickhouse,
    `
SELECT toString(e.batch), toUnixTimestamp(max(e.ingested_at)) AS arrived
FROM events AS e
WHERE e.project_id = {project:String}
  AND e.ingested_at >= toDateTime({since:Int64}, 'UTC') AND e.ingested_at < toDateTime({until:Int64}, 'UTC')
  AND (e.exc_type != '' OR e.exc_message != '' OR e.exc_stack != '')
GROUP BY e.batch
ORDER BY arrived, e.batch
LIMIT {limit:UInt32}`,
    { project: projectId, since: wanted.sinceS, until: wanted.untilS, limit: wanted.rowsMax },
    signal,
  );
  return rows.map(([batch, arrivedS]) => ({ batch, arrivedS }));
}

export interface ExceptionGroup {
  readonly service: string;
  readonly type: string;
  readonly count: number;
  readonly traces: number;
  /** Hashes of some of them, as decimal numbers. */
  readonly traceHashes: readonly string[];
  readonly severity: number;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  readonly arrived: Date;
  /** The newest. */
  readonly message: string;
  readonly stacktrace: string;
  readonly eventId: string;
  readonly time: string;
  readonly traceId: string;
  readonly spanId: string;
}

type Cells = [
  string,
  string,
  string,
  string,
  number,
  number,
  number,
  number,
  string,
  string,
  string,
  string,
  string,
  string,
  string[],
];

const thrown = `
FROM events AS e
WHERE e.project_id = {project:String}
  AND e.ingested_at >= toDateTime({since:Int64}, 'UTC') AND e.batch IN {batches:Array(UInt64)}
  AND (e.exc_type != '' OR e.exc_message != '' OR e.exc_stack != '')`;

const kind = `e.service, e.exc_type, cityHash64(replaceRegexpAll(e.exc_message, '[0-9]+', '0')),
         cityHash64(replaceRegexpAll(if(e.exc_message = '', e.exc_stack, replaceAll(e.exc_stack, e.exc_message, '')),
                                     '(:|line )[0-9]+', ''))`;

/**
 * Exceptions of some batches, already together where only numbers differ: never coarser than a fingerprint, and so few
 * that they can be read. Numbers in messages are values; those behind a colon or "line" in a stack are lines. The most
 * frequent of each service first: no service takes the room of another. `skip`: so many of them were read.
 */
export async function selectExceptions(
  clickhouse: ClickHouseClient,
  projectId: string,
  from: {
    readonly sinceS: number;
    readonly batches: readonly string[];
    readonly skip: number;
    readonly groupsMax: number;
  },
  signal: AbortSignal,
): Promise<ExceptionGroup[]> {
  if (from.batches.length === 0) return [];
  const rows = await scanRows<Cells>(
    clickhouse,
    `
SELECT e.service, e.exc_type, toString(count()), toString(uniqExactIf(e.trace_id, e.trace_id != '')),
       max(e.severity), toUnixTimestamp64Milli(CAST(min(e.ts) AS DateTime64(3, 'UTC'))) / 1000,
       toUnixTimestamp64Milli(CAST(max(e.ts) AS DateTime64(3, 'UTC'))) / 1000, toUnixTimestamp(max(e.ingested_at)),
       (argMax((substringUTF8(e.exc_message, 1, {messageMax:UInt32}), substringUTF8(e.exc_stack, 1, {stackMax:UInt32}),
                toString(e.id), toString(e.ts), e.trace_id, e.span_id), (e.ts, e.id)) AS newest).1,
       newest.2, newest.3, newest.4, newest.5, newest.6,
       arrayMap(x -> toString(x), groupUniqArrayIf({tracesMax:UInt32})(reinterpretAsInt64(cityHash64(e.trace_id)), e.trace_id != ''))
${thrown} AND (${kind}) GLOBAL IN (
  SELECT ${kind} ${thrown}
  GROUP BY ${kind}
  ORDER BY row_number() OVER (PARTITION BY e.service ORDER BY count() DESC, ${kind}), e.service
  LIMIT {limit:UInt32} OFFSET {skip:UInt32}
)
GROUP BY ${kind}
ORDER BY count() DESC, e.service, e.exc_type
LIMIT {limit:UInt32}`,
    {
      project: projectId,
      since: from.sinceS,
      batches: from.batches.map(BigInt),
      limit: from.groupsMax,
      skip: from.skip,
      messageMax: messageCharsMax,
      stackMax: stackCharsMax,
      tracesMax: traceHashesMax,
    },
    signal,
  );
  return rows.map((cells) => {
    const [service, type, count, traces, severity, first, last, arrived] = cells;
    const [, , , , , , , , message, stacktrace, eventId, time, traceId, spanId, traceHashes] = cells;
    return {
      service,
      type,
      count: Number(count),
      traces: Number(traces),
      traceHashes,
      severity,
      firstSeen: new Date(first * 1000),
      lastSeen: new Date(last * 1000),
      arrived: new Date(arrived * 1000),
      message,
      stacktrace,
      eventId,
      time,
      traceId,
      spanId,
    };
  });
}
