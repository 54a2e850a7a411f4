// Plain JSON from any shipper: an array of objects, or objects one after another. Each becomes an OTLP log record under
// the names that everybody knows, and is read like one.

import { isUtf8 } from 'node:buffer';
import { EventWriter } from '../events/event-writer.ts';
import { Documents, isBulk } from './bulk.ts';
import { startOf, takeElements, takeObjects } from './objects.ts';
import { jsonBytes } from '../encoding/json-reader.ts';
import { type Beside, Records } from './records.ts';
import type { IngestContext, Outcome } from '../outcome.ts';
import { kinds } from '../rows/events.ts';
import type { RowSink } from '../rows/sink.ts';
import type { Steps } from '../steps.ts';

/**
 * One record at a time, from its text to its row: a body of any size takes no more room than its largest record. `beside`: what
 * is said of all of them elsewhere.
 */
export function decodeJsonLines(
  body: Uint8Array,
  context: IngestContext,
  sink: RowSink,
  beside?: Beside,
): Steps<Outcome> {
  return sink.request(function* () {
    const writer = new EventWriter(sink, context, kinds.log);
    if (!isUtf8(body)) writer.outcome.repairedTexts++;
    const marked = startsWithMark(body) ? body.subarray(byteOrderMark.length) : body;
    const source = Buffer.from(marked.buffer, marked.byteOffset, marked.length);
    const records = new Records(writer);
    records.beside = beside;
    if (source[startOf(source)] === jsonBytes.openList) yield* takeElements(source, (element) => records.take(element));
    else yield* takeObjects(source, isBulk(source) ? new Documents(records) : records, writer.outcome);
    records.finish();
    return writer.finish();
  });
}

/** As Windows writes it before UTF-8. */
const byteOrderMark = [0xef, 0xbb, 0xbf];

function startsWithMark(body: Uint8Array): boolean {
  return byteOrderMark.every((byte, i) => body[i] === byte);
}
