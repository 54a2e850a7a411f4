import { z } from 'zod';
import { missingTrace, readTrace, type TraceView } from '../../domains/events/trace.ts';
import { TraceId } from '../../domains/events/schema.ts';
import { beginning } from '../../lib/beginning.ts';
import { failureOf } from '../event-line.ts';
import { readingTool } from '../tool.ts';

const Step = z.object({
  id: z.string().describe('Of its event.'),
  span_id: z.string(),
  timestamp: z.string(),
  service: z.string(),
  name: z.string(),
  duration_ms: z.number(),
  own_ms: z.number().describe('Time in which none of its children ran.'),
  status: z.string(),
});

const Explained = z.object({
  trace_id: z.string(),
  duration_ms: z.number(),
  spans: z.int(),
  log_records: z.int(),
  errors: z.int().describe('Spans that failed and log records of errors.'),
  services: z.array(z.string()),
  critical_path: z
    .array(Step)
    .describe(
      'From the root that lasts longest down, always into the child that ends last; of a long one the steps with the most time of their own.',
    ),
  critical_path_count: z.int(),
  slowest: z.array(Step).describe('By time of their own.'),
  failing: z.array(Step.extend({ message: z.string() })).describe('The first of them.'),
  failing_count: z.int(),
  logs: z
    .array(
      z.object({
        id: z.string(),
        span: z.string().describe('Empty where it is not there.'),
        timestamp: z.string(),
        level: z.string(),
        body: z.string(),
      }),
    )
    .describe('Errors before all others, where not all find room.'),
  truncated: z.boolean(),
});

type Span = TraceView['spans'][number];
const shownMax = 10;
const pathMax = 30;
const logsMax = 30;
const bodyLengthMax = 300;

export const explainTrace = readingTool({
  name: 'explain_trace',
  description:
    'Explain one trace: its critical path, the spans that took the most time of their own, the ones that failed, and what they logged.',
  input: z.strictObject({ trace_id: TraceId }),
  output: Explained,
  run: async ({ deps, actor, input, signal }) => {
    const trace = (await readTrace(deps, actor.projectId, input.trace_id, signal)) ?? missingTrace();
    // Of spans with one id the first has the children of all.
    const byId = new Map(trace.spans.toReversed().map((span) => [span.span_id, span]));
    const step = (span: Span) => ({
      id: span.id,
      span_id: span.span_id,
      timestamp: span.timestamp,
      service: span.service,
      name: span.name,
      duration_ms: Number(span.duration) / 1e6,
      own_ms: Number(ownTime(span, byId)) / 1e6,
      status: span.status_code,
    });
    const path = criticalPath(trace, byId).map(step);
    const failing = trace.spans.filter(({ errors }) => errors);
    const logs = [
      ...trace.spans.flatMap((span) => span.logs.map((log) => ({ ...log, span: span.name }))),
      ...trace.orphan_logs.map((log) => ({ ...log, span: '' })),
    ];
    const value = {
      trace_id: trace.trace_id,
      duration_ms: Number(trace.duration) / 1e6,
      spans: trace.span_count,
      log_records: trace.log_count,
      errors: trace.error_count,
      services: [...trace.services],
      critical_path: foremost(path, pathMax, byOwnTime),
      critical_path_count: path.length,
      slowest: trace.spans.map(step).toSorted(byOwnTime).slice(0, shownMax),
      failing: failing.slice(0, shownMax).map((span) => ({
        ...step(span),
        message: failureOf([span.exception], span.status_message) ?? '',
      })),
      failing_count: failing.length,
      // What went wrong must not be lost among what was said before it.
      logs: foremost(logs, logsMax, (a, b) => Number(b.errors) - Number(a.errors)).map(
        ({ id, span, timestamp, level, body }) => ({
          id,
          span,
          timestamp,
          level,
          body: beginning(body, bodyLengthMax),
        }),
      ),
      truncated: trace.truncated,
    };
    const line = (one: z.infer<typeof Step>) =>
      `  ${one.timestamp} ${one.service} ${one.name} ${one.duration_ms.toFixed(1)} ms (own ${one.own_ms.toFixed(1)} ms)${one.status === 'ERROR' ? ' ERROR' : ''} id=${one.id}`;
    return {
      value,
      text: [
        `Trace ${value.trace_id}: ${value.duration_ms.toFixed(1)} ms, ${value.spans} spans, ${value.log_records} log records, ${value.errors} errors among both, services ${value.services.join(', ')}.`,
        headOf('Critical path', value.critical_path, path),
        ...value.critical_path.map(line),
        'Most time of their own:',
        ...value.slowest.map(line),
        ...(value.failing.length === 0
          ? ['Nothing failed.']
          : [headOf('Failing', value.failing, failing), ...value.failing.map((one) => `${line(one)}: ${one.message}`)]),
        ...(value.logs.length === 0
          ? []
          : [
              headOf('Logs', value.logs, logs),
              ...value.logs.map(
                (log) =>
                  `  ${log.timestamp} ${log.level} [${log.span || 'its span is not there'}] ${log.body} id=${log.id}`,
              ),
            ]),
        ...(value.truncated ? ['The trace is longer than what was read.'] : []),
      ].join('\n'),
    };
  },
});

/** The first of them by some order, as they stand. */
function foremost<T>(all: readonly T[], max: number, order: (a: T, b: T) => number): T[] {
  const chosen = new Set(all.toSorted(order).slice(0, max));
  return all.filter((one) => chosen.has(one));
}

function byOwnTime(a: z.infer<typeof Step>, b: z.infer<typeof Step>): number {
  return b.own_ms - a.own_ms;
}

function headOf(what: string, shown: readonly unknown[], all: readonly unknown[]): string {
  return shown.length === all.length ? `${what}:` : `${what} (${shown.length} of ${all.length}; get_trace has all):`;
}

/** Into the child that ends last, from the root that lasts longest: what the trace waited for. */
function criticalPath(trace: TraceView, byId: ReadonlyMap<string, Span>): Span[] {
  const roots = trace.roots.flatMap((id) => byId.get(id) ?? []);
  const path: Span[] = [];
  let span = most(roots, ({ duration }) => duration);
  while (span !== undefined && path.length < trace.spans.length) {
    path.push(span);
    span = most(
      span.children.flatMap((id) => byId.get(id) ?? []),
      endOf,
    );
  }
  return path;
}

function most(spans: readonly Span[], by: (span: Span) => bigint): Span | undefined {
  return spans.reduce<Span | undefined>(
    (found, span) => (found === undefined || by(span) > by(found) ? span : found),
    undefined,
  );
}

/** Its duration less what its children cover, where they overlap counted once. */
function ownTime(span: Span, byId: ReadonlyMap<string, Span>): bigint {
  let covered = 0n;
  let until = span.offset;
  for (const id of byId.get(span.span_id)?.children ?? []) {
    const child = byId.get(id);
    if (child === undefined) continue;
    const from = child.offset > until ? child.offset : until;
    const to = endOf(child) < endOf(span) ? endOf(child) : endOf(span);
    if (to > from) {
      covered += to - from;
      until = to;
    }
  }
  return span.duration > covered ? span.duration - covered : 0n;
}

/** In the trace as it is drawn: where clocks differ, what they say is no order. */
function endOf(span: Span): bigint {
  return span.offset + span.duration;
}
