-- # bag_pack
SELECT
  concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arrayFilter((p, n) -> n = 1, arrayFilter(p -> tupleElement(p, 1) != '', [tuple(ifNull('a', ''), ifNull(toString(toInt64(1)), 'null')), tuple(ifNull('b', ''), ifNull(if(isNull('x'), NULL, replaceAll(toJSONString(assumeNotNull('x')), '\\/', '/')), 'null'))]), arrayEnumerateUniq(arrayMap(k -> tupleElement(k, 1), arrayFilter(p -> tupleElement(p, 1) != '', [tuple(ifNull('a', ''), ifNull(toString(toInt64(1)), 'null')), tuple(ifNull('b', ''), ifNull(if(isNull('x'), NULL, replaceAll(toJSONString(assumeNotNull('x')), '\\/', '/')), 'null'))]))))), ','), '}') AS print_0
LIMIT 10000

-- # bag_keys
SELECT
  if(JSONType(ifNull('{"a":1,"b":2}', '')) = 'Object', replaceAll(toJSONString(JSONExtractKeys(ifNull('{"a":1,"b":2}', ''))), '\\/', '/'), NULL) AS print_0
LIMIT 10000

-- # bag_has_key
SELECT
  toBool(if(JSONType(ifNull('{"a":1}', '')) = 'Object', has(JSONExtractKeys(ifNull('{"a":1}', '')), 'a') != 0, NULL)) AS print_0
LIMIT 10000

-- # bag_merge
SELECT
  concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arrayFilter((p, n) -> n = 1, arrayConcat(JSONExtractKeysAndValuesRaw(ifNull('{"a":1}', '')), JSONExtractKeysAndValuesRaw(ifNull('{"a":2,"b":3}', ''))), arrayEnumerateUniq(arrayMap(k -> tupleElement(k, 1), arrayConcat(JSONExtractKeysAndValuesRaw(ifNull('{"a":1}', '')), JSONExtractKeysAndValuesRaw(ifNull('{"a":2,"b":3}', ''))))))), ','), '}') AS print_0
LIMIT 10000

-- # bag_remove_keys
SELECT
  if(JSONType(ifNull('{"a":1,"b":2}', '')) = 'Object', if(JSONType(ifNull('{"a":1,"b":2}', '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arrayFilter(p0 -> has(['a'], tupleElement(p0, 1)) = 0, JSONExtractKeysAndValuesRaw(ifNull('{"a":1,"b":2}', '')))), ','), '}'), '{"a":1,"b":2}'), NULL) AS print_0
LIMIT 10000

-- # bag_set_key
SELECT
  if(JSONType(ifNull('{"a":1}', '')) = 'Object', arrayMap(b0 -> concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arrayConcat([tuple('b', ifNull(toString(toInt64(2)), 'null'))], arrayFilter(p -> tupleElement(p, 1) != 'b', JSONExtractKeysAndValuesRaw(ifNull(b0, ''))))), ','), '}'), [ifNull('{"a":1}', '')])[1], NULL) AS print_0
LIMIT 10000

-- # parse_url
SELECT
  nullIf(nullIf(JSONExtractRaw(ifNull(if(isNull('https://example.com:8080/a?k=v'), NULL, concat('{"Scheme":', replaceAll(toJSONString(extractGroups(assumeNotNull('https://example.com:8080/a?k=v'), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[1]), '\\/', '/'), ',"Host":', replaceAll(toJSONString(extractGroups(assumeNotNull('https://example.com:8080/a?k=v'), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[4]), '\\/', '/'), ',"Port":', replaceAll(toJSONString(extractGroups(assumeNotNull('https://example.com:8080/a?k=v'), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[5]), '\\/', '/'), ',"Path":', replaceAll(toJSONString(extractGroups(assumeNotNull('https://example.com:8080/a?k=v'), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[6]), '\\/', '/'), ',"Username":', replaceAll(toJSONString(extractGroups(assumeNotNull('https://example.com:8080/a?k=v'), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[2]), '\\/', '/'), ',"Password":', replaceAll(toJSONString(extractGroups(assumeNotNull('https://example.com:8080/a?k=v'), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[3]), '\\/', '/'), ',"Query Parameters":', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arrayFilter((p, n) -> n = 1, arrayMap(q -> tuple(decodeURLFormComponent(splitByChar('=', q)[1]), replaceAll(toJSONString(decodeURLFormComponent(substring(q, length(splitByChar('=', q)[1]) + 2))), '\\/', '/')), arrayFilter(q -> q != '', splitByChar('&', extractGroups(assumeNotNull('https://example.com:8080/a?k=v'), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[7]))), arrayEnumerateUniq(arrayMap(k -> tupleElement(k, 1), arrayMap(q -> tuple(decodeURLFormComponent(splitByChar('=', q)[1]), replaceAll(toJSONString(decodeURLFormComponent(substring(q, length(splitByChar('=', q)[1]) + 2))), '\\/', '/')), arrayFilter(q -> q != '', splitByChar('&', extractGroups(assumeNotNull('https://example.com:8080/a?k=v'), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[7]))))))), ','), '}'), ',"Fragment":', replaceAll(toJSONString(extractGroups(assumeNotNull('https://example.com:8080/a?k=v'), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[8]), '\\/', '/'), '}')), 'null'), 'Host'), ''), 'null') AS print_0
LIMIT 10000

-- # parse_urlquery
SELECT
  if(isNull('a=1&b=2'), NULL, concat('{"Query Parameters":', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arrayFilter((p, n) -> n = 1, arrayMap(q -> tuple(decodeURLFormComponent(splitByChar('=', q)[1]), replaceAll(toJSONString(decodeURLFormComponent(substring(q, length(splitByChar('=', q)[1]) + 2))), '\\/', '/')), arrayFilter(q -> q != '', splitByChar('&', trimLeft(assumeNotNull('a=1&b=2'), '?')))), arrayEnumerateUniq(arrayMap(k -> tupleElement(k, 1), arrayMap(q -> tuple(decodeURLFormComponent(splitByChar('=', q)[1]), replaceAll(toJSONString(decodeURLFormComponent(substring(q, length(splitByChar('=', q)[1]) + 2))), '\\/', '/')), arrayFilter(q -> q != '', splitByChar('&', trimLeft(assumeNotNull('a=1&b=2'), '?')))))))), ','), '}'), '}')) AS print_0
LIMIT 10000

-- # parse_path
SELECT
  nullIf(nullIf(JSONExtractRaw(ifNull(if(isNull('/var/log/app.log'), NULL, concat('{"Scheme":', replaceAll(toJSONString(extractGroups(assumeNotNull('/var/log/app.log'), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[1]), '\\/', '/'), ',"RootPath":', replaceAll(toJSONString(extractGroups(assumeNotNull('/var/log/app.log'), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[2]), '\\/', '/'), ',"DirectoryPath":', replaceAll(toJSONString(trimRight(concat(extractGroups(assumeNotNull('/var/log/app.log'), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[2], extractGroups(assumeNotNull('/var/log/app.log'), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[3]), '/\\')), '\\/', '/'), ',"DirectoryName":', replaceAll(toJSONString(extract(trimRight(concat(extractGroups(assumeNotNull('/var/log/app.log'), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[2], extractGroups(assumeNotNull('/var/log/app.log'), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[3]), '/\\'), '([^/\\\\]*)$')), '\\/', '/'), ',"Filename":', replaceAll(toJSONString(extractGroups(assumeNotNull('/var/log/app.log'), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[4]), '\\/', '/'), ',"Extension":', replaceAll(toJSONString(extract(extractGroups(assumeNotNull('/var/log/app.log'), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[4], '.\\.([^.]*)$')), '\\/', '/'), '}')), 'null'), 'Extension'), ''), 'null') AS print_0
LIMIT 10000

-- # parse_csv
SELECT
  if(isNull('aa,"b,b",c'), NULL, replaceAll(toJSONString(arrayMap(f -> concat(replaceAll(f[1], '""', '"'), f[2]), extractAllGroupsVertical(concat(extract(assumeNotNull('aa,"b,b",c'), '^(?:"(?:[^"]|"")*"|[^\\r\\n])*'), ','), '(?s)(?:"((?:[^"]|"")*)"|([^,]*)),'))), '\\/', '/')) AS print_0
LIMIT 10000

