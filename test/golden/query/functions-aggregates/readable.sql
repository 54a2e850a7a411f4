-- # count
SELECT t1.__c1 AS service, t1.__c2 AS count_
FROM (
  SELECT nullIf(e.service, '') AS __c1, toInt64(sum(e.cnt)) AS __c2
  FROM (
    SELECT r.service AS service, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = '0194a000-0000-7000-8000-00000000000a'
      AND r.kind = 'span'
      AND r.bucket >= '2026-01-15 12:00:00'
      AND r.bucket < '2026-01-15 13:00:00'
    GROUP BY r.service
  ) AS e
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # countif
SELECT t1.__c1 AS service, t1.__c2 AS countif_
FROM (
  SELECT nullIf(e.service, '') AS __c1, toInt64(sumIf(e.cnt, ifNull(e.level = 'ERROR', false))) AS __c2
  FROM (
    SELECT r.service AS service, r.level AS level, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = '0194a000-0000-7000-8000-00000000000a'
      AND r.kind = 'span'
      AND r.bucket >= '2026-01-15 12:00:00'
      AND r.bucket < '2026-01-15 13:00:00'
    GROUP BY r.service, r.level
  ) AS e
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # countif of errors
SELECT t1.__c1 AS service, t1.__c2 AS failed, t1.__c3 AS `all`
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    toInt64(sumIf(e.cnt, ifNull(e.is_error, false))) AS __c2,
    toInt64(sum(e.cnt)) AS __c3
  FROM (
    SELECT r.service AS service, true AS is_error, sum(r.errors) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = '0194a000-0000-7000-8000-00000000000a'
      AND r.kind = 'span'
      AND r.bucket >= '2026-01-15 12:00:00'
      AND r.bucket < '2026-01-15 13:00:00'
    GROUP BY r.service
    UNION ALL
    SELECT r.service AS service, false AS is_error, toUInt64(sum(r.cnt) - sum(r.errors)) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = '0194a000-0000-7000-8000-00000000000a'
      AND r.kind = 'span'
      AND r.bucket >= '2026-01-15 12:00:00'
      AND r.bucket < '2026-01-15 13:00:00'
    GROUP BY r.service
  ) AS e
  WHERE e.cnt > 0
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # count of errors
SELECT t1.__c1 AS service, t1.__c2 AS level, t1.__c3 AS count_
FROM (
  SELECT nullIf(e.service, '') AS __c1, nullIf(e.level, '') AS __c2, toInt64(sum(e.cnt)) AS __c3
  FROM (
    SELECT r.service AS service, r.level AS level, sum(r.errors) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = '0194a000-0000-7000-8000-00000000000a'
      AND r.bucket >= '2026-01-15 12:00:00'
      AND r.bucket < '2026-01-15 13:00:00'
      AND true = true
    GROUP BY r.service, r.level
    UNION ALL
    SELECT r.service AS service, r.level AS level, toUInt64(sum(r.cnt) - sum(r.errors)) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = '0194a000-0000-7000-8000-00000000000a'
      AND r.bucket >= '2026-01-15 12:00:00'
      AND r.bucket < '2026-01-15 13:00:00'
      AND false = true
    GROUP BY r.service, r.level
  ) AS e
  WHERE e.cnt > 0
  GROUP BY e.service, e.level
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST, t1.__c2 ASC NULLS FIRST
LIMIT 10000

-- # sum
SELECT t1.__c1 AS sum_duration
FROM (
  SELECT
    accurateCastOrNull(sumOrNull(toInt128(if(e.kind = 'span', toInt64(e.duration_ns), NULL))), 'Int64') AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # sumif
SELECT t1.__c1 AS sumif_duration
FROM (
  SELECT
    accurateCastOrNull(sumIfOrNull(toInt128(if(e.kind = 'span', toInt64(e.duration_ns), NULL)), ifNull(e.level = 'ERROR', false)), 'Int64') AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # avg
SELECT t1.__c1 AS avg_duration
FROM (
  SELECT avgOrNull(toInt128(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # avgif
SELECT t1.__c1 AS avgif_duration
FROM (
  SELECT
    avgIfOrNull(toInt128(if(e.kind = 'span', toInt64(e.duration_ns), NULL)), ifNull(e.level = 'ERROR', false)) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # min
SELECT t1.__c1 AS service, t1.__c2 AS min_duration
FROM (
  SELECT nullIf(e.service, '') AS __c1, minOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL)) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # minif
SELECT t1.__c1 AS minif_duration
FROM (
  SELECT
    minIfOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL), ifNull(e.level = 'ERROR', false)) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # max
SELECT t1.__c1 AS service, t1.__c2 AS max_duration
FROM (
  SELECT nullIf(e.service, '') AS __c1, maxOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL)) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # maxif
SELECT t1.__c1 AS maxif_duration
FROM (
  SELECT
    maxIfOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL), ifNull(e.level = 'ERROR', false)) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # stdev
SELECT t1.__c1 AS stdev_duration
FROM (
  SELECT stddevSampStableOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL)) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # stdevif
SELECT t1.__c1 AS stdevif_duration
FROM (
  SELECT
    stddevSampStableIfOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL), ifNull(e.level = 'ERROR', false)) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # stdevp
SELECT t1.__c1 AS stdevp_duration
FROM (
  SELECT stddevPopStableOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL)) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # stdevpif
SELECT t1.__c1 AS stdevpif_duration
FROM (
  SELECT
    stddevPopStableIfOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL), ifNull(e.level = 'ERROR', false)) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # variance
SELECT t1.__c1 AS variance_duration
FROM (
  SELECT varSampStableOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL)) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # varianceif
SELECT t1.__c1 AS varianceif_duration
FROM (
  SELECT
    varSampStableIfOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL), ifNull(e.level = 'ERROR', false)) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # variancep
SELECT t1.__c1 AS variancep_duration
FROM (
  SELECT varPopStableOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL)) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # variancepif
SELECT t1.__c1 AS variancepif_duration
FROM (
  SELECT
    varPopStableIfOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL), ifNull(e.level = 'ERROR', false)) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # dcount
SELECT t1.__c1 AS service, t1.__c2 AS dcount_trace_id
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    toInt64(ifNull(uniqCombined64(14)(nullIf(e.trace_id, '')), 0)) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # dcountif
SELECT t1.__c1 AS dcountif_duration
FROM (
  SELECT
    toInt64(ifNull(uniqCombined64If(14)(if(e.kind = 'span', toInt64(e.duration_ns), NULL), ifNull(e.level = 'ERROR', false)), 0)) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # count_distinct
SELECT t1.__c1 AS service, t1.__c2 AS count_distinct_trace_id
FROM (
  SELECT nullIf(e.service, '') AS __c1, toInt64(ifNull(uniqExact(nullIf(e.trace_id, '')), 0)) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # count_distinctif
SELECT t1.__c1 AS count_distinctif_duration
FROM (
  SELECT
    toInt64(ifNull(uniqExactIf(if(e.kind = 'span', toInt64(e.duration_ns), NULL), ifNull(e.level = 'ERROR', false)), 0)) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # percentile
SELECT t1.__c1 AS service, t1.__c2 AS percentile_duration_95
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    toInt64(quantileTDigestOrNull(0.95)(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # percentilew
SELECT t1.__c3 AS percentile_print_0_50
FROM (
  SELECT quantileExactWeightedOrNull(0.5)(toInt64(1), toUInt64(toInt64(1))) AS __c3
) AS t1
LIMIT 10000

-- # percentiles
SELECT
  t1.__c1 AS percentile_duration_50,
  t1.__c2 AS percentile_duration_95,
  t1.__c3 AS percentile_duration_99
FROM (
  SELECT
    toInt64(quantileTDigestOrNull(0.5)(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c1,
    toInt64(quantileTDigestOrNull(0.95)(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c2,
    toInt64(quantileTDigestOrNull(0.99)(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c3
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # p25
SELECT t1.__c1 AS service, t1.__c2 AS p25_duration
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    toInt64(quantileTDigestOrNull(0.25)(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # p50
SELECT t1.__c1 AS service, t1.__c2 AS p50_duration
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    toInt64(quantileTDigestOrNull(0.5)(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # p75
SELECT t1.__c1 AS service, t1.__c2 AS p75_duration
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    toInt64(quantileTDigestOrNull(0.75)(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # p90
SELECT t1.__c1 AS service, t1.__c2 AS p90_duration
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    toInt64(quantileTDigestOrNull(0.9)(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # p95
SELECT t1.__c1 AS service, t1.__c2 AS p95_duration
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    toInt64(quantileTDigestOrNull(0.95)(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # p99
SELECT t1.__c1 AS service, t1.__c2 AS p99_duration
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    toInt64(quantileTDigestOrNull(0.99)(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # p99_9
SELECT t1.__c1 AS service, t1.__c2 AS p99_9_duration
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    toInt64(quantileTDigestOrNull(0.9990000000000001)(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # p0
SELECT t1.__c1 AS service, t1.__c2 AS p0_duration
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    toInt64(minOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # p100
SELECT t1.__c1 AS service, t1.__c2 AS p100_duration
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    toInt64(maxOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL))) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # range
SELECT t1.__c1 AS service, t1.__c2 AS range_duration
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    maxOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL)) - minOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL)) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # arg_max
SELECT t1.__c1 AS service, t1.__c2 AS duration, t1.__c3 AS name
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    maxOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL)) AS __c2,
    tupleElement(if(count(if(e.kind = 'span', toInt64(e.duration_ns), NULL)) > 0, argMax(tuple(toNullable(nullIf(e.name, ''))), if(e.kind = 'span', toInt64(e.duration_ns), NULL)), any(tuple(toNullable(nullIf(e.name, ''))))), 1) AS __c3
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # arg_min
SELECT t1.__c1 AS service, t1.__c2 AS duration, t1.__c3 AS name
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    minOrNull(if(e.kind = 'span', toInt64(e.duration_ns), NULL)) AS __c2,
    tupleElement(if(count(if(e.kind = 'span', toInt64(e.duration_ns), NULL)) > 0, argMin(tuple(toNullable(nullIf(e.name, ''))), if(e.kind = 'span', toInt64(e.duration_ns), NULL)), any(tuple(toNullable(nullIf(e.name, ''))))), 1) AS __c3
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # take_any~
SELECT t1.__c1 AS service, t1.__c2 AS body
FROM (
  SELECT nullIf(e.service, '') AS __c1, anyOrNull(nullIf(e.body, '')) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # first
SELECT t1.__c1 AS service, t1.__c2 AS first_body
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    tupleElement(argMin(tuple(toNullable(nullIf(e.body, ''))), e.ts), 1) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # last
SELECT t1.__c1 AS service, t1.__c2 AS last_body
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    tupleElement(argMax(tuple(toNullable(nullIf(e.body, ''))), e.ts), 1) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # make_list
SELECT t1.__c1 AS service, t1.__c2 AS list_name
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    concat('[', arrayStringConcat(groupArray(10)(if(isNull(nullIf(e.name, '')), NULL, replaceAll(toJSONString(assumeNotNull(nullIf(e.name, ''))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # make_list_if
SELECT t1.__c1 AS list_duration
FROM (
  SELECT
    concat('[', arrayStringConcat(groupArrayIf(10000)(toString(if(e.kind = 'span', toInt64(e.duration_ns), NULL)), ifNull(e.level = 'ERROR', false)), ','), ']') AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # make_set~
SELECT t1.__c1 AS service, t1.__c2 AS set_name
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    concat('[', arrayStringConcat(groupUniqArray(10)(if(isNull(nullIf(e.name, '')), NULL, replaceAll(toJSONString(assumeNotNull(nullIf(e.name, ''))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # make_set_if~
SELECT t1.__c1 AS set_duration
FROM (
  SELECT
    concat('[', arrayStringConcat(groupUniqArrayIf(10000)(toString(if(e.kind = 'span', toInt64(e.duration_ns), NULL)), ifNull(e.level = 'ERROR', false)), ','), ']') AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # make_list_with_nulls
SELECT t1.__c1 AS service, t1.__c2 AS list_name
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(ifNull(if(isNull(nullIf(e.name, '')), NULL, replaceAll(toJSONString(assumeNotNull(nullIf(e.name, ''))), '\\/', '/')), 'null')), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # make_bag
SELECT t1.__c3 AS bag_b
FROM (
  SELECT
    concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySlice(arrayFilter((p, n) -> n = 1, arrayFlatten(arrayMap(b -> JSONExtractKeysAndValuesRaw(ifNull(b, '')), groupArrayIf(10000)('{"a":1}', JSONType(ifNull('{"a":1}', '')) = 'Object'))), arrayEnumerateUniq(arrayMap(k -> tupleElement(k, 1), arrayFlatten(arrayMap(b -> JSONExtractKeysAndValuesRaw(ifNull(b, '')), groupArrayIf(10000)('{"a":1}', JSONType(ifNull('{"a":1}', '')) = 'Object')))))), 1, 10000)), ','), '}') AS __c3
) AS t1
LIMIT 10000

-- # make_bag_if
SELECT t1.__c1 AS bag_duration
FROM (
  SELECT
    concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySlice(arrayFilter((p, n) -> n = 1, arrayFlatten(arrayMap(b -> JSONExtractKeysAndValuesRaw(ifNull(b, '')), groupArrayIf(10000)(toString(if(e.kind = 'span', toInt64(e.duration_ns), NULL)), ifNull(e.level = 'ERROR', false) AND JSONType(ifNull(toString(if(e.kind = 'span', toInt64(e.duration_ns), NULL)), '')) = 'Object'))), arrayEnumerateUniq(arrayMap(k -> tupleElement(k, 1), arrayFlatten(arrayMap(b -> JSONExtractKeysAndValuesRaw(ifNull(b, '')), groupArrayIf(10000)(toString(if(e.kind = 'span', toInt64(e.duration_ns), NULL)), ifNull(e.level = 'ERROR', false) AND JSONType(ifNull(toString(if(e.kind = 'span', toInt64(e.duration_ns), NULL)), '')) = 'Object')))))), 1, 10000)), ','), '}') AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # topk~
SELECT t1.__c1 AS service, t1.__c2 AS topk_name
FROM (
  SELECT
    nullIf(e.service, '') AS __c1,
    concat('[', arrayStringConcat(arrayMap(t -> concat('{"value":', ifNull(if(isNull(tupleElement(t, 1)), NULL, replaceAll(toJSONString(assumeNotNull(tupleElement(t, 1))), '\\/', '/')), 'null'), ',"count":', toString(tupleElement(t, 2)), '}'), approx_top_k(5, 100)(nullIf(e.name, ''))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY e.service
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # histogram
SELECT t1.__c1 AS histogram_duration
FROM (
  SELECT
    concat('[', arrayStringConcat(arrayMap(t -> concat('{"from":', toString(tupleElement(t, 1)), ',"to":', toString(tupleElement(t, 2)), ',"count":', toString(tupleElement(t, 3)), '}'), histogramIf(20)(if(e.kind = 'span', toInt64(e.duration_ns), NULL), isFinite(if(e.kind = 'span', toInt64(e.duration_ns), NULL)))), ','), ']') AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # rate
SELECT t1.__c1 AS timestamp, t1.__c2 AS rate
FROM (
  SELECT
    CAST(toStartOfInterval(e.ts, toIntervalSecond(60)) AS DateTime64(9, 'UTC')) AS __c1,
    count() / 60 AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY toStartOfInterval(e.ts, toIntervalSecond(60))
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 5

-- # increase
SELECT t1.__c1 AS increase_duration
FROM (
  SELECT toFloat64(ifNull(sumOrNull(toInt128(if(e.kind = 'span', toInt64(e.duration_ns), NULL))), 0)) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # binary_all_and
SELECT t1.__c1 AS severity_number
FROM (
  SELECT
    toInt64(groupBitAndIfOrNull(assumeNotNull(toInt64(nullIf(e.severity, 0))), true AND isNotNull(toInt64(nullIf(e.severity, 0))))) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # binary_all_or
SELECT t1.__c1 AS severity_number
FROM (
  SELECT
    toInt64(groupBitOrIfOrNull(assumeNotNull(toInt64(nullIf(e.severity, 0))), true AND isNotNull(toInt64(nullIf(e.severity, 0))))) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # binary_all_xor
SELECT t1.__c1 AS severity_number
FROM (
  SELECT
    toInt64(groupBitXorIfOrNull(assumeNotNull(toInt64(nullIf(e.severity, 0))), true AND isNotNull(toInt64(nullIf(e.severity, 0))))) AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # histogram_quantile
SELECT t4.__c1 AS timestamp, t4.__c2 AS histogram_quantile_0_95
FROM (
  SELECT
    CAST(toStartOfInterval(m.ts, toIntervalSecond(300)) AS DateTime64(9, 'UTC')) AS __c1,
    ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.95])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.95)(if(length(m.bucket_n) = 0, m.value, NULL)))) AS __c2
  FROM (
    SELECT
      t3.ts AS ts,
      t3.value AS value,
      arrayConcat(if(isNull(t3.up_to), [], [assumeNotNull(t3.up_to)]), t3.hi, arrayMap(b -> arrayMin(arrayFilter(c -> c >= b, arrayPushBack(t3.hi, inf))), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.hi_before, []))) AS bucket_hi,
      arrayConcat(if(isNull(t3.up_to), [], [-inf]), if(length(t3.lo) = length(t3.hi), t3.lo, arrayPushFront(arrayPopBack(t3.hi), least(t3.hi[1], 0))), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.hi_before, [])) AS bucket_lo,
      arrayConcat(if(isNull(t3.up_to), [], [ifNull(if(t3.temporality = 'delta', t3.value, if(t3.monotonic, if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), if(NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.value < t3.value_before, t3.value, t3.value - t3.value_before), if(t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts, t3.value, NULL)), if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), t3.value - t3.value_before, NULL))), 0)]), arrayMap((c, b) -> greatest(c - b, 0), t3.n, arrayResize(if(NOT t3.temporality = 'delta' AND NOT ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts), t3.n, if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND t3.hi_before = t3.hi, t3.n_before, [])), length(t3.n))), arrayMap(c -> negate(c), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.n_before, []))) AS bucket_n
    FROM (
      SELECT
        t1.temporality AS temporality,
        t1.monotonic AS monotonic,
        t1.up_to AS up_to,
        t2.ts AS ts,
        t2.value AS value,
        t2.dist_count AS dist_count,
        t2.start_ts AS start_ts,
        t2.hi AS hi,
        t2.lo AS lo,
        t2.n AS n,
        lagInFrame(toNullable(t2.start_ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS start_ts_before,
        lagInFrame(toNullable(t2.ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS ts_before,
        lagInFrame(toNullable(t2.value)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS value_before,
        lagInFrame(toNullable(t2.dist_count)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS dist_count_before,
        lagInFrame(t2.hi) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS hi_before,
        lagInFrame(t2.n) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS n_before
      FROM (
        SELECT
          p.series_id AS series_id,
          p.ts AS ts,
          p.start_ts AS start_ts,
          toNullable(p.value) AS value,
          CAST(NULL AS Nullable(Float64)) AS dist_count,
          CAST([] AS Array(Float64)) AS hi,
          CAST([] AS Array(Float64)) AS lo,
          CAST([] AS Array(Float64)) AS n
        FROM metric_points AS p
        WHERE p.project_id = '0194a000-0000-7000-8000-00000000000a'
          AND p.ts >= toDateTime64('2026-01-15 11:50:00.000000000', 9, 'UTC')
          AND p.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
          AND bitAnd(p.flags, 1) = 0
        UNION ALL
        SELECT
          d.series_id AS series_id,
          d.ts AS ts,
          d.start_ts AS start_ts,
          if(bitAnd(d.present, 1) != 0, toNullable(d.sum), NULL) / nullIf(toFloat64(d.count), 0) AS value,
          toNullable(toFloat64(d.count)) AS dist_count,
          if(length(d.bounds) > 0, arrayPushBack(d.bounds, inf), if(d.zero_count > 0, arrayPushFront(arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + (-1)) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + 0) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))), toFloat64(d.zero_threshold)), arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + (-1)) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + 0) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))))) AS hi,
          if(length(d.bounds) > 0, [], if(d.zero_count > 0, arrayPushFront(arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + 0) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + (-1)) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))), toFloat64(negate(d.zero_threshold))), arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + 0) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + (-1)) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))))) AS lo,
          if(length(d.bounds) > 0, arrayMap(i -> toFloat64(i), d.counts), if(d.zero_count > 0, arrayPushFront(arrayMap(i -> toFloat64(i), arrayConcat(d.neg_counts, d.pos_counts)), toFloat64(d.zero_count)), arrayMap(i -> toFloat64(i), arrayConcat(d.neg_counts, d.pos_counts)))) AS n
        FROM metric_dists AS d
        WHERE d.project_id = '0194a000-0000-7000-8000-00000000000a'
          AND d.ts >= toDateTime64('2026-01-15 11:50:00.000000000', 9, 'UTC')
          AND d.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
          AND bitAnd(d.flags, 1) = 0
      ) AS t2
      INNER JOIN (
        SELECT
          s.series_id AS series_id,
          argMax(s.temporality, s.last_seen) AS temporality,
          argMax(s.monotonic, s.last_seen) AS monotonic,
          if(argMax(s.monotonic, s.last_seen) AND endsWith(argMax(s.metric, s.last_seen), '_bucket'), toFloat64OrNull(argMax(s.attrs, s.last_seen)['le']), NULL) AS up_to
        FROM metric_series AS s
        WHERE s.project_id = '0194a000-0000-7000-8000-00000000000a'
          AND s.day >= toDate(toDateTime64('2026-01-15 11:50:00.000000000', 9, 'UTC'))
          AND s.day <= toDate(toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC'))
        GROUP BY s.series_id
      ) AS t1 ON t2.series_id = t1.series_id
    ) AS t3
    WHERE t3.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
  ) AS m
  GROUP BY toStartOfInterval(m.ts, toIntervalSecond(300))
) AS t4
LIMIT 10000

-- # rate in a range with its bound on the left
SELECT t1.__c1 AS rate
FROM (
  SELECT count() / 600 AS __c1
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.ts > toDateTime64('2026-01-15 12:50:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # bin_auto in a range with its bound on the left
SELECT t1.__c1 AS timestamp, t1.__c2 AS count_
FROM (
  SELECT
    CAST(toStartOfInterval(e.ts, toIntervalSecond(10)) AS DateTime64(9, 'UTC')) AS __c1,
    toInt64(count()) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.ts >= toDateTime64('2026-01-15 12:51:00.000000000', 9, 'UTC')
  GROUP BY toStartOfInterval(e.ts, toIntervalSecond(10))
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # rate by weeks
SELECT t1.__c1 AS timestamp, t1.__c2 AS rate
FROM (
  SELECT
    fromUnixTimestamp64Nano(toUnixTimestamp64Nano(e.ts) + 345600000000000 - positiveModulo(toUnixTimestamp64Nano(e.ts) + 345600000000000, toInt64(604800000000000)) - 345600000000000, 'UTC') AS __c1,
    count() / 604800 AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY __c1
) AS t1
LIMIT 10000

