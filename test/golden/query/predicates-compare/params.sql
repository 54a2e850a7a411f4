-- # == text
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
    AND e.service = {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"cart"}

-- # != text
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
    AND e.level != ''
    AND e.level != {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"ERROR"}

-- # =~ text
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
    AND lower(e.level) = {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"error"}

-- # !~ text
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
    AND e.level != ''
    AND NOT lower(e.level) = {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"error"}

-- # == promoted attribute
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
    AND e.http_method = {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"GET"}

-- # == old name of an attribute
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
    AND e.http_method = {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"GET"}

-- # == tagged attribute
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
    AND e.user_id = {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"u1"}

-- # == attribute with a fraction
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
    AND has(e.attr_tags, {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"note=12.5ms"}

-- # == value that few have
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
    AND indexHint(hasAny(mapValues(mapFilter((k, v) -> NOT match(k, '^(url[.]path|user[.]id|session[.]id|exception[.](message|stacktrace))$'), e.attrs)), {p4:Array(String)}))
    AND e.attrs[{p5:String}] = {p6:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":["order-100023"],"p5":"order.id","p6":"order-100023"}

-- # in values that few have
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
    AND indexHint(hasAny(mapValues(mapFilter((k, v) -> NOT match(k, '^(url[.]path|user[.]id|session[.]id|exception[.](message|stacktrace))$'), e.attrs)), {p4:Array(String)}))
    AND e.attrs[{p5:String}] IN {p4:Array(String)}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":["order-100003","order-100043","x"],"p5":"order.id"}

-- # != value that few have
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
    AND mapContains(e.attrs, {p4:String})
    AND NOT (indexHint(hasAny(mapValues(mapFilter((k, v) -> NOT match(k, '^(url[.]path|user[.]id|session[.]id|exception[.](message|stacktrace))$'), e.attrs)), {p5:Array(String)})) AND e.attrs[{p4:String}] = {p6:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"order.id","p5":["order-100023"],"p6":"order-100023"}

-- # not in values that few have
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
    AND mapContains(e.attrs, {p4:String})
    AND NOT (mapContains(e.attrs, {p4:String}) AND e.attrs[{p4:String}] IN {p5:Array(String)})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"order.id","p5":["order-100003","","x"]}

-- # not of a value that few have and another
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
    AND (mapContains(e.attrs, {p4:String}) AND NOT (indexHint(hasAny(mapValues(mapFilter((k, v) -> NOT match(k, '^(url[.]path|user[.]id|session[.]id|exception[.](message|stacktrace))$'), e.attrs)), {p5:Array(String)})) AND e.attrs[{p4:String}] = {p6:String}) OR e.http_route != '' AND e.http_route != {p7:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"order.id","p5":["order-100023"],"p6":"order-100023","p7":"/pay"}

-- # value that few have or another
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
    AND (indexHint(hasAny(mapValues(mapFilter((k, v) -> NOT match(k, '^(url[.]path|user[.]id|session[.]id|exception[.](message|stacktrace))$'), e.attrs)), {p4:Array(String)})) AND e.attrs[{p5:String}] = {p6:String} OR has(e.attr_tags, {p7:String}))
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":["order-100023"],"p5":"order.id","p6":"order-100023","p7":"note=12.5ms"}

-- # == value under another name of its key
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
    AND (e.attrs[{p4:String}] = {p5:String} OR e.attrs[{p6:String}] = {p5:String})
    AND if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], if(mapContains(e.attrs, {p6:String}), e.attrs[{p6:String}], NULL)) = {p5:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"http.target","p5":"/orders/100007","p6":"url.path"}

-- # == empty attribute
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
    AND has(e.attr_tags, {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"note="}

-- # != attribute
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
    AND e.user_id != ''
    AND e.user_id != {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"u1"}

-- # status as a number
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
    AND e.http_status >= {p4:UInt16}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"400"}

-- # status_code as a number
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
    AND e.http_status >= {p4:UInt16}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"500"}

-- # status_code as text
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
    AND e.kind = 'span'
    AND e.status = 'error'
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # number
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
    AND mapContains(e.attrs, {p4:String})
    AND toFloat64OrNull(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL)) > {p5:Int64}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"retries","p5":"3"}

-- # number ==
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
    AND hasAny(e.attr_tags, {p4:Array(String)})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":["retries=5","retries=5.0"]}

-- # number !=
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
    AND mapContains(e.attrs, {p4:String})
    AND NOT hasAny(e.attr_tags, {p5:Array(String)})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"retries","p5":["retries=5","retries=5.0"]}

-- # number on text that is none
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
    AND mapContains(e.attrs, {p4:String})
    AND NOT hasAny(e.attr_tags, {p5:Array(String)})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"note","p5":["note=5","note=5.0"]}

-- # number < on text
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
    AND mapContains(e.attrs, {p4:String})
    AND toFloat64OrNull(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL)) < {p5:Int64}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"note","p5":"100"}

-- # bool attribute
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
    AND isNotNull(multiIf(lower(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL)) IN ('true', '1'), true, lower(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL)) IN ('false', '0'), false, NULL))
    AND multiIf(lower(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL)) IN ('true', '1'), true, lower(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL)) IN ('false', '0'), false, NULL) = true
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"cached"}

-- # bool attribute, false
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
    AND isNotNull(multiIf(lower(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL)) IN ('true', '1'), true, lower(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL)) IN ('false', '0'), false, NULL))
    AND multiIf(lower(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL)) IN ('true', '1'), true, lower(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL)) IN ('false', '0'), false, NULL) = false
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"cached"}

-- # duration
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
    AND e.kind = 'span'
    AND e.duration_ns > {p4:Int64}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"20000000"}

-- # duration as a number
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
    AND e.kind = 'span'
    AND e.duration_ns >= {p4:Int64}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"45000000"}

-- # timestamp as text
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
    AND e.ts < {p4:DateTime64(9, 'UTC')}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"2026-01-15 12:10:00.000000000"}

-- # timestamp as a datetime
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
    AND e.ts >= {p4:DateTime64(9, 'UTC')}
    AND e.ts <= {p5:DateTime64(9, 'UTC')}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"2026-01-15 12:05:00.000000000","p5":"2026-01-15 12:15:00.000000000"}

-- # ago
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
    AND e.ts > {p4:DateTime64(9, 'UTC')}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"2026-01-15 12:40:00.000000000"}

-- # in
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
    AND e.service IN {p4:Array(String)}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":["cart","billing"]}

-- # in brackets
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
    AND e.level IN {p4:Array(String)}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":["ERROR","WARN"]}

-- # !in
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
    AND e.user_id != ''
    AND e.user_id NOT IN {p4:Array(String)}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":["u1","u2"]}

-- # in~
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
    AND lower(e.level) = {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"error"}

-- # in numbers
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
    AND e.http_status IN {p4:Array(UInt16)}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":[404,500]}

-- # in a mixed list
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
    AND (hasAny(e.attr_tags, {p4:Array(String)}) OR has(e.attr_tags, {p5:String}))
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":["retries=1","retries=1.0"],"p5":"retries=2"}

-- # in nothing
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

-- # not in nothing
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
    AND e.service != ''
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # in a query
SELECT
  t1.__c2 AS n,
  if(JSONType(ifNull(t1.__c3, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c2,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c3
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.trace_id != ''
    AND e.trace_id GLOBAL IN (SELECT nullIf(e.trace_id, '') AS __c1
    FROM events AS e
    WHERE e.project_id = {p1:String}
      AND e.kind = 'span'
      AND e.ts >= {p2:DateTime64(9, 'UTC')}
      AND e.ts < {p3:DateTime64(9, 'UTC')}
      AND e.kind = 'span'
      AND e.status = 'error')
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # not in a query
SELECT
  t1.__c2 AS n,
  if(JSONType(ifNull(t1.__c3, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c2,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c3
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND e.service != ''
    AND e.service GLOBAL NOT IN (SELECT nullIf(e.service, '') AS __c1
    FROM events AS e
    WHERE e.project_id = {p1:String}
      AND e.kind = 'span'
      AND e.ts >= {p2:DateTime64(9, 'UTC')}
      AND e.ts < {p3:DateTime64(9, 'UTC')}
      AND e.kind = 'span'
      AND e.duration_ns > {p4:Int64})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"80000000"}

-- # null
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
    AND NOT e.user_id != ''
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # not null
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
    AND e.user_id != ''
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # isnull
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
    AND NOT mapContains(e.attrs, {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"retries"}

-- # isnotnull
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
    AND mapContains(e.attrs, {p4:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"retries"}

-- # isempty
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
    AND (NOT mapContains(e.attrs, {p4:String}) OR has(e.attr_tags, {p5:String}))
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"note","p5":"note="}

-- # isnotempty
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
    AND mapContains(e.attrs, {p4:String})
    AND NOT has(e.attr_tags, {p5:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"note","p5":"note="}

-- # bare path
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
    AND mapContains(e.attrs, {p4:String})
    AND NOT has(e.attr_tags, {p5:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"note","p5":"note="}

-- # bare bool
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
    AND e.is_error
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # not
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
    AND e.user_id != ''
    AND e.user_id != {p4:String}
    AND mapContains(e.attrs, {p5:String})
    AND toFloat64OrNull(if(mapContains(e.attrs, {p5:String}), e.attrs[{p5:String}], NULL)) <= {p6:Int64}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"u1","p5":"retries","p6":"3"}

-- # and, or
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
    AND (e.level = {p4:String} OR e.level = {p5:String} AND e.service = {p6:String})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"ERROR","p5":"WARN","p6":"cart"}

-- # between
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
    AND e.kind = 'span'
    AND e.duration_ns >= {p4:Int64}
    AND e.kind = 'span'
    AND e.duration_ns <= {p5:Int64}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"10000000","p5":"30000000"}

-- # !between
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
    AND (e.kind = 'span' AND e.duration_ns < {p4:Int64} OR e.kind = 'span' AND e.duration_ns > {p5:Int64})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"10000000","p5":"30000000"}

-- # any element
SELECT
  t1.__c2 AS n,
  if(JSONType(ifNull(t1.__c3, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c2,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c3
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND arrayExists(x1 -> ifNull(if(startsWith(x1, '"'), JSONExtractString(x1), nullIf(x1, 'null')) = {p4:String}, false), JSONExtractArrayRaw(ifNull(if(ifNull(and(match(if(mapContains(e.attrs, {p5:String}), e.attrs[{p5:String}], NULL), '^[\\[{]'), isValidJSON(ifNull(if(mapContains(e.attrs, {p5:String}), e.attrs[{p5:String}], NULL), ''))), false), if(mapContains(e.attrs, {p5:String}), e.attrs[{p5:String}], NULL), if(isNull(if(mapContains(e.attrs, {p5:String}), e.attrs[{p5:String}], NULL)), NULL, replaceAll(toJSONString(assumeNotNull(if(mapContains(e.attrs, {p5:String}), e.attrs[{p5:String}], NULL))), '\\/', '/'))), '[]')))
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"t2","p5":"tags"}

-- # no element
SELECT
  t1.__c2 AS n,
  if(JSONType(ifNull(t1.__c3, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c2,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c3
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND isNotNull(if(ifNull(and(match(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL), '^[\\[{]'), isValidJSON(ifNull(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL), ''))), false), if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL), if(isNull(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL)), NULL, replaceAll(toJSONString(assumeNotNull(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL))), '\\/', '/'))))
    AND NOT arrayExists(x1 -> ifNull(if(startsWith(x1, '"'), JSONExtractString(x1), nullIf(x1, 'null')) = {p5:String}, false), JSONExtractArrayRaw(ifNull(if(ifNull(and(match(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL), '^[\\[{]'), isValidJSON(ifNull(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL), ''))), false), if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL), if(isNull(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL)), NULL, replaceAll(toJSONString(assumeNotNull(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL))), '\\/', '/'))), '[]')))
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"tags","p5":"t2"}

-- # any element of events
SELECT
  t1.__c2 AS n,
  if(JSONType(ifNull(t1.__c3, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t1.__c3, '')))), ','), ']'), NULL) AS ids
FROM (
  SELECT
    toInt64(count()) AS __c2,
    concat('[', arrayStringConcat(groupArray(10000)(if(isNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1)), NULL, replaceAll(toJSONString(assumeNotNull(substringUTF8(toString(e.id), if({p0:Int64} < 0, greatest(toInt64(lengthUTF8(toString(e.id))) + {p0:Int64}, 0), {p0:Int64}) + 1))), '\\/', '/'))), ','), ']') AS __c3
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND arrayExists(x1 -> ifNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(x1, 'null'), {p4:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(x1, 'null'), {p4:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(x1, 'null'), {p4:String}), ''), 'null'), 'null')) = {p5:String}, false), JSONExtractArrayRaw(ifNull(nullIf(e.span_events, ''), '[]')))
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"name","p5":"exception"}

-- # id
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
    AND toUInt64(bitOr(bitOr(bitAnd(bitShiftRight(toUInt128(e.id), 32), 18446462598732840960), bitAnd(bitShiftRight(toUInt128(e.id), 28), 281406257233920)), bitAnd(bitShiftRight(toUInt128(e.id), 26), 68719476735))) = toUInt64(bitOr(bitOr(bitAnd(bitShiftRight(toUInt128({p4:UUID}), 32), 18446462598732840960), bitAnd(bitShiftRight(toUInt128({p4:UUID}), 28), 281406257233920)), bitAnd(bitShiftRight(toUInt128({p4:UUID}), 26), 68719476735)))
    AND e.id = {p4:UUID}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"00000000-0000-4000-8000-a00000000007"}

-- # id that is none
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

-- # trace
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
    AND e.trace_id = {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"a0000000000000000000000000000002"}

-- # kind
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
    AND e.kind = 'span'
    AND e.span_kind = 'server'
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # kind log
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
    AND (e.kind = 'log' OR e.kind = 'span' AND e.span_kind = 'client')
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000"}

-- # resource
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
    AND toString(e.res[{p4:String}]) = {p5:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"cloud.region","p5":"eu-1"}

-- # service by its long name
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
    AND e.service = {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"cart"}

-- # short name of an attribute
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
    AND mapContains(e.attrs, {p4:String})
    AND toFloat64OrNull(if(mapContains(e.attrs, {p4:String}), e.attrs[{p4:String}], NULL)) > {p5:Int64}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"retries","p5":"8"}

-- # environment
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
    AND e.env = {p4:String}
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"prod"}

-- # hashes
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
    AND hasAllTokens(lower(if(startsWith(toJSONString(arrayFilter(x -> x != '', [if(e.shape = 0, '', concat('log:', lower(hex(e.shape)))), if(e.endpoint = 0, '', concat('endpoint:', lower(hex(e.endpoint))))])), '"'), JSONExtractString(toJSONString(arrayFilter(x -> x != '', [if(e.shape = 0, '', concat('log:', lower(hex(e.shape)))), if(e.endpoint = 0, '', concat('endpoint:', lower(hex(e.endpoint))))]))), nullIf(toJSONString(arrayFilter(x -> x != '', [if(e.shape = 0, '', concat('log:', lower(hex(e.shape)))), if(e.endpoint = 0, '', concat('endpoint:', lower(hex(e.endpoint))))])), 'null'))), {p4:String}, 'splitByNonAlpha')
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"log"}

-- # attribute nobody sent
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
    AND hasAny(e.attr_tags, {p4:Array(String)})
) AS t1
LIMIT 10000
-- {"p0":"33","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":["nothing=1","nothing=1.0"]}

-- # in a query of JSON
SELECT t3.__c5 AS `attributes.user.id`, t3.__c6 AS count_
FROM (
  SELECT nullIf(e.user_id, '') AS __c5, toInt64(count()) AS __c6
  FROM events AS e
  WHERE e.project_id = {p0:String}
    AND e.ts >= {p1:DateTime64(9, 'UTC')}
    AND e.ts < {p2:DateTime64(9, 'UTC')}
    AND e.user_id != ''
    AND e.user_id GLOBAL IN (SELECT if(startsWith(t2.__c3, '"'), JSONExtractString(t2.__c3), nullIf(t2.__c3, 'null')) AS __c4
    FROM (
      SELECT nullIf(__c3, 'null') AS __c3
      FROM (
        SELECT {p3:String} AS __c1
      ) AS t1
      ARRAY JOIN if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])) AS __c3
    ) AS t2)
  GROUP BY e.user_id
) AS t3
ORDER BY isNull(t3.__c5) DESC, toFloat64OrNull(t3.__c5) ASC NULLS LAST, t3.__c5 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"[\"u0\",\"u1\"]"}

-- # !in a query of JSON
SELECT t3.__c5 AS count_
FROM (
  SELECT toInt64(count()) AS __c5
  FROM events AS e
  WHERE e.project_id = {p0:String}
    AND e.ts >= {p1:DateTime64(9, 'UTC')}
    AND e.ts < {p2:DateTime64(9, 'UTC')}
    AND e.user_id != ''
    AND e.user_id GLOBAL NOT IN (SELECT if(startsWith(t2.__c3, '"'), JSONExtractString(t2.__c3), nullIf(t2.__c3, 'null')) AS __c4
    FROM (
      SELECT nullIf(__c3, 'null') AS __c3
      FROM (
        SELECT {p3:String} AS __c1
      ) AS t1
      ARRAY JOIN if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])) AS __c3
    ) AS t2)
) AS t3
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"[\"u0\",null,5]"}

-- # in~ a query of JSON
SELECT t3.__c5 AS count_
FROM (
  SELECT toInt64(count()) AS __c5
  FROM events AS e
  WHERE e.project_id = {p0:String}
    AND e.ts >= {p1:DateTime64(9, 'UTC')}
    AND e.ts < {p2:DateTime64(9, 'UTC')}
    AND e.user_id != ''
    AND lower(e.user_id) GLOBAL IN (SELECT lower(q.__c4)
    FROM (
      SELECT if(startsWith(t2.__c3, '"'), JSONExtractString(t2.__c3), nullIf(t2.__c3, 'null')) AS __c4
      FROM (
        SELECT nullIf(__c3, 'null') AS __c3
        FROM (
          SELECT {p3:String} AS __c1
        ) AS t1
        ARRAY JOIN if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])) AS __c3
      ) AS t2
    ) AS q)
) AS t3
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"[\"U0\"]"}

-- # JSON in a query of JSON
SELECT t3.__c4 AS count_
FROM (
  SELECT toInt64(count()) AS __c4
  FROM events AS e
  WHERE e.project_id = {p0:String}
    AND e.ts >= {p1:DateTime64(9, 'UTC')}
    AND e.ts < {p2:DateTime64(9, 'UTC')}
    AND isNotNull(if(JSONType(ifNull(if(mapContains(e.attrs, {p3:String}), e.attrs[{p3:String}], NULL), 'null')) = 'Array', nullIf(nullIf(JSONExtractRaw(ifNull(if(mapContains(e.attrs, {p3:String}), e.attrs[{p3:String}], NULL), 'null'), 2), ''), 'null'), CAST(NULL AS Nullable(String))))
    AND if(JSONType(ifNull(if(mapContains(e.attrs, {p3:String}), e.attrs[{p3:String}], NULL), 'null')) = 'Array', nullIf(nullIf(JSONExtractRaw(ifNull(if(mapContains(e.attrs, {p3:String}), e.attrs[{p3:String}], NULL), 'null'), 2), ''), 'null'), CAST(NULL AS Nullable(String))) GLOBAL IN (SELECT t2.__c3 AS __c3
    FROM (
      SELECT nullIf(__c3, 'null') AS __c3
      FROM (
        SELECT {p4:String} AS __c1
      ) AS t1
      ARRAY JOIN if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])) AS __c3
    ) AS t2)
) AS t3
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"tags","p4":"[\"t2\"]"}

-- # numbers in a query of JSON
SELECT t5.__c9 AS `attributes.retries`, t5.__c10 AS severity_number, t5.__c11 AS count_
FROM (
  SELECT
    if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL) AS __c9,
    toInt64(nullIf(e.severity, 0)) AS __c10,
    toInt64(count()) AS __c11
  FROM events AS e
  WHERE e.project_id = {p1:String}
    AND e.ts >= {p2:DateTime64(9, 'UTC')}
    AND e.ts < {p3:DateTime64(9, 'UTC')}
    AND mapContains(e.attrs, {p0:String})
    AND e.attrs[{p0:String}] GLOBAL IN (SELECT if(startsWith(t2.__c3, '"'), JSONExtractString(t2.__c3), nullIf(t2.__c3, 'null')) AS __c4
    FROM (
      SELECT nullIf(__c3, 'null') AS __c3
      FROM (
        SELECT {p4:String} AS __c1
      ) AS t1
      ARRAY JOIN if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])) AS __c3
    ) AS t2)
    AND e.severity != 0
    AND e.severity GLOBAL IN (SELECT
      ifNull(toInt64OrNull(if(startsWith(t4.__c7, '"'), JSONExtractString(t4.__c7), nullIf(t4.__c7, 'null'))), accurateCastOrNull(toFloat64OrNull(if(startsWith(t4.__c7, '"'), JSONExtractString(t4.__c7), nullIf(t4.__c7, 'null'))), 'Int64')) AS __c8
    FROM (
      SELECT nullIf(__c7, 'null') AS __c7
      FROM (
        SELECT {p5:String} AS __c5
      ) AS t3
      ARRAY JOIN if(startsWith(ifNull(t3.__c5, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t3.__c5, 'null'))), if(startsWith(ifNull(t3.__c5, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t3.__c5, 'null')))), [toNullable(ifNull(t3.__c5, 'null'))])) AS __c7
    ) AS t4)
  GROUP BY __c9, __c10
) AS t5
LIMIT 10000
-- {"p0":"retries","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"[1,\"2\"]","p5":"[9,17]"}

-- # a text in a query of members
SELECT {p0:String} AS __o0
WHERE {p0:String} GLOBAL IN (SELECT
      if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(t2.__c29, 'null'), {p1:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(t2.__c29, 'null'), {p1:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(t2.__c29, 'null'), {p1:String}), ''), 'null'), 'null')) AS __c31
    FROM (
      SELECT nullIf(__c29, 'null') AS __c29
      FROM (
        SELECT nullIf(e.span_events, '') AS __f0
        FROM events AS e
        WHERE e.project_id = {p2:String}
          AND e.kind = 'span'
          AND e.ts >= {p3:DateTime64(9, 'UTC')}
          AND e.ts < {p4:DateTime64(9, 'UTC')}
      ) AS t1
      ARRAY JOIN if(startsWith(ifNull(t1.__f0, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__f0, 'null'))), if(startsWith(ifNull(t1.__f0, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__f0, 'null')))), [toNullable(ifNull(t1.__f0, 'null'))])) AS __c29
    ) AS t2)
LIMIT 10000
-- {"p0":"exception","p1":"name","p2":"0194a000-0000-7000-8000-00000000000a","p3":"2026-01-15 12:00:00.000000000","p4":"2026-01-15 13:00:00.000000000"}

-- # has_any of a query of JSON
SELECT t3.__c5 AS count_
FROM (
  SELECT toInt64(count()) AS __c5
  FROM events AS e
  WHERE e.project_id = {p0:String}
    AND e.ts >= {p1:DateTime64(9, 'UTC')}
    AND e.ts < {p2:DateTime64(9, 'UTC')}
    AND e.body != ''
    AND arrayExists(v -> ifNull(position(lower(e.body), v) > 0, false), arrayMap(v -> lower(v), (SELECT groupArray(toString(q.__c4))
    FROM (
      SELECT if(startsWith(t2.__c3, '"'), JSONExtractString(t2.__c3), nullIf(t2.__c3, 'null')) AS __c4
      FROM (
        SELECT nullIf(__c3, 'null') AS __c3
        FROM (
          SELECT {p3:String} AS __c1
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
          SELECT {p3:String} AS __c1
        ) AS t1
        ARRAY JOIN if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])) AS __c3
      ) AS t2
    ) AS q)), arrayMap(v -> if(match(v, '[^\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]'), concat('\f', replaceRegexpAll(v, '[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]', '\f\\0\f'), '\f'), ''), arrayMap(v -> lower(v), (SELECT groupArray(toString(q.__c4))
    FROM (
      SELECT if(startsWith(t2.__c3, '"'), JSONExtractString(t2.__c3), nullIf(t2.__c3, 'null')) AS __c4
      FROM (
        SELECT nullIf(__c3, 'null') AS __c3
        FROM (
          SELECT {p3:String} AS __c1
        ) AS t1
        ARRAY JOIN if(startsWith(ifNull(t1.__c1, 'null'), '['), arrayMap(x -> toNullable(x), JSONExtractArrayRaw(ifNull(t1.__c1, 'null'))), if(startsWith(ifNull(t1.__c1, 'null'), '{'), arrayMap(x -> toNullable(x), arrayMap(p -> concat('{', replaceAll(toJSONString(tupleElement(p, 1)), '\\/', '/'), ':', tupleElement(p, 2), '}'), JSONExtractKeysAndValuesRaw(ifNull(t1.__c1, 'null')))), [toNullable(ifNull(t1.__c1, 'null'))])) AS __c3
      ) AS t2
    ) AS q)))), [lower(e.body)], [replaceRegexpAll(concat(' ', lower(e.body), ' '), '[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]', '\f\\0\f')])[1]
) AS t3
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"[\"Request timeout\"]"}

-- # order of JSON values
SELECT __c1 AS d
FROM (
  SELECT 1 AS __one
) AS t1
ARRAY JOIN CAST([{p0:String}, {p1:String}, {p2:String}, {p3:String}] AS Array(Nullable(String))) AS __c1, CAST([0, 1, 2, 3] AS Array(Int64)) AS __c2
WHERE isNotNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p4:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p4:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p4:String}), ''), 'null'), 'null')))
  AND isNotNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p5:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p5:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p5:String}), ''), 'null'), 'null')))
  AND if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p4:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p4:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p4:String}), ''), 'null'), 'null')) < if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p5:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p5:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p5:String}), ''), 'null'), 'null'))
LIMIT 10000
-- {"p0":"{\"a\":9,\"b\":10}","p1":"{\"a\":\"a\",\"b\":\"b\"}","p2":"{\"a\":\"z\",\"b\":10}","p3":"{\"a\":\"b\"}","p4":"a","p5":"b"}

-- # order of JSON values as numbers
SELECT __c1 AS d
FROM (
  SELECT 1 AS __one
) AS t1
ARRAY JOIN CAST([{p0:String}, {p1:String}, {p2:String}] AS Array(Nullable(String))) AS __c1, CAST([0, 1, 2] AS Array(Int64)) AS __c2
WHERE toFloat64OrNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p3:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p3:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p3:String}), ''), 'null'), 'null'))) < toFloat64OrNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p4:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p4:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p4:String}), ''), 'null'), 'null')))
LIMIT 10000
-- {"p0":"{\"a\":9,\"b\":10}","p1":"{\"a\":\"9\",\"b\":\"10\"}","p2":"{\"a\":\"a\",\"b\":\"b\"}","p3":"a","p4":"b"}

-- # order of an attribute and a JSON value
SELECT if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL) AS `attributes.retries`
FROM events AS e
WHERE e.project_id = {p1:String}
  AND e.ts >= {p2:DateTime64(9, 'UTC')}
  AND e.ts < {p3:DateTime64(9, 'UTC')}
  AND hasAny(e.attr_tags, {p4:Array(String)})
  AND mapContains(e.attrs, {p0:String})
  AND isNotNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(multiIf(isNull({p5:String}), NULL, isValidJSON(ifNull({p5:String}, '')), JSONExtractRaw(ifNull({p5:String}, '')), replaceAll(toJSONString(assumeNotNull({p5:String})), '\\/', '/')), 'null'), {p6:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(multiIf(isNull({p5:String}), NULL, isValidJSON(ifNull({p5:String}, '')), JSONExtractRaw(ifNull({p5:String}, '')), replaceAll(toJSONString(assumeNotNull({p5:String})), '\\/', '/')), 'null'), {p6:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(multiIf(isNull({p5:String}), NULL, isValidJSON(ifNull({p5:String}, '')), JSONExtractRaw(ifNull({p5:String}, '')), replaceAll(toJSONString(assumeNotNull({p5:String})), '\\/', '/')), 'null'), {p6:String}), ''), 'null'), 'null')))
  AND e.attrs[{p0:String}] > if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(multiIf(isNull({p5:String}), NULL, isValidJSON(ifNull({p5:String}, '')), JSONExtractRaw(ifNull({p5:String}, '')), replaceAll(toJSONString(assumeNotNull({p5:String})), '\\/', '/')), 'null'), {p6:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(multiIf(isNull({p5:String}), NULL, isValidJSON(ifNull({p5:String}, '')), JSONExtractRaw(ifNull({p5:String}, '')), replaceAll(toJSONString(assumeNotNull({p5:String})), '\\/', '/')), 'null'), {p6:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(multiIf(isNull({p5:String}), NULL, isValidJSON(ifNull({p5:String}, '')), JSONExtractRaw(ifNull({p5:String}, '')), replaceAll(toJSONString(assumeNotNull({p5:String})), '\\/', '/')), 'null'), {p6:String}), ''), 'null'), 'null'))
ORDER BY e.ts DESC, e.id DESC
LIMIT 500
-- {"p0":"retries","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 12:00:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":["retries=6","retries=6.0","retries=10","retries=10.0"],"p5":"{\"limit\": 5}","p6":"limit"}

-- # order of a JSON value and a number in quotes
SELECT __c1 AS d
FROM (
  SELECT 1 AS __one
) AS t1
ARRAY JOIN CAST([{p0:String}, {p1:String}] AS Array(Nullable(String))) AS __c1, CAST([0, 1] AS Array(Int64)) AS __c2
WHERE isNotNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p2:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p2:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p2:String}), ''), 'null'), 'null')))
  AND if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p2:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p2:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p2:String}), ''), 'null'), 'null')) > {p3:String}
LIMIT 10000
-- {"p0":"{\"a\":9}","p1":"{\"a\":10}","p2":"a","p3":"8"}

