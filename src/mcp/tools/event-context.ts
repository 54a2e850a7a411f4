import { z } from 'zod';
import { getContext } from '../../domains/events/one.ts';
import { ContextQuery, EventContext } from '../../domains/events/schema.ts';
import { Uuid } from '../../domains/types.ts';
import { tool } from '../tool.ts';

interface Line {
  readonly timestamp: string;
  readonly level?: string;
  readonly service?: string;
  readonly name?: string;
  readonly body?: unknown;
}

export const eventContext = tool({
  name: 'event_context',
  description:
    'The events just before and after one, of the same service or of the same trace. Takes the id and timestamp that search_events gives.',
  permission: 'view',
  effect: 'read',
  idempotent: true,
  telemetry: true,
  input: z.strictObject({ id: Uuid, ...ContextQuery.shape }),
  output: EventContext,
  run: async ({ deps, actor, input: { id, ...query }, signal }) => {
    const value = JSON.parse(await getContext(deps, actor, id, query, signal)) as {
      before: Line[];
      event: Line;
      after: Line[];
    };
    const line = (mark: string) => (one: Line) =>
      `${mark} ${one.timestamp} ${one.level ?? ''} ${one.service ?? ''} ${one.name ?? ''} ${typeof one.body === 'string' ? one.body : JSON.stringify(one.body ?? '')}`;
    return {
      value,
      text: [...value.before.map(line(' ')), line('>')(value.event), ...value.after.map(line(' '))].join('\n'),
    };
  },
});
