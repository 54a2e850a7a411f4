// Random OTLP requests as protobufjs takes them. Nothing has its default value, so that what an encoder leaves out is
// the same everywhere; every record carries a number of its own.

import type { Dice } from './random.ts';

export interface AnyValue {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: string;
  doubleValue?: number;
  bytesValue?: Buffer;
  arrayValue?: { values: AnyValue[] };
  kvlistValue?: { values: KeyValue[] };
}
export interface KeyValue {
  key: string;
  value: AnyValue;
}
export type Message = Record<string, unknown>;

const pick = <T>(random: Dice, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const integers = ['0', '1', '-1', '7', '999999', '1000000', '2147483647', '-2147483649', '4294967296'].concat([
  '9007199254740991',
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
]);
const doubles = [0.5, -0, 1, -2.25, 123.456, 0.001, 1e21, 1.5e300, 5e-324, 0.1 + 0.2, NaN, Infinity, -Infinity];
const longTexts = [95, 96, 127, 128, 511, 512, 16_383, 16_384].map((length) => 'x'.repeat(length));
const texts = [
  '',
  'a',
  'GET',
  'ünï¢ödé',
  '日本語のログ',
  '😀 ok',
  '"quoted" \\ back',
  'line\nbreak\ttab\u0001',
  '{"a":1}',
  '5',
  'true',
];

function randomText(random: Dice): string {
  return random() < 0.1 ? pick(random, longTexts) : pick(random, texts) + (random() < 0.5 ? '' : String(random()));
}

function randomBytes(random: Dice, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0; i < length; i++) bytes[i] = Math.floor(random() * 256);
  bytes[0] = 1;
  return bytes;
}

function randomValue(random: Dice, level = 0): AnyValue {
  const kind = Math.floor(random() * (level < 3 ? 8 : 6));
  switch (kind) {
    case 0:
    case 1:
      return { stringValue: randomText(random) };
    case 2:
      return { boolValue: random() < 0.5 };
    case 3:
      return { intValue: pick(random, integers) };
    case 4:
      return { doubleValue: random() < 0.7 ? pick(random, doubles) : Math.round(random() * 1e6) / 1000 };
    case 5:
      return random() < 0.2 ? {} : { bytesValue: randomBytes(random, 1 + Math.floor(random() * 40)) };
    case 6:
      return { arrayValue: { values: many(random, 4, () => randomValue(random, level + 1)) } };
    default:
      return { kvlistValue: { values: randomAttributes(random, 4, level + 1) } };
  }
}

const keys = [
  'http.method',
  'a',
  'user.id',
  'app.größe',
  'bytesValue',
  'doubleValue',
  'kvlistValue',
  'err',
  'exception.type',
];

function randomAttributes(random: Dice, most: number, level = 0): KeyValue[] {
  const attributes = many(random, most, (i) => ({
    key: random() < 0.5 ? pick(random, keys) : `k${i}.${'long'.repeat(Math.floor(random() * 8))}`,
    value: randomValue(random, level),
  }));
  return attributes.filter(({ key }, at) => attributes.findIndex((other) => other.key === key) === at);
}

function many<T>(random: Dice, most: number, make: (i: number) => T): T[] {
  return Array.from({ length: Math.floor(random() * (most + 1)) }, (_, i) => make(i));
}

/** Drops what is empty, as an encoder would. */
function sparse(message: Message): Message {
  return Object.fromEntries(
    Object.entries(message).filter(([, value]) => value !== undefined && value !== 0 && value !== '' && value !== '0'),
  );
}

function maybe<T>(random: Dice, value: T): T | undefined {
  return random() < 0.6 ? value : undefined;
}

function resourceOf(random: Dice): Message {
  return sparse({
    attributes: [
      { key: 'service.name', value: { stringValue: pick(random, ['shop', 'cart', 'größe']) } },
      ...randomAttributes(random, 5),
    ],
    droppedAttributesCount: maybe(random, 3),
  });
}

function scopeOf(random: Dice): Message {
  return sparse({
    name: pick(random, ['lib.a', 'lib.b']),
    version: maybe(random, '1.2.3'),
    attributes: randomAttributes(random, 2),
    droppedAttributesCount: maybe(random, 1),
  });
}

export interface Numbered {
  next: number;
}

function numbered(random: Dice, counter: Numbered, most: number): KeyValue[] {
  return [{ key: 'seq', value: { intValue: String(counter.next++) } }, ...randomAttributes(random, most)];
}

const nanos = (nowMs: number, random: Dice): string =>
  String(BigInt(nowMs - Math.floor(random() * 3 * 86_400_000)) * 1_000_000n + BigInt(Math.floor(random() * 1e6)));

export function randomLogs(random: Dice, counter: Numbered, nowMs: number): Message {
  const log = (): Message =>
    sparse({
      timeUnixNano: nanos(nowMs, random),
      observedTimeUnixNano: maybe(random, nanos(nowMs, random)),
      severityNumber: Math.floor(random() * 25),
      severityText: maybe(random, pick(random, ['INFO', 'warn', 'Error'])),
      body: maybe(random, randomValue(random)),
      attributes: numbered(random, counter, 8),
      droppedAttributesCount: maybe(random, 2),
      flags: maybe(random, 257),
      traceId: maybe(random, randomBytes(random, 16)),
      spanId: maybe(random, randomBytes(random, 8)),
      eventName: maybe(random, 'device.boot'),
    });
  return groups(random, 'resourceLogs', 'scopeLogs', () => ({ logRecords: many(random, 6, log) }));
}

export function randomTraces(random: Dice, counter: Numbered, nowMs: number): Message {
  const event = (): Message =>
    sparse({
      timeUnixNano: nanos(nowMs, random),
      name: pick(random, ['exception', 'row', 'größe']),
      attributes: randomAttributes(random, 4),
      droppedAttributesCount: maybe(random, 1),
    });
  const link = (): Message =>
    sparse({
      traceId: randomBytes(random, 16),
      spanId: randomBytes(random, 8),
      traceState: maybe(random, 'a=b'),
      attributes: randomAttributes(random, 3),
      flags: maybe(random, 256),
    });
  const span = (): Message => {
    const start = nanos(nowMs, random);
    return sparse({
      traceId: randomBytes(random, 16),
      spanId: randomBytes(random, 8),
      traceState: maybe(random, 'vendor=1'),
      parentSpanId: maybe(random, randomBytes(random, 8)),
      name: randomText(random).slice(0, 300),
      kind: Math.floor(random() * 6),
      startTimeUnixNano: start,
      endTimeUnixNano: String(BigInt(start) + BigInt(Math.floor(random() * 1e10))),
      attributes: numbered(random, counter, 8),
      droppedAttributesCount: maybe(random, 5),
      events: many(random, 3, event),
      droppedEventsCount: maybe(random, 6),
      links: many(random, 2, link),
      droppedLinksCount: maybe(random, 7),
      status: maybe(random, sparse({ code: Math.floor(random() * 3), message: maybe(random, 'über') })),
      flags: maybe(random, 769),
    });
  };
  return groups(random, 'resourceSpans', 'scopeSpans', () => ({ spans: many(random, 6, span) }));
}

export function randomMetrics(random: Dice, counter: Numbered, nowMs: number): Message {
  const exemplar = (): Message =>
    sparse({
      timeUnixNano: nanos(nowMs, random),
      traceId: randomBytes(random, 16),
      spanId: randomBytes(random, 8),
      filteredAttributes: numbered(random, counter, 2),
      ...(random() < 0.5 ? { asDouble: 0.25 } : { asInt: '9007199254740993' }),
    });
  const shared = (): Message => ({
    attributes: numbered(random, counter, 4),
    startTimeUnixNano: nanos(nowMs, random),
    timeUnixNano: nanos(nowMs, random),
    flags: maybe(random, 2),
  });
  const number = (): Message => ({
    ...sparse(shared()),
    ...(random() < 0.5 ? { asDouble: pick(random, doubles) } : { asInt: pick(random, integers) }),
    exemplars: many(random, 2, exemplar),
  });
  const extent = (): Message => ({
    sum: maybe(random, 12.5),
    min: maybe(random, -1.25),
    max: maybe(random, 99),
  });
  const histogram = (): Message => {
    const bounds = many(random, 5, (i) => i * 2.5 - 1);
    return sparse({
      ...shared(),
      ...extent(),
      count: pick(random, ['3', '18446744073709551615']),
      explicitBounds: bounds,
      bucketCounts: bounds.length === 0 ? [] : [...bounds, 0].map((_, i) => String(i * 3)),
      exemplars: many(random, 2, exemplar),
    });
  };
  const exponential = (): Message =>
    sparse({
      ...shared(),
      ...extent(),
      count: '42',
      scale: Math.floor(random() * 20) - 10,
      zeroCount: '2',
      zeroThreshold: 0.001,
      positive: sparse({
        offset: Math.floor(random() * 100) - 50,
        bucketCounts: ['1', '0', '300', '18446744073709551615'],
      }),
      negative: maybe(random, sparse({ offset: -3, bucketCounts: ['5'] })),
    });
  const summary = (): Message =>
    sparse({
      ...shared(),
      count: '9',
      sum: 3.5,
      quantileValues: many(random, 3, (i) => ({ quantile: 0.5 + i / 10, value: i + 0.25 })),
    });
  const metric = (): Message => {
    const points = <T>(make: () => T): T[] => many(random, 4, make);
    const temporality = Math.floor(random() * 3);
    return {
      ...sparse({
        name: `m.${Math.floor(random() * 9)}`,
        unit: maybe(random, 'ms'),
        description: maybe(random, 'Größe'),
      }),
      ...pick(random, [
        () => ({ gauge: { dataPoints: points(number) } }),
        () => ({
          sum: { ...sparse({ aggregationTemporality: temporality }), isMonotonic: true, dataPoints: points(number) },
        }),
        () => ({ histogram: { ...sparse({ aggregationTemporality: temporality }), dataPoints: points(histogram) } }),
        () => ({
          exponentialHistogram: { ...sparse({ aggregationTemporality: temporality }), dataPoints: points(exponential) },
        }),
        () => ({ summary: { dataPoints: points(summary) } }),
      ])(),
    };
  };
  return groups(random, 'resourceMetrics', 'scopeMetrics', () => ({ metrics: many(random, 6, metric) }));
}

function groups(random: Dice, group: string, scoped: string, records: () => Message): Message {
  return {
    [group]: many(random, 3, () =>
      sparse({
        resource: resourceOf(random),
        [scoped]: many(random, 2, () =>
          sparse({ scope: scopeOf(random), schemaUrl: maybe(random, 'https://example.com/1'), ...records() }),
        ),
        schemaUrl: maybe(random, 'https://example.com/resource'),
      }),
    ),
  };
}

const integerField = /Nano$|^asInt$|^intValue$|[cC]ounts?$/;
const severityNames = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'].flatMap((n) => [
  n,
  `${n}2`,
  `${n}3`,
  `${n}4`,
]);

/** The same request in OTLP's JSON; forms that senders choose between are chosen at random. */
function asJson(message: unknown, random: Dice, key = ''): unknown {
  if (Buffer.isBuffer(message)) return message.toString(key === 'bytesValue' ? 'base64' : 'hex');
  if (Array.isArray(message)) return message.map((item) => asJson(item, random, key));
  if (typeof message === 'number') {
    if (!Number.isFinite(message)) return String(message);
    if (Object.is(message, -0)) return '-0';
    if (key === 'severityNumber' && message > 0 && random() < 0.3)
      return `SEVERITY_NUMBER_${severityNames[message - 1]}`;
    return message;
  }
  if (typeof message === 'string' && /^-?\d+$/.test(message) && integerField.test(key) && random() < 0.5)
    return new RawNumber(message);
  if (typeof message !== 'object' || message === null) return message;
  const snake = random() < 0.1;
  return Object.fromEntries([
    ...Object.entries(message).map(([name, value]) => [
      snake ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name,
      asJson(value, random, name),
    ]),
    ...(random() < 0.1 && key !== 'stringValue' ? [['unknownField', { x: [1] }]] : []),
  ]);
}

/** A number whose digits JSON.stringify must not touch. */
class RawNumber {
  private readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toJSON(): string {
    return `\u0002${this.digits}\u0003`;
  }
}

export function jsonText(message: unknown, random: Dice): Buffer {
  return Buffer.from(JSON.stringify(asJson(message, random)).replaceAll(/"\\u0002(-?\d+)\\u0003"/g, '$1'));
}
