import t from 'tap';
import { stored } from '../../src/lib/time.ts';
import { durationText, parseDuration, parseTimeRange, type TimeRangeInput } from '../../src/lib/time-range.ts';

const now = BigInt(Date.UTC(2026, 0, 31, 12)) * 1_000_000n;
const s = 1_000_000_000n;
const at = (...parts: [number, number, number, number?, number?, number?]) => BigInt(Date.UTC(...parts)) * 1_000_000n;

t.test('ranges that are understood', async (t) => {
  const cases: [TimeRangeInput, bigint, bigint][] = [
    [{}, now - 3600n * s, now],
    [{ since: '15m' }, now - 900n * s, now],
    [{ since: '15M' }, now - 900n * s, now],
    [{ since: '1h30m' }, now - 5400n * s, now],
    [{ since: '1.5h' }, now - 5400n * s, now],
    [{ since: '0.000000001s' }, now - 1n, now],
    [{ from: 'now-1.5d' }, now - 129_600n * s, now],
    [{ since: '2W' }, now - 14n * 86_400n * s, now],
    [{ since: 'PT1H' }, now - 3600n * s, now],
    [{ since: 'p1dt2h3m4.5s' }, now - (93_784n * s + 500_000_000n), now],
    [{ since: 'P2W' }, now - 14n * 86_400n * s, now],
    [{ from: 'now-15m' }, now - 900n * s, now],
    [{ from: 'now-2h', to: 'now-1h' }, now - 7200n * s, now - 3600n * s],
    [{ to: '2026-01-02' }, at(2026, 0, 2) - 3600n * s, at(2026, 0, 2)],
    [{ from: '2026-01-01', to: '2026-01-02' }, at(2026, 0, 1), at(2026, 0, 2)],
    [{ from: '2026-01-01T02:00:00+02:00', to: '2026-01-01T00:00:00.000000001Z' }, at(2026, 0, 1), at(2026, 0, 1) + 1n],
    [{ from: '2026-01-01T02:00:00 02:00', to: '2026-01-01 01:00 00:30' }, at(2026, 0, 1), at(2026, 0, 1, 0, 30)],
    [{ from: '2026-01-01T01:00:00.5 0100', to: 'now 5m' }, at(2026, 0, 1) + s / 2n, now + 300n * s],
    [{ from: '2026-01-01 00:00:00', to: '2026-01-01t01:00:00z' }, at(2026, 0, 1), at(2026, 0, 1, 1)],
    [{ from: '1767225600', to: '1767225601000' }, at(2026, 0, 1), at(2026, 0, 1) + s],
    [{ from: '1767225600000000', to: '1767225600000000001' }, at(2026, 0, 1), at(2026, 0, 1) + 1n],
    [{ from: '0', to: 'NOW' }, 0n, now],
    [{ from: `${stored.firstNs}`, to: `${stored.lastNs + 1n}` }, stored.firstNs, stored.lastNs + 1n],
    [{ from: '2026-01-01T23:59:00+23:59', to: '2026-01-01T01:00:00Z' }, at(2026, 0, 1), at(2026, 0, 1, 1)],
    [{ from: '2024-02-29', to: '2024-03-01' }, at(2024, 1, 29), at(2024, 2, 1)],
  ];
  for (const [input, from, to] of cases)
    t.same(parseTimeRange(input, now), { ok: true, range: { from, to } }, JSON.stringify(input));
});

t.test('anything else is refused, naming the parameter', async (t) => {
  const cases: [TimeRangeInput, string][] = [
    [{ since: '' }, 'since'],
    [{ since: '15' }, 'since'],
    [{ since: '1y' }, 'since'],
    [{ since: '1.h' }, 'since'],
    [{ since: '.5h' }, 'since'],
    [{ from: 'now-1.5' }, 'from'],
    [{ since: '-1h' }, 'since'],
    [{ since: '0s' }, 'since'],
    [{ since: 'P' }, 'since'],
    [{ since: 'PT' }, 'since'],
    [{ since: '1h ' }, 'since'],
    [{ since: '9'.repeat(80) + 'w' }, 'since'],
    [{ since: '1h', from: 'now-1h' }, 'since'],
    [{ since: '1h', to: 'now' }, 'since'],
    [{ from: 'yesterday' }, 'from'],
    [{ from: 'now-' }, 'from'],
    [{ from: 'now-1x' }, 'from'],
    [{ from: 'now ' }, 'from'],
    [{ from: '2026-01-01 01:00:00 ' }, 'from'],
    [{ from: '2026-01-01 02:00:00Z 02:00' }, 'from'],
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '2026-13-01T00:00:00Z' }, 'from'],
    [{ from: '2026-01-01T24:00:00Z' }, 'from'],
    [{ from: '2026-01-01T00:00:60Z' }, 'from'],
    [{ from: '2026-01-01T00:00:00+24:00' }, 'from'],
    [{ from: '2026-01-01T00:00:00+01:60' }, 'from'],
    [{ from: '1e9' }, 'from'],
    [{ from: '' }, 'from'],
    [{ to: 'x' }, 'to'],
    [{ from: 'now', to: 'now' }, 'from'],
    [{ from: 'now', to: 'now-1h' }, 'from'],
    [{ from: '-99999999999999999999999' }, 'from'],
    [{ from: '9999-01-01', to: '9999-01-02' }, 'to'],
    [{ from: `${stored.firstNs - 1n}` }, 'from'],
    [{ to: `${stored.lastNs + 2n}` }, 'to'],
    // Of the year 2286 in seconds, milliseconds and microseconds: no such number is one of a finer unit.
    ...['10000000000', '10000000000000', '10000000000000000'].map((to): [TimeRangeInput, string] => [{ to }, 'to']),
  ];
  for (const [input, parameter] of cases)
    t.match(parseTimeRange(input, now), { ok: false, parameter }, JSON.stringify(input).slice(0, 60));
});

t.test('a duration is written as it is read', async (t) => {
  for (const text of ['0s', '1s', '5m', '1h30m', '1d', '7d', '2d1s', '400d23h59m59s'])
    t.equal(durationText(parseDuration(text) ?? -1n), text);
  t.equal(durationText(999_999_999n), '0s');
});
