import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { createKey } from '../domains/keys/service.ts';
import { createProject, listProjects } from '../domains/project/service.ts';
import { parseJson } from '../lib/json.ts';
import { writePrivate } from '../store/embedded/credentials.ts';

/** What scripts read from `credentials.json` in the data directory. */
const Credentials = z.object({
  base_url: z.string(),
  otlp_http_url: z.string(),
  otlp_grpc_url: z.string(),
  project_id: z.string(),
  api_key: z.string(),
});
export type Credentials = z.infer<typeof Credentials>;

type Needs = Pick<Deps, 'sql' | 'now' | 'newId'>;
type FirstProject = { projectId: string; apiKey: string };

const title = 'Default project';
const requestId = 'first-start';

/**
 * The first project and its admin key, on stores that have no project yet. The key is stored as a hash only, so a
 * start that is cut off before the key is in `credentials.json` leaves a marker, and the next one makes a new key.
 */
export async function ensureFirstProject(deps: Needs, directory: string): Promise<FirstProject | undefined> {
  const marker = join(directory, 'first-start.pending');
  const [existing] = await listProjects(deps);
  if (existing !== undefined && !existsSync(marker)) return undefined;
  await writeFile(marker, '');
  if (existing !== undefined) {
    const actor = { projectId: existing.id, permission: 'admin', keyId: null, requestId } as const;
    const { key } = await createKey(deps, actor, { title: 'first key', permission: 'admin' });
    return { projectId: existing.id, apiKey: key };
  }
  const { project, key } = await createProject(deps, { title, requestId });
  return { projectId: project.id, apiKey: key.key };
}

/** Writes the file for a new project; for a known one, brings the addresses up to date. */
export async function keepCredentials(
  directory: string,
  addresses: Pick<Credentials, 'base_url' | 'otlp_http_url' | 'otlp_grpc_url'>,
  first: FirstProject | undefined,
): Promise<void> {
  const project =
    first === undefined ? await readCredentials(directory) : { project_id: first.projectId, api_key: first.apiKey };
  if (project === undefined) return;
  const { project_id, api_key } = project;
  const credentials: Credentials = { ...addresses, project_id, api_key };
  await writePrivate(join(directory, 'credentials.json'), `${JSON.stringify(credentials, undefined, 2)}\n`);
  await rm(join(directory, 'first-start.pending'), { force: true });
}

export async function readCredentials(directory: string): Promise<Credentials | undefined> {
  const file = join(directory, 'credentials.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const parsed = Credentials.safeParse(parseJson(text));
  if (!parsed.success) throw new Error(`${file} is damaged: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
