// OTLP's messages as its JSON names them, and the tags that they have on the wire.

type Scalar = Integer | 'text' | 'id' | 'bool' | 'double' | 'optional double';
type Integer = 'uint32' | 'sint32' | 'fixed32' | 'fixed64' | 'sfixed64';

export type Field =
  | { readonly tag: number; readonly is: Scalar | 'doubles' | 'fixed64s' | 'uint64s' | 'any value' }
  | { readonly tag: number; readonly is: 'enum'; readonly prefix: string; readonly names: readonly string[] }
  | { readonly tag: number; readonly is: 'message'; readonly of: Message }
  | ListField;

/** Of records one that cannot be written is left out and counted. Holders have lists of them, or of other holders. */
export interface ListField {
  readonly tag: number;
  readonly is: 'messages' | 'records' | 'holders';
  readonly of: Message;
}

type Named = readonly [name: string, field: Field];

/** The fields of a message under both spellings of their names, `timeUnixNano` and `time_unix_nano`. */
export class Message {
  private readonly names: readonly Buffer[];
  private readonly fields: readonly Named[];
  /** Behind the field that was found last: senders keep to an order. */
  private next = 0;

  constructor(fields: readonly Named[]) {
    const snakes = fields.map(([name, field]) => ({ name: snakeCase(name), named: [name, field] as const }));
    const all = [...fields.map((named) => ({ name: named[0], named })), ...snakes];
    this.names = all.map(({ name }) => Buffer.from(name));
    this.fields = all.map(({ named }) => named);
  }

  find(bytes: Uint8Array, start: number, end: number): Named | undefined {
    const { names, fields } = this;
    const count = names.length;
    for (let left = count, at = this.next; left > 0; left--) {
      if (at >= count) at = 0;
      if (isSame(names[at] as Buffer, bytes, start, end)) {
        this.next = at + 1;
        return fields[at];
      }
      at++;
    }
    return undefined;
  }
}

function isSame(name: Buffer, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = start, at = 0; i < end; i++, at++) if (name[at] !== bytes[i]) return false;
  return true;
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const attributes = (tag: number): Named => ['attributes', { tag, is: 'messages', of: keyValue }];
const dropped = (tag: number): Named => ['droppedAttributesCount', { tag, is: 'uint32' }];

export const keyValue = new Message([
  ['key', { tag: 0x0a, is: 'text' }],
  ['value', { tag: 0x12, is: 'any value' }],
]);
/** Read by hand, for a value may be of any depth: of these only the names and tags count. */
export const anyValue = new Message([
  ['stringValue', { tag: 0x0a, is: 'text' }],
  ['boolValue', { tag: 0x10, is: 'bool' }],
  ['intValue', { tag: 0x18, is: 'sfixed64' }],
  ['doubleValue', { tag: 0x21, is: 'double' }],
  ['arrayValue', { tag: 0x2a, is: 'any value' }],
  ['kvlistValue', { tag: 0x32, is: 'any value' }],
  ['bytesValue', { tag: 0x3a, is: 'text' }],
]);
export const valueList = new Message([['values', { tag: 0x0a, is: 'any value' }]]);
const resource = new Message([attributes(0x0a), dropped(0x10)]);
const scope = new Message([
  ['name', { tag: 0x0a, is: 'text' }],
  ['version', { tag: 0x12, is: 'text' }],
  attributes(0x1a),
  dropped(0x20),
]);

const severities = [
  'UNSPECIFIED',
  ...['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'].flatMap((n) => [n, `${n}2`, `${n}3`, `${n}4`]),
];
const spanKinds = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];

const logRecord = new Message([
  ['timeUnixNano', { tag: 0x09, is: 'fixed64' }],
  ['severityNumber', { tag: 0x10, is: 'enum', prefix: 'SEVERITY_NUMBER_', names: severities }],
  ['severityText', { tag: 0x1a, is: 'text' }],
  ['body', { tag: 0x2a, is: 'any value' }],
  attributes(0x32),
  dropped(0x38),
  ['flags', { tag: 0x45, is: 'fixed32' }],
  ['traceId', { tag: 0x4a, is: 'id' }],
  ['spanId', { tag: 0x52, is: 'id' }],
  ['observedTimeUnixNano', { tag: 0x59, is: 'fixed64' }],
  ['eventName', { tag: 0x62, is: 'text' }],
]);
const spanEvent = new Message([
  ['timeUnixNano', { tag: 0x09, is: 'fixed64' }],
  ['name', { tag: 0x12, is: 'text' }],
  attributes(0x1a),
  dropped(0x20),
]);
const spanLink = new Message([
  ['traceId', { tag: 0x0a, is: 'id' }],
  ['spanId', { tag: 0x12, is: 'id' }],
  ['traceState', { tag: 0x1a, is: 'text' }],
  attributes(0x22),
  dropped(0x28),
  ['flags', { tag: 0x35, is: 'fixed32' }],
]);
const status = new Message([
  ['message', { tag: 0x12, is: 'text' }],
  ['code', { tag: 0x18, is: 'enum', prefix: 'STATUS_CODE_', names: ['UNSET', 'OK', 'ERROR'] }],
]);
const span = new Message([
  ['traceId', { tag: 0x0a, is: 'id' }],
  ['spanId', { tag: 0x12, is: 'id' }],
  ['traceState', { tag: 0x1a, is: 'text' }],
  ['parentSpanId', { tag: 0x22, is: 'id' }],
  ['name', { tag: 0x2a, is: 'text' }],
  ['kind', { tag: 0x30, is: 'enum', prefix: 'SPAN_KIND_', names: spanKinds }],
  ['startTimeUnixNano', { tag: 0x39, is: 'fixed64' }],
  ['endTimeUnixNano', { tag: 0x41, is: 'fixed64' }],
  attributes(0x4a),
  dropped(0x50),
  ['events', { tag: 0x5a, is: 'messages', of: spanEvent }],
  ['droppedEventsCount', { tag: 0x60, is: 'uint32' }],
  ['links', { tag: 0x6a, is: 'messages', of: spanLink }],
  ['droppedLinksCount', { tag: 0x70, is: 'uint32' }],
  ['status', { tag: 0x7a, is: 'message', of: status }],
  ['flags', { tag: 0x85, is: 'fixed32' }],
]);

const exemplar = new Message([
  ['timeUnixNano', { tag: 0x11, is: 'fixed64' }],
  ['asDouble', { tag: 0x19, is: 'optional double' }],
  ['spanId', { tag: 0x22, is: 'id' }],
  ['traceId', { tag: 0x2a, is: 'id' }],
  ['asInt', { tag: 0x31, is: 'sfixed64' }],
  ['filteredAttributes', { tag: 0x3a, is: 'messages', of: keyValue }],
]);
const exemplars = (tag: number): Named => ['exemplars', { tag, is: 'messages', of: exemplar }];
const pointTimes: readonly Named[] = [
  ['startTimeUnixNano', { tag: 0x11, is: 'fixed64' }],
  ['timeUnixNano', { tag: 0x19, is: 'fixed64' }],
];
const numberPoint = new Message([
  ...pointTimes,
  ['asDouble', { tag: 0x21, is: 'optional double' }],
  exemplars(0x2a),
  ['asInt', { tag: 0x31, is: 'sfixed64' }],
  attributes(0x3a),
  ['flags', { tag: 0x40, is: 'uint32' }],
]);
const histogramPoint = new Message([
  ...pointTimes,
  ['count', { tag: 0x21, is: 'fixed64' }],
  ['sum', { tag: 0x29, is: 'optional double' }],
  ['bucketCounts', { tag: 0x32, is: 'fixed64s' }],
  ['explicitBounds', { tag: 0x3a, is: 'doubles' }],
  exemplars(0x42),
  attributes(0x4a),
  ['flags', { tag: 0x50, is: 'uint32' }],
  ['min', { tag: 0x59, is: 'optional double' }],
  ['max', { tag: 0x61, is: 'optional double' }],
]);
const buckets = new Message([
  ['offset', { tag: 0x08, is: 'sint32' }],
  ['bucketCounts', { tag: 0x12, is: 'uint64s' }],
]);
const exponentialPoint = new Message([
  attributes(0x0a),
  ...pointTimes,
  ['count', { tag: 0x21, is: 'fixed64' }],
  ['sum', { tag: 0x29, is: 'optional double' }],
  ['scale', { tag: 0x30, is: 'sint32' }],
  ['zeroCount', { tag: 0x39, is: 'fixed64' }],
  ['positive', { tag: 0x42, is: 'message', of: buckets }],
  ['negative', { tag: 0x4a, is: 'message', of: buckets }],
  ['flags', { tag: 0x50, is: 'uint32' }],
  exemplars(0x5a),
  ['min', { tag: 0x61, is: 'optional double' }],
  ['max', { tag: 0x69, is: 'optional double' }],
  ['zeroThreshold', { tag: 0x71, is: 'double' }],
]);
const summaryPoint = new Message([
  ...pointTimes,
  ['count', { tag: 0x21, is: 'fixed64' }],
  ['sum', { tag: 0x29, is: 'double' }],
  [
    'quantileValues',
    {
      tag: 0x32,
      is: 'messages',
      of: new Message([
        ['quantile', { tag: 0x09, is: 'double' }],
        ['value', { tag: 0x11, is: 'double' }],
      ]),
    },
  ],
  attributes(0x3a),
  ['flags', { tag: 0x40, is: 'uint32' }],
]);
const temporality: Named = [
  'aggregationTemporality',
  { tag: 0x10, is: 'enum', prefix: 'AGGREGATION_TEMPORALITY_', names: ['UNSPECIFIED', 'DELTA', 'CUMULATIVE'] },
];
const points = (of: Message): Named => ['dataPoints', { tag: 0x0a, is: 'records', of }];
const metric = new Message([
  ['name', { tag: 0x0a, is: 'text' }],
  ['description', { tag: 0x12, is: 'text' }],
  ['unit', { tag: 0x1a, is: 'text' }],
  ['gauge', { tag: 0x2a, is: 'message', of: new Message([points(numberPoint)]) }],
  [
    'sum',
    {
      tag: 0x3a,
      is: 'message',
      of: new Message([points(numberPoint), temporality, ['isMonotonic', { tag: 0x18, is: 'bool' }]]),
    },
  ],
  ['histogram', { tag: 0x4a, is: 'message', of: new Message([points(histogramPoint), temporality]) }],
  ['exponentialHistogram', { tag: 0x52, is: 'message', of: new Message([points(exponentialPoint), temporality]) }],
  ['summary', { tag: 0x5a, is: 'message', of: new Message([points(summaryPoint)]) }],
  ['metadata', { tag: 0x62, is: 'messages', of: keyValue }],
]);

const schemaUrl: Named = ['schemaUrl', { tag: 0x1a, is: 'text' }];
function request(groups: string, scopes: string, records: Named): Message {
  const scoped = new Message([['scope', { tag: 0x0a, is: 'message', of: scope }], records, schemaUrl]);
  const group = new Message([
    ['resource', { tag: 0x0a, is: 'message', of: resource }],
    [scopes, { tag: 0x12, is: 'holders', of: scoped }],
    schemaUrl,
  ]);
  return new Message([[groups, { tag: 0x0a, is: 'holders', of: group }]]);
}

export const logsRequest = request('resourceLogs', 'scopeLogs', [
  'logRecords',
  { tag: 0x12, is: 'records', of: logRecord },
]);
export const tracesRequest = request('resourceSpans', 'scopeSpans', ['spans', { tag: 0x12, is: 'records', of: span }]);
export const metricsRequest = request('resourceMetrics', 'scopeMetrics', [
  'metrics',
  { tag: 0x12, is: 'messages', of: metric },
]);
