import { readdir } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import type { ISql, Sql } from 'postgres';
import { uuidv7 } from 'uuidv7';
import type { Deps } from '../../deps.ts';
import { applyDashboard, getDocument, listDashboards } from '../../domains/dashboards/service.ts';
import { applyMonitor, getMonitorInput, listMonitors } from '../../domains/monitors/service.ts';
import type { Actor } from '../../domains/permission.ts';
import { catalogues } from '../../domains/schema/catalogue.ts';
import { ApiError } from '../../errors.ts';
import { fairGate } from '../../lib/fair-gate.ts';
import { lineDiff } from '../../lib/line-diff.ts';
import { yamlText } from '../../lib/yaml-text.mjs';
import { createReader, gateLimits } from '../../store/read.ts';
import type { Tx } from '../../store/transaction.ts';
import { actorOf, projectOption, type Context, type Run, withStores } from './command.ts';
import {
  folders,
  identityOf,
  makeFolder,
  newPath,
  readConfigFiles,
  saysTheSame,
  writeDocument,
  type ConfigFile,
  type Document,
} from './config-files.ts';

type Needs = Pick<Deps, 'sql' | 'now' | 'newId' | 'catalogues'>;

interface Change {
  readonly action: 'create' | 'update' | 'same';
  readonly what: string;
  readonly file: string;
  readonly diff: readonly string[];
}

export function addConfig(program: Command, run: Run): void {
  const command = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .argument('<dir>', 'holds monitors/*.yaml and dashboards/**/*.yaml')
      .addOption(projectOption());

  command(
    'apply',
    'make monitors and dashboards what the files say, all of them or none; those that no file names stay as they are',
  )
    .option('--dry-run', 'only show what would change')
    .action((directory: string, options: { project?: string; dryRun?: boolean }) =>
      run((context) => applied(context, directory, options.project, options.dryRun === true)),
    );
  command('diff', 'show what apply would change').action((directory: string, options: { project?: string }) =>
    run((context) => applied(context, directory, options.project, true)),
  );
  command(
    'pull',
    'write monitors and dashboards into files; a file that says the same, or of nothing there, is left alone',
  ).action((directory: string, options: { project?: string }) =>
    run((context) => pulled(context, directory, options.project)),
  );
}

async function applied(
  context: Context,
  directory: string,
  projectId: string | undefined,
  isDry: boolean,
): Promise<void> {
  // Else a misspelt name, or one of the folders in it, would be a project with nothing to do.
  const inside = await readdir(directory).catch(() => {
    throw new Error(`there is no folder ${directory}`);
  });
  if (inside.length > 0 && !Object.values(folders).some((name) => inside.includes(name)))
    throw new Error(`${directory} holds neither ${folders.monitor}/ nor ${folders.dashboard}/`);
  const files = await readConfigFiles(directory);
  await withProject(context, projectId, async (deps, actor) => {
    const changes = await applyFiles(deps, actor, directory, files, isDry);
    const lines = changes.flatMap(({ action, what, file, diff }) =>
      action === 'same' ? [] : [`${action} ${what} (${file})`, ...diff.map((line) => `  ${line}`)],
    );
    const count = (action: Change['action']) => changes.filter((change) => change.action === action).length;
    const verb = isDry ? 'would be ' : '';
    lines.push(`${verb}created ${count('create')}, ${verb}updated ${count('update')}, unchanged ${count('same')}`);
    context.answer({ dry_run: isDry, changes }, lines);
  });
}

class DryRun extends Error {}

/** In one transaction: what does not go through is undone with all the rest, and a dry run is one that is always undone. */
async function applyFiles(
  deps: Needs,
  actor: Actor,
  directory: string,
  files: readonly ConfigFile[],
  isDry: boolean,
): Promise<Change[]> {
  await deps.catalogues.of(actor.projectId); // what the compiler needs, before any lock is taken
  const changes: Change[] = [];
  try {
    await deps.sql.begin(async (tx) => {
      const inside: Needs = { ...deps, sql: asSql(tx) };
      const before = new Map((await documents(inside, actor)).map(({ id, ...document }) => [id, document]));
      const written = new Map<string, string>();
      for (const file of files.toSorted((a, b) => Number(hasFilePath(a)) - Number(hasFilePath(b)))) {
        const name = relative(directory, file.path);
        const { id, after } = await applyOne(inside, actor, file).catch((error: unknown) => {
          throw error instanceof ApiError ? inFile(name, error) : error;
        });
        const other = written.get(id);
        if (other !== undefined)
          throw new Error(
            `${name}: it is the same ${file.kind} as ${other} is; give one another title\nnothing was changed`,
          );
        written.set(id, name);
        const known = before.get(id);
        const [old, next] = [known === undefined ? '' : yamlText(known.input), yamlText(after)];
        changes.push({
          action: known === undefined ? 'create' : old === next ? 'same' : 'update',
          what: identityOf(file.kind, file.input),
          file: name,
          diff: old === next ? [] : lineDiff(old, next),
        });
      }
      if (isDry) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  return changes;
}

/** What is found by its title comes first: else it would be taken for what a file path has made just before. */
function hasFilePath({ kind, input }: Document): boolean {
  return kind === 'dashboard' && input.file_path !== undefined;
}

async function applyOne(deps: Needs, actor: Actor, file: Document): Promise<{ id: string; after: object }> {
  if (file.kind === 'monitor') {
    const { id } = await applyMonitor(deps, actor, file.input);
    return { id, after: await getMonitorInput(deps, actor, id) };
  }
  const { id } = (await applyDashboard(deps, actor, file.input)).summary;
  return { id, after: await getDocument(deps, actor, id) };
}

function inFile(name: string, { code, message, context }: ApiError): ApiError {
  const details = context.details?.map((detail) => `\n  ${detail.path}: ${detail.message}`) ?? [];
  return new ApiError(code, { ...context, message: `${name}: ${message}${details.join('')}\nnothing was changed` });
}

async function pulled(context: Context, directory: string, projectId: string | undefined): Promise<void> {
  const files = await readConfigFiles(directory);
  await withProject(context, projectId, async (deps, actor) => {
    const known = new Map(files.map((file) => [identityOf(file.kind, file.input), file]));
    const taken = new Set(files.map(({ path }) => resolve(path)));
    await makeFolder(resolve(directory));
    const written: { file: string; result: string }[] = [];
    const seen = new Set<string>();
    for (const document of await documents(deps, actor)) {
      const identity = identityOf(document.kind, document.input);
      // `apply` could not tell it from the older one.
      if (seen.has(identity)) {
        written.push({ file: identity, result: 'left out, since an older one is called the same' });
        continue;
      }
      seen.add(identity);
      const file = known.get(identity);
      const path = resolve(file?.path ?? newPath(directory, document, taken));
      taken.add(path);
      const isSame = file !== undefined && saysTheSame(file, document);
      const result = isSame ? 'same' : await writeDocument(path, document.input);
      written.push({ file: relative(directory, path), result });
    }
    for (const [identity, { path }] of known) {
      if (!seen.has(identity))
        written.push({
          file: relative(directory, path),
          result: 'left alone, since the project has nothing of that name',
        });
    }
    context.answer(
      { written },
      written.filter(({ result }) => result !== 'same').map(({ file, result }) => `${result}: ${file}`),
    );
  });
}

/** All there are, the oldest first among those of one title, as `apply` takes them. */
async function documents(deps: Needs, actor: Actor): Promise<(Document & { readonly id: string })[]> {
  const found: (Document & { readonly id: string })[] = [];
  for (const { id } of await listMonitors(deps, actor)) {
    found.push({ kind: 'monitor', id, input: await getMonitorInput(deps, actor, id) });
  }
  const dashboards = await listDashboards(deps, actor, { sort: 'created_at' });
  // A list has starred ones first, in any order.
  for (const { id } of dashboards.toSorted((a, b) => (ageKey(a) < ageKey(b) ? -1 : 1))) {
    found.push({ kind: 'dashboard', id, input: await getDocument(deps, actor, id) });
  }
  return found;
}

/** Ids are in the order of their making, too: they tell apart what was made in one second. */
function ageKey({ created_at, id }: { readonly created_at: string; readonly id: string }): string {
  return created_at + id;
}

/** Verbs open transactions of their own; inside this one, each of those is a savepoint. */
function asSql(tx: Tx): Sql {
  const shared: ISql = tx;
  return new Proxy(shared as Sql, {
    get: (target, key) => (key === 'begin' ? tx.savepoint.bind(tx) : (Reflect.get(target, key) as unknown)),
  });
}

async function withProject(
  context: Context,
  wanted: string | undefined,
  work: (deps: Needs, actor: Actor) => Promise<void>,
): Promise<void> {
  await withStores(context, async (stores) => {
    const { sql } = await stores.postgres();
    const needs = { sql, now: () => new Date(), newId: uuidv7 };
    const actor = await actorOf(needs, wanted);
    const { reader: client } = await stores.clickhouse();
    const reader = createReader(client, fairGate(gateLimits));
    const deps = { ...needs, catalogues: catalogues({ reader, now: needs.now }) };
    await work(deps, actor);
  });
}
