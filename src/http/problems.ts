import type { FastifyError } from 'fastify';
import { ApiError, errorCodes, type ErrorCode } from '../errors.ts';
import { storeAway } from '../store/faults.ts';

/** What a body of JSON or YAML may have, unpacked; telemetry has its own. */
export const bodyBytesMax = 1024 * 1024;

export interface Problem {
  readonly status: number;
  readonly retryAfterS: number | undefined;
  readonly body: {
    readonly error: Readonly<Record<string, unknown>> & { readonly code: ErrorCode; readonly message: string };
  };
}

/** Any throwable as the one envelope. */
export function problemOf(thrown: unknown, requestId: string): Problem {
  const { code, message, context } = apiErrorOf(thrown);
  const { status } = errorCodes[code];
  return {
    status,
    retryAfterS: context.retryAfterS ?? (status === 503 || status === 429 ? 1 : undefined),
    body: {
      error: {
        code,
        message,
        parameter: context.parameter,
        details: context.details,
        position: context.position,
        suggestion: context.suggestion,
        request_id: requestId,
      },
    },
  };
}

function apiErrorOf(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const away = storeAway(thrown);
  if (away !== undefined) return away;
  const known = fastifyCodes[(thrown as Partial<FastifyError> | null)?.code ?? ''];
  if (known !== undefined) return new ApiError(known.code, known);
  return new ApiError('internal', { cause: thrown });
}

const body = 'body';
const fastifyCodes: Readonly<Record<string, { code: ErrorCode; message?: string; parameter?: string }>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'unsupported_media_type' },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'too_large',
    message: `A body may have ${bodyBytesMax} bytes; send a smaller one.`,
    parameter: body,
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'invalid_body', message: 'The body is empty; send JSON.', parameter: body },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid_body',
    message: 'Content-Length does not match the body.',
    parameter: body,
  },
  FST_ERR_BAD_URL: { code: 'not_found', message: 'The path is not a valid URL path.' },
  FST_ERR_ASYNC_CONSTRAINT: { code: 'not_found' },
  // Of the request decompression: a body that claims an encoding and is not in it, or one that we do not take.
  FST_CP_ERR_INVALID_CONTENT_ENCODING: {
    code: 'unsupported_media_type',
    message: 'Send the body plain, or with Content-Encoding gzip or deflate.',
  },
  FST_CP_ERR_INVALID_CONTENT: {
    code: 'invalid_body',
    message: 'The body is not in the encoding that Content-Encoding names.',
    parameter: body,
  },
};
