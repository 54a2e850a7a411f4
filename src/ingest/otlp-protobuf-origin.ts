// The two outer levels that all OTLP requests share: resources, then scopes, then records. Fields may come in any order
// on the wire, and what stands for the whole message has to be known before its records are read. Of a resource that is
// looked up; of a scope, whose records are many, only for those who said so: nearly all senders put it first.

import type { Scope } from './origin.ts';
import { fittedText, noScope, readScope } from './origin.ts';
import type { DecodeLimits } from './limits.ts';
import type { Outcome } from './outcome.ts';
import type { Wire } from './wire.ts';

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
  let from = 0;
  let to = 0;
  let schemaUrl = '';
  let records = false;
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag === 0x0a) {
      const length = wire.length();
      from = wire.at;
      wire.at = to = from + length;
    } else if (tag === 0x1a) schemaUrl = readText(wire, keeper);
    else {
      records ||= tag === 0x12;
      wire.skip(tag);
    }
  }
  if (!records) return;
  keeper.startResource(wire.bytes, from, to, schemaUrl);
  wire.at = start;
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag !== 0x12) {
      wire.skip(tag);
      continue;
    }
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
  let scope = noScope;
  let schemaUrl = '';
  let recordsAt = looksAhead ? start : end;
  while (wire.at < end) {
    const fieldAt = wire.at;
    const tag = wire.tag();
    if (tag === 0x0a) {
      const length = wire.length();
      wire.end = wire.at + length;
      scope = readScope(wire, keeper.limits, keeper.outcome);
      wire.at = wire.end;
      wire.end = end;
    } else if (tag === 0x1a) schemaUrl = readText(wire, keeper);
    else if (tag === 0x12 && !looksAhead) {
      recordsAt = fieldAt;
      break;
    } else wire.skip(tag);
  }
  keeper.startScope(scope, schemaUrl);
  wire.at = recordsAt;
  while (wire.at < end) {
    const tag = wire.tag();
    if (tag !== 0x12) {
      if (looksAhead || (tag !== 0x0a && tag !== 0x1a)) wire.skip(tag);
      else if (tag === 0x0a || readText(wire, keeper) !== schemaUrl) throw new OriginCameLate();
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

function readText(wire: Wire, keeper: OriginKeeper): string {
  const length = wire.length();
  const start = wire.at;
  wire.at = start + length;
  return fittedText(wire.bytes, start, wire.at, keeper.limits.nameBytesMax, keeper.outcome);
}
