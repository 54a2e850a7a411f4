// Where records come from: the resource and the scope that stand before them in a request. Both are read once and then
// copied into each row as numbers; a resource that was met before is recognised by its bytes.

import { base64 } from './encoding/base64.ts';
import { entriesJson } from './entries-json.ts';
import { JsonOut, toLastValue } from './encoding/json-out.ts';
import { attributeBytesMax, attributesPerRecordMax, keyBytesMax, nameBytesMax, promotedBytesMax } from './limits.ts';
import { doubleText } from '../lib/double-text.ts';
import { int64Text } from './encoding/numbers.ts';
import { Outcome } from './outcome.ts';
import { hashBytes } from './rows/dictionary.ts';
import { valueTypes } from './rows/types.ts';
import { fitted } from './encoding/text.ts';
import { newPlace, type Place, take, takeKeyValue, Wire } from './encoding/wire.ts';

export interface Entry {
  readonly key: string;
  readonly text: string;
  readonly type: number;
}

export interface Resource {
  readonly bytes: Uint8Array;
  readonly entries: readonly Entry[];
  readonly service: string;
  readonly serviceBytes: Uint8Array;
  readonly serviceHash: number;
  readonly env: string;
  readonly host: string;
  readonly k8sPod: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly droppedAttributes: number;
  /** What reading it cost, so that recognising it counts the same. */
  readonly cutValues: number;
  readonly repairedTexts: number;
  readonly cutAttributes: number;
}

export interface Scope {
  readonly name: string;
  readonly version: string;
  readonly entries: readonly Entry[];
  /** As one JSON object, for each record has it beside it; empty where there are none. */
  readonly attributesJson: string;
  readonly droppedAttributes: number;
}

export const noScope: Scope = { name: '', version: '', entries: [], attributesJson: '', droppedAttributes: 0 };
/** A record is a few bytes, and what stands beside it is in each row. */
const besideJsonBytesMax = 64 * 1024;
const resourcesMax = 2048;
const knownBytesMax = 16 * 1024;

export class Resources {
  private readonly known = new Map<number, Resource>();

  /** The Resource message that reaches from `start` to `end`; an absent one is empty. */
  read(bytes: Uint8Array, start: number, end: number, outcome: Outcome): Resource {
    const hash = hashBytes(bytes, start, end);
    outcome.comeFrom(hash);
    const known = this.known.get(hash);
    if (known !== undefined && isSame(known.bytes, bytes, start, end)) {
      outcome.cutValues += known.cutValues;
      outcome.repairedTexts += known.repairedTexts;
      outcome.droppedAttributes += known.cutAttributes;
      return known;
    }
    const resource = readResource(bytes, start, end, outcome);
    if (end - start > knownBytesMax) return resource;
    if (this.known.size >= resourcesMax) this.known.clear();
    this.known.set(hash, resource);
    return resource;
  }
}

function isSame(own: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (own.length !== end - start) return false;
  for (let i = start, at = 0; i < end; i++, at++) if (own[at] !== bytes[i]) return false;
  return true;
}

function readResource(bytes: Uint8Array, start: number, end: number, outcome: Outcome): Resource {
  const { cutValues, repairedTexts, droppedAttributes } = outcome;
  const wire = new Wire(bytes);
  wire.at = start;
  wire.end = end;
  const entries = readEntries(wire, 0x0a, outcome);
  wire.at = start;
  const dropped = readNumber(wire, 0x10);
  const textOf = (...keys: string[]): string => {
    for (const key of keys) {
      const text = entries.find((entry) => entry.key === key)?.text ?? '';
      if (text !== '') return promoted(text);
    }
    return '';
  };
  const serviceBytes = Buffer.from(textOf('service.name'), 'utf8');
  return {
    // A copy, also of a Buffer: another body lies in its place soon.
    bytes: new Uint8Array(bytes.subarray(start, end)),
    entries,
    service: textOf('service.name'),
    serviceBytes,
    serviceHash: hashBytes(serviceBytes, 0, serviceBytes.length),
    env: textOf('deployment.environment.name', 'deployment.environment'),
    host: textOf('host.name'),
    k8sPod: textOf('k8s.pod.name'),
    sessionId: textOf('session.id'),
    userId: textOf('user.id', 'enduser.id'),
    droppedAttributes: dropped,
    cutValues: outcome.cutValues - cutValues,
    repairedTexts: outcome.repairedTexts - repairedTexts,
    cutAttributes: outcome.droppedAttributes - droppedAttributes,
  };
}

const quiet = new Outcome();

function promoted(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  return fittedText(bytes, 0, bytes.length, promotedBytesMax, quiet);
}

/** An InstrumentationScope, from `wire.at` to `wire.end`. */
export function readScope(wire: Wire, outcome: Outcome): Scope {
  const start = wire.at;
  outcome.comeFrom(hashBytes(wire.bytes, start, wire.end));
  const name = newPlace();
  const version = newPlace();
  let droppedAttributes = 0;
  while (wire.at < wire.end) {
    const tag = wire.tag();
    if (tag === 0x0a) take(name, wire);
    else if (tag === 0x12) take(version, wire);
    else if (tag === 0x20) droppedAttributes = wire.int32() >>> 0;
    else wire.skip(tag);
  }
  wire.at = start;
  const entries = readEntries(wire, 0x1a, outcome);
  const textOf = (place: Place) => placedText(place, wire, nameBytesMax, outcome);
  const attributesJson = boundedJson(entries, outcome);
  return { name: textOf(name), version: textOf(version), entries, attributesJson, droppedAttributes };
}

/** What stands beside each record or series, as one JSON object; empty where there is none. */
export function boundedJson(entries: readonly Entry[], outcome: Outcome): string {
  const json = Buffer.from(entries.length === 0 ? '' : entriesJson(entries));
  return fittedText(json, 0, json.length, besideJsonBytesMax, outcome);
}

export function placedText({ start, end }: Place, { bytes }: Wire, bytesMax: number, outcome: Outcome): string {
  return start === end ? '' : fittedText(bytes, start, end, bytesMax, outcome);
}

/** The KeyValues in the fields of this tag of the message at hand, as texts. For what is read once, not for each record. */
export function readEntries(wire: Wire, entryTag: number, outcome: Outcome): Entry[] {
  const entries: Entry[] = [];
  const keys = new Set<string>();
  const end = wire.end;
  for (let count = 0; wire.at < end;) {
    if (!wire.enters(entryTag)) continue;
    const entry = count++ < attributesPerRecordMax ? readEntry(wire, outcome) : undefined;
    wire.at = wire.end;
    wire.end = end;
    if (entry === undefined || keys.has(entry.key)) outcome.droppedAttributes++;
    else {
      keys.add(entry.key);
      entries.push(entry);
    }
  }
  return entries;
}

function readEntry(wire: Wire, outcome: Outcome): Entry {
  const end = wire.end;
  const { key, value } = takeKeyValue(wire);
  wire.at = value.start;
  wire.end = value.end;
  const entry = readValue(placedText(key, wire, keyBytesMax, outcome), wire, outcome);
  wire.end = end;
  return entry;
}

function readValue(key: string, wire: Wire, outcome: Outcome): Entry {
  const tag = toLastValue(wire);
  switch (tag) {
    case 0x0a: {
      const length = wire.length();
      const text = fittedText(wire.bytes, wire.at, wire.at + length, attributeBytesMax, outcome);
      return { key, text, type: valueTypes.string };
    }
    case 0x10:
      wire.varint();
      return { key, text: (wire.lo | wire.hi) === 0 ? 'false' : 'true', type: valueTypes.bool };
    case 0x18:
      wire.varint();
      return { key, text: int64Text(wire.hi, wire.lo), type: valueTypes.int };
    case 0x21:
      return { key, text: doubleText(wire.double()), type: valueTypes.double };
    case 0x3a: {
      const length = wire.length();
      const bytes = Buffer.from(base64(wire.bytes, wire.at, wire.at + length));
      return longEntry(key, bytes, valueTypes.bytes, outcome);
    }
    case 0x2a:
    case 0x32: {
      const json = new JsonOut();
      json.restart(outcome, attributeBytesMax);
      const length = wire.length();
      if (tag === 0x2a) json.list(wire, wire.at + length, 1);
      else json.map(wire, wire.at + length, 1);
      return longEntry(key, json.asBytes(), tag === 0x2a ? valueTypes.array : valueTypes.map, outcome);
    }
    default:
      return { key, text: '', type: valueTypes.empty };
  }
}

/** A text that has to be cut is no longer what it was, but a text. */
function longEntry(key: string, bytes: Uint8Array, type: number, outcome: Outcome): Entry {
  const isCut = bytes.length > attributeBytesMax;
  const text = fittedText(bytes, 0, bytes.length, attributeBytesMax, outcome);
  return { key, text, type: isCut ? valueTypes.string : type };
}

export function fittedText(bytes: Uint8Array, start: number, end: number, bytesMax: number, outcome: Outcome): string {
  const fitting = fitted(bytes, start, end, bytesMax, outcome);
  return Buffer.from(fitting.buffer, fitting.byteOffset, fitting.length).toString('utf8');
}

function readNumber(wire: Wire, numberTag: number): number {
  let value = 0;
  while (wire.at < wire.end) {
    const tag = wire.tag();
    if (tag === numberTag) value = wire.int32() >>> 0;
    else wire.skip(tag);
  }
  return value;
}
