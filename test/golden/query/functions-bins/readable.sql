-- # bin
SELECT t1.__c1 AS timestamp, t1.__c2 AS count_
FROM (
  SELECT
    CAST(toStartOfInterval(e.ts, toIntervalSecond(300)) AS DateTime64(9, 'UTC')) AS __c1,
    toInt64(sum(e.cnt)) AS __c2
  FROM (
    SELECT toStartOfInterval(r.bucket, toIntervalSecond(300)) AS ts, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = '0194a000-0000-7000-8000-00000000000a'
      AND r.kind = 'span'
      AND r.bucket >= '2026-01-15 12:00:00'
      AND r.bucket < '2026-01-15 13:00:00'
    GROUP BY toStartOfInterval(r.bucket, toIntervalSecond(300))
  ) AS e
  GROUP BY toStartOfInterval(e.ts, toIntervalSecond(300))
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 5

-- # bin_at
SELECT t1.__c1 AS timestamp, t1.__c2 AS count_
FROM (
  SELECT
    fromUnixTimestamp64Nano(toUnixTimestamp64Nano(e.ts) - positiveModulo(toUnixTimestamp64Nano(e.ts) - toUnixTimestamp64Nano(toDateTime64('2026-01-01 00:00:00.000000000', 9, 'UTC')), toInt64(86400000000000)), 'UTC') AS __c1,
    toInt64(count()) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY __c1
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 5

-- # bin_auto
SELECT t1.__c1 AS timestamp, t1.__c2 AS count_
FROM (
  SELECT
    CAST(toStartOfInterval(e.ts, toIntervalSecond(30)) AS DateTime64(9, 'UTC')) AS __c1,
    toInt64(count()) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.kind = 'span'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY toStartOfInterval(e.ts, toIntervalSecond(30))
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 5

