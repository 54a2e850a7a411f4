// A plain JSON record as an OTLP log record: what it says under one of the names that everybody knows is put where OTLP
// has it, and the rest are attributes.

import type { RequestClock } from '../clock.ts';
import type { EventWriter } from '../events/event-writer.ts';
import { writeException } from './exception.ts';
import type { JsonFields } from './fields.ts';
import { fallbacks, names, timePairs } from './names.ts';
import {
  levelOf,
  levelOfLetter,
  levelOfPriority,
  levelOfWord,
  numberOf,
  ownTimeOf,
  severityNumberOf,
  timeOf,
} from './meanings.ts';
import { type Json, type JsonObject, textOf } from './text.ts';
import { unwrap } from './unwrap.ts';
import { writeJsonValue, writeKeyValue } from './value.ts';
import { lanesOf } from '../encoding/numbers.ts';
import type { ProtoOut } from '../encoding/proto-out.ts';

/**
 * A ResourceLogs with this one record. Equal resources of neighbours are recognised by their bytes. `isOutput`: its
 * message is what somebody wrote, whatever else it says.
 */
export function writeRecord(out: ProtoOut, sent: JsonObject, { clock, outcome }: EventWriter, isOutput: boolean): void {
  const { item, fields, more } = unwrap(sent, clock, outcome, isOutput);
  const group = out.begin(0x0a);
  writeResource(out, fields);
  const scoped = out.begin(0x12);
  writeScope(out, fields);
  const record = out.begin(0x12);
  writeTime(out, fields, clock);
  writeLevel(out, fields);
  const message = fields.take(names.message, textOf) ?? fields.take(names.messageBytes, textOfBytes);
  writeTrace(out, fields);
  const body = out.begin(0x2a);
  if (message !== undefined) writeJsonValue(out, message.endsWith('\n') ? message.slice(0, -1) : message);
  else if (fields.size > 0) writeJsonValue(out, item);
  out.end(body);
  writeException(out, fields);
  for (const [key, value] of fields) writeKeyValue(out, 0x32, key, value);
  for (const [key, value] of more ?? []) if (!fields.has(key)) writeKeyValue(out, 0x32, key, value);
  out.end(record);
  out.end(scoped);
  out.end(group);
}

/** journald gives a text with anything unprintable in it, such as colours, as a list of its bytes. */
function textOfBytes(value: Json): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const areBytes = value.every(
    (byte) => typeof byte === 'number' && Number.isInteger(byte) && byte >= 0 && byte <= 255,
  );
  return areBytes ? Buffer.from(value as number[]).toString('utf8') : undefined;
}

function writeResource(out: ProtoOut, fields: JsonFields): void {
  const resource = out.begin(0x0a);
  const service = fields.take(names.service, textOf) ?? fields.peek(fallbacks.service, textOf) ?? bunyanName(fields);
  const entries = [
    ['service.name', service],
    ['deployment.environment.name', fields.take(names.env, textOf)],
    ['host.name', fields.take(names.host, textOf)],
    ['k8s.pod.name', fields.peek(fallbacks.pod, textOf)],
  ] as const;
  for (const [key, value] of entries) if (value !== undefined) writeKeyValue(out, 0x0a, key, value);
  out.end(resource);
}

/** pino and bunyan give the logger's name beside a process id. */
function bunyanName(fields: JsonFields): string | undefined {
  return fields.peek(fallbacks.pid, numberOf) === undefined ? undefined : fields.peek(fallbacks.bunyan, textOf);
}

function writeScope(out: ProtoOut, fields: JsonFields): void {
  const logger = fields.peek(fallbacks.logger, textOf);
  if (logger === undefined) return;
  const scope = out.begin(0x0a);
  out.varint(0x0a);
  out.text(logger);
  out.end(scope);
}

function writeTime(out: ProtoOut, fields: JsonFields, clock: RequestClock): void {
  const nanos =
    fields.take(names.time, timeOf) ??
    takePair(fields) ??
    fields.take(names.perhapsTime, (value) => ownTimeOf(value, clock));
  if (nanos === undefined) return;
  const { hi, lo } = lanesOf(nanos);
  out.varint(0x09);
  out.fixed64(hi, lo);
}

function takePair(fields: JsonFields): bigint | undefined {
  for (const [seconds, nanos] of timePairs) {
    const whole = fields.peek(seconds, timeOf);
    const rest = fields.peek(nanos, numberOf);
    if (whole === undefined || rest === undefined || !Number.isInteger(rest) || rest < 0 || rest >= 1e9) continue;
    fields.take(seconds, timeOf);
    fields.take(nanos, numberOf);
    return whole + BigInt(rest);
  }
  return undefined;
}

function writeLevel(out: ProtoOut, fields: JsonFields): void {
  const given = fields.take(names.severity, severityNumberOf);
  const level =
    fields.take(names.level, levelOf) ??
    fields.peek(names.priority, levelOfPriority) ??
    fields.peek(names.perhapsLevel, levelOfWord) ??
    fields.peek(names.levelLetter, levelOfLetter);
  const severity = given ?? level?.severity ?? 0;
  if (severity !== 0) {
    out.varint(0x10);
    out.varint(severity);
  }
  if (level === undefined) return;
  out.varint(0x1a);
  out.text(level.text);
}

function writeTrace(out: ProtoOut, fields: JsonFields): void {
  const [, parentTrace, parentSpan] = fields.take(names.traceparent, partsBy(traceparent)) ?? [];
  const sent = fields.take(names.traceId, partsBy(traceForm))?.[1];
  // Of 64 bits, as Zipkin and B3 have it, it is the end of one whose beginning is zeros.
  const trace = sent?.replaceAll('-', '').padStart(32, '0') ?? parentTrace;
  const span = fields.take(names.spanId, partsBy(spanForm))?.[1] ?? parentSpan;
  const flags = fields.take(names.traceFlags, (value) =>
    value === 1 || value === '1' || value === '01' ? 1 : undefined,
  );
  if (flags !== undefined) {
    out.varint(0x45);
    out.fixed32(flags);
  }
  if (trace !== undefined) {
    out.varint(0x4a);
    out.raw(Buffer.from(trace, 'hex'));
  }
  if (span !== undefined) {
    out.varint(0x52);
    out.raw(Buffer.from(span, 'hex'));
  }
}

function partsBy(form: RegExp): (value: Json) => RegExpExecArray | undefined {
  return (value) => (typeof value === 'string' ? (form.exec(value) ?? undefined) : undefined);
}

const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/i;
/** Hex, with or without a path or `0x` before it, or as a UUID. */
const traceForm =
  /^(?:projects\/[^/]+\/traces\/|0x)?([0-9a-f]{32}|[0-9a-f]{16}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const spanForm = /^(?:0x)?([0-9a-f]{16})$/i;
