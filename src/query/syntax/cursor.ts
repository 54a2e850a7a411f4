import type { Diagnostic } from '../text/diagnostic.ts';

/** Where the lexer stands; the readers of the parts move it on. */
export type Cursor = { readonly text: string; at: number; readonly report: (one: Diagnostic) => void };

/** The match of a sticky expression at the cursor, which moves behind it; or null. */
export const take = (cursor: Cursor, pattern: RegExp): RegExpExecArray | null => {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (found) cursor.at = pattern.lastIndex;
  return found;
};

export const looksAt = (cursor: Cursor, pattern: RegExp): boolean => {
  pattern.lastIndex = cursor.at;
  return pattern.test(cursor.text);
};
