-- # strcat
SELECT concat(ifNull({p0:String}, ''), ifNull({p1:String}, ''), ifNull({p2:String}, ''), '') AS print_0
LIMIT 10000
-- {"p0":"a","p1":"1","p2":"true"}

-- # strcat_delim
SELECT
  concat(ifNull({p0:String}, ''), ifNull({p1:String}, ''), ifNull({p2:String}, ''), ifNull({p1:String}, ''), ifNull({p3:String}, ''), '') AS print_0
LIMIT 10000
-- {"p0":"a","p1":"-","p2":"1","p3":"b"}

-- # strcat_array
SELECT
  arrayStringConcat(arrayMap(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), ''), JSONExtractArrayRaw(ifNull({p0:String}, ''))), {p1:String}) AS print_0
LIMIT 10000
-- {"p0":"[1,2,3]","p1":"->"}

-- # strlen
SELECT toInt64(lengthUTF8({p0:String})) AS print_0
LIMIT 10000
-- {"p0":"hello"}

-- # string_size
SELECT toInt64(length({p0:String})) AS print_0
LIMIT 10000
-- {"p0":"hello"}

-- # substring
SELECT
  substringUTF8({p0:String}, if({p1:Int64} < 0, greatest(toInt64(lengthUTF8({p0:String})) + {p1:Int64}, 0), {p1:Int64}) + 1, if({p2:Int64} < 0, 0, {p2:Int64})) AS print_0
LIMIT 10000
-- {"p0":"abcdef","p1":"1","p2":"3"}

-- # split
SELECT
  if(isNull({p0:String}) OR isNull({p1:String}), NULL, replaceAll(toJSONString(splitByString({p1:String}, assumeNotNull({p0:String}))), '\\/', '/')) AS print_0
LIMIT 10000
-- {"p0":"a,b,c","p1":","}

-- # tolower
SELECT lowerUTF8({p0:String}) AS print_0
LIMIT 10000
-- {"p0":"ABC"}

-- # toupper
SELECT upperUTF8({p0:String}) AS print_0
LIMIT 10000
-- {"p0":"abc"}

-- # reverse
SELECT reverseUTF8({p0:String}) AS print_0
LIMIT 10000
-- {"p0":"abc"}

-- # trim
SELECT
  replaceRegexpOne(replaceRegexpOne({p0:String}, concat('^(?:', {p1:String}, ')+'), ''), concat('(?:', {p1:String}, ')+$'), '') AS print_0
LIMIT 10000
-- {"p0":"--a--","p1":"-+"}

-- # trim_start
SELECT replaceRegexpOne({p0:String}, concat('^(?:', {p1:String}, ')+'), '') AS print_0
LIMIT 10000
-- {"p0":"--a--","p1":"-+"}

-- # trim_end
SELECT replaceRegexpOne({p0:String}, concat('(?:', {p1:String}, ')+$'), '') AS print_0
LIMIT 10000
-- {"p0":"--a--","p1":"-+"}

-- # trimws
SELECT trimBoth({p0:String}, ' \t\r\n') AS print_0
LIMIT 10000
-- {"p0":"  a "}

-- # replace_string
SELECT replaceAll({p0:String}, {p1:String}, {p2:String}) AS print_0
LIMIT 10000
-- {"p0":"abcb","p1":"b","p2":"1"}

-- # replace_strings
SELECT
  if(isNull({p0:String}), NULL, arrayFold((acc, f, t) -> replaceAll(acc, f, t), arrayMap(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), ''), JSONExtractArrayRaw(ifNull({p1:String}, ''))), arrayResize(arrayMap(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), ''), JSONExtractArrayRaw(ifNull({p2:String}, ''))), length(arrayMap(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), ''), JSONExtractArrayRaw(ifNull({p1:String}, '')))), ''), CAST(assumeNotNull({p0:String}) AS String))) AS print_0
LIMIT 10000
-- {"p0":"abc","p1":"[\"a\",\"b\"]","p2":"[\"1\",\"2\"]"}

-- # replace_regex
SELECT replaceRegexpAll({p0:String}, {p1:String}, {p2:String}) AS print_0
LIMIT 10000
-- {"p0":"a1b2","p1":"\\d","p2":"#"}

-- # replace
SELECT replaceRegexpAll({p0:String}, {p1:String}, {p2:String}) AS print_0
LIMIT 10000
-- {"p0":"a1b2","p1":"\\d","p2":"#"}

-- # indexof
SELECT
  if(toInt64(positionUTF8({p0:String}, {p1:String})) = 0, -1, toInt64(positionUTF8({p0:String}, {p1:String})) + if(0 < 0, greatest(toInt64(lengthUTF8({p0:String})) + 0, 0), 0) - 1) AS print_0
LIMIT 10000
-- {"p0":"abcdefg","p1":"cde"}

-- # indexof_regex
SELECT
  if(0 >= 0, if(match({p0:String}, concat('(?s)^((?:.*?', concat('(?:', {p1:String}, ')'), '){0}.*?)', concat('(?:', {p1:String}, ')'))), toInt64(lengthUTF8(extract({p0:String}, concat('(?s)^((?:.*?', concat('(?:', {p1:String}, ')'), '){0}.*?)', concat('(?:', {p1:String}, ')'))))) + if(0 < 0, greatest(toInt64(lengthUTF8({p0:String})) + 0, 0), 0), -1), NULL) AS print_0
LIMIT 10000
-- {"p0":"abcabc","p1":"b."}

-- # countof
SELECT
  if(isNull({p0:String}), NULL, if(length({p1:String}) = 0, 0, toInt64(arrayCount(i -> substring(assumeNotNull({p0:String}), i, length({p1:String})) = {p1:String}, range(1, length(assumeNotNull({p0:String})) + 1))))) AS print_0
LIMIT 10000
-- {"p0":"abc abc ab","p1":"abc"}

-- # extract
SELECT
  toFloat64OrNull(if(match({p0:String}, {p1:String}), extract({p0:String}, {p1:String}), NULL)) AS print_0
LIMIT 10000
-- {"p0":"hello x=45.6","p1":"x=([0-9.]+)"}

-- # extract_all
SELECT
  if(isNull({p0:String}), NULL, replaceAll(toJSONString(arrayFlatten(extractAllGroupsVertical(assumeNotNull({p0:String}), {p1:String}))), '\\/', '/')) AS print_0
LIMIT 10000
-- {"p0":"a 1 b 22","p1":"(\\d+)"}

-- # strrep
SELECT
  if(isNull({p0:String}), NULL, arrayStringConcat(arrayWithConstant({p1:Int64}, assumeNotNull({p0:String})), {p2:String})) AS print_0
LIMIT 10000
-- {"p0":"ab","p1":"3","p2":"-"}

-- # strcmp
SELECT
  toInt64(multiIf({p0:String} < {p1:String}, -1, {p0:String} = {p1:String}, 0, {p0:String} > {p1:String}, 1, NULL)) AS print_0
LIMIT 10000
-- {"p0":"a","p1":"b"}

-- # padleft
SELECT leftPadUTF8({p0:String}, greatest({p1:Int64}, toInt64(lengthUTF8({p0:String}))), ' ') AS print_0
LIMIT 10000
-- {"p0":"abc","p1":"6"}

-- # padright
SELECT rightPadUTF8({p0:String}, greatest({p1:Int64}, toInt64(lengthUTF8({p0:String}))), ' ') AS print_0
LIMIT 10000
-- {"p0":"abc","p1":"6"}

-- # has_any_index
SELECT
  toInt64(arrayFirstIndex(w -> position(concat(' ', arrayStringConcat(tokens(lower(ifNull({p0:String}, ''))), ' '), ' '), concat(' ', arrayStringConcat(tokens(w), ' '), ' ')) > 0, arrayMap(w -> lower(ifNull(if(startsWith(w, '"'), JSONExtractString(w), nullIf(w, 'null')), '')), JSONExtractArrayRaw(ifNull({p1:String}, ''))))) - 1 AS print_0
LIMIT 10000
-- {"p0":"a quick fox","p1":"[\"slow\",\"fox\"]"}

-- # isascii
SELECT toBool(match({p0:String}, '^[\\x00-\\x7F]*$') != 0) AS print_0
LIMIT 10000
-- {"p0":"abc"}

-- # isutf8
SELECT toBool(isValidUTF8({p0:String}) != 0) AS print_0
LIMIT 10000
-- {"p0":"abc"}

-- # translate
SELECT translateUTF8({p0:String}, 'cba', 'xxx') AS print_0
LIMIT 10000
-- {"p0":"aabbcc"}

-- # tohex
SELECT
  if(length(replaceRegexpOne(lower(hex({p0:Int64})), '^0+(.)', '\\1')) < {p1:Int64}, leftPad(replaceRegexpOne(lower(hex({p0:Int64})), '^0+(.)', '\\1'), {p1:Int64}, '0'), replaceRegexpOne(lower(hex({p0:Int64})), '^0+(.)', '\\1')) AS print_0
LIMIT 10000
-- {"p0":"256","p1":"8"}

-- # url_encode
SELECT encodeURLFormComponent({p0:String}) AS print_0
LIMIT 10000
-- {"p0":"a b"}

-- # url_encode_component
SELECT encodeURLComponent({p0:String}) AS print_0
LIMIT 10000
-- {"p0":"a b/c"}

-- # url_decode
SELECT decodeURLComponent({p0:String}) AS print_0
LIMIT 10000
-- {"p0":"a%20b"}

-- # base64_encode_tostring
SELECT base64Encode({p0:String}) AS print_0
LIMIT 10000
-- {"p0":"Kusto"}

-- # base64_decode_tostring
SELECT
  if(isValidUTF8(tryBase64Decode({p0:String})) AND (tryBase64Decode({p0:String}) != '' OR {p0:String} = ''), tryBase64Decode({p0:String}), NULL) AS print_0
LIMIT 10000
-- {"p0":"S3VzdG8="}

-- # base64_decode_toarray
SELECT
  if(isNull({p0:String}), NULL, replaceAll(toJSONString(arrayMap(i -> reinterpretAsUInt8(substring(tryBase64Decode(assumeNotNull({p0:String})), i, 1)), range(1, length(tryBase64Decode(assumeNotNull({p0:String}))) + 1))), '\\/', '/')) AS print_0
LIMIT 10000
-- {"p0":"S3VzdG8="}

-- # hash
SELECT
  toInt64(positiveModulo(toInt128(reinterpretAsInt64(xxHash64({p0:String}))), abs(nullIf(CAST({p1:Int64} AS Nullable(Int64)), 0)))) AS print_0
LIMIT 10000
-- {"p0":"World","p1":"100"}

-- # hash_sha256
SELECT lower(hex(SHA256({p0:String}))) AS print_0
LIMIT 10000
-- {"p0":"World"}

-- # hash_sha1
SELECT lower(hex(SHA1({p0:String}))) AS print_0
LIMIT 10000
-- {"p0":"World"}

-- # hash_md5
SELECT lower(hex(MD5({p0:String}))) AS print_0
LIMIT 10000
-- {"p0":"World"}

