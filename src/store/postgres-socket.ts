import { connect, type Socket } from 'node:net';

/** Of the driver's options: where a server may be. */
interface Address {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
}

/**
 * Connects as the driver (3.4.9) does, the servers in turn, but for one thing: who closes a connection before a word was said, as
 * a balancer without a server behind it does, has refused it. The driver would try again at once, for ever, and as fast as it
 * can.
 */
export function postgresSockets(): (address: Address) => Socket {
  let turn = 0;
  return ({ host, port, path }) => {
    const server = { host: host[turn % host.length] ?? 'localhost', port: port[turn % port.length] ?? 5432 };
    turn++;
    // The driver reads the name that the certificate must have from the socket.
    const socket = Object.assign(path === false ? connect(server) : connect(path), { host: server.host });
    return socket.once('end', () => {
      if (socket.bytesRead > 0) return;
      const refused = new Error(`${server.host}:${server.port} closed the connection before it said anything`);
      socket.destroy(Object.assign(refused, { code: 'ECONNREFUSED' }));
    });
  };
}
