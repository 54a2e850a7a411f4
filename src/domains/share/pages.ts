import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { htmlPage, type Content, type Page } from '../../http/route.ts';
import { fairGate, GateFull } from '../../lib/fair-gate.ts';
import { gather } from '../../lib/gather.ts';
import { utcTime } from '../../lib/time.ts';
import { withinMs } from '../../lib/within.ts';
import { findEvent } from '../events/one.ts';
import { readTrace } from '../events/trace.ts';
import { readReplay } from '../replay/service.ts';
import { isUuid } from '../types.ts';
import { goneShare, sharePage } from './html.ts';
import { selectSharesById, type ShareRow } from './queries.ts';

/** The page tells what happened first. */
const replayBytesMax = 5_000_000;

/** Who has a link has no key whose requests are counted: one page of a project at a time leaves its reads to the project. */
const turns = fairGate({ runningMax: 4, runningPerProjectMax: 1, waitingPerProjectMax: 20 });

const linksPerLookupMax = 1_000;
const lookupMsMax = 3_000;

/** The link is the only right its holder has: it leads to one event, that event's trace and that event's session. */
export function sharePages({ sql }: Pick<Deps, 'sql'>): Page[] {
  const find = linkLookup(sql);
  return [
    {
      url: '/share/{share_id}',
      run: async ({ deps, params, signal }) => {
        const id = params['share_id'] ?? '';
        const link = isUuid(id) ? await find(id.toLowerCase()) : undefined;
        if (link === undefined) return html(goneShare('There is no such link.'), 404);
        if (link.revoked_at !== null || link.expires_at <= deps.now())
          return html(goneShare('This link has expired.'), 410);
        return turns
          .run(link.project_id, signal, () => shared(deps, link, signal))
          .catch((error: unknown) => {
            throw error instanceof GateFull ? new ApiError('rate_limited', { retryAfterS: 2 }) : error;
          });
      },
    },
  ];
}

/**
 * Anybody may ask for links that nobody made: those that come while Postgres answers go together into the next statement,
 * so that however many they are, they take one connection.
 */
function linkLookup(sql: Deps['sql']): (id: string) => Promise<ShareRow | undefined> {
  const late = () => new ApiError('unavailable', { retryAfterS: 2 });
  return gather(linksPerLookupMax, async (ids) => {
    const rows = await withinMs(selectSharesById(sql, ids), lookupMsMax, late);
    const found = new Map(rows.map((row) => [row.id, row]));
    return (id: string) => found.get(id);
  });
}

async function shared(deps: Deps, link: ShareRow, signal: AbortSignal): Promise<Content> {
  const project = link.project_id;
  const event = await findEvent(deps, project, link.event_id, link.event_time, signal);
  if (event === undefined) return html(goneShare('The event is older than its project keeps events.'), 410);
  const [trace, replay] = await Promise.all([
    event.traceId === '' ? undefined : readTrace(deps, project, event.traceId, signal),
    event.sessionId === ''
      ? undefined
      : readReplay(deps, project, event.sessionId, { bytesMax: replayBytesMax }, signal),
  ]);
  return html(sharePage({ event, type: link.event_type, trace, replay, expiresAt: utcTime(link.expires_at) }), 200);
}

function html(page: string, status: number): Content {
  return htmlPage(page, status, { 'X-Robots-Tag': 'noindex' });
}
