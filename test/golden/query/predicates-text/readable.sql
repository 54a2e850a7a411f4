-- # has one term
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND hasAllTokens(lower(e.body), 'timeout')
) AS t1
LIMIT 10000

-- # has, other case
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND hasAllTokens(lower(e.body), 'timeout')
) AS t1
LIMIT 10000

-- # has several terms
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND hasAllTokens(lower(e.body), 'timeout after')
    AND hasPhrase(lower(e.body), 'timeout after')
    AND match(lower(e.body), '(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])timeout after(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])')
) AS t1
LIMIT 10000

-- # has with separators
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND hasAllTokens(lower(e.body), 'db_1')
    AND hasPhrase(lower(e.body), 'db_1')
    AND match(lower(e.body), '(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])db_1(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])')
) AS t1
LIMIT 10000

-- # has a separator alone
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND lower(e.body) LIKE '%(%'
) AS t1
LIMIT 10000

-- # has nothing
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.body != ''
) AS t1
LIMIT 10000

-- # has on an attribute
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND hasAllTokens(lower(e.http_route), 'orders', 'splitByNonAlpha')
) AS t1
LIMIT 10000

-- # not has
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.body != ''
    AND NOT hasAllTokens(lower(e.body), 'timeout')
) AS t1
LIMIT 10000

-- # has_cs
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND hasAllTokens(lower(e.body), 'payment')
    AND match(e.body, '(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])Payment(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])')
) AS t1
LIMIT 10000

-- # has_cs other case
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND hasAllTokens(lower(e.body), 'payment')
    AND match(e.body, '(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])payment(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])')
) AS t1
LIMIT 10000

-- # hasprefix
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND lower(e.body) LIKE '%time%'
    AND match(lower(e.body), '(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])time')
) AS t1
LIMIT 10000

-- # hassuffix
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND lower(e.body) LIKE '%alice%'
    AND match(lower(e.body), 'alice(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])')
) AS t1
LIMIT 10000

-- # hasprefix_cs
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.body LIKE '%Pay%'
    AND match(e.body, '(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])Pay')
) AS t1
LIMIT 10000

-- # hassuffix_cs
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.body LIKE '%ALICE%'
    AND match(e.body, 'ALICE(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])')
) AS t1
LIMIT 10000

-- # contains
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND hasAllTokens(lower(e.body), ['in'])
    AND lower(e.body) LIKE '%logged%'
    AND lower(e.body) LIKE '%logged in: al%'
) AS t1
LIMIT 10000

-- # contains, wildcards mean themselves
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND lower(e.body) LIKE '%50\\%%'
) AS t1
LIMIT 10000

-- # contains an underscore
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND lower(e.body) LIKE '%0\\_m%'
) AS t1
LIMIT 10000

-- # contains nothing
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.body != ''
) AS t1
LIMIT 10000

-- # not contains
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.body != ''
    AND NOT lower(e.body) LIKE '%e%'
) AS t1
LIMIT 10000

-- # contains_cs
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND lower(e.body) LIKE '%failed%'
    AND e.body LIKE '%FAILED%'
) AS t1
LIMIT 10000

-- # startswith
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND startsWith(lower(e.body), 'request')
) AS t1
LIMIT 10000

-- # startswith_cs
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND startsWith(lower(e.body), 'request')
    AND startsWith(e.body, 'request')
) AS t1
LIMIT 10000

-- # endswith
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND endsWith(lower(e.body), 'order_17')
) AS t1
LIMIT 10000

-- # endswith_cs
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND endsWith(lower(e.body), 'order_17')
    AND endsWith(e.body, 'ORDER_17')
) AS t1
LIMIT 10000

-- # not startswith
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.body != ''
    AND NOT startsWith(lower(e.body), 'r')
) AS t1
LIMIT 10000

-- # like
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.body != ''
    AND e.body LIKE 'Pay%code=_-42%'
) AS t1
LIMIT 10000

-- # not ASCII
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND hasAllTokens(lower(e.body), 'größe')
) AS t1
LIMIT 10000

-- # has_any
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND hasAnyTokens(lower(e.body), ['timeout', 'cache'])
) AS t1
LIMIT 10000

-- # has_any with a phrase
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND (hasAllTokens(lower(e.body), 'db_1') AND hasPhrase(lower(e.body), 'db_1') AND match(lower(e.body), '(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])db_1(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])') OR hasAllTokens(lower(e.body), 'logged in') AND hasPhrase(lower(e.body), 'logged in') AND match(lower(e.body), '(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])logged in(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])'))
) AS t1
LIMIT 10000

-- # has_all
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND hasAllTokens(lower(e.body), ['cache', 'miss'])
    AND hasAllTokens(lower(e.body), 'db_1')
    AND hasPhrase(lower(e.body), 'db_1')
    AND match(lower(e.body), '(?:^|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])db_1(?:$|[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f])')
) AS t1
LIMIT 10000

-- # not has_all
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.body != ''
    AND NOT hasAllTokens(lower(e.body), ['cache', 'miss'])
) AS t1
LIMIT 10000

-- # has_any of nothing
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND false
) AS t1
LIMIT 10000

-- # free text
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND (hasAllTokens(lower(e.name), 'deadline', 'splitByNonAlpha') OR hasAllTokens(lower(e.body), 'deadline') OR hasAllTokens(lower(e.status_message), 'deadline', 'splitByNonAlpha'))
) AS t1
LIMIT 10000

-- # star
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND (hasAllTokens(lower(e.name), 'exceeded', 'splitByNonAlpha') OR hasAllTokens(lower(e.body), 'exceeded') OR hasAllTokens(lower(e.status_message), 'exceeded', 'splitByNonAlpha'))
) AS t1
LIMIT 10000

-- # not free text: also what lacks some of the texts
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND (NOT e.name != '' OR e.name != '' AND NOT hasAllTokens(lower(e.name), 'deadline', 'splitByNonAlpha'))
    AND (NOT e.body != '' OR e.body != '' AND NOT hasAllTokens(lower(e.body), 'deadline'))
    AND (NOT e.status_message != '' OR e.status_message != '' AND NOT hasAllTokens(lower(e.status_message), 'deadline', 'splitByNonAlpha'))
) AS t1
LIMIT 10000

-- # no star
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND (NOT e.name != '' OR e.name != '' AND NOT hasAllTokens(lower(e.name), 'exceeded', 'splitByNonAlpha'))
    AND (NOT e.body != '' OR e.body != '' AND NOT hasAllTokens(lower(e.body), 'exceeded'))
    AND (NOT e.status_message != '' OR e.status_message != '' AND NOT hasAllTokens(lower(e.status_message), 'exceeded', 'splitByNonAlpha'))
) AS t1
LIMIT 10000

-- # colon
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND hasAllTokens(lower(e.body), 'cache')
) AS t1
LIMIT 10000

-- # search
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND (hasAllTokens(lower(e.name), 'alice', 'splitByNonAlpha') OR hasAllTokens(lower(e.body), 'alice') OR hasAllTokens(lower(e.status_message), 'alice', 'splitByNonAlpha'))
) AS t1
LIMIT 10000

-- # matches
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.body != ''
    AND lower(e.body) LIKE '%order%'
    AND match(e.body, 'order_\\d+')
) AS t1
LIMIT 10000

-- # matches, flag
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.body != ''
    AND match(e.body, '(?i)payment failed')
) AS t1
LIMIT 10000

-- # matches regex
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.body != ''
    AND lower(e.body) LIKE '%user%'
    AND match(e.body, '^user')
) AS t1
LIMIT 10000

-- # =~ regex
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.name != ''
    AND match(e.name, '^GET')
) AS t1
LIMIT 10000

-- # !~ regex
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.body != ''
    AND NOT match(e.body, 'e')
) AS t1
LIMIT 10000

-- # not matches
SELECT
  t1.__c1 AS n,
  if(JSONType(ifNull(t1.__c2, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c2, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c1,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.body != ''
    AND NOT match(e.body, 'timeout')
) AS t1
LIMIT 10000

