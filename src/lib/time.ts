/** UTCTime as the interface writes it: UTC, to the second. */
export function utcTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
