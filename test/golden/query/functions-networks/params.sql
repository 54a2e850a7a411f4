-- # ipv4_compare
SELECT
  toInt64(sign(bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p0:String}, ''))[1])), 32 - multiIf(isNull(multiIf(splitByChar('/', ifNull({p0:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]), NULL)), NULL, isNull(multiIf(splitByChar('/', ifNull({p1:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]), NULL)), NULL, isNull(32), NULL, least(multiIf(splitByChar('/', ifNull({p0:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]), NULL), multiIf(splitByChar('/', ifNull({p1:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]), NULL), 32))) - bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p1:String}, ''))[1])), 32 - multiIf(isNull(multiIf(splitByChar('/', ifNull({p0:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]), NULL)), NULL, isNull(multiIf(splitByChar('/', ifNull({p1:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]), NULL)), NULL, isNull(32), NULL, least(multiIf(splitByChar('/', ifNull({p0:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]), NULL), multiIf(splitByChar('/', ifNull({p1:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]), NULL), 32))))) AS print_0
LIMIT 10000
-- {"p0":"192.168.1.1/24","p1":"192.168.1.255"}

-- # ipv4_is_match
SELECT
  toBool(bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p0:String}, ''))[1])), 32 - multiIf(isNull(multiIf(splitByChar('/', ifNull({p0:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]), NULL)), NULL, isNull(multiIf(splitByChar('/', ifNull({p1:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]), NULL)), NULL, isNull(32), NULL, least(multiIf(splitByChar('/', ifNull({p0:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]), NULL), multiIf(splitByChar('/', ifNull({p1:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]), NULL), 32))) - bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p1:String}, ''))[1])), 32 - multiIf(isNull(multiIf(splitByChar('/', ifNull({p0:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]), NULL)), NULL, isNull(multiIf(splitByChar('/', ifNull({p1:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]), NULL)), NULL, isNull(32), NULL, least(multiIf(splitByChar('/', ifNull({p0:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]), NULL), multiIf(splitByChar('/', ifNull({p1:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]), NULL), 32))) = 0) AS print_0
LIMIT 10000
-- {"p0":"192.168.1.1/24","p1":"192.168.1.255"}

-- # ipv4_is_in_range
SELECT
  toBool(bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p0:String}, ''))[1])), 32 - multiIf(splitByChar('/', ifNull({p1:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]), NULL)) - bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p1:String}, ''))[1])), 32 - multiIf(splitByChar('/', ifNull({p1:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]), NULL)) = 0) AS print_0
LIMIT 10000
-- {"p0":"192.168.1.6","p1":"192.168.1.1/24"}

-- # ipv4_is_in_any_range
SELECT
  toBool(if(isNull(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p0:String}, ''))[1]))), NULL, ifNull(bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p0:String}, ''))[1])), 32 - multiIf(splitByChar('/', ifNull({p1:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]), NULL)) - bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p1:String}, ''))[1])), 32 - multiIf(splitByChar('/', ifNull({p1:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p1:String}, ''))[2]), NULL)) = 0, false) OR ifNull(bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p0:String}, ''))[1])), 32 - multiIf(splitByChar('/', ifNull({p2:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p2:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p2:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p2:String}, ''))[2]), NULL)) - bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p2:String}, ''))[1])), 32 - multiIf(splitByChar('/', ifNull({p2:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p2:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p2:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p2:String}, ''))[2]), NULL)) = 0, false))) AS print_0
LIMIT 10000
-- {"p0":"10.1.2.3","p1":"192.168.0.0/16","p2":"10.0.0.0/8"}

-- # ipv4_is_private
SELECT
  toBool(bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p0:String}, ''))[1])), 32 - multiIf(splitByChar('/', ifNull('10.0.0.0/8', ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull('10.0.0.0/8', ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull('10.0.0.0/8', ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull('10.0.0.0/8', ''))[2]), NULL)) - bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull('10.0.0.0/8', ''))[1])), 32 - multiIf(splitByChar('/', ifNull('10.0.0.0/8', ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull('10.0.0.0/8', ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull('10.0.0.0/8', ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull('10.0.0.0/8', ''))[2]), NULL)) = 0 OR bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p0:String}, ''))[1])), 32 - multiIf(splitByChar('/', ifNull('172.16.0.0/12', ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull('172.16.0.0/12', ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull('172.16.0.0/12', ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull('172.16.0.0/12', ''))[2]), NULL)) - bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull('172.16.0.0/12', ''))[1])), 32 - multiIf(splitByChar('/', ifNull('172.16.0.0/12', ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull('172.16.0.0/12', ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull('172.16.0.0/12', ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull('172.16.0.0/12', ''))[2]), NULL)) = 0 OR bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p0:String}, ''))[1])), 32 - multiIf(splitByChar('/', ifNull('192.168.0.0/16', ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull('192.168.0.0/16', ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull('192.168.0.0/16', ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull('192.168.0.0/16', ''))[2]), NULL)) - bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull('192.168.0.0/16', ''))[1])), 32 - multiIf(splitByChar('/', ifNull('192.168.0.0/16', ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull('192.168.0.0/16', ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull('192.168.0.0/16', ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull('192.168.0.0/16', ''))[2]), NULL)) = 0) AS print_0
LIMIT 10000
-- {"p0":"10.1.2.3"}

-- # parse_ipv4
SELECT
  bitShiftLeft(bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p0:String}, ''))[1])), 32 - multiIf(splitByChar('/', ifNull({p0:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]), NULL)), 32 - multiIf(splitByChar('/', ifNull({p0:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]), NULL)) AS print_0
LIMIT 10000
-- {"p0":"127.0.0.1"}

-- # parse_ipv4_mask
SELECT
  bitShiftLeft(bitShiftRight(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p0:String}, ''))[1])), 32 - if({p1:Int64} >= 0 AND {p1:Int64} <= 32, {p1:Int64}, NULL)), 32 - if({p1:Int64} >= 0 AND {p1:Int64} <= 32, {p1:Int64}, NULL)) AS print_0
LIMIT 10000
-- {"p0":"127.0.0.1","p1":"24"}

-- # ipv4_netmask_suffix
SELECT
  if(isNull(toInt64(IPv4StringToNumOrNull(splitByChar('/', ifNull({p0:String}, ''))[1]))), NULL, multiIf(splitByChar('/', ifNull({p0:String}, ''))[2] = '', 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) >= 0 AND toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]) <= 32, toInt64OrNull(splitByChar('/', ifNull({p0:String}, ''))[2]), NULL)) AS print_0
LIMIT 10000
-- {"p0":"192.168.1.1/24"}

-- # format_ipv4
SELECT IPv4NumToString(toUInt32({p0:Int64})) AS print_0
LIMIT 10000
-- {"p0":"2130706433"}

-- # has_ipv4
SELECT
  toBool(match(ifNull({p0:String}, ''), '^(?:\\d{1,3}\\.){3}\\d{1,3}$') != 0 AND match(ifNull({p1:String}, ''), concat('(?:^|[^0-9A-Za-z.])', regexpQuoteMeta(ifNull({p0:String}, '')), '(?:[^0-9A-Za-z]|$)')) != 0) AS print_0
LIMIT 10000
-- {"p0":"127.0.0.1","p1":"from 127.0.0.1 GET"}

-- # has_any_ipv4
SELECT
  toBool(arrayExists(w -> match(ifNull(if(startsWith(w, '"'), JSONExtractString(w), nullIf(w, 'null')), ''), '^(?:\\d{1,3}\\.){3}\\d{1,3}$') != 0 AND match(ifNull({p0:String}, ''), concat('(?:^|[^0-9A-Za-z.])', regexpQuoteMeta(ifNull(if(startsWith(w, '"'), JSONExtractString(w), nullIf(w, 'null')), '')), '(?:[^0-9A-Za-z]|$)')) != 0, JSONExtractArrayRaw(ifNull({p1:String}, ''))) != 0) AS print_0
LIMIT 10000
-- {"p0":"from 127.0.0.1 GET","p1":"[\"127.0.0.1\"]"}

-- # has_ipv4_prefix
SELECT
  toBool(match(ifNull({p0:String}, ''), '^(?:\\d{1,3}\\.){1,3}$|^(?:\\d{1,3}\\.){3}\\d{1,3}$') != 0 AND match(ifNull({p1:String}, ''), concat('(?:^|[^0-9A-Za-z.])', regexpQuoteMeta(ifNull({p0:String}, '')), '')) != 0) AS print_0
LIMIT 10000
-- {"p0":"127.0.","p1":"from 127.0.0.1 GET"}

-- # has_any_ipv4_prefix
SELECT
  toBool(arrayExists(w -> match(ifNull(if(startsWith(w, '"'), JSONExtractString(w), nullIf(w, 'null')), ''), '^(?:\\d{1,3}\\.){1,3}$|^(?:\\d{1,3}\\.){3}\\d{1,3}$') != 0 AND match(ifNull({p0:String}, ''), concat('(?:^|[^0-9A-Za-z.])', regexpQuoteMeta(ifNull(if(startsWith(w, '"'), JSONExtractString(w), nullIf(w, 'null')), '')), '')) != 0, JSONExtractArrayRaw(ifNull({p1:String}, ''))) != 0) AS print_0
LIMIT 10000
-- {"p0":"from 127.0.0.1 GET","p1":"[\"127.0.\"]"}

