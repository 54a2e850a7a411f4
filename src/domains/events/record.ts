import { summaryTokens, type SummaryParts } from './list/summary.ts';

/** One event as JSON text, every value as it was sent: integers beyond 2^53 and nanoseconds keep all their digits. */
export interface EventRow {
  readonly id: string;
  /** ISO with nine digits. */
  readonly timestamp: string;
  readonly observed: string;
  readonly kind: 'log' | 'span' | 'event';
  readonly startNs: string;
  readonly durationNs: string;
  readonly service: string;
  readonly environment: string;
  readonly host: string;
  readonly scopeName: string;
  readonly scopeVersion: string;
  readonly severity: number;
  readonly severityText: string;
  readonly level: string;
  readonly name: string;
  readonly body: string;
  readonly bodyType: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly spanKind: string;
  readonly status: string;
  readonly statusMessage: string;
  readonly traceState: string;
  readonly flags: number;
  readonly resource: Texts;
  readonly resourceTypes: Texts;
  readonly attributes: Texts;
  readonly attributeTypes: Texts;
  readonly meta: Texts;
  /** JSON text, or empty. */
  readonly events: string;
  readonly links: string;
  readonly exceptionType: string;
  readonly exceptionMessage: string;
  readonly exceptionStack: string;
  readonly sessionId: string;
  readonly errors: boolean;
  readonly httpStatus: number;
  readonly httpMethod: string;
  readonly httpRoute: string;
  readonly urlPath: string;
  readonly dbSystem: string;
  readonly peer: string;
  readonly peerKind: string;
  /** Hexadecimal; zeros for none. */
  readonly shape: string;
  readonly endpoint: string;
}

type Texts = Readonly<Record<string, string>>;

/** Fields without a value are left out. */
export function recordJson(row: EventRow): string {
  const isSpan = row.kind === 'span';
  const attributes = Object.entries(row.attributes).map(
    ([key, text]) => [key, typedJson(text, typeOf(row.attributeTypes, key) ?? 'string')] as const,
  );
  const resource = Object.entries(row.resource).map(
    ([key, text]) => [key, typedJson(text, typeOf(row.resourceTypes, key) ?? 'string')] as const,
  );
  const exception = [
    ['type', textOrNone(row.exceptionType)],
    ['message', textOrNone(row.exceptionMessage)],
    ['stack', textOrNone(row.exceptionStack)],
  ] as const;
  return object([
    ['id', JSON.stringify(row.id)],
    ['timestamp', JSON.stringify(row.timestamp)],
    ['observed_timestamp', JSON.stringify(row.observed)],
    ['kind', JSON.stringify(isSpan ? row.spanKind : 'log')],
    ['start_time_ns', row.startNs],
    ['duration', isSpan ? row.durationNs : undefined],
    ['trace_id', textOrNone(row.traceId)],
    ['span_id', textOrNone(row.spanId)],
    ['parent_id', textOrNone(row.parentId)],
    ['trace_state', textOrNone(row.traceState)],
    ['flags', row.flags === 0 ? undefined : String(row.flags)],
    ['name', textOrNone(row.name)],
    ['service', textOrNone(row.service)],
    ['environment', textOrNone(row.environment)],
    ['host', textOrNone(row.host)],
    ['level', textOrNone(row.level)],
    ['severity_text', textOrNone(row.severityText)],
    ['severity_number', row.severity === 0 ? undefined : String(row.severity)],
    ['body', row.body === '' ? undefined : typedJson(row.body, row.bodyType)],
    ['status_code', isSpan ? JSON.stringify(row.status.toUpperCase()) : undefined],
    ['status_message', textOrNone(row.statusMessage)],
    ['errors', String(row.errors)],
    ['exception', exception.some(([, text]) => text !== undefined) ? object(exception) : undefined],
    ['session_id', textOrNone(row.sessionId)],
    [
      'scope',
      row.scopeName === ''
        ? undefined
        : object([
            ['name', JSON.stringify(row.scopeName)],
            ['version', textOrNone(row.scopeVersion)],
          ]),
    ],
    ['summary', JSON.stringify(summaryTokens(partsOf(row)))],
    ['hashes', JSON.stringify(hashesOf(row))],
    ['attributes', object(attributes)],
    ['resource', object(resource)],
    ['events', row.events === '' ? '[]' : row.events],
    ['links', row.links === '' ? '[]' : row.links],
    ['meta', Object.keys(row.meta).length === 0 ? undefined : JSON.stringify(row.meta)],
  ]);
}

/** Keys are the sender's: some have the name of what every object has. */
function typeOf(types: Texts, key: string): string | undefined {
  return Object.hasOwn(types, key) ? types[key] : undefined;
}

function partsOf(row: EventRow): SummaryParts {
  return [
    row.kind,
    row.level,
    row.spanKind,
    row.httpStatus,
    row.httpMethod,
    row.httpRoute,
    row.urlPath,
    row.dbSystem,
    row.peer,
    row.peerKind,
    row.name,
    row.status,
    row.exceptionType,
    row.exceptionMessage,
    row.statusMessage,
    row.body,
    row.durationNs,
  ];
}

/** As the field `hashes` of the query language. */
function hashesOf({ shape, endpoint }: EventRow): string[] {
  return [`log:${shape}`, `endpoint:${endpoint}`].filter((hash) => !/:0*$/.test(hash));
}

const numeral = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** A value's text as JSON of the type it was sent with. What is no JSON number (NaN, Infinity) stays text. */
function typedJson(text: string, type: string): string {
  switch (type) {
    case 'bool':
    case 'array':
    case 'map':
      return text;
    case 'int':
    case 'double':
      return numeral.test(text) ? text : JSON.stringify(text);
    case 'empty':
      return 'null';
    default:
      return JSON.stringify(text);
  }
}

function textOrNone(text: string): string | undefined {
  return text === '' ? undefined : JSON.stringify(text);
}

function object(entries: Iterable<readonly [string, string | undefined]>): string {
  const parts: string[] = [];
  for (const [key, json] of entries) if (json !== undefined) parts.push(`${JSON.stringify(key)}:${json}`);
  return `{${parts.join(',')}}`;
}
