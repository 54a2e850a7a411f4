import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admitSender, admitted, type Gate } from './auth.ts';
import type { Door, DoorAnswer } from './door.ts';
import { failed, mediaTypeOf, sendProblem } from './server.ts';

/** The door counts the bytes itself, after decompression; this is only what may come over the wire. */
const wireBytesMax = 64 * 1024 * 1024;

/** Mounts doors beside the routes: the same shell, but their bodies are not read for them. */
export function mountDoors(app: FastifyInstance, gate: Gate, doors: readonly Door[]): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _source, done) => done(null));
    for (const door of doors) mountDoor(scope, gate, door);
  });
}

function mountDoor(scope: FastifyInstance, gate: Gate, door: Door): void {
  scope.route({
    method: 'POST',
    url: door.url,
    bodyLimit: wireBytesMax,
    decompress: false,
    compress: false,
    onRequest: async (request) => {
      await admitSender(gate, request);
      // What has not the form of a type would be refused before the door is asked.
      if (request.mediaType === undefined) delete request.raw.headers['content-type'];
    },
    errorHandler: (error, request, reply) => void fail(door, error, request, reply),
    handler: async (request, reply) => {
      const answer = await door.run({
        actor: admitted(request),
        source: request.raw,
        contentType: mediaTypeOf(request, ''),
        contentTypeParameters: (request.headers['content-type'] ?? '').replace(/^[^;]*;?/, ''),
        contentEncoding: request.headers['content-encoding'],
        header: (name) => request.headers[name]?.toString(),
      });
      return sendAnswer(reply, answer);
    },
  });
}

const readOutBytesMax = 16 * 1024 * 1024;
const readOutMsMax = 3_000;

/** A sender that is still writing sees a broken pipe instead of our answer: what is left of its body goes nowhere first. */
async function readOut(source: IncomingMessage): Promise<void> {
  if (source.complete || source.destroyed) return;
  await new Promise<void>((resolve) => {
    let bytes = 0;
    const timer = setTimeout(resolve, readOutMsMax);
    source.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > readOutBytesMax) resolve();
    });
    for (const event of ['end', 'close', 'error']) {
      source.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    }
    source.resume();
  });
}

function sendAnswer(reply: FastifyReply, answer: DoorAnswer): FastifyReply {
  if (answer.type !== undefined) reply.type(answer.type);
  return reply.code(answer.status ?? 200).send(answer.body);
}

async function fail(door: Door, error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await readOut(request.raw);
  if (door.fail === undefined) return void sendProblem(error, request, reply);
  const { status, retryAfterS, body } = failed(error, request, reply);
  const { code, message } = body.error;
  const failure = { code, status, message, retryAfterS, requestId: request.id };
  void sendAnswer(reply, door.fail(failure, mediaTypeOf(request, '')));
}
