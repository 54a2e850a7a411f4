-- # tostring
SELECT
  concat(if(less(toInt64(3600000000000), 0), '-', ''), if(greater(intDiv(abs(toInt64(3600000000000)), 86400000000000), 0), concat(toString(intDiv(abs(toInt64(3600000000000)), 86400000000000)), '.'), ''), leftPad(toString(intDiv(modulo(abs(toInt64(3600000000000)), 86400000000000), 3600000000000)), 2, '0'), ':', leftPad(toString(intDiv(modulo(abs(toInt64(3600000000000)), 3600000000000), 60000000000)), 2, '0'), ':', leftPad(toString(intDiv(modulo(abs(toInt64(3600000000000)), 60000000000), 1000000000)), 2, '0'), if(greater(intDiv(modulo(abs(toInt64(3600000000000)), 1000000000), 100), 0), concat('.', leftPad(toString(intDiv(modulo(abs(toInt64(3600000000000)), 1000000000), 100)), 7, '0')), '')) AS print_0
LIMIT 10000

-- # toint
SELECT
  toInt64(accurateCastOrNull(if(match(ifNull('42', ''), '^0[xX][0-9a-fA-F]{1,16}$'), reinterpretAsInt64(reverse(unhex(leftPad(substring('42', 3), 16, '0')))), ifNull(toInt64OrNull('42'), accurateCastOrNull(trunc(toFloat64OrNull('42')), 'Int64'))), 'Int32')) AS print_0
LIMIT 10000

-- # tolong
SELECT
  if(match(ifNull('42', ''), '^0[xX][0-9a-fA-F]{1,16}$'), reinterpretAsInt64(reverse(unhex(leftPad(substring('42', 3), 16, '0')))), ifNull(toInt64OrNull('42'), accurateCastOrNull(trunc(toFloat64OrNull('42')), 'Int64'))) AS print_0
LIMIT 10000

-- # todouble
SELECT toFloat64OrNull('1.5') AS print_0
LIMIT 10000

-- # todecimal
SELECT toFloat64OrNull('1.5') AS print_0
LIMIT 10000

-- # tobool
SELECT
  toBool(multiIf(lower('true') IN ('true', '1'), true, lower('true') IN ('false', '0'), false, NULL)) AS print_0
LIMIT 10000

-- # todatetime
SELECT toDateTime64('2024-01-15 12:35:35.000000000', 9, 'UTC') AS print_0
LIMIT 10000

-- # totimespan
SELECT 93784000000000 AS print_0
LIMIT 10000

-- # toguid
SELECT
  toString(toUUIDOrNull(replaceRegexpOne(replaceAll(trimBoth('0123456789abcdef0123456789abcdef'), '-', ''), '^(.{8})(.{4})(.{4})(.{4})(.{12})$', '\\1-\\2-\\3-\\4-\\5'))) AS print_0
LIMIT 10000

-- # gettype
SELECT
  multiIf(toString(JSONType(ifNull('[1]', ''))) = 'Array', 'array', toString(JSONType(ifNull('[1]', ''))) = 'Object', 'dictionary', toString(JSONType(ifNull('[1]', ''))) = 'String', 'string', toString(JSONType(ifNull('[1]', ''))) = 'Bool', 'bool', toString(JSONType(ifNull('[1]', ''))) = 'Double', 'real', toString(JSONType(ifNull('[1]', ''))) = 'Int64', 'long', toString(JSONType(ifNull('[1]', ''))) = 'UInt64', 'long', 'null') AS print_0
LIMIT 10000

-- # parse_json
SELECT
  if(JSONType(ifNull(multiIf(isNull('{"a": [1, 2]}'), NULL, isValidJSON(ifNull('{"a": [1, 2]}', '')), JSONExtractRaw(ifNull('{"a": [1, 2]}', '')), replaceAll(toJSONString(assumeNotNull('{"a": [1, 2]}')), '\\/', '/')), 'null'), 'a') = 'Array', nullIf(nullIf(JSONExtractRaw(ifNull(multiIf(isNull('{"a": [1, 2]}'), NULL, isValidJSON(ifNull('{"a": [1, 2]}', '')), JSONExtractRaw(ifNull('{"a": [1, 2]}', '')), replaceAll(toJSONString(assumeNotNull('{"a": [1, 2]}')), '\\/', '/')), 'null'), 'a', 1), ''), 'null'), CAST(NULL AS Nullable(String))) AS print_0
LIMIT 10000

-- # dynamic_to_json
SELECT
  multiIf(JSONType(ifNull('{"b":1,"a":2}', '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p4 -> tuple(tupleElement(p4, 1), multiIf(JSONType(ifNull(tupleElement(p4, 2), '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p3 -> tuple(tupleElement(p3, 1), multiIf(JSONType(ifNull(tupleElement(p3, 2), '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p2 -> tuple(tupleElement(p2, 1), multiIf(JSONType(ifNull(tupleElement(p2, 2), '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(tupleElement(p2, 2), ''))))), ','), '}'), JSONType(ifNull(tupleElement(p2, 2), '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(tupleElement(p2, 2), ''))), ','), ']'), tupleElement(p2, 2))), JSONExtractKeysAndValuesRaw(ifNull(tupleElement(p3, 2), ''))))), ','), '}'), JSONType(ifNull(tupleElement(p3, 2), '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x2 -> multiIf(JSONType(ifNull(x2, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(x2, ''))))), ','), '}'), JSONType(ifNull(x2, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(x2, ''))), ','), ']'), x2), JSONExtractArrayRaw(ifNull(tupleElement(p3, 2), ''))), ','), ']'), tupleElement(p3, 2))), JSONExtractKeysAndValuesRaw(ifNull(tupleElement(p4, 2), ''))))), ','), '}'), JSONType(ifNull(tupleElement(p4, 2), '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x3 -> multiIf(JSONType(ifNull(x3, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p2 -> tuple(tupleElement(p2, 1), multiIf(JSONType(ifNull(tupleElement(p2, 2), '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(tupleElement(p2, 2), ''))))), ','), '}'), JSONType(ifNull(tupleElement(p2, 2), '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(tupleElement(p2, 2), ''))), ','), ']'), tupleElement(p2, 2))), JSONExtractKeysAndValuesRaw(ifNull(x3, ''))))), ','), '}'), JSONType(ifNull(x3, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x2 -> multiIf(JSONType(ifNull(x2, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(x2, ''))))), ','), '}'), JSONType(ifNull(x2, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(x2, ''))), ','), ']'), x2), JSONExtractArrayRaw(ifNull(x3, ''))), ','), ']'), x3), JSONExtractArrayRaw(ifNull(tupleElement(p4, 2), ''))), ','), ']'), tupleElement(p4, 2))), JSONExtractKeysAndValuesRaw(ifNull('{"b":1,"a":2}', ''))))), ','), '}'), JSONType(ifNull('{"b":1,"a":2}', '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x4 -> multiIf(JSONType(ifNull(x4, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p3 -> tuple(tupleElement(p3, 1), multiIf(JSONType(ifNull(tupleElement(p3, 2), '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p2 -> tuple(tupleElement(p2, 1), multiIf(JSONType(ifNull(tupleElement(p2, 2), '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(tupleElement(p2, 2), ''))))), ','), '}'), JSONType(ifNull(tupleElement(p2, 2), '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(tupleElement(p2, 2), ''))), ','), ']'), tupleElement(p2, 2))), JSONExtractKeysAndValuesRaw(ifNull(tupleElement(p3, 2), ''))))), ','), '}'), JSONType(ifNull(tupleElement(p3, 2), '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x2 -> multiIf(JSONType(ifNull(x2, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(x2, ''))))), ','), '}'), JSONType(ifNull(x2, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(x2, ''))), ','), ']'), x2), JSONExtractArrayRaw(ifNull(tupleElement(p3, 2), ''))), ','), ']'), tupleElement(p3, 2))), JSONExtractKeysAndValuesRaw(ifNull(x4, ''))))), ','), '}'), JSONType(ifNull(x4, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x3 -> multiIf(JSONType(ifNull(x3, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p2 -> tuple(tupleElement(p2, 1), multiIf(JSONType(ifNull(tupleElement(p2, 2), '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(tupleElement(p2, 2), ''))))), ','), '}'), JSONType(ifNull(tupleElement(p2, 2), '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(tupleElement(p2, 2), ''))), ','), ']'), tupleElement(p2, 2))), JSONExtractKeysAndValuesRaw(ifNull(x3, ''))))), ','), '}'), JSONType(ifNull(x3, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x2 -> multiIf(JSONType(ifNull(x2, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(x2, ''))))), ','), '}'), JSONType(ifNull(x2, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(x2, ''))), ','), ']'), x2), JSONExtractArrayRaw(ifNull(x3, ''))), ','), ']'), x3), JSONExtractArrayRaw(ifNull(x4, ''))), ','), ']'), x4), JSONExtractArrayRaw(ifNull('{"b":1,"a":2}', ''))), ','), ']'), '{"b":1,"a":2}') AS print_0
LIMIT 10000

-- # iff
SELECT if(1 < 2, 'yes', 'no') AS print_0
LIMIT 10000

-- # case
SELECT multiIf(1 > 2, 'a', 2 > 1, 'b', 'c') AS print_0
LIMIT 10000

-- # coalesce
SELECT coalesce(CAST(NULL AS Nullable(Int64)), toInt64(42)) AS print_0
LIMIT 10000

-- # coalesce of an attribute and a number
SELECT coalesce(nullIf(if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL), ''), '0') AS r
FROM events AS e
WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
  AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
  AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  AND mapContains(e.attrs, 'retries')
ORDER BY toFloat64OrNull(coalesce(nullIf(if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL), ''), '0')) DESC NULLS LAST, coalesce(nullIf(if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL), ''), '0') DESC NULLS LAST
LIMIT 4

-- # largest of an attribute or a number
SELECT t1.__c3 AS max_r, t1.__c4 AS min_r, t1.__c5 AS sum_r, t1.__c6 AS r, t1.__c7 AS n
FROM (
  SELECT
    maxOrNull(toFloat64OrNull(if(nullIf(e.level, '') = 'ERROR', '-1.5', if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL)))) AS __c3,
    minOrNull(toFloat64OrNull(if(nullIf(e.level, '') = 'ERROR', '-1.5', if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL)))) AS __c4,
    sumOrNull(if(isNaN(toFloat64OrNull(if(nullIf(e.level, '') = 'ERROR', '-1.5', if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL)))), NULL, toFloat64OrNull(if(nullIf(e.level, '') = 'ERROR', '-1.5', if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL))))) AS __c5,
    maxOrNull(toFloat64OrNull(if(nullIf(e.level, '') = 'ERROR', '-1.5', if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL)))) AS __c6,
    tupleElement(if(count(toFloat64OrNull(if(nullIf(e.level, '') = 'ERROR', '-1.5', if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL)))) > 0, argMax(tuple(toNullable(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))), toFloat64OrNull(if(nullIf(e.level, '') = 'ERROR', '-1.5', if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL)))), any(tuple(toNullable(substringUTF8(toString(e.id), if(33 < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + 33, 0), toInt64(33)) + 1))))), 1) AS __c7
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND mapContains(e.attrs, 'retries')
) AS t1
LIMIT 10000

-- # case of an attribute, a number, or neither
SELECT
  nullIf(e.service, '') AS service,
  multiIf(nullIf(e.service, '') = 'cart', if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL), nullIf(e.service, '') = 'billing', '5', CAST(NULL AS Nullable(String))) AS r
FROM events AS e
WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
  AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
  AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  AND mapContains(e.attrs, 'retries')
ORDER BY isNull(multiIf(nullIf(e.service, '') = 'cart', if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL), nullIf(e.service, '') = 'billing', '5', CAST(NULL AS Nullable(String)))) DESC, toFloat64OrNull(multiIf(nullIf(e.service, '') = 'cart', if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL), nullIf(e.service, '') = 'billing', '5', CAST(NULL AS Nullable(String)))) ASC NULLS LAST, multiIf(nullIf(e.service, '') = 'cart', if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL), nullIf(e.service, '') = 'billing', '5', CAST(NULL AS Nullable(String))) ASC NULLS FIRST, nullIf(e.service, '') ASC NULLS FIRST
LIMIT 500

-- # an attribute or a text is a text
SELECT coalesce(nullIf(if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL), ''), '0') AS r
FROM events AS e
WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
  AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
  AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  AND mapContains(e.attrs, 'retries')
ORDER BY coalesce(nullIf(if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL), ''), '0') DESC NULLS LAST
LIMIT 4

-- # new_guid~
SELECT toInt64(lengthUTF8(toString(generateUUIDv4(tuple(NULL, toInt64(1)))))) AS print_0
LIMIT 10000

-- # case of conditions that are no truths
SELECT t1.__c1 AS __o0, t1.__c2 AS n
FROM (
  SELECT
    multiIf(toFloat64(nullIf(e.http_status, 0)) >= 500, '5xx', e.user_id != '', 'user', 'ok') AS __c1,
    toInt64(count()) AS __c2
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  GROUP BY __c1
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000

-- # case without an else
SELECT multiIf(1 > 2, 'a', 2 > 3, 'b', CAST(NULL AS Nullable(String))) AS print_0
LIMIT 10000

