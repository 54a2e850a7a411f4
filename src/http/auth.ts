import type { FastifyRequest } from 'fastify';
import type { Authenticate } from '../domains/keys/authenticate.ts';
import { permits, type Actor, type KeyPermission } from '../domains/permission.ts';
import { isUuid } from '../domains/types.ts';
import { ApiError } from '../errors.ts';
import type { TokenBuckets } from '../lib/token-bucket.ts';

export interface Gate {
  readonly authenticate: Authenticate;
  readonly perKey: TokenBuckets;
  readonly perProject: TokenBuckets;
}

/** What a caller says of itself, over HTTP or gRPC. */
type Sent = Pick<FastifyRequest, 'headers' | 'id'>;

const actors = new WeakMap<Sent, Actor>();

/** Key, then project header, then permission, then rate: in this order, so that nobody without a key learns anything. */
export async function admit(gate: Gate, request: FastifyRequest, needed: KeyPermission): Promise<Actor> {
  const actor = await identify(gate, request);
  requireProject(request.headers['x-project-id'], actor.projectId, true);
  if (!permits(actor.permission, needed)) {
    throw new ApiError('forbidden', {
      message: `This needs a key with permission ${needed}; this key has ${actor.permission}.`,
    });
  }
  spend(gate, actor);
  actors.set(request, actor);
  return actor;
}

/** Whom the gate let a request in as. */
export function admitted(request: FastifyRequest): Actor {
  const actor = actors.get(request);
  if (actor === undefined) throw new Error('a request reached its handler without passing the gate');
  return actor;
}

/** Counts one request. What a key has too much of takes nothing from the project's other keys. */
export function spend(gate: Gate, actor: Actor): void {
  const waitS = gate.perKey.take(actor.keyId ?? '') || gate.perProject.take(actor.projectId);
  if (waitS > 0) throw new ApiError('rate_limited', { retryAfterS: Math.ceil(waitS) });
}

/** Senders of telemetry: the key alone names the project, the header must agree where it is sent. Their limit is bytes, not requests. */
export async function admitSender(gate: Gate, request: Sent): Promise<Actor> {
  const actor = await identify(gate, request);
  requireProject(request.headers['x-project-id'], actor.projectId, false);
  actors.set(request, actor);
  return actor;
}

async function identify(gate: Gate, request: Sent): Promise<Actor> {
  const key = await gate.authenticate(bearer(request));
  if (key === undefined) throw new ApiError('unauthorized');
  return { ...key, requestId: request.id };
}

function bearer(request: Sent): string {
  const header = request.headers.authorization;
  if (header !== undefined) return /^bearer +(\S+) *$/i.exec(header)?.[1] ?? '';
  // Firehose sends a key nowhere else.
  const bare = request.headers['x-api-key'] ?? request.headers['x-amz-firehose-access-key'];
  return typeof bare === 'string' ? bare.trim() : '';
}

function requireProject(header: string | string[] | undefined, projectId: string, required: boolean): void {
  if (header === undefined && !required) return;
  if (typeof header !== 'string' || !isUuid(header)) {
    throw new ApiError('invalid_parameter', {
      parameter: 'X-Project-Id',
      message:
        header === undefined ? 'Send the project’s id in the header X-Project-Id.' : 'X-Project-Id must be a UUID.',
    });
  }
  if (header.toLowerCase() !== projectId) {
    throw new ApiError('forbidden', { message: 'This key does not belong to the project in X-Project-Id.' });
  }
}
