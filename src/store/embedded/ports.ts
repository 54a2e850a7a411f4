import { createSocket } from 'node:dgram';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range from which the system takes ports for outgoing connections, so that a restart finds it free. */
const portMin = 20_000;
const portMax = 32_000;
const portTriesMax = 200;

/** Of this process, until it ends. */
const taken = new Set<number>();

/** A port that nobody else is given before this process ends. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < portTriesMax; tries++) {
    const port = randomInt(portMin, portMax);
    if (!taken.has(port) && (await takePort(port))) return port;
  }
  throw new Error(`no free port between ${portMin} and ${portMax} on 127.0.0.1`);
}

/**
 * Between the choice of a port and the listening on it lie seconds, in which another process must not choose it, too. So
 * whoever wants it binds the UDP port of the same number first, which nobody uses, and which is given back by the system
 * however the process ends.
 */
export async function takePort(port: number): Promise<boolean> {
  if ((await listenFault(port)) !== undefined) return false;
  if (taken.has(port)) return true;
  const isTaken = await new Promise<boolean>((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => resolve(false));
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref();
      resolve(true);
    });
  });
  if (isTaken) taken.add(port);
  return isTaken;
}

/** Why nobody can listen on it now, as the system says; undefined when one can. */
export function listenFault(port: number, host = '127.0.0.1'): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
