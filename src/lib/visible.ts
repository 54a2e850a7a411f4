/** Text without what could end a line early or hide what is written: an escape sequence, a change of direction. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');
}
