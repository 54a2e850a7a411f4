-- # now
SELECT
  toBool(toDateTime64('2026-01-15 12:55:00.000000000', 9, 'UTC') < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')) AS print_0
LIMIT 10000

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
WHERE e.project_id = '0194a000-0000-7000-8000-00000000000a'
  AND e.ts >= toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
  AND e.ts < toDateTime64('2026-01-15 13:00:00.000000000', 9, 'UTC')
  AND e.ts > toDateTime64('2026-01-15 12:00:00.000000000', 9, 'UTC')
ORDER BY e.ts DESC, e.id DESC
LIMIT 500

-- # startofday
SELECT toDateTime64('2017-01-01 00:00:00.000000000', 9, 'UTC') AS print_0
LIMIT 10000

-- # endofday
SELECT toDateTime64('2017-01-01 23:59:59.999999900', 9, 'UTC') AS print_0
LIMIT 10000

-- # startofweek
SELECT toDateTime64('2017-01-01 00:00:00.000000000', 9, 'UTC') AS print_0
LIMIT 10000

-- # endofweek
SELECT toDateTime64('2017-01-07 23:59:59.999999900', 9, 'UTC') AS print_0
LIMIT 10000

-- # startofmonth
SELECT toDateTime64('2017-01-01 00:00:00.000000000', 9, 'UTC') AS print_0
LIMIT 10000

-- # endofmonth
SELECT toDateTime64('2017-01-31 23:59:59.999999900', 9, 'UTC') AS print_0
LIMIT 10000

-- # startofyear
SELECT toDateTime64('2017-01-01 00:00:00.000000000', 9, 'UTC') AS print_0
LIMIT 10000

-- # endofyear
SELECT toDateTime64('2017-12-31 23:59:59.999999900', 9, 'UTC') AS print_0
LIMIT 10000

-- # dayofweek
SELECT
  toInt64(modulo(toDayOfWeek(toDateTime64('1970-05-11 00:00:00.000000000', 9, 'UTC')), 7)) * 86400000000000 AS print_0
LIMIT 10000

-- # dayofmonth
SELECT toInt64(toDayOfMonth(toDateTime64('2017-01-29 09:00:05.000000000', 9, 'UTC'))) AS print_0
LIMIT 10000

-- # dayofyear
SELECT toInt64(toDayOfYear(toDateTime64('2017-01-29 09:00:05.000000000', 9, 'UTC'))) AS print_0
LIMIT 10000

-- # hourofday
SELECT toInt64(toHour(toDateTime64('2017-01-29 09:00:05.000000000', 9, 'UTC'))) AS print_0
LIMIT 10000

-- # getmonth
SELECT toInt64(toMonth(toDateTime64('2017-01-29 09:00:05.000000000', 9, 'UTC'))) AS print_0
LIMIT 10000

-- # getyear
SELECT toInt64(toYear(toDateTime64('2017-01-29 09:00:05.000000000', 9, 'UTC'))) AS print_0
LIMIT 10000

-- # week_of_year
SELECT toInt64(toISOWeek(toDateTime64('2017-01-29 09:00:05.000000000', 9, 'UTC'))) AS print_0
LIMIT 10000

-- # datetime_part
SELECT toInt64(toHour(toDateTime64('2017-01-29 09:00:05.000000000', 9, 'UTC'))) AS print_0
LIMIT 10000

-- # datetime_add
SELECT toDateTime64('2017-02-28 00:00:00.000000000', 9, 'UTC') AS print_0
LIMIT 10000

-- # datetime_diff
SELECT
  intDiv(toUnixTimestamp64Nano(toDateTime64('2017-01-02 00:00:00.000000000', 9, 'UTC')) + 0 - positiveModulo(toUnixTimestamp64Nano(toDateTime64('2017-01-02 00:00:00.000000000', 9, 'UTC')) + 0, toInt64(86400000000000)), toInt64(86400000000000)) - intDiv(toUnixTimestamp64Nano(toDateTime64('2017-01-01 23:59:00.000000000', 9, 'UTC')) + 0 - positiveModulo(toUnixTimestamp64Nano(toDateTime64('2017-01-01 23:59:00.000000000', 9, 'UTC')) + 0, toInt64(86400000000000)), toInt64(86400000000000)) AS print_0
LIMIT 10000

-- # make_datetime
SELECT
  if(toMonth(makeDateTime64(greatest(least(toInt64(2017), 2261), 1900), toInt64(10), toInt64(1), 0, 0, 0, 0, 9, 'UTC')) = 10 AND toDayOfMonth(makeDateTime64(greatest(least(toInt64(2017), 2261), 1900), toInt64(10), toInt64(1), 0, 0, 0, 0, 9, 'UTC')) = 1 AND toYear(makeDateTime64(greatest(least(toInt64(2017), 2261), 1900), toInt64(10), toInt64(1), 0, 0, 0, 0, 9, 'UTC')) = 2017, fromUnixTimestamp64Nano(toInt64(clamp(toInt128(toUnixTimestamp64Nano(makeDateTime64(greatest(least(toInt64(2017), 2261), 1900), toInt64(10), toInt64(1), 0, 0, 0, 0, 9, 'UTC'))) + (0 * 86400000000000 + 12 * 3600000000000 + 30 * 60000000000 + accurateCastOrNull(round(0 * 1000000000), 'Int64')), toInt128(-2208988800000000000), toInt128(9214646399999999999))), 'UTC'), NULL) AS print_0
LIMIT 10000

-- # make_timespan
SELECT
  0 * 86400000000000 + 1 * 3600000000000 + 15 * 60000000000 + accurateCastOrNull(round(10. * 1000000000), 'Int64') AS print_0
LIMIT 10000

-- # unixtime_seconds_todatetime
SELECT toDateTime64('2019-01-01 00:00:00.000000000', 9, 'UTC') AS print_0
LIMIT 10000

-- # unixtime_milliseconds_todatetime
SELECT toDateTime64('1970-01-18 21:31:40.800000000', 9, 'UTC') AS print_0
LIMIT 10000

-- # unixtime_microseconds_todatetime
SELECT toDateTime64('1970-01-01 00:25:46.300800000', 9, 'UTC') AS print_0
LIMIT 10000

-- # unixtime_nanoseconds_todatetime
SELECT toDateTime64('1970-01-01 00:00:01.546300800', 9, 'UTC') AS print_0
LIMIT 10000

-- # format_datetime
SELECT
  concat(leftPad(toString(modulo(toYear(toDateTime64('2017-01-29 09:00:05.000000000', 9, 'UTC')), 100)), 2, '0'), '-', leftPad(toString(toMonth(toDateTime64('2017-01-29 09:00:05.000000000', 9, 'UTC'))), 2, '0'), '-', leftPad(toString(toDayOfMonth(toDateTime64('2017-01-29 09:00:05.000000000', 9, 'UTC'))), 2, '0'), ' [', leftPad(toString(toHour(toDateTime64('2017-01-29 09:00:05.000000000', 9, 'UTC'))), 2, '0'), ':', leftPad(toString(toMinute(toDateTime64('2017-01-29 09:00:05.000000000', 9, 'UTC'))), 2, '0'), ':', leftPad(toString(toSecond(toDateTime64('2017-01-29 09:00:05.000000000', 9, 'UTC'))), 2, '0'), ']', '') AS print_0
LIMIT 10000

-- # format_timespan
SELECT
  concat(toString(intDiv(abs(toInt64(93600000000000)), 86400000000000)), '.', leftPad(toString(intDiv(modulo(abs(toInt64(93600000000000)), 86400000000000), 3600000000000)), 2, '0'), ':', leftPad(toString(intDiv(modulo(abs(toInt64(93600000000000)), 3600000000000), 60000000000)), 2, '0'), '') AS print_0
LIMIT 10000

