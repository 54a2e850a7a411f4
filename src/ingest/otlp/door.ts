import type { Door, DoorAnswer, DoorFailure } from '../../http/door.ts';
import { ApiError, type ErrorCode } from '../../errors.ts';
import type { Ingest } from '../ingest.ts';
import { grpcCodes, type OtlpEncoding, type OtlpSignal, statusBody, successBody } from './answer.ts';
import { otlpDecoders } from './decoders.ts';

export const otlpSignals: readonly OtlpSignal[] = ['logs', 'traces', 'metrics'];

const types: Readonly<Record<OtlpEncoding, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};

/** `POST /v1/logs`, `/v1/traces`, `/v1/metrics`: the answer has the encoding of the request. */
export function otlpDoors(ingest: Pick<Ingest, 'take' | 'refuse'>): Door[] {
  return otlpSignals.map((signal) => ({
    url: `/v1/${signal}`,
    run: async ({ actor, source, contentType, contentEncoding }) => {
      const encoding = encodingOf(contentType);
      if (encoding === undefined) {
        const message = `Send ${types.protobuf} or ${types.json}.`;
        throw ingest.refuse(actor.projectId, signal, new ApiError('unsupported_media_type', { message }));
      }
      const outcome = await ingest.take({
        projectId: actor.projectId,
        signal,
        door: `otlp/${signal}/${encoding}`,
        source,
        encoding: contentEncoding,
        decode: otlpDecoders[signal][encoding],
      });
      return { type: types[encoding], body: successBody(signal, encoding, outcome) };
    },
    fail: failureAnswer,
  }));
}

function encodingOf(contentType: string): OtlpEncoding | undefined {
  if (contentType === types.protobuf) return 'protobuf';
  return contentType === types.json ? 'json' : undefined;
}

/** Senders try 429, 502, 503 and 504 again, and nothing else: only what may work later has one of these. */
function failureAnswer({ code, status, message, retryAfterS }: DoorFailure, contentType: string): DoorAnswer {
  const encoding = encodingOf(contentType) ?? 'json';
  return { status, type: types[encoding], body: statusBody(encoding, grpcCodeOf(code), message, retryAfterS) };
}

export function grpcCodeOf(code: ErrorCode): number {
  switch (code) {
    case 'unauthorized':
      return grpcCodes.unauthenticated;
    case 'forbidden':
      return grpcCodes.permission_denied;
    case 'rate_limited':
      return grpcCodes.resource_exhausted;
    case 'unavailable':
    case 'request_timeout':
      return grpcCodes.unavailable;
    case 'internal':
      return grpcCodes.internal;
    case 'not_found':
    case 'method_not_allowed':
      return grpcCodes.unimplemented;
    case 'invalid_parameter':
    case 'invalid_body':
    case 'invalid_query':
    case 'unknown_field':
    case 'conflict':
    case 'gone':
    case 'too_large':
    case 'unsupported_media_type':
    case 'headers_too_large':
      return grpcCodes.invalid_argument;
  }
}
