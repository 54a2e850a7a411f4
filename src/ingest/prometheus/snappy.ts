// Snappy's block format, which Prometheus puts its requests into. What comes out is never larger than its cap, and what
// the header promises is not believed beyond it.

import { ApiError } from '../../errors.ts';
import { MalformedBody } from '../outcome.ts';
import { bodyBytesMax } from '../receiving/budget.ts';

export function unsnappy(input: Uint8Array): Uint8Array {
  let at = 0;
  let size = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = input[at++];
    if (byte === undefined || shift > 28) throw broken();
    size += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  if (size > bodyBytesMax) throw new ApiError('too_large');
  // No element makes more than 64 bytes out of three, so that a short body cannot claim a long one.
  if (size > input.length * 24) throw broken();
  const out = new Uint8Array(size);
  let length = 0;
  while (at < input.length) {
    const tag = input[at++] as number;
    const kind = tag & 3;
    if (kind === 0) {
      let count = tag >> 2;
      if (count >= 60) {
        const bytes = count - 59;
        count = littleEndian(input, at, bytes);
        at += bytes;
      }
      count++;
      if (count > input.length - at || count > size - length) throw broken();
      out.set(input.subarray(at, at + count), length);
      at += count;
      length += count;
      continue;
    }
    const count = kind === 1 ? 4 + ((tag >> 2) & 7) : 1 + (tag >> 2);
    const bytes = kind === 1 ? 1 : kind === 2 ? 2 : 4;
    const offset = littleEndian(input, at, bytes) + (kind === 1 ? (tag >> 5) << 8 : 0);
    at += bytes;
    if (offset === 0 || offset > length || count > size - length) throw broken();
    // Byte by byte where the copy reads what it writes.
    if (offset >= count) out.copyWithin(length, length - offset, length - offset + count);
    else for (let i = 0; i < count; i++) out[length + i] = out[length + i - offset] as number;
    length += count;
  }
  if (length !== size) throw broken();
  return out;
}

function broken(): MalformedBody {
  return new MalformedBody('The body is not valid snappy.');
}

function littleEndian(input: Uint8Array, at: number, bytes: number): number {
  let value = 0;
  for (let i = 0; i < bytes; i++) {
    const byte = input[at + i];
    if (byte === undefined) throw broken();
    value += byte * 2 ** (8 * i);
  }
  return value;
}
