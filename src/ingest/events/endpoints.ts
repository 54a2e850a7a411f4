// Endpoint identity of HTTP spans. Names are worked out once for each spelling that comes by, not for each span.

import { endpointHash, endpointOf } from '../../domains/endpoints/normalise.ts';
import { addByte, addBytes, finishHash, startHash, toKey } from '../../lib/hash64.ts';
import type { Hash64 } from '../../lib/hash64.ts';
import type { EventWriter } from './event-writer.ts';
import type { EventRows } from '../rows/events.ts';
import { EndpointRows } from '../rows/side.ts';
import { noDay } from '../rows/block.ts';
import { fittedText } from '../origin.ts';
import { putString } from '../encoding/text.ts';
import { toldAgainAfterMs } from '../seen.ts';

const entriesMax = 1 << 15;
const textBytesMax = 4096;
const knownCharsMax = 512;
const notFound = 404;
const recentMax = 4096;

interface Known {
  /** Project, direction, service and spelling, as 64 bits. */
  readonly hi: number;
  readonly lo: number;
  /** Undefined for a request that names no endpoint. */
  readonly endpoint: Hash64 | undefined;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly first: First;
  toldMs: number;
}

/** The earliest call of an endpoint that the store was told of; all its spellings share it. */
interface First {
  ms: number;
}

export class Endpoints {
  private readonly known = new Map<number, Known>();
  private readonly spelling: Hash64 = { hi: 0, lo: 0 };
  private readonly firsts = new Map<number, First>();
  private told: Known[] = [];
  // A span that a server answered on a known route is told by the numbers of its words alone.
  private readonly recentKeys = new Int32Array(recentMax * 3);
  private readonly recent: (Known | undefined)[] = Array.from({ length: recentMax }, () => undefined);

  /** `method`, `route`, `path` and `host` are roles of the record at hand, 0 where it has none. */
  find(
    writer: EventWriter,
    rows: EventRows,
    row: number,
    bytes: Uint8Array,
    method: number,
    route: number,
    path: number,
    host: number,
    outgoing: boolean,
  ): Hash64 | undefined {
    let known: Known | undefined;
    if (route !== 0 && !outgoing) {
      const routeWord = rows.httpRoute.data[row] as number;
      const methodWord = rows.httpMethod.data[row] as number;
      const slot = (Math.imul(routeWord, 31) + methodWord + writer.binding) & (recentMax - 1);
      const keys = this.recentKeys;
      const at = slot * 3;
      if (keys[at] === writer.binding && keys[at + 1] === routeWord && keys[at + 2] === methodWord)
        known = this.recent[slot];
      else {
        known = this.look(writer, rows, row, bytes, method, route, path, 0, outgoing);
        keys[at] = writer.binding;
        keys[at + 1] = routeWord;
        keys[at + 2] = methodWord;
        this.recent[slot] = known;
      }
    } else known = this.look(writer, rows, row, bytes, method, route, path, host, outgoing);
    const { ms, nowMs } = writer.clock;
    if (known?.endpoint !== undefined && (nowMs - known.toldMs >= toldAgainAfterMs || ms < known.first.ms))
      this.tell(writer, known, known.endpoint, outgoing);
    return known?.endpoint;
  }

  commit(): void {
    if (this.told.length > 0) this.told = [];
  }

  rollback(): void {
    for (const known of this.told) {
      known.toldMs = 0;
      known.first.ms = Infinity;
    }
    this.told = [];
  }

  forget(): void {
    for (const known of this.known.values()) known.toldMs = 0;
    for (const first of this.firsts.values()) first.ms = Infinity;
  }

  private look(
    writer: EventWriter,
    rows: EventRows,
    row: number,
    bytes: Uint8Array,
    method: number,
    route: number,
    path: number,
    host: number,
    outgoing: boolean,
  ): Known {
    const { roleStart, roleEnd } = writer.attributes;
    const { service, serviceBytes } = writer.resource;
    const status = rows.httpStatus.data[row] as number;
    const spelling = this.spelling;
    startHash(spelling, writer.projectHash.lo + (outgoing ? 2 : 1));
    addByte(spelling, status === notFound ? 1 : 0);
    addBytes(spelling, serviceBytes, 0, serviceBytes.length);
    const named = route === 0 ? path : route;
    for (let i = 0; i < 3; i++) {
      const which = i === 0 ? method : i === 1 ? named : host;
      addByte(spelling, which);
      if (which !== 0) addBytes(spelling, bytes, roleStart[which] as number, roleEnd[which] as number);
    }
    finishHash(spelling);
    const { hi, lo } = spelling;
    const known = this.known.get(hi);
    if (known !== undefined && known.lo === lo) return known;
    const textOf = (which: number): string | undefined =>
      which === 0
        ? undefined
        : fittedText(bytes, roleStart[which] as number, roleEnd[which] as number, textBytesMax, writer.quiet);
    const endpoint = endpointOf({
      method: textOf(method) ?? '',
      route: textOf(route),
      path: textOf(path),
      host: textOf(host),
      service,
      outgoing,
      status,
    });
    const hash = endpoint === undefined ? undefined : endpointHash(endpoint);
    const fresh: Known = {
      hi,
      lo,
      endpoint: hash,
      method: endpoint?.method ?? '',
      host: endpoint?.host ?? '',
      path: endpoint?.path ?? '',
      first: hash === undefined ? { ms: -Infinity } : this.firstOf(writer, hash),
      toldMs: 0,
    };
    if (fresh.path.length + fresh.host.length > knownCharsMax) return fresh;
    if (this.known.size >= entriesMax) this.known.clear();
    this.known.set(hi, fresh);
    return fresh;
  }

  private firstOf({ projectHash }: EventWriter, { hi, lo }: Hash64): First {
    const key = toKey(hi ^ projectHash.hi, lo ^ projectHash.lo);
    let first = this.firsts.get(key);
    if (first === undefined) {
      if (this.firsts.size >= entriesMax) this.firsts.clear();
      this.firsts.set(key, (first = { ms: Infinity }));
    }
    return first;
  }

  private tell(writer: EventWriter, known: Known, endpoint: Hash64, outgoing: boolean): void {
    known.toldMs = writer.clock.nowMs;
    this.told.push(known);
    const { ms, nowMs } = writer.clock;
    const firstMs = Math.floor(Math.min(ms, nowMs) / 1000) * 1000;
    const isNews = writer.isNews(writer.sink.seenEndpoints, endpoint.hi, endpoint.lo);
    // Many spellings name one endpoint; the store is told of it once, and of a call before those that it knows of.
    if (!isNews && firstMs >= known.first.ms) return;
    known.first.ms = Math.min(known.first.ms, firstMs);
    const rows = writer.sink.open(EndpointRows, noDay, 0);
    const row = rows.addRow();
    rows.projectId.data[row] = rows.projectId.words.ofText(writer.projectId);
    rows.endpoint.data[row * 2] = endpoint.lo;
    rows.endpoint.data[row * 2 + 1] = endpoint.hi;
    rows.outgoing.data[row] = outgoing ? 1 : 0;
    rows.method.data[row] = rows.method.words.ofText(known.method);
    putString(rows.host, row, known.host, textBytesMax, writer.quiet);
    putString(rows.path, row, known.path, textBytesMax, writer.quiet);
    rows.service.data[row] = rows.service.words.ofText(writer.resource.service);
    rows.firstSeen.data[row] = firstMs / 1000;
    // What was named lately is found by it.
    rows.lastSeen.data[row] = Math.floor(nowMs / 1000);
  }
}
