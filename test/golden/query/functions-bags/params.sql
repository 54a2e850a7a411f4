-- # bag_pack
SELECT
  concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arrayFilter((p, n) -> n = 1, arrayFilter(p -> tupleElement(p, 1) != '', [tuple(ifNull({p0:String}, ''), ifNull(toString({p1:Int64}), 'null')), tuple(ifNull({p2:String}, ''), ifNull(if(isNull({p3:String}), NULL, replaceAll(toJSONString(assumeNotNull({p3:String})), '\\/', '/')), 'null'))]), arrayEnumerateUniq(arrayMap(k -> tupleElement(k, 1), arrayFilter(p -> tupleElement(p, 1) != '', [tuple(ifNull({p0:String}, ''), ifNull(toString({p1:Int64}), 'null')), tuple(ifNull({p2:String}, ''), ifNull(if(isNull({p3:String}), NULL, replaceAll(toJSONString(assumeNotNull({p3:String})), '\\/', '/')), 'null'))]))))), ','), '}') AS print_0
LIMIT 10000
-- {"p0":"a","p1":"1","p2":"b","p3":"x"}

-- # bag_keys
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Object', replaceAll(toJSONString(JSONExtractKeys(ifNull({p0:String}, ''))), '\\/', '/'), NULL) AS print_0
LIMIT 10000
-- {"p0":"{\"a\":1,\"b\":2}"}

-- # bag_has_key
SELECT
  toBool(if(JSONType(ifNull({p0:String}, '')) = 'Object', has(JSONExtractKeys(ifNull({p0:String}, '')), {p1:String}) != 0, NULL)) AS print_0
LIMIT 10000
-- {"p0":"{\"a\":1}","p1":"a"}

-- # bag_merge
SELECT
  concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arrayFilter((p, n) -> n = 1, arrayConcat(JSONExtractKeysAndValuesRaw(ifNull({p0:String}, '')), JSONExtractKeysAndValuesRaw(ifNull({p1:String}, ''))), arrayEnumerateUniq(arrayMap(k -> tupleElement(k, 1), arrayConcat(JSONExtractKeysAndValuesRaw(ifNull({p0:String}, '')), JSONExtractKeysAndValuesRaw(ifNull({p1:String}, ''))))))), ','), '}') AS print_0
LIMIT 10000
-- {"p0":"{\"a\":1}","p1":"{\"a\":2,\"b\":3}"}

-- # bag_remove_keys
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Object', if(JSONType(ifNull({p0:String}, '')) = 'Object', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arrayFilter(p0 -> has({p1:Array(String)}, tupleElement(p0, 1)) = 0, JSONExtractKeysAndValuesRaw(ifNull({p0:String}, '')))), ','), '}'), {p0:String}), NULL) AS print_0
LIMIT 10000
-- {"p0":"{\"a\":1,\"b\":2}","p1":["a"]}

-- # bag_set_key
SELECT
  if(JSONType(ifNull({p0:String}, '')) = 'Object', arrayMap(b0 -> concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arrayConcat([tuple({p1:String}, ifNull(toString({p2:Int64}), 'null'))], arrayFilter(p -> tupleElement(p, 1) != {p1:String}, JSONExtractKeysAndValuesRaw(ifNull(b0, ''))))), ','), '}'), [ifNull({p0:String}, '')])[1], NULL) AS print_0
LIMIT 10000
-- {"p0":"{\"a\":1}","p1":"b","p2":"2"}

-- # parse_url
SELECT
  nullIf(nullIf(JSONExtractRaw(ifNull(if(isNull({p0:String}), NULL, concat('{"Scheme":', replaceAll(toJSONString(extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[1]), '\\/', '/'), ',"Host":', replaceAll(toJSONString(extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[4]), '\\/', '/'), ',"Port":', replaceAll(toJSONString(extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[5]), '\\/', '/'), ',"Path":', replaceAll(toJSONString(extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[6]), '\\/', '/'), ',"Username":', replaceAll(toJSONString(extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[2]), '\\/', '/'), ',"Password":', replaceAll(toJSONString(extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[3]), '\\/', '/'), ',"Query Parameters":', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arrayFilter((p, n) -> n = 1, arrayMap(q -> tuple(decodeURLFormComponent(splitByChar('=', q)[1]), replaceAll(toJSONString(decodeURLFormComponent(substring(q, length(splitByChar('=', q)[1]) + 2))), '\\/', '/')), arrayFilter(q -> q != '', splitByChar('&', extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[7]))), arrayEnumerateUniq(arrayMap(k -> tupleElement(k, 1), arrayMap(q -> tuple(decodeURLFormComponent(splitByChar('=', q)[1]), replaceAll(toJSONString(decodeURLFormComponent(substring(q, length(splitByChar('=', q)[1]) + 2))), '\\/', '/')), arrayFilter(q -> q != '', splitByChar('&', extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[7]))))))), ','), '}'), ',"Fragment":', replaceAll(toJSONString(extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*):(?://)?)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(\\[[^\\]/?#]*\\]|[^:/?#]*)(?::(\\d+))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$')[8]), '\\/', '/'), '}')), 'null'), {p1:String}), ''), 'null') AS print_0
LIMIT 10000
-- {"p0":"https://example.com:8080/a?k=v","p1":"Host"}

-- # parse_urlquery
SELECT
  if(isNull({p0:String}), NULL, concat('{"Query Parameters":', concat('{', arrayStringConcat(arrayMap(m -> concat(replaceAll(toJSONString(tupleElement(m, 1)), '\\/', '/'), ':', tupleElement(m, 2)), arrayFilter((p, n) -> n = 1, arrayMap(q -> tuple(decodeURLFormComponent(splitByChar('=', q)[1]), replaceAll(toJSONString(decodeURLFormComponent(substring(q, length(splitByChar('=', q)[1]) + 2))), '\\/', '/')), arrayFilter(q -> q != '', splitByChar('&', trimLeft(assumeNotNull({p0:String}), '?')))), arrayEnumerateUniq(arrayMap(k -> tupleElement(k, 1), arrayMap(q -> tuple(decodeURLFormComponent(splitByChar('=', q)[1]), replaceAll(toJSONString(decodeURLFormComponent(substring(q, length(splitByChar('=', q)[1]) + 2))), '\\/', '/')), arrayFilter(q -> q != '', splitByChar('&', trimLeft(assumeNotNull({p0:String}), '?')))))))), ','), '}'), '}')) AS print_0
LIMIT 10000
-- {"p0":"a=1&b=2"}

-- # parse_path
SELECT
  nullIf(nullIf(JSONExtractRaw(ifNull(if(isNull({p0:String}), NULL, concat('{"Scheme":', replaceAll(toJSONString(extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[1]), '\\/', '/'), ',"RootPath":', replaceAll(toJSONString(extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[2]), '\\/', '/'), ',"DirectoryPath":', replaceAll(toJSONString(trimRight(concat(extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[2], extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[3]), '/\\')), '\\/', '/'), ',"DirectoryName":', replaceAll(toJSONString(extract(trimRight(concat(extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[2], extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[3]), '/\\'), '([^/\\\\]*)$')), '\\/', '/'), ',"Filename":', replaceAll(toJSONString(extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[4]), '\\/', '/'), ',"Extension":', replaceAll(toJSONString(extract(extractGroups(assumeNotNull({p0:String}), '^(?:([A-Za-z][\\w+.-]*)://)?([A-Za-z]:)?(.*?)([^/\\\\]*)$')[4], '.\\.([^.]*)$')), '\\/', '/'), '}')), 'null'), {p1:String}), ''), 'null') AS print_0
LIMIT 10000
-- {"p0":"/var/log/app.log","p1":"Extension"}

-- # parse_csv
SELECT
  if(isNull({p0:String}), NULL, replaceAll(toJSONString(arrayMap(f -> concat(replaceAll(f[1], '""', '"'), f[2]), extractAllGroupsVertical(concat(extract(assumeNotNull({p0:String}), '^(?:"(?:[^"]|"")*"|[^\\r\\n])*'), ','), '(?s)(?:"((?:[^"]|"")*)"|([^,]*)),'))), '\\/', '/')) AS print_0
LIMIT 10000
-- {"p0":"aa,\"b,b\",c"}

