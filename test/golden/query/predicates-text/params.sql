-- # has one term
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND hasAllTokens(lower(e.body), {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"timeout"}

-- # has, other case
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND hasAllTokens(lower(e.body), {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"timeout"}

-- # has several terms
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND hasAllTokens(lower(e.body), {p4:String})
    AND hasPhrase(lower(e.body), {p4:String})
    AND match(lower(e.body), {p5:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"timeout after","p5":"(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])timeout after(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])"}

-- # has with separators
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND hasAllTokens(lower(e.body), {p4:String})
    AND hasPhrase(lower(e.body), {p4:String})
    AND match(lower(e.body), {p5:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"db_1","p5":"(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])db_1(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])"}

-- # has a separator alone
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND lower(e.body) LIKE {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"%(%"}

-- # has nothing
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.body != ''
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # has on an attribute
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND hasAllTokens(lower(e.http_route), {p4:String}, 'splitByNonAlpha')
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"orders"}

-- # not has
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.body != ''
    AND NOT hasAllTokens(lower(e.body), {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"timeout"}

-- # has_cs
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND hasAllTokens(lower(e.body), {p4:String})
    AND match(e.body, {p5:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"payment","p5":"(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])Payment(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])"}

-- # has_cs other case
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND hasAllTokens(lower(e.body), {p4:String})
    AND match(e.body, {p5:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"payment","p5":"(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])payment(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])"}

-- # hasprefix
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND lower(e.body) LIKE {p4:String}
    AND match(lower(e.body), {p5:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"%time%","p5":"(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])time"}

-- # hassuffix
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND lower(e.body) LIKE {p4:String}
    AND match(lower(e.body), {p5:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"%alice%","p5":"alice(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])"}

-- # hasprefix_cs
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.body LIKE {p4:String}
    AND match(e.body, {p5:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"%Pay%","p5":"(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])Pay"}

-- # hassuffix_cs
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.body LIKE {p4:String}
    AND match(e.body, {p5:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"%ALICE%","p5":"ALICE(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])"}

-- # contains
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND hasAllTokens(lower(e.body), {p4:Array(String)})
    AND lower(e.body) LIKE {p5:String}
    AND lower(e.body) LIKE {p6:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":["in"],"p5":"%logged%","p6":"%logged in: al%"}

-- # contains, wildcards mean themselves
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND lower(e.body) LIKE {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"%50\\%%"}

-- # contains an underscore
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND lower(e.body) LIKE {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"%0\\_m%"}

-- # contains nothing
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.body != ''
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # not contains
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.body != ''
    AND NOT lower(e.body) LIKE {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"%e%"}

-- # contains_cs
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND lower(e.body) LIKE {p4:String}
    AND e.body LIKE {p5:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"%failed%","p5":"%FAILED%"}

-- # startswith
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND startsWith(lower(e.body), {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"request"}

-- # startswith_cs
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND startsWith(lower(e.body), {p4:String})
    AND startsWith(e.body, {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"request"}

-- # endswith
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND endsWith(lower(e.body), {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"order_17"}

-- # endswith_cs
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND endsWith(lower(e.body), {p4:String})
    AND endsWith(e.body, {p5:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"order_17","p5":"ORDER_17"}

-- # not startswith
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.body != ''
    AND NOT startsWith(lower(e.body), {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"r"}

-- # like
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.body != ''
    AND e.body LIKE {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"Pay%code=_-42%"}

-- # not ASCII
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND hasAllTokens(lower(e.body), {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"größe"}

-- # has_any
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND hasAnyTokens(lower(e.body), {p4:Array(String)})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":["timeout","cache"]}

-- # has_any with a phrase
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND (hasAllTokens(lower(e.body), {p4:String}) AND hasPhrase(lower(e.body), {p4:String}) AND match(lower(e.body), {p5:String}) OR hasAllTokens(lower(e.body), {p6:String}) AND hasPhrase(lower(e.body), {p6:String}) AND match(lower(e.body), {p7:String}))
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"db_1","p5":"(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])db_1(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])","p6":"logged in","p7":"(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])logged in(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])"}

-- # has_all
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND hasAllTokens(lower(e.body), {p4:Array(String)})
    AND hasAllTokens(lower(e.body), {p5:String})
    AND hasPhrase(lower(e.body), {p5:String})
    AND match(lower(e.body), {p6:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":["cache","miss"],"p5":"db_1","p6":"(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])db_1(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])"}

-- # not has_all
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.body != ''
    AND NOT hasAllTokens(lower(e.body), {p4:Array(String)})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":["cache","miss"]}

-- # has_any of nothing
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND false
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # free text
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND (hasAllTokens(lower(e.name), {p4:String}, 'splitByNonAlpha') OR hasAllTokens(lower(e.body), {p4:String}) OR hasAllTokens(lower(e.status_message), {p4:String}, 'splitByNonAlpha'))
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"deadline"}

-- # star
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND (hasAllTokens(lower(e.name), {p4:String}, 'splitByNonAlpha') OR hasAllTokens(lower(e.body), {p4:String}) OR hasAllTokens(lower(e.status_message), {p4:String}, 'splitByNonAlpha'))
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"exceeded"}

-- # not free text: also what lacks some of the texts
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND (NOT e.name != '' OR e.name != '' AND NOT hasAllTokens(lower(e.name), {p4:String}, 'splitByNonAlpha'))
    AND (NOT e.body != '' OR e.body != '' AND NOT hasAllTokens(lower(e.body), {p4:String}))
    AND (NOT e.status_message != '' OR e.status_message != '' AND NOT hasAllTokens(lower(e.status_message), {p4:String}, 'splitByNonAlpha'))
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"deadline"}

-- # no star
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND (NOT e.name != '' OR e.name != '' AND NOT hasAllTokens(lower(e.name), {p4:String}, 'splitByNonAlpha'))
    AND (NOT e.body != '' OR e.body != '' AND NOT hasAllTokens(lower(e.body), {p4:String}))
    AND (NOT e.status_message != '' OR e.status_message != '' AND NOT hasAllTokens(lower(e.status_message), {p4:String}, 'splitByNonAlpha'))
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"exceeded"}

-- # colon
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND hasAllTokens(lower(e.body), {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"cache"}

-- # search
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND (hasAllTokens(lower(e.name), {p4:String}, 'splitByNonAlpha') OR hasAllTokens(lower(e.body), {p4:String}) OR hasAllTokens(lower(e.status_message), {p4:String}, 'splitByNonAlpha'))
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"alice"}

-- # matches
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.body != ''
    AND lower(e.body) LIKE {p4:String}
    AND match(e.body, {p5:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"%order%","p5":"order_\\d+"}

-- # matches, flag
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.body != ''
    AND match(e.body, {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"(?i)payment failed"}

-- # matches regex
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.body != ''
    AND lower(e.body) LIKE {p4:String}
    AND match(e.body, {p5:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"%user%","p5":"^user"}

-- # =~ regex
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.name != ''
    AND match(e.name, {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"^GET"}

-- # !~ regex
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.body != ''
    AND NOT match(e.body, {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"e"}

-- # not matches
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.body != ''
    AND NOT match(e.body, {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"timeout"}

