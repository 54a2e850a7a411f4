// What Node.js reads from a socket is memory outside of V8's heap. V8 knows how much it is, and for each 64 MiB more it
// looks through everything it has, on other threads: under load two or three times a second, for a third of what the
// service costs. But a body's chunks are young, and dead once it is decoded: to look through the young alone is enough.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Well below what V8 waits for. */
const garbageBytesMax = 16 * 1024 * 1024;

type Collect = (options: { readonly type: 'minor' }) => void;

export class YoungGarbage {
  private readonly collect = exposedCollect();
  private bytes = 0;

  /** A body of so many bytes is not needed any more. */
  add(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes < garbageBytesMax) return;
    this.bytes = 0;
    this.collect({ type: 'minor' });
  }
}

/** Node.js has no other door to it. */
function exposedCollect(): Collect {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('gc') as Collect;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
