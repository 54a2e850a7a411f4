// The two outer levels that all OTLP requests share: resources, then scopes, then records. Fields may come in any order
// on the wire, and what stands for the whole message has to be known before its records are read. Of a resource that is
// looked up; of a scope, whose records are many, only for those who said so: nearly all senders put it first.

import type { Scope } from '../origin.ts';
import { noScope, placedText, readScope } from '../origin.ts';
import { nameBytesMax } from '../limits.ts';
import type { Outcome } from '../outcome.ts';
import { Pace, type Steps } from '../steps.ts';
import { newPlace, type Place, take, type Wire } from '../encoding/wire.ts';

/** Who is told of resources and scopes on the way. */
export interface OriginKeeper {
  readonly outcome: Outcome;
  /** Whether what comes after the records of a scope is looked for before they are read. */
  readonly looksAhead: boolean;
  startResource(bytes: Uint8Array, start: number, end: number, schemaUrl: string): void;
  startScope(scope: Scope, schemaUrl: string): void;
}

/** Records were read without the scope or schema URL that came after them. */
export class OriginCameLate extends Error {
  override readonly name = 'OriginCameLate';
}

/** Reads a record; of a long one there may be steps left to do. */
export type ReadRecord<K> = (wire: Wire, end: number, keeper: K) => Steps<void> | void;

/** Throws `OriginCameLate` to a keeper that does not look ahead. */
export function* walkOrigins<K extends OriginKeeper>(wire: Wire, keeper: K, readRecord: ReadRecord<K>): Steps<void> {
  const { end } = wire;
  const pace = new Pace(wire.at);
  while (wire.at < end) {
    if (!wire.enters(0x0a)) continue;
    keeper.outcome.hold('resource');
    const resourceEnd = wire.end;
    openResource(wire, keeper);
    while (wire.at < resourceEnd) {
      if (!wire.enters(0x12)) continue;
      keeper.outcome.hold('scope');
      const scopeEnd = wire.end;
      const schemaUrl = openScope(wire, keeper);
      while (wire.at < scopeEnd) {
        const tag = wire.tag();
        if (tag !== 0x12) {
          passOrigin(wire, tag, keeper, schemaUrl);
          continue;
        }
        const length = wire.length();
        const recordEnd = wire.at + length;
        wire.end = recordEnd;
        const rest = readRecord(wire, recordEnd, keeper);
        if (rest !== undefined) yield* rest;
        wire.at = recordEnd;
        wire.end = scopeEnd;
        if (pace.isOver(recordEnd)) yield;
      }
      wire.end = resourceEnd;
    }
    wire.end = end;
  }
}

/** To its first scope, or to its end where it has none. */
function openResource(wire: Wire, keeper: OriginKeeper): void {
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
    placedText(schemaUrl, wire, nameBytesMax, keeper.outcome),
  );
  wire.at = start;
}

/** To its first record, or to its end where it has none. Gives where its schema URL is. */
function openScope(wire: Wire, keeper: OriginKeeper): Place {
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
    scope = readScope(wire, keeper.outcome);
    wire.end = end;
  }
  keeper.startScope(scope, placedText(schemaUrl, wire, nameBytesMax, keeper.outcome));
  wire.at = recordsAt;
  return schemaUrl;
}

/** Steps over what stands among the records of a scope. */
function passOrigin(wire: Wire, tag: number, { looksAhead }: OriginKeeper, schemaUrl: Place): void {
  if (looksAhead || (tag !== 0x0a && tag !== 0x1a)) return wire.skip(tag);
  if (tag === 0x0a) throw new OriginCameLate();
  const again = newPlace();
  take(again, wire);
  if (!isSame(wire.bytes, again, schemaUrl)) throw new OriginCameLate();
}

function isSame(bytes: Uint8Array, one: Place, other: Place): boolean {
  const length = one.end - one.start;
  if (other.end - other.start !== length) return false;
  for (let i = 0; i < length; i++) if (bytes[one.start + i] !== bytes[other.start + i]) return false;
  return true;
}
