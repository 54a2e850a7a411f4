// The names that loggers and shippers give to what every log record has. Objects are flattened first, so that
// `{"log": {"level": "info"}}` and `{"log.level": "info"}` are one. The first name that a record has wins.

/** As names are compared, for each language writes them in its own way: `traceId`, `trace_id` and `TraceID` are one. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

const words = (text: string): readonly string[] => text.split(' ');

/** Plain names. */
export const names = {
  time: words(
    'timeunixnano timestamp @timestamp time ts @t datetime eventtime isodate realtimetimestamp ' +
      'sourcerealtimetimestamp log.time timemillis timereported timegenerated timeiso8601 timelocal msec t.$date ' +
      'datetime.date edgestarttimestamp eventtimestampms record.time.timestamp',
  ),
  /** Of shippers, and as often of what the record is about: only a time that can be the record's own is taken from them. */
  perhapsTime: words('date t created asctime starttime lasttimestamp data.date'),
  level: words(
    'level severity log.level loglevel levelname lvl @l severitytext priority syslog.severity syslogseverity ' +
      'errorseverity event.level record.level record.level.name attributes.level',
  ),
  /** Datadog's, and as often of what the record is about: only a word for a level is one. */
  perhapsLevel: words('status'),
  /** MongoDB's. */
  levelLetter: words('s'),
  severity: words('severitynumber'),
  /** Of syslog, with its facility. */
  priority: words('pri log.syslog.priority'),
  /** Bytes of a text that is not printable. */
  messageBytes: words('message'),
  message: words(
    'message msg log shortmessage textpayload @m renderedmessage @mt messagetemplate body record.message text event ' +
      'log.message fields.message jsonpayload.message event.message event.msg eventmessage displaymessage ' +
      'resultdescription description data.description line record fulllog raw',
  ),
  traceId: words(
    'traceid trace.id otel.traceid oteltraceid @tr dd.traceid logging.googleapis.com/trace trace context.traceid ' +
      'attributes.traceid mdc.traceid contextmap.traceid operationid',
  ),
  spanId: words(
    'spanid span.id otel.spanid otelspanid @sp dd.spanid logging.googleapis.com/spanid context.spanid ' +
      'attributes.spanid mdc.spanid contextmap.spanid',
  ),
  traceFlags: words('traceflags oteltraceflags'),
  traceparent: words('traceparent'),
  service: words(
    'service.name service servicename app appname application program programname syslogidentifier dd.service ' +
      'otelservicename resource.service.name resources.service.name properties.application',
  ),
  host: words('host.name host hostname host.hostname'),
  env: words('deployment.environment.name deployment.environment service.environment env environment dd.env'),
} as const;

/** Seconds, and the nanoseconds beside them. */
export const timePairs = [
  [words('instant.epochsecond'), words('instant.nanoofsecond')],
  [words('timestamp.seconds'), words('timestamp.nanos')],
  [words('timestampseconds'), words('timestampnanos')],
] as const;

/** Copied into the resource where the names above gave none, and left among the attributes. */
export const fallbacks = {
  service: words(
    ['kubernetes.labels', 'kubernetes.podlabels']
      .flatMap((labels) =>
        ['app.kubernetes.io/name', 'appkubernetesio/name', 'app', 'k8sapp'].map((name) => `${labels}.${name}`),
      )
      .join(' ') +
      ' resource.labels.servicename resource.labels.containername kubernetes.containername kubernetes.container.name ' +
      'containername container.name syslog.appname ident projectname approlename fly.app.name scriptname functionname ' +
      'common.attributes.service common.attributes.service.name systemdunit',
  ),
  pod: words('k8s.pod.name kubernetes.podname kubernetes.pod.name resource.labels.podname podname'),
  logger: words('logger logger.name loggername log.logger sourcecontext'),
  bunyan: words('name'),
  pid: words('pid'),
} as const;

export const exceptionNames = {
  type: words(
    'exception.type error.type thrown.name exceptionname exceptionclass errortype error.name error.class ' +
      'context.exception.class',
  ),
  message: words(
    'exception.message error.message thrown.message errormessage exceptionmessage context.exception.message error err',
  ),
  stack: words(
    'exception.stacktrace error.stacktrace stacktrace @x excinfo exception stack error.stack thrown.extendedstacktrace ' +
      'thrown.stacktrace context.exception.trace traceback backtrace',
  ),
} as const;

/** What nobody says but who writes a record: a carrier of texts knows neither. */
export const loggersNames: readonly (readonly string[])[] = [
  names.level,
  names.severity,
  names.traceparent,
  names.traceId,
  names.spanId,
  ...Object.values(exceptionNames),
];

/** Where a plain name stands: the first of a list that a record has is taken. */
export interface Place {
  readonly list: readonly string[];
  readonly rank: number;
}

const placesOfNames = new Map<string, Place[]>();
for (const list of [names, fallbacks, exceptionNames].flatMap((lists) => Object.values(lists)).concat(timePairs.flat()))
  for (const [rank, name] of list.entries())
    placesOfNames.set(name, [...(placesOfNames.get(name) ?? []), { list, rank }]);
const nowhere: readonly Place[] = [];

/** Every place of a field's name, whatever way of writing it is the sender's. */
export function placesOf(name: string): readonly Place[] {
  return placesOfNames.get(plainName(name)) ?? nowhere;
}
