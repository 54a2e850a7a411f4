// The two outer levels that all OTLP requests share: resources, then scopes, then records. Fields may come in any order
// on the wire, and what stands for the whole message has to be known before its records are read. Of a resource that is
// looked up; of a scope, whose records are many, only for those who said so: nearly all senders put it first.

import type { Scope } from '../origin.ts';
import { noScope, placedText, readScope } from '../origin.ts';
import type { DecodeLimits } from '../limits.ts';
import type { Outcome } from '../outcome.ts';
import { newPlace, type Place, take, type Wire } from '../encoding/wire.ts';

/** Who is told of resources and scopes on the way. */
export interface OriginKeeper {
  readonly outcome: Outcome;
  readonly limits: DecodeLimits;
  /** Whether what comes after the records of a scope is looked for before they are read. */
  readonly looksAhead: boolean;
  startResource(bytes: Uint8Array, start: number, end: number, schemaUrl: string): void;
  startScope(scope: Scope, schemaUrl: string): void;
}

/** Records were read without the scope or schema URL that came after them. */
export class OriginCameLate extends Error {
  override readonly name = 'OriginCameLate';
}

/** Throws `OriginCameLate` to a keeper that does not look ahead. */
export function walkOrigins<K extends OriginKeeper>(
  wire: Wire,
  keeper: K,
  readRecord: (wire: Wire, end: number, keeper: K) => void,
): void {
  const end = wire.end;
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag !== 0x0a) {
      wire.skip(tag);
      continue;
    }
    keeper.outcome.hold('resource');
    const length = wire.length();
    wire.end = wire.at + length;
    walkResource(wire, keeper, readRecord);
    wire.end = end;
  }
}

function walkResource<K extends OriginKeeper>(
  wire: Wire,
  keeper: K,
  readRecord: (wire: Wire, end: number, keeper: K) => void,
): void {
  const { at: start, end } = wire;
  const resource = newPlace();
  const schemaUrl = newPlace();
  let records = false;
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag === 0x0a) take(resource, wire);
    else if (tag === 0x1a) take(schemaUrl, wire);
    else {
      records ||= tag === 0x12;
      wire.skip(tag);
    }
  }
  if (!records) return;
  keeper.startResource(
    wire.bytes,
    resource.start,
    resource.end,
    placedText(schemaUrl, wire, keeper.limits.nameBytesMax, keeper.outcome),
  );
  wire.at = start;
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag !== 0x12) {
      wire.skip(tag);
      continue;
    }
    keeper.outcome.hold('scope');
    const length = wire.length();
    wire.end = wire.at + length;
    walkScope(wire, keeper, readRecord);
    wire.end = end;
  }
}

function walkScope<K extends OriginKeeper>(
  wire: Wire,
  keeper: K,
  readRecord: (wire: Wire, end: number, keeper: K) => void,
): void {
  const { at: start, end } = wire;
  const { looksAhead } = keeper;
  const place = newPlace();
  const schemaUrl = newPlace();
  let recordsAt = looksAhead ? start : end;
  while (wire.at < end) {
    const fieldAt = wire.at;
    const tag = wire.tag();
    if (tag === 0x0a) take(place, wire);
    else if (tag === 0x1a) take(schemaUrl, wire);
    else if (tag === 0x12 && !looksAhead) {
      recordsAt = fieldAt;
      break;
    } else wire.skip(tag);
  }
  let scope = noScope;
  if (place.end > 0) {
    wire.at = place.start;
    wire.end = place.end;
    scope = readScope(wire, keeper.limits, keeper.outcome);
    wire.end = end;
  }
  keeper.startScope(scope, placedText(schemaUrl, wire, keeper.limits.nameBytesMax, keeper.outcome));
  const again = newPlace();
  wire.at = recordsAt;
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag !== 0x12) {
      if (looksAhead || (tag !== 0x0a && tag !== 0x1a)) wire.skip(tag);
      else if (tag === 0x0a) throw new OriginCameLate();
      else {
        take(again, wire);
        if (!isSame(wire.bytes, again, schemaUrl)) throw new OriginCameLate();
      }
      continue;
    }
    const length = wire.length();
    const recordEnd = wire.at + length;
    wire.end = recordEnd;
    readRecord(wire, recordEnd, keeper);
    wire.at = recordEnd;
    wire.end = end;
  }
}

function isSame(bytes: Uint8Array, one: Place, other: Place): boolean {
  const length = one.end - one.start;
  if (other.end - other.start !== length) return false;
  for (let i = 0; i < length; i++) if (bytes[one.start + i] !== bytes[other.start + i]) return false;
  return true;
}
