import type { Span } from './span.ts';

export type Severity = 'error' | 'warning' | 'hint';

export type Edit = { readonly start: number; readonly end: number; readonly text: string };
export type Fix = { readonly title: string; readonly edits: readonly Edit[] };
export type Note = { readonly start: number; readonly end: number; readonly message: string };

/**
 * What is wrong with a query, for people: one sentence and a range.
 * Codes are stable: E1xx lexical, E2xx syntax, E3xx names, E4xx types, E5xx limits, E6xx not supported, W warnings.
 */
export type Diagnostic = {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly notes?: readonly Note[];
  readonly fixes?: readonly Fix[];
};

export type Extra = Pick<Diagnostic, 'notes' | 'fixes'>;

export const problem = (
  severity: Severity,
  code: string,
  at: Span,
  message: string,
  extra: Extra = {},
): Diagnostic => ({
  code,
  severity,
  message,
  start: at.start,
  end: at.end,
  ...extra,
});

/** A fix of one edit that replaces `at`. */
export const replacement = (title: string, at: Span, text: string): Fix => ({
  title,
  edits: [{ start: at.start, end: at.end, text }],
});

/** A fix that calls a function of what stands at these places, of each. */
export const calling = (name: string, ...places: readonly Span[]): Fix => ({
  title: `${name}(…)`,
  edits: places.flatMap(({ start, end }) => [
    { start, end: start, text: `${name}(` },
    { start: end, end, text: ')' },
  ]),
});

/** What was meant in the place of what is there; none where nobody knows it. */
export const proposal = (at: Span, meant: string | null): Fix[] =>
  meant === null ? [] : [replacement(`use ${meant}`, at, meant)];

export const diagnosticsMax = 20;

/** What is kept of each severity while a text is read: a text of nothing but mistakes makes ten thousands. */
const collectedMax = 200;

export type Collector = { readonly found: Diagnostic[]; readonly report: (one: Diagnostic) => void };

export const collector = (): Collector => {
  const found: Diagnostic[] = [];
  const counts = { error: 0, warning: 0, hint: 0 };
  return {
    found,
    report: (one) => {
      counts[one.severity] += 1;
      if (counts[one.severity] <= collectedMax) found.push(one);
    },
  };
};

/** In order of position, no two alike, errors before the rest where there are too many. */
export const orderDiagnostics = (found: readonly Diagnostic[]): Diagnostic[] => {
  const seen = new Set<string>();
  const unique: Diagnostic[] = [];
  for (const one of found) {
    const key = `${one.code} ${one.start} ${one.end} ${one.message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    unique.push(one);
  }
  const errorsFirst = [...unique.filter(isError), ...unique.filter((one) => !isError(one))];
  return errorsFirst.slice(0, diagnosticsMax).sort((a, b) => a.start - b.start || a.end - b.end);
};

export const isError = (one: Diagnostic): boolean => one.severity === 'error';

export const hasError = (found: readonly Diagnostic[]): boolean => found.some(isError);
