-- # strcat
SELECT concat(ifNull('a', ''), ifNull('1', ''), ifNull('true', ''), '') AS print_0
LIMIT 10000

-- # strcat_delim
SELECT
  concat(ifNull('a', ''), ifNull('-', ''), ifNull('1', ''), ifNull('-', ''), ifNull('b', ''), '') AS print_0
LIMIT 10000

-- # strcat_array
SELECT
  arrayStringConcat(arrayMap(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), ''), JSONExtractArrayRaw(ifNull('[1,2,3]', ''))), '->') AS print_0
LIMIT 10000

-- # strlen
SELECT toInt64(lengthUTF8('hello')) AS print_0
LIMIT 10000

-- # string_size
SELECT toInt64(length('hello')) AS print_0
LIMIT 10000

-- # substring
SELECT
  substringUTF8('abcdef', if(1 < 0, greatest(toInt64(lengthUTF8('abcdef')) + 1, 0), toInt64(1)) + 1, if(3 < 0, 0, toInt64(3))) AS print_0
LIMIT 10000

-- # split
SELECT
  if(isNull('a,b,c') OR isNull(','), NULL, replaceAll(toJSONString(splitByString(',', assumeNotNull('a,b,c'))), '\\/', '/')) AS print_0
LIMIT 10000

-- # tolower
SELECT lowerUTF8('ABC') AS print_0
LIMIT 10000

-- # toupper
SELECT upperUTF8('abc') AS print_0
LIMIT 10000

-- # reverse
SELECT reverseUTF8('abc') AS print_0
LIMIT 10000

-- # trim
SELECT
  replaceRegexpOne(replaceRegexpOne('--a--', concat('^(?:', '-+', ')+'), ''), concat('(?:', '-+', ')+$'), '') AS print_0
LIMIT 10000

-- # trim_start
SELECT replaceRegexpOne('--a--', concat('^(?:', '-+', ')+'), '') AS print_0
LIMIT 10000

-- # trim_end
SELECT replaceRegexpOne('--a--', concat('(?:', '-+', ')+$'), '') AS print_0
LIMIT 10000

-- # trimws
SELECT trimBoth('  a ', ' \t\r\n') AS print_0
LIMIT 10000

-- # replace_string
SELECT replaceAll('abcb', 'b', '1') AS print_0
LIMIT 10000

-- # replace_strings
SELECT
  if(isNull('abc'), NULL, arrayFold((acc, f, t) -> replaceAll(acc, f, t), arrayMap(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), ''), JSONExtractArrayRaw(ifNull('["a","b"]', ''))), arrayResize(arrayMap(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), ''), JSONExtractArrayRaw(ifNull('["1","2"]', ''))), length(arrayMap(x -> ifNull(if(startsWith(x, '"'), JSONExtractString(x), nullIf(x, 'null')), ''), JSONExtractArrayRaw(ifNull('["a","b"]', '')))), ''), CAST(assumeNotNull('abc') AS String))) AS print_0
LIMIT 10000

-- # replace_regex
SELECT replaceRegexpAll('a1b2', '\\d', '#') AS print_0
LIMIT 10000

-- # replace
SELECT replaceRegexpAll('a1b2', '\\d', '#') AS print_0
LIMIT 10000

-- # indexof
SELECT
  if(toInt64(positionUTF8('abcdefg', 'cde')) = 0, -1, toInt64(positionUTF8('abcdefg', 'cde')) + if(0 < 0, greatest(toInt64(lengthUTF8('abcdefg')) + 0, 0), 0) - 1) AS print_0
LIMIT 10000

-- # indexof_regex
SELECT
  if(0 >= 0, if(match('abcabc', concat('(?s)^((?:.*?', concat('(?:', 'b.', ')'), '){0}.*?)', concat('(?:', 'b.', ')'))), toInt64(lengthUTF8(extract('abcabc', concat('(?s)^((?:.*?', concat('(?:', 'b.', ')'), '){0}.*?)', concat('(?:', 'b.', ')'))))) + if(0 < 0, greatest(toInt64(lengthUTF8('abcabc')) + 0, 0), 0), -1), NULL) AS print_0
LIMIT 10000

-- # countof
SELECT
  if(isNull('abc abc ab'), NULL, if(length('abc') = 0, 0, toInt64(arrayCount(i -> substring(assumeNotNull('abc abc ab'), i, length('abc')) = 'abc', range(1, length(assumeNotNull('abc abc ab')) + 1))))) AS print_0
LIMIT 10000

-- # extract
SELECT
  toFloat64OrNull(if(match('hello x=45.6', 'x=([0-9.]+)'), extract('hello x=45.6', 'x=([0-9.]+)'), NULL)) AS print_0
LIMIT 10000

-- # extract_all
SELECT
  if(isNull('a 1 b 22'), NULL, replaceAll(toJSONString(arrayFlatten(extractAllGroupsVertical(assumeNotNull('a 1 b 22'), '(\\d+)'))), '\\/', '/')) AS print_0
LIMIT 10000

-- # strrep
SELECT
  if(isNull('ab'), NULL, arrayStringConcat(arrayWithConstant(toInt64(3), assumeNotNull('ab')), '-')) AS print_0
LIMIT 10000

-- # strcmp
SELECT toInt64(multiIf('a' < 'b', -1, 'a' = 'b', 0, 'a' > 'b', 1, NULL)) AS print_0
LIMIT 10000

-- # padleft
SELECT leftPadUTF8('abc', greatest(toInt64(6), toInt64(lengthUTF8('abc'))), ' ') AS print_0
LIMIT 10000

-- # padright
SELECT rightPadUTF8('abc', greatest(toInt64(6), toInt64(lengthUTF8('abc'))), ' ') AS print_0
LIMIT 10000

-- # has_any_index
SELECT
  toInt64(arrayFirstIndex(w -> position(concat(' ', arrayStringConcat(tokens(lower(ifNull('a quick fox', ''))), ' '), ' '), concat(' ', arrayStringConcat(tokens(w), ' '), ' ')) > 0, arrayMap(w -> lower(ifNull(if(startsWith(w, '"'), JSONExtractString(w), nullIf(w, 'null')), '')), JSONExtractArrayRaw(ifNull('["slow","fox"]', ''))))) - 1 AS print_0
LIMIT 10000

-- # isascii
SELECT toBool(match('abc', '^[\\x00-\\x7F]*$') != 0) AS print_0
LIMIT 10000

-- # isutf8
SELECT toBool(isValidUTF8('abc') != 0) AS print_0
LIMIT 10000

-- # translate
SELECT translateUTF8('aabbcc', 'cba', 'xxx') AS print_0
LIMIT 10000

-- # tohex
SELECT
  if(length(replaceRegexpOne(lower(hex(toInt64(256))), '^0+(.)', '\\1')) < 8, leftPad(replaceRegexpOne(lower(hex(toInt64(256))), '^0+(.)', '\\1'), toInt64(8), '0'), replaceRegexpOne(lower(hex(toInt64(256))), '^0+(.)', '\\1')) AS print_0
LIMIT 10000

-- # url_encode
SELECT encodeURLFormComponent('a b') AS print_0
LIMIT 10000

-- # url_encode_component
SELECT encodeURLComponent('a b/c') AS print_0
LIMIT 10000

-- # url_decode
SELECT decodeURLComponent('a%20b') AS print_0
LIMIT 10000

-- # base64_encode_tostring
SELECT base64Encode('Kusto') AS print_0
LIMIT 10000

-- # base64_decode_tostring
SELECT
  if(isValidUTF8(tryBase64Decode('S3VzdG8=')) AND (tryBase64Decode('S3VzdG8=') != '' OR 'S3VzdG8=' = ''), tryBase64Decode('S3VzdG8='), NULL) AS print_0
LIMIT 10000

-- # base64_decode_toarray
SELECT
  if(isNull('S3VzdG8='), NULL, replaceAll(toJSONString(arrayMap(i -> reinterpretAsUInt8(substring(tryBase64Decode(assumeNotNull('S3VzdG8=')), i, 1)), range(1, length(tryBase64Decode(assumeNotNull('S3VzdG8='))) + 1))), '\\/', '/')) AS print_0
LIMIT 10000

-- # hash
SELECT
  toInt64(positiveModulo(toInt128(reinterpretAsInt64(xxHash64('World'))), abs(nullIf(CAST(100 AS Nullable(Int64)), 0)))) AS print_0
LIMIT 10000

-- # hash_sha256
SELECT lower(hex(SHA256('World'))) AS print_0
LIMIT 10000

-- # hash_sha1
SELECT lower(hex(SHA1('World'))) AS print_0
LIMIT 10000

-- # hash_md5
SELECT lower(hex(MD5('World'))) AS print_0
LIMIT 10000

