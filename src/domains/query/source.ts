import { ApiError } from '../../errors.ts';
import { closest } from '../../lib/closest.ts';

const sources: ReadonlyMap<string, string> = new Map([
  ['events', 'events'],
  ['otlp_logs_and_spans', 'events'],
  ['logs', 'logs'],
  ['spans', 'spans'],
  ['metrics', 'metrics'],
  ['telemetry.metrics', 'metrics'],
]);

/** What a query without a table of its own is of, as every operation with a query takes it; events where nothing is said. */
export function sourceOf(name = 'events'): string {
  const source = sources.get(name);
  if (source !== undefined) return source;
  const suggestion = closest(name, sources.keys());
  throw new ApiError('invalid_parameter', {
    parameter: 'source',
    message: `source must be one of ${[...sources.keys()].join(', ')}.`,
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}
