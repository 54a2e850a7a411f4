import { Option } from 'commander';
import { uuidv7 } from 'uuidv7';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import type { Actor } from '../../domains/permission.ts';
import { listProjects } from '../../domains/project/service.ts';
import { ApiError } from '../../errors.ts';
import { hasEngines } from '../../store/embedded/credentials.ts';
import { isUnmigrated } from '../../store/faults.ts';
import { openStores, type Stores } from '../../store/stores.ts';

/** What a command is given: the configuration, and where its words go. */
export type Context = {
  config: Config;
  /** Machine-readable output was asked for. */
  json: boolean;
  /** The answer: the value itself with --json, otherwise lines for people. */
  answer: (value: unknown, lines: readonly string[]) => void;
  /** Said on a terminal only, before what takes time. */
  progress: (what: string) => void;
};

/** A command adds itself to the program; `run` hands its work the context and turns what it throws into an exit code. */
export type Run = (work: (context: Context) => Promise<void>) => Promise<void>;

/** The stores of a running service if there is one, else started for the time of the command; new ones only for who may make them. */
export async function withStores<T>(
  context: Context,
  work: (stores: Stores) => Promise<T>,
  { mayMake = false } = {},
): Promise<T> {
  const { dataDir } = context.config;
  if (!mayMake && usesEmbedded(context.config) && !hasEngines(dataDir))
    throw new ApiError('unavailable', {
      message: `There are no stores in ${dataDir}: start the service once, or let COLONNADE_DATA name the directory of one.`,
    });
  const stores = await openStores(context.config, {
    attach: true,
    onProgress: context.progress,
    onLog: (_, message) => context.progress(message),
  });
  try {
    return await work(stores);
  } catch (error) {
    if (!isUnmigrated(error)) throw error;
    throw new ApiError('unavailable', {
      message: 'The stores have no tables yet: start the service once, or run "npm run cli -- migrate".',
      cause: error,
    });
  } finally {
    await stores.close();
  }
}

export function usesEmbedded({ clickhouseUrl, databaseUrl }: Config): boolean {
  return clickhouseUrl === undefined || databaseUrl === undefined;
}

/** For the verbs that need configuration alone. */
export function withPostgres<T>(
  context: Context,
  work: (deps: Pick<Deps, 'sql' | 'now' | 'newId'>) => Promise<T>,
): Promise<T> {
  return withStores(context, async (stores) => {
    const { sql } = await stores.postgres();
    return work({ sql, now: () => new Date(), newId: uuidv7 });
  });
}

export function projectOption(): Option {
  return new Option('--project <id>', 'the project; may be left out where there is one only');
}

/** The command line acts with all rights: on the project that is named, else on the only one that there is. */
export async function actorOf(deps: Parameters<typeof listProjects>[0], projectId: string | undefined): Promise<Actor> {
  const projects = await listProjects(deps);
  const [only] = projects;
  if (only === undefined) throw new Error('there is no project yet; "project create" makes one');
  if (projectId === undefined && projects.length > 1)
    throw new Error(`there are ${projects.length} projects; say which one with --project:${listed(projects)}`);
  const project = projectId === undefined ? only : projects.find(({ id }) => id === projectId);
  if (project === undefined) throw new Error(`there is no project ${projectId}; there are:${listed(projects)}`);
  return { projectId: project.id, permission: 'admin', keyId: null, requestId: 'cli' };
}

const projectsListedMax = 20;

/** A title is what somebody wrote: in quotes it makes no line of its own. */
function listed(projects: readonly { id: string; title: string }[]): string {
  const lines = projects.slice(0, projectsListedMax).map(({ id, title }) => `\n  ${id}  ${JSON.stringify(title)}`);
  return lines.join('') + (projects.length > projectsListedMax ? '\n  … ("project list" shows all)' : '');
}
