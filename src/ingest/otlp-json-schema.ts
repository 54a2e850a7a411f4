// OTLP's messages as its JSON names them, and the tags that they have on the wire. Written in the order of the tags, so
// that the same telemetry gives the same bytes in either encoding.

export type Field =
  | {
      readonly tag: number;
      readonly is: 'text' | 'id' | 'fixed64' | 'uint32' | 'fixed32' | 'double' | 'optional double';
    }
  | { readonly tag: number; readonly is: 'int32' | 'sint32' | 'bool' | 'any value' | 'sfixed64' }
  | { readonly tag: number; readonly is: 'enum'; readonly prefix: string; readonly names: readonly string[] }
  | { readonly tag: number; readonly is: 'doubles' | 'fixed64s' | 'uint64s' }
  | { readonly tag: number; readonly is: 'message' | 'messages'; readonly of: Message }
  /** Records: one that cannot be written is left out and counted. */
  | { readonly tag: number; readonly is: 'records'; readonly of: Message };

export type Message = readonly (readonly [name: string, field: Field])[];

const attributes = (tag: number): readonly [string, Field] => ['attributes', { tag, is: 'messages', of: keyValue }];
const dropped = (tag: number): readonly [string, Field] => ['droppedAttributesCount', { tag, is: 'uint32' }];

export const keyValue: Message = [
  ['key', { tag: 0x0a, is: 'text' }],
  ['value', { tag: 0x12, is: 'any value' }],
];
const resource: Message = [attributes(0x0a), dropped(0x10)];
const scope: Message = [
  ['name', { tag: 0x0a, is: 'text' }],
  ['version', { tag: 0x12, is: 'text' }],
  attributes(0x1a),
  dropped(0x20),
];

const severities = [
  'UNSPECIFIED',
  ...['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'].flatMap((n) => [n, `${n}2`, `${n}3`, `${n}4`]),
];
const spanKinds = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];

const logRecord: Message = [
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
];
const spanEvent: Message = [
  ['timeUnixNano', { tag: 0x09, is: 'fixed64' }],
  ['name', { tag: 0x12, is: 'text' }],
  attributes(0x1a),
  dropped(0x20),
];
const spanLink: Message = [
  ['traceId', { tag: 0x0a, is: 'id' }],
  ['spanId', { tag: 0x12, is: 'id' }],
  ['traceState', { tag: 0x1a, is: 'text' }],
  attributes(0x22),
  dropped(0x28),
  ['flags', { tag: 0x35, is: 'fixed32' }],
];
const status: Message = [
  ['message', { tag: 0x12, is: 'text' }],
  ['code', { tag: 0x18, is: 'enum', prefix: 'STATUS_CODE_', names: ['UNSET', 'OK', 'ERROR'] }],
];
const span: Message = [
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
];

const exemplar: Message = [
  ['timeUnixNano', { tag: 0x11, is: 'fixed64' }],
  ['asDouble', { tag: 0x19, is: 'optional double' }],
  ['spanId', { tag: 0x22, is: 'id' }],
  ['traceId', { tag: 0x2a, is: 'id' }],
  ['asInt', { tag: 0x31, is: 'sfixed64' }],
  ['filteredAttributes', { tag: 0x3a, is: 'messages', of: keyValue }],
];
const exemplars = (tag: number): readonly [string, Field] => ['exemplars', { tag, is: 'messages', of: exemplar }];
const pointTimes: Message = [
  ['startTimeUnixNano', { tag: 0x11, is: 'fixed64' }],
  ['timeUnixNano', { tag: 0x19, is: 'fixed64' }],
];
const numberPoint: Message = [
  ...pointTimes,
  ['asDouble', { tag: 0x21, is: 'optional double' }],
  exemplars(0x2a),
  ['asInt', { tag: 0x31, is: 'sfixed64' }],
  attributes(0x3a),
  ['flags', { tag: 0x40, is: 'uint32' }],
];
const histogramPoint: Message = [
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
];
const buckets: Message = [
  ['offset', { tag: 0x08, is: 'sint32' }],
  ['bucketCounts', { tag: 0x12, is: 'uint64s' }],
];
const exponentialPoint: Message = [
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
];
const summaryPoint: Message = [
  ...pointTimes,
  ['count', { tag: 0x21, is: 'fixed64' }],
  ['sum', { tag: 0x29, is: 'double' }],
  [
    'quantileValues',
    {
      tag: 0x32,
      is: 'messages',
      of: [
        ['quantile', { tag: 0x09, is: 'double' }],
        ['value', { tag: 0x11, is: 'double' }],
      ],
    },
  ],
  attributes(0x3a),
  ['flags', { tag: 0x40, is: 'uint32' }],
];
const temporality: readonly [string, Field] = [
  'aggregationTemporality',
  { tag: 0x10, is: 'enum', prefix: 'AGGREGATION_TEMPORALITY_', names: ['UNSPECIFIED', 'DELTA', 'CUMULATIVE'] },
];
const points = (of: Message): readonly [string, Field] => ['dataPoints', { tag: 0x0a, is: 'records', of }];
const metric: Message = [
  ['name', { tag: 0x0a, is: 'text' }],
  ['description', { tag: 0x12, is: 'text' }],
  ['unit', { tag: 0x1a, is: 'text' }],
  ['gauge', { tag: 0x2a, is: 'message', of: [points(numberPoint)] }],
  [
    'sum',
    {
      tag: 0x3a,
      is: 'message',
      of: [points(numberPoint), temporality, ['isMonotonic', { tag: 0x18, is: 'bool' }]],
    },
  ],
  ['histogram', { tag: 0x4a, is: 'message', of: [points(histogramPoint), temporality] }],
  ['exponentialHistogram', { tag: 0x52, is: 'message', of: [points(exponentialPoint), temporality] }],
  ['summary', { tag: 0x5a, is: 'message', of: [points(summaryPoint)] }],
  ['metadata', { tag: 0x62, is: 'messages', of: keyValue }],
];

const schemaUrl: readonly [string, Field] = ['schemaUrl', { tag: 0x1a, is: 'text' }];
function request(groups: string, scopes: string, records: readonly [string, Field]): Message {
  const scoped: Message = [['scope', { tag: 0x0a, is: 'message', of: scope }], records, schemaUrl];
  const group: Message = [
    ['resource', { tag: 0x0a, is: 'message', of: resource }],
    [scopes, { tag: 0x12, is: 'messages', of: scoped }],
    schemaUrl,
  ];
  return [[groups, { tag: 0x0a, is: 'messages', of: group }]];
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
