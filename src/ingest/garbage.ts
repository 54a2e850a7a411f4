// What Node.js reads from a socket is memory outside of V8's heap. V8 knows how much it is, and for each 64 MiB more it
// looks through everything it has, on other threads: under load two or three times a second, for a third of what the
// service costs. But a body's chunks are young, and dead once it is decoded: to look through the young alone is enough.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Well below what V8 waits for. */
const chunkBytesMax = 16 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;
setFlagsFromString('--no-expose-gc');

let chunkBytes = 0;

/** To be told of each body how many bytes its chunks had. */
export function chunksAreGarbage(bytes: number): void {
  chunkBytes += bytes;
  if (chunkBytes < chunkBytesMax) return;
  chunkBytes = 0;
  collect({ type: 'minor' });
}
