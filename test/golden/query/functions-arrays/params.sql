-- # array_length
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array', toInt64(length(JSONExtractArrayRaw(ifNull({p0:String}, '')))), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,2]"}

-- # array_concat
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array' AND JSONType(ifNull({p1:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(JSONExtractArrayRaw(ifNull({p0:String}, '')), JSONExtractArrayRaw(ifNull({p1:String}, ''))), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,2]","p1":"[3]"}

-- # array_slice
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array' AND isNotNull({p1:Int64}) AND isNotNull({p2:Int64}), concat('[', arrayStringConcat(arraySlice(JSONExtractArrayRaw(ifNull({p0:String}, '')), if({p1:Int64} < 0, greatest({p1:Int64} + toInt64(length(JSONExtractArrayRaw(ifNull({p0:String}, '')))), 0), {p1:Int64}) + 1, if(if({p2:Int64} < 0, {p2:Int64} + toInt64(length(JSONExtractArrayRaw(ifNull({p0:String}, '')))), {p2:Int64}) - if({p1:Int64} < 0, greatest({p1:Int64} + toInt64(length(JSONExtractArrayRaw(ifNull({p0:String}, '')))), 0), {p1:Int64}) + 1 < 0, 0, if({p2:Int64} < 0, {p2:Int64} + toInt64(length(JSONExtractArrayRaw(ifNull({p0:String}, '')))), {p2:Int64}) - if({p1:Int64} < 0, greatest({p1:Int64} + toInt64(length(JSONExtractArrayRaw(ifNull({p0:String}, '')))), 0), {p1:Int64}) + 1)), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,2,3,4]","p1":"1","p2":"-2"}

-- # array_index_of
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array', toInt64(arrayFilter((i, x) -> i > if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull({p0:String}, '')))), 0), 0) AND i <= if(-1 < 0, toInt64(length(JSONExtractArrayRaw(ifNull({p0:String}, '')))), least(if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull({p0:String}, '')))), 0), 0) + (-1), toInt64(length(JSONExtractArrayRaw(ifNull({p0:String}, '')))))) AND x = ifNull(if(isNull({p1:String}), NULL, replaceAll(toJSONString(assumeNotNull({p1:String})), '\\/', '/')), 'null'), arrayEnumerate(JSONExtractArrayRaw(ifNull({p0:String}, ''))), JSONExtractArrayRaw(ifNull({p0:String}, '')))[1]) - 1, NULL) AS print_0
LIMIT 10000
-- {"p0":"[\"a\",\"b\"]","p1":"b"}

-- # array_sort_asc
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull({p0:String}, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull({p0:String}, '')))), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[3,1,2]"}

-- # array_sort_desc
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arrayReverseSort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull({p0:String}, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull({p0:String}, '')))), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[3,1,2]"}

-- # array_reverse
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayReverse(JSONExtractArrayRaw(ifNull({p0:String}, ''))), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,2,3]"}

-- # array_sum
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array', arraySum(arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull({p0:String}, '')))), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,2,3]"}

-- # array_iff
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayMap((c, t, e) -> multiIf(c = 'true' OR ifNull(toFloat64OrNull(extract(c, '^"?([-+.0-9eE]+)"?$')) != 0, false), t, c = 'false' OR ifNull(toFloat64OrNull(extract(c, '^"?([-+.0-9eE]+)"?$')) = 0, false), e, 'null'), JSONExtractArrayRaw(ifNull({p0:String}, '')), if(JSONType(ifNull({p1:String}, '')) = 'Array', arrayResize(JSONExtractArrayRaw(ifNull({p1:String}, '')), length(JSONExtractArrayRaw(ifNull({p0:String}, ''))), 'null'), arrayWithConstant(length(JSONExtractArrayRaw(ifNull({p0:String}, ''))), ifNull({p1:String}, 'null'))), if(JSONType(ifNull({p2:String}, '')) = 'Array', arrayResize(JSONExtractArrayRaw(ifNull({p2:String}, '')), length(JSONExtractArrayRaw(ifNull({p0:String}, ''))), 'null'), arrayWithConstant(length(JSONExtractArrayRaw(ifNull({p0:String}, ''))), ifNull({p2:String}, 'null')))), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[true,false]","p1":"[1,2]","p2":"[3,4]"}

-- # pack_array
SELECT
  concat('[', arrayStringConcat([ifNull(toString({p0:Int64}), 'null'), ifNull(if(isNull({p1:String}), NULL, replaceAll(toJSONString(assumeNotNull({p1:String})), '\\/', '/')), 'null'), ifNull(if(isNull(true), NULL, if(true, 'true', 'false')), 'null')], ','), ']') AS print_0
LIMIT 10000
-- {"p0":"1","p1":"a"}

-- # repeat
SELECT
  concat('[', arrayStringConcat(arrayWithConstant({p0:Int64}, ifNull(toString({p1:Int64}), 'null')), ','), ']') AS print_0
LIMIT 10000
-- {"p0":"3","p1":"1"}

-- # zip
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array' AND JSONType(ifNull({p1:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayMap((e0, e1) -> concat('[', arrayStringConcat([e0, e1], ','), ']'), arrayResize(JSONExtractArrayRaw(ifNull({p0:String}, '')), greatest(length(JSONExtractArrayRaw(ifNull({p0:String}, ''))), length(JSONExtractArrayRaw(ifNull({p1:String}, '')))), 'null'), arrayResize(JSONExtractArrayRaw(ifNull({p1:String}, '')), greatest(length(JSONExtractArrayRaw(ifNull({p0:String}, ''))), length(JSONExtractArrayRaw(ifNull({p1:String}, '')))), 'null')), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,3]","p1":"[2,4]"}

-- # range
SELECT
  concat('[', arrayStringConcat(arrayMap(i -> ifNull(if(isFinite({p0:Int64} + i * {p1:Int64}), toString({p0:Int64} + i * {p1:Int64}), if(isNull({p0:Int64} + i * {p1:Int64}), NULL, replaceAll(toJSONString(toString({p0:Int64} + i * {p1:Int64})), '\\/', '/'))), 'null'), range(toUInt64(least(greatest(ifNull(floor(({p2:Int64} - {p0:Int64}) / nullIf({p1:Int64}, 0)), -1) + 1, 0), 10000)))), ','), ']') AS print_0
LIMIT 10000
-- {"p0":"1","p1":"3","p2":"8"}

-- # set_union
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array' AND JSONType(ifNull({p1:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayDistinct(arrayConcat(JSONExtractArrayRaw(ifNull({p0:String}, '')), JSONExtractArrayRaw(ifNull({p1:String}, '')))), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,2]","p1":"[2,3]"}

-- # set_intersect
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array' AND JSONType(ifNull({p1:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayDistinct(arrayExcept(JSONExtractArrayRaw(ifNull({p0:String}, '')), arrayExcept(JSONExtractArrayRaw(ifNull({p0:String}, '')), JSONExtractArrayRaw(ifNull({p1:String}, ''))))), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,2]","p1":"[2,3]"}

-- # set_difference
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array' AND JSONType(ifNull({p1:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayDistinct(arrayExcept(JSONExtractArrayRaw(ifNull({p0:String}, '')), JSONExtractArrayRaw(ifNull({p1:String}, '')))), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,2]","p1":"[2,3]"}

-- # set_has_element
SELECT
  toBool(if(JSONType(ifNull({p0:String}, '')) = 'Array', arrayExists(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')) = {p1:Int64}, false), JSONExtractArrayRaw(ifNull({p0:String}, ''))) != 0, NULL)) AS print_0
LIMIT 10000
-- {"p0":"[1,2]","p1":"2"}

-- # jaccard_index
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array' AND JSONType(ifNull({p1:String}, '')) = 'Array', length(arrayIntersect(JSONExtractArrayRaw(ifNull({p0:String}, '')), JSONExtractArrayRaw(ifNull({p1:String}, '')))) / nullIf(length(arrayDistinct(arrayConcat(JSONExtractArrayRaw(ifNull({p0:String}, '')), JSONExtractArrayRaw(ifNull({p1:String}, ''))))), 0), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,2]","p1":"[2,3]"}

-- # series_add
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array' AND JSONType(ifNull({p1:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayMap((a, b) -> ifNull(if(isFinite(a + b), toString(a + b), 'null'), 'null'), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p1:String}, '')))))), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p1:String}, ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p1:String}, ''))))))), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,2]","p1":"[4,2]"}

-- # series_subtract
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array' AND JSONType(ifNull({p1:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayMap((a, b) -> ifNull(if(isFinite(a - b), toString(a - b), 'null'), 'null'), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p1:String}, '')))))), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p1:String}, ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p1:String}, ''))))))), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,2]","p1":"[4,2]"}

-- # series_multiply
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array' AND JSONType(ifNull({p1:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayMap((a, b) -> ifNull(if(isFinite(a * b), toString(a * b), 'null'), 'null'), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p1:String}, '')))))), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p1:String}, ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p1:String}, ''))))))), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,2]","p1":"[4,2]"}

-- # series_divide
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array' AND JSONType(ifNull({p1:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayMap((a, b) -> ifNull(if(isFinite(a / b), toString(a / b), 'null'), 'null'), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p1:String}, '')))))), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p1:String}, ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p1:String}, ''))))))), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,2]","p1":"[4,2]"}

-- # series_fill_const
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x -> if(x = 'null', ifNull(toString({p1:Int64}), 'null'), x), JSONExtractArrayRaw(ifNull({p0:String}, ''))), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,null,3]","p1":"0"}

-- # series_fill_forward
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayFill(x -> x != 'null', JSONExtractArrayRaw(ifNull({p0:String}, ''))), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,null,3]"}

-- # series_fill_backward
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayReverseFill(x -> x != 'null', JSONExtractArrayRaw(ifNull({p0:String}, ''))), ','), ']'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,null,3]"}

-- # series_outliers
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array', replaceAll(toJSONString(if(length(arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull({p0:String}, '')))) >= 4, seriesOutliersDetectTukey(arrayResize(arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull({p0:String}, ''))), greatest(length(arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull({p0:String}, '')))), 4), 0)), arrayMap(x -> toFloat64(0), arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull({p0:String}, '')))))), '\\/', '/'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,2,1,2,1,2,50,2]"}

-- # series_stats_dynamic
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array', concat('{"min":', if(isFinite(arrayReduce('min', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), toString(arrayReduce('min', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), 'null'), ',"min_idx":', toString(toInt64(indexOf(arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))), arrayReduce('min', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, '')))))))) - 1), ',"max":', if(isFinite(arrayReduce('max', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), toString(arrayReduce('max', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), 'null'), ',"max_idx":', toString(toInt64(indexOf(arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))), arrayReduce('max', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, '')))))))) - 1), ',"avg":', if(isFinite(arrayReduce('avg', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), toString(arrayReduce('avg', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), 'null'), ',"stdev":', if(isFinite(arrayReduce('stddevSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), toString(arrayReduce('stddevSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), 'null'), ',"variance":', if(isFinite(arrayReduce('varSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), toString(arrayReduce('varSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), 'null'), ',"sum":', if(isFinite(arrayReduce('sum', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), toString(arrayReduce('sum', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), 'null'), ',"len":', toString(length(arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), '}'), NULL) AS print_0
LIMIT 10000
-- {"p0":"[1,2,3]"}

-- # set_has_element, attributes
SELECT
  t1.__c3 AS r,
  t1.__c4 AS s,
  toBool(t1.__c5) AS Column1,
  toBool(t1.__c6) AS Column2,
  toBool(t1.__c7) AS Column3
FROM (
  SELECT
    if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL) AS __c3,
    if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)) AS __c4,
    if(JSONType(ifNull({p3:String}, '')) = 'Array', arrayExists(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL), x = 'null' AND isNull(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL))), JSONExtractArrayRaw(ifNull({p3:String}, ''))) != 0, NULL) AS __c5,
    if(JSONType(ifNull({p4:String}, '')) = 'Array', arrayExists(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)), x = 'null' AND isNull(if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)))), JSONExtractArrayRaw(ifNull({p4:String}, ''))) != 0, NULL) AS __c6,
    if(JSONType(ifNull(concat('[', arrayStringConcat(arrayWithConstant({p5:Int64}, ifNull(if(ifNull(and(match(if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)), '^[\\[{]'), isValidJSON(ifNull(if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)), ''))), false), if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)), if(isNull(if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL))), NULL, replaceAll(toJSONString(assumeNotNull(if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)))), '\\/', '/'))), 'null')), ','), ']'), '')) = 'Array', arrayExists(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)), x = 'null' AND isNull(if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)))), JSONExtractArrayRaw(ifNull(concat('[', arrayStringConcat(arrayWithConstant({p5:Int64}, ifNull(if(ifNull(and(match(if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)), '^[\\[{]'), isValidJSON(ifNull(if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)), ''))), false), if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)), if(isNull(if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL))), NULL, replaceAll(toJSONString(assumeNotNull(if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)))), '\\/', '/'))), 'null')), ','), ']'), ''))) != 0, NULL) AS __c7
  FROM events AS e
  WHERE e.project_id = {p6:String}
    AND e.ts >= {p7:DateTime64(9, 'UTC')}
    AND e.ts < {p8:DateTime64(9, 'UTC')}
    AND mapContains(e.attrs, {p0:String})
  ORDER BY e.ts ASC
  LIMIT 5
) AS t1
LIMIT 5
-- {"p0":"retries","p1":"http.response.status_code","p2":"http.status_code","p3":"[0,\"1\",true]","p4":"[500,\"404\",null]","p5":"2","p6":"0194a000-0000-7000-8000-00000000000a","p7":"2026-01-15 12:00:00.000000000","p8":"2026-01-15 13:00:00.000000000"}

-- # array_index_of, attributes
SELECT
  if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL) AS r,
  if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], NULL) AS c,
  if(JSONType(ifNull({p2:String}, '')) = 'Array', toInt64(arrayFilter((i, x) -> i > if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull({p2:String}, '')))), 0), 0) AND i <= if(-1 < 0, toInt64(length(JSONExtractArrayRaw(ifNull({p2:String}, '')))), least(if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull({p2:String}, '')))), 0), 0) + (-1), toInt64(length(JSONExtractArrayRaw(ifNull({p2:String}, '')))))) AND ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL), x = 'null' AND isNull(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL))), arrayEnumerate(JSONExtractArrayRaw(ifNull({p2:String}, ''))), JSONExtractArrayRaw(ifNull({p2:String}, '')))[1]) - 1, NULL) AS Column1,
  if(JSONType(ifNull({p3:String}, '')) = 'Array', toInt64(arrayFilter((i, x) -> i > if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull({p3:String}, '')))), 0), 0) AND i <= if(-1 < 0, toInt64(length(JSONExtractArrayRaw(ifNull({p3:String}, '')))), least(if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull({p3:String}, '')))), 0), 0) + (-1), toInt64(length(JSONExtractArrayRaw(ifNull({p3:String}, '')))))) AND ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], NULL), x = 'null' AND isNull(if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], NULL))), arrayEnumerate(JSONExtractArrayRaw(ifNull({p3:String}, ''))), JSONExtractArrayRaw(ifNull({p3:String}, '')))[1]) - 1, NULL) AS Column2
FROM events AS e
WHERE e.project_id = {p4:String}
  AND e.ts >= {p5:DateTime64(9, 'UTC')}
  AND e.ts < {p6:DateTime64(9, 'UTC')}
  AND mapContains(e.attrs, {p0:String})
ORDER BY e.ts ASC
LIMIT 5
-- {"p0":"retries","p1":"cached","p2":"[\"x\",\"3\",4,3]","p3":"[1,false,\"true\"]","p4":"0194a000-0000-7000-8000-00000000000a","p5":"2026-01-15 12:00:00.000000000","p6":"2026-01-15 13:00:00.000000000"}

-- # null in an array
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Array', toInt64(arrayFilter((i, x) -> i > if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull({p0:String}, '')))), 0), 0) AND i <= if(-1 < 0, toInt64(length(JSONExtractArrayRaw(ifNull({p0:String}, '')))), least(if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull({p0:String}, '')))), 0), 0) + (-1), toInt64(length(JSONExtractArrayRaw(ifNull({p0:String}, '')))))) AND ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = NULL, x = 'null' AND isNull(NULL)), arrayEnumerate(JSONExtractArrayRaw(ifNull({p0:String}, ''))), JSONExtractArrayRaw(ifNull({p0:String}, '')))[1]) - 1, NULL) AS print_0,
  toBool(if(JSONType(ifNull({p1:String}, '')) = 'Array', arrayExists(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = NULL, x = 'null' AND isNull(NULL)), JSONExtractArrayRaw(ifNull({p1:String}, ''))) != 0, NULL)) AS print_1,
  toBool(if(JSONType(ifNull({p2:String}, '')) = 'Array', arrayExists(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = NULL, x = 'null' AND isNull(NULL)), JSONExtractArrayRaw(ifNull({p2:String}, ''))) != 0, NULL)) AS print_2
LIMIT 10000
-- {"p0":"[1,null]","p1":"[null]","p2":"[1,\"null\",\"\"]"}

-- # lists of attributes are of numbers
SELECT
  t3.__c3 AS Column1,
  t3.__c4 AS Column2,
  t3.__c5 AS Column3,
  t3.__c6 AS Column4,
  t3.__c7 AS Column5,
  t3.__c8 AS Column6,
  toBool(t3.__c9) AS Column7,
  t3.__c10 AS Column8
FROM (
  SELECT
    if(JSONType(ifNull(t2.__c1, '')) = 'Array', arraySum(arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull(t2.__c1, '')))), NULL) AS __c3,
    if(JSONType(ifNull(t2.__c1, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t2.__c1, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t2.__c1, '')))), ','), ']'), NULL) AS __c4,
    if(JSONType(ifNull(t2.__c1, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arrayReverseSort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull(t2.__c1, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull(t2.__c1, '')))), ','), ']'), NULL) AS __c5,
    if(JSONType(ifNull(t2.__c1, '')) = 'Array', concat('{"min":', if(isFinite(arrayReduce('min', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))))), toString(arrayReduce('min', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))))), 'null'), ',"min_idx":', toString(toInt64(indexOf(arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))), arrayReduce('min', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, '')))))))) - 1), ',"max":', if(isFinite(arrayReduce('max', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))))), toString(arrayReduce('max', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))))), 'null'), ',"max_idx":', toString(toInt64(indexOf(arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))), arrayReduce('max', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, '')))))))) - 1), ',"avg":', if(isFinite(arrayReduce('avg', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))))), toString(arrayReduce('avg', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))))), 'null'), ',"stdev":', if(isFinite(arrayReduce('stddevSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))))), toString(arrayReduce('stddevSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))))), 'null'), ',"variance":', if(isFinite(arrayReduce('varSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))))), toString(arrayReduce('varSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))))), 'null'), ',"sum":', if(isFinite(arrayReduce('sum', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))))), toString(arrayReduce('sum', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))))), 'null'), ',"len":', toString(length(arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))))), '}'), NULL) AS __c6,
    if(JSONType(ifNull(t2.__c1, '')) = 'Array', replaceAll(toJSONString(if(length(arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull(t2.__c1, '')))) >= 4, seriesOutliersDetectTukey(arrayResize(arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull(t2.__c1, ''))), greatest(length(arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull(t2.__c1, '')))), 4), 0)), arrayMap(x -> toFloat64(0), arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull(t2.__c1, '')))))), '\\/', '/'), NULL) AS __c7,
    if(JSONType(ifNull(t2.__c1, '')) = 'Array' AND JSONType(ifNull(t2.__c1, '')) = 'Array', concat('[', arrayStringConcat(arrayMap((a, b) -> ifNull(if(isFinite(a + b), toString(a + b), 'null'), 'null'), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, '')))))), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull(t2.__c1, ''))))))), ','), ']'), NULL) AS __c8,
    if(JSONType(ifNull(t2.__c1, '')) = 'Array', arrayExists(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')) = {p0:Int64}, false), JSONExtractArrayRaw(ifNull(t2.__c1, ''))) != 0, NULL) AS __c9,
    if(JSONType(ifNull(t2.__c1, '')) = 'Array', toInt64(arrayFilter((i, x) -> i > if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull(t2.__c1, '')))), 0), 0) AND i <= if(-1 < 0, toInt64(length(JSONExtractArrayRaw(ifNull(t2.__c1, '')))), least(if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull(t2.__c1, '')))), 0), 0) + (-1), toInt64(length(JSONExtractArrayRaw(ifNull(t2.__c1, '')))))) AND ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')) = {p0:Int64}, false), arrayEnumerate(JSONExtractArrayRaw(ifNull(t2.__c1, ''))), JSONExtractArrayRaw(ifNull(t2.__c1, '')))[1]) - 1, NULL) AS __c10
  FROM (
    SELECT
      concat('[', arrayStringConcat(groupArray(10000)(if(ifNull(and(match(t1.__f0, '^[\\[{]'), isValidJSON(ifNull(t1.__f0, ''))), false), t1.__f0, if(isNull(t1.__f0), NULL, replaceAll(toJSONString(assumeNotNull(t1.__f0)), '\\/', '/')))), ','), ']') AS __c1
    FROM (
      SELECT if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], NULL) AS __f0
      FROM events AS e
      WHERE e.project_id = {p2:String}
        AND e.ts >= {p3:DateTime64(9, 'UTC')}
        AND e.ts < {p4:DateTime64(9, 'UTC')}
        AND mapContains(e.attrs, {p1:String})
      ORDER BY e.ts DESC
    ) AS t1
  ) AS t2
) AS t3
LIMIT 10000
-- {"p0":"10","p1":"retries","p2":"0194a000-0000-7000-8000-00000000000a","p3":"2026-01-15 12:00:00.000000000","p4":"2026-01-15 13:00:00.000000000"}

-- # texts of numbers among others
SELECT
  t1.__c3 AS Column1,
  t1.__c4 AS Column2,
  t1.__c5 AS Column3,
  t1.__c6 AS Column4,
  t1.__c7 AS Column5,
  t1.__c8 AS Column6
FROM (
  SELECT
    if(JSONType(ifNull({p0:String}, '')) = 'Array', arraySum(arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull({p0:String}, '')))), NULL) AS __c3,
    if(JSONType(ifNull({p0:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull({p0:String}, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull({p0:String}, '')))), ','), ']'), NULL) AS __c4,
    if(JSONType(ifNull({p0:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arrayReverseSort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull({p0:String}, '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull({p0:String}, '')))), ','), ']'), NULL) AS __c5,
    if(JSONType(ifNull({p0:String}, '')) = 'Array', concat('{"min":', if(isFinite(arrayReduce('min', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), toString(arrayReduce('min', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), 'null'), ',"min_idx":', toString(toInt64(indexOf(arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))), arrayReduce('min', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, '')))))))) - 1), ',"max":', if(isFinite(arrayReduce('max', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), toString(arrayReduce('max', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), 'null'), ',"max_idx":', toString(toInt64(indexOf(arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))), arrayReduce('max', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, '')))))))) - 1), ',"avg":', if(isFinite(arrayReduce('avg', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), toString(arrayReduce('avg', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), 'null'), ',"stdev":', if(isFinite(arrayReduce('stddevSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), toString(arrayReduce('stddevSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), 'null'), ',"variance":', if(isFinite(arrayReduce('varSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), toString(arrayReduce('varSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), 'null'), ',"sum":', if(isFinite(arrayReduce('sum', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), toString(arrayReduce('sum', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), 'null'), ',"len":', toString(length(arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))))))), '}'), NULL) AS __c6,
    if(JSONType(ifNull({p0:String}, '')) = 'Array' AND JSONType(ifNull({p1:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayMap((a, b) -> ifNull(if(isFinite(a * b), toString(a * b), 'null'), 'null'), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p1:String}, '')))))), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p1:String}, ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p0:String}, '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull({p1:String}, ''))))))), ','), ']'), NULL) AS __c7,
    if(JSONType(ifNull({p0:String}, '')) = 'Array', concat('[', arrayStringConcat(arrayMap((c, t, e) -> multiIf(c = 'true' OR ifNull(toFloat64OrNull(extract(c, '^"?([-+.0-9eE]+)"?$')) != 0, false), t, c = 'false' OR ifNull(toFloat64OrNull(extract(c, '^"?([-+.0-9eE]+)"?$')) = 0, false), e, 'null'), JSONExtractArrayRaw(ifNull({p0:String}, '')), arrayWithConstant(length(JSONExtractArrayRaw(ifNull({p0:String}, ''))), ifNull(if(isNull({p2:String}), NULL, replaceAll(toJSONString(assumeNotNull({p2:String})), '\\/', '/')), 'null')), arrayWithConstant(length(JSONExtractArrayRaw(ifNull({p0:String}, ''))), ifNull(if(isNull({p3:String}), NULL, replaceAll(toJSONString(assumeNotNull({p3:String})), '\\/', '/')), 'null'))), ','), ']'), NULL) AS __c8
) AS t1
LIMIT 10000
-- {"p0":"[10,\"9\",\"x\",null,\"nan\",\"inf\",true,\"1e1\",\"\",\"5 \"]","p1":"[1,2,3,4,5,6,7,8,9,10]","p2":"yes","p3":"no"}

