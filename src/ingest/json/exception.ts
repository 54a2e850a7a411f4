// The exception of a plain JSON record that is not a map under one of the names for it: fields of its own, or a trace
// alone, which has its type and message in it.

import type { JsonFields } from './fields.ts';
import { exceptionNames } from './names.ts';
import { textOf, type Json } from './text.ts';
import { writeKeyValue } from './value.ts';
import type { ProtoOut } from '../encoding/proto-out.ts';

/** What tells a trace from another text is in its first lines. */
const lookedAtCharsMax = 16 * 1024;
const frame = /(?:^|\n)[ \t]*(?:at |File "|#\d+ )|\.\w+:\d+/;
const pythonStart = /^Traceback \(most recent call last\):/m;
/** A type, whose own name begins with a capital, and its message. */
const head = /^(?:Exception in thread "[^"\n]*" |Uncaught )?((?:[\w$]+(?:\.|::|\\))*[A-Z][\w$]*)(?:: (.*))?$/;
const isNamedError = /(?:Error|Exception)$/;

interface Head {
  readonly type: string;
  readonly message: string;
}

/** Attributes under OTLP's names, where the record has none. Its trace is moved there, what is short is copied. */
export function writeException(out: ProtoOut, fields: JsonFields): void {
  const stack = fields.take(exceptionNames.stack, traceOf);
  const found = stack === undefined ? undefined : headOf(stack);
  const type = fields.peek(exceptionNames.type, textOf) ?? found?.type;
  const message = fields.peek(exceptionNames.message, textOf) ?? found?.message;
  if (stack === undefined && (type === undefined || message === undefined)) return;
  const parts = [
    ['exception.type', type],
    ['exception.message', message],
    ['exception.stacktrace', stack],
  ] as const;
  for (const [key, value] of parts)
    if (value !== undefined && value !== '' && !fields.has(key)) writeKeyValue(out, 0x32, key, value);
}

function traceOf(value: Json): string | undefined {
  const text =
    Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.join('\n') : textOf(value);
  if (text === undefined || frame.test(text.slice(0, lookedAtCharsMax))) return text;
  return isNamedError.test(headOf(text)?.type ?? '') ? text : undefined;
}

/** Where it begins; in Python where it ends. */
function headOf(trace: string): Head | undefined {
  const isPython = pythonStart.test(trace.slice(0, lookedAtCharsMax));
  const lines = (isPython ? trace.slice(-lookedAtCharsMax) : trace.slice(0, lookedAtCharsMax)).split(/\r?\n/);
  const candidates = isPython ? lines.toReversed() : lines.slice(0, 1);
  for (const line of candidates) {
    const [, type, message = ''] = head.exec(line) ?? [];
    if (type !== undefined) return { type, message };
  }
  return undefined;
}
