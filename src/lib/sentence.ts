/** A sentence with its end: some end with a question. */
export function ended(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** What was thrown, in its own words. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
