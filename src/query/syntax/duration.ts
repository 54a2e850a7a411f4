export const secondNs = 1_000_000_000n;
export const minuteNs = 60n * secondNs;
export const hourNs = 60n * minuteNs;
export const dayNs = 24n * hourNs;

/** Nanoseconds of each unit that a duration may be written in. */
export const unitNanoseconds: ReadonlyMap<string, bigint> = new Map<string, bigint>([
  ...each(7n * dayNs, 'w', 'week', 'weeks'),
  ...each(dayNs, 'd', 'day', 'days'),
  ...each(hourNs, 'h', 'hr', 'hrs', 'hour', 'hours'),
  ...each(minuteNs, 'm', 'min', 'minute', 'minutes'),
  ...each(secondNs, 's', 'sec', 'second', 'seconds'),
  ...each(1_000_000n, 'ms', 'millisecond', 'milliseconds'),
  ...each(1_000n, 'us', 'µs', 'μs', 'microsecond', 'microseconds'),
  ...each(100n, 'tick', 'ticks'),
  ...each(1n, 'ns', 'nanosecond', 'nanoseconds'),
]);

function each(nanoseconds: bigint, ...names: string[]): [string, bigint][] {
  return names.map((name) => [name, nanoseconds]);
}

const int64Max = 2n ** 63n - 1n;

/** `1.02:03:04.5`, `02:30`: sign, days, hours, minutes, seconds and their fraction. The store reads it by the same pattern. */
export const clockPattern = String.raw`^(-?)(?:(\d{1,5})\.)?(\d{1,4}):([0-5]?\d)(?::([0-5]?\d)(?:\.(\d{1,9}))?)?$`;
const clockText = new RegExp(clockPattern);

/** `1h30m`, `1.5s`: nanoseconds; null when it is none or does not fit 64 bits. */
export const parseDuration = (text: string): bigint | null => {
  const part = /(\d+)(?:\.(\d+))?([A-Za-zµμ]+)/y;
  let total = 0n;
  let at = 0;
  while (at < text.length) {
    part.lastIndex = at;
    const found = part.exec(text);
    const unit = unitNanoseconds.get(found?.[3] ?? '');
    if (!found || unit === undefined) return null;
    if ((found[1] ?? '').length > 20) return null;
    const fraction = (found[2] ?? '').slice(0, 20);
    total += BigInt(found[1] ?? 0) * unit;
    if (fraction !== '') total += (BigInt(fraction) * unit) / 10n ** BigInt(fraction.length);
    at = part.lastIndex;
  }
  return at === 0 || total > int64Max ? null : total;
};

/** What `timespan(…)` holds: `1h30m`, `-5m`, `5 minutes`, `1.02:03:04.5`, `02:30`, or a number of days. */
export const parseTimespan = (text: string): bigint | null => {
  const clean = text.trim();
  const clock = clockText.exec(clean);
  if (clock) {
    const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = clock;
    const whole = ((BigInt(days) * 24n + BigInt(hours)) * 60n + BigInt(minutes)) * 60n + BigInt(seconds);
    const total = whole * secondNs + BigInt(fraction.padEnd(9, '0'));
    return sign === '-' ? -total : total;
  }
  const negative = clean.startsWith('-');
  const rest = (negative ? clean.slice(1).trim() : clean).replaceAll(/(?<=\d)\s+(?=[A-Za-zµμ])/g, '');
  const days = /^\d{1,5}$/.test(rest) ? BigInt(rest) * dayNs : parseDuration(rest);
  if (days === null) return null;
  return negative ? -days : days;
};

const written: readonly (readonly [string, bigint])[] = [
  ['d', dayNs],
  ['h', hourNs],
  ['m', minuteNs],
  ['s', secondNs],
  ['ms', 1_000_000n],
  ['us', 1_000n],
  ['ns', 1n],
];

/** The shortest spelling by whole units: `1h30m`. */
export const formatDuration = (nanoseconds: bigint): string => {
  if (nanoseconds === 0n) return '0s';
  if (nanoseconds < 0n) return `-${formatDuration(-nanoseconds)}`;
  let rest = nanoseconds;
  let text = '';
  for (const [unit, size] of written) {
    const count = rest / size;
    if (count > 0n) text += `${count}${unit}`;
    rest %= size;
  }
  return text;
};
