import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import t from 'tap';
import { freePort, takePort } from '../../src/store/embedded/ports.ts';

const host = '127.0.0.1';

/** As another process chooses one: not of those that the system gives to outgoing connections at any moment. */
async function chosenByAnother(): Promise<Socket> {
  for (;;) {
    const socket = createSocket('udp4').bind(randomInt(20_000, 32_000), host);
    const isBound = await once(socket, 'listening').then(
      () => true,
      () => false,
    );
    if (isBound) return socket;
  }
}

t.test('a port that another process chose is not chosen, though nobody listens on it yet', async (t) => {
  const other = await chosenByAnother();
  const { port } = other.address();
  t.equal(await takePort(port), false);
  other.close();
  await once(other, 'close');
  t.equal(await takePort(port), true);
  t.equal(await takePort(port), true, 'it stays ours');
});

t.test('a port that somebody listens on is not taken, and no port is given out twice', async (t) => {
  const listener = createServer().listen(0, host);
  await once(listener, 'listening');
  t.equal(await takePort((listener.address() as { port: number }).port), false);
  listener.close();
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  t.equal(new Set(ports).size, 50);
});
