// The names that loggers and shippers give to what every log record has. Objects are flattened first, so that
// `{"log": {"level": "info"}}` and `{"log.level": "info"}` are one. The first name that a record has wins.

const words = (text: string): readonly string[] => text.split(' ');

export const names = {
  time: words(
    'timeUnixNano timestamp @timestamp time ts @t datetime eventTime event_time ISODATE ' +
      '__REALTIME_TIMESTAMP _SOURCE_REALTIME_TIMESTAMP log.time',
  ),
  /** Of shippers, and as often of what the record is about: only a time that can be the record's own is taken from them. */
  perhapsTime: words('date DATE t created'),
  level: words(
    'level severity log.level loglevel logLevel log_level levelname level_name lvl @l severity_text severityText ' +
      'LEVEL LEVEL_NAME PRIORITY priority syslog.severity',
  ),
  severity: words('severityNumber severity_number SeverityNumber'),
  message: words(
    'message msg log MESSAGE Message short_message textPayload @m @mt body text event log.message description line',
  ),
  traceId: words(
    'trace_id traceId traceid trace.id TraceId traceID otelTraceID otel.trace_id @tr dd.trace_id ' +
      'logging.googleapis.com/trace context.trace_id attributes.trace_id',
  ),
  spanId: words(
    'span_id spanId spanid span.id SpanId spanID otelSpanID otel.span_id @sp dd.span_id ' +
      'logging.googleapis.com/spanId context.span_id attributes.span_id',
  ),
  traceFlags: words('trace_flags traceFlags otelTraceFlags'),
  traceparent: words('traceparent trace_parent'),
  service: words(
    'service.name service serviceName service_name app appname app_name application PROGRAM program ' +
      'SYSLOG_IDENTIFIER dd.service otelServiceName',
  ),
  host: words('host.name host hostname HOST HOSTNAME _HOSTNAME host_name host.hostname'),
  env: words('deployment.environment.name deployment.environment service.environment env environment dd.env'),
} as const;

/** Copied into the resource where the names above gave none, and left among the attributes. */
export const fallbacks = {
  service: words(
    'kubernetes.labels.app.kubernetes.io/name kubernetes.labels.app kubernetes.labels.k8s-app ' +
      'kubernetes.container_name kubernetes.container.name container_name container.name',
  ),
  pod: words('k8s.pod.name kubernetes.pod_name kubernetes.pod.name pod_name'),
} as const;

/** Maps that are kept whole: an exception is read out of them. */
export const wholeMaps: ReadonlySet<string> = new Set(['err', 'error', 'exception']);

const syslogSeverities = [21, 19, 18, 17, 13, 10, 9, 5];

/** Severity number of a level that is a number: syslog's 0–7, or what pino and bunyan count in tens. */
export function severityOfNumber(level: number): number {
  if (level >= 0 && level <= 7) return syslogSeverities[Math.floor(level)] ?? 0;
  if (level < 10) return 0;
  return Math.min(Math.floor(level / 10), 6) * 4 - 3;
}
