-- # row_number
SELECT t2.__c1 AS print_0, t2.__c3 AS n
FROM (
  SELECT
    t1.__c2 AS __c2,
    toInt64(row_number() OVER (ORDER BY t1.__c2 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)) - 1 + 1 AS __c3,
    t1.__c1 AS __c1
  FROM (
    SELECT 0 AS __c2, {p0:Int64} AS __c1
  ) AS t1
) AS t2
ORDER BY t2.__c2 ASC
LIMIT 10000
-- {"p0":"1"}

-- # row_cumsum
SELECT t3.__c1 AS __o0, t3.__c3 AS s
FROM (
  SELECT
    t2.__c2 AS __c2,
    sum(t2.__c1) OVER (ORDER BY t2.__c2 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS __c3,
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

-- # prev
SELECT t3.__c1 AS __o0, t3.__c3 AS before
FROM (
  SELECT
    t2.__c2 AS __c2,
    lagInFrame(toNullable(t2.__c1), 1) OVER (ORDER BY t2.__c2 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS __c3,
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

-- # next
SELECT t3.__c1 AS __o0, t3.__c3 AS after
FROM (
  SELECT
    t2.__c2 AS __c2,
    leadInFrame(toNullable(t2.__c1), 1) OVER (ORDER BY t2.__c2 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS __c3,
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

