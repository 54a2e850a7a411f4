/** A half-open range of UTF-16 offsets in the query text. */
export type Span = { readonly start: number; readonly end: number };

export const span = (start: number, end: number): Span => ({ start, end });

/** Of what nobody wrote. */
export const nowhere: Span = span(0, 0);

/** The smallest span that holds both. */
export const cover = (a: Span, b: Span): Span => ({ start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) });

export type Position = { readonly line: number; readonly column: number };

/** 1-based line and column (in UTF-16 units) of an offset. */
export const positionOf = (text: string, offset: number): Position => {
  const at = Math.max(0, Math.min(offset, text.length));
  let line = 1;
  let lineStart = 0;
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', next + 1)) {
    line += 1;
    lineStart = next + 1;
  }
  return { line, column: at - lineStart + 1 };
};
