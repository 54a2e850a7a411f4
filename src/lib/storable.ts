/** What Postgres cannot hold goes: NUL, and the half of a surrogate pair that a cut left over. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
