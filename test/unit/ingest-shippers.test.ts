// What is not OTLP: JSON lines of the usual loggers and shippers, Prometheus remote write, recordings of sessions.

import { gzipSync } from 'node:zlib';
import t from 'tap';
import { nanosOf } from '../../src/ingest/json/time.ts';
import { severityOfNumber, severityOfText } from '../../src/ingest/events/levels.ts';
import { MalformedBody } from '../../src/ingest/outcome.ts';
import { PromMetadataCache } from '../../src/ingest/prometheus/types.ts';
import { RowSink } from '../../src/ingest/rows/sink.ts';
import { unsnappy } from '../../src/ingest/prometheus/snappy.ts';
import { decodeJsonLines, decodeRemoteWrite, writeReplay } from '../support/decoders.ts';
import { contextAt, type Row, select, store } from '../support/ingest.ts';
import { encodeOtlp, varint } from '../support/otlp-proto.ts';
import { label, snappyOf } from '../support/prom.ts';
import { cpuMs } from '../support/turns.ts';
import { stores } from '../support/stores.ts';

const nowMs = Math.floor(Date.now() / 1000) * 1000;
const iso = new Date(nowMs - 5000).toISOString();
const day = iso.slice(0, 10);
const isoNs = String(BigInt(nowMs - 5000) * 1_000_000n);
const seconds = nowMs / 1000 - 5;
const monthOf = (number: string): string =>
  'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[Number(number) - 1] ?? '';
const javaTrace =
  'java.io.IOException: no space\n\tat a.B.c(B.java:7)\nCaused by: java.lang.Error\n\tat d.E.f(E.java:1)';
const pythonTrace =
  'Traceback (most recent call last):\n  File "/app/pay.py", line 3, in pay\napp.errors.Declined: card 7: no\n';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

t.test('lines of the usual loggers and shippers become records that say the same', async (t) => {
  const { clickhouse } = await stores(t);
  const cases: [name: string, line: object, expected: Row][] = [
    [
      'pino',
      {
        level: 50,
        time: nowMs - 5000,
        pid: 7,
        hostname: 'h1',
        name: 'api',
        msg: 'failed',
        err: { type: 'TypeError', message: 'boom', stack: 'at x' },
        reqId: 3,
      },
      {
        ns: isoNs,
        level: 'ERROR',
        severity_text: '50',
        body: 'failed',
        service: 'api',
        host: 'h1',
        exc_type: 'TypeError',
        exc_message: 'boom',
        exc_stack: 'at x',
        attr_reqId: '3',
      },
    ],
    [
      'bunyan',
      { v: 0, level: 30, name: 'app', hostname: 'h', pid: 1, time: iso, msg: 'hi' },
      { ns: isoNs, level: 'INFO', body: 'hi', service: 'app', host: 'h' },
    ],
    [
      'winston',
      { level: 'warn', message: 'low disk', timestamp: iso, service: 'disk' },
      { ns: isoNs, level: 'WARN', body: 'low disk', service: 'disk' },
    ],
    [
      'zap',
      { level: 'info', ts: seconds + 0.125, caller: 'a/b.go:7', msg: 'served', logger: 'http' },
      {
        ns: String(BigInt(isoNs) + 125_000_000n),
        level: 'INFO',
        body: 'served',
        scope_name: 'http',
        attr_caller: 'a/b.go:7',
      },
    ],
    [
      'logrus',
      { level: 'fatal', msg: 'gone', time: iso.replace(/\.\d+Z/, '+00:00') },
      { level: 'FATAL', body: 'gone' },
    ],
    [
      'syslog-ng',
      { PRIORITY: 'err', PROGRAM: 'sshd', HOST: 'gw', MESSAGE: 'refused', ISODATE: iso.replace('Z', '+00:00') },
      { ns: isoNs, level: 'ERROR', service: 'sshd', host: 'gw', body: 'refused' },
    ],
    [
      'vector',
      { timestamp: iso, host: 'v', message: 'm', source_type: 'file', file: '/var/log/x' },
      { ns: isoNs, host: 'v', body: 'm', attr_source_type: 'file' },
    ],
    [
      'fluent-bit',
      { date: seconds + 0.000001, log: 'line\n', stream: 'stdout' },
      { ns: String(BigInt(isoNs) + 1000n), body: 'line', attr_stream: 'stdout' },
    ],
    [
      'docker',
      { log: 'hello\n', stream: 'stderr', time: iso.replace('Z', '123456Z') },
      { ns: String(BigInt(isoNs) + 123_456n), body: 'hello', attr_stream: 'stderr' },
    ],
    [
      'ECS, nested',
      {
        '@timestamp': iso,
        log: { level: 'ERROR', logger: 'x.Y' },
        message: 'e',
        service: { name: 'shop', environment: 'prod' },
        trace: { id: traceId },
        span: { id: spanId },
        host: { name: 'n' },
      },
      {
        ns: isoNs,
        level: 'ERROR',
        body: 'e',
        service: 'shop',
        env: 'prod',
        trace_id: traceId,
        span_id: spanId,
        host: 'n',
      },
    ],
    [
      'ECS, dotted',
      { '@timestamp': iso, 'log.level': 'debug', message: 'e', 'service.name': 'shop', 'trace.id': traceId },
      { level: 'DEBUG', service: 'shop', trace_id: traceId },
    ],
    [
      'Kubernetes by fluentd',
      {
        log: 'x',
        kubernetes: { pod_name: 'p-1', namespace_name: 'ns', container_name: 'c', labels: { app: 'web' } },
        time: iso,
      },
      { service: 'web', k8s_pod: 'p-1', body: 'x', 'attr_kubernetes.namespace_name': 'ns' },
    ],
    [
      'Serilog',
      { '@t': iso, '@mt': 'user {Id} left', '@l': 'Warning', Id: 5 },
      { level: 'WARN', body: 'user {Id} left', attr_Id: '5' },
    ],
    [
      'GELF',
      { version: '1.1', host: 'g', short_message: 's', timestamp: seconds, level: 3 },
      { ns: isoNs, level: 'ERROR', host: 'g', body: 's' },
    ],
    [
      'journald',
      {
        MESSAGE: 'm',
        PRIORITY: '4',
        _HOSTNAME: 'j',
        SYSLOG_IDENTIFIER: 'cron',
        __REALTIME_TIMESTAMP: String((nowMs - 5000) * 1000),
      },
      { ns: isoNs, level: 'WARN', service: 'cron', host: 'j' },
    ],
    [
      'W3C trace context',
      { message: 'm', traceparent: `00-${traceId}-${spanId}-01` },
      { trace_id: traceId, span_id: spanId },
    ],
    [
      'Google Cloud',
      { severity: 'WARNING', textPayload: 't', 'logging.googleapis.com/trace': `projects/p/traces/${traceId}` },
      { level: 'WARN', body: 't', trace_id: traceId },
    ],
    [
      'Python, with its own name for the time',
      { name: 'app', levelname: 'INFO', message: 'm', created: seconds + 0.5 },
      { ns: String(BigInt(isoNs) + 500_000_000n), level: 'INFO' },
    ],
    ...[
      { created: 1_500_000_000 },
      { date: '2017-07-14T02:40:00Z' },
      { date: '2099-01-01T00:00:00Z' },
      { date: day },
    ].map((fact): (typeof cases)[number] => [
      `a fact of the business: ${JSON.stringify(fact)}`,
      { message: 'm', ...fact },
      { ns: `${nowMs}000000`, ...Object.fromEntries(Object.entries(fact).map(([k, v]) => [`attr_${k}`, String(v)])) },
    ]),
    ['a time, and a fact beside it', { message: 'm', time: iso, date: iso }, { ns: isoNs, attr_date: iso }],
    [
      'Serilog, formatted by itself',
      {
        Timestamp: iso,
        Level: 'Error',
        MessageTemplate: 'user {Id}',
        RenderedMessage: 'user 5',
        TraceId: traceId,
        Properties: { Id: 5, Application: 'shop', SourceContext: 'A.B' },
      },
      { ns: isoNs, level: 'ERROR', body: 'user 5', service: 'shop', trace_id: traceId, 'attr_Properties.Id': '5' },
    ],
    [
      '.NET console',
      { Timestamp: iso, LogLevel: 'Error', Category: 'A.B', Message: 'm' },
      { ns: isoNs, level: 'ERROR', body: 'm', attr_Category: 'A.B' },
    ],
    [
      'Monolog',
      { message: 'm', context: {}, level: 200, level_name: 'INFO', channel: 'app', datetime: iso, extra: {} },
      { ns: isoNs, level: 'INFO', body: 'm', attr_channel: 'app' },
    ],
    [
      'Logstash’s encoder, and its exception',
      { '@timestamp': iso, message: 'm', logger_name: 'a.B', level: 'ERROR', stack_trace: javaTrace },
      {
        exc_type: 'java.io.IOException',
        exc_message: 'no space',
        exc_stack: javaTrace,
        'attr_exception.stacktrace': javaTrace,
      },
    ],
    [
      'ECS, dotted, and its exception',
      { message: 'm', 'error.type': 'java.io.E', 'error.message': 'no', 'error.stack_trace': javaTrace },
      { exc_type: 'java.io.E', exc_message: 'no', exc_stack: javaTrace, 'attr_error.type': 'java.io.E' },
    ],
    [
      'Serilog’s compact form, and its exception',
      { '@t': iso, '@m': 'm', '@x': 'System.FormatException: bad\n   at X.Y() in Z.cs:line 5' },
      { exc_type: 'System.FormatException', exc_message: 'bad' },
    ],
    [
      'Python, and its exception',
      { levelname: 'ERROR', message: 'm', exc_info: pythonTrace },
      { exc_type: 'app.errors.Declined', exc_message: 'card 7: no', exc_stack: pythonTrace },
    ],
    [
      'winston, and its exception',
      { level: 'error', message: 'boom', stack: 'TypeError: boom\n    at pay (/app/pay.js:3:1)' },
      { exc_type: 'TypeError', exc_message: 'boom', body: 'boom' },
    ],
    [
      'zap, and its exception',
      { level: 'error', msg: 'm', error: 'dial: refused', stacktrace: 'main.main\n\t/src/main.go:7' },
      {
        exc_type: '',
        exc_message: 'dial: refused',
        exc_stack: 'main.main\n\t/src/main.go:7',
        attr_error: 'dial: refused',
      },
    ],
    [
      'a function’s runtime, and its exception',
      {
        message: 'm',
        errorType: 'TypeError',
        errorMessage: 'boom',
        stackTrace: ['at a (/a.js:1:2)', 'at b (/b.js:3:4)'],
      },
      { exc_type: 'TypeError', exc_message: 'boom', exc_stack: 'at a (/a.js:1:2)\nat b (/b.js:3:4)' },
    ],
    [
      'log4j 2, and its exception',
      { message: 'm', thrown: { name: 'java.io.IOException', message: 'no', extendedStackTrace: [{ class: 'A' }] } },
      { exc_type: 'java.io.IOException', exc_message: 'no', 'attr_thrown.extendedStackTrace': '[{"class":"A"}]' },
    ],
    [
      'OTLP’s own names',
      { message: 'm', 'exception.type': 'E', 'exception.message': 'x', stack: javaTrace },
      { exc_type: 'E', exc_message: 'x', exc_stack: javaTrace },
    ],
    [
      'what is called a stack, and is no trace',
      { message: 'm', stack: ['node', 'react'], exception: 'none', error: 'refused', 'error.type': '' },
      { exc_type: '', exc_message: '', exc_stack: '', attr_stack: '["node","react"]', attr_exception: 'none' },
    ],
    ['a level of something else', { message: 'm', level: 9000 }, { level: '', attr_level: '9000' }],
    [
      'OpenTelemetry’s data model',
      {
        Timestamp: iso,
        SeverityText: 'ERROR',
        SeverityNumber: 18,
        Body: 'b',
        TraceId: traceId,
        SpanId: spanId,
        Resource: { 'service.name': 'shop' },
      },
      { ns: isoNs, severity_text: 'ERROR', body: 'b', trace_id: traceId, span_id: spanId, service: 'shop' },
    ],
    [
      'a field beside one of the same plain name',
      { level: 'info', Level: 'error', Message: 5, message: 'm' },
      { level: 'INFO', attr_Level: 'error', body: 'm', attr_Message: '5' },
    ],
    [
      'log4j 2',
      {
        instant: { epochSecond: seconds, nanoOfSecond: 123_456_789 },
        level: 'WARN',
        loggerName: 'a.B',
        message: 'm',
        contextMap: { traceId },
      },
      { ns: String(BigInt(isoNs) + 123_456_789n), level: 'WARN', scope_name: 'a.B', trace_id: traceId },
    ],
    [
      'a pair of times that is none',
      { message: 'm', timestamp: { seconds, nanos: 1e9 } },
      { ns: `${nowMs}000000`, 'attr_timestamp.nanos': '1000000000' },
    ],
    [
      'an entry of Google Cloud',
      {
        timestamp: iso,
        severity: 'ERROR',
        jsonPayload: { message: 'declined', order: 7 },
        resource: { type: 'k8s_container', labels: { container_name: 'pay', pod_name: 'pay-1' } },
        trace: `projects/p/traces/${traceId}`,
        spanId,
      },
      {
        ns: isoNs,
        level: 'ERROR',
        body: 'declined',
        service: 'pay',
        k8s_pod: 'pay-1',
        trace_id: traceId,
        span_id: spanId,
        'attr_jsonPayload.order': '7',
      },
    ],
    [
      'a trace of 64 bits, as Zipkin and B3 have it',
      { message: 'm', traceId: traceId.slice(16), spanId },
      { trace_id: `${'0'.repeat(16)}${traceId.slice(16)}`, span_id: spanId },
    ],
    [
      'ids that say that they are hexadecimal',
      { message: 'm', trace_id: `0x${traceId}`, span_id: `0x${spanId}` },
      { trace_id: traceId, span_id: spanId },
    ],
    [
      'ids that are none',
      { message: 'm', trace_id: '7', span_id: `1${spanId}` },
      { trace_id: '', span_id: '', attr_trace_id: '7', attr_span_id: `1${spanId}` },
    ],
    [
      'Rust’s tracing',
      { timestamp: iso, level: 'ERROR', fields: { message: 'boom', user: 1 }, target: 'app::pay' },
      { ns: isoNs, level: 'ERROR', body: 'boom', 'attr_fields.user': '1' },
    ],
    [
      'journald, of a text with colours',
      {
        MESSAGE: [27, 91, 51, 49, 109, 226, 130, 172],
        PRIORITY: '6',
        __REALTIME_TIMESTAMP: String((nowMs - 5000) * 1000),
      },
      { ns: isoNs, body: '\u001b[31m€' },
    ],
    ['a list that is no text', { message: [1, 256] }, { attr_message: '[1,256]', body_type: 'map' }],
    [
      'rsyslog',
      { timereported: iso, hostname: 'h', syslogseverity: '4', programname: 'cron', msg: ' hi' },
      { ns: isoNs, level: 'WARN', service: 'cron', host: 'h', body: ' hi' },
    ],
    [
      'nginx',
      {
        time_local: iso.replace(
          /^(\d+)-(\d+)-(\d+)T(.*?)\..*/,
          (_, year, month, date, time) => `${date}/${monthOf(month)}/${year}:${time} +0000`,
        ),
        request: 'GET / HTTP/1.1',
      },
      { ns: isoNs, attr_request: 'GET / HTTP/1.1' },
    ],
    [
      'Kubernetes by vector',
      {
        message: 'm',
        timestamp: iso,
        kubernetes: { pod_name: 'p-1', container_name: 'c', pod_labels: { 'app.kubernetes.io/name': 'web' } },
      },
      { service: 'web', k8s_pod: 'p-1' },
    ],
    [
      'GELF, with fields of its sender',
      {
        version: '1.1',
        host: 'g',
        short_message: 's',
        timestamp: seconds,
        level: 3,
        _service: 'shop',
        _trace_id: traceId,
      },
      { service: 'shop', trace_id: traceId },
    ],
    [
      'Splunk’s collector',
      { time: seconds, host: 'h', event: { level: 'error', message: 'm', order: 7 }, sourcetype: '_json' },
      { ns: isoNs, level: 'ERROR', body: 'm', host: 'h', 'attr_event.order': '7' },
    ],
    ['Cribl', { _raw: 'm', _time: seconds, host: 'h' }, { ns: isoNs, body: 'm', host: 'h' }],
    [
      'Lambda’s telemetry',
      { time: iso, type: 'function', record: { timestamp: iso, level: 'ERROR', message: 'm', requestId: 'r' } },
      { ns: isoNs, level: 'ERROR', body: 'm', 'attr_record.requestId': 'r' },
    ],
    ['it, of a text', { time: iso, type: 'function', record: 'START' }, { ns: isoNs, body: 'START' }],
    [
      'Loguru',
      {
        text: '2026 | ERROR | m\n',
        record: { level: { name: 'ERROR', no: 40 }, message: 'm', time: { repr: iso, timestamp: seconds } },
      },
      { ns: isoNs, level: 'ERROR', body: 'm' },
    ],
    [
      'syslog by fluent-bit',
      { date: seconds, pri: '11', time: 'Jan  1 00:00:00', host: 'h', ident: 'sshd', message: 'm' },
      { ns: isoNs, level: 'ERROR', severity_text: '3', service: 'sshd', body: 'm', attr_pri: '11' },
    ],
    [
      'MongoDB',
      { t: { $date: iso }, s: 'E', c: 'NETWORK', id: 22_943, ctx: 'listener', msg: 'm', attr: { port: 1 } },
      { ns: isoNs, level: 'ERROR', severity_text: 'E', body: 'm', 'attr_attr.port': '1' },
    ],
    ['MongoDB, of its debug levels', { t: { $date: iso }, s: 'D2', msg: 'm' }, { level: 'DEBUG', severity_text: 'D2' }],
    ['letters of something else', { msg: 'm', s: 'e', status: 'F' }, { level: '', attr_s: 'e', attr_status: 'F' }],
    [
      'Datadog',
      { timestamp: nowMs - 5000, status: 'warn', message: 'm', service: 'shop', ddtags: 'env:prod' },
      { ns: isoNs, level: 'WARN', body: 'm', service: 'shop', attr_status: 'warn' },
    ],
    ['what has a level, and a status', { level: 'info', msg: 'm', status: 'error' }, { level: 'INFO' }],
    ...['200', 'ok', 500].map((status): (typeof cases)[number] => [
      `a status that is no level: ${JSON.stringify(status)}`,
      { msg: 'm', status },
      { level: '', attr_status: String(status) },
    ]),
    [
      'Auth0',
      { log_id: '90020', data: { date: iso, type: 'f', description: 'Wrong password.', user_name: 'ada' } },
      { ns: isoNs, level: '', body: 'Wrong password.', 'attr_data.type': 'f', 'attr_data.user_name': 'ada' },
    ],
    [
      'Vercel',
      { timestamp: nowMs - 5000, level: 'error', message: 'm', projectName: 'shop', traceId },
      { ns: isoNs, level: 'ERROR', service: 'shop', trace_id: traceId, attr_projectName: 'shop' },
    ],
    [
      'Azure’s Application Insights',
      { time: iso, Message: 'm', AppRoleName: 'shop', OperationId: traceId },
      { ns: isoNs, body: 'm', service: 'shop', trace_id: traceId },
    ],
    ['Azure’s consoles', { time: iso, level: 'Error', resultDescription: 'm' }, { level: 'ERROR', body: 'm' }],
    [
      'Fly',
      { timestamp: iso, message: 'm', log: { level: 'error' }, fly: { app: { name: 'shop' } } },
      { service: 'shop' },
    ],
    ['Supabase', { timestamp: (nowMs - 5000) * 1000, event_message: 'm' }, { ns: isoNs, body: 'm' }],
    ['Okta', { published: iso, severity: 'WARN', displayMessage: 'm' }, { level: 'WARN', body: 'm' }],
    ['Cloudflare’s workers', { EventTimestampMs: nowMs - 5000, ScriptName: 'w' }, { ns: isoNs, service: 'w' }],
    ['Envoy', { start_time: iso, response_code: 503 }, { ns: isoNs, attr_response_code: '503' }],
    ['a unit of systemd', { MESSAGE: 'm', _SYSTEMD_UNIT: 'shop.service' }, { service: 'shop.service' }],
    [
      'New Relic',
      {
        common: { attributes: { service: 'shop' } },
        timestamp: nowMs - 5000,
        message: 'm',
        attributes: { level: 'error' },
      },
      { ns: isoNs, level: 'ERROR', service: 'shop' },
    ],
    [
      'Datadog’s names, and their exception',
      { message: 'm', error: { kind: 'TypeError', message: 'boom', stack: 'at x' } },
      { exc_type: 'TypeError', exc_message: 'boom', exc_stack: 'at x' },
    ],
    [
      'Quarkus, and its exception',
      { message: 'm', exception: { exceptionType: 'java.lang.Error', message: 'boom', frames: [] } },
      { exc_type: 'java.lang.Error', exc_message: 'boom' },
    ],
    [
      'nothing that anybody knows',
      { a: 1, b: { c: [1, 2.5, null] } },
      { body: '{"a":1,"b":{"c":[1,2.5,null]},"case":CASE}', body_type: 'map', attr_a: '1', 'attr_b.c': '[1,2.5,null]' },
    ],
  ];
  const lines = cases.map(([, line], i) => ({ ...line, case: i }));
  const columns =
    'ns level severity_text body body_type service env host scope_name trace_id span_id exc_type exc_message exc_stack k8s_pod'.split(
      ' ',
    );
  const bodies = {
    array: JSON.stringify(lines, null, 1),
    ndjson: lines.map((line) => JSON.stringify(line)).join('\r\n'),
    concatenated: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n\n`,
  };
  for (const [form, body] of Object.entries(bodies)) {
    const sink = new RowSink();
    const outcome = decodeJsonLines(Buffer.from(body), contextAt(nowMs, { projectId: form }), sink);
    t.match(outcome, { accepted: cases.length, rejected: 0 }, form);
    await store(clickhouse, sink, nowMs);
    const rows = await select(
      clickhouse,
      `SELECT *, toUnixTimestamp64Nano(ts) AS ns FROM events WHERE project_id = '${form}' ORDER BY toUInt32(attrs['case'])`,
    );
    for (const [i, [name, , expected]] of cases.entries()) {
      const row = rows[i] ?? {};
      const attrs = row['attrs'] as Row;
      const actual = Object.fromEntries(
        Object.keys(expected).map((key) => [key, columns.includes(key) ? row[key] : attrs[key.replace('attr_', '')]]),
      );
      const wanted = Object.fromEntries(
        Object.entries(expected).map(([key, value]) => [
          key,
          typeof value === 'string' ? value.replace('CASE', String(i)) : value,
        ]),
      );
      t.same(actual, wanted, `${form}: ${name}`);
    }
  }

  const attempt = (body: string) => {
    const sink = new RowSink();
    const { accepted, rejected, messages } = decodeJsonLines(Buffer.from(body), contextAt(nowMs), sink);
    return { accepted, rejected, messages };
  };
  t.same(
    attempt('{"msg":"a"}\nnot json\n\n{"msg":"b"}\n5\n'),
    { accepted: 2, rejected: 2, messages: ['a line is not a JSON object'] },
    'bad lines among good ones',
  );
  t.same(attempt('[{"msg":"a"}, 5, null]'), {
    accepted: 1,
    rejected: 2,
    messages: ['an element is not a JSON object'],
  });
  t.same(attempt('{\n  "msg": "a"\n}\n'), { accepted: 1, rejected: 0, messages: [] }, 'one object over several lines');
  for (const body of [
    '{"msg":"a"}{"msg":"b"}',
    '{"msg":"a"} {"msg":"b"}\n',
    '{\n"msg":"a"\n}\n{\n"msg":"b"\n}\n',
    '{\n"msg":"a"\n}{"msg":"b"}',
    '\u001e{"msg":"a"}\n\u001e{"msg":"b"}\n',
  ])
    t.same(attempt(body), { accepted: 2, rejected: 0, messages: [] }, `objects one after another: ${body}`);
  t.match(attempt('{"msg":"a"}{"msg":\n{"msg":"b"}{"msg":"c"} and more\n{"msg":"d"}'), { accepted: 3, rejected: 2 });
  const open = '{"a":[\n'.repeat(200_000);
  const before = process.cpuUsage();
  t.match(attempt(`{"msg":"a"}\n${open}{"msg":"b"}`), { accepted: 2, rejected: 200_000 }, 'each may look endless');
  t.ok(cpuMs(before) < 10_000, 'none is followed to the end of the body again and again');
  for (const body of ['\ufeff{"msg":"a"}\n', '\ufeff[{"msg":"a"}]', '\ufeff{\n"msg":"a"\n}'])
    t.same(attempt(body), { accepted: 1, rejected: 0, messages: [] }, 'after a byte order mark');
  t.same(attempt(''), { accepted: 0, rejected: 0, messages: [] });
  for (const body of ['[{"msg":', 'plain text', '<html>']) t.throws(() => attempt(body), MalformedBody, body);

  const sink = new RowSink();
  const big = '{"msg":"m","id":9007199254740993,"f":1234567890.123456789,"s":"9007199254740993","u":"\\u0000#5"}';
  decodeJsonLines(Buffer.from(big), contextAt(nowMs, { projectId: 'big' }), sink);
  const edges = '{"msg":"m","most":9223372036854775807,"least":-9223372036854775808,"over":18446744073709551615}';
  decodeJsonLines(Buffer.from(edges), contextAt(nowMs, { projectId: 'edges' }), sink);
  const twice = '{"msg":"m","a":{"b":{"c":1}},"a.b.c":2,"a.b":{"c":3}}';
  t.match(decodeJsonLines(Buffer.from(twice), contextAt(nowMs, { projectId: 'twice' }), sink), {
    droppedAttributes: 2,
  });
  await store(clickhouse, sink, nowMs);
  const [row] = await select(clickhouse, `SELECT attrs, attrs_types FROM events WHERE project_id = 'big'`);
  t.match(row, {
    attrs: { id: '9007199254740993', s: '9007199254740993', f: '1234567890.1234567' },
    attrs_types: { id: 'int', f: 'double' },
  });
  t.notOk('s' in ((row?.['attrs_types'] ?? {}) as Row), 'a text of digits stays a text');
  t.match(
    await select(clickhouse, `SELECT attrs FROM events WHERE project_id IN ('edges', 'twice') ORDER BY project_id`),
    [
      { attrs: { most: '9223372036854775807', least: '-9223372036854775808', over: '18446744073709552000.0' } },
      { attrs: { 'a.b.c': '1' } },
    ],
  );
});

t.test('an object around a list of records is those records, and an ordinary record stays whole', async (t) => {
  const { clickhouse } = await stores(t);
  const rowsOf = async (name: string, body: string): Promise<Row[]> => {
    const sink = new RowSink();
    decodeJsonLines(Buffer.from(body), contextAt(nowMs, { projectId: name }), sink);
    await store(clickhouse, sink, nowMs);
    return select(
      clickhouse,
      `SELECT body, attrs, service, toUnixTimestamp64Nano(ts) AS ns FROM events WHERE project_id = '${name}' ORDER BY ts, id`,
    );
  };
  const at = nowMs - 5000;
  const cloudWatch = {
    messageType: 'DATA_MESSAGE',
    owner: '123456789012',
    logGroup: '/aws/lambda/pay',
    logStream: '2026/[$LATEST]7',
    subscriptionFilters: ['all'],
    logEvents: [
      { id: '3195', timestamp: at, message: 'START' },
      { id: '3196', timestamp: at + 1, message: 'END\n', owner: 'its own' },
    ],
  };
  const ns = (ms: number) => String(BigInt(ms) * 1_000_000n);
  for (const [form, body] of [
    ['line', JSON.stringify(cloudWatch)],
    ['lines', JSON.stringify(cloudWatch, null, 2)],
    ['array', JSON.stringify([cloudWatch])],
  ] as const)
    t.match(
      await rowsOf(`cw-${form}`, body),
      [
        { body: 'START', ns: ns(at), attrs: { logGroup: '/aws/lambda/pay', owner: '123456789012', id: '3195' } },
        { body: 'END', ns: ns(at + 1), attrs: { logGroup: '/aws/lambda/pay', owner: 'its own', id: '3196' } },
      ],
      `CloudWatch, as ${form}`,
    );
  const cloudTrail = { eventTime: iso, eventName: 'GetObject', userIdentity: { type: 'Root' } };
  t.match(await rowsOf('trail', JSON.stringify({ Records: [cloudTrail] })), [
    { ns: isoNs, attrs: { eventName: 'GetObject', 'userIdentity.type': 'Root' } },
  ]);
  const azure = { time: iso, resourceId: '/S/1', category: 'AuditEvent', properties: { clientIp: '10.0.0.1' } };
  t.match(await rowsOf('azure', JSON.stringify({ records: [azure] })), [
    { ns: isoNs, attrs: { category: 'AuditEvent' } },
  ]);
  const common = { common: { attributes: { region: 'eu' } }, service: 'shop', logs: [{ message: 'a' }, { msg: 'b' }] };
  t.match(await rowsOf('common', JSON.stringify(common)), [
    { body: 'a', service: 'shop', attrs: { 'common.attributes.region': 'eu' } },
    { body: 'b', service: 'shop' },
  ]);

  const counts = (body: string) => {
    const { accepted, rejected } = decodeJsonLines(Buffer.from(body), contextAt(nowMs), new RowSink());
    return [accepted, rejected];
  };
  const two = [{ message: 'a' }, { message: 'b' }];
  for (const record of [
    { message: 'consumed', records: two },
    { level: 'info', events: two },
    { time: iso, logs: two },
    { traceId, spanId, events: two },
    { 'error.message': 'no', logs: two },
    { duration_ms: 5, events: two },
    { batch: 'b', events: [] },
    { batch: 'b', events: ['a', 'b'] },
    { batch: 'b', events: [{ message: 'a' }, 5] },
    { order: 'o', records: [{ description: 'a shirt' }, { description: 'a hat' }] },
    { logs: two, events: two },
    { inner: { logs: two } },
    { note: 'x'.repeat(20_000), logs: two },
  ])
    t.same(counts(JSON.stringify(record)), [1, 0], JSON.stringify(record).slice(0, 80));

  const many = Array.from({ length: 100_000 }, (_, i) => `{"timestamp":${at},"message":"${'m'.repeat(90)}${i}"}`);
  t.same(counts(`{"logGroup":"g","logEvents":[${many.join(',')}]}`), [100_000, 0], 'longer than a record may be');
  const fields = Array.from({ length: (1 << 14) + 1 }, (_, i) => `"a${i}":1`).join(',');
  t.same(counts(`{"logs":[{"msg":"a"},{${fields}}]}`), [1, 1], 'each is held to what a record may have');
  const beside = (records: readonly string[]) => `{"owner":"${'o'.repeat(10_000)}","logEvents":[${records.join(',')}]}`;
  const half = beside(many.slice(0, 4_000));
  t.same(counts(half), [4_000, 0]);
  for (const [what, body] of [
    ['in one', beside(many)],
    ['in several', `[${half},${half}]`],
  ] as const)
    t.throws(() => counts(body), MalformedBody, `what is beside is not copied without end, ${what}`);
});

t.test('requests that are made for Loki, and those of Firehose, are the records that they hold', async (t) => {
  const { clickhouse } = await stores(t);
  const rowsOf = async (name: string, body: object): Promise<Row[]> => {
    const sink = new RowSink();
    decodeJsonLines(Buffer.from(JSON.stringify(body)), contextAt(nowMs, { projectId: name }), sink);
    await store(clickhouse, sink, nowMs);
    return select(
      clickhouse,
      `SELECT body, level, attrs, service, trace_id, toUnixTimestamp64Nano(ts) AS ns FROM events WHERE project_id = '${name}' ORDER BY ts, id`,
    );
  };
  const counts = (body: string) => {
    const { accepted, rejected, messages } = decodeJsonLines(Buffer.from(body), contextAt(nowMs), new RowSink());
    return { accepted, rejected, messages };
  };
  const nanos = (more: number) => String(BigInt(isoNs) + BigInt(more));
  const stream = { service_name: 'shop', env: 'prod', level: 'error', pod: 'p-1' };
  const values = [
    [nanos(1), 'declined', { trace_id: traceId }],
    [nanos(2), 'again\n'],
  ];
  const loki = {
    streams: [
      { stream, values },
      { values: [[nanos(3), 'c']], stream: { job: 'cron' } },
    ],
  };
  t.match(await rowsOf('loki', loki), [
    { body: 'declined', ns: nanos(1), level: 'ERROR', service: 'shop', trace_id: traceId, attrs: { pod: 'p-1' } },
    { body: 'again', ns: nanos(2), level: 'ERROR', service: 'shop', trace_id: '' },
    { body: 'c', ns: nanos(3), service: '', attrs: { job: 'cron' } },
  ]);
  const none = 'an element of the list is not what the others are';
  t.match(
    counts(
      JSON.stringify({ streams: [{ stream, values: [...values, 5] }, { stream, values: [['x']] }, ...loki.streams] }),
    ),
    { accepted: 3, rejected: 2, messages: [none, 'an element is not a JSON object'] },
  );
  const line = JSON.stringify([nanos(1), 'm'.repeat(90)]);
  const push = (labels: number, count: number) =>
    `{"streams":[{"stream":{"a":"${'l'.repeat(labels)}"},"values":[${Array.from({ length: count }, () => line).join(',')}]}]}`;
  t.match(counts(push(10, 100_000)), { accepted: 100_000 }, 'longer than a record may be');
  t.throws(() => counts(push(10_000, 100_000)), MalformedBody, 'labels are not copied without end');

  const at = nowMs - 5000;
  const cloudWatch = {
    messageType: 'DATA_MESSAGE',
    logGroup: 'g',
    logEvents: [{ id: '1', timestamp: at, message: 'a' }],
  };
  const envelope = (...data: (string | Buffer)[]) => ({
    requestId: 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f',
    timestamp: nowMs,
    records: data.map((one) => ({ data: Buffer.from(one).toString('base64') })),
  });
  const carried = envelope(
    gzipSync(JSON.stringify(cloudWatch)),
    `{"level":"info","msg":"b","time":${at + 1}}{"msg":"c","time":${at + 2}}\n`,
    `{"msg":"d","time":${at + 3}}\nno JSON\n`,
    '',
    '[e] {"or":"f"}\n',
  );
  t.match(await rowsOf('firehose', carried), [
    { body: 'a', ns: `${at}000000`, attrs: { logGroup: 'g', id: '1' } },
    { body: 'b', level: 'INFO' },
    { body: 'c' },
    { body: 'd' },
    { body: '[e] {"or":"f"}', ns: `${nowMs}000000` },
  ]);
  t.match(counts(JSON.stringify(carried)), { accepted: 5, rejected: 1 });
  const broken = envelope(Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.from([0xff, 0xfe]), 'a');
  const neither = 'data of a record is neither text nor gzip of it';
  t.match(counts(JSON.stringify(broken)), { accepted: 1, rejected: 2, messages: [neither] });
  const others = JSON.stringify({ ...envelope('a'), records: [...envelope('a').records, { data: '!' }, { data: 5 }] });
  t.match(counts(others), { accepted: 1, rejected: 2, messages: ['data of a record is not base64'] });
  const again = envelope(JSON.stringify(envelope(JSON.stringify({ msg: 'a' }))));
  t.match(await rowsOf('again', again), [{ attrs: { requestId: again.requestId } }], 'not within itself');
  const zeros = gzipSync(Buffer.alloc(33 * 1024 * 1024, ' '));
  t.match(counts(JSON.stringify(envelope(zeros))), { accepted: 1 });
  t.throws(() => counts(JSON.stringify(envelope(zeros, zeros))), MalformedBody, 'nothing is unpacked without end');

  for (const record of [
    { streams: [] },
    { streams: [{ stream: 'a', values: [] }] },
    { streams: [{ stream, values, title: 'b' }] },
    { streams: [5] },
    { camera: 'c', streams: [{ stream, values }] },
    { requestId: 'r', records: [{ data: 'aGVsbG8=' }] },
    { requestId: 'r', timestamp: nowMs, user: 'u', records: [{ data: 'aGVsbG8=' }] },
    { requestId: 'r', timestamp: nowMs, records: [{ data: 'aGVsbG8=', id: 5 }] },
  ])
    t.match(counts(JSON.stringify(record)), { accepted: 1, rejected: 0 }, JSON.stringify(record).slice(0, 80));
  t.end();
});

t.test('a request of OTLP is sent to its own door', (t) => {
  const take = (body: string) => decodeJsonLines(Buffer.from(body), contextAt(nowMs), new RowSink());
  const logs = '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"a"}}]}]}]}';
  const large = logs.replace('"a"', `"${'a'.repeat(9_000_000)}"`);
  const spans = '{"resource_spans":[{"scope_spans":[]}]}';
  const cases: [body: string, path: string][] = [
    [logs, '/v1/logs'],
    [`${logs}\n${logs}`, '/v1/logs'],
    [`[${logs}]`, '/v1/logs'],
    [large, '/v1/logs'],
    ['{"resourceLogs":[]}', '/v1/logs'],
    [spans, '/v1/traces'],
    ['{"resourceMetrics":[{}]}', '/v1/metrics'],
  ];
  for (const [body, path] of cases)
    t.throws(
      () => take(body),
      { name: 'MalformedBody', message: `This is an OTLP request: send it to ${path}.` },
      path,
    );
  t.match(take(`{"msg":"a"}\n${spans}\n{"msg":"b"}`), {
    accepted: 2,
    rejected: 1,
    reasons: new Map([['unsupported', 1]]),
    messages: ['an OTLP request belongs to /v1/traces'],
  });
  for (const record of ['{"resourceLogs":[5]}', '{"resourceLogs":"a"}', '{"msg":"a","resourceLogs":[{}]}'])
    t.match(take(record), { accepted: 1, rejected: 0 }, record);
  t.end();
});

t.test('a bulk request is its documents', async (t) => {
  const { clickhouse } = await stores(t);
  const sink = new RowSink();
  const take = (body: string) => decodeJsonLines(Buffer.from(body), contextAt(nowMs, { projectId: 'bulk' }), sink);
  const long = 'x'.repeat(70_000);
  const lines = [
    '{"index":{"_index":"shop","_id":"7"}}',
    `{"@timestamp":"${iso}","message":"a","log.level":"error"}`,
    '{ "create" : { "_index" : "pay" } }\r',
    '{"message":"b","_index":"its own"}',
    '{"create":{"_index":"lost"}}',
    'no document',
    '{"create":{}}',
    `{"message":"c","long":"${long}"}`,
  ];
  t.match(take(`${lines.join('\n')}\n`), { accepted: 3, rejected: 1 });
  for (const change of ['{"delete":{"_index":"shop","_id":"7"}}', '{"update":{"_id":"7"}}'])
    t.throws(() => take(`{"create":{}}\n{"message":"d"}\n${change}\n{"doc":{}}\n`), MalformedBody, change);
  await store(clickhouse, sink, nowMs);
  t.match(await select(clickhouse, `SELECT body, level, attrs FROM events WHERE project_id = 'bulk' ORDER BY body`), [
    { body: 'a', level: 'ERROR', attrs: { _index: 'shop', _id: '7' } },
    { body: 'b', attrs: { _index: 'its own' } },
    { body: 'c', attrs: { _index: undefined } },
  ]);
  for (const record of [
    '{"index":{"_index":"shop"}}',
    '{"index":{"_index":"shop"}}\n',
    '{"msg":"a"}\n{"index":{"_index":"shop"}}',
    '{"index":{"name":"shop"}}\n{"index":{"_index":"shop"}}',
    '{"create":"x"}\n{"create":{}}',
    '{"create":{},"by":"me"}\n{"create":{}}',
  ])
    t.match(take(record), { accepted: record.trim().split('\n').length, rejected: 0 }, record);
});

t.test('JSON that is carried as a text is read like what is sent by itself', async (t) => {
  const { clickhouse } = await stores(t);
  const inner = { level: 50, time: nowMs - 5000, pid: 7, hostname: 'h', msg: 'failed', order: 7, id: 'its own' };
  const json = JSON.stringify(inner);
  const time = new Date(nowMs - 4000).toISOString();
  const timeNs = `${nowMs - 4000}000000`;
  const docker = { log: `${json}\n`, stream: 'stderr', time };
  const date = nowMs / 1000 - 1;
  const failed = { body: 'failed', level: 'ERROR', attr_order: '7' };
  const same = (message: string) => ({ message });
  const access = JSON.stringify({ time_iso8601: iso, request: 'GET /', status: 500, level: 9 });
  const cases: [name: string, record: object, expected: Row][] = [
    ['a file of Docker’s', docker, { ...failed, ns: isoNs, host: 'h', attr_stream: 'stderr', attr_log: undefined }],
    ['it as a text', { date, log: JSON.stringify(docker) }, { ...failed, ns: isoNs, attr_stream: 'stderr' }],
    ['a file of Kubernetes’', { date, log: `${time} stdout F ${json}` }, { ...failed, ns: isoNs, attr_logtag: 'F' }],
    [
      'a plain line of it',
      { date, log: `${time} stdout F plain` },
      { body: 'plain', ns: timeNs, attr_stream: 'stdout' },
    ],
    [
      'fluentd, with what it knows of the pod',
      { log: json, kubernetes: { pod_name: 'p-1', labels: { app: 'web' } } },
      { ...failed, service: 'web', k8s_pod: 'p-1' },
    ],
    [
      'vector',
      { message: json, source_type: 'file', '@timestamp': time },
      { ...failed, ns: isoNs, attr_source_type: 'file', 'attr_@timestamp': undefined },
    ],
    ['CloudWatch', { id: '1', logGroup: 'g', timestamp: nowMs, message: json }, { ...failed, attr_id: 'its own' }],
    [
      'no message',
      { log: '{"level":"error","time":"' + iso + '"}' },
      { body: `{"level":"error","time":"${iso}"}`, level: 'ERROR' },
    ],
    [
      'a line of a server, which is no record',
      { log: access, time },
      {
        body: access,
        ns: timeNs,
        level: '',
        attr_status: '500',
        attr_request: 'GET /',
        attr_level: '9',
      },
    ],
    ['a record of a logger', { level: 'info', message: json }, { body: json, level: 'INFO', attr_order: undefined }],
    ['one with a trace', { traceId, message: json }, { body: json, level: '', attr_order: undefined }],
    [
      'times of something else',
      same('{"level":"error","msg":"m","time":"2019-05-05T05:05:05Z","n":1}'),
      { level: '', attr_n: undefined },
    ],
    ['what is not JSON', same('{"level":"error","msg":"m"'), { body: '{"level":"error","msg":"m"', level: '' }],
    ['a list', same('[{"level":"error","msg":"m"}]'), { body: '[{"level":"error","msg":"m"}]', level: '' }],
  ];
  const sink = new RowSink();
  const lines = cases.map(([, record], i) => JSON.stringify({ ...record, case: i }));
  const streams = JSON.stringify({ streams: [{ stream: { level: 'info', case: '99' }, values: [[isoNs, json]] }] });
  const body = Buffer.from([...lines, streams].join('\n'));
  const outcome = decodeJsonLines(body, contextAt(nowMs, { projectId: 'carried' }), sink);
  t.match(outcome, { accepted: cases.length + 1, rejected: 0 });
  await store(clickhouse, sink, nowMs);
  const rows = await select(
    clickhouse,
    `SELECT *, toUnixTimestamp64Nano(ts) AS ns FROM events WHERE project_id = 'carried' ORDER BY toUInt32(attrs['case'])`,
  );
  const all = [...cases, ['a stream of Loki, whatever its labels', {}, { ...failed, level: 'ERROR' }] as const];
  for (const [i, [name, , expected]] of all.entries()) {
    const row = rows[i] ?? {};
    const attrs = row['attrs'] as Row;
    const actual = Object.fromEntries(
      Object.keys(expected).map((key) => [key, key.startsWith('attr_') ? attrs[key.slice(5)] : row[key]]),
    );
    t.same(actual, expected, name);
  }
  const deep = Array.from({ length: 12 }).reduce<object>((log) => ({ log: JSON.stringify(log) }), { msg: 'm' });
  const many = JSON.stringify({
    message: `{${Array.from({ length: (1 << 14) + 1 }, (_, i) => `"a${i}":1`).join(',')}}`,
  });
  for (const text of [JSON.stringify(deep), many])
    t.match(decodeJsonLines(Buffer.from(text), contextAt(nowMs), new RowSink()), { accepted: 1, rejected: 0 });
});

t.test('levels of all loggers', (t) => {
  const texts: [number, string][] = [
    [1, 'TRCE vrb Verbose DEBUG-4 DEBUG-20'],
    [5, 'DEBG dbg'],
    [7, 'http DEBUG+2'],
    [9, 'INF INFO+0'],
    [10, 'Notice INFO+1'],
    [13, 'WRN \u001b[33mwarn\u001b[39m'],
    [17, 'ERRO EROR <err>'],
    [18, 'CRT CRIT'],
    [19, 'ERROR+2'],
    [21, 'FATA FTL PANI ERROR+4'],
    [24, 'ERROR+90'],
    [0, 'ERROR+ +2 INFORM INFO+1x metadata'],
  ];
  for (const [severity, words] of texts)
    for (const word of words.split(' ')) t.equal(severityOfText(word), severity, word);
  const numbers: [number, number][] = [
    [3, 17],
    [8, 0],
    [10, 1],
    [60, 21],
    [100, 5],
    [200, 9],
    [250, 10],
    [300, 13],
    [400, 17],
    [500, 18],
    [550, 19],
    [600, 21],
    [40_000, 0],
    [-1, 0],
  ];
  for (const [level, severity] of numbers) t.equal(severityOfNumber(level), severity, String(level));
  t.end();
});

t.test('times of all forms, to the nanosecond', (t) => {
  const cases: [string, bigint | undefined][] = [
    ['2026-03-04T05:06:07Z', 1772600767000000000n],
    ['2026-03-04T05:06:07.123456789Z', 1772600767123456789n],
    ['2026-03-04 05:06:07,5', 1772600767500000000n],
    ['2026-03-04T07:06:07+02:00', 1772600767000000000n],
    ['2026-03-04T07:06:07+0200', 1772600767000000000n],
    ['2026-03-04T07:06:07+02', 1772600767000000000n],
    ['2026-03-04', 1772582400000000000n],
    ['1772600767', 1772600767000000000n],
    ['1772600767.25', 1772600767250000000n],
    ['1772600767123', 1772600767123000000n],
    ['1772600767123456', 1772600767123456000n],
    ['1772600767123456789', 1772600767123456789n],
    ['1.772600767e9', 1772600767000000000n],
    ['1e99', undefined],
    ['9e999', undefined],
    ['Wed, 04 Mar 2026 05:06:07 GMT', 1772600767000000000n],
    ['Wed, 04 Mar 2026 05:06:07', 1772600767000000000n],
    ['Wed, 04 Mar 2026 00:06:07 EST', 1772600767000000000n],
    ['Wed Mar 04 00:06:07 EST 2026', 1772600767000000000n],
    ['2026-03-03 21:06:07 PST', 1772600767000000000n],
    ['Wed, 04 Mar 2026 06:06:07 CET', undefined],
    ['Wed, 04 Mar 2026 06:06:07 +01:00', 1772600767000000000n],
    ['Wed Mar 04 06:06:07 +0100 2026', 1772600767000000000n],
    ['Wed Mar 04 2026 06:06:07 GMT+0100 (Central European Standard Time)', 1772600767000000000n],
    ['2026-03-04 06:06:07.123456789 +0100 CET m=+0.012', 1772600767123456789n],
    ['2026-03-04 05:06:07.123456789 +0000 UTC', 1772600767123456789n],
    ['2026-03-04T06:06:07.5+01:00[Europe/Berlin]', 1772600767500000000n],
    ['2026/03/04 05:06:07', 1772600767000000000n],
    ['20260304T050607.25Z', 1772600767250000000n],
    ['04/Mar/2026:06:06:07 +0100', 1772600767000000000n],
    ['[04/Mar/2026:05:06:07.250 +0000]', 1772600767250000000n],
    ['04/Mai/2026:05:06:07 +0000', undefined],
    ['04/arA/2026:05:06:07 +0000', undefined],
    [':00'.repeat(1 << 20), undefined],
    ['soon', undefined],
    ['', undefined],
    ['5', undefined],
    ['2026-13-45T99:00:00Z', undefined],
    ['1970-01-01T00:00:00Z', undefined],
    ['0001-01-01T00:00:00Z', undefined],
  ];
  for (const [text, nanos] of cases) t.equal(nanosOf(text), nanos, text);
  t.end();
});

t.test('snappy blocks are opened, and never beyond their cap', (t) => {
  const plain = Buffer.from(`abcabcabc${'0123456789'.repeat(50)}end`);
  t.same(Buffer.from(unsnappy(snappyOf(plain))), plain);
  t.same(
    Buffer.from(unsnappy(Buffer.from([6, 0x00, 0x61, 5, 1]))),
    Buffer.from('aaaaaa'),
    'a copy that reads what it writes',
  );
  const long = Buffer.alloc(70_000, 'x');
  for (const [head, length] of [
    [[60 << 2, 199], 200],
    [[61 << 2, 0xff, 0x01], 512],
    [[62 << 2, 0x6f, 0x11, 0x01], 70_000],
  ] as const) {
    const block = Buffer.concat([varint(length), Buffer.from(head), long.subarray(0, length)]);
    t.ok(Buffer.from(unsnappy(block)).equals(long.subarray(0, length)), `as it is, ${length} bytes`);
  }
  const bomb = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, ...Array.from({ length: 30 }, () => 0xfe)]);
  t.throws(() => unsnappy(bomb), { code: 'too_large' }, 'a header of 4 GiB');
  const broken = [
    [],
    [5],
    [5, 0x00],
    [2, 0x01, 0x00],
    [2, 0x04, 0x61, 0x62, 0x63],
    [0x80, 0x80, 0x80, 0x80, 0x80, 0x80],
    [1, 0xf4, 0xff],
  ];
  for (const bytes of broken) t.throws(() => unsnappy(Buffer.from(bytes)), MalformedBody, JSON.stringify(bytes));
  t.end();
});

t.test('remote write: samples, staleness, metadata, and series that keep their identity', async (t) => {
  const { clickhouse } = await stores(t);
  const sink = new RowSink();
  const stale = Buffer.alloc(8);
  stale.writeBigUInt64LE(0x7ff0000000000002n);
  const series = (name: string, labels: Record<string, string>, ...samples: [number, number][]) => ({
    labels: [label('__name__', name), ...Object.entries(labels).map(([key, value]) => label(key, value))],
    samples: samples.map(([value, timestamp]) => ({ value, timestamp })),
  });
  const who = { cluster: 'lab', instance: 'a:9100', job: 'node' };
  const take = (request: object, projectId = 'prom') =>
    decodeRemoteWrite(snappyOf(encodeOtlp('WriteRequest', request)), contextAt(nowMs, { projectId }), sink);
  const metadata = [
    { type: 1, metricFamilyName: 'node_cpu_seconds_total', help: 'Seconds the CPUs spent.', unit: '' },
    { type: 2, metricFamilyName: 'node_load1', help: '1m load average.', unit: '' },
  ];
  t.match(take({ metadata }), { accepted: 0, rejected: 0 }, 'metadata alone');
  const request = {
    timeseries: [
      series('node_cpu_seconds_total', { ...who, cpu: '0' }, [17.5, nowMs - 2000], [18.25, nowMs - 1000]),
      series('node_load1', who, [0.42, nowMs - 2001]),
      series('node_load1', { ...who, instance: 'b:9100' }, [NaN, nowMs - 2001]),
      { labels: [label('job', 'x')], samples: [{ value: 1, timestamp: nowMs }] },
      series('node_old', who, [1, nowMs - 31 * 86_400_000]),
    ],
  };
  t.match(take(request), { accepted: 4, rejected: 2 });
  const again = take({
    timeseries: [series('node_load1', { job: 'node', instance: 'a:9100', cluster: 'lab' }, [Number.NaN, nowMs])],
  });
  t.match(again, { accepted: 1 });
  const twice = {
    ...series('node_load1', who, [1, nowMs]),
    labels: [label('a', '1'), label('__name__', 'm'), label('a', '2')],
  };
  t.match(take({ timeseries: [twice] }), { accepted: 0, rejected: 1 }, 'a label twice names no series');
  // protobufjs writes any NaN the same way; Prometheus' marker is made by hand.
  const marked = Buffer.from(
    encodeOtlp('WriteRequest', { timeseries: [series('node_load1', who, [1.5, nowMs - 500])] }),
  );
  stale.copy(marked, marked.indexOf(Buffer.from([0, 0, 0, 0, 0, 0, 0xf8, 0x3f])));
  t.match(decodeRemoteWrite(snappyOf(marked), contextAt(nowMs, { projectId: 'prom' }), sink), { accepted: 1 });
  await store(clickhouse, sink, nowMs);

  const points = await select(
    clickhouse,
    `SELECT p.metric AS metric, p.value AS value, p.flags AS flags, toUnixTimestamp64Milli(p.ts) AS ms, s.attrs AS attrs, s.service AS service, s.type AS type, s.monotonic AS monotonic, s.description AS description, s.res AS res
     FROM metric_points AS p INNER JOIN metric_series AS s ON s.series_id = p.series_id ORDER BY metric, ms, attrs['instance']`,
  );
  const load = {
    metric: 'node_load1',
    service: 'node',
    type: 'gauge',
    monotonic: false,
    description: '1m load average.',
    flags: 0,
  };
  const cpu = {
    metric: 'node_cpu_seconds_total',
    service: 'node',
    type: 'sum',
    monotonic: true,
    attrs: { ...who, cpu: '0' },
    description: 'Seconds the CPUs spent.',
    res: { 'service.name': 'node', 'service.instance.id': 'a:9100' },
  };
  t.match(points, [
    { ...cpu, value: 17.5, ms: String(nowMs - 2000) },
    { ...cpu, value: 18.25, ms: String(nowMs - 1000) },
    { ...load, value: 0.42, attrs: who },
    { ...load, value: 'nan', flags: 1, attrs: { ...who, instance: 'b:9100' } },
    { ...load, value: 0, flags: 1, attrs: who, ms: String(nowMs - 500) },
    { ...load, value: 'nan', flags: 1, attrs: who, ms: String(nowMs) },
  ]);
  const ids = await select(
    clickhouse,
    `SELECT uniqExact(series_id) AS n FROM metric_points WHERE metric = 'node_load1'`,
  );
  t.same(ids, [{ n: '2' }], 'the order of labels does not matter');
  t.match(await select(clickhouse, 'SELECT metric, type, description FROM metric_metadata ORDER BY metric'), [
    { metric: 'node_cpu_seconds_total', type: 'counter' },
    { metric: 'node_load1', type: 'gauge', description: '1m load average.' },
  ]);
});

t.test(
  'remote write: a series counts when its metadata says so, be it of the whole family, else when its name does',
  (t) => {
    const cache = new PromMetadataCache();
    for (const [family, type] of [
      ['jobs', 'counter'],
      ['files_created', 'counter'],
      ['took', 'histogram'],
      ['size', 'summary'],
      ['queue', 'gauge'],
      ['seen_total', 'gauge'],
      ['odd', 'unknown'],
    ] as const)
      cache.learn('p', family, { type, unit: '', help: '' });
    const counts =
      'jobs jobs_total files_created took_bucket took_sum took_count size_sum size_count odd_total x_total x_count';
    const others =
      'jobs_created took_created size_created took size queue queue_count seen_total odd odd_created x_created x';
    for (const [names, isMonotonic] of [
      [counts, true],
      [others, false],
    ] as const)
      for (const name of names.split(' ')) t.equal(cache.kindOf('p', name).isMonotonic, isMonotonic, name);
    t.end();
  },
);

t.test('remote write: native histograms are distributions, bucket by bucket', async (t) => {
  const { clickhouse } = await stores(t);
  const sink = new RowSink();
  const projectId = 'natives';
  const sums = { stale: 0x7ff0000000000002n, marked: 12_345.5 };
  const one = (name: string, histogram: object, more: object = {}) => ({
    labels: [label('__name__', name), label('job', 'shop'), label('path', '/größe')],
    histograms: [{ timestamp: nowMs - 1000, ...histogram }],
    ...more,
  });
  const take = (...timeseries: object[]) => {
    const bytes = Buffer.from(encodeOtlp('WriteRequest', { timeseries }));
    // protobufjs writes any NaN the same way.
    const marked = Buffer.alloc(8);
    marked.writeDoubleLE(sums.marked);
    const at = bytes.indexOf(marked);
    if (at !== -1) bytes.writeBigUInt64LE(sums.stale, at);
    return decodeRemoteWrite(snappyOf(bytes), contextAt(nowMs, { projectId }), sink);
  };
  const scaled = {
    schema: 3,
    countInt: 30,
    sum: 99.5,
    zeroThreshold: 0.001,
    zeroCountInt: 4,
    positiveSpans: [
      { offset: -2, length: 3 },
      { offset: 2, length: 1 },
      { offset: 0, length: 1 },
    ],
    positiveDeltas: [5, -4, 2, -1, 6],
    negativeSpans: [{ offset: 7, length: 1 }],
    negativeDeltas: [6],
  };
  const bounded = {
    schema: -53,
    countInt: 9,
    sum: 4.5,
    positiveSpans: [{ offset: 1, length: 2 }],
    positiveDeltas: [4, 1],
    customValues: [0.25, 0.5, 1],
  };
  const metadata = ['scaled', 'bounded'].map((metricFamilyName) => ({ type: 4, metricFamilyName, unit: 's' }));
  decodeRemoteWrite(snappyOf(encodeOtlp('WriteRequest', { metadata })), contextAt(nowMs, { projectId }), sink);
  const exemplars = [{ labels: [label('trace_id', 'ab'.repeat(16))], value: 3, timestamp: nowMs }];
  const sent = [one('scaled', scaled), one('bounded', bounded), one('empty', {})];
  // Prometheus sends exemplars as a series of their own, which has nothing but its labels.
  t.match(take(...sent, { ...one('scaled', {}), histograms: [], exemplars }), { accepted: 3, rejected: 0 });
  // Its markers are of schema 0, whatever ends.
  for (const name of ['scaled', 'bounded'])
    t.match(take(one(name, { sum: sums.marked, timestamp: nowMs })), { accepted: 1, rejected: 0 }, 'stale');
  const misfit = /not those of its spans/;
  const refused: readonly [reason: string, series: object, said: RegExp][] = [
    ['unsupported', one('x', { ...scaled, resetHint: 3 }), /that are gauges/],
    [
      'unsupported',
      one('x', { countFloat: 1.5, positiveSpans: [{ offset: 0, length: 1 }], positiveCounts: [1.5] }),
      /no integers/,
    ],
    ['unsupported', one('x', { ...scaled, schema: 9 }), /schema 9/],
    ['unsupported', one('x', { ...scaled, schema: -5 }), /schema -5/],
    ['too_old', one('x', { ...scaled, timestamp: nowMs - 31 * 86_400_000 }), /too old|older than/],
    ['invalid_name', { ...one('x', scaled), labels: [label('job', 'x')] }, /no __name__/],
    ['invalid_record', one('x', { ...scaled, positiveDeltas: [5, -4] }), misfit],
    ['invalid_record', one('x', { ...scaled, positiveDeltas: [5, -4, 2, -1, 6, 1] }), misfit],
    ['invalid_record', one('x', { ...scaled, positiveDeltas: [5, -6, 2, -1, 6] }), misfit],
    ['invalid_record', one('x', { ...scaled, positiveSpans: [{ offset: 2 ** 30, length: 5 }] }), misfit],
    ['invalid_record', one('x', { ...scaled, positiveSpans: [{ offset: 0, length: 2 ** 31 }] }), misfit],
    [
      'invalid_record',
      one('x', { ...bounded, positiveSpans: [{ offset: 3, length: 2 }] }),
      /not one bucket count more/,
    ],
    [
      'invalid_record',
      one('x', { ...bounded, positiveSpans: [{ offset: -1, length: 2 }] }),
      /not one bucket count more/,
    ],
  ];
  for (const [reason, series, said] of refused)
    t.match(
      take(series),
      { accepted: 0, rejected: 1, reasons: new Map([[reason, 1]]), messages: [said] },
      JSON.stringify(series),
    );
  const beyond = [
    { offset: 0, length: 3 },
    { offset: 2 ** 30, length: 2 },
  ];
  const oneBad = {
    ...one('scaled', {}),
    histograms: [
      { ...scaled, positiveSpans: beyond, timestamp: nowMs - 600 },
      { ...scaled, timestamp: nowMs - 500 },
    ],
  };
  t.match(take(oneBad), { accepted: 1, rejected: 1 }, 'one that is refused takes no room of the others');
  const far = [
    { offset: 0, length: 1 },
    { offset: 4000, length: 1 },
  ];
  const sparse = { schema: 0, countInt: 2, positiveSpans: far, positiveDeltas: [1, 0] };
  const many = {
    ...one('sparse', {}),
    histograms: Array.from({ length: 2000 }, (_, n) => ({ ...sparse, timestamp: nowMs - n })),
  };
  t.match(take(many), { accepted: 524, rejected: 1476 }, 'what becomes of a small body is bounded');
  await store(clickhouse, sink, nowMs);

  const common = { project: projectId, service: 'shop', monotonic: false, temporality: 'cumulative', flags: 0 };
  const rows = await select(
    clickhouse,
    `SELECT d.metric AS metric, d.project_id AS project, s.service AS service, s.type AS type, s.temporality AS temporality, s.monotonic AS monotonic, s.unit AS unit, s.attrs AS attrs,
       toUnixTimestamp64Milli(d.ts) AS ms, toInt32(d.count) AS count, d.sum AS sum, d.present AS present, d.bounds AS bounds, d.counts AS counts, d.scale AS scale,
       d.zero_threshold AS zero_threshold, d.zero_count AS zero_count, d.pos_offset AS pos_offset, d.pos_counts AS pos_counts, d.neg_offset AS neg_offset, d.neg_counts AS neg_counts, d.flags AS flags
     FROM metric_dists AS d INNER JOIN metric_series AS s ON s.series_id = d.series_id AND s.metric = d.metric WHERE d.metric != 'sparse' ORDER BY metric, ms`,
  );
  const attrs = { job: 'shop', path: '/größe' };
  t.match(rows, [
    {
      ...common,
      metric: 'bounded',
      type: 'histogram',
      attrs,
      count: 9,
      sum: 4.5,
      present: 1,
      bounds: [0.25, 0.5, 1],
      counts: ['0', '4', '5', '0'],
      ms: String(nowMs - 1000),
    },
    { ...common, metric: 'bounded', type: 'histogram', attrs, flags: 1, ms: String(nowMs) },
    { ...common, metric: 'empty', count: 0, sum: 0, zero_count: '0', zero_threshold: 0, ms: String(nowMs - 1000) },
    {
      ...common,
      metric: 'scaled',
      type: 'exp_histogram',
      unit: 's',
      attrs,
      count: 30,
      sum: 99.5,
      present: 1,
      scale: 3,
      zero_threshold: 0.001,
      zero_count: '4',
      pos_offset: -3,
      pos_counts: ['5', '1', '3', '0', '0', '2', '8'],
      neg_offset: 6,
      neg_counts: ['6'],
      ms: String(nowMs - 1000),
    },
    { ...common, metric: 'scaled', attrs, flags: 0, ms: String(nowMs - 500) },
    { ...common, metric: 'scaled', attrs, flags: 1, ms: String(nowMs) },
  ]);
  const exemplar = `SELECT e.value AS value, e.trace_id AS trace FROM metric_exemplars AS e WHERE e.series_id IN (SELECT series_id FROM metric_dists WHERE metric = 'scaled')`;
  t.match(await select(clickhouse, exemplar), [{ value: 3, trace: 'ab'.repeat(16) }]);
});

t.test('a recording with times that cannot be is kept, within what can', async (t) => {
  const { clickhouse } = await stores(t);
  const sink = new RowSink();
  const cases: [timestamp: string, times: number[], fromMs: number, toMs: number][] = [
    [iso, [nowMs - 9000, 1e300], nowMs - 9000, nowMs + 600_000],
    [iso, [nowMs - 8000, Infinity], nowMs - 8000, nowMs + 600_000],
    [iso, [nowMs - 7000, nowMs * 1000], nowMs - 7000, nowMs + 600_000],
    [iso, [nowMs * 1e6, nowMs * 1e6 + 1e9], nowMs, nowMs],
    [iso, [1e300], nowMs, nowMs],
    ['9999-12-31T23:59:59Z', [], nowMs, nowMs],
  ];
  for (const [at, [timestamp, times]] of cases.entries()) {
    const events = times.map((one) => `{"timestamp":${one === Infinity ? '1e999' : one}}`);
    const post = { sessionId: `s-${at}`, timestamp, events: Buffer.from(`[${events.join(',')}]`) };
    t.match(writeReplay(post, contextAt(nowMs, { projectId: 'odd' }), sink), { rejected: 0 });
  }
  await store(clickhouse, sink, nowMs);
  const rows = await select(
    clickhouse,
    `SELECT toUnixTimestamp64Milli(ts) AS from_ms, toUnixTimestamp64Milli(end_ts) AS to_ms
     FROM replay_chunks FINAL WHERE project_id = 'odd' ORDER BY session_id`,
  );
  t.same(
    rows,
    cases.map(([, , from, to]) => ({ from_ms: String(from), to_ms: String(to) })),
  );
});

t.test('a recording is one row, and the same post again is the same row', async (t) => {
  const { clickhouse } = await stores(t);
  const sink = new RowSink();
  const post = {
    sessionId: 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11',
    timestamp: iso,
    userId: 'u-1',
    userEmail: 'ann@example.com',
    events: [
      { type: 4, data: { href: 'https://shop/', width: 1 }, timestamp: nowMs - 9000 },
      { type: 2, data: { node: 'ü' }, timestamp: nowMs - 8999 },
      { type: 3, data: {}, timestamp: nowMs - 7000 },
    ],
  };
  const asSent = (one: Omit<typeof post, 'events'> & { events: object[] }) => ({
    ...one,
    events: Buffer.from(JSON.stringify(one.events)),
  });
  for (const one of [post, post, { ...post, events: post.events.slice(0, 1) }])
    t.match(writeReplay(asSent(one), contextAt(nowMs), sink), { accepted: one.events.length, rejected: 0 });
  const longAgoMs = nowMs - 40 * 86_400_000;
  const old = { ...post, timestamp: new Date(longAgoMs).toISOString(), events: [{ timestamp: longAgoMs }] };
  t.match(writeReplay(asSent(old), contextAt(nowMs), sink), { accepted: 0, rejected: 1 });
  await store(clickhouse, sink, nowMs);
  const rows = await select(
    clickhouse,
    'SELECT *, toUnixTimestamp64Milli(ts) AS from_ms, toUnixTimestamp64Milli(end_ts) AS to_ms FROM replay_chunks FINAL ORDER BY event_count DESC',
  );
  t.match(rows, [
    {
      session_id: post.sessionId.toLowerCase(),
      from_ms: String(nowMs - 9000),
      to_ms: String(nowMs - 7000),
      event_count: 3,
      full_snapshot: true,
      user_id: 'u-1',
      user_email: 'ann@example.com',
      user_name: '',
      url: 'https://shop/',
    },
    { event_count: 1, full_snapshot: false },
  ]);
  t.equal(rows.length, 2);
  t.same(JSON.parse(String(rows[0]?.['payload'])), post.events);
});
