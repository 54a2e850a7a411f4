import { connect, type Socket } from 'node:net';
import type { Test } from 'tap';
import type { TestApi, TestProject } from './api.ts';

export interface Unread {
  readonly socket: Socket;
  readonly status: Promise<string>;
}

/** A caller who asks, and reads no more of the answer than how it begins. */
export function unread(t: Test, api: TestApi, { id, key }: TestProject, path: string): Unread {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  t.teardown(() => socket.destroy());
  socket.write(`GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nX-Project-Id: ${id}\r\n\r\n`);
  const status = new Promise<string>((resolve, reject) => {
    socket.on('error', reject);
    socket.once('data', (data) => {
      socket.pause();
      resolve(data.toString('latin1', 9, 12));
    });
  });
  return { socket, status };
}
