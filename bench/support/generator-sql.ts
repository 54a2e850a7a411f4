// Rows of `events` made by the engine. `h` is the hash of a trace or of a lone log: everything else follows from it.

/** How much more by day than by night. */
export const dayAndNight = 0.08;

/** A number of [0, 1) that belongs to `of`. */
const unit = (of: string, salt: number): string => `((cityHash64(${of}, ${salt}) % 1000003) / 1000003)`;
const hex = (number: string): string => `lower(hex(reinterpretAsFixedString(${number})))`;
/** A second's telemetry comes in one body, as from a collector. */
const receipt = 'cityHash64({seed:UInt64}, intDiv(at, 1000000000))';
/** As ingest makes them (`writeEventId`): the time, the receipt and the place in the body. */
const idHead =
  `bitOr(bitShiftLeft(toUInt64(intDiv(at, 65536000000)), 32), bitOr(bitShiftLeft(bitShiftRight(${receipt}, 48), 16), ` +
  `bitOr(28672, bitAnd(bitShiftRight(${receipt}, 36), 4095))))`;
const idTail = `bitOr(9223372036854775808, bitOr(bitShiftLeft(bitAnd(${receipt}, 68719476735), 26), cityHash64(g, 7) % 65536))`;
const id = `reinterpret(bitOr(toUInt128(${idHead}), bitShiftLeft(toUInt128(${idTail}), 64)), 'UUID')`;

/** Busy by day, quiet by night. A step fills a share of the week, as telemetry comes: in the order of time. */
const share = `({share:Float64} + {shareOf:Float64} * ${unit('h', 2)})`;
const startNs = `({from:Int64} + toInt64({lengthNs:Float64} * (${share} + ${dayAndNight} / {days:UInt8} * sin(2 * pi() * {days:UInt8} * ${share}))))`;
/** 26 % for the first of 20 services, 2 % for the last. */
const skewed = (of: string, salt: number): string =>
  `toUInt8(floor(length({services:Array(String)}) * pow(${unit(of, salt)}, 2.2)))`;
/** In some ten minutes of a service nearly every third call fails; else one of 125. */
const failed = (service: string, ns: string, of: string): string =>
  `cityHash64(${of}, 11) % 1000 < if(cityHash64({seed:UInt64}, ${service}, intDiv(${ns} - {from:Int64}, 600000000000)) % 50 = 0, 300, 8)`;
const project = `{projects:Array(String)}[multiIf(h % 100 < 80, 1, h % 100 < 95, 2, 3)]`;

/** 1 to 500 spans, most often a few, 24 on average; {spans} of them where it is not 0. */
const traceSize = `if({spans:UInt32} > 0, {spans:UInt32}, toUInt32(round(pow(500, pow(${unit('h', 1)}, 4)))))`;
export const spansPerTrace = 24.2;
const logsOfTrace = 'intDiv(n * 3 + h % 4, 4)';
export const logsPerSpan = 0.75;

const traces = `
SELECT number AS t, cityHash64({seed:UInt64}, number) AS h, ${traceSize} AS n, ${project} AS project, ${startNs} AS start,
       toInt64(exp(14.5 + 7 * ${unit('h', 3)})) AS root_ns, lower(hex(MD5(toString(h)))) AS trace
FROM numbers({first:UInt64}, {count:UInt64})`;

const errorType = "if(bad, ['timeout', 'reset', 'quota'][g % 3 + 1], '')";
const withErrorType = (attributes: string): string =>
  `if(bad, mapConcat(${attributes} AS plain, map('error.type', ${errorType})), plain)`;
const user = "concat('u-', toString(h % 50000))";
const session = hex("cityHash64(h % 200000, 'session')");
const serviceName = '{services:Array(String)}[svc + 1]';
const resource = `map('service.name', ${serviceName}, 'service.version', concat('2.', toString(svc), '.1'),
  'deployment.environment.name', if(svc % 10 = 9, 'staging', 'production'), 'host.name', concat('node-', toString(pod * 3 % 24)),
  'k8s.pod.name', concat(${serviceName}, '-', lower(hex(toUInt32(cityHash64(svc, pod))))), 'k8s.namespace.name', 'shop',
  'cloud.region', ['eu-west-1', 'us-east-1', 'ap-south-1'][pod % 3 + 1], 'telemetry.sdk.language', ['go', 'nodejs', 'java'][svc % 3 + 1],
  'os.type', 'linux')`;
const common = `
  30, cityHash64({seed:UInt64}, intDiv(at, 1000000000), 1), toDateTime(intDiv(at, 1000000000) + 2, 'UTC'),
  ${serviceName}, if(svc % 10 = 9, 'staging', 'production'), concat('node-', toString(pod * 3 % 24)), 'http-server', '1.4.0'`;

export const rowsPerInsertMax = 1_000_000;

/** Rows that the engine makes by itself: `select` gives the columns in this order, whatever it calls them. */
export interface Made {
  readonly columns: readonly string[];
  readonly select: string;
}
const made = (columns: string, select: string): Made => ({
  columns:
    `project_id, kind, ts, id, retention_days, batch, ingested_at, service, env, host, scope_name, scope_version, ${columns}`.split(
      /,\s+/,
    ),
  select,
});

/** One thread and one block: statements run side by side, and few parts leave little to merge. */
export const insertOf = ({ columns, select }: Made, indexesNow: boolean): string => `
INSERT INTO events (${columns.join(', ')})
${select}
SETTINGS max_partitions_per_insert_block = 20, max_insert_block_size = ${rowsPerInsertMax}, min_insert_block_size_rows = ${rowsPerInsertMax},
  min_insert_block_size_bytes = 0, max_insert_threads = 1, max_threads = 1, materialize_skip_indexes_on_insert = ${indexesNow ? 1 : 0}`;

/** Spans with 16 attributes and 9 of their resource. A parent is a span of the same trace that began before. */
export const spans = made(
  `trace_id, span_id, parent_span_id, span_kind, name, status, status_message, duration_ns, res, attrs, attrs_types,
  endpoint, http_method, http_route, http_status, db_system, error_type, user_id, session_id, k8s_pod, peer, peer_kind, size`,
  `
SELECT project, 'span', fromUnixTimestamp64Nano(at, 'UTC'), ${id}, ${common},
  trace, ${hex(`cityHash64(h, i, 'span')`)},
  if(i = 0, '', ${hex(`cityHash64(h, intDiv(i - 1, 1 + cityHash64(h, i, 3) % 4), 'span')`)}),
  if(is_db, 'client', if(i % 3 = 0, 'server', 'internal')),
  multiIf(is_db, concat(op, ' ', table), i % 3 = 0, concat(verb, ' ', path), concat(table, '.', lower(op))),
  if(bad, 'error', if(i = 0, 'ok', 'unset')), if(bad, concat('upstream ', table, ' timed out'), ''), took, ${resource},
  ${withErrorType(`map('http.request.method', verb, 'http.route', path, 'url.path', replaceOne(path, ':id', toString(g % 90000)),
      'http.response.status_code', toString(code), 'server.address', concat(${serviceName}, '.shop.svc'),
      'user_agent.original', concat('client/', toString(h % 40)), 'client.address', concat('10.', toString(h % 200), '.', toString(g % 250), '.7'),
      'user.id', ${user}, 'session.id', ${session}, 'db.system.name', if(is_db, 'postgresql', 'none'), 'db.operation.name', op,
      'db.collection.name', table, 'tenant', concat('t', toString(h % 300)), 'request.id', ${hex('g')}, 'thread.id', toString(g % 64),
      'http.response.body.size', toString(g % 70000))`)},
  map('http.response.status_code', 'int', 'thread.id', 'int', 'http.response.body.size', 'int'),
  if(i % 3 = 0 AND NOT is_db, {endpoints:Array(UInt64)}[route], 0), verb, path, code, if(is_db, 'postgresql', 'none'),
  ${errorType}, ${user}, ${session},
  concat(${serviceName}, '-', lower(hex(toUInt32(cityHash64(svc, pod))))), if(is_db, 'postgresql', ''), if(is_db, 'database', 'none'), 560 + g % 100
FROM (
  SELECT *, {routes:Array(String)}[route] AS path, {methods:Array(String)}[route] AS verb,
         if(bad, [500, 503, 504][g % 3 + 1], if(g % 40 = 0, 404, 200)) AS code
  FROM (
    SELECT *, g % 8 AS pod, toUInt16(svc * 8 + floor(8 * pow(${unit('g', 6)}, 2)) + 1) AS route, i % 3 = 2 AS is_db,
           ['SELECT', 'INSERT', 'UPDATE'][g % 3 + 1] AS op, ['orders', 'users', 'carts', 'prices', 'stock'][g % 5 + 1] AS table,
           ${failed('svc', 'at', 'g')} AS bad
    FROM (
      SELECT *, i, cityHash64(h, i) AS g, ${skewed('h, intDiv(i, 4)', 4)} AS svc,
             start + toInt64(root_ns * i / (n + 1)) AS at,
             toUInt64(if(i = 0, root_ns, root_ns * (1 - i / (n + 1)) * (0.02 + 0.5 * ${unit('h, i', 5)}))) AS took
      FROM (${traces}) ARRAY JOIN range(n) AS i
    )
  )
)`,
);

const logColumns = `observed_ts, trace_id, span_id, severity, severity_text, level, body, shape, shape_v, res, attrs, attrs_types, error_type, user_id, k8s_pod, size`;
/** Those written inside spans, and as many outside of any trace. */
export const logs = made(
  logColumns,
  `
SELECT project, 'log', fromUnixTimestamp64Nano(at, 'UTC'), ${id}, ${common},
  fromUnixTimestamp64Nano(at + 1500000, 'UTC'), trace, span, multiIf(bad, 17, g % 20 = 0, 13, g % 9 = 0, 5, 9), ['DEBUG', 'INFO', 'WARN', 'ERROR'][lvl], ['DEBUG', 'INFO', 'WARN', 'ERROR'][lvl],
  concat(replaceOne(replaceOne(replaceOne({templates:Array(String)}[tpl], '{id}', substring(${hex('cityHash64(g, 9)')}, 1, 10)),
         '{ms}', toString(g % 900)), '{n}', toString(g % 5000)), if(g % 20000 = 0, concat(' ', {rare:String}), '')),
  {shapes:Array(UInt64)}[tpl], 1, ${resource},
  ${withErrorType(`map('logger.name', concat('app.', toString(tpl % 12)), 'thread.id', toString(g % 64), 'code.function.name', concat('fn', toString(tpl)),
      'user.id', ${user}, 'tenant', concat('t', toString(h % 300)), 'request.id', ${hex('g')})`)},
  map('thread.id', 'int'), ${errorType}, ${user},
  concat(${serviceName}, '-', lower(hex(toUInt32(cityHash64(svc, pod))))), 230 + g % 60
FROM (
  SELECT *, g % 8 AS pod, multiIf(bad, 4, g % 20 = 0, 3, g % 9 = 0, 1, 2) AS lvl
  FROM (
    SELECT *, ${failed('svc', 'at', 'g')} AS bad,
           toUInt16(floor(length({templates:Array(String)}) * pow(${unit('g', 8)}, 1.5)) + 1) AS tpl
    FROM (
      SELECT h, cityHash64(h, i, 'log') AS g, project, start + toInt64(root_ns * (i + 0.5) / (${logsOfTrace} + 1)) AS at,
             ${skewed('h, intDiv(of_span, 4)', 4)} AS svc, trace, ${hex(`cityHash64(h, of_span, 'span')`)} AS span
      FROM (SELECT *, i, toUInt32(i % n) AS of_span FROM (${traces}) ARRAY JOIN range(${logsOfTrace}) AS i)
      UNION ALL
      SELECT cityHash64({seed:UInt64}, number, 'lone') AS h, h AS g, ${project} AS project, ${startNs} AS at,
             ${skewed('h', 4)} AS svc, '' AS trace, '' AS span
      FROM numbers({firstLone:UInt64}, {lone:UInt64})
    )
  )
)`,
);
