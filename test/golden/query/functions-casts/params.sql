-- # tostring
SELECT
  concat(if(less({p0:Int64}, 0), '-', ''), if(greater(intDiv(abs({p0:Int64}), 86400000000000), 0), concat(toString(intDiv(abs({p0:Int64}), 86400000000000)), '.'), ''), leftPad(toString(intDiv(modulo(abs({p0:Int64}), 86400000000000), 3600000000000)), 2, '0'), ':', leftPad(toString(intDiv(modulo(abs({p0:Int64}), 3600000000000), 60000000000)), 2, '0'), ':', leftPad(toString(intDiv(modulo(abs({p0:Int64}), 60000000000), 1000000000)), 2, '0'), if(greater(intDiv(modulo(abs({p0:Int64}), 1000000000), 100), 0), concat('.', leftPad(toString(intDiv(modulo(abs({p0:Int64}), 1000000000), 100)), 7, '0')), '')) AS print_0
LIMIT 10000
-- {"p0":"3600000000000"}

-- # toint
SELECT
  toInt64(accurateCastOrNull(if(match(ifNull({p0:String}, ''), '^0[xX][0-9a-fA-F]{1,16}$'), reinterpretAsInt64(reverse(unhex(leftPad(substring({p0:String}, 3), 16, '0')))), ifNull(toInt64OrNull({p0:String}), accurateCastOrNull(trunc(toFloat64OrNull({p0:String})), 'Int64'))), 'Int32')) AS print_0
LIMIT 10000
-- {"p0":"42"}

-- # tolong
SELECT
  if(match(ifNull({p0:String}, ''), '^0[xX][0-9a-fA-F]{1,16}$'), reinterpretAsInt64(reverse(unhex(leftPad(substring({p0:String}, 3), 16, '0')))), ifNull(toInt64OrNull({p0:String}), accurateCastOrNull(trunc(toFloat64OrNull({p0:String})), 'Int64'))) AS print_0
LIMIT 10000
-- {"p0":"42"}

-- # todouble
SELECT toFloat64OrNull({p0:String}) AS print_0
LIMIT 10000
-- {"p0":"1.5"}

-- # todecimal
SELECT toFloat64OrNull({p0:String}) AS print_0
LIMIT 10000
-- {"p0":"1.5"}

-- # tobool
SELECT
  toBool(multiIf(lower({p0:String}) IN ('true', '1'), true, lower({p0:String}) IN ('false', '0'), false, NULL)) AS print_0
LIMIT 10000
-- {"p0":"true"}

-- # todatetime
SELECT {p0:DateTime64(9, 'UTC')} AS print_0
LIMIT 10000
-- {"p0":"2024-01-15 12:35:35.000000000"}

-- # totimespan
SELECT {p0:Int64} AS print_0
LIMIT 10000
-- {"p0":"93784000000000"}

-- # toguid
SELECT
  toString(toUUIDOrNull(replaceRegexpOne(replaceAll(trimBoth({p0:String}), '-', ''), '^(.{8})(.{4})(.{4})(.{4})(.{12})$', '\\1-\\2-\\3-\\4-\\5'))) AS print_0
LIMIT 10000
-- {"p0":"0123456789abcdef0123456789abcdef"}

-- # gettype
SELECT
  multiIf(toString(JSONType(ifNull({p0:String}, ''))) = 'Array', 'array', toString(JSONType(ifNull({p0:String}, ''))) = 'Object', 'dictionary', toString(JSONType(ifNull({p0:String}, ''))) = 'String', 'string', toString(JSONType(ifNull({p0:String}, ''))) = 'Bool', 'bool', toString(JSONType(ifNull({p0:String}, ''))) = 'Double', 'real', toString(JSONType(ifNull({p0:String}, ''))) = 'Int64', 'long', toString(JSONType(ifNull({p0:String}, ''))) = 'UInt64', 'long', 'null') AS print_0
LIMIT 10000
-- {"p0":"[1]"}

-- # parse_json
SELECT
  if(JSONType(ifNull(multiIf(isNull({p0:String}), NULL, isValidJSON(ifNull({p0:String}, '')), JSONExtractRaw(ifNull({p0:String}, '')), replaceAll(toJSONString(assumeNotNull({p0:String})), '\\/', '/')), 'null'), {p1:String}) = 'Array', nullIf(nullIf(JSONExtractRaw(ifNull(multiIf(isNull({p0:String}), NULL, isValidJSON(ifNull({p0:String}, '')), JSONExtractRaw(ifNull({p0:String}, '')), replaceAll(toJSONString(assumeNotNull({p0:String})), '\\/', '/')), 'null'), {p1:String}, 1), ''), 'null'), CAST(NULL AS Nullable(String))) AS print_0
LIMIT 10000
-- {"p0":"{\"a\": [1, 2]}","p1":"a"}

-- # dynamic_to_json
SELECT
  multiIf(JSONType(ifNull({p0:String}, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p4 -> tuple(tupleElement(p4, 1), multiIf(JSONType(ifNull(tupleElement(p4, 2), '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p3 -> tuple(tupleElement(p3, 1), multiIf(JSONType(ifNull(tupleElement(p3, 2), '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p2 -> tuple(tupleElement(p2, 1), multiIf(JSONType(ifNull(tupleElement(p2, 2), '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(tupleElement(p2, 2), ''))))), ','), '}'), JSONType(ifNull(tupleElement(p2, 2), '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(tupleElement(p2, 2), ''))), ','), ']'), tupleElement(p2, 2))), JSONExtractKeysAndValuesRaw(ifNull(tupleElement(p3, 2), ''))))), ','), '}'), JSONType(ifNull(tupleElement(p3, 2), '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x2 -> multiIf(JSONType(ifNull(x2, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(x2, ''))))), ','), '}'), JSONType(ifNull(x2, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(x2, ''))), ','), ']'), x2), JSONExtractArrayRaw(ifNull(tupleElement(p3, 2), ''))), ','), ']'), tupleElement(p3, 2))), JSONExtractKeysAndValuesRaw(ifNull(tupleElement(p4, 2), ''))))), ','), '}'), JSONType(ifNull(tupleElement(p4, 2), '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x3 -> multiIf(JSONType(ifNull(x3, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p2 -> tuple(tupleElement(p2, 1), multiIf(JSONType(ifNull(tupleElement(p2, 2), '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(tupleElement(p2, 2), ''))))), ','), '}'), JSONType(ifNull(tupleElement(p2, 2), '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(tupleElement(p2, 2), ''))), ','), ']'), tupleElement(p2, 2))), JSONExtractKeysAndValuesRaw(ifNull(x3, ''))))), ','), '}'), JSONType(ifNull(x3, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x2 -> multiIf(JSONType(ifNull(x2, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(x2, ''))))), ','), '}'), JSONType(ifNull(x2, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(x2, ''))), ','), ']'), x2), JSONExtractArrayRaw(ifNull(x3, ''))), ','), ']'), x3), JSONExtractArrayRaw(ifNull(tupleElement(p4, 2), ''))), ','), ']'), tupleElement(p4, 2))), JSONExtractKeysAndValuesRaw(ifNull({p0:String}, ''))))), ','), '}'), JSONType(ifNull({p0:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x4 -> multiIf(JSONType(ifNull(x4, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p3 -> tuple(tupleElement(p3, 1), multiIf(JSONType(ifNull(tupleElement(p3, 2), '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p2 -> tuple(tupleElement(p2, 1), multiIf(JSONType(ifNull(tupleElement(p2, 2), '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(tupleElement(p2, 2), ''))))), ','), '}'), JSONType(ifNull(tupleElement(p2, 2), '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(tupleElement(p2, 2), ''))), ','), ']'), tupleElement(p2, 2))), JSONExtractKeysAndValuesRaw(ifNull(tupleElement(p3, 2), ''))))), ','), '}'), JSONType(ifNull(tupleElement(p3, 2), '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x2 -> multiIf(JSONType(ifNull(x2, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(x2, ''))))), ','), '}'), JSONType(ifNull(x2, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(x2, ''))), ','), ']'), x2), JSONExtractArrayRaw(ifNull(tupleElement(p3, 2), ''))), ','), ']'), tupleElement(p3, 2))), JSONExtractKeysAndValuesRaw(ifNull(x4, ''))))), ','), '}'), JSONType(ifNull(x4, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x3 -> multiIf(JSONType(ifNull(x3, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p2 -> tuple(tupleElement(p2, 1), multiIf(JSONType(ifNull(tupleElement(p2, 2), '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(tupleElement(p2, 2), ''))))), ','), '}'), JSONType(ifNull(tupleElement(p2, 2), '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(tupleElement(p2, 2), ''))), ','), ']'), tupleElement(p2, 2))), JSONExtractKeysAndValuesRaw(ifNull(x3, ''))))), ','), '}'), JSONType(ifNull(x3, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x2 -> multiIf(JSONType(ifNull(x2, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arraySort(arrayMap(p1 -> tuple(tupleElement(p1, 1), tupleElement(p1, 2)), JSONExtractKeysAndValuesRaw(ifNull(x2, ''))))), ','), '}'), JSONType(ifNull(x2, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x1 -> x1, JSONExtractArrayRaw(ifNull(x2, ''))), ','), ']'), x2), JSONExtractArrayRaw(ifNull(x3, ''))), ','), ']'), x3), JSONExtractArrayRaw(ifNull(x4, ''))), ','), ']'), x4), JSONExtractArrayRaw(ifNull({p0:String}, ''))), ','), ']'), {p0:String}) AS print_0
LIMIT 10000
-- {"p0":"{\"b\":1,\"a\":2}"}

-- # iff
SELECT if({p0:Int64} < {p1:Int64}, {p2:String}, {p3:String}) AS print_0
LIMIT 10000
-- {"p0":"1","p1":"2","p2":"yes","p3":"no"}

-- # case
SELECT
  multiIf({p0:Int64} > {p1:Int64}, {p2:String}, {p1:Int64} > {p0:Int64}, {p3:String}, {p4:String}) AS print_0
LIMIT 10000
-- {"p0":"1","p1":"2","p2":"a","p3":"b","p4":"c"}

-- # coalesce
SELECT coalesce(CAST(NULL AS Nullable(Int64)), {p0:Int64}) AS print_0
LIMIT 10000
-- {"p0":"42"}

-- # coalesce of an attribute and a number
SELECT
  coalesce(nullIf(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL), ''), {p1:String}) AS r
FROM events AS e
WHERE e.project_id = {p2:String}
  AND e.ts >= {p3:DateTime64(9, 'UTC')}
  AND e.ts < {p4:DateTime64(9, 'UTC')}
  AND mapContains(e.attrs, {p0:String})
ORDER BY toFloat64OrNull(coalesce(nullIf(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL), ''), {p1:String})) DESC NULLS LAST, coalesce(nullIf(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL), ''), {p1:String}) DESC NULLS LAST
LIMIT 4
-- {"p0":"retries","p1":"0","p2":"0194a000-0000-7000-8000-00000000000a","p3":"2026-01-15 12:00:00.000000000","p4":"2026-01-15 13:00:00.000000000"}

-- # largest of an attribute or a number
SELECT t1.__c3 AS max_r, t1.__c4 AS min_r, t1.__c5 AS sum_r, t1.__c6 AS r, t1.__c7 AS n
FROM (
  SELECT
    maxOrNull(toFloat64OrNull(if(nullIf(e.level, '') = {p0:String}, {p1:String}, if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)))) AS __c3,
    minOrNull(toFloat64OrNull(if(nullIf(e.level, '') = {p0:String}, {p1:String}, if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)))) AS __c4,
    sumOrNull(if(isNaN(toFloat64OrNull(if(nullIf(e.level, '') = {p0:String}, {p1:String}, if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)))), NULL, toFloat64OrNull(if(nullIf(e.level, '') = {p0:String}, {p1:String}, if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL))))) AS __c5,
    maxOrNull(toFloat64OrNull(if(nullIf(e.level, '') = {p0:String}, {p1:String}, if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)))) AS __c6,
    tupleElement(if(count(toFloat64OrNull(if(nullIf(e.level, '') = {p0:String}, {p1:String}, if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)))) > 0, argMax(tuple(toNullable(substringUTF8(toString(e.id), if({p3:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p3:Int64}, 0), {p3:Int64}) + 1))), toFloat64OrNull(if(nullIf(e.level, '') = {p0:String}, {p1:String}, if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)))), any(tuple(toNullable(substringUTF8(toString(e.id), if({p3:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p3:Int64}, 0), {p3:Int64}) + 1))))), 1) AS __c7
  FROM events AS e
  WHERE e.project_id = {p4:String}
    AND e.ts >= {p5:DateTime64(9, 'UTC')}
    AND e.ts < {p6:DateTime64(9, 'UTC')}
    AND mapContains(e.attrs, {p2:String})
) AS t1
LIMIT 10000
-- {"p0":"ERROR","p1":"-1.5","p2":"retries","p3":"33","p4":"0194a000-0000-7000-8000-00000000000a","p5":"2026-01-15 12:00:00.000000000","p6":"2026-01-15 13:00:00.000000000"}

-- # case of an attribute, a number, or neither
SELECT
  nullIf(e.service, '') AS service,
  multiIf(nullIf(e.service, '') = {p0:String}, if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], NULL), nullIf(e.service, '') = {p2:String}, {p3:String}, CAST(NULL AS Nullable(String))) AS r
FROM events AS e
WHERE e.project_id = {p4:String}
  AND e.ts >= {p5:DateTime64(9, 'UTC')}
  AND e.ts < {p6:DateTime64(9, 'UTC')}
  AND mapContains(e.attrs, {p1:String})
ORDER BY isNull(multiIf(nullIf(e.service, '') = {p0:String}, if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], NULL), nullIf(e.service, '') = {p2:String}, {p3:String}, CAST(NULL AS Nullable(String)))) DESC, toFloat64OrNull(multiIf(nullIf(e.service, '') = {p0:String}, if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], NULL), nullIf(e.service, '') = {p2:String}, {p3:String}, CAST(NULL AS Nullable(String)))) ASC NULLS LAST, multiIf(nullIf(e.service, '') = {p0:String}, if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], NULL), nullIf(e.service, '') = {p2:String}, {p3:String}, CAST(NULL AS Nullable(String))) ASC NULLS FIRST, nullIf(e.service, '') ASC NULLS FIRST
LIMIT 500
-- {"p0":"cart","p1":"retries","p2":"billing","p3":"5","p4":"0194a000-0000-7000-8000-00000000000a","p5":"2026-01-15 12:00:00.000000000","p6":"2026-01-15 13:00:00.000000000"}

-- # an attribute or a text is a text
SELECT
  coalesce(nullIf(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL), ''), {p1:String}) AS r
FROM events AS e
WHERE e.project_id = {p2:String}
  AND e.ts >= {p3:DateTime64(9, 'UTC')}
  AND e.ts < {p4:DateTime64(9, 'UTC')}
  AND mapContains(e.attrs, {p0:String})
ORDER BY coalesce(nullIf(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL), ''), {p1:String}) DESC NULLS LAST
LIMIT 4
-- {"p0":"retries","p1":"0","p2":"0194a000-0000-7000-8000-00000000000a","p3":"2026-01-15 12:00:00.000000000","p4":"2026-01-15 13:00:00.000000000"}

-- # new_guid~
SELECT toInt64(lengthUTF8(toString(generateUUIDv4(tuple(NULL, {p0:Int64}))))) AS print_0
LIMIT 10000
-- {"p0":"1"}

-- # case of conditions that are no truths
SELECT t1.__c1 AS __o0, t1.__c2 AS n
FROM (
  SELECT
    multiIf(toFloat64(nullIf(e.http_status, 0)) >= {p0:Int64}, {p1:String}, e.user_id != '', {p2:String}, {p3:String}) AS __c1,
    toInt64(count()) AS __c2
  FROM events AS e
  WHERE e.project_id = {p4:String}
    AND e.ts >= {p5:DateTime64(9, 'UTC')}
    AND e.ts < {p6:DateTime64(9, 'UTC')}
  GROUP BY __c1
) AS t1
ORDER BY t1.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"500","p1":"5xx","p2":"user","p3":"ok","p4":"0194a000-0000-7000-8000-00000000000a","p5":"2026-01-15 12:00:00.000000000","p6":"2026-01-15 13:00:00.000000000"}

-- # case without an else
SELECT
  multiIf({p0:Int64} > {p1:Int64}, {p2:String}, {p1:Int64} > {p3:Int64}, {p4:String}, CAST(NULL AS Nullable(String))) AS print_0
LIMIT 10000
-- {"p0":"1","p1":"2","p2":"a","p3":"3","p4":"b"}

