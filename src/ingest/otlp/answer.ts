// What OTLP says back, in the encoding that was sent: partial success, and google.rpc.Status for failures.

import type { Outcome } from '../outcome.ts';
import type { Signal } from '../stats.ts';

export type OtlpSignal = Exclude<Signal, 'replays'>;
export type OtlpEncoding = 'protobuf' | 'json';

const rejectedField: Record<OtlpSignal, string> = {
  logs: 'rejectedLogRecords',
  traces: 'rejectedSpans',
  metrics: 'rejectedDataPoints',
};

/** The message of a partial success: the first reasons, and how many were rejected for what. */
function rejectionText(outcome: Outcome): string {
  const counts = [...outcome.reasons].map(([reason, count]) => `${count} ${reason}`).join(', ');
  return [counts, ...outcome.messages].filter((text) => text !== '').join('; ');
}

/** An Export…ServiceResponse. All accepted: empty, as the protocol asks. */
export function successBody(signal: OtlpSignal, encoding: OtlpEncoding, outcome: Outcome): Buffer {
  if (outcome.rejected === 0) return Buffer.from(encoding === 'json' ? '{}' : '');
  const message = rejectionText(outcome);
  if (encoding === 'json') {
    const partialSuccess = { [rejectedField[signal]]: String(outcome.rejected), errorMessage: message };
    return Buffer.from(JSON.stringify({ partialSuccess }));
  }
  const partial = Buffer.concat([varintField(1, outcome.rejected), bytesField(2, Buffer.from(message))]);
  return bytesField(1, partial);
}

/** Codes of google.rpc that the doors use. */
export const grpcCodes = {
  invalid_argument: 3,
  permission_denied: 7,
  resource_exhausted: 8,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** A google.rpc.Status, with a RetryInfo when it is worth trying again. */
export function statusBody(
  encoding: OtlpEncoding,
  code: number,
  message: string,
  retryAfterS: number | undefined,
): Buffer {
  if (encoding === 'json') {
    const details =
      retryAfterS === undefined ? {} : { details: [{ '@type': retryInfoType, retryDelay: `${retryAfterS}s` }] };
    return Buffer.from(JSON.stringify({ code, message, ...details }));
  }
  return Buffer.concat([
    varintField(1, code),
    bytesField(2, Buffer.from(message)),
    ...(retryAfterS === undefined ? [] : [bytesField(3, retryInfo(retryAfterS))]),
  ]);
}

const retryInfoType = 'type.googleapis.com/google.rpc.RetryInfo';

/** google.protobuf.Any of a google.rpc.RetryInfo { retry_delay: { seconds } }. */
function retryInfo(seconds: number): Buffer {
  const duration = varintField(1, seconds);
  return Buffer.concat([bytesField(1, Buffer.from(retryInfoType)), bytesField(2, bytesField(1, duration))]);
}

function varintField(field: number, value: number): Buffer {
  return Buffer.from([...varint(field * 8), ...varint(value)]);
}

function bytesField(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(bytes.length)]), bytes]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
}
