-- # summarize count() by bin(timestamp, 60)
SELECT t1.__c1 AS timestamp, t1.__c2 AS count_
FROM (
  SELECT
    CAST(toStartOfInterval(e.ts, toIntervalSecond(60)) AS DateTime64(9, 'UTC')) AS __c1,
    toInt64(sum(e.cnt)) AS __c2
  FROM (
    SELECT toStartOfInterval(r.bucket, toIntervalSecond(60)) AS ts, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = '0194a000-0000-7000-8000-00000000000a'
      AND r.bucket >= '2026-01-15 12:00:00'
      AND r.bucket < '2026-01-15 13:00:00'
    GROUP BY toStartOfInterval(r.bucket, toIntervalSecond(60))
  ) AS e
  GROUP BY toStartOfInterval(e.ts, toIntervalSecond(60))
) AS t1
LIMIT 10000

-- # extend x = count()
SELECT
  t2.__f2 AS id,
  t2.__f1 AS timestamp,
  t2.__f3 AS trace_id,
  t2.__f4 AS span_name,
  t2.__f5 AS duration,
  t2.__f6 AS service,
  t2.__f7 AS parent_id,
  t2.__f8 AS start_time_ns,
  toBool(t2.__f9) AS errors,
  t2.__f10 AS level,
  t2.__f11 AS body,
  t2.__f12 AS latency_breakdown,
  t2.__f13 AS kind,
  t2.__c1 AS __o13
FROM (
  SELECT
    toInt64(count() OVER ()) AS __c1,
    t1.__f0 AS __f1,
    t1.__f1 AS __f2,
    t1.__f2 AS __f3,
    t1.__f3 AS __f4,
    t1.__f4 AS __f5,
    t1.__f5 AS __f6,
    t1.__f6 AS __f7,
    t1.__f7 AS __f8,
    t1.__f8 AS __f9,
    t1.__f9 AS __f10,
    t1.__f10 AS __f11,
    t1.__f11 AS __f12,
    t1.__f12 AS __f13
  FROM (
    SELECT
      e.ts AS __f0,
      toString(e.id) AS __f1,
      nullIf(e.trace_id, '') AS __f2,
      nullIf(e.name, '') AS __f3,
      if(e.kind = 'span', toInt64(e.duration_ns), NULL) AS __f4,
      nullIf(e.service, '') AS __f5,
      nullIf(e.parent_span_id, '') AS __f6,
      toUnixTimestamp64Nano(e.ts) AS __f7,
      e.is_error AS __f8,
      nullIf(e.level, '') AS __f9,
      nullIf(e.body, '') AS __f10,
      nullIf(e.span_id, '') AS __f11,
      if(e.kind = 'span', if(e.span_kind = 'unset', 'internal', toString(e.span_kind)), if(e.kind = 'event', 'alert', 'log')) AS __f12
    FROM events AS e
    WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
      AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
      AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  ) AS t1
) AS t2
ORDER BY t2.__f1 DESC, t2.__f2 DESC
LIMIT 500

-- # attributes.http.rout == "x"
SELECT
  toString(e.id) AS id,
  e.ts AS timestamp,
  nullIf(e.trace_id, '') AS trace_id,
  nullIf(e.name, '') AS span_name,
  if(e.kind = 'span', toInt64(e.duration_ns), NULL) AS duration,
  nullIf(e.service, '') AS service,
  nullIf(e.parent_span_id, '') AS parent_id,
  toUnixTimestamp64Nano(e.ts) AS start_time_ns,
  e.is_error AS errors,
  nullIf(e.level, '') AS level,
  nullIf(e.body, '') AS body,
  nullIf(e.span_id, '') AS latency_breakdown,
  if(e.kind = 'span', if(e.span_kind = 'unset', 'internal', toString(e.span_kind)), if(e.kind = 'event', 'alert', 'log')) AS kind
FROM events AS e
WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
  AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
  AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  AND has(e.attr_tags, 'http.rout=x')
ORDER BY e.ts DESC, e.id DESC
LIMIT 500

-- # timestamp > ago(30d)
SELECT
  toString(e.id) AS id,
  e.ts AS timestamp,
  nullIf(e.trace_id, '') AS trace_id,
  nullIf(e.name, '') AS span_name,
  if(e.kind = 'span', toInt64(e.duration_ns), NULL) AS duration,
  nullIf(e.service, '') AS service,
  nullIf(e.parent_span_id, '') AS parent_id,
  toUnixTimestamp64Nano(e.ts) AS start_time_ns,
  e.is_error AS errors,
  nullIf(e.level, '') AS level,
  nullIf(e.body, '') AS body,
  nullIf(e.span_id, '') AS latency_breakdown,
  if(e.kind = 'span', if(e.span_kind = 'unset', 'internal', toString(e.span_kind)), if(e.kind = 'event', 'alert', 'log')) AS kind
FROM events AS e
WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
  AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
  AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  AND e.ts > toDateTime64('2025-12-16 13:00:00.000000000', 9, 'UTC')
ORDER BY e.ts DESC, e.id DESC
LIMIT 500

-- # attributes.note > "5"
SELECT
  toString(e.id) AS id,
  e.ts AS timestamp,
  nullIf(e.trace_id, '') AS trace_id,
  nullIf(e.name, '') AS span_name,
  if(e.kind = 'span', toInt64(e.duration_ns), NULL) AS duration,
  nullIf(e.service, '') AS service,
  nullIf(e.parent_span_id, '') AS parent_id,
  toUnixTimestamp64Nano(e.ts) AS start_time_ns,
  e.is_error AS errors,
  nullIf(e.level, '') AS level,
  nullIf(e.body, '') AS body,
  nullIf(e.span_id, '') AS latency_breakdown,
  if(e.kind = 'span', if(e.span_kind = 'unset', 'internal', toString(e.span_kind)), if(e.kind = 'event', 'alert', 'log')) AS kind
FROM events AS e
WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
  AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
  AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  AND mapContains(e.attrs, 'note')
  AND e.attrs['note'] > '5'
ORDER BY e.ts DESC, e.id DESC
LIMIT 500

