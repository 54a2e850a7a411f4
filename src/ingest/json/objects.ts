// Objects one after another, as they lie in a body: what is none costs its line.

import { jsonBytes, JsonReader } from '../encoding/json-reader.ts';
import { elementsIn } from './envelope.ts';
import { attempt, type Json, manyMembersBytesMin, parseItem } from './text.ts';
import { MalformedBody, type Outcome } from '../outcome.ts';
import { Pace, type Steps } from '../steps.ts';

const newline = 0x0a;
const space = 0x20;
const tab = 0x09;

/** What holds many records has steps that are left to do. */
export interface Taker {
  take(text: Buffer): Steps<void> | undefined;
  /** What was parsed already. */
  takeItem(text: Buffer, item: Json): Steps<void> | undefined;
}

export function* takeElements(list: Buffer, take: (element: Buffer) => Steps<void> | undefined): Steps<void> {
  const pace = new Pace(list.byteOffset);
  for (const element of elementsIn(list)) {
    const rest = take(element);
    if (rest !== undefined) yield* rest;
    if (pace.isOver(element.byteOffset + element.length)) yield;
  }
}

/**
 * Objects, each on a line of its own, several on one or one over several. What is none costs its line and is counted,
 * and the rest goes on.
 */
export function* takeObjects(source: Buffer, records: Taker, found: Outcome): Steps<void> {
  const anywhere = new JsonReader(source);
  // Each broken object may look like one that goes on to the end of the body: together they are followed that far once.
  let vainBytes = 0;
  let lineEnd = 0;
  let good = 0;
  let bad = 0;
  const pace = new Pace(0);
  for (let start = 0; start < source.length;) {
    if (pace.isOver(start)) yield;
    if ((source[start] as number) <= 0x20) {
      start++;
      continue;
    }
    if (start >= lineEnd) {
      lineEnd = endOfLine(source, start);
      // Nearly always a record by itself: that is found out by reading it, and not by stepping over it before.
      const line = source.subarray(start, lineEnd);
      const isPerhaps = line[0] === jsonBytes.openObject && line.length < manyMembersBytesMin;
      const whole = isPerhaps ? parseItem(line) : undefined;
      if (whole !== undefined) {
        start = lineEnd;
        good++;
        const rest = records.takeItem(line, whole);
        if (rest !== undefined) yield* rest;
        continue;
      }
    }
    const reader = vainBytes < source.length ? anywhere : new JsonReader(source.subarray(0, lineEnd));
    const end = endOfObject(reader, start);
    if (end === undefined) {
      vainBytes += Math.max(0, reader.at - lineEnd);
      bad++;
      found.reject('invalid_record', 'a line is not a JSON object');
      start = lineEnd;
      continue;
    }
    const rest = records.take(source.subarray(start, end));
    if (rest !== undefined) yield* rest;
    start = end;
    good++;
  }
  if (bad > 0 && good === 0) throw new MalformedBody('The body is neither a JSON array nor lines of JSON.');
}

export function endOfLine(source: Buffer, at: number): number {
  const end = source.indexOf(newline, at);
  return end === -1 ? source.length : end;
}

export function startsWithObject(source: Buffer): boolean {
  return endOfObject(new JsonReader(source), startOf(source)) !== undefined;
}

/** Undefined where there is none, or where something else follows it on its line. */
function endOfObject(reader: JsonReader, start: number): number | undefined {
  // To find out of a plain text that it is no JSON takes longer than to read a record.
  if (reader.bytes[start] !== jsonBytes.openObject) return undefined;
  reader.at = start;
  const isRead = attempt(() => {
    reader.skip();
    return true;
  });
  if (isRead === undefined) return undefined;
  const end = reader.at;
  let next = end;
  while (reader.bytes[next] === space || reader.bytes[next] === tab) next++;
  const byte = reader.bytes[next] ?? newline;
  return byte <= space || byte === jsonBytes.openObject ? end : undefined;
}

/** Where the first byte is that is no white space. */
export function startOf(source: Buffer): number {
  let at = 0;
  while (at < source.length && (source[at] as number) <= space) at++;
  return at;
}
