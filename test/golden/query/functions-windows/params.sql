-- # row_number
SELECT t1.__c1 AS print_0, t1.__c3 AS n
FROM (
  SELECT
    toInt64(row_number() OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)) - 1 + 1 AS __c3,
    {p0:Int64} AS __c1
) AS t1
LIMIT 10000
-- {"p0":"1"}

-- # row_cumsum
SELECT t2.__c1 AS __o0, t2.__c3 AS s
FROM (
  SELECT
    sum({p0:Int64} + toInt64(__c2) * {p0:Int64}) OVER (ORDER BY __c2 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS __c3,
    {p0:Int64} + toInt64(__c2) * {p0:Int64} AS __c1
  FROM (
    SELECT 1 AS __one
  ) AS t1
  ARRAY JOIN range(assumeNotNull(toUInt64(least(greatest(floor(({p1:Int64} - {p0:Int64}) / {p0:Int64}) + 1, 0), 1000000)))) AS __c2
) AS t2
LIMIT 10000
-- {"p0":"1","p1":"3"}

-- # prev
SELECT t2.__c1 AS __o0, t2.__c3 AS before
FROM (
  SELECT
    lagInFrame(toNullable({p0:Int64} + toInt64(__c2) * {p0:Int64}), 1) OVER (ORDER BY __c2 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS __c3,
    {p0:Int64} + toInt64(__c2) * {p0:Int64} AS __c1
  FROM (
    SELECT 1 AS __one
  ) AS t1
  ARRAY JOIN range(assumeNotNull(toUInt64(least(greatest(floor(({p1:Int64} - {p0:Int64}) / {p0:Int64}) + 1, 0), 1000000)))) AS __c2
) AS t2
LIMIT 10000
-- {"p0":"1","p1":"3"}

-- # next
SELECT t2.__c1 AS __o0, t2.__c3 AS after
FROM (
  SELECT
    leadInFrame(toNullable({p0:Int64} + toInt64(__c2) * {p0:Int64}), 1) OVER (ORDER BY __c2 ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS __c3,
    {p0:Int64} + toInt64(__c2) * {p0:Int64} AS __c1
  FROM (
    SELECT 1 AS __one
  ) AS t1
  ARRAY JOIN range(assumeNotNull(toUInt64(least(greatest(floor(({p1:Int64} - {p0:Int64}) / {p0:Int64}) + 1, 0), 1000000)))) AS __c2
) AS t2
LIMIT 10000
-- {"p0":"1","p1":"3"}

