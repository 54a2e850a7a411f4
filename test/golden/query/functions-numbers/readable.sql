-- # round
SELECT
  if(abs(3.14159 * 100) < 4503599627370496, trunc(3.14159 * 100 + if(3.14159 < 0, -0.5, 0.5)) / 100 + 0, 3.14159) AS print_0
LIMIT 10000

-- # floor
SELECT floor(2.7) AS print_0
LIMIT 10000

-- # ceiling
SELECT ceil(2.1) + 0 AS print_0
LIMIT 10000

-- # abs
SELECT toInt64(abs(toInt64(-42))) AS print_0
LIMIT 10000

-- # sign
SELECT toFloat64(sign(toInt64(-42))) AS print_0
LIMIT 10000

-- # sqrt
SELECT sqrt(1.) AS print_0
LIMIT 10000

-- # exp
SELECT exp(1.) AS print_0
LIMIT 10000

-- # exp2
SELECT exp2(1.) AS print_0
LIMIT 10000

-- # exp10
SELECT exp10(1.) AS print_0
LIMIT 10000

-- # log
SELECT log(1.) AS print_0
LIMIT 10000

-- # log2
SELECT log2(1.) AS print_0
LIMIT 10000

-- # log10
SELECT log10(1.) AS print_0
LIMIT 10000

-- # sin
SELECT sin(1.) AS print_0
LIMIT 10000

-- # cos
SELECT cos(1.) AS print_0
LIMIT 10000

-- # tan
SELECT tan(1.) AS print_0
LIMIT 10000

-- # asin
SELECT asin(1.) AS print_0
LIMIT 10000

-- # acos
SELECT acos(1.) AS print_0
LIMIT 10000

-- # atan
SELECT atan(1.) AS print_0
LIMIT 10000

-- # cot
SELECT 1 / tan(1.) AS print_0
LIMIT 10000

-- # atan2
SELECT atan2(1., 1.) AS print_0
LIMIT 10000

-- # radians
SELECT radians(1.) AS print_0
LIMIT 10000

-- # degrees
SELECT degrees(1.) AS print_0
LIMIT 10000

-- # gamma
SELECT tgamma(1.) AS print_0
LIMIT 10000

-- # loggamma
SELECT lgamma(1.) AS print_0
LIMIT 10000

-- # pi
SELECT 3.141592653589793 AS print_0
LIMIT 10000

-- # pow
SELECT pow(2., 10.) AS print_0
LIMIT 10000

-- # rand~
SELECT toBool(randCanonical(tuple(NULL, toInt64(1))) < 1) AS print_0
LIMIT 10000

-- # int_div
SELECT intDivOrNull(toInt64(7), toInt64(2)) AS print_0
LIMIT 10000

-- # isnan
SELECT toBool(ifNull(isNaN(1.5) != 0, false)) AS print_0
LIMIT 10000

-- # isinf
SELECT toBool(ifNull(isInfinite(1.5) != 0, false)) AS print_0
LIMIT 10000

-- # isfinite
SELECT toBool(ifNull(isFinite(1.5) != 0, false)) AS print_0
LIMIT 10000

-- # min_of
SELECT least(toInt64(10), toInt64(1), toInt64(-3)) AS print_0
LIMIT 10000

-- # max_of
SELECT greatest(toInt64(10), toInt64(1), toInt64(-3)) AS print_0
LIMIT 10000

-- # min_of and max_of attributes
SELECT
  if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL) AS `attributes.retries`,
  if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)) AS status,
  greatest(toFloat64OrNull(if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL)), toFloat64OrNull(if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)))) AS Column1,
  least(toFloat64OrNull(if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL)), toFloat64OrNull(if(mapContains(e.attrs, 'http.response.status_code'), e.attrs['http.response.status_code'], if(mapContains(e.attrs, 'http.status_code'), e.attrs['http.status_code'], NULL)))) AS Column2
FROM events AS e
WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
  AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
  AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  AND hasAny(e.attr_tags, ['retries=1', 'retries=1.0', 'retries=5', 'retries=5.0', 'retries=10', 'retries=10.0'])
ORDER BY e.ts ASC
LIMIT 500

-- # min_of and max_of JSON values
SELECT
  greatest(toFloat64OrNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null'), 'null'))), toFloat64OrNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'b'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'b'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'b'), ''), 'null'), 'null')))) AS Column1,
  least(toFloat64OrNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'a'), ''), 'null'), 'null'))), toFloat64OrNull(if(startsWith(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'b'), ''), 'null'), '"'), JSONExtractString(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'b'), ''), 'null')), nullIf(nullIf(nullIf(JSONExtractRaw(ifNull(__c1, 'null'), 'b'), ''), 'null'), 'null')))) AS Column2
FROM (
  SELECT 1 AS __one
) AS t1
ARRAY JOIN CAST(['{"a":9,"b":10}', '{"a":"9","b":10}', '{"a":9}'] AS Array(Nullable(String))) AS __c1, CAST([0, 1, 2] AS Array(Int64)) AS __c2
LIMIT 10000

-- # max_of attributes as texts
SELECT
  greatest(if(mapContains(e.attrs, 'retries'), e.attrs['retries'], NULL), toString(toInt64(10))) AS Column1
FROM events AS e
WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
  AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
  AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  AND hasAny(e.attr_tags, ['retries=9', 'retries=9.0'])
ORDER BY e.ts DESC, e.id DESC
LIMIT 500

-- # binary_and
SELECT toInt64(bitAnd(toInt64(6), toInt64(3))) AS print_0
LIMIT 10000

-- # binary_or
SELECT toInt64(bitOr(toInt64(6), toInt64(3))) AS print_0
LIMIT 10000

-- # binary_xor
SELECT toInt64(bitXor(toInt64(6), toInt64(3))) AS print_0
LIMIT 10000

-- # binary_shift_left
SELECT if(3 >= 0, toInt64(bitShiftLeft(toInt64(6), positiveModulo(toInt64(3), 64))), NULL) AS print_0
LIMIT 10000

-- # binary_shift_right
SELECT if(3 >= 0, toInt64(bitShiftRight(toInt64(6), positiveModulo(toInt64(3), 64))), NULL) AS print_0
LIMIT 10000

-- # binary_not
SELECT toInt64(bitNot(toInt64(5))) AS print_0
LIMIT 10000

-- # bitset_count_ones
SELECT toInt64(bitCount(toInt64(42))) AS print_0
LIMIT 10000

