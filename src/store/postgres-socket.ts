import { connect, type Socket } from 'node:net';

/** Of the driver's options: where a server may be. */
interface Address {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
}

/** How a server may begin: it asks who we are, tells a failure, negotiates the protocol, or answers whether it has TLS. */
const firstLetters = Buffer.from('REvSN');

/**
 * Connects as the driver (3.4.9) does, the servers in turn, but for one thing: who closes a connection before a word was said, as
 * a balancer without a server behind it does, has refused it, and so has who begins as no Postgres does. The driver would try
 * again at once, for ever, and as fast as it can.
 */
export function postgresSockets(): (address: Address) => Socket {
  let turn = 0;
  return ({ host, port, path }) => {
    const server = { host: host[turn % host.length] ?? 'localhost', port: port[turn % port.length] ?? 5432 };
    turn++;
    // The driver reads the name that the certificate must have from the socket.
    const socket = Object.assign(path === false ? connect(server) : connect(path), { host: server.host });
    const refuse = (what: string) => {
      const refused = new Error(`${server.host}:${server.port} ${what}`);
      socket.destroy(Object.assign(refused, { code: 'ECONNREFUSED' }));
    };
    return socket
      .once(
        'data',
        ([first = 0]: Buffer) => firstLetters.includes(first) || refuse('is no Postgres: it speaks otherwise'),
      )
      .once('end', () => socket.bytesRead > 0 || refuse('closed the connection before it said anything'));
  };
}
