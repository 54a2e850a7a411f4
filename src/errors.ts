/** Every failure the API can report, once: its HTTP status and the sentence said when the thrower has no better one. */
export const errorCodes = {
  invalid_parameter: { status: 400, message: 'A parameter is not valid.' },
  invalid_body: { status: 400, message: 'The request body is not valid.' },
  invalid_query: { status: 400, message: 'The query is not valid.' },
  unknown_field: { status: 400, message: 'The query names a field that does not exist.' },
  conflict: { status: 400, message: 'The change conflicts with what is there.' },
  unauthorized: { status: 401, message: 'Send a valid API key as "Authorization: Bearer <key>".' },
  forbidden: { status: 403, message: 'This API key may not do that.' },
  not_found: { status: 404, message: 'There is no such thing here.' },
  method_not_allowed: { status: 405, message: 'This path does not take that method.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time; send it again.' },
  gone: { status: 410, message: 'This is no longer available.' },
  too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  rate_limited: { status: 429, message: 'Too many requests; wait as long as Retry-After says.' },
  headers_too_large: { status: 431, message: 'The request headers are too large.' },
  internal: { status: 500, message: 'Something went wrong on our side; the request id finds it in the log.' },
  unavailable: { status: 503, message: 'The service cannot do this right now; try again after Retry-After seconds.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

export interface ErrorContext {
  /** One sentence a person can act on; the code's own sentence otherwise. */
  message?: string;
  /** Name of the query, path or header parameter, or "body". */
  parameter?: string;
  /** Every fault of a body at once. */
  details?: readonly { path: string; message: string }[];
  /** Where in a query's text. */
  position?: { line: number; column: number; length: number };
  /** Did you mean. */
  suggestion?: string;
  retryAfterS?: number;
  cause?: unknown;
}

/** The one error that verbs throw: a code and its context, never an HTTP status. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly context: ErrorContext;
  constructor(code: ErrorCode, context: ErrorContext = {}) {
    super(context.message ?? errorCodes[code].message, { cause: context.cause });
    this.code = code;
    this.context = context;
  }
}
