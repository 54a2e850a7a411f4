-- # bin
SELECT t1.__c1 AS timestamp, t1.__c2 AS count_
FROM (
  SELECT
    CAST(toStartOfInterval(e.ts, toIntervalSecond(300)) AS DateTime64(9, 'UTC')) AS __c1,
    toInt64(sum(e.cnt)) AS __c2
  FROM (
    SELECT toStartOfInterval(r.bucket, toIntervalSecond(300)) AS ts, sum(r.cnt) AS cnt
    FROM events_1m AS r
    WHERE r.project_id = {p0:String}
      AND r.kind = 'span'
      AND r.bucket >= {p1:DateTime('UTC')}
      AND r.bucket < {p2:DateTime('UTC')}
    GROUP BY toStartOfInterval(r.bucket, toIntervalSecond(300))
  ) AS e
  GROUP BY toStartOfInterval(e.ts, toIntervalSecond(300))
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 5
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00","p2":"2026-01-15 13:00:00"}

-- # bin_at
SELECT t1.__c1 AS timestamp, t1.__c2 AS count_
FROM (
  SELECT
    fromUnixTimestamp64Nano(toUnixTimestamp64Nano(e.ts) - positiveModulo(toUnixTimestamp64Nano(e.ts) - toUnixTimestamp64Nano({p0:DateTime64(9, 'UTC')}), {p1:Int64}), 'UTC') AS __c1,
    toInt64(count()) AS __c2
  FROM events AS e
  WHERE e.project_id = {p2:String}
    AND e.kind = 'span'
    AND e.ts >= {p3:DateTime64(9, 'UTC')}
    AND e.ts < {p4:DateTime64(9, 'UTC')}
  GROUP BY __c1
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 5
-- {"p0":"2026-01-01 00:00:00.000000000","p1":"86400000000000","p2":"0194a000-0000-7000-8000-00000000000a","p3":"2026-01-15 12:00:00.000000000","p4":"2026-01-15 13:00:00.000000000"}

-- # bin_auto
SELECT t1.__c1 AS timestamp, t1.__c2 AS count_
FROM (
  SELECT
    CAST(toStartOfInterval(e.ts, toIntervalSecond(30)) AS DateTime64(9, 'UTC')) AS __c1,
    toInt64(count()) AS __c2
  FROM events AS e
  WHERE e.project_id = {p0:String}
    AND e.kind = 'span'
    AND e.ts >= {p1:DateTime64(9, 'UTC')}
    AND e.ts < {p2:DateTime64(9, 'UTC')}
  GROUP BY toStartOfInterval(e.ts, toIntervalSecond(30))
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 5
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

