import { randomBytes } from 'node:crypto';
import type { TestProject } from './api.ts';
import { keyValues } from './otlp-proto.ts';
import type { TestSenders } from './senders.ts';

type Attributes = Readonly<Record<string, string | number>>;

export interface SentLog {
  readonly body: string;
  readonly level?: keyof typeof severities;
  readonly agoMs?: number;
  readonly attributes?: Attributes;
}

export interface SentSpan {
  readonly name?: string;
  readonly kind?: 'server' | 'client';
  readonly agoMs?: number;
  readonly durationMs?: number;
  readonly failed?: boolean;
  readonly attributes?: Attributes;
  readonly exception?: { readonly type: string; readonly message: string; readonly stacktrace: string };
}

export const severities = { INFO: 9, WARN: 13, ERROR: 17 } as const;
const kinds = { server: 2, client: 3 } as const;
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`;

/** A sender's request, and its answer: when it is good, the rows are stored. */
async function send(senders: TestSenders, project: TestProject, path: string, body: object): Promise<void> {
  const response = await fetch(`${senders.otlpUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${project.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200 || text !== '{}') throw new Error(`${path}: ${response.status} ${text}`);
  await senders.settled();
}

export async function sendLogs(
  senders: TestSenders,
  project: TestProject,
  service: string,
  logs: readonly SentLog[],
): Promise<void> {
  const logRecords = logs.map(({ body, level = 'INFO', agoMs = 0, attributes = {} }) => ({
    timeUnixNano: nanoseconds(Date.now() - agoMs),
    severityNumber: severities[level],
    body: { stringValue: body },
    attributes: keyValues(attributes),
  }));
  await send(senders, project, '/v1/logs', { resourceLogs: [{ ...of(service), scopeLogs: [{ logRecords }] }] });
}

export async function sendSpans(
  senders: TestSenders,
  project: TestProject,
  service: string,
  given: readonly SentSpan[],
): Promise<void> {
  const spans = given.map(({ name = 'work', kind, agoMs = 0, durationMs = 10, failed, attributes = {}, exception }) => {
    const startMs = Date.now() - agoMs - durationMs;
    return {
      traceId: hex(16),
      spanId: hex(8),
      name,
      kind: kind === undefined ? 1 : kinds[kind],
      startTimeUnixNano: nanoseconds(startMs),
      endTimeUnixNano: nanoseconds(startMs + durationMs),
      attributes: keyValues(attributes),
      ...(failed === true ? { status: { code: 2 } } : {}),
      ...(exception === undefined ? {} : { events: [thrown(startMs, exception)] }),
    };
  });
  await send(senders, project, '/v1/traces', { resourceSpans: [{ ...of(service), scopeSpans: [{ spans }] }] });
}

function thrown(atMs: number, { type, message, stacktrace }: NonNullable<SentSpan['exception']>): object {
  return {
    name: 'exception',
    timeUnixNano: nanoseconds(atMs),
    attributes: keyValues({
      'exception.type': type,
      'exception.message': message,
      'exception.stacktrace': stacktrace,
    }),
  };
}

function of(service: string): object {
  return { resource: { attributes: keyValues({ 'service.name': service }) } };
}
