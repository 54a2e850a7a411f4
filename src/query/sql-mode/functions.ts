/**
 * What a statement of SQL mode may call. Everything that is not listed is refused: what reads files, other tables, the
 * server's state or a clock that sleeps has no name here, nor has what takes minutes for one value, such as the edit
 * distance of two long texts: nothing ends a statement in the middle of that. Case does not matter, as in most of
 * ClickHouse's own names. What the engine makes of a name is listed beside it.
 */

const aggregates =
  'count sum avg min max any anyLast anyHeavy uniq uniqExact uniqCombined uniqCombined64 uniqHLL12 quantile quantiles ' +
  'quantileExact quantilesExact quantileTDigest quantilesTDigest quantileDD quantileTiming quantilesTiming quantileDeterministic ' +
  'median medianExact medianTDigest argMin argMax sumMap minMap maxMap avgWeighted sumKahan sumWithOverflow groupArray groupUniqArray ' +
  'groupArraySample groupArrayMovingAvg groupArrayMovingSum groupBitAnd groupBitOr groupBitXor topK topKWeighted approx_top_k histogram ' +
  'stddevPop stddevSamp varPop varSamp covarPop covarSamp corr skewPop skewSamp kurtPop kurtSamp entropy deltaSum deltaSumTimestamp ' +
  'simpleLinearRegression first_value last_value exponentialMovingAverage boundingRatio intervalLengthSum maxIntersections ' +
  'retention windowFunnel sequenceMatch sequenceCount countDistinct nothing singleValueOrNull';

const windows =
  'row_number rank dense_rank denseRank percent_rank percentRank cume_dist ntile nth_value lag lead lagInFrame leadInFrame ' +
  'nonNegativeDerivative';

const logic =
  'if multiIf and or not xor equals notEquals less greater lessOrEquals greaterOrEquals isNull isNotNull isNullable ifNull nullIf ' +
  'coalesce assumeNotNull toNullable isZeroOrNull in notIn globalIn globalNotIn nullIn notNullIn exists case caseWithExpression ' +
  'caseWithoutExpression transform greatest least isNotDistinctFrom isDistinctFrom between materialize identity ignore grouping ' +
  'groupingOrdinary groupingForRollup groupingForCube groupingForGroupingSets lambda';

const numbers =
  'plus minus multiply divide intDiv intDivOrZero intDivOrNull divideOrNull modulo moduloOrZero moduloOrNull positiveModulo negate abs sign ' +
  'sqrt cbrt exp exp2 exp10 log log2 log10 ln log1p pow power sin cos tan asin acos atan atan2 hypot degrees radians pi e floor ceil ' +
  'ceiling round roundBankers trunc truncate roundToExp2 roundDuration roundDown isFinite isInfinite isNaN ifNotFinite min2 max2 gcd lcm ' +
  'bitAnd bitOr bitXor bitNot bitShiftLeft bitShiftRight bitTest bitCount widthBucket sigmoid';

const strings =
  'length char_length character_length lengthUTF8 empty notEmpty lower upper lcase ucase lowerUTF8 upperUTF8 reverse reverseUTF8 concat ' +
  'concatWithSeparator concat_ws substring substr mid substringUTF8 substringIndex trim ltrim rtrim trimLeft trimRight trimBoth leftPad ' +
  'rightPad lpad rpad left right repeat space ascii initcap startsWith startsWithCaseInsensitive endsWith endsWithCaseInsensitive position locate positionCaseInsensitive ' +
  'positionUTF8 multiSearchAny multiSearchFirstIndex countSubstrings countSubstringsCaseInsensitive like ilike notLike notILike match ' +
  'multiMatchAny extract extractAll extractGroups extractAllGroups extractAllGroupsVertical regexpExtract replace replaceOne replaceAll replaceRegexpOne ' +
  'replaceRegexpAll translate splitByChar splitByString splitByRegexp splitByNonAlpha splitByWhitespace arrayStringConcat alphaTokens tokens ' +
  'hasToken hasTokenCaseInsensitive hasTokenOrNull hasAllTokens hasAnyTokens hasPhrase hasSubsequence format_ formatReadableSize ' +
  'formatReadableDecimalSize formatReadableQuantity formatReadableTimeDelta base64Encode base64Decode tryBase64Decode hex unhex ' +
  'domain domainWithoutWWW topLevelDomain path pathFull protocol queryString cutQueryString cutQueryStringAndFragment cutWWW ' +
  'extractURLParameter decodeURLComponent encodeURLComponent soundex ngrams toValidUTF8 normalizeUTF8NFC isValidUTF8 ' +
  'cityHash64 sipHash64 xxHash64 murmurHash3_64 farmHash64 ' +
  'MD5 SHA1 SHA256 IPv4NumToString IPv4StringToNum IPv6NumToString isIPv4String isIPv6String isIPAddressInRange toIPv4 toIPv6';

const times =
  'now now64 today yesterday toYear toQuarter toMonth toWeek toISOWeek toISOYear toDayOfYear toDayOfMonth toDayOfWeek toHour toMinute ' +
  'toSecond toMillisecond toStartOfYear toStartOfQuarter toStartOfMonth toStartOfWeek toMonday toStartOfDay toStartOfHour toStartOfMinute ' +
  'toStartOfSecond toStartOfMillisecond toStartOfInterval toStartOfFiveMinutes toStartOfFiveMinute toStartOfTenMinutes ' +
  'toStartOfFifteenMinutes toLastDayOfMonth toTime toYYYYMM toYYYYMMDD toYYYYMMDDhhmmss toUnixTimestamp toUnixTimestamp64Milli ' +
  'toUnixTimestamp64Micro toUnixTimestamp64Nano toUnixTimestamp64Second fromUnixTimestamp fromUnixTimestamp64Milli ' +
  'fromUnixTimestamp64Micro fromUnixTimestamp64Nano fromUnixTimestamp64Second formatDateTime dateDiff date_diff timeDiff dateAdd date_add ' +
  'dateSub date_sub dateTrunc date_trunc dateName timeSlot timeSlots addYears addQuarters addMonths addWeeks addDays addHours addMinutes ' +
  'addSeconds addMilliseconds addMicroseconds addNanoseconds addInterval subtractYears subtractQuarters subtractMonths subtractWeeks ' +
  'subtractDays subtractHours subtractMinutes subtractSeconds subtractMilliseconds subtractMicroseconds subtractNanoseconds ' +
  'subtractInterval toIntervalYear toIntervalQuarter toIntervalMonth toIntervalWeek toIntervalDay toIntervalHour toIntervalMinute ' +
  'toIntervalSecond toIntervalMillisecond toIntervalMicrosecond toIntervalNanosecond toTimezone toTimeZone age monthName makeDate ' +
  'makeDateTime timestampDiff';

const casts =
  'CAST _CAST accurateCast accurateCastOrNull toString toFixedString toInt8 toInt16 toInt32 toInt64 toInt128 toInt256 toUInt8 toUInt16 ' +
  'toUInt32 toUInt64 toUInt128 toUInt256 toFloat32 toFloat64 toDecimal32 toDecimal64 toDecimal128 toBool toDate toDate32 toDateTime ' +
  'toDateTime32 toDateTime64 toUUID toUUIDOrNull toInt32OrZero toInt32OrNull toInt64OrZero toInt64OrNull toUInt16OrZero toUInt16OrNull ' +
  'toUInt32OrZero toUInt32OrNull toUInt64OrZero toUInt64OrNull toFloat64OrZero toFloat64OrNull toFloat64OrDefault toDateOrNull ' +
  'toDateTimeOrNull toDateTime64OrNull parseDateTimeBestEffort parseDateTimeBestEffortOrNull parseDateTime64BestEffort ' +
  'parseDateTime64BestEffortOrNull parseDateTime toTypeName toLowCardinality reinterpretAsUInt64 isValidJSON JSONHas JSONLength JSONType ' +
  'JSONExtract JSONExtractString JSONExtractInt JSONExtractUInt JSONExtractFloat JSONExtractBool JSONExtractRaw JSONExtractKeys ' +
  'JSONExtractArrayRaw JSONExtractKeysAndValues simpleJSONExtractString visitParamExtractString toJSONString JSON_VALUE JSON_QUERY JSON_EXISTS';

const collections =
  'array tuple map arrayElement arrayElementOrNull tupleElement mapContains mapContainsKey mapContainsValue mapKeys mapValues mapFilter mapApply mapAdd mapSubtract ' +
  'mapSort mapReverseSort mapUpdate mapConcat mapExists mapAll mapFromArrays mapContainsKeyLike mapExtractKeyLike mapPopulateSeries ' +
  'has hasAny hasAll hasSubstr indexOf countEqual arrayMap arrayFilter arrayExists arrayAll arrayCount arraySum arrayAvg arrayMin arrayMax ' +
  'arrayProduct arrayFirst arrayFirstIndex arrayFirstOrNull arrayLast arrayLastIndex arrayLastOrNull arraySort arrayReverseSort ' +
  'arrayPartialSort arrayReverse arrayUniq arrayDistinct arrayEnumerate arrayEnumerateUniq arrayConcat arraySlice arrayResize ' +
  'arrayPushBack arrayPushFront arrayPopBack arrayPopFront arrayIntersect arrayUnion arrayExcept arrayFlatten flatten arrayCompact arrayZip arrayJoin ' +
  'arrayDifference arrayCumSum arrayCumSumNonNegative arrayReduce_ arrayFill arraySplit arrayRotateLeft arrayRotateRight arrayWithConstant ' +
  'range emptyArrayString tupleToNameValuePairs untuple tupleConcat tuplePlus tupleMinus';

/** Followed by a parenthesis without being a call. */
const keywords =
  'select from where and or not in is as on using over by when then else case end between like ilike exists any all some distinct union ' +
  'except intersect having limit offset order group with values interval join left right inner outer full cross asof semi anti partition ' +
  'rows range window filter prewhere qualify array global within cube rollup totals sets grouping asc desc nulls first last fill step to ' +
  'interpolate recursive materialized';

/** Types, as they stand in `CAST(x AS Decimal(9, 2))` and `x::Array(String)`. */
const types =
  'Array Nullable LowCardinality Tuple Map Decimal Decimal32 Decimal64 Decimal128 DateTime DateTime64 FixedString String Enum8 Enum16 Variant varchar char numeric';

const set = (...lists: string[]): ReadonlySet<string> =>
  new Set(
    lists
      .join(' ')
      .toLowerCase()
      .split(' ')
      .filter((name) => !name.endsWith('_')),
  );

const callable = set(aggregates, windows, logic, numbers, strings, times, casts, collections);
const aggregateNames = set(aggregates);
const notCalls = set(keywords, types);

/** Suffixes that change an aggregate: `sumIf`, `uniqExactOrNull`, `avgArrayIf`. Those that give states are not offered. */
const combinator = /(?:if|array|distinct|ornull|ordefault|foreach|map|argmin|argmax)$/;
const combinatorsMax = 4;

export function isCallable(name: string): boolean {
  const wanted = name.toLowerCase();
  if (callable.has(wanted)) return true;
  let base = wanted;
  for (let count = 0; count < combinatorsMax && combinator.test(base); count++) {
    base = base.replace(combinator, '');
    if (aggregateNames.has(base)) return true;
  }
  return false;
}

export function isNoCall(word: string): boolean {
  return notCalls.has(word.toLowerCase());
}

export function callableNames(): Iterable<string> {
  return [aggregates, windows, logic, numbers, strings, times, casts, collections].join(' ').split(' ');
}
