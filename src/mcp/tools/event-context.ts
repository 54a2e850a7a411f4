import { z } from 'zod';
import { getContext } from '../../domains/events/one.ts';
import { ContextQuery, EventContext } from '../../domains/events/schema.ts';
import { Uuid } from '../../domains/types.ts';
import { ApiError } from '../../errors.ts';
import { beginning } from '../../lib/beginning.ts';
import { eventLine, failureOf } from '../event-line.ts';
import { readingTool } from '../tool.ts';

const bodyLengthMax = 300;

/** A neighbour, or the event itself, which is told whole. */
interface Told {
  readonly id: string;
  readonly timestamp: string;
  readonly kind: string;
  readonly level?: string;
  readonly service?: string;
  readonly name?: string;
  readonly body?: unknown;
  readonly duration?: number;
  readonly errors: boolean;
  readonly exception?: { readonly type?: string; readonly message?: string };
  readonly status_message?: string;
  readonly trace_id?: string;
}

export const eventContext = readingTool({
  name: 'event_context',
  description:
    'The events just before and after one, of the same service or of the same trace. Takes the id and timestamp that search_events gives.',
  input: z.strictObject({ id: Uuid, ...ContextQuery.shape }),
  output: EventContext,
  run: async ({ deps, actor, input: { id, ...query }, signal }) => {
    const value = JSON.parse(await getContext(deps, actor, id, query, signal).catch(byOwnName)) as {
      before: Told[];
      event: Told;
      after: Told[];
    };
    // The event and both of its sides are to be seen at once: a side of long lines would leave room for nothing else.
    const neighbour = (one: Told) =>
      `  ${lineOf(typeof one.body === 'string' ? { ...one, body: beginning(one.body, bodyLengthMax) } : one)}`;
    return {
      value,
      text: [...value.before.map(neighbour), `> ${lineOf(value.event)}`, ...value.after.map(neighbour)].join('\n'),
    };
  },
});

/** What the operation calls `event_id` is `id` here. */
function byOwnName(error: unknown): never {
  if (!(error instanceof ApiError) || error.context.parameter !== 'event_id') throw error;
  throw new ApiError(error.code, { ...error.context, parameter: 'id', message: error.message, cause: error });
}

function lineOf({ exception, ...one }: Told): string {
  const { level, service, name, body, duration, trace_id: traceId } = one;
  return eventLine({
    ...one,
    level: level || null,
    service: service || null,
    name: name || null,
    body: typeof body === 'string' || body === undefined ? body || null : JSON.stringify(body),
    duration_ms: one.kind === 'log' ? null : Number(duration) / 1e6,
    failure: failureOf([exception?.type, exception?.message], one.status_message ?? null),
    trace_id: traceId || null,
  });
}
