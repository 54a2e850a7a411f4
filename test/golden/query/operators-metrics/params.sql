-- # rate of a counter that starts again
SELECT t4.__c1 AS timestamp, t4.__c2 AS service, t4.__c3 AS rate_value
FROM (
  SELECT
    CAST(toStartOfInterval(m.ts, toIntervalSecond(300)) AS DateTime64(9, 'UTC')) AS __c1,
    nullIf(m.service, '') AS __c2,
    sumOrNull(if(isNaN(m.value_rise), NULL, m.value_rise)) / 300 AS __c3
  FROM (
    SELECT
      t3.metric AS metric,
      t3.service AS service,
      t3.ts AS ts,
      if(isNull(t3.dist_count), if(t3.temporality = 'delta', t3.value, if(t3.monotonic, if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), if(NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.value < t3.value_before, t3.value, t3.value - t3.value_before), if(t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts, t3.value, NULL)), if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), t3.value - t3.value_before, NULL))), NULL) AS value_rise
    FROM (
      SELECT
        t1.metric AS metric,
        t1.service AS service,
        t1.temporality AS temporality,
        t1.monotonic AS monotonic,
        t2.ts AS ts,
        t2.value AS value,
        t2.dist_count AS dist_count,
        t2.start_ts AS start_ts,
        lagInFrame(toNullable(t2.start_ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS start_ts_before,
        lagInFrame(toNullable(t2.ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS ts_before,
        lagInFrame(toNullable(t2.value)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS value_before
      FROM (
        SELECT
          p.series_id AS series_id,
          p.ts AS ts,
          p.start_ts AS start_ts,
          toNullable(p.value) AS value,
          CAST(NULL AS Nullable(Float64)) AS dist_count
        FROM metric_points AS p
        WHERE p.project_id = {p0:String}
          AND p.ts >= {p1:DateTime64(9, 'UTC')}
          AND p.ts < {p2:DateTime64(9, 'UTC')}
          AND p.metric = {p3:String}
          AND bitAnd(p.flags, 1) = 0
        UNION ALL
        SELECT
          d.series_id AS series_id,
          d.ts AS ts,
          d.start_ts AS start_ts,
          if(bitAnd(d.present, 1) != 0, toNullable(d.sum), NULL) / nullIf(toFloat64(d.count), 0) AS value,
          toNullable(toFloat64(d.count)) AS dist_count
        FROM metric_dists AS d
        WHERE d.project_id = {p0:String}
          AND d.ts >= {p1:DateTime64(9, 'UTC')}
          AND d.ts < {p2:DateTime64(9, 'UTC')}
          AND d.metric = {p3:String}
          AND bitAnd(d.flags, 1) = 0
      ) AS t2
      INNER JOIN (
        SELECT
          s.series_id AS series_id,
          argMax(s.metric, s.last_seen) AS metric,
          argMax(s.service, s.last_seen) AS service,
          argMax(s.temporality, s.last_seen) AS temporality,
          argMax(s.monotonic, s.last_seen) AS monotonic
        FROM metric_series AS s
        WHERE s.project_id = {p0:String}
          AND s.day >= toDate({p1:DateTime64(9, 'UTC')})
          AND s.day <= toDate({p2:DateTime64(9, 'UTC')})
          AND s.metric = {p3:String}
        GROUP BY s.series_id
      ) AS t1 ON t2.series_id = t1.series_id
    ) AS t3
    WHERE t3.ts >= {p4:DateTime64(9, 'UTC')}
  ) AS m
  WHERE m.metric = {p3:String}
  GROUP BY toStartOfInterval(m.ts, toIntervalSecond(300)), m.service
) AS t4
ORDER BY t4.__c1 ASC NULLS FIRST, t4.__c2 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 11:50:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"http.requests","p4":"2026-01-15 12:00:00.000000000"}

-- # increase
SELECT t4.__c1 AS service, t4.__c2 AS increase_value
FROM (
  SELECT nullIf(m.service, '') AS __c1, sumOrNull(if(isNaN(m.value_rise), NULL, m.value_rise)) AS __c2
  FROM (
    SELECT
      t3.metric AS metric,
      t3.service AS service,
      t3.ts AS ts,
      if(isNull(t3.dist_count), if(t3.temporality = 'delta', t3.value, if(t3.monotonic, if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), if(NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.value < t3.value_before, t3.value, t3.value - t3.value_before), if(t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts, t3.value, NULL)), if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), t3.value - t3.value_before, NULL))), NULL) AS value_rise
    FROM (
      SELECT
        t1.metric AS metric,
        t1.service AS service,
        t1.temporality AS temporality,
        t1.monotonic AS monotonic,
        t2.ts AS ts,
        t2.value AS value,
        t2.dist_count AS dist_count,
        t2.start_ts AS start_ts,
        lagInFrame(toNullable(t2.start_ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS start_ts_before,
        lagInFrame(toNullable(t2.ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS ts_before,
        lagInFrame(toNullable(t2.value)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS value_before
      FROM (
        SELECT
          p.series_id AS series_id,
          p.ts AS ts,
          p.start_ts AS start_ts,
          toNullable(p.value) AS value,
          CAST(NULL AS Nullable(Float64)) AS dist_count
        FROM metric_points AS p
        WHERE p.project_id = {p0:String}
          AND p.ts >= {p1:DateTime64(9, 'UTC')}
          AND p.ts < {p2:DateTime64(9, 'UTC')}
          AND p.metric = {p3:String}
          AND bitAnd(p.flags, 1) = 0
        UNION ALL
        SELECT
          d.series_id AS series_id,
          d.ts AS ts,
          d.start_ts AS start_ts,
          if(bitAnd(d.present, 1) != 0, toNullable(d.sum), NULL) / nullIf(toFloat64(d.count), 0) AS value,
          toNullable(toFloat64(d.count)) AS dist_count
        FROM metric_dists AS d
        WHERE d.project_id = {p0:String}
          AND d.ts >= {p1:DateTime64(9, 'UTC')}
          AND d.ts < {p2:DateTime64(9, 'UTC')}
          AND d.metric = {p3:String}
          AND bitAnd(d.flags, 1) = 0
      ) AS t2
      INNER JOIN (
        SELECT
          s.series_id AS series_id,
          argMax(s.metric, s.last_seen) AS metric,
          argMax(s.service, s.last_seen) AS service,
          argMax(s.temporality, s.last_seen) AS temporality,
          argMax(s.monotonic, s.last_seen) AS monotonic
        FROM metric_series AS s
        WHERE s.project_id = {p0:String}
          AND s.day >= toDate({p1:DateTime64(9, 'UTC')})
          AND s.day <= toDate({p2:DateTime64(9, 'UTC')})
          AND s.metric = {p3:String}
        GROUP BY s.series_id
      ) AS t1 ON t2.series_id = t1.series_id
    ) AS t3
    WHERE t3.ts >= {p4:DateTime64(9, 'UTC')}
  ) AS m
  WHERE m.metric = {p3:String}
  GROUP BY m.service
) AS t4
ORDER BY t4.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 11:50:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"http.requests","p4":"2026-01-15 12:00:00.000000000"}

-- # delta counter
SELECT t4.__c1 AS timestamp, t4.__c2 AS rate_value, t4.__c3 AS increase_value
FROM (
  SELECT
    CAST(toStartOfInterval(m.ts, toIntervalSecond(600)) AS DateTime64(9, 'UTC')) AS __c1,
    sumOrNull(if(isNaN(m.value_rise), NULL, m.value_rise)) / 600 AS __c2,
    sumOrNull(if(isNaN(m.value_rise), NULL, m.value_rise)) AS __c3
  FROM (
    SELECT
      t3.metric AS metric,
      t3.ts AS ts,
      if(isNull(t3.dist_count), if(t3.temporality = 'delta', t3.value, if(t3.monotonic, if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), if(NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.value < t3.value_before, t3.value, t3.value - t3.value_before), if(t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts, t3.value, NULL)), if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), t3.value - t3.value_before, NULL))), NULL) AS value_rise
    FROM (
      SELECT
        t1.metric AS metric,
        t1.temporality AS temporality,
        t1.monotonic AS monotonic,
        t2.ts AS ts,
        t2.value AS value,
        t2.dist_count AS dist_count,
        t2.start_ts AS start_ts,
        lagInFrame(toNullable(t2.start_ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS start_ts_before,
        lagInFrame(toNullable(t2.ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS ts_before,
        lagInFrame(toNullable(t2.value)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS value_before
      FROM (
        SELECT
          p.series_id AS series_id,
          p.ts AS ts,
          p.start_ts AS start_ts,
          toNullable(p.value) AS value,
          CAST(NULL AS Nullable(Float64)) AS dist_count
        FROM metric_points AS p
        WHERE p.project_id = {p0:String}
          AND p.ts >= {p1:DateTime64(9, 'UTC')}
          AND p.ts < {p2:DateTime64(9, 'UTC')}
          AND p.metric = {p3:String}
          AND bitAnd(p.flags, 1) = 0
        UNION ALL
        SELECT
          d.series_id AS series_id,
          d.ts AS ts,
          d.start_ts AS start_ts,
          if(bitAnd(d.present, 1) != 0, toNullable(d.sum), NULL) / nullIf(toFloat64(d.count), 0) AS value,
          toNullable(toFloat64(d.count)) AS dist_count
        FROM metric_dists AS d
        WHERE d.project_id = {p0:String}
          AND d.ts >= {p1:DateTime64(9, 'UTC')}
          AND d.ts < {p2:DateTime64(9, 'UTC')}
          AND d.metric = {p3:String}
          AND bitAnd(d.flags, 1) = 0
      ) AS t2
      INNER JOIN (
        SELECT
          s.series_id AS series_id,
          argMax(s.metric, s.last_seen) AS metric,
          argMax(s.temporality, s.last_seen) AS temporality,
          argMax(s.monotonic, s.last_seen) AS monotonic
        FROM metric_series AS s
        WHERE s.project_id = {p0:String}
          AND s.day >= toDate({p1:DateTime64(9, 'UTC')})
          AND s.day <= toDate({p2:DateTime64(9, 'UTC')})
          AND s.metric = {p3:String}
        GROUP BY s.series_id
      ) AS t1 ON t2.series_id = t1.series_id
    ) AS t3
    WHERE t3.ts >= {p4:DateTime64(9, 'UTC')}
  ) AS m
  WHERE m.metric = {p3:String}
  GROUP BY toStartOfInterval(m.ts, toIntervalSecond(600))
) AS t4
ORDER BY t4.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 11:50:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"http.bytes","p4":"2026-01-15 12:00:00.000000000"}

-- # gauge
SELECT t4.__c1 AS avg_value, t4.__c2 AS max_value, t4.__c3 AS last_value, t4.__c4 AS first_value
FROM (
  SELECT
    avgOrNull(if(isNaN(m.value), NULL, m.value)) AS __c1,
    maxOrNull(m.value) AS __c2,
    tupleElement(argMax(tuple(toNullable(m.value)), m.ts), 1) AS __c3,
    tupleElement(argMin(tuple(toNullable(m.value)), m.ts), 1) AS __c4
  FROM (
    SELECT t3.metric AS metric, t3.ts AS ts, t3.value AS value
    FROM (
      SELECT t1.metric AS metric, t2.ts AS ts, t2.value AS value
      FROM (
        SELECT p.series_id AS series_id, p.ts AS ts, toNullable(p.value) AS value
        FROM metric_points AS p
        WHERE p.project_id = {p0:String}
          AND p.ts >= {p1:DateTime64(9, 'UTC')}
          AND p.ts < {p2:DateTime64(9, 'UTC')}
          AND p.metric = {p3:String}
          AND bitAnd(p.flags, 1) = 0
        UNION ALL
        SELECT
          d.series_id AS series_id,
          d.ts AS ts,
          if(bitAnd(d.present, 1) != 0, toNullable(d.sum), NULL) / nullIf(toFloat64(d.count), 0) AS value
        FROM metric_dists AS d
        WHERE d.project_id = {p0:String}
          AND d.ts >= {p1:DateTime64(9, 'UTC')}
          AND d.ts < {p2:DateTime64(9, 'UTC')}
          AND d.metric = {p3:String}
          AND bitAnd(d.flags, 1) = 0
      ) AS t2
      INNER JOIN (
        SELECT s.series_id AS series_id, argMax(s.metric, s.last_seen) AS metric
        FROM metric_series AS s
        WHERE s.project_id = {p0:String}
          AND s.day >= toDate({p1:DateTime64(9, 'UTC')})
          AND s.day <= toDate({p2:DateTime64(9, 'UTC')})
          AND s.metric = {p3:String}
        GROUP BY s.series_id
      ) AS t1 ON t2.series_id = t1.series_id
    ) AS t3
    WHERE t3.ts >= {p4:DateTime64(9, 'UTC')}
  ) AS m
  WHERE m.metric = {p3:String}
) AS t4
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 11:50:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"memory","p4":"2026-01-15 12:00:00.000000000"}

-- # histogram
SELECT
  t4.__c1 AS p50_value,
  t4.__c2 AS percentile_value_90,
  t4.__c3 AS histogram_quantile_0_99,
  t4.__c4 AS increase_distribution_count
FROM (
  SELECT
    ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.5])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.5)(if(length(m.bucket_n) = 0, m.value, NULL)))) AS __c1,
    ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.9])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.9)(if(length(m.bucket_n) = 0, m.value, NULL)))) AS __c2,
    ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.99])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.99)(if(length(m.bucket_n) = 0, m.value, NULL)))) AS __c3,
    sumOrNull(if(isNaN(m.count_rise), NULL, m.count_rise)) AS __c4
  FROM (
    SELECT
      t3.metric AS metric,
      t3.ts AS ts,
      t3.value AS value,
      if(t3.temporality = 'delta', t3.dist_count, if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), if(NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before, t3.dist_count, t3.dist_count - t3.dist_count_before), if(t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts, t3.dist_count, NULL))) AS count_rise,
      arrayConcat(if(isNull(t3.up_to), [], [assumeNotNull(t3.up_to)]), t3.hi, arrayMap(b -> arrayMin(arrayFilter(c -> c >= b, arrayPushBack(t3.hi, inf))), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.hi_before, []))) AS bucket_hi,
      arrayConcat(if(isNull(t3.up_to), [], [-inf]), if(length(t3.lo) = length(t3.hi), t3.lo, arrayPushFront(arrayPopBack(t3.hi), least(t3.hi[1], 0))), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.hi_before, [])) AS bucket_lo,
      arrayConcat(if(isNull(t3.up_to), [], [ifNull(if(t3.temporality = 'delta', t3.value, if(t3.monotonic, if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), if(NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.value < t3.value_before, t3.value, t3.value - t3.value_before), if(t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts, t3.value, NULL)), if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), t3.value - t3.value_before, NULL))), 0)]), arrayMap((c, b) -> greatest(c - b, 0), t3.n, arrayResize(if(NOT t3.temporality = 'delta' AND NOT ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts), t3.n, if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND t3.hi_before = t3.hi, t3.n_before, [])), length(t3.n))), arrayMap(c -> negate(c), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.n_before, []))) AS bucket_n
    FROM (
      SELECT
        t1.metric AS metric,
        t1.temporality AS temporality,
        t1.monotonic AS monotonic,
        t1.up_to AS up_to,
        t2.ts AS ts,
        t2.value AS value,
        t2.dist_count AS dist_count,
        t2.start_ts AS start_ts,
        t2.hi AS hi,
        t2.lo AS lo,
        t2.n AS n,
        lagInFrame(toNullable(t2.start_ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS start_ts_before,
        lagInFrame(toNullable(t2.ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS ts_before,
        lagInFrame(toNullable(t2.value)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS value_before,
        lagInFrame(toNullable(t2.dist_count)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS dist_count_before,
        lagInFrame(t2.hi) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS hi_before,
        lagInFrame(t2.n) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS n_before
      FROM (
        SELECT
          p.series_id AS series_id,
          p.ts AS ts,
          p.start_ts AS start_ts,
          toNullable(p.value) AS value,
          CAST(NULL AS Nullable(Float64)) AS dist_count,
          CAST([] AS Array(Float64)) AS hi,
          CAST([] AS Array(Float64)) AS lo,
          CAST([] AS Array(Float64)) AS n
        FROM metric_points AS p
        WHERE p.project_id = {p0:String}
          AND p.ts >= {p1:DateTime64(9, 'UTC')}
          AND p.ts < {p2:DateTime64(9, 'UTC')}
          AND p.metric = {p3:String}
          AND bitAnd(p.flags, 1) = 0
        UNION ALL
        SELECT
          d.series_id AS series_id,
          d.ts AS ts,
          d.start_ts AS start_ts,
          if(bitAnd(d.present, 1) != 0, toNullable(d.sum), NULL) / nullIf(toFloat64(d.count), 0) AS value,
          toNullable(toFloat64(d.count)) AS dist_count,
          if(length(d.bounds) > 0, arrayPushBack(d.bounds, inf), if(d.zero_count > 0, arrayPushFront(arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + (-1)) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + 0) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))), toFloat64(d.zero_threshold)), arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + (-1)) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + 0) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))))) AS hi,
          if(length(d.bounds) > 0, [], if(d.zero_count > 0, arrayPushFront(arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + 0) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + (-1)) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))), toFloat64(negate(d.zero_threshold))), arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + 0) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + (-1)) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))))) AS lo,
          if(length(d.bounds) > 0, arrayMap(i -> toFloat64(i), d.counts), if(d.zero_count > 0, arrayPushFront(arrayMap(i -> toFloat64(i), arrayConcat(d.neg_counts, d.pos_counts)), toFloat64(d.zero_count)), arrayMap(i -> toFloat64(i), arrayConcat(d.neg_counts, d.pos_counts)))) AS n
        FROM metric_dists AS d
        WHERE d.project_id = {p0:String}
          AND d.ts >= {p1:DateTime64(9, 'UTC')}
          AND d.ts < {p2:DateTime64(9, 'UTC')}
          AND d.metric = {p3:String}
          AND bitAnd(d.flags, 1) = 0
      ) AS t2
      INNER JOIN (
        SELECT
          s.series_id AS series_id,
          argMax(s.metric, s.last_seen) AS metric,
          argMax(s.temporality, s.last_seen) AS temporality,
          argMax(s.monotonic, s.last_seen) AS monotonic,
          if(argMax(s.monotonic, s.last_seen) AND endsWith(argMax(s.metric, s.last_seen), '_bucket'), toFloat64OrNull(argMax(s.attrs, s.last_seen)['le']), NULL) AS up_to
        FROM metric_series AS s
        WHERE s.project_id = {p0:String}
          AND s.day >= toDate({p1:DateTime64(9, 'UTC')})
          AND s.day <= toDate({p2:DateTime64(9, 'UTC')})
          AND s.metric = {p3:String}
        GROUP BY s.series_id
      ) AS t1 ON t2.series_id = t1.series_id
    ) AS t3
    WHERE t3.ts >= {p4:DateTime64(9, 'UTC')}
  ) AS m
  WHERE m.metric = {p3:String}
) AS t4
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 11:50:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"http.latency","p4":"2026-01-15 12:00:00.000000000"}

-- # exponential histogram
SELECT t4.__c1 AS p50_value, t4.__c2 AS p95_value, t4.__c3 AS rate_distribution_sum
FROM (
  SELECT
    ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.5])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.5)(if(length(m.bucket_n) = 0, m.value, NULL)))) AS __c1,
    ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.95])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.95)(if(length(m.bucket_n) = 0, m.value, NULL)))) AS __c2,
    sumOrNull(if(isNaN(m.sum_rise), NULL, m.sum_rise)) / 3600 AS __c3
  FROM (
    SELECT
      t3.metric AS metric,
      t3.ts AS ts,
      t3.value AS value,
      if(t3.temporality = 'delta', t3.dist_sum, if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), if(NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before, t3.dist_sum, t3.dist_sum - t3.dist_sum_before), if(t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts, t3.dist_sum, NULL))) AS sum_rise,
      arrayConcat(if(isNull(t3.up_to), [], [assumeNotNull(t3.up_to)]), t3.hi, arrayMap(b -> arrayMin(arrayFilter(c -> c >= b, arrayPushBack(t3.hi, inf))), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.hi_before, []))) AS bucket_hi,
      arrayConcat(if(isNull(t3.up_to), [], [-inf]), if(length(t3.lo) = length(t3.hi), t3.lo, arrayPushFront(arrayPopBack(t3.hi), least(t3.hi[1], 0))), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.hi_before, [])) AS bucket_lo,
      arrayConcat(if(isNull(t3.up_to), [], [ifNull(if(t3.temporality = 'delta', t3.value, if(t3.monotonic, if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), if(NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.value < t3.value_before, t3.value, t3.value - t3.value_before), if(t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts, t3.value, NULL)), if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), t3.value - t3.value_before, NULL))), 0)]), arrayMap((c, b) -> greatest(c - b, 0), t3.n, arrayResize(if(NOT t3.temporality = 'delta' AND NOT ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts), t3.n, if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND t3.hi_before = t3.hi, t3.n_before, [])), length(t3.n))), arrayMap(c -> negate(c), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.n_before, []))) AS bucket_n
    FROM (
      SELECT
        t1.metric AS metric,
        t1.temporality AS temporality,
        t1.monotonic AS monotonic,
        t1.up_to AS up_to,
        t2.ts AS ts,
        t2.value AS value,
        t2.dist_count AS dist_count,
        t2.dist_sum AS dist_sum,
        t2.start_ts AS start_ts,
        t2.hi AS hi,
        t2.lo AS lo,
        t2.n AS n,
        lagInFrame(toNullable(t2.start_ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS start_ts_before,
        lagInFrame(toNullable(t2.ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS ts_before,
        lagInFrame(toNullable(t2.value)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS value_before,
        lagInFrame(toNullable(t2.dist_count)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS dist_count_before,
        lagInFrame(toNullable(t2.dist_sum)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS dist_sum_before,
        lagInFrame(t2.hi) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS hi_before,
        lagInFrame(t2.n) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS n_before
      FROM (
        SELECT
          p.series_id AS series_id,
          p.ts AS ts,
          p.start_ts AS start_ts,
          toNullable(p.value) AS value,
          CAST(NULL AS Nullable(Float64)) AS dist_count,
          CAST(NULL AS Nullable(Float64)) AS dist_sum,
          CAST([] AS Array(Float64)) AS hi,
          CAST([] AS Array(Float64)) AS lo,
          CAST([] AS Array(Float64)) AS n
        FROM metric_points AS p
        WHERE p.project_id = {p0:String}
          AND p.ts >= {p1:DateTime64(9, 'UTC')}
          AND p.ts < {p2:DateTime64(9, 'UTC')}
          AND p.metric = {p3:String}
          AND bitAnd(p.flags, 1) = 0
        UNION ALL
        SELECT
          d.series_id AS series_id,
          d.ts AS ts,
          d.start_ts AS start_ts,
          if(bitAnd(d.present, 1) != 0, toNullable(d.sum), NULL) / nullIf(toFloat64(d.count), 0) AS value,
          toNullable(toFloat64(d.count)) AS dist_count,
          if(bitAnd(d.present, 1) != 0, toNullable(d.sum), NULL) AS dist_sum,
          if(length(d.bounds) > 0, arrayPushBack(d.bounds, inf), if(d.zero_count > 0, arrayPushFront(arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + (-1)) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + 0) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))), toFloat64(d.zero_threshold)), arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + (-1)) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + 0) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))))) AS hi,
          if(length(d.bounds) > 0, [], if(d.zero_count > 0, arrayPushFront(arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + 0) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + (-1)) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))), toFloat64(negate(d.zero_threshold))), arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + 0) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + (-1)) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))))) AS lo,
          if(length(d.bounds) > 0, arrayMap(i -> toFloat64(i), d.counts), if(d.zero_count > 0, arrayPushFront(arrayMap(i -> toFloat64(i), arrayConcat(d.neg_counts, d.pos_counts)), toFloat64(d.zero_count)), arrayMap(i -> toFloat64(i), arrayConcat(d.neg_counts, d.pos_counts)))) AS n
        FROM metric_dists AS d
        WHERE d.project_id = {p0:String}
          AND d.ts >= {p1:DateTime64(9, 'UTC')}
          AND d.ts < {p2:DateTime64(9, 'UTC')}
          AND d.metric = {p3:String}
          AND bitAnd(d.flags, 1) = 0
      ) AS t2
      INNER JOIN (
        SELECT
          s.series_id AS series_id,
          argMax(s.metric, s.last_seen) AS metric,
          argMax(s.temporality, s.last_seen) AS temporality,
          argMax(s.monotonic, s.last_seen) AS monotonic,
          if(argMax(s.monotonic, s.last_seen) AND endsWith(argMax(s.metric, s.last_seen), '_bucket'), toFloat64OrNull(argMax(s.attrs, s.last_seen)['le']), NULL) AS up_to
        FROM metric_series AS s
        WHERE s.project_id = {p0:String}
          AND s.day >= toDate({p1:DateTime64(9, 'UTC')})
          AND s.day <= toDate({p2:DateTime64(9, 'UTC')})
          AND s.metric = {p3:String}
        GROUP BY s.series_id
      ) AS t1 ON t2.series_id = t1.series_id
    ) AS t3
    WHERE t3.ts >= {p4:DateTime64(9, 'UTC')}
  ) AS m
  WHERE m.metric = {p3:String}
) AS t4
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 11:50:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"http.sizes","p4":"2026-01-15 12:00:00.000000000"}

-- # labels
SELECT t4.__c1 AS metric_name, t4.__c2 AS metric_type, t4.__c3 AS metric_unit, t4.__c4 AS count_
FROM (
  SELECT
    m.metric AS __c1,
    multiIf(m.type = 'gauge', 'GAUGE', m.type = 'sum', 'SUM', m.type = 'histogram', 'HISTOGRAM', m.type = 'exp_histogram', 'EXPONENTIAL_HISTOGRAM', m.type = 'summary', 'SUMMARY', '') AS __c2,
    nullIf(m.unit, '') AS __c3,
    toInt64(count()) AS __c4
  FROM (
    SELECT t3.metric AS metric, t3.type AS type, t3.unit AS unit, t3.attrs AS attrs, t3.ts AS ts
    FROM (
      SELECT t1.metric AS metric, t1.type AS type, t1.unit AS unit, t1.attrs AS attrs, t2.ts AS ts
      FROM (
        SELECT p.series_id AS series_id, p.ts AS ts
        FROM metric_points AS p
        WHERE p.project_id = {p0:String}
          AND p.ts >= {p1:DateTime64(9, 'UTC')}
          AND p.ts < {p2:DateTime64(9, 'UTC')}
          AND bitAnd(p.flags, 1) = 0
        UNION ALL
        SELECT d.series_id AS series_id, d.ts AS ts
        FROM metric_dists AS d
        WHERE d.project_id = {p0:String}
          AND d.ts >= {p1:DateTime64(9, 'UTC')}
          AND d.ts < {p2:DateTime64(9, 'UTC')}
          AND bitAnd(d.flags, 1) = 0
      ) AS t2
      INNER JOIN (
        SELECT
          s.series_id AS series_id,
          argMax(s.metric, s.last_seen) AS metric,
          argMax(s.type, s.last_seen) AS type,
          argMax(s.unit, s.last_seen) AS unit,
          argMax(s.attrs, s.last_seen) AS attrs
        FROM metric_series AS s
        WHERE s.project_id = {p0:String}
          AND s.day >= toDate({p1:DateTime64(9, 'UTC')})
          AND s.day <= toDate({p2:DateTime64(9, 'UTC')})
          AND toString(s.attrs[{p3:String}]) = {p4:String}
        GROUP BY s.series_id
      ) AS t1 ON t2.series_id = t1.series_id
    ) AS t3
    WHERE t3.ts >= {p5:DateTime64(9, 'UTC')}
  ) AS m
  WHERE toString(m.attrs[{p3:String}]) = {p4:String}
  GROUP BY __c1, __c2, m.unit
) AS t4
ORDER BY t4.__c1 ASC, t4.__c2 ASC, t4.__c3 ASC NULLS LAST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 11:50:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"route","p4":"/cart","p5":"2026-01-15 12:00:00.000000000"}

-- # rows
SELECT
  m.ts AS timestamp,
  m.metric AS metric_name,
  multiIf(m.type = 'gauge', 'GAUGE', m.type = 'sum', 'SUM', m.type = 'histogram', 'HISTOGRAM', m.type = 'exp_histogram', 'EXPONENTIAL_HISTOGRAM', m.type = 'summary', 'SUMMARY', '') AS metric_type,
  nullIf(m.unit, '') AS metric_unit,
  m.value AS value,
  nullIf(m.service, '') AS service,
  concat('{', arrayStringConcat(arrayMap((k, v) -> concat(replaceAll(toJSONString(k), '\\/', '/'), ':', if(toString(m.attrs_types[k]) = 'empty', 'null', if(toString(m.attrs_types[k]) IN ('bool', 'int', 'double', 'array', 'map') AND v NOT IN ('nan', 'inf', '-inf'), v, replaceAll(toJSONString(v), '\\/', '/')))), arrayMap(x -> toString(x), mapKeys(m.attrs)), arrayMap(x -> toString(x), mapValues(m.attrs))), ','), '}') AS attributes
FROM (
  SELECT
    t3.series_id AS series_id,
    t3.metric AS metric,
    t3.type AS type,
    t3.unit AS unit,
    t3.service AS service,
    t3.attrs AS attrs,
    t3.attrs_types AS attrs_types,
    t3.ts AS ts,
    t3.value AS value
  FROM (
    SELECT
      t1.metric AS metric,
      t1.type AS type,
      t1.unit AS unit,
      t1.service AS service,
      t1.attrs AS attrs,
      t1.attrs_types AS attrs_types,
      t2.series_id AS series_id,
      t2.ts AS ts,
      t2.value AS value
    FROM (
      SELECT p.series_id AS series_id, p.ts AS ts, toNullable(p.value) AS value
      FROM metric_points AS p
      WHERE p.project_id = {p0:String}
        AND p.ts >= {p1:DateTime64(9, 'UTC')}
        AND p.ts < {p2:DateTime64(9, 'UTC')}
        AND p.metric = {p3:String}
        AND bitAnd(p.flags, 1) = 0
      UNION ALL
      SELECT
        d.series_id AS series_id,
        d.ts AS ts,
        if(bitAnd(d.present, 1) != 0, toNullable(d.sum), NULL) / nullIf(toFloat64(d.count), 0) AS value
      FROM metric_dists AS d
      WHERE d.project_id = {p0:String}
        AND d.ts >= {p1:DateTime64(9, 'UTC')}
        AND d.ts < {p2:DateTime64(9, 'UTC')}
        AND d.metric = {p3:String}
        AND bitAnd(d.flags, 1) = 0
    ) AS t2
    INNER JOIN (
      SELECT
        s.series_id AS series_id,
        argMax(s.metric, s.last_seen) AS metric,
        argMax(s.type, s.last_seen) AS type,
        argMax(s.unit, s.last_seen) AS unit,
        argMax(s.service, s.last_seen) AS service,
        argMax(s.attrs, s.last_seen) AS attrs,
        argMax(s.attrs_types, s.last_seen) AS attrs_types
      FROM metric_series AS s
      WHERE s.project_id = {p0:String}
        AND s.day >= toDate({p1:DateTime64(9, 'UTC')})
        AND s.day <= toDate({p2:DateTime64(9, 'UTC')})
        AND s.metric = {p3:String}
      GROUP BY s.series_id
    ) AS t1 ON t2.series_id = t1.series_id
  ) AS t3
  WHERE t3.ts >= {p4:DateTime64(9, 'UTC')}
) AS m
WHERE m.metric = {p3:String}
ORDER BY m.ts DESC, toInt64(m.series_id) DESC
LIMIT 1
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 11:50:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"memory","p4":"2026-01-15 12:00:00.000000000"}

-- # value_int
SELECT t4.__c1 AS max_value_int
FROM (
  SELECT maxOrNull(m.value_int) AS __c1
  FROM (
    SELECT t3.metric AS metric, t3.ts AS ts, t3.value_int AS value_int
    FROM (
      SELECT t1.metric AS metric, t2.ts AS ts, t2.value_int AS value_int
      FROM (
        SELECT p.series_id AS series_id, p.ts AS ts, if(p.is_int, toNullable(p.value_int), NULL) AS value_int
        FROM metric_points AS p
        WHERE p.project_id = {p0:String}
          AND p.ts >= {p1:DateTime64(9, 'UTC')}
          AND p.ts < {p2:DateTime64(9, 'UTC')}
          AND p.metric = {p3:String}
          AND bitAnd(p.flags, 1) = 0
        UNION ALL
        SELECT d.series_id AS series_id, d.ts AS ts, CAST(NULL AS Nullable(Int64)) AS value_int
        FROM metric_dists AS d
        WHERE d.project_id = {p0:String}
          AND d.ts >= {p1:DateTime64(9, 'UTC')}
          AND d.ts < {p2:DateTime64(9, 'UTC')}
          AND d.metric = {p3:String}
          AND bitAnd(d.flags, 1) = 0
      ) AS t2
      INNER JOIN (
        SELECT s.series_id AS series_id, argMax(s.metric, s.last_seen) AS metric
        FROM metric_series AS s
        WHERE s.project_id = {p0:String}
          AND s.day >= toDate({p1:DateTime64(9, 'UTC')})
          AND s.day <= toDate({p2:DateTime64(9, 'UTC')})
          AND s.metric = {p3:String}
        GROUP BY s.series_id
      ) AS t1 ON t2.series_id = t1.series_id
    ) AS t3
    WHERE t3.ts >= {p4:DateTime64(9, 'UTC')}
  ) AS m
  WHERE m.metric = {p3:String}
) AS t4
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 11:50:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"http.bytes","p4":"2026-01-15 12:00:00.000000000"}

-- # a counter under another name
SELECT t4.__c2 AS service, t4.__c3 AS increase_requests
FROM (
  SELECT nullIf(m.service, '') AS __c2, sumOrNull(if(isNaN(m.value_rise), NULL, m.value_rise)) AS __c3
  FROM (
    SELECT
      t3.metric AS metric,
      t3.service AS service,
      t3.ts AS ts,
      t3.value AS value,
      if(isNull(t3.dist_count), if(t3.temporality = 'delta', t3.value, if(t3.monotonic, if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), if(NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.value < t3.value_before, t3.value, t3.value - t3.value_before), if(t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts, t3.value, NULL)), if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), t3.value - t3.value_before, NULL))), NULL) AS value_rise
    FROM (
      SELECT
        t1.metric AS metric,
        t1.service AS service,
        t1.temporality AS temporality,
        t1.monotonic AS monotonic,
        t2.ts AS ts,
        t2.value AS value,
        t2.dist_count AS dist_count,
        t2.start_ts AS start_ts,
        lagInFrame(toNullable(t2.start_ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS start_ts_before,
        lagInFrame(toNullable(t2.ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS ts_before,
        lagInFrame(toNullable(t2.value)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS value_before
      FROM (
        SELECT
          p.series_id AS series_id,
          p.ts AS ts,
          p.start_ts AS start_ts,
          toNullable(p.value) AS value,
          CAST(NULL AS Nullable(Float64)) AS dist_count
        FROM metric_points AS p
        WHERE p.project_id = {p0:String}
          AND p.ts >= {p1:DateTime64(9, 'UTC')}
          AND p.ts < {p2:DateTime64(9, 'UTC')}
          AND p.metric = {p3:String}
          AND bitAnd(p.flags, 1) = 0
        UNION ALL
        SELECT
          d.series_id AS series_id,
          d.ts AS ts,
          d.start_ts AS start_ts,
          if(bitAnd(d.present, 1) != 0, toNullable(d.sum), NULL) / nullIf(toFloat64(d.count), 0) AS value,
          toNullable(toFloat64(d.count)) AS dist_count
        FROM metric_dists AS d
        WHERE d.project_id = {p0:String}
          AND d.ts >= {p1:DateTime64(9, 'UTC')}
          AND d.ts < {p2:DateTime64(9, 'UTC')}
          AND d.metric = {p3:String}
          AND bitAnd(d.flags, 1) = 0
      ) AS t2
      INNER JOIN (
        SELECT
          s.series_id AS series_id,
          argMax(s.metric, s.last_seen) AS metric,
          argMax(s.service, s.last_seen) AS service,
          argMax(s.temporality, s.last_seen) AS temporality,
          argMax(s.monotonic, s.last_seen) AS monotonic
        FROM metric_series AS s
        WHERE s.project_id = {p0:String}
          AND s.day >= toDate({p1:DateTime64(9, 'UTC')})
          AND s.day <= toDate({p2:DateTime64(9, 'UTC')})
          AND s.metric = {p3:String}
        GROUP BY s.series_id
      ) AS t1 ON t2.series_id = t1.series_id
    ) AS t3
    WHERE t3.ts >= {p4:DateTime64(9, 'UTC')}
  ) AS m
  WHERE m.metric = {p3:String}
  GROUP BY m.service
) AS t4
ORDER BY t4.__c2 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 11:50:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"http.requests","p4":"2026-01-15 12:00:00.000000000"}

-- # a counter in other units is what it grew in those
SELECT
  t4.__c1 AS service,
  t4.__c2 AS increase_value,
  t4.__c3 AS increase_,
  t4.__c4 AS increase_1,
  t4.__c5 AS rate
FROM (
  SELECT
    nullIf(m.service, '') AS __c1,
    sumOrNull(if(isNaN(m.value_rise), NULL, m.value_rise)) AS __c2,
    sumOrNull(if(isNaN(m.value_rise), NULL, m.value_rise)) * 8 AS __c3,
    sumOrNull(if(isNaN(m.value_rise), NULL, m.value_rise)) * 1000 / 2 AS __c4,
    sumOrNull(if(isNaN(m.value_rise), NULL, m.value_rise)) / 60 * 60 AS __c5
  FROM (
    SELECT
      t3.metric AS metric,
      t3.service AS service,
      t3.ts AS ts,
      if(isNull(t3.dist_count), if(t3.temporality = 'delta', t3.value, if(t3.monotonic, if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), if(NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.value < t3.value_before, t3.value, t3.value - t3.value_before), if(t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts, t3.value, NULL)), if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), t3.value - t3.value_before, NULL))), NULL) AS value_rise
    FROM (
      SELECT
        t1.metric AS metric,
        t1.service AS service,
        t1.temporality AS temporality,
        t1.monotonic AS monotonic,
        t2.ts AS ts,
        t2.value AS value,
        t2.dist_count AS dist_count,
        t2.start_ts AS start_ts,
        lagInFrame(toNullable(t2.start_ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS start_ts_before,
        lagInFrame(toNullable(t2.ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS ts_before,
        lagInFrame(toNullable(t2.value)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS value_before
      FROM (
        SELECT
          p.series_id AS series_id,
          p.ts AS ts,
          p.start_ts AS start_ts,
          toNullable(p.value) AS value,
          CAST(NULL AS Nullable(Float64)) AS dist_count
        FROM metric_points AS p
        WHERE p.project_id = {p0:String}
          AND p.ts >= {p1:DateTime64(9, 'UTC')}
          AND p.ts < {p2:DateTime64(9, 'UTC')}
          AND p.metric = {p3:String}
          AND bitAnd(p.flags, 1) = 0
        UNION ALL
        SELECT
          d.series_id AS series_id,
          d.ts AS ts,
          d.start_ts AS start_ts,
          if(bitAnd(d.present, 1) != 0, toNullable(d.sum), NULL) / nullIf(toFloat64(d.count), 0) AS value,
          toNullable(toFloat64(d.count)) AS dist_count
        FROM metric_dists AS d
        WHERE d.project_id = {p0:String}
          AND d.ts >= {p1:DateTime64(9, 'UTC')}
          AND d.ts < {p2:DateTime64(9, 'UTC')}
          AND d.metric = {p3:String}
          AND bitAnd(d.flags, 1) = 0
      ) AS t2
      INNER JOIN (
        SELECT
          s.series_id AS series_id,
          argMax(s.metric, s.last_seen) AS metric,
          argMax(s.service, s.last_seen) AS service,
          argMax(s.temporality, s.last_seen) AS temporality,
          argMax(s.monotonic, s.last_seen) AS monotonic
        FROM metric_series AS s
        WHERE s.project_id = {p0:String}
          AND s.day >= toDate({p1:DateTime64(9, 'UTC')})
          AND s.day <= toDate({p2:DateTime64(9, 'UTC')})
          AND s.metric = {p3:String}
        GROUP BY s.series_id
      ) AS t1 ON t2.series_id = t1.series_id
    ) AS t3
    WHERE t3.ts >= {p4:DateTime64(9, 'UTC')}
  ) AS m
  WHERE m.metric = {p3:String}
  GROUP BY m.service
) AS t4
ORDER BY t4.__c1 ASC NULLS FIRST
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 11:50:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"http.requests","p4":"2026-01-15 12:00:00.000000000"}

-- # percentiles in other units are those of the measurements
SELECT t4.__c1 AS p50_value, t4.__c2 AS p50_, t4.__c3 AS percentile__90, t4.__c4 AS histogram_quantile_0_99
FROM (
  SELECT
    ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.5])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.5)(if(length(m.bucket_n) = 0, m.value, NULL)))) AS __c1,
    ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.5])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.5)(if(length(m.bucket_n) = 0, m.value, NULL)))) / 1000 AS __c2,
    ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.9])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.9)(if(length(m.bucket_n) = 0, m.value, NULL)))) * 2 AS __c3,
    ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.99])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.99)(if(length(m.bucket_n) = 0, m.value, NULL)))) / 1000 AS __c4
  FROM (
    SELECT
      t3.metric AS metric,
      t3.ts AS ts,
      t3.value AS value,
      arrayConcat(if(isNull(t3.up_to), [], [assumeNotNull(t3.up_to)]), t3.hi, arrayMap(b -> arrayMin(arrayFilter(c -> c >= b, arrayPushBack(t3.hi, inf))), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.hi_before, []))) AS bucket_hi,
      arrayConcat(if(isNull(t3.up_to), [], [-inf]), if(length(t3.lo) = length(t3.hi), t3.lo, arrayPushFront(arrayPopBack(t3.hi), least(t3.hi[1], 0))), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.hi_before, [])) AS bucket_lo,
      arrayConcat(if(isNull(t3.up_to), [], [ifNull(if(t3.temporality = 'delta', t3.value, if(t3.monotonic, if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), if(NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.value < t3.value_before, t3.value, t3.value - t3.value_before), if(t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts, t3.value, NULL)), if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), t3.value - t3.value_before, NULL))), 0)]), arrayMap((c, b) -> greatest(c - b, 0), t3.n, arrayResize(if(NOT t3.temporality = 'delta' AND NOT ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts), t3.n, if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND t3.hi_before = t3.hi, t3.n_before, [])), length(t3.n))), arrayMap(c -> negate(c), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.n_before, []))) AS bucket_n
    FROM (
      SELECT
        t1.metric AS metric,
        t1.temporality AS temporality,
        t1.monotonic AS monotonic,
        t1.up_to AS up_to,
        t2.ts AS ts,
        t2.value AS value,
        t2.dist_count AS dist_count,
        t2.start_ts AS start_ts,
        t2.hi AS hi,
        t2.lo AS lo,
        t2.n AS n,
        lagInFrame(toNullable(t2.start_ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS start_ts_before,
        lagInFrame(toNullable(t2.ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS ts_before,
        lagInFrame(toNullable(t2.value)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS value_before,
        lagInFrame(toNullable(t2.dist_count)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS dist_count_before,
        lagInFrame(t2.hi) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS hi_before,
        lagInFrame(t2.n) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS n_before
      FROM (
        SELECT
          p.series_id AS series_id,
          p.ts AS ts,
          p.start_ts AS start_ts,
          toNullable(p.value) AS value,
          CAST(NULL AS Nullable(Float64)) AS dist_count,
          CAST([] AS Array(Float64)) AS hi,
          CAST([] AS Array(Float64)) AS lo,
          CAST([] AS Array(Float64)) AS n
        FROM metric_points AS p
        WHERE p.project_id = {p0:String}
          AND p.ts >= {p1:DateTime64(9, 'UTC')}
          AND p.ts < {p2:DateTime64(9, 'UTC')}
          AND p.metric = {p3:String}
          AND bitAnd(p.flags, 1) = 0
        UNION ALL
        SELECT
          d.series_id AS series_id,
          d.ts AS ts,
          d.start_ts AS start_ts,
          if(bitAnd(d.present, 1) != 0, toNullable(d.sum), NULL) / nullIf(toFloat64(d.count), 0) AS value,
          toNullable(toFloat64(d.count)) AS dist_count,
          if(length(d.bounds) > 0, arrayPushBack(d.bounds, inf), if(d.zero_count > 0, arrayPushFront(arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + (-1)) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + 0) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))), toFloat64(d.zero_threshold)), arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + (-1)) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + 0) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))))) AS hi,
          if(length(d.bounds) > 0, [], if(d.zero_count > 0, arrayPushFront(arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + 0) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + (-1)) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))), toFloat64(negate(d.zero_threshold))), arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + 0) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + (-1)) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))))) AS lo,
          if(length(d.bounds) > 0, arrayMap(i -> toFloat64(i), d.counts), if(d.zero_count > 0, arrayPushFront(arrayMap(i -> toFloat64(i), arrayConcat(d.neg_counts, d.pos_counts)), toFloat64(d.zero_count)), arrayMap(i -> toFloat64(i), arrayConcat(d.neg_counts, d.pos_counts)))) AS n
        FROM metric_dists AS d
        WHERE d.project_id = {p0:String}
          AND d.ts >= {p1:DateTime64(9, 'UTC')}
          AND d.ts < {p2:DateTime64(9, 'UTC')}
          AND d.metric = {p3:String}
          AND bitAnd(d.flags, 1) = 0
      ) AS t2
      INNER JOIN (
        SELECT
          s.series_id AS series_id,
          argMax(s.metric, s.last_seen) AS metric,
          argMax(s.temporality, s.last_seen) AS temporality,
          argMax(s.monotonic, s.last_seen) AS monotonic,
          if(argMax(s.monotonic, s.last_seen) AND endsWith(argMax(s.metric, s.last_seen), '_bucket'), toFloat64OrNull(argMax(s.attrs, s.last_seen)['le']), NULL) AS up_to
        FROM metric_series AS s
        WHERE s.project_id = {p0:String}
          AND s.day >= toDate({p1:DateTime64(9, 'UTC')})
          AND s.day <= toDate({p2:DateTime64(9, 'UTC')})
          AND s.metric = {p3:String}
        GROUP BY s.series_id
      ) AS t1 ON t2.series_id = t1.series_id
    ) AS t3
    WHERE t3.ts >= {p4:DateTime64(9, 'UTC')}
  ) AS m
  WHERE m.metric = {p3:String}
) AS t4
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 11:50:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"http.latency","p4":"2026-01-15 12:00:00.000000000"}

-- # several percentiles of the measurements in one array
SELECT t4.__c1 AS percentiles_value, t4.__c2 AS percentiles_, t4.__c3 AS p50_value, t4.__c4 AS p90_value
FROM (
  SELECT
    toJSONString([ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.5])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.5)(if(length(m.bucket_n) = 0, m.value, NULL)))), ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.9])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.9)(if(length(m.bucket_n) = 0, m.value, NULL))))]) AS __c1,
    toJSONString([ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.5])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.5)(if(length(m.bucket_n) = 0, m.value, NULL)))) / 1000, ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.9])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.9)(if(length(m.bucket_n) = 0, m.value, NULL)))) / 1000]) AS __c2,
    ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.5])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.5)(if(length(m.bucket_n) = 0, m.value, NULL)))) AS __c3,
    ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.9])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.9)(if(length(m.bucket_n) = 0, m.value, NULL)))) AS __c4
  FROM (
    SELECT
      t3.metric AS metric,
      t3.ts AS ts,
      t3.value AS value,
      arrayConcat(if(isNull(t3.up_to), [], [assumeNotNull(t3.up_to)]), t3.hi, arrayMap(b -> arrayMin(arrayFilter(c -> c >= b, arrayPushBack(t3.hi, inf))), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.hi_before, []))) AS bucket_hi,
      arrayConcat(if(isNull(t3.up_to), [], [-inf]), if(length(t3.lo) = length(t3.hi), t3.lo, arrayPushFront(arrayPopBack(t3.hi), least(t3.hi[1], 0))), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.hi_before, [])) AS bucket_lo,
      arrayConcat(if(isNull(t3.up_to), [], [ifNull(if(t3.temporality = 'delta', t3.value, if(t3.monotonic, if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), if(NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.value < t3.value_before, t3.value, t3.value - t3.value_before), if(t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts, t3.value, NULL)), if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), t3.value - t3.value_before, NULL))), 0)]), arrayMap((c, b) -> greatest(c - b, 0), t3.n, arrayResize(if(NOT t3.temporality = 'delta' AND NOT ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts), t3.n, if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND t3.hi_before = t3.hi, t3.n_before, [])), length(t3.n))), arrayMap(c -> negate(c), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.n_before, []))) AS bucket_n
    FROM (
      SELECT
        t1.metric AS metric,
        t1.temporality AS temporality,
        t1.monotonic AS monotonic,
        t1.up_to AS up_to,
        t2.ts AS ts,
        t2.value AS value,
        t2.dist_count AS dist_count,
        t2.start_ts AS start_ts,
        t2.hi AS hi,
        t2.lo AS lo,
        t2.n AS n,
        lagInFrame(toNullable(t2.start_ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS start_ts_before,
        lagInFrame(toNullable(t2.ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS ts_before,
        lagInFrame(toNullable(t2.value)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS value_before,
        lagInFrame(toNullable(t2.dist_count)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS dist_count_before,
        lagInFrame(t2.hi) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS hi_before,
        lagInFrame(t2.n) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS n_before
      FROM (
        SELECT
          p.series_id AS series_id,
          p.ts AS ts,
          p.start_ts AS start_ts,
          toNullable(p.value) AS value,
          CAST(NULL AS Nullable(Float64)) AS dist_count,
          CAST([] AS Array(Float64)) AS hi,
          CAST([] AS Array(Float64)) AS lo,
          CAST([] AS Array(Float64)) AS n
        FROM metric_points AS p
        WHERE p.project_id = {p0:String}
          AND p.ts >= {p1:DateTime64(9, 'UTC')}
          AND p.ts < {p2:DateTime64(9, 'UTC')}
          AND p.metric = {p3:String}
          AND bitAnd(p.flags, 1) = 0
        UNION ALL
        SELECT
          d.series_id AS series_id,
          d.ts AS ts,
          d.start_ts AS start_ts,
          if(bitAnd(d.present, 1) != 0, toNullable(d.sum), NULL) / nullIf(toFloat64(d.count), 0) AS value,
          toNullable(toFloat64(d.count)) AS dist_count,
          if(length(d.bounds) > 0, arrayPushBack(d.bounds, inf), if(d.zero_count > 0, arrayPushFront(arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + (-1)) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + 0) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))), toFloat64(d.zero_threshold)), arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + (-1)) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + 0) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))))) AS hi,
          if(length(d.bounds) > 0, [], if(d.zero_count > 0, arrayPushFront(arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + 0) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + (-1)) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))), toFloat64(negate(d.zero_threshold))), arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + 0) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + (-1)) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))))) AS lo,
          if(length(d.bounds) > 0, arrayMap(i -> toFloat64(i), d.counts), if(d.zero_count > 0, arrayPushFront(arrayMap(i -> toFloat64(i), arrayConcat(d.neg_counts, d.pos_counts)), toFloat64(d.zero_count)), arrayMap(i -> toFloat64(i), arrayConcat(d.neg_counts, d.pos_counts)))) AS n
        FROM metric_dists AS d
        WHERE d.project_id = {p0:String}
          AND d.ts >= {p1:DateTime64(9, 'UTC')}
          AND d.ts < {p2:DateTime64(9, 'UTC')}
          AND d.metric = {p3:String}
          AND bitAnd(d.flags, 1) = 0
      ) AS t2
      INNER JOIN (
        SELECT
          s.series_id AS series_id,
          argMax(s.metric, s.last_seen) AS metric,
          argMax(s.temporality, s.last_seen) AS temporality,
          argMax(s.monotonic, s.last_seen) AS monotonic,
          if(argMax(s.monotonic, s.last_seen) AND endsWith(argMax(s.metric, s.last_seen), '_bucket'), toFloat64OrNull(argMax(s.attrs, s.last_seen)['le']), NULL) AS up_to
        FROM metric_series AS s
        WHERE s.project_id = {p0:String}
          AND s.day >= toDate({p1:DateTime64(9, 'UTC')})
          AND s.day <= toDate({p2:DateTime64(9, 'UTC')})
          AND s.metric = {p3:String}
        GROUP BY s.series_id
      ) AS t1 ON t2.series_id = t1.series_id
    ) AS t3
    WHERE t3.ts >= {p4:DateTime64(9, 'UTC')}
  ) AS m
  WHERE m.metric = {p3:String}
) AS t4
LIMIT 10000
-- {"p0":"0194a000-0000-7000-8000-00000000000a","p1":"2026-01-15 11:50:00.000000000","p2":"2026-01-15 13:00:00.000000000","p3":"http.latency","p4":"2026-01-15 12:00:00.000000000"}

-- # other units under a name
SELECT t4.__c4 AS p50_s, t4.__c5 AS percentile_s_50, t4.__c6 AS percentile_s_90, t4.__c7 AS v
FROM (
  SELECT
    ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.5])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.5)(if(length(m.bucket_n) = 0, m.value, NULL)))) / 1000 AS __c4,
    ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.5])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.5)(if(length(m.bucket_n) = 0, m.value, NULL)))) / 1000 AS __c5,
    ifNull(arrayMap((sums, lows) -> arrayMap((uppers, counts, ends, begins) -> arrayMap(running -> arrayMap(rank -> arrayMap(at -> arrayMap(below -> arrayMap(begin -> if(running[-1] > 0, if(isInfinite(uppers[at]), begin, greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0))) + (uppers[at] - greatest(if(below > 0, uppers[indexOf(running, below)], -inf), ifNull(begin, least(uppers[at], 0)))) * ((rank - below) / (running[at] - below))), NULL), [if(if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)) < if(below > 0, uppers[indexOf(running, below)], -inf), if(below > 0, uppers[indexOf(running, below)], -inf), if(begins[-1] = -inf, arrayElementOrNull(ends, indexOf(ends, uppers[at]) - 1), nullIf(begins[indexOf(ends, uppers[at])], -inf)))])[1], [arrayMax(arrayPushFront(arraySlice(running, 1, at - 1), 0))])[1], [arrayFirstIndex(c -> c >= rank AND c > 0, running)])[1], [running[-1] * 0.9])[1], [if(begins[-1] = -inf, counts, arrayCumSum(counts))])[1], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort((v, b) -> b, mapValues(sums), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(sums)))], [arraySort(arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))], [arraySort((v, b) -> b, mapValues(lows), arrayMap(b -> reinterpretAsFloat64(b), mapKeys(lows)))])[1], [mapFilter((b, k) -> k != 0, sumMap(mapFromArrays(arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n)))], [minMap(mapFromArrays(arrayFilter((b, k, l) -> k > 0 OR l = -inf, arrayMap(b -> reinterpretAsUInt64(b + 0), m.bucket_hi), m.bucket_n, m.bucket_lo), arrayFilter((b, k, l) -> k > 0 OR l = -inf, m.bucket_lo, m.bucket_n, m.bucket_lo)))])[1], toFloat64(quantileTDigestOrNull(0.9)(if(length(m.bucket_n) = 0, m.value, NULL)))) / 1000 AS __c6,
    maxOrNull({p0:Int64}) AS __c7
  FROM (
    SELECT
      t3.metric AS metric,
      t3.ts AS ts,
      t3.value AS value,
      arrayConcat(if(isNull(t3.up_to), [], [assumeNotNull(t3.up_to)]), t3.hi, arrayMap(b -> arrayMin(arrayFilter(c -> c >= b, arrayPushBack(t3.hi, inf))), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.hi_before, []))) AS bucket_hi,
      arrayConcat(if(isNull(t3.up_to), [], [-inf]), if(length(t3.lo) = length(t3.hi), t3.lo, arrayPushFront(arrayPopBack(t3.hi), least(t3.hi[1], 0))), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.hi_before, [])) AS bucket_lo,
      arrayConcat(if(isNull(t3.up_to), [], [ifNull(if(t3.temporality = 'delta', t3.value, if(t3.monotonic, if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), if(NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.value < t3.value_before, t3.value, t3.value - t3.value_before), if(t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts, t3.value, NULL)), if(ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false), t3.value - t3.value_before, NULL))), 0)]), arrayMap((c, b) -> greatest(c - b, 0), t3.n, arrayResize(if(NOT t3.temporality = 'delta' AND NOT ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (t3.start_ts > subtractNanoseconds(t3.ts, 600000000000) AND t3.start_ts < t3.ts), t3.n, if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND t3.hi_before = t3.hi, t3.n_before, [])), length(t3.n))), arrayMap(c -> negate(c), if(ifNull(NOT t3.temporality = 'delta' AND ifNull(t3.start_ts_before = t3.start_ts OR t3.ts_before <= t3.start_ts, false) AND NOT (NOT t3.start_ts_before = t3.start_ts AND t3.start_ts < t3.ts OR t3.dist_count < t3.dist_count_before), false) AND NOT t3.hi_before = t3.hi, t3.n_before, []))) AS bucket_n
    FROM (
      SELECT
        t1.metric AS metric,
        t1.temporality AS temporality,
        t1.monotonic AS monotonic,
        t1.up_to AS up_to,
        t2.ts AS ts,
        t2.value AS value,
        t2.dist_count AS dist_count,
        t2.start_ts AS start_ts,
        t2.hi AS hi,
        t2.lo AS lo,
        t2.n AS n,
        lagInFrame(toNullable(t2.start_ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS start_ts_before,
        lagInFrame(toNullable(t2.ts)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS ts_before,
        lagInFrame(toNullable(t2.value)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS value_before,
        lagInFrame(toNullable(t2.dist_count)) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS dist_count_before,
        lagInFrame(t2.hi) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS hi_before,
        lagInFrame(t2.n) OVER (PARTITION BY t2.series_id ORDER BY t2.start_ts ASC, t2.ts ASC, ifNull(t2.dist_count, t2.value) ASC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS n_before
      FROM (
        SELECT
          p.series_id AS series_id,
          p.ts AS ts,
          p.start_ts AS start_ts,
          toNullable(p.value) AS value,
          CAST(NULL AS Nullable(Float64)) AS dist_count,
          CAST([] AS Array(Float64)) AS hi,
          CAST([] AS Array(Float64)) AS lo,
          CAST([] AS Array(Float64)) AS n
        FROM metric_points AS p
        WHERE p.project_id = {p1:String}
          AND p.ts >= {p2:DateTime64(9, 'UTC')}
          AND p.ts < {p3:DateTime64(9, 'UTC')}
          AND p.metric = {p4:String}
          AND bitAnd(p.flags, 1) = 0
        UNION ALL
        SELECT
          d.series_id AS series_id,
          d.ts AS ts,
          d.start_ts AS start_ts,
          if(bitAnd(d.present, 1) != 0, toNullable(d.sum), NULL) / nullIf(toFloat64(d.count), 0) AS value,
          toNullable(toFloat64(d.count)) AS dist_count,
          if(length(d.bounds) > 0, arrayPushBack(d.bounds, inf), if(d.zero_count > 0, arrayPushFront(arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + (-1)) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + 0) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))), toFloat64(d.zero_threshold)), arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + (-1)) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + 0) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))))) AS hi,
          if(length(d.bounds) > 0, [], if(d.zero_count > 0, arrayPushFront(arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + 0) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + (-1)) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))), toFloat64(negate(d.zero_threshold))), arrayConcat(arrayMap(i -> negate(pow(2, (d.neg_offset + i + 0) * pow(2, negate(d.scale)))), arrayEnumerate(d.neg_counts)), arrayMap(i -> pow(2, (d.pos_offset + i + (-1)) * pow(2, negate(d.scale))), arrayEnumerate(d.pos_counts))))) AS lo,
          if(length(d.bounds) > 0, arrayMap(i -> toFloat64(i), d.counts), if(d.zero_count > 0, arrayPushFront(arrayMap(i -> toFloat64(i), arrayConcat(d.neg_counts, d.pos_counts)), toFloat64(d.zero_count)), arrayMap(i -> toFloat64(i), arrayConcat(d.neg_counts, d.pos_counts)))) AS n
        FROM metric_dists AS d
        WHERE d.project_id = {p1:String}
          AND d.ts >= {p2:DateTime64(9, 'UTC')}
          AND d.ts < {p3:DateTime64(9, 'UTC')}
          AND d.metric = {p4:String}
          AND bitAnd(d.flags, 1) = 0
      ) AS t2
      INNER JOIN (
        SELECT
          s.series_id AS series_id,
          argMax(s.metric, s.last_seen) AS metric,
          argMax(s.temporality, s.last_seen) AS temporality,
          argMax(s.monotonic, s.last_seen) AS monotonic,
          if(argMax(s.monotonic, s.last_seen) AND endsWith(argMax(s.metric, s.last_seen), '_bucket'), toFloat64OrNull(argMax(s.attrs, s.last_seen)['le']), NULL) AS up_to
        FROM metric_series AS s
        WHERE s.project_id = {p1:String}
          AND s.day >= toDate({p2:DateTime64(9, 'UTC')})
          AND s.day <= toDate({p3:DateTime64(9, 'UTC')})
          AND s.metric = {p4:String}
        GROUP BY s.series_id
      ) AS t1 ON t2.series_id = t1.series_id
    ) AS t3
    WHERE t3.ts >= {p5:DateTime64(9, 'UTC')}
  ) AS m
  WHERE m.metric = {p4:String}
) AS t4
LIMIT 10000
-- {"p0":"1","p1":"0194a000-0000-7000-8000-00000000000a","p2":"2026-01-15 11:50:00.000000000","p3":"2026-01-15 13:00:00.000000000","p4":"http.latency","p5":"2026-01-15 12:00:00.000000000"}

