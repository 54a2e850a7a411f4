/** The first characters of a text; one that takes two places is not cut in the middle. */
export function beginning(text: string, lengthMax: number): string {
  const isCut = text.length > lengthMax && (text.codePointAt(lengthMax - 1) ?? 0) > 0xffff;
  return text.slice(0, isCut ? lengthMax - 1 : lengthMax);
}
