/** A sentence with its end: some end with a question. */
export function ended(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
