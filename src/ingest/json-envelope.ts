// Records that come as a list inside of one object: a subscription of CloudWatch has them beside their group and stream,
// CloudTrail and Azure's diagnostics have nothing else. Each is a record that also has what stands beside the list. An
// ordinary record may have such a list, too: what says or measures anything of its own is left whole.

import { JsonFields } from './json-fields.ts';
import { exceptionNames, names } from './json-lines-names.ts';
import { isNamed, jsonBytes, JsonReader, readMembers } from './json-reader.ts';
import { timeOf } from './json-record.ts';
import { isObject, type Json, parseItem, sizeFault } from './json-text.ts';
import { Outcome } from './outcome.ts';

type JsonObject = { [key: string]: Json };

const listNames = ['logEvents', 'records', 'Records', 'logs', 'events'];
const listNamesAsBytes = listNames.map((name) => Buffer.from(name));
/** What a record says of itself, and an envelope does not. */
const ownNames = [
  names.time,
  names.perhapsTime,
  names.level,
  names.severity,
  names.message,
  names.traceparent,
  names.traceId,
  names.spanId,
  ...Object.values(exceptionNames),
];
/** What stands beside the list becomes a part of each of its records. */
const besideBytesMax = 16 * 1024;

export interface Envelope {
  readonly beside: JsonObject;
  readonly list: Buffer;
  /** What the records become longer by, all together. */
  readonly copiedBytes: number;
}

/** Whether to look closer: cheap enough to be asked of every record. */
export function isPerhapsEnvelope(item: JsonObject): boolean {
  for (const name of listNames) if (Array.isArray(item[name])) return true;
  return false;
}

/** Of the text of an object; undefined for an ordinary record. */
export function openEnvelope(text: Buffer): Envelope | undefined {
  const found = listIn(text);
  if (found === undefined) return undefined;
  const { name, start, end } = found;
  const besideBytes = text.length - (end - start);
  if (besideBytes > besideBytesMax) return undefined;
  const whole = parseItem(Buffer.concat([text.subarray(0, start), Buffer.from('[]'), text.subarray(end)]));
  if (!isObject(whole)) return undefined;
  const beside = Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));
  if (isOwn(beside)) return undefined;
  const list = text.subarray(start, end);
  const count = countRecords(list);
  return count === 0 ? undefined : { beside, list, copiedBytes: count * besideBytes };
}

/** What is sent of one of its records: its own fields, then those that stand beside it. */
export function recordOf({ beside }: Envelope, item: JsonObject): JsonObject {
  return { ...item, ...beside, ...item };
}

export function eachElement(list: Buffer, visit: (element: Buffer) => void): void {
  const reader = new JsonReader(list);
  reader.expect(jsonBytes.openList);
  for (let more = !reader.takes(jsonBytes.closeList); more; more = reader.hasMore(jsonBytes.closeList)) {
    reader.peek();
    const start = reader.at;
    reader.skip();
    visit(list.subarray(start, reader.at));
  }
  reader.finish();
}

/** The one list that has such a name. */
function listIn(text: Buffer): { name: string; start: number; end: number } | undefined {
  const found: { name: string; start: number; end: number }[] = [];
  const reader = new JsonReader(text);
  readMembers(reader, () => {
    const name = listNames[listNamesAsBytes.findIndex((bytes) => isNamed(reader, bytes))];
    const isList = reader.peek() === jsonBytes.openList;
    const start = reader.at;
    reader.skip();
    if (isList && name !== undefined && found.length < 2) found.push({ name, start, end: reader.at });
  });
  return found.length === 1 ? found[0] : undefined;
}

function isOwn(beside: JsonObject): boolean {
  const fields = new JsonFields(beside, new Outcome());
  return (
    ownNames.some((list) => fields.peek(list, (value) => value) !== undefined) ||
    Object.values(beside).some((value) => typeof value === 'number')
  );
}

/** None where one of them is no object, or the first has neither a time nor a message. */
function countRecords(list: Buffer): number {
  let first: Json | undefined;
  let count = 0;
  let others = 0;
  eachElement(list, (element) => {
    if (element[0] !== jsonBytes.openObject) others++;
    else if (count++ === 0 && sizeFault(element) === undefined) first = parseItem(element);
  });
  if (others > 0 || !isObject(first)) return 0;
  const fields = new JsonFields(first, new Outcome());
  const isRecord = fields.has('message') || fields.has('msg') || fields.peek(names.time, timeOf) !== undefined;
  return isRecord ? count : 0;
}
