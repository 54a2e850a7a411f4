// A request's body, from the socket into one buffer: inflated on the way, never beyond its cap, and never beyond what
// the budget has left. A body that claims to be small and is not costs a chunk more than it may, not its whole size.

import { finished, type Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { ApiError } from '../../errors.ts';
import { codingOf } from '../../lib/content-coding.ts';
import { bodyBytesMax, largeBytesMin, type Refusal, type Reservation } from './budget.ts';

const reserveStepBytes = 256 * 1024;
/** What a small body holds, however small it is: there are its request and its answer still to come. */
const smallBodyBytes = 32 * 1024;
const inflateChunkBytes = 64 * 1024;

/** Names that Content-Encoding may have here. */
export const encodings: readonly string[] = [
  'identity',
  'gzip',
  'deflate',
  ...('createZstdDecompress' in zlib ? ['zstd'] : []),
];

const gzipMark = Buffer.from([0x1f, 0x8b]);

/** Neither JSON nor protobuf nor a block of snappy begins as it does. */
export function isGzip(bytes: Buffer): boolean {
  return bytes.subarray(0, gzipMark.length).equals(gzipMark);
}

export async function readBody(
  source: Readable,
  encoding: string | undefined,
  reservation: Reservation,
  bytesMax: number = bodyBytesMax,
): Promise<Buffer> {
  const name = codingOf(encoding ?? 'identity');
  if (!encodings.includes(name) && name !== '') {
    throw new ApiError('unsupported_media_type', {
      message: `Content-Encoding may be ${encodings.join(', ')}; this was ${name}.`,
    });
  }
  const meter = new Meter(reservation, bytesMax);
  try {
    if (name !== 'identity' && name !== '') return await inflate(source, name, meter);
    // Not destroyed when it is cut short: the answer has to go out over the same socket.
    for await (const chunk of source.iterator({ destroyOnReturn: false })) meter.take(chunk as Buffer);
    const body = meter.whole();
    if (isGzip(body)) throw unnamedGzip();
    return body;
  } catch (cause) {
    meter.forget();
    if (cause instanceof ApiError || !source.destroyed) throw cause;
    // A connection of the sender, not of the store.
    throw new ApiError('invalid_body', { message: 'The body ended before it was whole.', parameter: 'body', cause });
  }
}

class Meter {
  private chunks: Buffer[] = [];
  /** Where a large body goes at once, so that it is never there twice, and leaves no garbage. */
  private large: Buffer | undefined;
  private length = 0;
  private readonly reservation: Reservation;
  private readonly bytesMax: number;

  constructor(reservation: Reservation, bytesMax: number) {
    this.reservation = reservation;
    this.bytesMax = bytesMax;
  }

  take(chunk: Buffer): void {
    const length = this.length + chunk.length;
    if (length > this.bytesMax) {
      throw new ApiError('too_large', {
        message: `A body may have ${this.bytesMax} bytes after decompression; send smaller ones.`,
      });
    }
    const missing = length - this.reservation.heldBytes;
    if (missing > 0) {
      const step = length <= smallBodyBytes ? smallBodyBytes : reserveStepBytes;
      const refusal = this.reservation.grow(Math.max(missing, Math.min(step, this.bytesMax - length)));
      if (refusal !== undefined) throw refused(refusal);
    }
    if (this.reservation.isEvicted) throw refused('full');
    if (this.large === undefined && length > largeBytesMin) {
      this.large = this.reservation.borrow(length);
      if (this.large === undefined) throw refused('full');
      let at = 0;
      for (const before of this.chunks) at += before.copy(this.large, at);
      this.chunks = [];
    }
    if (this.large === undefined) this.chunks.push(chunk);
    else chunk.copy(this.large, this.length);
    this.length = length;
  }

  whole(): Buffer {
    if (this.large !== undefined) {
      if (this.reservation.isEvicted) throw refused('full');
      this.reservation.isComing = false;
      return this.large.subarray(0, this.length);
    }
    if (this.chunks.length === 1) return this.chunks[0] ?? Buffer.alloc(0);
    const room = this.reservation.borrow(this.length);
    if (room === undefined) throw refused('full');
    let at = 0;
    for (const chunk of this.chunks) at += chunk.copy(room, at);
    return room.subarray(0, at);
  }

  /** An error knows the objects that it passed: what this one holds would stay for as long as the answer takes. */
  forget(): void {
    this.chunks = [];
    this.large = undefined;
  }
}

const retryAfterS = 2;

export function refused(refusal: Refusal): ApiError {
  return refusal === 'share'
    ? new ApiError('rate_limited', {
        message: 'This project has more on its way to the store than its share; send again shortly.',
        retryAfterS,
      })
    : new ApiError('unavailable', {
        message: 'Ingest is at its limit: the store takes data more slowly than it comes; send again shortly.',
        retryAfterS,
      });
}

function unnamedGzip(): ApiError {
  const message = 'The body is compressed with gzip, and its Content-Encoding does not say so.';
  return new ApiError('invalid_body', { message, parameter: 'body' });
}

/** A truncated or corrupt stream is the sender's fault. */
async function inflate(source: Readable, name: string, meter: Meter): Promise<Buffer> {
  let inflater: Transform | undefined;
  let inputBytes = 0;
  const broken = (cause?: unknown) =>
    new ApiError('invalid_body', { message: `The body is not valid ${name}.`, parameter: 'body', cause });
  const done = new Promise<void>((resolve, reject) => {
    source.on('error', reject);
    source.on('close', () => {
      if (!source.readableEnded) reject(broken());
    });
    source.on('data', (chunk: Buffer) => {
      inputBytes += chunk.length;
      if (inputBytes > bodyBytesMax) {
        reject(new ApiError('too_large'));
        return;
      }
      if (inflater === undefined) {
        inflater = inflaterOf(name, chunk[0] ?? 0);
        inflater.on('data', (out: Buffer) => {
          try {
            meter.take(out);
          } catch (error) {
            reject(error);
          }
        });
        inflater.on('drain', () => source.resume());
        finished(inflater, (error) => (error instanceof Error ? reject(broken(error)) : resolve()));
      }
      if (!inflater.write(chunk)) source.pause();
    });
    source.on('end', () => {
      if (inflater === undefined) resolve();
      else inflater.end();
    });
  });
  try {
    await done;
    return meter.whole();
  } finally {
    source.pause();
    source.removeAllListeners('data');
    inflater?.destroy();
  }
}

const zlibMethod = 8;

function inflaterOf(name: string, firstByte: number): Transform {
  const options = { chunkSize: inflateChunkBytes };
  if (name === 'gzip') return zlib.createGunzip(options);
  // Senders disagree on what deflate means: with zlib's header, or without.
  if (name === 'deflate')
    return (firstByte & 0x0f) === zlibMethod ? zlib.createInflate(options) : zlib.createInflateRaw(options);
  if ('createZstdDecompress' in zlib && typeof zlib.createZstdDecompress === 'function') {
    return zlib.createZstdDecompress(options) as Transform;
  }
  throw new Error(`no decompressor for ${name}`);
}
