import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { utcTime } from '../../lib/time.ts';
import type { Tx } from '../../store/transaction.ts';
import { auditOf } from '../audit/record.ts';
import { noSuch } from '../faults.ts';
import { permits, type Actor, type KeyPermission } from '../permission.ts';
import { assertRoom, inSetup } from '../project/setup.ts';
import { generateKey, keyHash, prefixLength } from './key.ts';
import { deleteKey, insertKey, lockKeys, selectKey, selectKeys, setKeyActive, type KeyRow } from './queries.ts';
import type { ApiKeyCreate, ApiKeyCreated, ApiKeySummary } from './schema.ts';

type Needs = Pick<Deps, 'sql' | 'now' | 'newId'>;

const keysMax = 1_000;

export async function listKeys(deps: Needs, actor: Actor): Promise<ApiKeySummary[]> {
  return (await selectKeys(deps.sql, actor.projectId)).map(summary);
}

export async function getKey(deps: Needs, actor: Actor, id: string): Promise<ApiKeySummary> {
  return summary((await selectKey(deps.sql, actor.projectId, id)) ?? missing());
}

/** For calls that go on for long: whether the key with which one began may still. */
export async function isKeyGood(deps: Pick<Needs, 'sql'>, { projectId, keyId }: Actor): Promise<boolean> {
  return keyId === null || (await selectKey(deps.sql, projectId, keyId))?.active === true;
}

export async function createKey(deps: Needs, actor: Actor, input: ApiKeyCreate): Promise<ApiKeyCreated> {
  const permission = input.permission ?? 'edit';
  if (!permits(actor.permission, permission)) {
    throw new ApiError('forbidden', {
      message: `A key with permission ${actor.permission} cannot create one with ${permission}.`,
    });
  }
  return inSetup(deps, actor, async (tx) => {
    await assertRoom(tx, actor, 'api_keys', keysMax);
    return addKey(tx, deps, actor, { title: input.title, permission });
  });
}

/** Also the way a new project gets its first key, in the transaction that makes the project. */
export async function addKey(
  tx: Tx,
  deps: Needs,
  actor: Actor,
  input: { title: string; permission: KeyPermission },
): Promise<ApiKeyCreated> {
  const key = generateKey();
  const hash = keyHash(key);
  if (hash === undefined) throw new Error('a generated key does not pass its own check');
  const at = deps.now();
  const row = await insertKey(tx, actor.projectId, {
    ...input,
    id: deps.newId(),
    prefix: key.slice(0, prefixLength),
    hash,
    at,
  });
  await audit(tx, deps, actor, 'create', null, row);
  return { summary: summary(row), key };
}

export async function setActive(deps: Needs, actor: Actor, id: string, active: boolean): Promise<ApiKeySummary> {
  return deps.sql.begin(async (tx) => {
    const row = await lockKey(tx, actor, id, active);
    if (row.active === active) return summary(row);
    const changed = { ...row, active };
    await setKeyActive(tx, actor.projectId, id, active);
    await audit(tx, deps, actor, active ? 'activate' : 'deactivate', row, changed);
    return summary(changed);
  });
}

export async function removeKey(deps: Needs, actor: Actor, id: string): Promise<void> {
  await deps.sql.begin(async (tx) => {
    const row = await lockKey(tx, actor, id, false);
    await deleteKey(tx, actor.projectId, id, deps.now());
    await audit(tx, deps, actor, 'delete', row, null);
  });
}

/** Finds the key under a lock; refuses when the project would be left without an active admin key. */
async function lockKey(tx: Tx, actor: Actor, id: string, staysActive: boolean): Promise<KeyRow> {
  const keys = await lockKeys(tx, actor.projectId);
  const row = keys.find((key) => key.id === id) ?? missing();
  const isLast =
    row.active &&
    row.permission === 'admin' &&
    !keys.some((key) => key.id !== id && key.active && key.permission === 'admin');
  if (isLast && !staysActive) {
    throw new ApiError('conflict', {
      parameter: 'key_id',
      message: 'This is the last active admin key of the project; create another one first.',
    });
  }
  return row;
}

const missing = noSuch('key_id');

function summary(row: KeyRow): ApiKeySummary {
  const { id, title, key_prefix, permission, active, created_at } = row;
  return { id, title, key_prefix, permission, active, created_at: utcTime(created_at) };
}

const audit = auditOf('api_key', summary, ({ id }) => id);
