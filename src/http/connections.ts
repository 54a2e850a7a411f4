import type { Server, Socket } from 'node:net';

/** Senders keep theirs open, and a proxy has those of all that it stands before. */
export const connectionsPerHostMax = 2_000;
/** Of one listener: a host that holds all it may have leaves as many to the others. */
const connectionsMax = 2 * connectionsPerHostMax;

/** Hangs up on what is beyond that, so that no host alone keeps the others out. */
export function limitConnections(server: Server): void {
  server.maxConnections = connectionsMax;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const host = socket.remoteAddress ?? '';
    const count = (open.get(host) ?? 0) + 1;
    if (count > connectionsPerHostMax) {
      socket.destroy();
      return;
    }
    open.set(host, count);
    socket.once('close', () => {
      const left = (open.get(host) ?? 0) - 1;
      if (left > 0) open.set(host, left);
      else open.delete(host);
    });
  });
}
