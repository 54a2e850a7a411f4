/** What a list knows of a row, whatever columns were asked for. */
export interface Place {
  readonly id: string;
  readonly ts: bigint;
  readonly durationNs: bigint;
  readonly isSpan: boolean;
  readonly traceId: string;
  /** Of a log: the span it was written in. */
  readonly spanId: string;
  readonly parentId: string;
  readonly service: string;
}

/** The columns that say so. */
export const placeColumns = [
  'id',
  'start_time_ns',
  'duration',
  'kind',
  'trace_id',
  'latency_breakdown',
  'parent_id',
  'service',
] as const;

/** Reads the place out of a row's cells; undefined when the columns are not those of an event, but what a query made. */
export function placeReader(
  columns: readonly string[],
  made: readonly string[],
): ((cells: readonly string[]) => Place) | undefined {
  if (placeColumns.some((name) => made.includes(name) || !columns.includes(name))) return undefined;
  const places = placeColumns.map((name) => columns.indexOf(name));
  const [id = 0, start = 0, duration = 0, kind = 0, trace = 0, span = 0, parent = 0, service = 0] = places;
  return (cells) => ({
    id: text(cells[id]),
    ts: integer(cells[start]),
    durationNs: integer(cells[duration]),
    isSpan: text(cells[kind]) !== 'log',
    traceId: text(cells[trace]),
    spanId: text(cells[span]),
    parentId: text(cells[parent]),
    service: text(cells[service]),
  });
}

/** A log record has no duration. */
function integer(cell: string | undefined): bigint {
  return cell === undefined || cell === 'null' ? 0n : BigInt(cell);
}

function text(cell: string | undefined): string {
  return cell === undefined || cell === 'null' ? '' : (JSON.parse(cell) as string);
}

/** Where it stands in a trace: a log is a leaf of its own below its span. */
export function traceRowOf(place: Place) {
  const { id, ts, durationNs, isSpan, traceId, spanId, parentId, service } = place;
  return {
    id: isSpan ? spanId || id : id,
    traceId,
    parentId: isSpan ? parentId : spanId,
    service,
    startNs: ts,
    durationNs,
  };
}
