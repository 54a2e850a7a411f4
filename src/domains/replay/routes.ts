import { z } from 'zod';
import { Content, json, route } from '../../http/route.ts';
import { Replay, ReplayPage, ReplayQuery, ReplaySession } from './schema.ts';
import { getReplay, listReplays } from './service.ts';

const tag = 'Session replay';
const sessionIdLengthMax = 200;

const session = {
  sessionId: '0198c0de-0000-7000-8000-0000000000ff',
  start: '2026-01-31T12:00:00Z',
  end: '2026-01-31T12:10:00Z',
  duration_ms: 600_000,
  chunks: 12,
  userEmail: 'ada@example.com',
  users: [{ userEmail: 'ada@example.com' }],
  url: 'https://shop.example/',
};

export const replayRoutes = [
  route({
    method: 'GET',
    url: '/rrweb',
    operation: 'list_replays',
    tag,
    permission: 'view',
    summary: 'List recorded sessions, the latest first',
    query: ReplayQuery,
    result: z.array(ReplaySession),
    errors: ['invalid_parameter'],
    example: { query: { since: '1d', limit: 100 }, result: [session] },
    run: ({ deps, actor, query, signal }) => listReplays(deps, actor, query, signal),
  }),
  route({
    method: 'GET',
    url: '/rrweb/{session_id}',
    operation: 'get_replay',
    tag,
    permission: 'view',
    summary: 'Get a recording: its events of all posts, merged in order',
    description:
      'A recording of more than some 50 MB, or of more posts than `limit`, comes in parts: where `truncated` is true, ask again with the `cursor` that came with it, ' +
      'until it is false. Whoever puts the parts together sorts the events where two parts meet: a post may reach into the time of the next.',
    params: z.object({ session_id: z.string().min(1).max(sessionIdLengthMax) }),
    query: ReplayPage,
    result: Replay,
    errors: ['not_found', 'invalid_parameter'],
    example: {
      params: { session_id: session.sessionId },
      query: { limit: 100 },
      result: {
        session,
        events: [{ type: 4, data: { href: session.url }, timestamp: 1_769_860_800_000 }],
        truncated: false,
      },
    },
    run: async ({ deps, actor, params, query, signal }) =>
      new Content(json, await getReplay(deps, actor, params.session_id, query, signal)),
  }),
];
