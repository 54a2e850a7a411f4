-- # array_length
SELECT
  if(JSONType(ifNull('[1,2]', '')) = 'Array', toInt64(length(JSONExtractArrayRaw(ifNull('[1,2]', '')))), NULL) AS print_0
LIMIT 10000

-- # array_concat
SELECT
  if(JSONType(ifNull('[1,2]', '')) = 'Array' AND JSONType(ifNull('[3]', '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(JSONExtractArrayRaw(ifNull('[1,2]', '')), JSONExtractArrayRaw(ifNull('[3]', ''))), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # array_slice
SELECT
  if(JSONType(ifNull('[1,2,3,4]', '')) = 'Array' AND isNotNull(toInt64(1)) AND isNotNull(toInt64(-2)), concat('[', arrayStringConcat(arraySlice(JSONExtractArrayRaw(ifNull('[1,2,3,4]', '')), if(1 < 0, greatest(1 + toInt64(length(JSONExtractArrayRaw(ifNull('[1,2,3,4]', '')))), 0), toInt64(1)) + 1, if(if(-2 < 0, -2 + toInt64(length(JSONExtractArrayRaw(ifNull('[1,2,3,4]', '')))), toInt64(-2)) - if(1 < 0, greatest(1 + toInt64(length(JSONExtractArrayRaw(ifNull('[1,2,3,4]', '')))), 0), toInt64(1)) + 1 < 0, 0, if(-2 < 0, -2 + toInt64(length(JSONExtractArrayRaw(ifNull('[1,2,3,4]', '')))), toInt64(-2)) - if(1 < 0, greatest(1 + toInt64(length(JSONExtractArrayRaw(ifNull('[1,2,3,4]', '')))), 0), toInt64(1)) + 1)), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # array_index_of
SELECT
  if(JSONType(ifNull('["a","b"]', '')) = 'Array', toInt64(arrayFilter((i, x) -> i > if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull('["a","b"]', '')))), 0), 0) AND i <= if(-1 < 0, toInt64(length(JSONExtractArrayRaw(ifNull('["a","b"]', '')))), least(if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull('["a","b"]', '')))), 0), 0) + (-1), toInt64(length(JSONExtractArrayRaw(ifNull('["a","b"]', '')))))) AND x = ifNull(if(isNull('b'), NULL, replaceAll(toJSONString(assumeNotNull('b')), '\\/', '/')), 'null'), arrayEnumerate(JSONExtractArrayRaw(ifNull('["a","b"]', ''))), JSONExtractArrayRaw(ifNull('["a","b"]', '')))[1]) - 1, NULL) AS print_0
LIMIT 10000

-- # array_sort_asc
SELECT
  if(JSONType(ifNull('[3,1,2]', '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull('[3,1,2]', '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull('[3,1,2]', '')))), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # array_sort_desc
SELECT
  if(JSONType(ifNull('[3,1,2]', '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arrayReverseSort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull('[3,1,2]', '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull('[3,1,2]', '')))), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # array_reverse
SELECT
  if(JSONType(ifNull('[1,2,3]', '')) = 'Array', concat('[', arrayStringConcat(arrayReverse(JSONExtractArrayRaw(ifNull('[1,2,3]', ''))), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # array_sum
SELECT
  if(JSONType(ifNull('[1,2,3]', '')) = 'Array', arraySum(arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull('[1,2,3]', '')))), NULL) AS print_0
LIMIT 10000

-- # array_iff
SELECT
  if(JSONType(ifNull('[true,false]', '')) = 'Array', concat('[', arrayStringConcat(arrayMap((c, t, e) -> multiIf(c = 'true' OR ifNull(toFloat64OrNull(extract(c, '^"?([-+.0-9eE]+)"?$')) != 0, false), t, c = 'false' OR ifNull(toFloat64OrNull(extract(c, '^"?([-+.0-9eE]+)"?$')) = 0, false), e, 'null'), JSONExtractArrayRaw(ifNull('[true,false]', '')), if(JSONType(ifNull('[1,2]', '')) = 'Array', arrayResize(JSONExtractArrayRaw(ifNull('[1,2]', '')), length(JSONExtractArrayRaw(ifNull('[true,false]', ''))), 'null'), arrayWithConstant(length(JSONExtractArrayRaw(ifNull('[true,false]', ''))), ifNull('[1,2]', 'null'))), if(JSONType(ifNull('[3,4]', '')) = 'Array', arrayResize(JSONExtractArrayRaw(ifNull('[3,4]', '')), length(JSONExtractArrayRaw(ifNull('[true,false]', ''))), 'null'), arrayWithConstant(length(JSONExtractArrayRaw(ifNull('[true,false]', ''))), ifNull('[3,4]', 'null')))), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # pack_array
SELECT
  concat('[', arrayStringConcat([ifNull(toString(toInt64(1)), 'null'), ifNull(if(isNull('a'), NULL, replaceAll(toJSONString(assumeNotNull('a')), '\\/', '/')), 'null'), ifNull(if(isNull(true), NULL, if(true, 'true', 'false')), 'null')], ','), ']') AS print_0
LIMIT 10000

-- # repeat
SELECT
  concat('[', arrayStringConcat(arrayWithConstant(toInt64(3), ifNull(toString(toInt64(1)), 'null')), ','), ']') AS print_0
LIMIT 10000

-- # zip
SELECT
  if(JSONType(ifNull('[1,3]', '')) = 'Array' AND JSONType(ifNull('[2,4]', '')) = 'Array', concat('[', arrayStringConcat(arrayMap((e0, e1) -> concat('[', arrayStringConcat([e0, e1], ','), ']'), arrayResize(JSONExtractArrayRaw(ifNull('[1,3]', '')), greatest(length(JSONExtractArrayRaw(ifNull('[1,3]', ''))), length(JSONExtractArrayRaw(ifNull('[2,4]', '')))), 'null'), arrayResize(JSONExtractArrayRaw(ifNull('[2,4]', '')), greatest(length(JSONExtractArrayRaw(ifNull('[1,3]', ''))), length(JSONExtractArrayRaw(ifNull('[2,4]', '')))), 'null')), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # range
SELECT
  concat('[', arrayStringConcat(arrayMap(i -> ifNull(if(isFinite(1 + i * 3), toString(1 + i * 3), if(isNull(1 + i * 3), NULL, replaceAll(toJSONString(toString(1 + i * 3)), '\\/', '/'))), 'null'), range(toUInt64(least(greatest(ifNull(floor((8 - 1) / nullIf(toInt64(3), 0)), -1) + 1, 0), 10000)))), ','), ']') AS print_0
LIMIT 10000

-- # set_union
SELECT
  if(JSONType(ifNull('[1,2]', '')) = 'Array' AND JSONType(ifNull('[2,3]', '')) = 'Array', concat('[', arrayStringConcat(arrayDistinct(arrayConcat(JSONExtractArrayRaw(ifNull('[1,2]', '')), JSONExtractArrayRaw(ifNull('[2,3]', '')))), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # set_intersect
SELECT
  if(JSONType(ifNull('[1,2]', '')) = 'Array' AND JSONType(ifNull('[2,3]', '')) = 'Array', concat('[', arrayStringConcat(arrayDistinct(arrayExcept(JSONExtractArrayRaw(ifNull('[1,2]', '')), arrayExcept(JSONExtractArrayRaw(ifNull('[1,2]', '')), JSONExtractArrayRaw(ifNull('[2,3]', ''))))), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # set_difference
SELECT
  if(JSONType(ifNull('[1,2]', '')) = 'Array' AND JSONType(ifNull('[2,3]', '')) = 'Array', concat('[', arrayStringConcat(arrayDistinct(arrayExcept(JSONExtractArrayRaw(ifNull('[1,2]', '')), JSONExtractArrayRaw(ifNull('[2,3]', '')))), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # set_has_element
SELECT
  toBool(if(JSONType(ifNull('[1,2]', '')) = 'Array', arrayExists(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')) = 2, false), JSONExtractArrayRaw(ifNull('[1,2]', ''))) != 0, NULL)) AS print_0
LIMIT 10000

-- # jaccard_index
SELECT
  if(JSONType(ifNull('[1,2]', '')) = 'Array' AND JSONType(ifNull('[2,3]', '')) = 'Array', length(arrayIntersect(JSONExtractArrayRaw(ifNull('[1,2]', '')), JSONExtractArrayRaw(ifNull('[2,3]', '')))) / nullIf(length(arrayDistinct(arrayConcat(JSONExtractArrayRaw(ifNull('[1,2]', '')), JSONExtractArrayRaw(ifNull('[2,3]', ''))))), 0), NULL) AS print_0
LIMIT 10000

-- # series_add
SELECT
  if(JSONType(ifNull('[1,2]', '')) = 'Array' AND JSONType(ifNull('[4,2]', '')) = 'Array', concat('[', arrayStringConcat(arrayMap((a, b) -> ifNull(if(isFinite(a + b), toString(a + b), 'null'), 'null'), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2]', ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2]', '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[4,2]', '')))))), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[4,2]', ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2]', '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[4,2]', ''))))))), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # series_subtract
SELECT
  if(JSONType(ifNull('[1,2]', '')) = 'Array' AND JSONType(ifNull('[4,2]', '')) = 'Array', concat('[', arrayStringConcat(arrayMap((a, b) -> ifNull(if(isFinite(a - b), toString(a - b), 'null'), 'null'), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2]', ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2]', '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[4,2]', '')))))), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[4,2]', ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2]', '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[4,2]', ''))))))), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # series_multiply
SELECT
  if(JSONType(ifNull('[1,2]', '')) = 'Array' AND JSONType(ifNull('[4,2]', '')) = 'Array', concat('[', arrayStringConcat(arrayMap((a, b) -> ifNull(if(isFinite(a * b), toString(a * b), 'null'), 'null'), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2]', ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2]', '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[4,2]', '')))))), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[4,2]', ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2]', '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[4,2]', ''))))))), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # series_divide
SELECT
  if(JSONType(ifNull('[1,2]', '')) = 'Array' AND JSONType(ifNull('[4,2]', '')) = 'Array', concat('[', arrayStringConcat(arrayMap((a, b) -> ifNull(if(isFinite(a / b), toString(a / b), 'null'), 'null'), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2]', ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2]', '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[4,2]', '')))))), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[4,2]', ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2]', '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[4,2]', ''))))))), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # series_fill_const
SELECT
  if(JSONType(ifNull('[1,null,3]', '')) = 'Array', concat('[', arrayStringConcat(arrayMap(x -> if(x = 'null', ifNull(toString(toInt64(0)), 'null'), x), JSONExtractArrayRaw(ifNull('[1,null,3]', ''))), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # series_fill_forward
SELECT
  if(JSONType(ifNull('[1,null,3]', '')) = 'Array', concat('[', arrayStringConcat(arrayFill(x -> x != 'null', JSONExtractArrayRaw(ifNull('[1,null,3]', ''))), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # series_fill_backward
SELECT
  if(JSONType(ifNull('[1,null,3]', '')) = 'Array', concat('[', arrayStringConcat(arrayReverseFill(x -> x != 'null', JSONExtractArrayRaw(ifNull('[1,null,3]', ''))), ','), ']'), NULL) AS print_0
LIMIT 10000

-- # series_outliers
SELECT
  if(JSONType(ifNull('[1,2,1,2,1,2,50,2]', '')) = 'Array', replaceAll(toJSONString(if(length(arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull('[1,2,1,2,1,2,50,2]', '')))) >= 4, seriesOutliersDetectTukey(arrayResize(arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull('[1,2,1,2,1,2,50,2]', ''))), greatest(length(arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull('[1,2,1,2,1,2,50,2]', '')))), 4), 0)), arrayMap(x -> toFloat64(0), arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull('[1,2,1,2,1,2,50,2]', '')))))), '\\/', '/'), NULL) AS print_0
LIMIT 10000

-- # series_stats_dynamic
SELECT
  if(JSONType(ifNull('[1,2,3]', '')) = 'Array', concat('{"min":', if(isFinite(arrayReduce('min', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))))))), toString(arrayReduce('min', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))))))), 'null'), ',"min_idx":', toString(toInt64(indexOf(arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))))), arrayReduce('min', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', '')))))))) - 1), ',"max":', if(isFinite(arrayReduce('max', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))))))), toString(arrayReduce('max', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))))))), 'null'), ',"max_idx":', toString(toInt64(indexOf(arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))))), arrayReduce('max', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', '')))))))) - 1), ',"avg":', if(isFinite(arrayReduce('avg', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))))))), toString(arrayReduce('avg', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))))))), 'null'), ',"stdev":', if(isFinite(arrayReduce('stddevSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))))))), toString(arrayReduce('stddevSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))))))), 'null'), ',"variance":', if(isFinite(arrayReduce('varSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))))))), toString(arrayReduce('varSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))))))), 'null'), ',"sum":', if(isFinite(arrayReduce('sum', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))))))), toString(arrayReduce('sum', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))))))), 'null'), ',"len":', toString(length(arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))))))), '}'), NULL) AS print_0
LIMIT 10000

-- # set_has_element, attributes
SELECT
  t1.__c3 AS r,
  t1.__c4 AS s,
  toBool(t1.__c5) AS Column1,
  toBool(t1.__c6) AS Column2,
  toBool(t1.__c7) AS Column3
FROM (
  SELECT
    if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL) AS __c3,
    if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)) AS __c4,
    if(JSONType(ifNull('[0,"1",true]', '')) = 'Array', arrayExists(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL), x = 'null' AND isNull(if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL))), JSONExtractArrayRaw(ifNull('[0,"1",true]', ''))) != 0, NULL) AS __c5,
    if(JSONType(ifNull('[500,"404",null]', '')) = 'Array', arrayExists(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)), x = 'null' AND isNull(if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)))), JSONExtractArrayRaw(ifNull('[500,"404",null]', ''))) != 0, NULL) AS __c6,
    if(JSONType(ifNull(concat('[', arrayStringConcat(arrayWithConstant(toInt64(2), ifNull(if(ifNull(and(match(if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)), '^[\\[{]'), isValidJSON(ifNull(if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)), ''))), false), if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)), if(isNull(if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL))), NULL, replaceAll(toJSONString(assumeNotNull(if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)))), '\\/', '/'))), 'null')), ','), ']'), '')) = 'Array', arrayExists(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)), x = 'null' AND isNull(if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)))), JSONExtractArrayRaw(ifNull(concat('[', arrayStringConcat(arrayWithConstant(toInt64(2), ifNull(if(ifNull(and(match(if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)), '^[\\[{]'), isValidJSON(ifNull(if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)), ''))), false), if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)), if(isNull(if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL))), NULL, replaceAll(toJSONString(assumeNotNull(if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)))), '\\/', '/'))), 'null')), ','), ']'), ''))) != 0, NULL) AS __c7
  FROM events AS e
  WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
    AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
    AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
    AND mapContains(e.attrs, 'retries')
  ORDER BY e.ts ASC
  LIMIT 5
) AS t1
LIMIT 5

-- # array_index_of, attributes
SELECT
  if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL) AS r,
  if(mapContains(e.attrs, 'cached'), e.attrs['cached'], NULL) AS c,
  if(JSONType(ifNull('["x","3",4,3]', '')) = 'Array', toInt64(arrayFilter((i, x) -> i > if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull('["x","3",4,3]', '')))), 0), 0) AND i <= if(-1 < 0, toInt64(length(JSONExtractArrayRaw(ifNull('["x","3",4,3]', '')))), least(if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull('["x","3",4,3]', '')))), 0), 0) + (-1), toInt64(length(JSONExtractArrayRaw(ifNull('["x","3",4,3]', '')))))) AND ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL), x = 'null' AND isNull(if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL))), arrayEnumerate(JSONExtractArrayRaw(ifNull('["x","3",4,3]', ''))), JSONExtractArrayRaw(ifNull('["x","3",4,3]', '')))[1]) - 1, NULL) AS Column1,
  if(JSONType(ifNull('[1,false,"true"]', '')) = 'Array', toInt64(arrayFilter((i, x) -> i > if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull('[1,false,"true"]', '')))), 0), 0) AND i <= if(-1 < 0, toInt64(length(JSONExtractArrayRaw(ifNull('[1,false,"true"]', '')))), least(if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull('[1,false,"true"]', '')))), 0), 0) + (-1), toInt64(length(JSONExtractArrayRaw(ifNull('[1,false,"true"]', '')))))) AND ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = if(mapContains(e.attrs, 'cached'), e.attrs['cached'], NULL), x = 'null' AND isNull(if(mapContains(e.attrs, 'cached'), e.attrs['cached'], NULL))), arrayEnumerate(JSONExtractArrayRaw(ifNull('[1,false,"true"]', ''))), JSONExtractArrayRaw(ifNull('[1,false,"true"]', '')))[1]) - 1, NULL) AS Column2
FROM events AS e
WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
  AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
  AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  AND mapContains(e.attrs, 'retries')
ORDER BY e.ts ASC
LIMIT 5

-- # null in an array
SELECT
  if(JSONType(ifNull('[1,null]', '')) = 'Array', toInt64(arrayFilter((i, x) -> i > if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull('[1,null]', '')))), 0), 0) AND i <= if(-1 < 0, toInt64(length(JSONExtractArrayRaw(ifNull('[1,null]', '')))), least(if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull('[1,null]', '')))), 0), 0) + (-1), toInt64(length(JSONExtractArrayRaw(ifNull('[1,null]', '')))))) AND ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = NULL, x = 'null' AND isNull(NULL)), arrayEnumerate(JSONExtractArrayRaw(ifNull('[1,null]', ''))), JSONExtractArrayRaw(ifNull('[1,null]', '')))[1]) - 1, NULL) AS print_0,
  toBool(if(JSONType(ifNull('[null]', '')) = 'Array', arrayExists(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = NULL, x = 'null' AND isNull(NULL)), JSONExtractArrayRaw(ifNull('[null]', ''))) != 0, NULL)) AS print_1,
  toBool(if(JSONType(ifNull('[1,"null",""]', '')) = 'Array', arrayExists(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')) = NULL, x = 'null' AND isNull(NULL)), JSONExtractArrayRaw(ifNull('[1,"null",""]', ''))) != 0, NULL)) AS print_2
LIMIT 10000

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
    if(JSONType(ifNull(t2.__c1, '')) = 'Array', arrayExists(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')) = 10, false), JSONExtractArrayRaw(ifNull(t2.__c1, ''))) != 0, NULL) AS __c9,
    if(JSONType(ifNull(t2.__c1, '')) = 'Array', toInt64(arrayFilter((i, x) -> i > if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull(t2.__c1, '')))), 0), 0) AND i <= if(-1 < 0, toInt64(length(JSONExtractArrayRaw(ifNull(t2.__c1, '')))), least(if(0 < 0, greatest(0 + toInt64(length(JSONExtractArrayRaw(ifNull(t2.__c1, '')))), 0), 0) + (-1), toInt64(length(JSONExtractArrayRaw(ifNull(t2.__c1, '')))))) AND ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')) = 10, false), arrayEnumerate(JSONExtractArrayRaw(ifNull(t2.__c1, ''))), JSONExtractArrayRaw(ifNull(t2.__c1, '')))[1]) - 1, NULL) AS __c10
  FROM (
    SELECT
      concat('[', arrayStringConcat(groupArray(10000)(if(ifNull(and(match(t1.__f0, '^[\\[{]'), isValidJSON(ifNull(t1.__f0, ''))), false), t1.__f0, if(isNull(t1.__f0), NULL, replaceAll(toJSONString(assumeNotNull(t1.__f0)), '\\/', '/')))), ','), ']') AS __c1
    FROM (
      SELECT if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL) AS __f0
      FROM events AS e
      WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
        AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
        AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
        AND mapContains(e.attrs, 'retries')
      ORDER BY e.ts DESC
    ) AS t1
  ) AS t2
) AS t3
LIMIT 10000

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
    if(JSONType(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')) = 'Array', arraySum(arrayMap(x -> ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')))), NULL) AS __c3,
    if(JSONType(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arraySort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')))), ','), ']'), NULL) AS __c4,
    if(JSONType(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')) = 'Array', concat('[', arrayStringConcat(arrayConcat(arrayReverseSort(x -> tuple(isNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$'))), ifNull(toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), 0), ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), '')), arrayFilter(x -> x != 'null', JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')))), arrayFilter(x -> x = 'null', JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')))), ','), ']'), NULL) AS __c5,
    if(JSONType(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')) = 'Array', concat('{"min":', if(isFinite(arrayReduce('min', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))))))), toString(arrayReduce('min', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))))))), 'null'), ',"min_idx":', toString(toInt64(indexOf(arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))))), arrayReduce('min', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')))))))) - 1), ',"max":', if(isFinite(arrayReduce('max', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))))))), toString(arrayReduce('max', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))))))), 'null'), ',"max_idx":', toString(toInt64(indexOf(arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))))), arrayReduce('max', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')))))))) - 1), ',"avg":', if(isFinite(arrayReduce('avg', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))))))), toString(arrayReduce('avg', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))))))), 'null'), ',"stdev":', if(isFinite(arrayReduce('stddevSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))))))), toString(arrayReduce('stddevSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))))))), 'null'), ',"variance":', if(isFinite(arrayReduce('varSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))))))), toString(arrayReduce('varSampStable', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))))))), 'null'), ',"sum":', if(isFinite(arrayReduce('sum', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))))))), toString(arrayReduce('sum', arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))))))), 'null'), ',"len":', toString(length(arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))))))), '}'), NULL) AS __c6,
    if(JSONType(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')) = 'Array' AND JSONType(ifNull('[1,2,3,4,5,6,7,8,9,10]', '')) = 'Array', concat('[', arrayStringConcat(arrayMap((a, b) -> ifNull(if(isFinite(a * b), toString(a * b), 'null'), 'null'), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3,4,5,6,7,8,9,10]', '')))))), arraySlice(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3,4,5,6,7,8,9,10]', ''))), 1, least(length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')))), length(arrayMap(x -> toFloat64OrNull(extract(x, '^"?([-+.0-9eE]+)"?$')), JSONExtractArrayRaw(ifNull('[1,2,3,4,5,6,7,8,9,10]', ''))))))), ','), ']'), NULL) AS __c7,
    if(JSONType(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')) = 'Array', concat('[', arrayStringConcat(arrayMap((c, t, e) -> multiIf(c = 'true' OR ifNull(toFloat64OrNull(extract(c, '^"?([-+.0-9eE]+)"?$')) != 0, false), t, c = 'false' OR ifNull(toFloat64OrNull(extract(c, '^"?([-+.0-9eE]+)"?$')) = 0, false), e, 'null'), JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', '')), arrayWithConstant(length(JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))), ifNull(if(isNull('yes'), NULL, replaceAll(toJSONString(assumeNotNull('yes')), '\\/', '/')), 'null')), arrayWithConstant(length(JSONExtractArrayRaw(ifNull('[10,"9","x",null,"nan","inf",true,"1e1","","5 "]', ''))), ifNull(if(isNull('no'), NULL, replaceAll(toJSONString(assumeNotNull('no')), '\\/', '/')), 'null'))), ','), ']'), NULL) AS __c8
) AS t1
LIMIT 10000

