// Which day or week a report is of, where the project is. Pure.

export type ReportKind = 'daily' | 'weekly';

export interface Period {
  readonly kind: ReportKind;
  /** Its first day, as the project's calendar says: yyyy-mm-dd. */
  readonly day: string;
  readonly from: Date;
  readonly to: Date;
}

const sentFromHour = 8;
/** A week's report is sent on its first day or, if nothing ran then, on its second. */
const weeklyLateDaysMax = 1;
const dayMs = 86_400_000;
const days = { daily: 1, weekly: 7 } as const;

/** The period whose report is to be sent by now; null when it is too early, or too late. */
export function periodDue(kind: ReportKind, zone: string, now: Date): Period | null {
  const local = localTime(zone, now);
  if (local.getUTCHours() < sentFromHour) return null;
  const today = Math.floor(local.getTime() / dayMs) * dayMs;
  if (kind === 'daily') return period(kind, zone, today - dayMs);
  const daysSinceMonday = (local.getUTCDay() + 6) % 7;
  if (daysSinceMonday > weeklyLateDaysMax) return null;
  const monday = today - daysSinceMonday * dayMs;
  return period(kind, zone, monday - 7 * dayMs);
}

/** By its first day, which is a day of the project's calendar: yyyy-mm-dd. */
export function periodOf(kind: ReportKind, zone: string, day: string): Period {
  return period(kind, zone, Date.parse(day));
}

/** The day or week before, which the report before was of; it may be an hour longer or shorter. */
export function periodBefore({ kind, day }: Period, zone: string): Period {
  return period(kind, zone, Date.parse(day) - days[kind] * dayMs);
}

/** Calendar days as UTC midnights, to the times at which they begin where the project is. */
function period(kind: ReportKind, zone: string, firstDay: number): Period {
  return {
    kind,
    day: new Date(firstDay).toISOString().slice(0, 10),
    from: startOfDay(zone, firstDay),
    to: startOfDay(zone, firstDay + days[kind] * dayMs),
  };
}

/** The zone's own clock, as if it were UTC. */
function localTime(zone: string, at: Date): Date {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/**
 * The first time that the calendar has as this day, by the offset of the day before or of the one after: where clocks skip
 * midnight there is none by one of them, and where they are put back over it there are two.
 */
function startOfDay(zone: string, day: number): Date {
  const starts = [day - dayMs, day + dayMs].map((near) => new Date(day - offset(zone, new Date(near))));
  return new Date(Math.min(...starts.filter((at) => localTime(zone, at).getTime() >= day).map(Number)));
}

function offset(zone: string, at: Date): number {
  return localTime(zone, at).getTime() - at.getTime();
}
