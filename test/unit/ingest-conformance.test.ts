// What OTLP demands of a receiver, for each signal and encoding: what is taken, what is not, and how it is counted.

import t from 'tap';
import type { Decode } from '../../src/ingest/ingest.ts';
import { seededRandom } from '../../src/lib/random.ts';
import { decodeJsonLines as linesInSteps } from '../../src/ingest/json/lines.ts';
import { recordsPerRequestMax } from '../../src/ingest/limits.ts';
import { originsPerRequestMax } from '../../src/ingest/outcome.ts';
import { otlpDecoders } from '../../src/ingest/otlp/decoders.ts';
import { MalformedBody, type Outcome, TooManyRecords } from '../../src/ingest/outcome.ts';
import { ProtoOut } from '../../src/ingest/encoding/proto-out.ts';
import { decodeRemoteWrite as writeInSteps } from '../../src/ingest/prometheus/write.ts';
import { writeReplay as replayInSteps } from '../../src/ingest/replay-post.ts';
import { keysMax } from '../../src/ingest/rows/keys.ts';
import { EventRows } from '../../src/ingest/rows/events.ts';
import { RowSink } from '../../src/ingest/rows/sink.ts';
import { stepBytes } from '../../src/ingest/steps.ts';
import {
  decodeJsonLines,
  decodeLogs,
  decodeLogsJson,
  decodeMetrics,
  decodeMetricsJson,
  decodeRemoteWrite,
  decodeTraces,
  decodeTracesJson,
} from '../support/decoders.ts';
import { contextAt } from '../support/ingest.ts';
import { encodeOtlp, type MessageName } from '../support/otlp-proto.ts';
import { jsonText } from '../support/otlp-random.ts';
import type { Message } from '../support/otlp-random.ts';
import { snappyOf } from '../support/prom.ts';
import { cpuMs } from '../support/turns.ts';

const nowMs = Date.UTC(2026, 2, 4, 12);
const nowNs = BigInt(nowMs) * 1_000_000n;
const at = (offsetMs: number): string => String(nowNs + BigInt(offsetMs) * 1_000_000n);
const dayMs = 86_400_000;
const traceId = Buffer.alloc(16, 7);
const spanId = Buffer.alloc(8, 9);

const log = (more: Message = {}): Message => ({ timeUnixNano: at(-5), body: { stringValue: 'hello' }, ...more });
const span = (more: Message = {}): Message => ({
  traceId,
  spanId,
  name: 'op',
  startTimeUnixNano: at(-5),
  endTimeUnixNano: at(-2),
  ...more,
});
const point = (more: Message = {}): Message => ({ timeUnixNano: at(-5), asInt: '5', ...more });

const signals = {
  logs: {
    protobuf: decodeLogs,
    json: decodeLogsJson,
    wrap: (logRecords: Message[]): Message => ({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
    name: 'LogsData' as const,
    good: log,
  },
  traces: {
    protobuf: decodeTraces,
    json: decodeTracesJson,
    wrap: (spans: Message[]): Message => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] }),
    name: 'TracesData' as const,
    good: span,
  },
  metrics: {
    protobuf: decodeMetrics,
    json: decodeMetricsJson,
    wrap: (dataPoints: Message[]): Message => ({
      resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints } }] }] }],
    }),
    name: 'MetricsData' as const,
    good: point,
  },
};
type Signal = keyof typeof signals;
type Encoding = 'protobuf' | 'json';
const encodings: readonly Encoding[] = ['protobuf', 'json'];
const allSignals = Object.keys(signals) as Signal[];

interface Answer {
  readonly accepted: number;
  readonly rejected: number;
  readonly reasons: Record<string, number>;
  readonly outcome: Outcome;
  readonly rows: number;
}

const sink = new RowSink();

function take(signal: Signal, encoding: Encoding, body: Uint8Array): Answer | 'malformed' {
  sink.seal(nowMs);
  try {
    const outcome = signals[signal][encoding](body, contextAt(nowMs), sink);
    const { accepted, rejected, reasons } = outcome;
    return { accepted, rejected, reasons: Object.fromEntries(reasons), outcome, rows: sink.rows };
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    if (sink.rows !== 0) throw new Error('a malformed body left rows behind', { cause: error });
    return 'malformed';
  }
}

function encode(signal: Signal, encoding: Encoding, message: Message): Uint8Array {
  return encoding === 'json' ? jsonText(message, () => 0.99) : encodeOtlp(signals[signal].name, message);
}

function takeMessage(signal: Signal, encoding: Encoding, message: Message): Answer | 'malformed' {
  return take(signal, encoding, encode(signal, encoding, message));
}

/** Runs one case for every signal and encoding. */
function each(
  name: string,
  run: (signal: Signal, encoding: Encoding) => readonly [actual: unknown, expected: unknown],
): void {
  t.test(name, (t) => {
    for (const signal of allSignals)
      for (const encoding of encodings) {
        const [actual, expected] = run(signal, encoding);
        if (Array.isArray(expected)) t.same(actual, expected, `${signal} ${encoding}`);
        else t.match(actual, expected, `${signal} ${encoding}`);
      }
    t.end();
  });
}

each('an empty request is taken', (signal, encoding) => {
  const body = encoding === 'json' ? Buffer.from('{}') : new Uint8Array(0);
  return [take(signal, encoding, body), { accepted: 0, rejected: 0 }];
});

each('empty containers at every level are taken', (signal, encoding) => {
  const group = { logs: 'resourceLogs', traces: 'resourceSpans', metrics: 'resourceMetrics' }[signal];
  const scope = { logs: 'scopeLogs', traces: 'scopeSpans', metrics: 'scopeMetrics' }[signal];
  const message = { [group]: [{}, { resource: {}, [scope]: [] }, { [scope]: [{}, { scope: {} }] }] };
  return [takeMessage(signal, encoding, message), { accepted: 0, rejected: 0 }];
});

each('records of one request are all taken', (signal, encoding) => {
  const { wrap, good } = signals[signal];
  return [takeMessage(signal, encoding, wrap([good(), good(), good()])), { accepted: 3, rejected: 0 }];
});

each('unknown fields count for nothing', (signal, encoding) => {
  const { wrap, good } = signals[signal];
  if (encoding === 'json') {
    const unknown = { x: 1, y: [{ z: null }], ['new-field']: 'v' };
    return [takeMessage(signal, encoding, { ...unknown, ...wrap([{ ...good(), ...unknown }]) }), { accepted: 1 }];
  }
  const out = new ProtoOut();
  const body = encode(signal, encoding, wrap([good()]));
  for (const tag of [2000, 3000]) {
    out.varint(tag * 8);
    out.varint64(-1, -1);
    out.varint(tag * 8 + 1);
    out.fixed64(1, 1);
    out.varint(tag * 8 + 2);
    out.text('later');
    out.varint(tag * 8 + 5);
    out.fixed32(5);
    out.varint(tag * 8 + 3);
    out.varint(8);
    out.varint(1);
    out.varint(tag * 8 + 4);
  }
  return [take(signal, encoding, Buffer.concat([out.asBytes(), body, out.asBytes()])), { accepted: 1, rejected: 0 }];
});

each('a bad record among good ones is rejected by itself, and counted exactly', (signal, encoding) => {
  const { wrap, good } = signals[signal];
  const old = at(-31 * dayMs);
  const message = {
    logs: wrap([good(), log({ timeUnixNano: old }), good(), log({ timeUnixNano: '0', observedTimeUnixNano: old })]),
    traces: wrap([
      good(),
      span({ traceId: Buffer.alloc(15, 1) }),
      span({ traceId: Buffer.alloc(16) }),
      span({ traceId: Buffer.alloc(0) }),
      good(),
      span({ spanId: Buffer.alloc(9, 1) }),
      span({ spanId: Buffer.alloc(8) }),
      span({ parentSpanId: Buffer.alloc(4, 1) }),
      span({ startTimeUnixNano: old }),
    ]),
    metrics: {
      resourceMetrics: [
        {
          scopeMetrics: [
            {
              metrics: [
                {
                  name: 'm',
                  gauge: { dataPoints: [good(), { timeUnixNano: at(-5) }, point({ timeUnixNano: old }), good()] },
                },
                { gauge: { dataPoints: [good(), good()] } },
                {
                  name: 'h',
                  histogram: {
                    dataPoints: [
                      { timeUnixNano: at(-1), count: '3', bucketCounts: ['1', '2'], explicitBounds: [1, 2, 3] },
                      { timeUnixNano: at(-1), count: '3', explicitBounds: [1] },
                      { timeUnixNano: at(-1), count: '6', bucketCounts: ['1', '2', '3'], explicitBounds: [10, 1] },
                      { timeUnixNano: at(-1), count: '6', bucketCounts: ['1', '2', '3'], explicitBounds: [1, 1] },
                      { timeUnixNano: at(-1), count: '3', bucketCounts: ['1', '2'], explicitBounds: [NaN] },
                      {
                        timeUnixNano: at(-1),
                        count: '6',
                        bucketCounts: ['1', '2', '3'],
                        explicitBounds: [-1, Infinity],
                      },
                      { timeUnixNano: at(-1), count: '3', bucketCounts: ['3'] },
                      { timeUnixNano: at(-1), count: '3' },
                    ],
                  },
                },
              ],
            },
          ],
        },
      ],
    },
  }[signal];
  const expected = {
    logs: { accepted: 2, rejected: 2, reasons: { too_old: 2 } },
    traces: { accepted: 2, rejected: 7, reasons: { invalid_id: 6, too_old: 1 } },
    metrics: { accepted: 5, rejected: 9, reasons: { invalid_record: 6, too_old: 1, invalid_name: 2 } },
  }[signal];
  return [takeMessage(signal, encoding, message), expected];
});

each('the first reasons are told in words, each once', (signal, encoding) => {
  const { wrap } = signals[signal];
  const bad = {
    logs: [log({ timeUnixNano: '1' }), log({ timeUnixNano: '2' })],
    traces: [span({ traceId: Buffer.alloc(3, 1) }), span({ traceId: Buffer.alloc(4, 1) })],
    metrics: [{ timeUnixNano: at(-5) }, { timeUnixNano: at(-6) }],
  }[signal];
  const answer = takeMessage(signal, encoding, wrap(bad));
  return [answer === 'malformed' ? answer : answer.outcome.messages.length, 1];
});

each('a body cut anywhere is refused whole, or holds only whole fields', (signal, encoding) => {
  const { wrap, good } = signals[signal];
  const body = encode(signal, encoding, wrap([good(), good()]));
  const faults: string[] = [];
  for (let length = 1; length < body.length; length++) {
    const answer = take(signal, encoding, body.subarray(0, length));
    if (answer !== 'malformed') faults.push(`${length}: ${answer.accepted}`);
  }
  return [faults, []];
});

each('a body of another kind is refused', (signal, encoding) => {
  const bodies =
    encoding === 'json'
      ? ['', '[]', '"x"', '5', 'null', '{"a":', '<html>', '{"resourceLogs":5,"resourceSpans":5,"resourceMetrics":5}']
      : ['<html></html>', '{"resourceLogs":[]}', '\u0000\u0000\u0000'];
  return [bodies.map((text) => take(signal, encoding, Buffer.from(text))), bodies.map(() => 'malformed')];
});

t.test('a field with another wire type than its own is an unknown field', (t) => {
  const body = (tag: number, write: (out: ProtoOut) => void): Uint8Array => {
    const out = new ProtoOut();
    const open = [out.begin(0x0a), out.begin(0x12), out.begin(0x12)];
    out.varint(0x0a);
    out.raw(traceId);
    out.varint(0x12);
    out.raw(spanId);
    out.varint(0x39);
    out.fixed64(Number(nowNs >> 32n), Number(BigInt.asIntN(32, nowNs)));
    out.varint(tag);
    write(out);
    for (const start of open.reverse()) out.end(start);
    return out.asBytes();
  };
  const name = 5 * 8;
  for (const [title, bytes] of [
    ['a name that is a number', body(name, (out) => out.varint(7))],
    ['a name of eight bytes', body(name + 1, (out) => out.fixed64(1, 2))],
    ['a name of four bytes', body(name + 5, (out) => out.fixed32(1))],
    ['a kind that is a text', body(6 * 8 + 2, (out) => out.text('x'))],
    ['attributes that are a number', body(9 * 8, (out) => out.varint(1))],
  ] as const)
    t.match(take('traces', 'protobuf', bytes), { accepted: 1, rejected: 0 }, title);
  t.equal(
    take(
      'traces',
      'protobuf',
      body(name + 6, (out) => out.varint(1)),
    ),
    'malformed',
    'a wire type that does not exist',
  );
  t.equal(
    take(
      'traces',
      'protobuf',
      body(name + 4, () => {}),
    ),
    'malformed',
    'an end of no group',
  );
  t.end();
});

t.test('a value of another type than its field, in JSON, rejects its record alone', (t) => {
  const cases: readonly (readonly [Signal, Message])[] = [
    ['logs', log({ timeUnixNano: 'yesterday' })],
    ['logs', log({ timeUnixNano: 1.5 })],
    ['logs', log({ severityNumber: 'SEVERITY_NUMBER_LOUD' })],
    ['logs', log({ body: 'text' })],
    ['logs', log({ attributes: { key: 'a' } })],
    ['logs', log({ attributes: [{ key: 'a', value: { intValue: '9223372036854775808000' } }] })],
    ['logs', log({ attributes: [{ key: 'a', value: { intValue: '9223372036854775808' } }] })],
    ['traces', span({ name: 5 })],
    ['traces', span({ kind: 'SERVER SIDE' })],
    ['traces', span({ events: [5] })],
    ['metrics', point({ asInt: '1.5' })],
    ['metrics', point({ asInt: '9223372036854775808' })],
    ['metrics', point({ asInt: undefined, asDouble: 'much' })],
    ['logs', log({ body: { bytesValue: 'AAEC !' } })],
    ['logs', log({ body: { bytesValue: 'AAECA' } })],
    ['logs', log({ timeUnixNano: '-1' })],
    ['logs', log({ timeUnixNano: -1 })],
    ['logs', log({ severityNumber: 4294967305 })],
    ['logs', log({ severityNumber: '18446744073709551615' })],
    ['logs', log({ droppedAttributesCount: -1 })],
    ['logs', log({ droppedAttributesCount: 4294967296 })],
    ['logs', log({ flags: '4294967297' })],
    ['traces', span({ kind: 4294967298 })],
    ['traces', span({ links: [{ traceId, spanId, flags: -1 }] })],
    ['metrics', point({ flags: 4294967296 })],
  ];
  for (const [signal, bad] of cases) {
    const { wrap, good } = signals[signal];
    const body = Buffer.from(JSON.stringify(wrap([good(), bad, good()]), hexIds));
    t.match(
      take(signal, 'json', body),
      { accepted: 2, rejected: 1, reasons: { invalid_record: 1 } },
      JSON.stringify(bad),
    );
  }
  const good = { timeUnixNano: at(-1), count: '1' };
  for (const [kind, bad] of [
    ['histogram', { count: -1 }],
    ['histogram', { bucketCounts: [2, '-1'], explicitBounds: [1] }],
    ['exponentialHistogram', { zeroCount: '-1' }],
    ['exponentialHistogram', { scale: 4294967298 }],
    ['exponentialHistogram', { scale: '18446744073709551615' }],
    ['exponentialHistogram', { positive: { offset: -2147483649, bucketCounts: [1] } }],
    ['exponentialHistogram', { positive: { bucketCounts: [-1] } }],
  ] as const) {
    const metric = { name: kind, [kind]: { dataPoints: [good, { ...good, ...bad }] } };
    const body = Buffer.from(JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics: [metric] }] }] }));
    t.match(
      take('metrics', 'json', body),
      { accepted: 1, rejected: 1, reasons: { invalid_record: 1 } },
      `${kind} ${JSON.stringify(bad)}`,
    );
  }
  t.end();
});

function hexIds(key: string, value: unknown): unknown {
  const isId = key.endsWith('Id') && typeof value === 'object' && value !== null && 'data' in value;
  return isId ? Buffer.from(value.data as number[]).toString('hex') : value;
}

t.test('of several faults each is told', (t) => {
  const { wrap, good } = signals.logs;
  const body = JSON.stringify(wrap([good(), log({ body: 'text' }), log({ timeUnixNano: 1.5 })]));
  t.match(take('logs', 'json', Buffer.from(body)), {
    rejected: 2,
    outcome: { messages: ['body is not an AnyValue', 'timeUnixNano is not an unsigned 64-bit integer'] },
  });
  t.end();
});

t.test('bad records are counted, up to as many as a request may have', (t) => {
  const most = recordsPerRequestMax;
  const json = (count: number, bad: string) => Buffer.from(Array.from({ length: count }, () => bad).join(','));
  const inJson = (records: Buffer) =>
    Buffer.concat([Buffer.from('{"resourceLogs":[{"scopeLogs":[{"logRecords":['), records, Buffer.from(']}]}]}')]);
  const spans = (count: number) => {
    const out = new ProtoOut();
    const open = [out.begin(0x0a), out.begin(0x12)];
    for (let i = 0; i < count; i++) out.end(out.begin(0x12));
    for (const start of open.reverse()) out.end(start);
    return out.asBytes();
  };
  const cases: readonly (readonly [name: string, decode: typeof decodeLogs, bodyOf: (count: number) => Uint8Array])[] =
    [
      ['records that are none, in JSON', decodeLogsJson, (count) => inJson(json(count, '1'))],
      ['spans without ids', decodeTraces, spans],
      ['lines that are no JSON', decodeJsonLines, (count) => Buffer.from(`{}\n${'x\n'.repeat(count)}`)],
      ['elements that are no objects', decodeJsonLines, (count) => Buffer.from(`[${json(count, '1').toString()}]`)],
    ];
  for (const [name, decode, bodyOf] of cases) {
    const rows = new RowSink();
    t.equal(decode(bodyOf(most), contextAt(nowMs), rows).rejected, most, name);
    const before = rows.rows;
    t.throws(() => decode(bodyOf(most + 1), contextAt(nowMs), rows), TooManyRecords, name);
    t.equal(rows.rows, before, `${name}: nothing was taken`);
  }
  t.end();
});

t.test('a large body is read in steps, over every door', (t) => {
  const each = <T>(one: T): T[] => Array.from({ length: 10_000 }, () => one);
  const points = {
    resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints: each(point()) } }] }] }],
  };
  const lines = each(JSON.stringify({ message: 'a line', level: 'info', user: 'somebody' }));
  const data = Buffer.from(lines.join('\n')).toString('base64');
  const series = {
    labels: [{ name: '__name__', value: 'some_metric_total' }],
    samples: [{ value: 1, timestamp: String(nowMs) }],
  };
  const events = each({ type: 3, timestamp: nowMs, data: {} });
  const post = {
    sessionId: 's',
    timestamp: new Date(nowMs).toISOString(),
    events: Buffer.from(JSON.stringify(events)),
  };
  const inJson = (message: Message) => Buffer.from(JSON.stringify(message));
  const bodies: [name: string, decode: Decode, body: Uint8Array][] = [
    ...(['logs', 'traces', 'metrics'] as const).flatMap((signal): typeof bodies => {
      const { wrap, good, name } = signals[signal];
      const ids = signal === 'traces' ? { traceId: traceId.toString('hex'), spanId: spanId.toString('hex') } : {};
      return [
        [`${signal} in protobuf`, otlpDecoders[signal].protobuf, encodeOtlp(name, wrap(each(good())))],
        [`${signal} in JSON`, otlpDecoders[signal].json, inJson(wrap(each(good(ids))))],
      ];
    }),
    ['points of a metric', otlpDecoders.metrics.protobuf, encodeOtlp('MetricsData', points)],
    ['lines', linesInSteps, Buffer.from(lines.join('\n'))],
    ['a list', linesInSteps, Buffer.from(`[${lines.join(',')}]`)],
    ['a list in an object', linesInSteps, Buffer.from(`{"logs":[${lines.join(',')}]}`)],
    ['a bulk request', linesInSteps, Buffer.from(lines.map((line) => `{"create":{}}\n${line}\n`).join(''))],
    ['what Firehose carries', linesInSteps, inJson({ requestId: 'r', timestamp: nowMs, records: [{ data }] })],
    ['remote write', writeInSteps, snappyOf(encodeOtlp('WriteRequest', { timeseries: each(series) }))],
    ['a recording', (_, context, sink) => replayInSteps(post, context, sink), post.events],
  ];
  for (const [name, decode, body] of bodies) {
    const steps = decode(body, contextAt(nowMs), new RowSink());
    let count = 1;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    t.match(step.value, { accepted: 10_000, rejected: 0 }, name);
    t.ok(count > body.length / stepBytes / 2 && count > 3, `${name}: ${count} steps for ${body.length} bytes`);
  }
  t.end();
});

t.test('remote write has no more of a kind than a request may have, also of what makes no rows', (t) => {
  const most = recordsPerRequestMax;
  for (const [name, part] of [
    ['series without samples', Buffer.of(0x0a, 0)],
    ['metadata that says the same again', Buffer.of(0x1a, 3, 0x12, 1, 0x6d)],
  ] as const) {
    const bodyOf = (count: number) => snappyOf(Buffer.alloc(count * part.length, part));
    t.match(decodeRemoteWrite(bodyOf(most), contextAt(nowMs), new RowSink()), { accepted: 0, rejected: 0 }, name);
    t.throws(() => decodeRemoteWrite(bodyOf(most + 1), contextAt(nowMs), new RowSink()), TooManyRecords, name);
  }
  t.end();
});

t.test('resources, scopes and metrics are records of a kind too, whatever is in them', (t) => {
  const most = recordsPerRequestMax;
  /** So many times the same, inside of messages in fields of these tags. */
  const bodyOf = (around: readonly number[], part: readonly number[], count: number): Uint8Array => {
    const out = new ProtoOut();
    const open = around.map((tag) => out.begin(tag));
    for (let i = 0; i < count; i++) for (const byte of part) out.byte(byte);
    for (const start of open.reverse()) out.end(start);
    return out.asBytes();
  };
  const cases: readonly (readonly [name: string, around: readonly number[], part: readonly number[]])[] = [
    ['resources', [], [0x0a, 0]],
    ['scopes', [0x0a], [0x12, 0]],
    ['metrics', [0x0a, 0x12], [0x12, 0]],
  ];
  for (const [name, around, part] of cases) {
    const taken = decodeMetrics(bodyOf(around, part, most), contextAt(nowMs), new RowSink());
    t.match(taken, { accepted: 0, rejected: 0 }, name);
    t.throws(
      () => decodeMetrics(bodyOf(around, part, most + 1), contextAt(nowMs), new RowSink()),
      TooManyRecords,
      name,
    );
  }
  const overDays = (count: number) => {
    const logRecords = Array.from({ length: count }, (_, i) => ({ timeUnixNano: at(-(i % 20) * dayMs) }));
    return encodeOtlp('LogsData', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
  };
  t.equal(decodeLogs(overDays(most), contextAt(nowMs), new RowSink()).accepted, most, 'rows of many days');
  t.throws(() => decodeLogs(overDays(most + 1), contextAt(nowMs), new RowSink()), TooManyRecords, 'rows of many days');
  const lines = Buffer.from('{"a":1}\n'.repeat(most));
  t.equal(
    decodeJsonLines(lines, contextAt(nowMs), new RowSink()).accepted,
    most,
    'each line has a resource and a scope',
  );
  const origins = (count: number) =>
    Buffer.from(Array.from({ length: count }, (_, i) => `{"host":"h${i}","message":"m"}`).join('\n'));
  // The resource that is empty counts as one.
  const different = originsPerRequestMax - 1;
  t.equal(decodeJsonLines(origins(different), contextAt(nowMs), new RowSink()).accepted, different, 'resources');
  t.throws(() => decodeJsonLines(origins(different + 1), contextAt(nowMs), new RowSink()), TooManyRecords, 'resources');
  t.end();
});

t.test('what is said again and again, or has no end, takes a time in proportion to its bytes', (t) => {
  const times = 2_000_000;
  const inside = (around: readonly number[], part: readonly number[]) => () => {
    const out = new ProtoOut(times * 3);
    const open = around.map((tag) => out.begin(tag));
    for (let i = 0; i < times; i++) for (const byte of part) out.byte(byte);
    for (const start of open.reverse()) out.end(start);
    return out.asBytes();
  };
  const cases: readonly (readonly [name: string, decode: typeof decodeLogs, bodyOf: () => Uint8Array])[] = [
    ['scopes of records', decodeLogs, inside([0x0a, 0x12], [0x0a, 0])],
    ['URLs of a resource', decodeLogs, inside([0x0a], [0x1a, 0])],
    ['URLs of a scope', decodeLogs, inside([0x0a, 0x12], [0x1a, 0])],
    ['names of a scope', decodeLogs, inside([0x0a, 0x12, 0x0a], [0x0a, 0])],
    ['attributes of a scope', decodeLogs, inside([0x0a, 0x12, 0x0a], [0x1a, 0])],
    ['names of a metric', decodeMetrics, inside([0x0a, 0x12, 0x12], [0x0a, 0])],
    ['names of a label', decodeRemoteWrite, () => snappyOf(inside([0x0a, 0x0a], [0x0a, 0])())],
    ['labels', decodeRemoteWrite, () => snappyOf(inside([0x0a], [0x0a, 0])())],
    [
      'keys of an attribute',
      decodeLogsJson,
      () =>
        Buffer.from(
          `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"attributes":[{${'"key":"a",'.repeat(times / 5)}"value":{}}]}]}]}]}`,
        ),
    ],
  ];
  for (const [name, decode, bodyOf] of cases) {
    const body = bodyOf();
    const before = process.cpuUsage();
    decode(body, contextAt(nowMs), new RowSink());
    const ms = cpuMs(before);
    t.ok(ms < 500, `${name}: ${Math.round(ms)} ms`);
  }
  t.end();
});

t.test('what stands before many records costs once what it is, and takes the room of its limit beside them', (t) => {
  const textsOf = (length: number) =>
    Array.from({ length }, (_, i) => ({ key: `k${i}`, value: { stringValue: 'x'.repeat(60_000) + String(i) } }));
  const large = { attributes: textsOf(64) };
  const each = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
  const scopeOf = (i: number) => ({ name: i % 2 === 0 ? 'even' : 'odd' });
  const named = (i: number) => point({ attributes: [{ key: 'i', value: { intValue: String(i) } }] });
  const metrics = [{ name: 'm', gauge: { dataPoints: each(500, named) } }];
  const cases: readonly (readonly [name: string, decode: typeof decodeLogs, body: Uint8Array])[] = [
    [
      'scopes of a resource, of points',
      decodeMetrics,
      encodeOtlp('MetricsData', { resourceMetrics: [{ resource: large, scopeMetrics: each(1_000, () => ({})) }] }),
    ],
    [
      'series of a resource',
      decodeMetrics,
      encodeOtlp('MetricsData', { resourceMetrics: [{ resource: large, scopeMetrics: [{ metrics }] }] }),
    ],
    [
      'series of a scope',
      decodeMetrics,
      encodeOtlp('MetricsData', { resourceMetrics: [{ scopeMetrics: [{ scope: large, metrics }] }] }),
    ],
    [
      'resources with long texts of one length',
      decodeLogs,
      encodeOtlp('LogsData', {
        resourceLogs: each(8, (n) => ({
          resource: {
            attributes: each(256, (i) => ({
              key: `k${i}`,
              value: { stringValue: String(n * 256 + i).padStart(17_000, 'x') },
            })),
          },
          scopeLogs: [{ logRecords: [log()] }],
        })),
      }),
    ],
    [
      'series of a metric with metadata',
      decodeMetrics,
      encodeOtlp('MetricsData', {
        resourceMetrics: [{ scopeMetrics: [{ metrics: [{ ...metrics[0], metadata: textsOf(256) }] }] }],
      }),
    ],
    [
      'scopes of a resource, of logs',
      decodeLogs,
      encodeOtlp('LogsData', {
        resourceLogs: [
          { resource: large, scopeLogs: each(1_000, (i) => ({ scope: scopeOf(i), logRecords: [log()] })) },
        ],
      }),
    ],
    [
      'records of two days of a resource and a scope',
      decodeLogs,
      encodeOtlp('LogsData', {
        resourceLogs: [
          {
            resource: large,
            scopeLogs: [{ scope: large, logRecords: each(500, (i) => log({ timeUnixNano: at(-(i % 2) * dayMs) })) }],
          },
        ],
      }),
    ],
  ];
  for (const [name, decode, body] of cases) {
    const sink = new RowSink();
    const before = process.cpuUsage();
    const outcome = decode(body, contextAt(nowMs), sink);
    const ms = cpuMs(before);
    t.equal(outcome.rejected, 0, name);
    t.ok(ms < 1_500, `${name}: ${Math.round(ms)} ms`);
    t.ok(sink.bytes < 64 * 1024 * 1024, `${name}: ${sink.bytes} bytes`);
  }
  const scoped = (count: number) =>
    encodeOtlp('LogsData', { resourceLogs: [{ scopeLogs: [{ scope: large, logRecords: each(count, () => ({})) }] }] });
  t.equal(decodeLogs(scoped(1), contextAt(nowMs), new RowSink()).cutValues, 1, 'of a scope it is counted once');
  t.throws(() => decodeLogs(scoped(10_000), contextAt(nowMs), new RowSink()), TooManyRecords, 'beside a scope');
  const small = { attributes: each(256, (i) => ({ key: `k${i}`, value: { stringValue: 'v' } })) };
  const many = each(recordsPerRequestMax, () => ({}));
  const ofMany = encodeOtlp('LogsData', { resourceLogs: [{ resource: small, scopeLogs: [{ logRecords: many }] }] });
  t.throws(() => decodeLogs(ofMany, contextAt(nowMs), new RowSink()), TooManyRecords, 'beside a resource');
  t.end();
});

t.test('words that were made up to have one hash are words like others', (t) => {
  const blocks = 16;
  const blockBytes = 6;
  const random = seededRandom(7);
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  let hash = blocks * blockBytes;
  // Of each block two spellings that lead from one state of the hash to one other, if nothing is added to it.
  const spellings = Array.from({ length: blocks }, (): readonly [string, string] => {
    for (const met = new Map<number, string>(); ;) {
      const block = Array.from({ length: blockBytes }, () => letters[Math.floor(random() * letters.length)]).join('');
      let after = hash;
      for (const byte of Buffer.from(block)) after = Math.imul(after ^ byte, 0x01000193);
      const other = met.get(after);
      met.set(after, block);
      if (other === undefined || other === block) continue;
      hash = after;
      return [other, block];
    }
  });
  const logRecords = Array.from({ length: 40_000 }, (_, i) => ({
    eventName: spellings.map((pair, block) => pair[(i >> block) & 1]).join(''),
  }));
  const body = encodeOtlp('LogsData', signals.logs.wrap(logRecords));
  const before = process.cpuUsage();
  t.equal(decodeLogs(body, contextAt(nowMs), new RowSink()).accepted, logRecords.length);
  t.ok(cpuMs(before) < 3_000, `${Math.round(cpuMs(before))} ms`);
  t.end();
});

t.test('a JSON record has a bound of its fields, at whatever level', (t) => {
  const fields = (count: number) => Array.from({ length: count }, (_, i) => `"a:${i}":1`).join(',');
  const take = (body: string) => decodeJsonLines(Buffer.from(body), contextAt(nowMs), new RowSink());
  const [most, over] = [fields(1 << 14), fields((1 << 14) + 1)];
  const told = { accepted: 1, rejected: 1, messages: ['a record may have 16384 fields'] };
  t.match(take(`{${most}}\n{"a":{${over}}}`), told);
  t.match(take(`[{${most}},{${over}}]`), told);
  t.match(take(`{\n${over}}`), { ...told, accepted: 0 }, 'over several lines');
  t.end();
});

t.test('forms that senders of JSON choose between mean the same', (t) => {
  const bodies = [
    `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"${at(-5)}","severityNumber":9,"body":{"intValue":"5"}}]}]}]}`,
    `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":${at(-5)},"severityNumber":"9","body":{"intValue":5}}]}]}]}`,
    `{"resource_logs":[{"scope_logs":[{"log_records":[{"time_unix_nano":"${at(-5)}","severity_number":"SEVERITY_NUMBER_INFO","body":{"int_value":5}}]}]}]}`,
    `{"resourceLogs":[{"resource":null,"scopeLogs":[{"schemaUrl":"","logRecords":[{"traceId":"","attributes":[],"flags":0,"timeUnixNano":"${at(-5)}","severityNumber":9,"body":{"stringValue":null,"intValue":"5"}}]}]}]}`,
  ];
  const sealed = bodies.map((body) => {
    const sink = new RowSink();
    decodeLogsJson(Buffer.from(body), contextAt(nowMs), sink);
    return sink.seal(nowMs).find(({ table }) => table === 'events')?.bytes;
  });
  for (const [i, bytes] of sealed.entries()) t.same(bytes, sealed[0], `form ${i}`);
  t.end();
});

t.test('an attribute is the same whether its key or its value comes first, at every level', (t) => {
  const long = 'x'.repeat(300);
  const nested = (entry: (key: string, value: unknown) => unknown) =>
    entry('a', { kvlistValue: { values: [entry('b', { stringValue: long }), entry('c', { intValue: '5' })] } });
  const [first, last] = [nested((key, value) => ({ key, value })), nested((key, value) => ({ value, key }))].map(
    (attribute) =>
      ['logs', 'metrics'].map((signal) => {
        const record = signal === 'logs' ? log({ attributes: [attribute] }) : point({ attributes: [attribute] });
        const { wrap, json } = signals[signal as Signal];
        const rows = new RowSink();
        t.match(json(Buffer.from(JSON.stringify(wrap([record]))), contextAt(nowMs), rows), {
          accepted: 1,
          rejected: 0,
        });
        return rows.seal(nowMs);
      }),
  );
  t.same(first, last);
  t.end();
});

t.test('bytes are the same however their text is escaped', (t) => {
  const texts = ['++//+w==', String.raw`\u002b\u002B\/\/+w==`, String.raw`++//\r\n+w==\n`, '--__-w', '++//+w='];
  const sealed = texts.map((text) => {
    const sink = new RowSink();
    const record = `{"timeUnixNano":"${at(-5)}","body":{"bytesValue":"${text}"}}`;
    const body = `{"resourceLogs":[{"scopeLogs":[{"logRecords":[${record}]}]}]}`;
    t.match(decodeLogsJson(Buffer.from(body), contextAt(nowMs), sink), { accepted: 1, rejected: 0 });
    return sink.seal(nowMs).find(({ table }) => table === 'events')?.bytes;
  });
  for (const [i, bytes] of sealed.entries()) t.same(bytes, sealed[0], `form ${i}`);
  t.end();
});

t.test('a number beyond 64 bits where an integer belongs, as JavaScript senders write it, is a double', (t) => {
  for (const number of ['1.7976931348623157e+308', '9223372036854775808', '12345678901234567000', '1e19']) {
    const bodies = [`{"intValue":${number}}`, `{"doubleValue":${number}}`].map(
      (value) => `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"${at(-5)}","body":${value}}]}]}]}`,
    );
    const [one, other] = bodies.map((body) => {
      const sink = new RowSink();
      t.match(decodeLogsJson(Buffer.from(body), contextAt(nowMs), sink), { accepted: 1, rejected: 0 });
      return sink.seal(nowMs);
    });
    t.same(one, other, number);
  }
  t.end();
});

t.test('ids of another length mean none where the protocol says so, and are counted', (t) => {
  for (const encoding of encodings) {
    const answer = takeMessage(
      'logs',
      encoding,
      signals.logs.wrap([
        log({ traceId: Buffer.alloc(15, 1), spanId: Buffer.alloc(7, 1) }),
        log({ traceId: Buffer.alloc(16), spanId: Buffer.alloc(8) }),
        log({ traceId, spanId }),
      ]),
    );
    t.match(answer, { accepted: 3, rejected: 0, outcome: { ignoredIds: 2 } }, encoding);
    const link = { traceId: Buffer.alloc(2, 1), spanId };
    t.match(
      takeMessage(
        'traces',
        encoding,
        signals.traces.wrap([span({ links: [link, { traceId, spanId }], parentSpanId: Buffer.alloc(8) })]),
      ),
      { accepted: 1, outcome: { ignoredIds: 1 } },
      `${encoding}: a link that leads nowhere; a parent of zeros is none`,
    );
  }
  t.end();
});

t.test('integers at the edges of 64 bits, as times and counts, do no harm', (t) => {
  const most = '18446744073709551615';
  for (const encoding of encodings) {
    t.match(
      takeMessage(
        'logs',
        encoding,
        signals.logs.wrap([log({ timeUnixNano: most }), log({ observedTimeUnixNano: most })]),
      ),
      { accepted: 2, outcome: { clampedTimestamps: 1 } },
      `${encoding} logs`,
    );
    t.match(
      takeMessage(
        'traces',
        encoding,
        signals.traces.wrap([
          span({ endTimeUnixNano: most }),
          span({ endTimeUnixNano: '1' }),
          span({ droppedAttributesCount: 4294967295 }),
        ]),
      ),
      { accepted: 3 },
      `${encoding} traces`,
    );
    t.match(
      takeMessage(
        'metrics',
        encoding,
        signals.metrics.wrap([point({ asInt: '-9223372036854775808' }), point({ startTimeUnixNano: most })]),
      ),
      { accepted: 2 },
      `${encoding} metrics`,
    );
  }
  t.end();
});

t.test('NaN and infinities are values like others', (t) => {
  for (const encoding of encodings)
    for (const value of [NaN, Infinity, -Infinity]) {
      t.match(takeMessage('metrics', encoding, signals.metrics.wrap([{ timeUnixNano: at(-1), asDouble: value }])), {
        accepted: 1,
      });
      t.match(takeMessage('logs', encoding, signals.logs.wrap([log({ body: { doubleValue: value } })])), {
        accepted: 1,
      });
    }
  t.end();
});

t.test('values nested without end are cut, and their record is kept', (t) => {
  for (const levels of [33, 150, 5_000]) {
    const body = new ProtoOut();
    const open = [body.begin(0x0a), body.begin(0x12), body.begin(0x12), body.begin(0x2a)];
    for (let i = 0; i < levels; i++) open.push(body.begin(0x2a), body.begin(0x0a));
    for (const start of open.reverse()) body.end(start);
    t.match(
      take('logs', 'protobuf', body.asBytes()),
      { accepted: 1, outcome: { cutValues: 1 } },
      `${levels} levels of protobuf`,
    );
    const nested = `{"arrayValue":{"values":[`.repeat(levels) + '{}' + ']}}'.repeat(levels);
    const json = `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":${nested}}]}]}]}`;
    t.match(
      take('logs', 'json', Buffer.from(json)),
      { accepted: 1, outcome: { cutValues: 1 } },
      `${levels} levels of JSON`,
    );
  }
  t.end();
});

t.test('what stands for many records is theirs wherever it stands: before them, between them, behind them', (t) => {
  // Lengths may take more bytes than they need.
  const field = (tag: number, ...parts: Uint8Array[]): Buffer => {
    const content = Buffer.concat(parts);
    return Buffer.concat([Buffer.of(tag, (content.length & 0x7f) | 0x80, content.length >> 7), content]);
  };
  const schemaUrl = field(0x1a, Buffer.from('https://example.com/1'));
  const scope = field(0x0a, field(0x0a, Buffer.from('n')));
  const service = field(0x0a, field(0x0a, Buffer.from('service.name')), field(0x12, field(0x0a, Buffer.from('s'))));
  const resource = field(0x0a, service);
  for (const signal of ['logs', 'traces', 'metrics'] as const) {
    const { name, protobuf, wrap, good } = signals[signal];
    const record = Buffer.from(encodeOtlp(name, wrap([good()]))).subarray(4);
    const rowsOf = (...parts: Uint8Array[]): unknown => {
      const sink = new RowSink();
      const late = field(0x0a, field(0x12, ...parts), resource);
      // The second time the project is known for it.
      for (const body of [field(0x0a, resource, field(0x12, record)), late, late])
        t.ok(protobuf(body, contextAt(nowMs), sink).accepted > 0);
      return sink.seal(nowMs);
    };
    const expected = rowsOf(scope, schemaUrl, record, record);
    t.notSame(expected, rowsOf(schemaUrl, record, record), `${signal}: a scope makes a difference`);
    t.notSame(expected, rowsOf(scope, record, record), `${signal}: a schema URL makes a difference`);
    const noUrl = field(0x1a);
    for (const [order, parts] of [
      ['the URL last', [scope, record, record, schemaUrl]],
      ['the URL between', [scope, record, schemaUrl, record]],
      ['the scope last', [schemaUrl, record, record, scope]],
      ['both between', [record, scope, schemaUrl, record]],
      ['both last', [record, record, scope, schemaUrl]],
      ['the last URL counts', [noUrl, scope, record, noUrl, record, schemaUrl]],
    ] as const)
      t.same(rowsOf(...parts), expected, `${signal}: ${order}`);
  }
  t.end();
});

t.test('when the table of keys is full and emptied, keys are told apart as before', (t) => {
  const withKeys = (...keys: string[]): Message =>
    log({ attributes: keys.map((key) => ({ key, value: { stringValue: key } })) });
  const bodyOf = (...records: Message[]): Uint8Array => encodeOtlp('LogsData', signals.logs.wrap(records));
  const sink = new RowSink();
  const perRecord = 200;
  for (let at = 0; at < keysMax; at += perRecord)
    decodeLogs(
      bodyOf(withKeys('first', ...Array.from({ length: perRecord }, (_, i) => `key ${at + i}`))),
      contextAt(nowMs),
      sink,
    );
  t.ok(sink.attributes.keys.isFull());
  sink.seal(nowMs);
  t.equal(sink.attributes.keys.count, 0);
  decodeLogs(bodyOf(withKeys('first', 'a', 'b'), withKeys('a', 'b', 'first')), contextAt(nowMs), sink);
  const { attrKeys, attrs } = sink.open(EventRows, Math.floor(nowMs / dayMs), 30);
  const keys = Array.from(attrs.keyData.subarray(0, attrs.count), (index) => attrKeys.textAt(index));
  t.same(keys, ['first', 'a', 'b', 'a', 'b', 'first']);
  t.end();
});

t.test('a value of many megabytes takes the room of its limit', (t) => {
  const huge = { stringValue: 'é'.repeat(8 * 1024 * 1024) };
  const cases: [name: string, record: Message][] = [
    ['an attribute', log({ attributes: [{ key: 'a', value: huge }] })],
    ['an array', log({ attributes: [{ key: 'a', value: { arrayValue: { values: [huge, huge] } } }] })],
    ['a body', log({ body: huge })],
    ['a map as body', log({ body: { kvlistValue: { values: [{ key: 'k', value: huge }] } } })],
    ['a key', log({ attributes: [{ key: huge.stringValue, value: { intValue: '1' } }] })],
    ['a level', log({ severityText: huge.stringValue })],
  ];
  for (const [name, record] of cases) {
    const answer = takeMessage('logs', 'protobuf', signals.logs.wrap([record]));
    t.match(answer, { accepted: 1, outcome: { cutValues: 1, repairedTexts: 0 } }, name);
    t.ok(sink.bytes < 1024 * 1024, `${name}: ${sink.bytes} bytes`);
    t.ok(sink.json.bytes.length < 4 * 1024 * 1024, `${name}: no large buffer is kept`);
  }
  t.end();
});

t.test('lists of numbers are read in one piece, and one by one', async (t) => {
  const histogram = { timeUnixNano: at(-5), count: 6, bucketCounts: [1, 2, 3], explicitBounds: [0.5, 1] };
  const buckets = { offset: -2, bucketCounts: [1, 0, 300] };
  const exponential = { timeUnixNano: at(-5), count: 602, scale: 2, positive: buckets, negative: buckets };
  const metrics = [
    { name: 'h', histogram: { dataPoints: [histogram] } },
    { name: 'e', exponentialHistogram: { dataPoints: [exponential] } },
  ];
  const native = {
    timestamp: nowMs,
    countInt: 7,
    schema: -53,
    positiveSpans: [{ length: 3 }],
    positiveDeltas: [2, -1, 3],
    customValues: [1, 2],
  };
  const signed = { ...native, schema: 1, customValues: [], negativeSpans: [{ length: 2 }], negativeDeltas: [1, -1] };
  const series = { labels: [{ name: '__name__', value: 'n' }], histograms: [native, signed] };
  for (const [name, message, decode] of [
    ['MetricsData', { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }, decodeMetrics],
    ['WriteRequest', { timeseries: [series] }, (body, ...rest) => decodeRemoteWrite(snappyOf(body), ...rest)],
  ] as const satisfies readonly [MessageName, Message, typeof decodeMetrics][]) {
    const blocks = [true, false].map((isPacked) => {
      const sink = new RowSink();
      const outcome = decode(encodeOtlp(name, message, isPacked), contextAt(nowMs), sink);
      t.match(outcome, { accepted: 2, rejected: 0 });
      return sink.seal(nowMs);
    });
    t.ok(blocks[0]?.some(({ table }) => table === 'metric_dists'));
    t.same(blocks[1], blocks[0], name);
    const sizes = [true, false].map((isPacked) => encodeOtlp(name, message, isPacked).length);
    t.ok((sizes[0] ?? 0) < (sizes[1] ?? 0));
  }
});
