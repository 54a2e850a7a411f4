-- # where
SELECT nullIf(e.name, '') AS name, if(e.kind = 'span', toInt64(e.duration_ns), NULL) AS duration
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.kind = 'span'
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
  AND e.kind = 'span'
  AND e.duration_ns > {p3:Int64}
ORDER BY e.ts DESC, e.id DESC
LIMIT 500
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"60000000"}

-- # search
SELECT nullIf(e.body, '') AS body
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
  AND (hasAllTokens(lower(e.name), {p3:String}, 'splitByNonAlpha') OR hasAllTokens(lower(e.body), {p3:String}) OR hasAllTokens(lower(e.status_message), {p3:String}, 'splitByNonAlpha'))
ORDER BY e.ts DESC, e.id DESC
LIMIT 500
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"miss"}

-- # extend
SELECT if(e.kind = 'span', toInt64(e.duration_ns), NULL) / {p0:Int64} AS ms
FROM events AS e
WHERE e.project_id = {p1:String}
  AND e.kind = 'span'
  AND e.ts >= {p2:DateTime64(9, 'UTC')}
  AND e.ts < {p3:DateTime64(9, 'UTC')}
ORDER BY if(e.kind = 'span', toInt64(e.duration_ns), NULL) / {p0:Int64} DESC NULLS LAST
LIMIT 3
-- {"p0":"1000000","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # extend again
SELECT {p0:Int64} + {p0:Int64} AS __o0
FROM events AS e
WHERE e.project_id = {p1:String}
  AND e.kind = 'span'
  AND e.ts >= {p2:DateTime64(9, 'UTC')}
  AND e.ts < {p3:DateTime64(9, 'UTC')}
ORDER BY e.ts DESC, e.id DESC
LIMIT 1
-- {"p0":"1","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # project
SELECT e.ts AS timestamp, nullIf(e.level, '') AS level, nullIf(e.body, '') AS body
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.kind != 'span'
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
ORDER BY e.ts DESC, e.id DESC
LIMIT 2
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # project-away
SELECT nullIf(e.level, '') AS level, nullIf(e.service, '') AS service
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.kind != 'span'
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
ORDER BY e.ts DESC, e.id DESC
LIMIT 2
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # project-keep
SELECT nullIf(e.level, '') AS level, nullIf(e.service, '') AS service
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.kind != 'span'
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
ORDER BY e.ts DESC, e.id DESC
LIMIT 2
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # project-reorder
SELECT nullIf(e.service, '') AS service, nullIf(e.level, '') AS level, nullIf(e.body, '') AS body
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.kind != 'span'
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
ORDER BY e.ts DESC, e.id DESC
LIMIT 1
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # project-rename
SELECT nullIf(e.level, '') AS level, nullIf(e.body, '') AS text
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.kind != 'span'
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
ORDER BY e.ts DESC, e.id DESC
LIMIT 1
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # summarize
SELECT t1.__c1 AS service, t1.__c2 AS n, t1.__c3 AS errors
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    toInt64(sum(e.cnt)) AS __c2,
    toInt64(sumIf(e.cnt, ifNull(e.level = {p0:String}, false))) AS __c3
  FROM (
    SELECT r.service AS service, r.level AS level, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p1:String}
      AND r.bucket >= {p2:DateTime('UTC')}
      AND r.bucket < {p3:DateTime('UTC')}
    GROUP BY r.service, r.level
  ) AS e
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"ERROR","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00","p3":"2026-01-15 13:00:00"}

-- # summarize, nothing matches
SELECT t1.__c1 AS count_, t1.__c2 AS max_duration
FROM (
  SELECT toInt64(count()) AS __c1, maxOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL)) AS __c2
  FROM events AS e
  WHERE e.project_id = {p0:String}
    AND e.ts >= {p1:DateTime64(9, 'UTC')}
    AND e.ts < {p2:DateTime64(9, 'UTC')}
    AND e.level = {p3:String}
) AS t1
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"NONE"}

-- # summarize by
SELECT t1.__c1 AS service, t1.__c2 AS kind
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    if(e.kind = 'span', if(e.span_kind = 'unset', 'internal', toString(e.span_kind)), if(e.kind = 'event', 'alert', 'log')) AS __c2
  FROM events AS e
  WHERE e.project_id = {p0:String}
    AND e.ts >= {p1:DateTime64(9, 'UTC')}
    AND e.ts < {p2:DateTime64(9, 'UTC')}
  GROUP BY e.service, __c2
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST, t1.__c2 ASC
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # stats
SELECT t1.__c1 AS env, t1.__c2 AS count_
FROM (
  SELECT nullIf(e.env, '') AS __c1, toInt64(sum(e.cnt)) AS __c2
  FROM (
    SELECT r.env AS env, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p0:String}
      AND r.bucket >= {p1:DateTime('UTC')}
      AND r.bucket < {p2:DateTime('UTC')}
    GROUP BY r.env
  ) AS e
  GROUP BY e.env
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00","p2":"2026-01-15 13:00:00"}

-- # arithmetic over aggregates
SELECT t1.__c1 * {p0:Float64} / nullIf(CAST(t1.__c2 AS Nullable(Int64)), 0) AS share
FROM (
  SELECT
    toInt64(countIf(ifNull(e.kind = 'span' AND e.status = 'error', false))) AS __c1,
    toInt64(count()) AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.kind = 'span'
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
) AS t1
LIMIT 10000
-- {"p0":100,"p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # filter of aggregates
SELECT t1.__c1 AS service, t1.__c2 AS n, t1.__c2 * {p0:Int64} AS __o2
FROM (
  SELECT nullIf(e.service, '') AS __c1, toInt64(sum(e.cnt)) AS __c2
  FROM (
    SELECT r.service AS service, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p1:String}
      AND r.bucket >= {p2:DateTime('UTC')}
      AND r.bucket < {p3:DateTime('UTC')}
    GROUP BY r.service
  ) AS e
  GROUP BY e.service
) AS t1
WHERE t1.__c2 > {p4:Int64}
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"2","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00","p3":"2026-01-15 13:00:00","p4":"19"}

-- # bins
SELECT t1.__c1 AS timestamp, t1.__c2 AS count_
FROM (
  SELECT
    CAST(toStartOfInterval(e.ts, toIntervalSecond(600)) AS DateTime64(9, 'UTC')) AS __c1,
    toInt64(sum(e.cnt)) AS __c2
  FROM (
    SELECT toStartOfInterval(r.bucket, toIntervalSecond(600)) AS ts, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p0:String}
      AND r.bucket >= {p1:DateTime('UTC')}
      AND r.bucket < {p2:DateTime('UTC')}
    GROUP BY toStartOfInterval(r.bucket, toIntervalSecond(600))
  ) AS e
  GROUP BY toStartOfInterval(e.ts, toIntervalSecond(600))
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00","p2":"2026-01-15 13:00:00"}

-- # bins and keys
SELECT t1.__c1 AS timestamp, t1.__c2 AS service, t1.__c3 AS p95_duration
FROM (
  SELECT
    CAST(toStartOfInterval(e.ts, toIntervalSecond(1200)) AS DateTime64(9, 'UTC')) AS __c1,
    nullIf(e.service, '') AS __c2,
    toInt64(quantileTDigestOrNull(0.95)(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c3
  FROM events AS e
  WHERE e.project_id = {p0:String}
    AND e.kind = 'span'
    AND e.ts >= {p1:DateTime64(9, 'UTC')}
    AND e.ts < {p2:DateTime64(9, 'UTC')}
  GROUP BY toStartOfInterval(e.ts, toIntervalSecond(1200)), e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST, t1.__c2 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # from the rollup
SELECT t1.__c1 AS timestamp, t1.__c2 AS level, t1.__c3 AS count_
FROM (
  SELECT
    CAST(toStartOfInterval(e.ts, toIntervalSecond(300)) AS DateTime64(9, 'UTC')) AS __c1,
    nullIf(e.level, '') AS __c2,
    toInt64(sum(e.cnt)) AS __c3
  FROM (
    SELECT toStartOfInterval(r.bucket, toIntervalSecond(300)) AS ts, r.level AS level, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p0:String}
      AND r.bucket >= {p1:DateTime('UTC')}
      AND r.bucket < {p2:DateTime('UTC')}
    GROUP BY toStartOfInterval(r.bucket, toIntervalSecond(300)), r.level
  ) AS e
  GROUP BY toStartOfInterval(e.ts, toIntervalSecond(300)), e.level
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST, t1.__c2 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00","p2":"2026-01-15 13:00:00"}

-- # whole weeks
SELECT t1.__c1 AS timestamp, t1.__c2 AS count_
FROM (
  SELECT
    fromUnixTimestamp64Nano(toUnixTimestamp64Nano(toDateTime64(e.ts, 9, 'UTC')) - positiveModulo(toUnixTimestamp64Nano(toDateTime64(e.ts, 9, 'UTC')) - (-259200000000000), toInt64(604800000000000)), 'UTC') AS __c1,
    toInt64(sum(e.cnt)) AS __c2
  FROM (
    SELECT toStartOfInterval(r.bucket, toIntervalSecond(86400)) AS ts, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p0:String}
      AND r.bucket >= {p1:DateTime('UTC')}
      AND r.bucket < {p2:DateTime('UTC')}
    GROUP BY toStartOfInterval(r.bucket, toIntervalSecond(86400))
  ) AS e
  GROUP BY __c1
) AS t1
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00","p2":"2026-01-15 13:00:00"}

-- # numbers in bins
SELECT t1.__c1 AS duration, t1.__c2 AS count_
FROM (
  SELECT
    if(e.kind = 'span', toInt64(e.duration_ns), NULL) - positiveModulo(if(e.kind = 'span', toInt64(e.duration_ns), NULL), {p0:Int64}) AS __c1,
    toInt64(count()) AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.kind = 'span'
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
  GROUP BY __c1
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"20000000","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # timechart
SELECT t1.__c1 AS timestamp, t1.__c2 AS service, t1.__c3 AS count_
FROM (
  SELECT
    CAST(toStartOfInterval(e.ts, toIntervalSecond(30)) AS DateTime64(9, 'UTC')) AS __c1,
    nullIf(e.service, '') AS __c2,
    toInt64(count()) AS __c3
  FROM events AS e
  WHERE e.project_id = {p0:String}
    AND e.ts >= {p1:DateTime64(9, 'UTC')}
    AND e.ts < {p2:DateTime64(9, 'UTC')}
  GROUP BY toStartOfInterval(e.ts, toIntervalSecond(30)), e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST, t1.__c2 ASC NULLS FIRST
LIMIT 5
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # timechart span
SELECT t1.__c1 AS timestamp, t1.__c2 AS count_
FROM (
  SELECT
    CAST(toStartOfInterval(e.ts, toIntervalSecond(1800)) AS DateTime64(9, 'UTC')) AS __c1,
    toInt64(sum(e.cnt)) AS __c2
  FROM (
    SELECT toStartOfInterval(r.bucket, toIntervalSecond(1800)) AS ts, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p0:String}
      AND r.bucket >= {p1:DateTime('UTC')}
      AND r.bucket < {p2:DateTime('UTC')}
    GROUP BY toStartOfInterval(r.bucket, toIntervalSecond(1800))
  ) AS e
  GROUP BY toStartOfInterval(e.ts, toIntervalSecond(1800))
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00","p2":"2026-01-15 13:00:00"}

-- # sort
SELECT nullIf(e.name, '') AS name, if(e.kind = 'span', toInt64(e.duration_ns), NULL) AS duration
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.kind = 'span'
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
ORDER BY if(e.kind = 'span', toInt64(e.duration_ns), NULL) DESC NULLS LAST
LIMIT 2
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # sort by several
SELECT nullIf(e.service, '') AS service, if(e.kind = 'span', toInt64(e.duration_ns), NULL) AS duration
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.kind = 'span'
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
ORDER BY nullIf(e.service, '') ASC NULLS FIRST, if(e.kind = 'span', toInt64(e.duration_ns), NULL) DESC NULLS LAST
LIMIT 3
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # sort by what is hidden
SELECT nullIf(e.name, '') AS name
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.kind = 'span'
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
ORDER BY if(e.kind = 'span', toInt64(e.duration_ns), NULL) DESC NULLS LAST
LIMIT 2
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # nulls first
SELECT nullIf(e.user_id, '') AS `attributes.user.id`
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
ORDER BY isNull(nullIf(e.user_id, '')) DESC, toFloat64OrNull(nullIf(e.user_id, '')) ASC NULLS LAST, nullIf(e.user_id, '') ASC NULLS FIRST
LIMIT 1
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # nulls last
SELECT nullIf(e.user_id, '') AS `attributes.user.id`
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
ORDER BY toFloat64OrNull(nullIf(e.user_id, '')) ASC NULLS LAST, nullIf(e.user_id, '') ASC NULLS LAST
LIMIT 1
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # take
SELECT toString(e.id) AS id
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
ORDER BY e.ts DESC, e.id DESC
LIMIT 2
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # limit
SELECT toString(e.id) AS id
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
ORDER BY e.ts DESC, e.id DESC
LIMIT 1
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # take then where
SELECT t1.__c1 AS level, t1.__c2 AS id
FROM (
  SELECT nullIf(e.level, '') AS __c1, toString(e.id) AS __c2
  FROM events AS e
  WHERE e.project_id = {p0:String}
    AND e.ts >= {p1:DateTime64(9, 'UTC')}
    AND e.ts < {p2:DateTime64(9, 'UTC')}
  ORDER BY e.ts DESC, e.id DESC
  LIMIT 4
) AS t1
WHERE t1.__c1 = {p3:String}
LIMIT 4
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"ERROR"}

-- # top
SELECT if(e.kind = 'span', toInt64(e.duration_ns), NULL) AS duration
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.kind = 'span'
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
ORDER BY if(e.kind = 'span', toInt64(e.duration_ns), NULL) DESC NULLS LAST
LIMIT 2
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # distinct
SELECT t1.__c1 AS service
FROM (
  SELECT DISTINCT nullIf(e.service, '') AS __c1
  FROM (
    SELECT r.service AS service, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p0:String}
      AND r.bucket >= {p1:DateTime('UTC')}
      AND r.bucket < {p2:DateTime('UTC')}
    GROUP BY r.service
  ) AS e
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00","p2":"2026-01-15 13:00:00"}

-- # distinct *
SELECT t1.__c2 AS service
FROM (
  SELECT DISTINCT nullIf(e.service, '') AS __c2
  FROM (
    SELECT r.service AS service, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p0:String}
      AND r.bucket >= {p1:DateTime('UTC')}
      AND r.bucket < {p2:DateTime('UTC')}
    GROUP BY r.service
  ) AS e
) AS t1
ORDER BY t1.__c2 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00","p2":"2026-01-15 13:00:00"}

-- # count
SELECT t1.__c1 AS Count
FROM (
  SELECT toInt64(sum(e.cnt)) AS __c1
  FROM (
    SELECT sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p0:String}
      AND r.bucket >= {p1:DateTime('UTC')}
      AND r.bucket < {p2:DateTime('UTC')}
      AND r.level = {p3:String}
  ) AS e
) AS t1
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00","p2":"2026-01-15 13:00:00","p3":"ERROR"}

-- # count as
SELECT t1.__c1 AS n
FROM (
  SELECT toInt64(sum(e.cnt)) AS __c1
  FROM (
    SELECT sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p0:String}
      AND r.bucket >= {p1:DateTime('UTC')}
      AND r.bucket < {p2:DateTime('UTC')}
  ) AS e
) AS t1
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00","p2":"2026-01-15 13:00:00"}

-- # sample
SELECT t3.__c1 AS Count
FROM (
  SELECT toInt64(count()) AS __c1
  FROM (
    SELECT 1 AS __none
    FROM (
      SELECT e.ts AS __f0
      FROM events AS e
      WHERE e.project_id = {p0:String}
        AND e.ts >= {p1:DateTime64(9, 'UTC')}
        AND e.ts < {p2:DateTime64(9, 'UTC')}
    ) AS t1
    ORDER BY rand(t1.__f0) ASC
    LIMIT 3
  ) AS t2
) AS t3
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # sample-distinct
SELECT t3.__c2 AS Count
FROM (
  SELECT toInt64(count()) AS __c2
  FROM (
    SELECT 1 AS __none
    FROM (
      SELECT DISTINCT nullIf(e.service, '') AS __c1
      FROM (
        SELECT r.service AS service, sum(r.cnt) AS cnt
        FROM events_1m AS r
        WHERE r.project_id = {p0:String}
          AND r.bucket >= {p1:DateTime('UTC')}
          AND r.bucket < {p2:DateTime('UTC')}
        GROUP BY r.service
      ) AS e
    ) AS t1
    LIMIT 2
  ) AS t2
) AS t3
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00","p2":"2026-01-15 13:00:00"}

-- # mv-expand
SELECT t2.__c1 AS id, t2.__c3 AS tag
FROM (
  SELECT t1.__c1 AS __c1, nullIf(__c3, 'null') AS __c3
  FROM (
    SELECT
      multiIf(isNull(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL)), NULL, isValidJSON(ifNull(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL), '')), JSONExtractRaw(ifNull(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL), '')), replaceAll(toJSONString(assumeNotNull(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL))), '\\/', '/')) AS __c2,
      substringUTF8(toString(e.id), if({p1:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p1:Int64}, 0), {p1:Int64}) + 1) AS __c1
    FROM events AS e
    WHERE e.project_id = {p2:String}
      AND e.ts >= {p3:DateTime64(9, 'UTC')}
      AND e.ts < {p4:DateTime64(9, 'UTC')}
      AND e.user_id = {p5:String}
  ) AS t1
  ARRAY JOIN if(startsWith(ifNull(t1.__c2, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c2, 'null'))), if(startsWith(ifNull(t1.__c2, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c2, 'null')))), [toNullable(ifNull(t1.__c2, 'null'))])) AS __c3
) AS t2
ORDER BY t2.__c1 ASC, if(startsWith(t2.__c3, '"'), JSONExtractString(t2.__c3), nullIf(t2.__c3, 'null')) ASC NULLS FIRST
LIMIT 10000
-- {"p0":"tags","p1":"34","p2":"0194a000-0000-7000-8000-00000000000a","p3":"2026-01-15 12:00:00.000000000","p4":"2026-01-15 13:00:00.000000000","p5":"u0"}

-- # mvexpand with an index
SELECT
  ifNull(toInt64OrNull(if(startsWith(t2.__c4, '"'), JSONExtractString(t2.__c4), nullIf(t2.__c4, 'null'))), accurateCastOrNull(trunc(toFloat64OrNull(if(startsWith(t2.__c4, '"'), JSONExtractString(t2.__c4), nullIf(t2.__c4, 'null')))), 'Int64')) AS a,
  t2.__c6 AS b,
  t2.__c7 AS i
FROM (
  SELECT nullIf(__c4, 'null') AS __c4, nullIf(__c6, 'null') AS __c6, toInt64(__c7) - 1 AS __c7
  FROM (
    SELECT {p0:String} AS __c1, {p1:String} AS __c2
  ) AS t1
  ARRAY JOIN arrayResize(if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])), greatest(length(if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))]))), length(if(startsWith(ifNull(t1.__c2, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c2, 'null'))), if(startsWith(ifNull(t1.__c2, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c2, 'null')))), [toNullable(ifNull(t1.__c2, 'null'))])))), NULL) AS __c4, arrayResize(if(startsWith(ifNull(t1.__c2, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c2, 'null'))), if(startsWith(ifNull(t1.__c2, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c2, 'null')))), [toNullable(ifNull(t1.__c2, 'null'))])), greatest(length(if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))]))), length(if(startsWith(ifNull(t1.__c2, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c2, 'null'))), if(startsWith(ifNull(t1.__c2, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c2, 'null')))), [toNullable(ifNull(t1.__c2, 'null'))])))), NULL) AS __c6, arrayEnumerate(arrayResize(if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])), greatest(length(if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))]))), length(if(startsWith(ifNull(t1.__c2, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c2, 'null'))), if(startsWith(ifNull(t1.__c2, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c2, 'null')))), [toNullable(ifNull(t1.__c2, 'null'))])))), NULL)) AS __c7
) AS t2
LIMIT 10000
-- {"p0":"[1,2]","p1":"[\"x\"]"}

-- # parse
SELECT
  if(length(extractGroups(ifNull(nullIf(e.body, ''), ''), {p0:String})) > 0 AND isNotNull(ifNull(toInt64OrNull(arrayElementOrNull(extractGroups(ifNull(nullIf(e.body, ''), ''), {p0:String}), 2)), accurateCastOrNull(trunc(toFloat64OrNull(arrayElementOrNull(extractGroups(ifNull(nullIf(e.body, ''), ''), {p0:String}), 2))), 'Int64'))), arrayElementOrNull(extractGroups(ifNull(nullIf(e.body, ''), ''), {p0:String}), 1), NULL) AS code,
  if(length(extractGroups(ifNull(nullIf(e.body, ''), ''), {p0:String})) > 0 AND isNotNull(ifNull(toInt64OrNull(arrayElementOrNull(extractGroups(ifNull(nullIf(e.body, ''), ''), {p0:String}), 2)), accurateCastOrNull(trunc(toFloat64OrNull(arrayElementOrNull(extractGroups(ifNull(nullIf(e.body, ''), ''), {p0:String}), 2))), 'Int64'))), ifNull(toInt64OrNull(arrayElementOrNull(extractGroups(ifNull(nullIf(e.body, ''), ''), {p0:String}), 2)), accurateCastOrNull(trunc(toFloat64OrNull(arrayElementOrNull(extractGroups(ifNull(nullIf(e.body, ''), ''), {p0:String}), 2))), 'Int64')), NULL) AS n
FROM events AS e
WHERE e.project_id = {p1:String}
  AND e.kind != 'span'
  AND e.ts >= {p2:DateTime64(9, 'UTC')}
  AND e.ts < {p3:DateTime64(9, 'UTC')}
  AND hasAllTokens(lower(e.body), {p4:String})
ORDER BY e.ts DESC, e.id DESC
LIMIT 1
-- {"p0":"(?s)^.*?code=(.*?) \\(retry (.*?)/.*?","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"code"}

-- # parse-where
SELECT
  if(length(extractGroups(ifNull(nullIf(e.body, ''), ''), {p0:String})) > 0, arrayElementOrNull(extractGroups(ifNull(nullIf(e.body, ''), ''), {p0:String}), 1), NULL) AS key
FROM events AS e
WHERE e.project_id = {p1:String}
  AND e.kind != 'span'
  AND e.ts >= {p2:DateTime64(9, 'UTC')}
  AND e.ts < {p3:DateTime64(9, 'UTC')}
  AND length(extractGroups(ifNull(nullIf(e.body, ''), ''), {p0:String})) > 0
ORDER BY e.ts DESC, e.id DESC
LIMIT 1
-- {"p0":"(?s)^cache miss for key (.*)$","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # parse-kv
SELECT
  {p0:String} AS s,
  ifNull(toInt64OrNull(if(length(extractGroups(ifNull({p0:String}, ''), {p1:String})) = 0, CAST(NULL AS Nullable(String)), if(extractGroups(ifNull({p0:String}, ''), {p1:String})[1] = '', extractGroups(ifNull({p0:String}, ''), {p1:String})[2], extractGroups(ifNull({p0:String}, ''), {p1:String})[1]))), accurateCastOrNull(trunc(toFloat64OrNull(if(length(extractGroups(ifNull({p0:String}, ''), {p1:String})) = 0, CAST(NULL AS Nullable(String)), if(extractGroups(ifNull({p0:String}, ''), {p1:String})[1] = '', extractGroups(ifNull({p0:String}, ''), {p1:String})[2], extractGroups(ifNull({p0:String}, ''), {p1:String})[1])))), 'Int64')) AS a,
  if(length(extractGroups(ifNull({p0:String}, ''), {p2:String})) = 0, NULL, if(extractGroups(ifNull({p0:String}, ''), {p2:String})[1] = '', extractGroups(ifNull({p0:String}, ''), {p2:String})[2], extractGroups(ifNull({p0:String}, ''), {p2:String})[1])) AS b
LIMIT 10000
-- {"p0":"a=1, b=x y","p1":"(?s)(?:^|, )\\s*(?:\")?a(?:\")?\\s*=\\s*(?:\"((?:[^\"])*)\"|(.*?)(?:, |$))","p2":"(?s)(?:^|, )\\s*(?:\")?b(?:\")?\\s*=\\s*(?:\"((?:[^\"])*)\"|(.*?)(?:, |$))"}

-- # make-series
SELECT t3.__c1 AS service, t3.__c3 AS n, t3.__c4 AS timestamp
FROM (
  SELECT
    count() AS __cr47,
    t2.__c1 AS __c1,
    concat('[', arrayStringConcat(arrayMap(i -> if(mapContains(mapFromArrays(groupArray(t2.__cr44), groupArray(ifNull(toString(t2.__c2), 'null'))), toInt64(i)), mapFromArrays(groupArray(t2.__cr44), groupArray(ifNull(toString(t2.__c2), 'null')))[toInt64(i)], ifNull(toString({p0:Int64}), 'null')), range(toUInt64(greatest(least(toInt64(intDiv(toUnixTimestamp64Nano({p1:DateTime64(9, 'UTC')}) - toUnixTimestamp64Nano({p2:DateTime64(9, 'UTC')}) + ({p3:Int64} - 1), {p3:Int64})), 10000), 0)))), ','), ']') AS __c3,
    concat('[', arrayStringConcat(arrayMap(i -> assumeNotNull(if(isNull(fromUnixTimestamp64Nano(toInt64(toUnixTimestamp64Nano({p2:DateTime64(9, 'UTC')}) + toInt64(i) * {p3:Int64}), 'UTC')), NULL, replaceAll(toJSONString(assumeNotNull(concat(formatDateTime(fromUnixTimestamp64Nano(toInt64(toUnixTimestamp64Nano({p2:DateTime64(9, 'UTC')}) + toInt64(i) * {p3:Int64}), 'UTC'), '%Y-%m-%dT%H:%i:%S'), '.', leftPad(toString(intDiv(positiveModulo(toUnixTimestamp64Nano(fromUnixTimestamp64Nano(toInt64(toUnixTimestamp64Nano({p2:DateTime64(9, 'UTC')}) + toInt64(i) * {p3:Int64}), 'UTC')), 1000000000), 100)), 7, '0'), 'Z'))), '\\/', '/'))), range(toUInt64(greatest(least(toInt64(intDiv(toUnixTimestamp64Nano({p1:DateTime64(9, 'UTC')}) - toUnixTimestamp64Nano({p2:DateTime64(9, 'UTC')}) + ({p3:Int64} - 1), {p3:Int64})), 10000), 0)))), ','), ']') AS __c4
  FROM (
    SELECT
      t1.__f3 AS __c1,
      toInt64(intDiv(t1.__cr41 - t1.__cr42, {p3:Int64})) AS __cr44,
      toInt64(count()) AS __c2
    FROM (
      SELECT
        toUnixTimestamp64Nano(e.ts) AS __cr41,
        toUnixTimestamp64Nano({p2:DateTime64(9, 'UTC')}) AS __cr42,
        toUnixTimestamp64Nano({p1:DateTime64(9, 'UTC')}) AS __cr43,
        nullIf(e.service, '') AS __f3
      FROM events AS e
      WHERE e.project_id = {p4:String}
        AND e.ts >= {p2:DateTime64(9, 'UTC')}
        AND e.ts < {p1:DateTime64(9, 'UTC')}
    ) AS t1
    WHERE t1.__cr41 >= t1.__cr42
      AND t1.__cr41 < t1.__cr43
    GROUP BY __c1, __cr44
  ) AS t2
  GROUP BY t2.__c1
) AS t3
ORDER BY t3.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0","p1":"2026-01-15 13:00:00.000000000","p2":"2026-01-15 12:00:00.000000000","p3":"1200000000000","p4":"0194a000-0000-7000-8000-00000000000a"}

-- # join
SELECT t1.__c12 AS name, t1.__c16 AS body
FROM (
  SELECT
    toNullable(nullIf(e.trace_id, '')) AS __c9,
    toNullable(nullIf(e.name, '')) AS __c12,
    toNullable(nullIf(e.body, '')) AS __c16
  FROM events AS e
  WHERE e.project_id = {p0:String}
    AND e.kind = 'span'
    AND e.ts >= {p1:DateTime64(9, 'UTC')}
    AND e.ts < {p2:DateTime64(9, 'UTC')}
    AND e.kind = 'span'
    AND e.status = 'error'
) AS t1
INNER JOIN (
  SELECT toNullable(nullIf(e.trace_id, '')) AS __c1
  FROM events AS e
  WHERE e.project_id = {p0:String}
    AND e.kind != 'span'
    AND e.ts >= {p1:DateTime64(9, 'UTC')}
    AND e.ts < {p2:DateTime64(9, 'UTC')}
    AND e.level = {p3:String}
) AS t2 ON t1.__c9 = t2.__c1
ORDER BY t1.__c12 ASC NULLS FIRST, t1.__c16 ASC NULLS FIRST
LIMIT 3
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"ERROR"}

-- # join leftouter
SELECT t1.__c1 AS k, t2.__c3 AS k1, t2.__c4 AS v
FROM (
  SELECT toNullable({p0:Int64}) AS __c1
) AS t1
LEFT JOIN (
  SELECT toNullable({p1:Int64}) AS __c3, toNullable({p2:String}) AS __c4
) AS t2 ON t1.__c1 = t2.__c3
LIMIT 10000
-- {"p0":"1","p1":"2","p2":"b"}

-- # join leftanti
SELECT t2.__c1 AS k
FROM (
  SELECT toNullable(__c1) AS __c1
  FROM (
    SELECT 1 AS __one
  ) AS t1
  ARRAY JOIN CAST([{p0:Int64}, {p1:Int64}] AS Array(Nullable(Int64))) AS __c1, CAST([0, 1] AS Array(Int64)) AS __c2
) AS t2
LEFT ANTI JOIN (
  SELECT {p1:Int64} AS __c3
) AS t3 ON t2.__c1 = t3.__c3
LIMIT 10000
-- {"p0":"1","p1":"2"}

-- # lookup
SELECT t2.__c1 AS k, t3.__c4 AS v
FROM (
  SELECT toNullable(__c1) AS __c1
  FROM (
    SELECT 1 AS __one
  ) AS t1
  ARRAY JOIN CAST([{p0:Int64}, {p1:Int64}] AS Array(Nullable(Int64))) AS __c1, CAST([0, 1] AS Array(Int64)) AS __c2
) AS t2
LEFT ANY JOIN (
  SELECT {p1:Int64} AS __c3, toNullable({p2:String}) AS __c4
) AS t3 ON t2.__c1 = t3.__c3
ORDER BY t2.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"1","p1":"2","p2":"b"}

-- # union
SELECT t2.__c5 AS service, t2.__c6 AS count_
FROM (
  SELECT t1.__c3 AS __c5, toInt64(count()) AS __c6
  FROM (
    SELECT CAST(nullIf(e.service, '') AS Nullable(String)) AS __c3, 0 + toInt64(rowNumberInAllBlocks()) AS __c4
    FROM events AS e
    WHERE e.project_id = {p0:String}
      AND e.kind != 'span'
      AND e.ts >= {p1:DateTime64(9, 'UTC')}
      AND e.ts < {p2:DateTime64(9, 'UTC')}
      AND e.level = {p3:String}
    UNION ALL
    SELECT
      CAST(nullIf(e.service, '') AS Nullable(String)) AS __c3,
      1000000000000 + toInt64(rowNumberInAllBlocks()) AS __c4
    FROM events AS e
    WHERE e.project_id = {p0:String}
      AND e.kind = 'span'
      AND e.ts >= {p1:DateTime64(9, 'UTC')}
      AND e.ts < {p2:DateTime64(9, 'UTC')}
      AND e.kind = 'span'
      AND e.duration_ns > {p4:Int64}
  ) AS t1
  GROUP BY __c5
) AS t2
ORDER BY t2.__c5 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"ERROR","p4":"80000000"}

-- # join of an attribute with JSON values
SELECT t1.__c1 AS r, t3.__c2 AS j
FROM (
  SELECT toNullable(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL)) AS __c1
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND mapContains(e.attrs, {p0:String})
) AS t1
INNER JOIN (
  SELECT toNullable(__c2) AS __c2
  FROM (
    SELECT 1 AS __one
  ) AS t2
  ARRAY JOIN CAST([{p4:String}, {p5:String}, {p6:String}, CAST(NULL AS Nullable(String))] AS Array(Nullable(String))) AS __c2, CAST([0, 1, 2, 3] AS Array(Int64)) AS __c3
) AS t3 ON t1.__c1 = if(startsWith(t3.__c2, '"'), JSONExtractString(t3.__c2), nullIf(t3.__c2, 'null'))
ORDER BY isNull(t1.__c1) DESC, toFloat64OrNull(t1.__c1) ASC NULLS LAST, t1.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"retries","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"5","p5":"\"10\"","p6":"\"x\""}

-- # lookup of JSON values in texts
SELECT t2.__c1 AS k, t4.__c4 AS v
FROM (
  SELECT toNullable(__c1) AS __c1
  FROM (
    SELECT 1 AS __one
  ) AS t1
  ARRAY JOIN CAST([{p0:String}, {p1:String}, {p2:String}, {p3:String}, CAST(NULL AS Nullable(String))] AS Array(Nullable(String))) AS __c1, CAST([0, 1, 2, 3, 4] AS Array(Int64)) AS __c2
) AS t2
LEFT ANY JOIN (
  SELECT __c3 AS __c3, toNullable(__c4) AS __c4
  FROM (
    SELECT 1 AS __one
  ) AS t3
  ARRAY JOIN CAST([{p0:String}, {p4:String}, {p2:String}, {p3:String}] AS Array(Nullable(String))) AS __c3, CAST([{p5:String}, {p6:String}, {p7:String}, {p8:String}] AS Array(Nullable(String))) AS __c4, CAST([0, 1, 2, 3] AS Array(Int64)) AS __c5
) AS t4 ON if(startsWith(t2.__c1, '"'), JSONExtractString(t2.__c1), nullIf(t2.__c1, 'null')) = t4.__c3
ORDER BY t4.__c4 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"5","p1":"\"a\"","p2":"{\"b\":1}","p3":"true","p4":"a","p5":"five","p6":"letter","p7":"bag","p8":"truth"}

-- # union of an attribute with a number
SELECT t1.__c4 AS r
FROM (
  SELECT
    CAST(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL) AS Nullable(String)) AS __c4,
    0 + toInt64(rowNumberInAllBlocks()) AS __c5
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.kind = 'span'
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND mapContains(e.attrs, {p0:String})
    AND mapContains(e.attrs, {p0:String})
    AND toFloat64OrNull(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL)) > {p4:Int64}
  UNION ALL
  SELECT
    CAST(toString({p5:Float64}) AS Nullable(String)) AS __c4,
    1000000000000 + toInt64(rowNumberInAllBlocks()) AS __c5
  WHERE toFloat64OrNull(toString({p5:Float64})) > {p4:Int64}
) AS t1
ORDER BY toFloat64OrNull(t1.__c4) DESC NULLS LAST, t1.__c4 DESC NULLS LAST
LIMIT 10000
-- {"p0":"retries","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"6","p5":8.5}

-- # union withsource
SELECT t1.__c6 AS __o0, t1.__c5 AS a
FROM (
  SELECT
    CAST({p0:String} AS Nullable(String)) AS __c6,
    CAST({p1:Int64} AS Nullable(Int64)) AS __c5,
    0 + toInt64(rowNumberInAllBlocks()) AS __c7
  UNION ALL
  SELECT
    CAST({p2:String} AS Nullable(String)) AS __c6,
    CAST({p3:Int64} AS Nullable(Int64)) AS __c5,
    1000000000000 + toInt64(rowNumberInAllBlocks()) AS __c7
) AS t1
ORDER BY t1.__c5 ASC
LIMIT 10000
-- {"p0":"union_arg0","p1":"1","p2":"union_arg1","p3":"2"}

-- # as
SELECT {p0:Int64} AS a
LIMIT 10000
-- {"p0":"1"}

-- # serialize
SELECT t3.__c1 AS __o0, t3.__c3 AS n
FROM (
  SELECT
    t2.__c2 AS __c2,
    toInt64(row_number() OVER (ORDER BY t2.__c2 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)) - 1 + 1 AS __c3,
    t2.__c1 AS __c1
  FROM (
    SELECT __c2 AS __c2, {p0:Int64} + toInt64(__c2) * {p0:Int64} AS __c1
    FROM (
      SELECT 1 AS __one
    ) AS t1
    ARRAY JOIN range(assumeNotNull(toUInt64(least(greatest(floor(({p1:Int64} - {p0:Int64}) / {p0:Int64}) + 1, 0), 1000000)))) AS __c2
  ) AS t2
) AS t3
ORDER BY t3.__c2 ASC
LIMIT 10000
-- {"p0":"1","p1":"3"}

-- # getschema
SELECT __c4 AS ColumnName, __c5 AS ColumnOrdinal, __c6 AS DataType, __c7 AS ColumnType
FROM (
  SELECT 1 AS __one
) AS t1
ARRAY JOIN CAST([{p0:String}, {p1:String}] AS Array(Nullable(String))) AS __c4, CAST([{p2:Int64}, {p3:Int64}] AS Array(Nullable(Int64))) AS __c5, CAST([{p4:String}, {p5:String}] AS Array(Nullable(String))) AS __c6, CAST([{p6:String}, {p7:String}] AS Array(Nullable(String))) AS __c7, CAST([0, 1] AS Array(Int64)) AS __c8
LIMIT 10000
-- {"p0":"service","p1":"count_","p2":"0","p3":"1","p4":"System.String","p5":"System.Int64","p6":"string","p7":"long"}

-- # render
SELECT t1.__c1 AS service, t1.__c2 AS count_
FROM (
  SELECT nullIf(e.service, '') AS __c1, toInt64(sum(e.cnt)) AS __c2
  FROM (
    SELECT r.service AS service, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p0:String}
      AND r.bucket >= {p1:DateTime('UTC')}
      AND r.bucket < {p2:DateTime('UTC')}
    GROUP BY r.service
  ) AS e
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00","p2":"2026-01-15 13:00:00"}

-- # let
SELECT t1.__c1 AS n, t1.__c2 * {p0:Float64} AS half
FROM (
  SELECT toInt64(count()) AS __c1, toInt64(count()) AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.kind = 'span'
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.kind = 'span'
    AND e.status = 'error'
) AS t1
LIMIT 10000
-- {"p0":0.5,"p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # toscalar
SELECT
  t1.__c1 * {p0:Float64} / nullIf(CAST((SELECT t2.__c2 AS __c3
    FROM (
      SELECT toInt64(sum(e.cnt)) AS __c2
      FROM (
        SELECT sum(r.cnt) AS cnt
        FROM events_1m AS r
        WHERE r.project_id = {p1:String}
          AND r.kind = 'span'
          AND r.bucket >= {p2:DateTime('UTC')}
          AND r.bucket < {p3:DateTime('UTC')}
      ) AS e
    ) AS t2
    LIMIT 1) AS Nullable(Int64)), 0) AS share
FROM (
  SELECT toInt64(sum(e.cnt)) AS __c1
  FROM (
    SELECT sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p1:String}
      AND r.kind != 'span'
      AND r.bucket >= {p2:DateTime('UTC')}
      AND r.bucket < {p3:DateTime('UTC')}
  ) AS e
) AS t1
LIMIT 10000
-- {"p0":1,"p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00","p3":"2026-01-15 13:00:00"}

-- # print
SELECT {p0:Int64} AS a, {p1:String} AS b, {p2:Int64} AS c, {p3:DateTime64(9, 'UTC')} AS d
LIMIT 10000
-- {"p0":"2","p1":"x","p2":"3600000000000","p3":"2026-01-15 00:00:00.000000000"}

-- # range
SELECT
  fromUnixTimestamp64Nano(toUnixTimestamp64Nano({p0:DateTime64(9, 'UTC')}) + toInt64(__c2) * {p1:Int64}, 'UTC') AS d
FROM (
  SELECT 1 AS __one
) AS t1
ARRAY JOIN range(assumeNotNull(toUInt64(least(greatest(floor((toUnixTimestamp64Nano({p2:DateTime64(9, 'UTC')}) - toUnixTimestamp64Nano({p0:DateTime64(9, 'UTC')})) / {p1:Int64}) + 1, 0), 1000000)))) AS __c2
LIMIT 10000
-- {"p0":"2026-01-01 00:00:00.000000000","p1":"86400000000000","p2":"2026-01-03 00:00:00.000000000"}

-- # datatable
SELECT __c1 AS a, __c2 AS b, __c3 AS c
FROM (
  SELECT 1 AS __one
) AS t1
ARRAY JOIN CAST([{p0:Int64}, CAST(NULL AS Nullable(Int64))] AS Array(Nullable(Int64))) AS __c1, CAST([{p1:String}, {p2:String}] AS Array(Nullable(String))) AS __c2, CAST([{p3:String}, CAST(NULL AS Nullable(String))] AS Array(Nullable(String))) AS __c3, CAST([0, 1] AS Array(Int64)) AS __c4
LIMIT 10000
-- {"p0":"1","p1":"x","p2":"","p3":"{\"k\":1}"}

-- # implicit summarize
SELECT t1.__c1 AS service, t1.__c2 AS count_
FROM (
  SELECT nullIf(e.service, '') AS __c1, toInt64(sum(e.cnt)) AS __c2
  FROM (
    SELECT r.service AS service, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p0:String}
      AND r.bucket >= {p1:DateTime('UTC')}
      AND r.bucket < {p2:DateTime('UTC')}
    GROUP BY r.service
  ) AS e
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00","p2":"2026-01-15 13:00:00"}

-- # aggregate in extend
SELECT t2.__c1 AS n
FROM (
  SELECT toInt64(count() OVER ()) AS __c1
  FROM (
    SELECT 1 AS __none
    FROM events AS e
    WHERE e.project_id = {p0:String}
      AND e.kind = 'span'
      AND e.ts >= {p1:DateTime64(9, 'UTC')}
      AND e.ts < {p2:DateTime64(9, 'UTC')}
  ) AS t1
) AS t2
LIMIT 1
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # list
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
WHERE e.project_id = {p0:String}
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
  AND e.level = {p3:String}
ORDER BY e.ts DESC, e.id DESC
LIMIT 2
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"ERROR"}

-- # division of integers
SELECT t1.__c1 / {p0:Int64} AS __o0
FROM (
  SELECT toInt64(sum(e.cnt)) AS __c1
  FROM (
    SELECT sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p1:String}
      AND r.kind = 'span'
      AND r.bucket >= {p2:DateTime('UTC')}
      AND r.bucket < {p3:DateTime('UTC')}
  ) AS e
) AS t1
LIMIT 10000
-- {"p0":"7","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00","p3":"2026-01-15 13:00:00"}

-- # timechart of the largest series
SELECT t2.__c4 AS timestamp, t2.__c5 AS service, t2.__c6 AS count_
FROM (
  SELECT
    CAST(toStartOfInterval(e.ts, toIntervalSecond(3600)) AS DateTime64(9, 'UTC')) AS __c4,
    if(nullIf(e.service, '') GLOBAL IN (SELECT t1.__c1 AS __c1
    FROM (
      SELECT nullIf(e.service, '') AS __c1, toInt64(sum(e.cnt)) AS __c2
      FROM (
        SELECT r.service AS service, sum(r.cnt) AS cnt
        FROM events_1m AS r
        WHERE r.project_id = {p0:String}
          AND r.bucket >= {p1:DateTime('UTC')}
          AND r.bucket < {p2:DateTime('UTC')}
        GROUP BY r.service
      ) AS e
      GROUP BY e.service
    ) AS t1
    WHERE isNotNull(t1.__c1)
    ORDER BY t1.__c2 DESC, t1.__c1 ASC NULLS LAST
    LIMIT 1), nullIf(e.service, ''), {p3:String}) AS __c5,
    toInt64(count()) AS __c6
  FROM events AS e
  WHERE e.project_id = {p0:String}
    AND e.ts >= {p4:DateTime64(9, 'UTC')}
    AND e.ts < {p5:DateTime64(9, 'UTC')}
  GROUP BY toStartOfInterval(e.ts, toIntervalSecond(3600)), __c5
) AS t2
ORDER BY t2.__c5 ASC NULLS FIRST, t2.__c4 ASC NULLS LAST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00","p2":"2026-01-15 13:00:00","p3":"other","p4":"2026-01-15 12:00:00.000000000","p5":"2026-01-15 13:00:00.000000000"}

-- # timechart of the largest series, others dropped
SELECT t2.__c4 AS timestamp, t2.__c5 AS service, t2.__c6 AS p95_duration
FROM (
  SELECT
    CAST(toStartOfInterval(e.ts, toIntervalSecond(3600)) AS DateTime64(9, 'UTC')) AS __c4,
    nullIf(e.service, '') AS __c5,
    toInt64(quantileTDigestOrNull(0.95)(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c6
  FROM events AS e
  WHERE e.project_id = {p0:String}
    AND e.kind = 'span'
    AND e.ts >= {p1:DateTime64(9, 'UTC')}
    AND e.ts < {p2:DateTime64(9, 'UTC')}
    AND e.service != ''
    AND e.service GLOBAL IN (SELECT t1.__c1 AS __c1
    FROM (
      SELECT
        nullIf(e.service, '') AS __c1,
        toInt64(quantileTDigestOrNull(0.95)(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c2
      FROM events AS e
      WHERE e.project_id = {p0:String}
        AND e.kind = 'span'
        AND e.ts >= {p1:DateTime64(9, 'UTC')}
        AND e.ts < {p2:DateTime64(9, 'UTC')}
      GROUP BY e.service
    ) AS t1
    WHERE isNotNull(t1.__c1)
    ORDER BY t1.__c2 DESC NULLS LAST, t1.__c1 ASC NULLS LAST
    LIMIT 1)
  GROUP BY toStartOfInterval(e.ts, toIntervalSecond(3600)), e.service
) AS t2
ORDER BY t2.__c5 ASC NULLS FIRST, t2.__c4 ASC NULLS LAST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # join with a condition
SELECT t2.__c2 AS a
FROM (
  SELECT toNullable(__c1) AS __c1, toNullable(__c2) AS __c2
  FROM (
    SELECT 1 AS __one
  ) AS t1
  ARRAY JOIN CAST([{p0:Int64}, {p0:Int64}] AS Array(Nullable(Int64))) AS __c1, CAST([{p1:Int64}, {p2:Int64}] AS Array(Nullable(Int64))) AS __c2, CAST([0, 1] AS Array(Int64)) AS __c3
) AS t2
INNER JOIN (
  SELECT toNullable({p0:Int64}) AS __c4
) AS t3 ON t2.__c1 = t3.__c4
WHERE t2.__c2 > {p3:Int64}
LIMIT 10000
-- {"p0":"1","p1":"5","p2":"9","p3":"6"}

-- # join inner with a condition
SELECT t3.__c9 AS Count
FROM (
  SELECT toInt64(count()) AS __c9
  FROM (
    SELECT toNullable(nullIf(e.trace_id, '')) AS __c1
    FROM events AS e
    WHERE e.project_id = {p0:String}
      AND e.kind = 'span'
      AND e.ts >= {p1:DateTime64(9, 'UTC')}
      AND e.ts < {p2:DateTime64(9, 'UTC')}
  ) AS t1
  INNER JOIN (
    SELECT toNullable(nullIf(e.trace_id, '')) AS __c3, toNullable(nullIf(e.body, '')) AS __c4
    FROM events AS e
    WHERE e.project_id = {p0:String}
      AND e.kind != 'span'
      AND e.ts >= {p1:DateTime64(9, 'UTC')}
      AND e.ts < {p2:DateTime64(9, 'UTC')}
  ) AS t2 ON t1.__c1 = t2.__c3
  WHERE hasAllTokens(lower(t2.__c4), {p3:String}, 'splitByNonAlpha')
) AS t3
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"cache"}

