/** What a list tells a model of an event; null where there is nothing to tell. */
export interface EventLine {
  readonly id: string;
  readonly timestamp: string;
  readonly level: string | null;
  readonly service: string | null;
  readonly name: string | null;
  readonly body: string | null;
  /** Of spans only. */
  readonly duration_ms: number | null;
  readonly errors: boolean;
  readonly failure: string | null;
  readonly trace_id: string | null;
}

/** One event a line, the same in every list: what it was, how it ended, and what it is asked for by. */
export function eventLine(event: EventLine): string {
  const span = event.duration_ms === null ? [] : [`${event.duration_ms.toFixed(1)}ms`, event.errors ? 'ERROR' : null];
  const cells = [
    event.timestamp,
    event.level ?? (event.duration_ms === null ? 'LOG' : 'SPAN'),
    event.service ?? '-',
    event.name,
    ...span,
    event.body,
    event.failure,
    `id=${event.id}`,
    event.trace_id === null ? null : `trace=${event.trace_id}`,
  ];
  return cells.filter((cell) => cell !== null).join(' ');
}

/** What was thrown, its type and its message, and what the status of a span says: once, where the one repeats the other. */
export function failureOf(thrown: readonly (string | null | undefined)[], said: string | null): string | null {
  const exception = thrown.filter((part) => part).join(': ');
  if (!said || exception.includes(said)) return exception || null;
  return exception === '' ? said : `${exception}; ${said}`;
}
