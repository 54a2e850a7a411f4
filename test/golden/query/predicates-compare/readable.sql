-- # == text
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
    AND e.service = 'cart'
) AS t1
LIMIT 10000

-- # != text
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
    AND e.level != ''
    AND e.level != 'ERROR'
) AS t1
LIMIT 10000

-- # =~ text
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
    AND lower(e.level) = 'error'
) AS t1
LIMIT 10000

-- # !~ text
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
    AND e.level != ''
    AND NOT lower(e.level) = 'error'
) AS t1
LIMIT 10000

-- # == promoted attribute
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
    AND e.http_method = 'GET'
) AS t1
LIMIT 10000

-- # == old name of an attribute
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
    AND e.http_method = 'GET'
) AS t1
LIMIT 10000

-- # == tagged attribute
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
    AND e.user_id = 'u1'
) AS t1
LIMIT 10000

-- # == attribute with a fraction
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
    AND has(e.attr_tags, 'note=12.5ms')
) AS t1
LIMIT 10000

-- # == value that few have
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
    AND indexHint(hasAny(mapValues(mapFilter((k, v) -> NOT match(k, '^(url[.]path|user[.]id|session[.]id|exception[.](message|stacktrace))$'), e.attrs)), ['order-100023']))
    AND e.attrs['order.id'] = 'order-100023'
) AS t1
LIMIT 10000

-- # in values that few have
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
    AND indexHint(hasAny(mapValues(mapFilter((k, v) -> NOT match(k, '^(url[.]path|user[.]id|session[.]id|exception[.](message|stacktrace))$'), e.attrs)), ['order-100003', 'order-100043', 'x']))
    AND e.attrs['order.id'] IN ['order-100003', 'order-100043', 'x']
) AS t1
LIMIT 10000

-- # != value that few have
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
    AND mapContains(e.attrs, 'order.id')
    AND NOT (indexHint(hasAny(mapValues(mapFilter((k, v) -> NOT match(k, '^(url[.]path|user[.]id|session[.]id|exception[.](message|stacktrace))$'), e.attrs)), ['order-100023'])) AND e.attrs['order.id'] = 'order-100023')
) AS t1
LIMIT 10000

-- # not in values that few have
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
    AND mapContains(e.attrs, 'order.id')
    AND NOT (mapContains(e.attrs, 'order.id') AND e.attrs['order.id'] IN ['order-100003', '', 'x'])
) AS t1
LIMIT 10000

-- # not of a value that few have and another
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
    AND (mapContains(e.attrs, 'order.id') AND NOT (indexHint(hasAny(mapValues(mapFilter((k, v) -> NOT match(k, '^(url[.]path|user[.]id|session[.]id|exception[.](message|stacktrace))$'), e.attrs)), ['order-100023'])) AND e.attrs['order.id'] = 'order-100023') OR e.http_route != '' AND e.http_route != '/pay')
) AS t1
LIMIT 10000

-- # value that few have or another
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
    AND (indexHint(hasAny(mapValues(mapFilter((k, v) -> NOT match(k, '^(url[.]path|user[.]id|session[.]id|exception[.](message|stacktrace))$'), e.attrs)), ['order-100023'])) AND e.attrs['order.id'] = 'order-100023' OR has(e.attr_tags, 'note=12.5ms'))
) AS t1
LIMIT 10000

-- # == value under another name of its key
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
    AND (e.attrs['http.target'] = '/orders/100007' OR e.attrs['url.path'] = '/orders/100007')
    AND if(mapContains(e.attrs, 'http.target'), e.attrs['http.target'], if(mapContains(e.attrs, 'url.path'), e.attrs['url.path'], NULL)) = '/orders/100007'
) AS t1
LIMIT 10000

-- # == empty attribute
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
    AND has(e.attr_tags, 'note=')
) AS t1
LIMIT 10000

-- # != attribute
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
    AND e.user_id != ''
    AND e.user_id != 'u1'
) AS t1
LIMIT 10000

-- # status as a number
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
    AND e.http_status >= 400
) AS t1
LIMIT 10000

-- # status_code as a number
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
    AND e.http_status >= 500
) AS t1
LIMIT 10000

-- # status_code as text
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
    AND e.kind = 'span'
    AND e.status = 'error'
) AS t1
LIMIT 10000

-- # number
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
    AND mapContains(e.attrs, 'retries')
    AND toFloat64OrNull(if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL)) > 3
) AS t1
LIMIT 10000

-- # number ==
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
    AND hasAny(e.attr_tags, ['retries=5', 'retries=5.0'])
) AS t1
LIMIT 10000

-- # number !=
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
    AND mapContains(e.attrs, 'retries')
    AND NOT hasAny(e.attr_tags, ['retries=5', 'retries=5.0'])
) AS t1
LIMIT 10000

-- # number on text that is none
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
    AND mapContains(e.attrs, 'note')
    AND NOT hasAny(e.attr_tags, ['note=5', 'note=5.0'])
) AS t1
LIMIT 10000

-- # number < on text
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
    AND mapContains(e.attrs, 'note')
    AND toFloat64OrNull(if(mapContains(e.attrs, 'note'), e.attrs['note'], NULL)) < 100
) AS t1
LIMIT 10000

-- # bool attribute
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
    AND isNotNull(multiIf(lower(if(mapContains(e.attrs, 'cached'), e.attrs['cached'], NULL)) IN ('true', '1'), true, lower(if(mapContains(e.attrs, 'cached'), e.attrs['cached'], NULL)) IN ('false', '0'), false, NULL))
    AND multiIf(lower(if(mapContains(e.attrs, 'cached'), e.attrs['cached'], NULL)) IN ('true', '1'), true, lower(if(mapContains(e.attrs, 'cached'), e.attrs['cached'], NULL)) IN ('false', '0'), false, NULL) = true
) AS t1
LIMIT 10000

-- # bool attribute, false
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
    AND isNotNull(multiIf(lower(if(mapContains(e.attrs, 'cached'), e.attrs['cached'], NULL)) IN ('true', '1'), true, lower(if(mapContains(e.attrs, 'cached'), e.attrs['cached'], NULL)) IN ('false', '0'), false, NULL))
    AND multiIf(lower(if(mapContains(e.attrs, 'cached'), e.attrs['cached'], NULL)) IN ('true', '1'), true, lower(if(mapContains(e.attrs, 'cached'), e.attrs['cached'], NULL)) IN ('false', '0'), false, NULL) = false
) AS t1
LIMIT 10000

-- # duration
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
    AND e.kind = 'span'
    AND e.duration_ns > 20000000
) AS t1
LIMIT 10000

-- # duration as a number
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
    AND e.kind = 'span'
    AND e.duration_ns >= 45000000
) AS t1
LIMIT 10000

-- # timestamp as text
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
    AND e.ts < toDateTime64('2026-01-15 12:10:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # timestamp as a datetime
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
    AND e.ts >= toDateTime64('2026-01-15 12:05:00.000000000', 9, 'UTC')
    AND e.ts <= toDateTime64('2026-01-15 12:15:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # ago
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
    AND e.ts > toDateTime64('2026-01-15 12:40:00.000000000', 9, 'UTC')
) AS t1
LIMIT 10000

-- # in
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
    AND e.service IN ['cart', 'billing']
) AS t1
LIMIT 10000

-- # in brackets
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
    AND e.level IN ['ERROR', 'WARN']
) AS t1
LIMIT 10000

-- # !in
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
    AND e.user_id != ''
    AND e.user_id NOT IN ['u1', 'u2']
) AS t1
LIMIT 10000

-- # in~
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
    AND lower(e.level) = 'error'
) AS t1
LIMIT 10000

-- # in numbers
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
    AND e.http_status IN [404, 500]
) AS t1
LIMIT 10000

-- # in a mixed list
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
    AND (hasAny(e.attr_tags, ['retries=1', 'retries=1.0']) OR has(e.attr_tags, 'retries=2'))
) AS t1
LIMIT 10000

-- # in nothing
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

-- # not in nothing
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
    AND e.service != ''
) AS t1
LIMIT 10000

-- # in a query
SELECT
  t1.__c2 AS n,
  if(JSONType(ifNull(t1.__c3, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c2,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c3
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.trace_id != ''
    AND e.trace_id GLOBAL IN (SELECT nullIf(e.trace_id, '') AS __c1
    FROM events AS e
    WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
      AND e.kind = 'span'
      AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
      AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
      AND e.kind = 'span'
      AND e.status = 'error')
) AS t1
LIMIT 10000

-- # not in a query
SELECT
  t1.__c2 AS n,
  if(JSONType(ifNull(t1.__c3, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c2,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c3
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.service != ''
    AND e.service GLOBAL NOT IN (SELECT nullIf(e.service, '') AS __c1
    FROM events AS e
    WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
      AND e.kind = 'span'
      AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
      AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
      AND e.kind = 'span'
      AND e.duration_ns > 80000000)
) AS t1
LIMIT 10000

-- # null
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
    AND NOT e.user_id != ''
) AS t1
LIMIT 10000

-- # not null
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
    AND e.user_id != ''
) AS t1
LIMIT 10000

-- # isnull
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
    AND NOT mapContains(e.attrs, 'retries')
) AS t1
LIMIT 10000

-- # isnotnull
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
    AND mapContains(e.attrs, 'retries')
) AS t1
LIMIT 10000

-- # isempty
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
    AND (NOT mapContains(e.attrs, 'note') OR has(e.attr_tags, 'note='))
) AS t1
LIMIT 10000

-- # isnotempty
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
    AND mapContains(e.attrs, 'note')
    AND NOT has(e.attr_tags, 'note=')
) AS t1
LIMIT 10000

-- # bare path
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
    AND mapContains(e.attrs, 'note')
    AND NOT has(e.attr_tags, 'note=')
) AS t1
LIMIT 10000

-- # bare bool
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
    AND e.is_error
) AS t1
LIMIT 10000

-- # not
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
    AND e.user_id != ''
    AND e.user_id != 'u1'
    AND mapContains(e.attrs, 'retries')
    AND toFloat64OrNull(if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL)) <= 3
) AS t1
LIMIT 10000

-- # and, or
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
    AND (e.level = 'ERROR' OR e.level = 'WARN' AND e.service = 'cart')
) AS t1
LIMIT 10000

-- # between
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
    AND e.kind = 'span'
    AND e.duration_ns >= 10000000
    AND e.kind = 'span'
    AND e.duration_ns <= 30000000
) AS t1
LIMIT 10000

-- # !between
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
    AND (e.kind = 'span' AND e.duration_ns < 10000000 OR e.kind = 'span' AND e.duration_ns > 30000000)
) AS t1
LIMIT 10000

-- # any element
SELECT
  t1.__c2 AS n,
  if(JSONType(ifNull(t1.__c3, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c2,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c3
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND arrayExists(x1 -> ifNull(if(startsWith(x1, '"'), JSONExtractString(x1), nullIf(x1, 'null')) = 't2', false), JSONExtractArrayRaw(ifNull(if(ifNull(and(match(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL), '^[\\[{]'), isValidJSON(ifNull(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL), ''))), false), if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL), if(isNull(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL)), NULL, replaceAll(toJSONString(assumeNotNull(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL))), '\\/', '/'))), '[]')))
) AS t1
LIMIT 10000

-- # no element
SELECT
  t1.__c2 AS n,
  if(JSONType(ifNull(t1.__c3, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c2,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c3
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND isNotNull(if(ifNull(and(match(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL), '^[\\[{]'), isValidJSON(ifNull(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL), ''))), false), if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL), if(isNull(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL)), NULL, replaceAll(toJSONString(assumeNotNull(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL))), '\\/', '/'))))
    AND NOT arrayExists(x1 -> ifNull(if(startsWith(x1, '"'), JSONExtractString(x1), nullIf(x1, 'null')) = 't2', false), JSONExtractArrayRaw(ifNull(if(ifNull(and(match(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL), '^[\\[{]'), isValidJSON(ifNull(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL), ''))), false), if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL), if(isNull(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL)), NULL, replaceAll(toJSONString(assumeNotNull(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL))), '\\/', '/'))), '[]')))
) AS t1
LIMIT 10000

-- # any element of events
SELECT
  t1.__c2 AS n,
  if(JSONType(ifNull(t1.__c3, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c2,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), '\\/', '/'))), ','), ']') AS __c3
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND arrayExists(x1 -> ifNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(x1, 'null'), 'name'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(x1, 'null'), 'name'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(x1, 'null'), 'name'), ''), 'null'), 'null')) = 'exception', false), JSONExtractArrayRaw(ifNull(nullIf(e.span_events, ''), '[]')))
) AS t1
LIMIT 10000

-- # id
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
    AND toUInt64(bitOr(bitOr(bitAnd(bitShiftRight(toUInt128(e.id), 32), 18446462598732840960), bitAnd(bitShiftRight(toUInt128(e.id), 28), 281406257233920)), bitAnd(bitShiftRight(toUInt128(e.id), 26), 68719476735))) = toUInt64(bitOr(bitOr(bitAnd(bitShiftRight(toUInt128(toUUID('00000000-0000-4000-8000-a00000000007')), 32), 18446462598732840960), bitAnd(bitShiftRight(toUInt128(toUUID('00000000-0000-4000-8000-a00000000007')), 28), 281406257233920)), bitAnd(bitShiftRight(toUInt128(toUUID('00000000-0000-4000-8000-a00000000007')), 26), 68719476735)))
    AND e.id = toUUID('00000000-0000-4000-8000-a00000000007')
) AS t1
LIMIT 10000

-- # id that is none
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

-- # trace
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
    AND e.trace_id = 'a0000000000000000000000000000002'
) AS t1
LIMIT 10000

-- # kind
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
    AND e.kind = 'span'
    AND e.span_kind = 'server'
) AS t1
LIMIT 10000

-- # kind log
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
    AND (e.kind = 'log' OR e.kind = 'span' AND e.span_kind = 'client')
) AS t1
LIMIT 10000

-- # resource
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
    AND toString(e.res['cloud.region']) = 'eu-1'
) AS t1
LIMIT 10000

-- # service by its long name
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
    AND e.service = 'cart'
) AS t1
LIMIT 10000

-- # short name of an attribute
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
    AND mapContains(e.attrs, 'retries')
    AND toFloat64OrNull(if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL)) > 8
) AS t1
LIMIT 10000

-- # environment
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
    AND e.env = 'prod'
) AS t1
LIMIT 10000

-- # hashes
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
    AND hasAllTokens(lower(if(startsWith(toJSONString(arrayFilter(x -> x != '', [if(e.shape = 0, '', concat('log:', lower(hex(e.shape)))), if(e.endpoint = 0, '', concat('endpoint:', lower(hex(e.endpoint))))])), '"'), JSONExtractString(toJSONString(arrayFilter(x -> x != '', [if(e.shape = 0, '', concat('log:', lower(hex(e.shape)))), if(e.endpoint = 0, '', concat('endpoint:', lower(hex(e.endpoint))))]))), nullIf(toJSONString(arrayFilter(x -> x != '', [if(e.shape = 0, '', concat('log:', lower(hex(e.shape)))), if(e.endpoint = 0, '', concat('endpoint:', lower(hex(e.endpoint))))])), 'null'))), 'log', 'splitByNonAlpha')
) AS t1
LIMIT 10000

-- # attribute nobody sent
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
    AND hasAny(e.attr_tags, ['nothing=1', 'nothing=1.0'])
) AS t1
LIMIT 10000

-- # in a query of JSON
SELECT t3.__c5 AS `attributes.user.id`, t3.__c6 AS count_
FROM (
  SELECT nullIf(e.user_id, '') AS __c5, toInt64(count()) AS __c6
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.user_id != ''
    AND e.user_id GLOBAL IN (SELECT if(startsWith(t2.__c3, '"'), JSONExtractString(t2.__c3), nullIf(t2.__c3, 'null')) AS __c4
    FROM (
      SELECT nullIf(__c3, 'null') AS __c3
      FROM (
        SELECT '["u0","u1"]' AS __c1
      ) AS t1
      ARRAY JOIN if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])) AS __c3
    ) AS t2)
  GROUP BY e.user_id
) AS t3
ORDER BY isNull(t3.__c5) DESC, toFloat64OrNull(t3.__c5) ASC NULLS LAST, t3.__c5 ASC NULLS FIRST
LIMIT 10000

-- # !in a query of JSON
SELECT t3.__c5 AS count_
FROM (
  SELECT toInt64(count()) AS __c5
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.user_id != ''
    AND e.user_id GLOBAL NOT IN (SELECT if(startsWith(t2.__c3, '"'), JSONExtractString(t2.__c3), nullIf(t2.__c3, 'null')) AS __c4
    FROM (
      SELECT nullIf(__c3, 'null') AS __c3
      FROM (
        SELECT '["u0",null,5]' AS __c1
      ) AS t1
      ARRAY JOIN if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])) AS __c3
    ) AS t2)
) AS t3
LIMIT 10000

-- # in~ a query of JSON
SELECT t3.__c5 AS count_
FROM (
  SELECT toInt64(count()) AS __c5
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.user_id != ''
    AND lower(e.user_id) GLOBAL IN (SELECT lower(q.__c4)
    FROM (
      SELECT if(startsWith(t2.__c3, '"'), JSONExtractString(t2.__c3), nullIf(t2.__c3, 'null')) AS __c4
      FROM (
        SELECT nullIf(__c3, 'null') AS __c3
        FROM (
          SELECT '["U0"]' AS __c1
        ) AS t1
        ARRAY JOIN if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])) AS __c3
      ) AS t2
    ) AS q)
) AS t3
LIMIT 10000

-- # JSON in a query of JSON
SELECT t3.__c4 AS count_
FROM (
  SELECT toInt64(count()) AS __c4
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND isNotNull(if(JSONType(ifNull(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL), 'null')) = 'Array', nullIf(nullIf(JSONExtractRaw(ifNull(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL), 'null'), 2), ''), 'null'), CAST(NULL AS Nullable(String))))
    AND if(JSONType(ifNull(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL), 'null')) = 'Array', nullIf(nullIf(JSONExtractRaw(ifNull(if(mapContains(e.attrs, 'tags'), e.attrs['tags'], NULL), 'null'), 2), ''), 'null'), CAST(NULL AS Nullable(String))) GLOBAL IN (SELECT t2.__c3 AS __c3
    FROM (
      SELECT nullIf(__c3, 'null') AS __c3
      FROM (
        SELECT '["t2"]' AS __c1
      ) AS t1
      ARRAY JOIN if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])) AS __c3
    ) AS t2)
) AS t3
LIMIT 10000

-- # numbers in a query of JSON
SELECT t5.__c9 AS `attributes.retries`, t5.__c10 AS severity_number, t5.__c11 AS count_
FROM (
  SELECT
    if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL) AS __c9,
    toInt64(nullIf(e.severity, 0)) AS __c10,
    toInt64(count()) AS __c11
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND mapContains(e.attrs, 'retries')
    AND e.attrs['retries'] GLOBAL IN (SELECT if(startsWith(t2.__c3, '"'), JSONExtractString(t2.__c3), nullIf(t2.__c3, 'null')) AS __c4
    FROM (
      SELECT nullIf(__c3, 'null') AS __c3
      FROM (
        SELECT '[1,"2"]' AS __c1
      ) AS t1
      ARRAY JOIN if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])) AS __c3
    ) AS t2)
    AND e.severity != 0
    AND e.severity GLOBAL IN (SELECT
      ifNull(toInt64OrNull(if(startsWith(t4.__c7, '"'), JSONExtractString(t4.__c7), nullIf(t4.__c7, 'null'))), accurateCastOrNull(toFloat64OrNull(if(startsWith(t4.__c7, '"'), JSONExtractString(t4.__c7), nullIf(t4.__c7, 'null'))), 'Int64')) AS __c8
    FROM (
      SELECT nullIf(__c7, 'null') AS __c7
      FROM (
        SELECT '[9,17]' AS __c5
      ) AS t3
      ARRAY JOIN if(startsWith(ifNull(t3.__c5, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t3.__c5, 'null'))), if(startsWith(ifNull(t3.__c5, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t3.__c5, 'null')))), [toNullable(ifNull(t3.__c5, 'null'))])) AS __c7
    ) AS t4)
  GROUP BY __c9, __c10
) AS t5
LIMIT 10000

-- # a text in a query of members
SELECT 'exception' AS __o0
WHERE 'exception' GLOBAL IN (SELECT
      if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(t2.__c29, 'null'), 'name'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(t2.__c29, 'null'), 'name'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(t2.__c29, 'null'), 'name'), ''), 'null'), 'null')) AS __c31
    FROM (
      SELECT nullIf(__c29, 'null') AS __c29
      FROM (
        SELECT nullIf(e.span_events, '') AS __f0
        FROM events AS e
        WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
          AND e.kind = 'span'
          AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
          AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
      ) AS t1
      ARRAY JOIN if(startsWith(ifNull(t1.__f0, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__f0, 'null'))), if(startsWith(ifNull(t1.__f0, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__f0, 'null')))), [toNullable(ifNull(t1.__f0, 'null'))])) AS __c29
    ) AS t2)
LIMIT 10000

-- # has_any of a query of JSON
SELECT t3.__c5 AS count_
FROM (
  SELECT toInt64(count()) AS __c5
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND e.body != ''
    AND arrayExists(v -> ifNull(position(lower(e.body), v) > 0, false), arrayMap(v -> lower(v), (SELECT groupArray(toString(q.__c4))
    FROM (
      SELECT if(startsWith(t2.__c3, '"'), JSONExtractString(t2.__c3), nullIf(t2.__c3, 'null')) AS __c4
      FROM (
        SELECT nullIf(__c3, 'null') AS __c3
        FROM (
          SELECT '["Request timeout"]' AS __c1
        ) AS t1
        ARRAY JOIN if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])) AS __c3
      ) AS t2
    ) AS q)))
    AND arrayMap((s, m) -> arrayExists((v, w) -> ifNull(position(s, v) > 0 AND position(m, w) > 0, false), arrayMap(v -> lower(v), (SELECT groupArray(toString(q.__c4))
    FROM (
      SELECT if(startsWith(t2.__c3, '"'), JSONExtractString(t2.__c3), nullIf(t2.__c3, 'null')) AS __c4
      FROM (
        SELECT nullIf(__c3, 'null') AS __c3
        FROM (
          SELECT '["Request timeout"]' AS __c1
        ) AS t1
        ARRAY JOIN if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])) AS __c3
      ) AS t2
    ) AS q)), arrayMap(v -> if(match(v, '[^\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]'), concat('\f', replaceRegexpAll(v, '[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]', '\f\\0\f'), '\f'), ''), arrayMap(v -> lower(v), (SELECT groupArray(toString(q.__c4))
    FROM (
      SELECT if(startsWith(t2.__c3, '"'), JSONExtractString(t2.__c3), nullIf(t2.__c3, 'null')) AS __c4
      FROM (
        SELECT nullIf(__c3, 'null') AS __c3
        FROM (
          SELECT '["Request timeout"]' AS __c1
        ) AS t1
        ARRAY JOIN if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])) AS __c3
      ) AS t2
    ) AS q)))), [lower(e.body)], [replaceRegexpAll(concat(' ', lower(e.body), ' '), '[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]', '\f\\0\f')])[1]
) AS t3
LIMIT 10000

-- # order of JSON values
SELECT __c1 AS d
FROM (
  SELECT 1 AS __one
) AS t1
ARRAY JOIN CAST(['{"a":9,"b":10}', '{"a":"a","b":"b"}', '{"a":"z","b":10}', '{"a":"b"}'] AS Array(Nullable(String))) AS __c1, CAST([0, 1, 2, 3] AS Array(Int64)) AS __c2
WHERE isNotNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null'), 'null')))
  AND isNotNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'b'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'b'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'b'), ''), 'null'), 'null')))
  AND if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null'), 'null')) < if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'b'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'b'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'b'), ''), 'null'), 'null'))
LIMIT 10000

-- # order of JSON values as numbers
SELECT __c1 AS d
FROM (
  SELECT 1 AS __one
) AS t1
ARRAY JOIN CAST(['{"a":9,"b":10}', '{"a":"9","b":"10"}', '{"a":"a","b":"b"}'] AS Array(Nullable(String))) AS __c1, CAST([0, 1, 2] AS Array(Int64)) AS __c2
WHERE toFloat64OrNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null'), 'null'))) < toFloat64OrNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'b'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'b'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'b'), ''), 'null'), 'null')))
LIMIT 10000

-- # order of an attribute and a JSON value
SELECT if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL) AS `attributes.retries`
FROM events AS e
WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
  AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
  AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  AND hasAny(e.attr_tags, ['retries=6', 'retries=6.0', 'retries=10', 'retries=10.0'])
  AND mapContains(e.attrs, 'retries')
  AND isNotNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(multiIf(isNull('{"limit": 5}'), NULL, isValidJSON(ifNull('{"limit": 5}', '')), JSONExtractRaw(ifNull('{"limit": 5}', '')), replaceAll(toJSONString(assumeNotNull('{"limit": 5}')), '\\/', '/')), 'null'), 'limit'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(multiIf(isNull('{"limit": 5}'), NULL, isValidJSON(ifNull('{"limit": 5}', '')), JSONExtractRaw(ifNull('{"limit": 5}', '')), replaceAll(toJSONString(assumeNotNull('{"limit": 5}')), '\\/', '/')), 'null'), 'limit'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(multiIf(isNull('{"limit": 5}'), NULL, isValidJSON(ifNull('{"limit": 5}', '')), JSONExtractRaw(ifNull('{"limit": 5}', '')), replaceAll(toJSONString(assumeNotNull('{"limit": 5}')), '\\/', '/')), 'null'), 'limit'), ''), 'null'), 'null')))
  AND e.attrs['retries'] > if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(multiIf(isNull('{"limit": 5}'), NULL, isValidJSON(ifNull('{"limit": 5}', '')), JSONExtractRaw(ifNull('{"limit": 5}', '')), replaceAll(toJSONString(assumeNotNull('{"limit": 5}')), '\\/', '/')), 'null'), 'limit'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(multiIf(isNull('{"limit": 5}'), NULL, isValidJSON(ifNull('{"limit": 5}', '')), JSONExtractRaw(ifNull('{"limit": 5}', '')), replaceAll(toJSONString(assumeNotNull('{"limit": 5}')), '\\/', '/')), 'null'), 'limit'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(multiIf(isNull('{"limit": 5}'), NULL, isValidJSON(ifNull('{"limit": 5}', '')), JSONExtractRaw(ifNull('{"limit": 5}', '')), replaceAll(toJSONString(assumeNotNull('{"limit": 5}')), '\\/', '/')), 'null'), 'limit'), ''), 'null'), 'null'))
ORDER BY e.ts DESC, e.id DESC
LIMIT 500

-- # order of a JSON value and a number in quotes
SELECT __c1 AS d
FROM (
  SELECT 1 AS __one
) AS t1
ARRAY JOIN CAST(['{"a":9}', '{"a":10}'] AS Array(Nullable(String))) AS __c1, CAST([0, 1] AS Array(Int64)) AS __c2
WHERE isNotNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null'), 'null')))
  AND if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null'), 'null')) > '8'
LIMIT 10000

