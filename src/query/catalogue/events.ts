import type { FieldDef, Promoted } from './field.ts';
import type { AttributeRoot, TableDef } from './table.ts';

/** Attributes that have a column of their own, under every name they were ever sent by. */
const httpMethod: Promoted = { column: 'http_method', keys: ['http.request.method', 'http.method'], type: 'text' };
const httpStatus: Promoted = {
  column: 'http_status',
  keys: ['http.response.status_code', 'http.status_code'],
  type: 'integer',
};
/** The target of old instrumentation has the query string too, so it is asked for by itself. */
const urlPath: Promoted = {
  column: 'url_path',
  keys: ['url.path'],
  type: 'text',
  copyOf: ['url.path', 'http.target'],
};
/** Filled from the event of a span too, which is no attribute of it: so they have to be known without having been sent as one. */
const exceptionType: Promoted = { column: 'exc_type', keys: ['exception.type'], type: 'text' };
const exceptionMessage: Promoted = { column: 'exc_message', keys: ['exception.message'], type: 'text' };
const exceptionStack: Promoted = { column: 'exc_stack', keys: ['exception.stacktrace'], type: 'text' };

const promotedAttributes: readonly Promoted[] = [
  httpMethod,
  httpStatus,
  urlPath,
  { column: 'http_route', keys: ['http.route'], type: 'text' },
  { column: 'db_system', keys: ['db.system.name', 'db.system'], type: 'text' },
  { column: 'error_type', keys: ['error.type'], type: 'text' },
  exceptionType,
  exceptionMessage,
  exceptionStack,
  { column: 'user_id', keys: ['user.id'], type: 'text' },
  { column: 'session_id', keys: ['session.id'], type: 'text' },
];

const promotedResource: readonly Promoted[] = [
  { column: 'service', keys: ['service.name'], type: 'text' },
  { column: 'env', keys: ['deployment.environment.name', 'deployment.environment'], type: 'text' },
  { column: 'host', keys: ['host.name'], type: 'text' },
  { column: 'k8s_pod', keys: ['k8s.pod.name'], type: 'text' },
];

const attributes: AttributeRoot = { root: 'attributes', kind: 'attribute', promoted: promotedAttributes };
const resource: AttributeRoot = { root: 'resource', kind: 'resource', promoted: promotedResource };

const levels = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
const kinds = ['log', 'internal', 'server', 'client', 'producer', 'consumer', 'alert'];

/** Which span something is of. */
export const spanContext: readonly FieldDef[] = [
  {
    name: 'trace_id',
    aliases: ['context.trace_id'],
    type: 'string',
    description: 'Id of the trace, 32 hexadecimal digits.',
    storage: { kind: 'column', column: 'trace_id', absent: 'empty', isLower: true },
  },
  {
    name: 'span_id',
    aliases: ['context.span_id'],
    type: 'string',
    description: 'Id of the span, 16 hexadecimal digits.',
    storage: { kind: 'column', column: 'span_id', absent: 'empty', isLower: true },
  },
];

const fields: readonly FieldDef[] = [
  {
    name: 'id',
    type: 'guid',
    description: 'Identity of the row.',
    storage: { kind: 'column', column: 'id', sqlType: 'UUID' },
  },
  {
    name: 'timestamp',
    type: 'datetime',
    description: 'When it happened: the time of a log record, the start of a span.',
    storage: { kind: 'column', column: 'ts' },
  },
  {
    name: 'observed_timestamp',
    type: 'datetime',
    description: 'When the collector saw it; when it came, where no collector says.',
    storage: { kind: 'derived', name: 'observed_timestamp' },
  },
  {
    name: 'ingested_at',
    type: 'datetime',
    description: 'When it was stored, to the second.',
    storage: { kind: 'derived', name: 'ingested_at' },
    hidden: true,
  },
  {
    name: 'start_time',
    type: 'datetime',
    description: 'Start of the span; the time of a log record.',
    storage: { kind: 'column', column: 'ts' },
  },
  {
    name: 'end_time',
    type: 'datetime',
    description: 'End of the span.',
    storage: { kind: 'derived', name: 'end_time' },
  },
  {
    name: 'date',
    type: 'datetime',
    description: 'Start of the UTC day.',
    storage: { kind: 'derived', name: 'date' },
  },
  ...spanContext,
  {
    name: 'parent_id',
    aliases: ['parent_span_id'],
    type: 'string',
    description: 'Id of the parent span; absent on a root.',
    storage: { kind: 'column', column: 'parent_span_id', absent: 'empty', isLower: true },
  },
  {
    name: 'trace_state',
    aliases: ['context.trace_state'],
    type: 'string',
    description: 'W3C trace state.',
    storage: { kind: 'column', column: 'trace_state', absent: 'empty' },
    hidden: true,
  },
  {
    name: 'name',
    aliases: ['span_name'],
    type: 'string',
    description: 'Name of the span, or of the event.',
    storage: { kind: 'column', column: 'name', absent: 'empty' },
    freeText: true,
    facet: true,
  },
  {
    name: 'kind',
    type: 'string',
    description: 'log, or the kind of a span.',
    storage: { kind: 'derived', name: 'kind' },
    facet: true,
    values: kinds,
  },
  {
    name: 'level',
    aliases: ['severity', 'severity.text', 'severity_text'],
    type: 'string',
    description: 'Severity of a log record: TRACE, DEBUG, INFO, WARN, ERROR, FATAL.',
    storage: { kind: 'column', column: 'level', absent: 'empty' },
    facet: true,
    values: levels,
    asNumber: 'severity_number',
  },
  {
    name: 'severity_number',
    aliases: ['severity.number', 'severity.severity_number'],
    type: 'long',
    description: 'Severity as a number, 1 to 24.',
    storage: { kind: 'column', column: 'severity', absent: 'zero' },
  },
  {
    name: 'body',
    aliases: ['message'],
    type: 'string',
    description: 'The log message.',
    storage: { kind: 'column', column: 'body', absent: 'empty', textIndex: true },
    freeText: true,
  },
  {
    name: 'status_code',
    type: 'string',
    description: 'Outcome of a span: OK, ERROR, UNSET. A log record has none.',
    storage: { kind: 'derived', name: 'status_code' },
    facet: true,
    values: ['OK', 'ERROR', 'UNSET'],
  },
  {
    name: 'status_message',
    type: 'string',
    description: 'What the span says about its outcome.',
    storage: { kind: 'column', column: 'status_message', absent: 'empty' },
    freeText: true,
  },
  {
    name: 'duration',
    type: 'long',
    unit: 'ns',
    description: 'Duration of the span in nanoseconds; compare it with 10ms, 1.5s, 2h. A log record has none.',
    storage: { kind: 'derived', name: 'duration' },
  },
  {
    name: 'service',
    aliases: ['service_name', 'service.name'],
    type: 'string',
    description: 'The service that sent it (resource.service.name).',
    storage: { kind: 'column', column: 'service', absent: 'empty' },
    shortFor: 'resource.service.name',
    facet: true,
  },
  {
    name: 'errors',
    type: 'bool',
    description: 'Whether it is an error: severity ERROR or above, or a span that failed.',
    storage: { kind: 'derived', name: 'errors' },
  },
  {
    name: 'events',
    type: 'dynamic',
    description: 'The events of a span, as a list.',
    storage: { kind: 'list', column: 'span_events' },
  },
  {
    name: 'links',
    type: 'dynamic',
    description: 'The links of a span, as a list.',
    storage: { kind: 'list', column: 'span_links' },
  },
  {
    name: 'attributes',
    type: 'dynamic',
    description: 'What was sent with the event; attributes.<key> is one of them.',
    storage: { kind: 'derived', name: 'attributes' },
    members: attributes,
  },
  {
    name: 'resource',
    type: 'dynamic',
    description: 'What is known of the sender; resource.<key> is one of them.',
    storage: { kind: 'derived', name: 'resource' },
    members: resource,
  },
  {
    name: 'hashes',
    type: 'dynamic',
    description: 'Fingerprints of the event: the shape of its message, its endpoint.',
    storage: { kind: 'derived', name: 'hashes' },
  },
  {
    name: 'pattern',
    type: 'string',
    description:
      'Id of the log pattern the message belongs to. The id of one that became part of another stands for that one.',
    storage: { kind: 'derived', name: 'pattern' },
  },
  {
    name: 'session_id',
    aliases: ['attributes.session.id'],
    type: 'string',
    description: 'Session of a user, which links to its replay.',
    storage: { kind: 'column', column: 'session_id', absent: 'empty' },
    shortFor: 'attributes.session.id',
  },
  {
    name: 'environment',
    aliases: ['env', 'deployment_environment'],
    type: 'string',
    description: 'Deployment environment (resource.deployment.environment.name).',
    storage: { kind: 'column', column: 'env', absent: 'empty' },
    shortFor: 'resource.deployment.environment.name',
    facet: true,
    hidden: true,
  },
  {
    name: 'host',
    aliases: ['host_name', 'host.name'],
    type: 'string',
    description: 'Host that sent it (resource.host.name).',
    storage: { kind: 'column', column: 'host', absent: 'empty' },
    shortFor: 'resource.host.name',
    facet: true,
    hidden: true,
  },
  {
    name: 'scope_name',
    aliases: ['scope.name'],
    type: 'string',
    description: 'Instrumentation scope.',
    storage: { kind: 'column', column: 'scope_name', absent: 'empty' },
    hidden: true,
  },
  {
    name: 'project_id',
    type: 'string',
    description: 'The project. A query sees its own only.',
    storage: { kind: 'column', column: 'project_id' },
    hidden: true,
  },
  {
    name: 'start_time_ns',
    type: 'long',
    description: 'Start in nanoseconds since 1970.',
    storage: { kind: 'derived', name: 'start_time_ns' },
    hidden: true,
  },
  {
    name: 'latency_breakdown',
    type: 'string',
    description: 'The span that a latency breakdown hangs on.',
    storage: { kind: 'column', column: 'span_id', absent: 'empty', isLower: true },
    hidden: true,
  },
  {
    name: 'summary_parts',
    type: 'dynamic',
    description: 'What a list view says of a row.',
    storage: { kind: 'derived', name: 'summary_parts' },
    hidden: true,
  },
  {
    name: 'method',
    type: 'string',
    description: 'attributes.http.request.method',
    storage: { kind: 'attribute', keys: ['http.request.method', 'http.method'], promoted: httpMethod },
    shortFor: 'attributes.http.request.method',
    facet: true,
    hidden: true,
  },
  {
    name: 'url_path',
    type: 'string',
    description: 'attributes.url.path',
    storage: { kind: 'attribute', keys: ['url.path', 'http.target'], promoted: urlPath },
    shortFor: 'attributes.url.path',
    hidden: true,
  },
  {
    name: 'http_status',
    type: 'unknown',
    description: 'attributes.http.response.status_code',
    storage: {
      kind: 'attribute',
      keys: ['http.response.status_code', 'http.status_code'],
      promoted: httpStatus,
    },
    shortFor: 'attributes.http.response.status_code',
    facet: true,
    hidden: true,
  },
  {
    name: 'exception.type',
    type: 'string',
    description: 'Type of the exception it reports (attributes.exception.type).',
    storage: { kind: 'attribute', keys: ['exception.type'], promoted: exceptionType },
    shortFor: 'attributes.exception.type',
    hidden: true,
  },
  {
    name: 'exception.message',
    type: 'string',
    description: 'Message of that exception (attributes.exception.message).',
    storage: { kind: 'attribute', keys: ['exception.message'], promoted: exceptionMessage },
    shortFor: 'attributes.exception.message',
    hidden: true,
  },
  {
    name: 'exception.stacktrace',
    type: 'string',
    description: 'Stack of that exception (attributes.exception.stacktrace).',
    storage: { kind: 'attribute', keys: ['exception.stacktrace'], promoted: exceptionStack },
    shortFor: 'attributes.exception.stacktrace',
    hidden: true,
  },
];

const listed = [
  'id',
  'timestamp',
  'trace_id',
  'span_name',
  'duration',
  'service',
  'parent_id',
  'start_time_ns',
  'errors',
  'level',
  'body',
  'latency_breakdown',
  'kind',
];

const events: Omit<TableDef, 'name' | 'aliases' | 'kinds'> = {
  physical: 'events',
  alias: 'e',
  time: { column: 'ts', field: 'timestamp', days: '_partition_id' },
  fields,
  roots: [attributes, resource],
  listed,
  rowId: 'id',
  realDivision: true,
};

export const eventTables: readonly TableDef[] = [
  { ...events, name: 'events', aliases: ['otlp_logs_and_spans', 'telemetry.events'] },
  { ...events, name: 'logs', aliases: ['otlp_logs'], kinds: { column: 'kind', op: '!=', value: 'span' } },
  { ...events, name: 'spans', aliases: ['otlp_spans', 'traces'], kinds: { column: 'kind', op: '=', value: 'span' } },
];
