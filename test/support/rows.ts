import type { Hash64 } from '../../src/lib/hash64.ts';
import { writeEventId } from '../../src/ingest/events/event-id.ts';
import { Outcome } from '../../src/ingest/outcome.ts';
import { EventRows } from '../../src/ingest/rows/events.ts';
import type { RowSink } from '../../src/ingest/rows/sink.ts';
import type { Steps } from '../../src/ingest/steps.ts';
import type { WordColumn } from '../../src/ingest/rows/columns.ts';

/** Rows of the simplest kind, for tests of what comes after the decoders. */
export interface PlainRequest {
  readonly projectId: string;
  readonly receipt: Hash64;
  readonly retentionDays?: number;
  readonly rows: readonly { readonly ms: number; readonly name: string; readonly service?: string }[];
}

const msPerDay = 86_400_000;

/** Each row is a span that is the root of a trace of its own, named by its `name`, with a shape and an endpoint. */
export function writeSpans(sink: RowSink, request: PlainRequest): Steps<Outcome> {
  return sink.request(() => fill(sink, request));
}

function* fill(sink: RowSink, request: PlainRequest): Steps<Outcome> {
  const outcome = new Outcome();
  const days = request.retentionDays ?? 30;
  for (const [index, one] of request.rows.entries()) {
    const block = sink.open(EventRows, Math.floor(one.ms / msPerDay), days);
    const row = block.addRow();
    setWord(block.projectId, row, request.projectId);
    setWord(block.service, row, one.service ?? 'svc');
    setWord(block.level, row, 'INFO');
    block.kind.data[row] = 2;
    setLong(block.ts.data, row, BigInt(one.ms) * 1_000_000n);
    writeEventId(block.id.data, row * 4, one.ms, request.receipt, index);
    block.retention.data[row] = days;
    setWord(block.name, row, one.name);
    setLong(block.shape.data, row, 7n);
    setLong(block.endpoint.data, row, 9n);
    setLong(block.durationNs.data, row, 1000n);
    const trace = Buffer.from(one.name);
    block.traceId.start(row, trace.length);
    block.traceId.bytes[block.traceId.length++] = trace.length;
    block.traceId.bytes.set(trace, block.traceId.length);
    block.traceId.length += trace.length;
    outcome.accepted++;
    yield;
  }
  return outcome;
}

function setWord(column: WordColumn, row: number, word: string): void {
  column.data[row] = column.words.ofText(word);
}

function setLong(data: Uint32Array, row: number, value: bigint): void {
  data[row * 2] = Number(value & 0xffff_ffffn);
  data[row * 2 + 1] = Number(value >> 32n);
}
