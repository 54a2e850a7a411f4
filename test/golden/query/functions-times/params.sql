-- # now
SELECT toBool({p0:DateTime64(9, 'UTC')} < {p1:DateTime64(9, 'UTC')}) AS print_0
LIMIT 10000
-- {"p0":"2026-01-15 12:55:00.000000000","p1":"2026-01-15 13:00:00.000000000"}

-- # ago
SELECT
  toString(e.id) AS id,
  e.ts AS timestamp,
  nullIf(e.trace_id, '') AS trace_id,
  nullIf(e.name, '') AS span_name,
  if(e.kind = 'span', toInt64(e.duration_ns), NULL) AS duration,
  nullIf(e.service, '') AS service,
  nullIf(e.parent_span_id, '') AS parent_id,
  toUnixTimestamp64Nano(e.ts) AS start_time_ns,
  e.is_error AS errors,
  nullIf(e.level, '') AS level,
  nullIf(e.body, '') AS body,
  nullIf(e.span_id, '') AS latency_breakdown,
  if(e.kind = 'span', if(e.span_kind = 'unset', 'internal', toString(e.span_kind)), if(e.kind = 'event', 'alert', 'log')) AS kind
FROM events AS e
WHERE e.project_id = {p0:String}
  AND e.ts >= {p1:DateTime64(9, 'UTC')}
  AND e.ts < {p2:DateTime64(9, 'UTC')}
  AND e.ts > {p1:DateTime64(9, 'UTC')}
ORDER BY e.ts DESC, e.id DESC
LIMIT 500
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 12:00:00.000000000","p2":"2026-01-15 13:00:00.000000000"}

-- # startofday
SELECT {p0:DateTime64(9, 'UTC')} AS print_0
LIMIT 10000
-- {"p0":"2017-01-01 00:00:00.000000000"}

-- # endofday
SELECT {p0:DateTime64(9, 'UTC')} AS print_0
LIMIT 10000
-- {"p0":"2017-01-01 23:59:59.999999900"}

-- # startofweek
SELECT {p0:DateTime64(9, 'UTC')} AS print_0
LIMIT 10000
-- {"p0":"2017-01-01 00:00:00.000000000"}

-- # endofweek
SELECT {p0:DateTime64(9, 'UTC')} AS print_0
LIMIT 10000
-- {"p0":"2017-01-07 23:59:59.999999900"}

-- # startofmonth
SELECT {p0:DateTime64(9, 'UTC')} AS print_0
LIMIT 10000
-- {"p0":"2017-01-01 00:00:00.000000000"}

-- # endofmonth
SELECT {p0:DateTime64(9, 'UTC')} AS print_0
LIMIT 10000
-- {"p0":"2017-01-31 23:59:59.999999900"}

-- # startofyear
SELECT {p0:DateTime64(9, 'UTC')} AS print_0
LIMIT 10000
-- {"p0":"2017-01-01 00:00:00.000000000"}

-- # endofyear
SELECT {p0:DateTime64(9, 'UTC')} AS print_0
LIMIT 10000
-- {"p0":"2017-12-31 23:59:59.999999900"}

-- # dayofweek
SELECT toInt64(modulo(toDayOfWeek({p0:DateTime64(9, 'UTC')}), 7)) * 86400000000000 AS print_0
LIMIT 10000
-- {"p0":"1970-05-11 00:00:00.000000000"}

-- # dayofmonth
SELECT toInt64(toDayOfMonth({p0:DateTime64(9, 'UTC')})) AS print_0
LIMIT 10000
-- {"p0":"2017-01-29 09:00:05.000000000"}

-- # dayofyear
SELECT toInt64(toDayOfYear({p0:DateTime64(9, 'UTC')})) AS print_0
LIMIT 10000
-- {"p0":"2017-01-29 09:00:05.000000000"}

-- # hourofday
SELECT toInt64(toHour({p0:DateTime64(9, 'UTC')})) AS print_0
LIMIT 10000
-- {"p0":"2017-01-29 09:00:05.000000000"}

-- # getmonth
SELECT toInt64(toMonth({p0:DateTime64(9, 'UTC')})) AS print_0
LIMIT 10000
-- {"p0":"2017-01-29 09:00:05.000000000"}

-- # getyear
SELECT toInt64(toYear({p0:DateTime64(9, 'UTC')})) AS print_0
LIMIT 10000
-- {"p0":"2017-01-29 09:00:05.000000000"}

-- # week_of_year
SELECT toInt64(toISOWeek({p0:DateTime64(9, 'UTC')})) AS print_0
LIMIT 10000
-- {"p0":"2017-01-29 09:00:05.000000000"}

-- # datetime_part
SELECT toInt64(toHour({p0:DateTime64(9, 'UTC')})) AS print_0
LIMIT 10000
-- {"p0":"2017-01-29 09:00:05.000000000"}

-- # datetime_add
SELECT {p0:DateTime64(9, 'UTC')} AS print_0
LIMIT 10000
-- {"p0":"2017-02-28 00:00:00.000000000"}

-- # datetime_diff
SELECT
  intDiv(toUnixTimestamp64Nano({p0:DateTime64(9, 'UTC')}) + 0 - positiveModulo(toUnixTimestamp64Nano({p0:DateTime64(9, 'UTC')}) + 0, toInt64(86400000000000)), toInt64(86400000000000)) - intDiv(toUnixTimestamp64Nano({p1:DateTime64(9, 'UTC')}) + 0 - positiveModulo(toUnixTimestamp64Nano({p1:DateTime64(9, 'UTC')}) + 0, toInt64(86400000000000)), toInt64(86400000000000)) AS print_0
LIMIT 10000
-- {"p0":"2017-01-02 00:00:00.000000000","p1":"2017-01-01 23:59:00.000000000"}

-- # make_datetime
SELECT
  if(toMonth(makeDateTime64(greatest(least({p0:Int64}, 2261), 1900), {p1:Int64}, {p2:Int64}, 0, 0, 0, 0, 9, 'UTC')) = {p1:Int64} AND toDayOfMonth(makeDateTime64(greatest(least({p0:Int64}, 2261), 1900), {p1:Int64}, {p2:Int64}, 0, 0, 0, 0, 9, 'UTC')) = {p2:Int64} AND toYear(makeDateTime64(greatest(least({p0:Int64}, 2261), 1900), {p1:Int64}, {p2:Int64}, 0, 0, 0, 0, 9, 'UTC')) = {p0:Int64}, fromUnixTimestamp64Nano(toInt64(clamp(toInt128(toUnixTimestamp64Nano(makeDateTime64(greatest(least({p0:Int64}, 2261), 1900), {p1:Int64}, {p2:Int64}, 0, 0, 0, 0, 9, 'UTC'))) + (0 * 86400000000000 + {p3:Int64} * 3600000000000 + {p4:Int64} * 60000000000 + accurateCastOrNull(round(0 * 1000000000), 'Int64')), toInt128(-2208988800000000000), toInt128(9214646399999999999))), 'UTC'), NULL) AS print_0
LIMIT 10000
-- {"p0":"2017","p1":"10","p2":"1","p3":"12","p4":"30"}

-- # make_timespan
SELECT
  0 * 86400000000000 + {p0:Int64} * 3600000000000 + {p1:Int64} * 60000000000 + accurateCastOrNull(round({p2:Float64} * 1000000000), 'Int64') AS print_0
LIMIT 10000
-- {"p0":"1","p1":"15","p2":10}

-- # unixtime_seconds_todatetime
SELECT {p0:DateTime64(9, 'UTC')} AS print_0
LIMIT 10000
-- {"p0":"2019-01-01 00:00:00.000000000"}

-- # unixtime_milliseconds_todatetime
SELECT {p0:DateTime64(9, 'UTC')} AS print_0
LIMIT 10000
-- {"p0":"1970-01-18 21:31:40.800000000"}

-- # unixtime_microseconds_todatetime
SELECT {p0:DateTime64(9, 'UTC')} AS print_0
LIMIT 10000
-- {"p0":"1970-01-01 00:25:46.300800000"}

-- # unixtime_nanoseconds_todatetime
SELECT {p0:DateTime64(9, 'UTC')} AS print_0
LIMIT 10000
-- {"p0":"1970-01-01 00:00:01.546300800"}

-- # format_datetime
SELECT
  concat(leftPad(toString(modulo(toYear({p0:DateTime64(9, 'UTC')}), 100)), 2, '0'), '-', leftPad(toString(toMonth({p0:DateTime64(9, 'UTC')})), 2, '0'), '-', leftPad(toString(toDayOfMonth({p0:DateTime64(9, 'UTC')})), 2, '0'), ' [', leftPad(toString(toHour({p0:DateTime64(9, 'UTC')})), 2, '0'), ':', leftPad(toString(toMinute({p0:DateTime64(9, 'UTC')})), 2, '0'), ':', leftPad(toString(toSecond({p0:DateTime64(9, 'UTC')})), 2, '0'), ']', '') AS print_0
LIMIT 10000
-- {"p0":"2017-01-29 09:00:05.000000000"}

-- # format_timespan
SELECT
  concat(toString(intDiv(abs({p0:Int64}), 86400000000000)), '.', leftPad(toString(intDiv(modulo(abs({p0:Int64}), 86400000000000), 3600000000000)), 2, '0'), ':', leftPad(toString(intDiv(modulo(abs({p0:Int64}), 3600000000000), 60000000000)), 2, '0'), '') AS print_0
LIMIT 10000
-- {"p0":"93600000000000"}

