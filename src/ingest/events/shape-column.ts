// The shape of a log row, and now and then an example of it for the job that groups shapes into patterns.

import type { EventWriter } from './event-writer.ts';
import { noDay } from '../rows/block.ts';
import type { EventRows } from '../rows/events.ts';
import { ShapeSampleRows } from '../rows/side.ts';
import { shapeOfBytes, shapeVersion } from './shape.ts';
import { levelNames, levelOf } from './levels.ts';
import { scanBytesMax } from '../../lib/log-tokens.ts';
import { markBytesMax, putText } from '../encoding/text.ts';

/** All that is scanned, a character more, for it says that there was more, and the mark of what is cut. */
const sampleBytesMax = scanBytesMax + 4 + markBytesMax;

/** From the text between `start` and `end`: the record's template, its body, or its event name. */
export function fillShape(
  writer: EventWriter,
  rows: EventRows,
  row: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): void {
  const shape = shapeOfBytes(bytes, start, end);
  if (shape.hi === 0 && shape.lo === 0) return;
  rows.shape.data[row * 2] = shape.lo;
  rows.shape.data[row * 2 + 1] = shape.hi;
  rows.shapeVersion.data[row] = shapeVersion;
  const service = writer.resource.serviceHash;
  if (!writer.isNews(writer.sink.seenShapes, shape.hi ^ service, shape.lo)) return;
  const samples = writer.sink.open(ShapeSampleRows, noDay, rows.retentionDays);
  const at = samples.addRow();
  samples.projectId.data[at] = samples.projectId.words.ofText(writer.projectId);
  samples.shape.data[at * 2] = shape.lo;
  samples.shape.data[at * 2 + 1] = shape.hi;
  samples.shapeVersion.data[at] = shapeVersion;
  samples.service.data[at] = samples.service.words.ofText(writer.resource.service);
  samples.level.data[at] = samples.level.words.ofText(levelNames[levelOf(rows.severity.data[row] as number)] ?? '');
  putText(samples.sample, at, bytes, start, end, sampleBytesMax, writer.quiet);
  samples.ts.data[at * 2] = rows.ts.data[row * 2] as number;
  samples.ts.data[at * 2 + 1] = rows.ts.data[row * 2 + 1] as number;
  samples.retention.data[at] = rows.retentionDays;
}
