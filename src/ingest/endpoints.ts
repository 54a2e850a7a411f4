// Endpoint identity of HTTP spans. Names are worked out once for each spelling that comes by, not for each span.

import { endpointHash, endpointOf } from '../domains/endpoints/normalise.ts';
import { addByte, addBytes, finishHash, startHash } from '../lib/hash64.ts';
import type { Hash64 } from '../lib/hash64.ts';
import type { EventWriter } from './event-writer.ts';
import { fittedText } from './origin.ts';
import { putString } from './text.ts';

const entriesMax = 1 << 15;
const textBytesMax = 4096;
const notFound = 404;

interface Known {
  readonly lo: number;
  /** Undefined for a request that names no endpoint. */
  readonly endpoint: Hash64 | undefined;
  readonly method: string;
  readonly host: string;
  readonly path: string;
}

export class Endpoints {
  private readonly known = new Map<number, Known>();
  private readonly spelling: Hash64 = { hi: 0, lo: 0 };

  /** `method`, `route`, `path` and `host` are roles of the record at hand, 0 where it has none. */
  find(
    writer: EventWriter,
    bytes: Uint8Array,
    method: number,
    route: number,
    path: number,
    host: number,
    outgoing: boolean,
    status: number,
  ): Hash64 | undefined {
    const { roleStart, roleEnd } = writer.attributes;
    const spelling = this.spelling;
    startHash(spelling, outgoing ? 2 : 1);
    addByte(spelling, status === notFound ? 1 : 0);
    addBytes(spelling, writer.resource.serviceBytes, 0, writer.resource.serviceBytes.length);
    for (const which of route === 0 ? [method, path, host] : [method, route, host]) {
      addByte(spelling, which);
      if (which !== 0) addBytes(spelling, bytes, roleStart[which] as number, roleEnd[which] as number);
    }
    finishHash(spelling);
    const { hi, lo } = spelling;
    let known = this.known.get(hi);
    if (known === undefined || known.lo !== lo) {
      const textOf = (which: number): string | undefined =>
        which === 0
          ? undefined
          : fittedText(bytes, roleStart[which] as number, roleEnd[which] as number, textBytesMax, writer.quiet);
      const named = endpointOf({
        method: textOf(method) ?? '',
        route: textOf(route),
        path: textOf(path),
        host: textOf(host),
        service: writer.resource.service,
        outgoing,
        status,
      });
      const endpoint = named === undefined ? undefined : endpointHash(named);
      known = { lo, endpoint, method: named?.method ?? '', host: named?.host ?? '', path: named?.path ?? '' };
      if (this.known.size >= entriesMax) this.known.clear();
      this.known.set(hi, known);
    }
    if (known.endpoint !== undefined) this.tell(writer, known, known.endpoint, outgoing);
    return known.endpoint;
  }

  private tell(writer: EventWriter, known: Known, endpoint: Hash64, outgoing: boolean): void {
    if (!writer.isNews(writer.sink.seenEndpoints, endpoint)) return;
    const rows = writer.sink.endpointNames();
    const row = rows.addRow();
    const seconds = Math.floor(writer.clock.nowMs / 1000);
    rows.projectId.data[row] = rows.projectId.words.ofText(writer.projectId);
    rows.endpoint.data[row * 2] = endpoint.lo;
    rows.endpoint.data[row * 2 + 1] = endpoint.hi;
    rows.outgoing.data[row] = outgoing ? 1 : 0;
    rows.method.data[row] = rows.method.words.ofText(known.method);
    putString(rows.host, row, known.host, textBytesMax, writer.quiet);
    putString(rows.path, row, known.path, textBytesMax, writer.quiet);
    rows.service.data[row] = rows.service.words.ofText(writer.resource.service);
    rows.firstSeen.data[row] = seconds;
    rows.lastSeen.data[row] = seconds;
  }
}
