import type { Readable } from 'node:stream';
import type { Actor } from '../domains/permission.ts';
import type { ErrorCode } from '../errors.ts';

/**
 * A door for senders, who speak protocols of their own: the body is a stream that the door reads itself, and a failure
 * is told in the sender's words. The key names the project; whoever may send at all may use every door.
 */
export interface Door {
  /** From the root, also for those below /api/v1. Always POST. */
  readonly url: `/${string}`;
  readonly run: (call: DoorCall) => Promise<DoorAnswer>;
  /** How a failure looks here; the API's own envelope when left out. */
  readonly fail?: (failure: DoorFailure, contentType: string) => DoorAnswer;
}

export interface DoorCall {
  readonly actor: Actor;
  readonly source: Readable;
  /** Without parameters, lower case; empty when the sender named none. */
  readonly contentType: string;
  /** What follows the content type's first semicolon. */
  readonly contentTypeParameters: string;
  readonly contentEncoding: string | undefined;
  /** By its name in lower case. */
  readonly header: (name: string) => string | undefined;
}

export interface DoorAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly body: Uint8Array | string;
}

export interface DoorFailure {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly retryAfterS: number | undefined;
  readonly requestId: string;
}
