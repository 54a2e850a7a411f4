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
  if (placeColumns.some((name) => made.includes(name))) return undefined;
  const [id, start, duration, kind, trace, span, parent, service] = placeColumns.map((name) => columns.indexOf(name));
  const all = [id, start, duration, kind, trace, span, parent, service];
  if (all.includes(-1)) return undefined;
  return (cells) => ({
    id: text(cells[id ?? 0]),
    ts: integer(cells[start ?? 0]),
    durationNs: integer(cells[duration ?? 0]),
    isSpan: text(cells[kind ?? 0]) !== 'log',
    traceId: text(cells[trace ?? 0]),
    spanId: text(cells[span ?? 0]),
    parentId: text(cells[parent ?? 0]),
    service: text(cells[service ?? 0]),
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
  const { id, ts, durationNs, isSpan, traceId, spanId, parentId } = place;
  return { id: isSpan ? spanId || id : id, traceId, parentId: isSpan ? parentId : spanId, startNs: ts, durationNs };
}
