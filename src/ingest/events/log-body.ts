// The body of a log record: a text as it is, anything else as JSON or as its own text with the type beside it.

import type { EventWriter } from './event-writer.ts';
import { base64 } from '../encoding/base64.ts';
import { toLastValue } from '../encoding/json-out.ts';
import { doubleText } from '../../lib/double-text.ts';
import { int64Text } from '../encoding/numbers.ts';
import type { EventRows } from '../rows/events.ts';
import { valueTypes } from '../rows/types.ts';
import { appendTextOf, putString, putText } from '../encoding/text.ts';
import type { Wire } from '../encoding/wire.ts';

const textBytesMax = 256 * 1024;

/** The AnyValue between `start` and `end` (-1: none was sent). Gives the bytes that the row's text has. */
export function fillBody(
  writer: EventWriter,
  wire: Wire,
  start: number,
  end: number,
  rows: EventRows,
  row: number,
): number {
  if (end < start) {
    rows.bodyType.data[row] = valueTypes.empty;
    return 0;
  }
  const outer = wire.end;
  wire.at = start;
  wire.end = end;
  const column = rows.body;
  column.start(row, 0);
  // The length goes before the text and is not known yet; what is there afterwards tells.
  column.count = row;
  const before = column.length;
  rows.bodyType.data[row] = fill(writer, wire, rows, row);
  wire.end = outer;
  const size = column.length - before;
  return size - (size > 0x20_0003 ? 4 : size > 0x4002 ? 3 : size > 0x80 ? 2 : size > 0 ? 1 : 0);
}

function fill(writer: EventWriter, wire: Wire, rows: EventRows, row: number): number {
  const { outcome, json } = writer;
  const tag = toLastValue(wire);
  switch (tag) {
    case 0x0a: {
      const length = wire.length();
      if (length === 0) return valueTypes.string;
      rows.body.start(row, Math.min(length, textBytesMax));
      appendTextOf(rows.body, wire, wire.at, wire.at + length, textBytesMax, outcome);
      return valueTypes.string;
    }
    case 0x10:
      wire.varint();
      putString(rows.body, row, (wire.lo | wire.hi) === 0 ? 'false' : 'true', textBytesMax, outcome);
      return valueTypes.bool;
    case 0x18:
      wire.varint();
      putString(rows.body, row, int64Text(wire.hi, wire.lo), textBytesMax, outcome);
      return valueTypes.int;
    case 0x21:
      putString(rows.body, row, doubleText(wire.double()), textBytesMax, outcome);
      return valueTypes.double;
    case 0x3a: {
      const length = wire.length();
      putString(rows.body, row, base64(wire.bytes, wire.at, wire.at + length), textBytesMax, outcome);
      return Math.ceil(length / 3) * 4 > textBytesMax ? valueTypes.string : valueTypes.bytes;
    }
    case 0x2a:
    case 0x32: {
      const length = wire.length();
      json.restart(outcome, textBytesMax);
      if (tag === 0x2a) json.list(wire, wire.at + length, 1);
      else json.map(wire, wire.at + length, 1);
      putText(rows.body, row, json.bytes, 0, json.length, textBytesMax, outcome);
      if (json.length > textBytesMax) return valueTypes.string;
      return tag === 0x2a ? valueTypes.array : valueTypes.map;
    }
    default:
      return valueTypes.empty;
  }
}
