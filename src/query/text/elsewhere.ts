/*
 * What words of other query languages are called here, where what stands behind them is written alike: none of them is near
 * in letters.
 */

export const operatorsElsewhere: ReadonlyMap<string, string> = new Map([
  ['select', 'project'],
  ['fields', 'project'],
  ['table', 'project'],
  ['eval', 'extend'],
  ['head', 'take'],
  ['first', 'take'],
  ['group', 'summarize'],
  ['project-except', 'project-away'],
  ['having', 'where'],
  ['dedup', 'distinct'],
  ['uniq', 'distinct'],
]);

export const infixElsewhere: ReadonlyMap<string, string> = new Map([
  ['regex', 'matches'],
  ['regexp', 'matches'],
  ['rlike', 'matches'],
]);

export const functionsElsewhere: ReadonlyMap<string, string> = new Map([
  ['mean', 'avg'],
  ['ifnull', 'coalesce'],
  ['nvl', 'coalesce'],
  ['array_agg', 'make_list'],
  ['collect', 'make_list'],
  ['collect_list', 'make_list'],
  ['collect_set', 'make_set'],
  ['group_concat', 'make_list'],
  ['any_value', 'take_any'],
  ['first_value', 'first'],
  ['last_value', 'last'],
  ['strpos', 'indexof'],
  ['instr', 'indexof'],
  ['cardinality', 'array_length'],
  ['array_contains', 'set_has_element'],
  ['distinct', 'count_distinct'],
  ['date_trunc', 'bin'],
  ['date_bin', 'bin'],
  ['time_bucket', 'bin'],
  ['tostartofhour', 'bin'],
  ['tostartofminute', 'bin'],
  ['tostartofinterval', 'bin'],
]);

/** Of each field its names in other products, in loggers and in the Elastic Common Schema. */
const namesElsewhere: readonly (readonly [field: string, names: string])[] = [
  [
    'duration',
    'latency latency_ms took elapsed elapsed_ms response_time request_time duration_ms time_taken execution_time event.duration',
  ],
  ['timestamp', 'time _time ts datetime event_time @timestamp'],
  ['body', 'msg content log_message summary'],
  ['level', 'log.level log_level loglevel levelname'],
  ['service', 'app app_name application svc'],
  ['name', 'operation operation_name op transaction transaction.name event.action'],
  ['kind', 'span.kind span_kind spankind'],
  ['host', 'hostname machine'],
  ['environment', 'stage'],
  ['trace_id', 'trace trace.id'],
  ['span_id', 'span.id'],
  ['parent_id', 'parent parent.id'],
  ['errors', 'error is_error has_error failed'],
  ['exception.type', 'exception exception_class error.class error_type'],
  ['exception.message', 'error.message error_message'],
  ['exception.stacktrace', 'stack stacktrace stack_trace backtrace traceback error.stack error.stack_trace'],
  ['method', 'verb request_method'],
  ['http_status', 'http_code response_code'],
  ['url_path', 'path uri request_path request_uri'],
  ['scope_name', 'logger logger_name log.logger'],
];

export const fieldsElsewhere: ReadonlyMap<string, string> = new Map(
  namesElsewhere.flatMap(([field, names]) => names.split(' ').map((name) => [name, field] as const)),
);

/** Words of a field, as loggers and other languages have them; levels as ingest understands them. */
export const valuesElsewhere: ReadonlyMap<string, string> = new Map([
  ['warning', 'WARN'],
  ['information', 'INFO'],
  ['informational', 'INFO'],
  ['notice', 'INFO'],
  ['severe', 'ERROR'],
  ['critical', 'ERROR'],
  ['emergency', 'FATAL'],
  ['counter', 'SUM'],
]);
