// Columns derived from a record's attributes: promoted ones under either spelling, the peer, the endpoint, the exception.

import { hostOf } from '../../domains/endpoints/normalise.ts';
import { fillException } from './exceptions.ts';
import type { AttributeReader } from './attributes.ts';
import type { EventWriter } from './event-writer.ts';
import type { EventRows } from '../rows/events.ts';
import { peerKinds, spanKinds } from '../rows/events.ts';
import { valueTypes } from '../rows/types.ts';
import type { TextColumn, WordColumn } from '../rows/columns.ts';
import { promotedBytesMax } from '../limits.ts';
import { fittedText } from '../origin.ts';
import { role } from './roles.ts';
import { int64Text } from '../encoding/numbers.ts';
import { appendTextOf, putString, wordOf } from '../encoding/text.ts';
import type { Wire } from '../encoding/wire.ts';

const { server, client, producer, consumer } = spanKinds;

/** After the attributes of a row were read. `spanKind` is 0 for a log. */
export function fillDerived(writer: EventWriter, wire: Wire, rows: EventRows, row: number, spanKind: number): void {
  const a = writer.attributes;
  const has = a.roles;
  if (has !== 0) {
    const bytes = wire.bytes;
    if ((has & webRoles) !== 0) {
      promote(writer, wire, rows.httpMethod, row, role.httpMethod, role.httpMethodOld);
      promote(writer, wire, rows.httpRoute, row, role.httpRoute, role.httpRoute);
      promote(writer, wire, rows.dbSystem, row, role.dbSystem, role.dbSystemOld);
      promote(writer, wire, rows.errorType, row, role.errorType, role.errorType);
      rows.httpStatus.data[row] = statusOf(a, bytes);
    }
    if ((has & whoRoles) !== 0) {
      keep(writer, wire, rows.userId, row, role.userId, role.enduserId);
      keep(writer, wire, rows.sessionId, row, role.sessionId, role.sessionId);
    }
    if ((has & exceptionRoles) !== 0) fillException(writer, wire, rows, row);
    if (spanKind === client || spanKind === producer || spanKind === consumer)
      fillPeer(writer, wire, rows, row, spanKind);
    if ((spanKind === server || spanKind === client) && (has & methodRoles) !== 0)
      fillEndpoint(writer, bytes, rows, row, spanKind === client);
  }
  if (rows.userId.count <= row) putString(rows.userId, row, writer.resource.userId, promotedBytesMax, writer.quiet);
  if (rows.sessionId.count <= row)
    putString(rows.sessionId, row, writer.resource.sessionId, promotedBytesMax, writer.quiet);
}

const exceptionRoles =
  (1 << role.exceptionType) |
  (1 << role.exceptionMessage) |
  (1 << role.exceptionStack) |
  (1 << role.err) |
  (1 << role.error) |
  (1 << role.exception);
const whoRoles = (1 << role.userId) | (1 << role.enduserId) | (1 << role.sessionId);
const webRoles =
  (1 << role.httpMethod) |
  (1 << role.httpMethodOld) |
  (1 << role.httpRoute) |
  (1 << role.httpStatus) |
  (1 << role.httpStatusOld) |
  (1 << role.dbSystem) |
  (1 << role.dbSystemOld) |
  (1 << role.errorType);
const methodRoles = (1 << role.httpMethod) | (1 << role.httpMethodOld);

/** The role of the two that the record has a text for, the first one before the second; 0 for none. */
function present(a: AttributeReader, first: number, second: number): number {
  return hasText(a, first) ? first : hasText(a, second) ? second : 0;
}

/** A text of nothing says nothing. */
function hasText(a: AttributeReader, which: number): boolean {
  const isText = (a.roles & (1 << which)) !== 0 && a.roleType[which] === valueTypes.string;
  return isText && a.roleStart[which] !== a.roleEnd[which];
}

function promote(
  writer: EventWriter,
  wire: Wire,
  column: WordColumn,
  row: number,
  first: number,
  second: number,
): void {
  const a = writer.attributes;
  const which = present(a, first, second);
  if (which === 0) return;
  const start = a.roleStart[which] as number;
  column.data[row] = wordOf(column.words, wire, start, a.roleEnd[which] as number, promotedBytesMax, writer.quiet);
}

function keep(writer: EventWriter, wire: Wire, column: TextColumn, row: number, first: number, second: number): void {
  const a = writer.attributes;
  let which = present(a, first, second);
  if (which !== 0) {
    const start = a.roleStart[which] as number;
    const end = a.roleEnd[which] as number;
    column.start(row, Math.min(end - start, promotedBytesMax));
    appendTextOf(column, wire, start, end, promotedBytesMax, writer.quiet);
    return;
  }
  which = (a.roles & (1 << first)) !== 0 ? first : second;
  if ((a.roles & (1 << which)) === 0 || a.roleType[which] !== valueTypes.int) return;
  const value = a.roleNumber[which] as number;
  const text = Number.isSafeInteger(value)
    ? String(value)
    : int64Text(a.roleStart[which] as number, a.roleEnd[which] as number);
  putString(column, row, text, promotedBytesMax, writer.quiet);
}

/** 0–65535; 0 where none was sent. Senders write it as a number or as a text. */
function statusOf(a: AttributeReader, bytes: Uint8Array): number {
  for (const which of [role.httpStatus, role.httpStatusOld]) {
    if ((a.roles & (1 << which)) === 0) continue;
    const type = a.roleType[which];
    if (type === valueTypes.int || type === valueTypes.double) return asStatus(a.roleNumber[which] as number);
    if (type === valueTypes.string)
      return asStatus(numberIn(bytes, a.roleStart[which] as number, a.roleEnd[which] as number));
  }
  return 0;
}

function asStatus(value: number): number {
  return value >= 0 && value <= 0xffff && Number.isInteger(value) ? value : 0;
}

const statusCharsMax = 24;

/** As the engine reads the text of an attribute as a number: also `500.0`, which is no other than 500. */
function numberIn(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > statusCharsMax) return -1;
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = (bytes[i] as number) - 48;
    if (digit < 0 || digit > 9) return decimalOf(String.fromCharCode(...bytes.subarray(start, end)));
    value = value * 10 + digit;
  }
  return value;
}

function decimalOf(text: string): number {
  return /^\+?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : -1;
}

/** What a client, producer or consumer talks to. The first that names it best wins. */
function fillPeer(writer: EventWriter, wire: Wire, rows: EventRows, row: number, spanKind: number): void {
  const a = writer.attributes;
  const queue = present(a, role.messagingSystem, role.messagingSystem);
  let which = present(a, role.peerService, role.peerServiceOld);
  let kind: number = peerKinds.service;
  if (which === 0 && spanKind === client) {
    which = present(a, role.dbSystem, role.dbSystemOld);
    kind = peerKinds.database;
  }
  if (which === 0) {
    which = queue;
    kind = peerKinds.messaging;
  }
  if (which === 0 && spanKind === client && present(a, role.rpcSystem, role.rpcSystemOld) !== 0) {
    which = present(a, role.serverAddress, role.netPeerName) || present(a, role.rpcSystem, role.rpcSystemOld);
    kind = peerKinds.rpc;
  }
  if (which === 0 && spanKind !== consumer) {
    which = present(a, role.serverAddress, role.netPeerName) || present(a, role.httpHost, role.httpHost);
    kind = peerKinds.host;
  }
  if (which === 0) {
    if (spanKind === client) fillPeerFromUrl(writer, wire, rows, row);
    return;
  }
  const start = a.roleStart[which] as number;
  rows.peer.data[row] = wordOf(
    rows.peer.words,
    wire,
    start,
    a.roleEnd[which] as number,
    promotedBytesMax,
    writer.quiet,
  );
  rows.peerKind.data[row] = kind;
}

/** Some clients, such as Python's, tell of a request by its URL alone. */
function fillPeerFromUrl({ attributes: a, quiet }: EventWriter, wire: Wire, rows: EventRows, row: number): void {
  const which = present(a, role.urlFull, role.httpUrl);
  if (which === 0) return;
  const url = fittedText(wire.bytes, a.roleStart[which] as number, a.roleEnd[which] as number, promotedBytesMax, quiet);
  const host = hostOf(url);
  if (host === '') return;
  rows.peer.data[row] = rows.peer.words.ofText(host);
  rows.peerKind.data[row] = peerKinds.host;
}

function fillEndpoint(writer: EventWriter, bytes: Uint8Array, rows: EventRows, row: number, outgoing: boolean): void {
  const a = writer.attributes;
  const method = present(a, role.httpMethod, role.httpMethodOld);
  if (method === 0) return;
  const route = present(a, role.httpRoute, role.httpRoute);
  const path = present(a, role.urlPath, role.httpTarget) || present(a, role.urlFull, role.httpUrl);
  const host = present(a, role.serverAddress, role.netPeerName) || present(a, role.httpHost, role.httpHost);
  const found = writer.endpoints.find(writer, rows, row, bytes, method, route, path, host, outgoing);
  if (found === undefined) return;
  rows.endpoint.data[row * 2] = found.lo;
  rows.endpoint.data[row * 2 + 1] = found.hi;
}
