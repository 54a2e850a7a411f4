import { isIPv6, type Server, type Socket } from 'node:net';

/** Senders keep theirs open, and a proxy has those of all that it stands before. */
export const connectionsPerHostMax = 2_000;
/** Of one listener: a host that holds all it may have leaves as many to the others. */
const connectionsMax = 2 * connectionsPerHostMax;

/** Hangs up on what is beyond that, so that no host alone keeps the others out. */
export function limitConnections(server: Server): void {
  server.maxConnections = connectionsMax;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const host = hostOf(socket.remoteAddress ?? '');
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

const groupsOfAddress = 8;
const groupsOfNetwork = 4;

/** Of IPv6 its network: a host has all the addresses in it. */
export function hostOf(address: string): string {
  // IPv4 on a port for both is written with dots behind the colons.
  if (!isIPv6(address) || address.includes('.')) return address;
  const [first = [], last = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: groupsOfAddress - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].slice(0, groupsOfNetwork).join(':');
}
