-- # round
SELECT
  if(abs({p0:Float64} * 100) < 4503599627370496, trunc({p0:Float64} * 100 + if({p0:Float64} < 0, -0.5, 0.5)) / 100 + 0, {p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":3.14159}

-- # floor
SELECT floor({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":2.7}

-- # ceiling
SELECT ceil({p0:Float64}) + 0 AS print_0
LIMIT 10000
-- {"p0":2.1}

-- # abs
SELECT toInt64(abs({p0:Int64})) AS print_0
LIMIT 10000
-- {"p0":"-42"}

-- # sign
SELECT toFloat64(sign({p0:Int64})) AS print_0
LIMIT 10000
-- {"p0":"-42"}

-- # sqrt
SELECT sqrt({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # exp
SELECT exp({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # exp2
SELECT exp2({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # exp10
SELECT exp10({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # log
SELECT log({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # log2
SELECT log2({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # log10
SELECT log10({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # sin
SELECT sin({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # cos
SELECT cos({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # tan
SELECT tan({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # asin
SELECT asin({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # acos
SELECT acos({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # atan
SELECT atan({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # cot
SELECT 1 / tan({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # atan2
SELECT atan2({p0:Float64}, {p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # radians
SELECT radians({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # degrees
SELECT degrees({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # gamma
SELECT tgamma({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # loggamma
SELECT lgamma({p0:Float64}) AS print_0
LIMIT 10000
-- {"p0":1}

-- # pi
SELECT 3.141592653589793 AS print_0
LIMIT 10000
-- {}

-- # pow
SELECT pow({p0:Float64}, {p1:Float64}) AS print_0
LIMIT 10000
-- {"p0":2,"p1":10}

-- # rand~
SELECT toBool(randCanonical(tuple(NULL, {p0:Int64})) < {p0:Int64}) AS print_0
LIMIT 10000
-- {"p0":"1"}

-- # int_div
SELECT intDivOrNull({p0:Int64}, {p1:Int64}) AS print_0
LIMIT 10000
-- {"p0":"7","p1":"2"}

-- # isnan
SELECT toBool(ifNull(isNaN({p0:Float64}) != 0, false)) AS print_0
LIMIT 10000
-- {"p0":1.5}

-- # isinf
SELECT toBool(ifNull(isInfinite({p0:Float64}) != 0, false)) AS print_0
LIMIT 10000
-- {"p0":1.5}

-- # isfinite
SELECT toBool(ifNull(isFinite({p0:Float64}) != 0, false)) AS print_0
LIMIT 10000
-- {"p0":1.5}

-- # min_of
SELECT least({p0:Int64}, {p1:Int64}, {p2:Int64}) AS print_0
LIMIT 10000
-- {"p0":"10","p1":"1","p2":"-3"}

-- # max_of
SELECT greatest({p0:Int64}, {p1:Int64}, {p2:Int64}) AS print_0
LIMIT 10000
-- {"p0":"10","p1":"1","p2":"-3"}

-- # min_of and max_of attributes
SELECT
  if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL) AS `attributes.retries`,
  if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)) AS status,
  greatest(toFloat64OrNull(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL)), toFloat64OrNull(if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)))) AS Column1,
  least(toFloat64OrNull(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL)), toFloat64OrNull(if(mapContains(e.attrs, {p1:String}), e.attrs[{p1:String}], if(mapContains(e.attrs, {p2:String}), e.attrs[{p2:String}], NULL)))) AS Column2
FROM events AS e
WHERE e.project_id = {p3:String}
  AND e.ts >= {p4:DateTime64(9, 'UTC')}
  AND e.ts < {p5:DateTime64(9, 'UTC')}
  AND hasAny(e.attr_tags, {p6:Array(String)})
ORDER BY e.ts ASC
LIMIT 500
-- {"p0":"retries","p1":"http.response.status_code","p2":"http.status_code","p3":"0194a000-0000-7000-8000-00000000000a","p4":"2026-01-15 12:00:00.000000000","p5":"2026-01-15 13:00:00.000000000","p6":["retries=1","retries=1.0","retries=5","retries=5.0","retries=10","retries=10.0"]}

-- # min_of and max_of JSON values
SELECT
  greatest(toFloat64OrNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p0:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p0:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p0:String}), ''), 'null'), 'null'))), toFloat64OrNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p1:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p1:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p1:String}), ''), 'null'), 'null')))) AS Column1,
  least(toFloat64OrNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p0:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p0:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p0:String}), ''), 'null'), 'null'))), toFloat64OrNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p1:String}), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p1:String}), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), {p1:String}), ''), 'null'), 'null')))) AS Column2
FROM (
  SELECT 1 AS __one
) AS t1
ARRAY JOIN CAST([{p2:String}, {p3:String}, {p4:String}] AS Array(Nullable(String))) AS __c1, CAST([0, 1, 2] AS Array(Int64)) AS __c2
LIMIT 10000
-- {"p0":"a","p1":"b","p2":"{\"a\":9,\"b\":10}","p3":"{\"a\":\"9\",\"b\":10}","p4":"{\"a\":9}"}

-- # max_of attributes as texts
SELECT
  greatest(if(mapContains(e.attrs, {p0:String}), e.attrs[{p0:String}], NULL), toString({p1:Int64})) AS Column1
FROM events AS e
WHERE e.project_id = {p2:String}
  AND e.ts >= {p3:DateTime64(9, 'UTC')}
  AND e.ts < {p4:DateTime64(9, 'UTC')}
  AND hasAny(e.attr_tags, {p5:Array(String)})
ORDER BY e.ts DESC, e.id DESC
LIMIT 500
-- {"p0":"retries","p1":"10","p2":"0194a000-0000-7000-8000-00000000000a","p3":"2026-01-15 12:00:00.000000000","p4":"2026-01-15 13:00:00.000000000","p5":["retries=9","retries=9.0"]}

-- # binary_and
SELECT toInt64(bitAnd({p0:Int64}, {p1:Int64})) AS print_0
LIMIT 10000
-- {"p0":"6","p1":"3"}

-- # binary_or
SELECT toInt64(bitOr({p0:Int64}, {p1:Int64})) AS print_0
LIMIT 10000
-- {"p0":"6","p1":"3"}

-- # binary_xor
SELECT toInt64(bitXor({p0:Int64}, {p1:Int64})) AS print_0
LIMIT 10000
-- {"p0":"6","p1":"3"}

-- # binary_shift_left
SELECT
  if({p0:Int64} >= 0, toInt64(bitShiftLeft({p1:Int64}, positiveModulo({p0:Int64}, 64))), NULL) AS print_0
LIMIT 10000
-- {"p0":"3","p1":"6"}

-- # binary_shift_right
SELECT
  if({p0:Int64} >= 0, toInt64(bitShiftRight({p1:Int64}, positiveModulo({p0:Int64}, 64))), NULL) AS print_0
LIMIT 10000
-- {"p0":"3","p1":"6"}

-- # binary_not
SELECT toInt64(bitNot({p0:Int64})) AS print_0
LIMIT 10000
-- {"p0":"5"}

-- # bitset_count_ones
SELECT toInt64(bitCount({p0:Int64})) AS print_0
LIMIT 10000
-- {"p0":"42"}

