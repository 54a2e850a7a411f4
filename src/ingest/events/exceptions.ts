// The exception of a record: `exception.*` attributes, a map such as pino's `err`, or an event of its span.

import type { EventWriter } from './event-writer.ts';
import { toLastValue } from '../encoding/json-out.ts';
import { role } from './roles.ts';
import type { EventRows } from '../rows/events.ts';
import { valueTypes } from '../rows/types.ts';
import { latin1, putText, wordOf } from '../encoding/text.ts';
import { takeKeyValue, type Wire } from '../encoding/wire.ts';

const typeBytesMax = 512;
const messageBytesMax = 32 * 1024;
const stackBytesMax = 128 * 1024;

const partOfKey = new Map<string, number>([
  ['exception.type', 0],
  ['exception.message', 1],
  ['exception.stacktrace', 2],
]);
const partOfErrKey = new Map<string, number>([
  ['type', 0],
  ['name', 0],
  ['class', 0],
  ['kind', 0],
  ['exceptionType', 0],
  ['message', 1],
  ['msg', 1],
  ['stack', 2],
  ['stacktrace', 2],
  ['stack_trace', 2],
]);
const keyBytesMax = 24;
const starts = new Int32Array(3);
const ends = new Int32Array(3);

export function fillException(writer: EventWriter, wire: Wire, rows: EventRows, row: number): void {
  const a = writer.attributes;
  starts.fill(0);
  ends.fill(0);
  for (const [part, which] of [role.exceptionType, role.exceptionMessage, role.exceptionStack].entries()) {
    if ((a.roles & (1 << which)) === 0 || a.roleType[which] !== valueTypes.string) continue;
    starts[part] = a.roleStart[which] as number;
    ends[part] = a.roleEnd[which] as number;
  }
  for (const which of [role.err, role.error, role.exception]) {
    if (hasParts()) break;
    if ((a.roles & (1 << which)) === 0 || a.roleType[which] !== valueTypes.map) continue;
    findParts(wire, a.roleStart[which] as number, a.roleEnd[which] as number, 0x0a, partOfErrKey);
  }
  putParts(writer, wire, rows, row);
}

/** The first event of a span that tells of an exception fills what its attributes did not. */
export function fillExceptionFromEvent(
  writer: EventWriter,
  wire: Wire,
  start: number,
  end: number,
  rows: EventRows,
  row: number,
): void {
  if (rows.excType.data[row] !== 0 || rows.excMessage.count > row || rows.excStack.count > row) return;
  starts.fill(0);
  ends.fill(0);
  findParts(wire, start, end, 0x1a, partOfKey);
  putParts(writer, wire, rows, row);
}

function hasParts(): boolean {
  return ends[0] !== 0 || ends[1] !== 0 || ends[2] !== 0;
}

function putParts(writer: EventWriter, wire: Wire, rows: EventRows, row: number): void {
  const { bytes } = wire;
  const [typeStart = 0, messageStart = 0, stackStart = 0] = starts;
  const [typeEnd = 0, messageEnd = 0, stackEnd = 0] = ends;
  rows.excType.data[row] = wordOf(rows.excType.words, wire, typeStart, typeEnd, typeBytesMax, writer.quiet);
  putText(rows.excMessage, row, bytes, messageStart, messageEnd, messageBytesMax, writer.quiet);
  putText(rows.excStack, row, bytes, stackStart, stackEnd, stackBytesMax, writer.quiet);
}

/** Notes where the text values of the known keys are, among the KeyValues of a message. */
function findParts(wire: Wire, start: number, end: number, entryTag: number, parts: ReadonlyMap<string, number>): void {
  const { at, end: outer, bytes } = wire;
  wire.at = start;
  wire.end = end;
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag !== entryTag) {
      wire.skip(tag);
      continue;
    }
    const length = wire.length();
    const entryEnd = (wire.end = wire.at + length);
    const { key, value } = takeKeyValue(wire);
    const part = key.end - key.start > keyBytesMax ? undefined : parts.get(latin1(bytes, key.start, key.end));
    wire.at = value.start;
    wire.end = value.end;
    if (part !== undefined && ends[part] === 0 && toLastValue(wire) === 0x0a) {
      const textLength = wire.length();
      starts[part] = wire.at;
      ends[part] = wire.at + textLength;
    }
    wire.at = entryEnd;
    wire.end = end;
  }
  wire.at = at;
  wire.end = outer;
}
