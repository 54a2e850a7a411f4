import { randomUUID } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { utcTime } from '../../lib/time.ts';
import type { Tx } from '../../store/transaction.ts';
import { insertAudit } from '../audit/queries.ts';
import { findEvent } from '../events/one.ts';
import { noSuch } from '../faults.ts';
import type { Actor } from '../permission.ts';
import { inSetup } from '../project/setup.ts';
import { countShares, insertShare, revokeShare, selectShares, type ShareRow } from './queries.ts';
import type { ShareLink, ShareLinkCreate, ShareLinkCreated } from './schema.ts';

type Needs = Pick<Deps, 'sql' | 'now' | 'newId' | 'hostUrl'>;

const lifetimeMs = 48 * 3_600_000;
const linksMax = 1_000;

export async function createShare(
  deps: Needs & Pick<Deps, 'reader'>,
  actor: Actor,
  input: ShareLinkCreate,
  signal: AbortSignal,
): Promise<ShareLinkCreated> {
  const event = await findEvent(deps, actor.projectId, input.event_id, input.event_created_at, signal);
  if (event === undefined) {
    throw new ApiError('invalid_body', {
      parameter: 'body',
      message: 'There is no event with this event_id at this event_created_at.',
      details: [{ path: 'event_id', message: 'names no event at this time' }],
    });
  }
  const at = deps.now();
  const link = {
    id: randomUUID(), // not one of `newId`: those tell when they were made, and so are easier to guess
    event_id: event.id,
    event_time: event.timestamp,
    event_type: input.event_type ?? 'log',
    created_at: at,
    expires_at: new Date(at.getTime() + lifetimeMs),
  } as const;
  await inSetup(deps, actor, async (tx) => {
    if ((await countShares(tx, actor.projectId, at)) >= linksMax) {
      throw new ApiError('conflict', {
        message: `A project has at most ${linksMax} links that work; revoke some first.`,
      });
    }
    await insertShare(tx, actor.projectId, { ...link, created_by: actor.keyId });
    await audit(tx, deps, actor, 'create', link);
  });
  return { id: link.id, url: urlOf(deps, link.id) };
}

export async function listShares(deps: Needs, actor: Actor): Promise<ShareLink[]> {
  return (await selectShares(deps.sql, actor.projectId, deps.now())).map((row) => shown(deps, row));
}

export async function deleteShare(deps: Needs, actor: Actor, id: string): Promise<void> {
  await deps.sql.begin(async (tx) => {
    const row = (await revokeShare(tx, actor.projectId, id, deps.now())) ?? missing();
    await audit(tx, deps, actor, 'revoke', row);
  });
}

const missing = noSuch('share_id');

function urlOf(deps: Needs, id: string): string {
  return `${deps.hostUrl}/share/${id}`;
}

function shown(deps: Needs, row: ShareRow): ShareLink {
  const { id, event_id, event_type, created_at, expires_at } = row;
  return {
    id,
    url: urlOf(deps, id),
    event_id,
    event_type,
    created_at: utcTime(created_at),
    expires_at: utcTime(expires_at),
  };
}

/** The id stays out of the log: who reads the log must not be able to use the link. */
async function audit(
  tx: Tx,
  deps: Needs,
  actor: Actor,
  action: string,
  { event_id, event_type, expires_at }: Pick<ShareRow, 'event_id' | 'event_type' | 'expires_at'>,
): Promise<void> {
  await insertAudit(tx, actor, {
    id: deps.newId(),
    at: deps.now(),
    action: `share.${action}`,
    target: { kind: 'event', id: event_id },
    before: null,
    after: { event_id, event_type, expires_at: utcTime(expires_at) },
  });
}
