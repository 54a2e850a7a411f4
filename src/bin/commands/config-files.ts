import { mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DashboardInput } from '../../domains/dashboards/schema.ts';
import { withIds } from '../../domains/dashboards/widgets.ts';
import { contentOf, inputOf } from '../../domains/monitors/content.ts';
import { MonitorInput } from '../../domains/monitors/schema.ts';
import { ApiError } from '../../errors.ts';
import { parseBody } from '../../http/validate.ts';
import { ofFiles, yamlWorkers } from '../../http/yaml.ts';
import { messageOf } from '../../lib/sentence.ts';
import { yamlText } from '../../lib/yaml-text.mjs';

// Monitors and dashboards as files: DIR/monitors/*.yaml and DIR/dashboards/**/*.yaml (or .yml, .json), one in each.

const filesMax = 5_000;
const ending = /\.(ya?ml|json)$/;

export type Document =
  | { readonly kind: 'monitor'; readonly input: MonitorInput }
  | { readonly kind: 'dashboard'; readonly input: DashboardInput };

export type Kind = Document['kind'];

export type ConfigFile = Document & { readonly path: string };

export const folders = { monitor: 'monitors', dashboard: 'dashboards' } as const satisfies Record<Kind, string>;

/** What `apply` finds it by: the file path of a dashboard that has one, else the title. */
export function identityOf(kind: Kind, document: { readonly title: string; readonly file_path?: string | undefined }) {
  return document.file_path === undefined ? `${kind} titled ${document.title}` : `${kind} at ${document.file_path}`;
}

/** Every file of the folder, read and checked; all faults of all files are said at once. */
export async function readConfigFiles(directory: string): Promise<ConfigFile[]> {
  const reader = yamlWorkers(ofFiles);
  const files: ConfigFile[] = [];
  const faults: string[] = [];
  try {
    for (const kind of ['monitor', 'dashboard'] as const) {
      for (const path of await pathsBelow(join(directory, folders[kind]))) {
        try {
          const text = await readFile(path, 'utf8');
          const raw: unknown = JSON.parse(path.endsWith('.json') ? text : await reader.read(text));
          files.push(
            kind === 'monitor'
              ? { kind, path, input: parseBody(MonitorInput, raw) as MonitorInput }
              : { kind, path, input: parseBody(DashboardInput, raw) as DashboardInput },
          );
        } catch (error) {
          faults.push(`${relative(directory, path)}: ${said(error)}`);
        }
      }
    }
  } finally {
    await reader.close();
  }
  faults.push(...repeated(directory, files));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return files;
}

function said(error: unknown): string {
  const details = error instanceof ApiError ? (error.context.details ?? []) : [];
  if (details.length > 0) return details.map(({ path, message }) => `${path} ${message}`.trimStart()).join('; ');
  return messageOf(error);
}

function repeated(directory: string, files: readonly ConfigFile[]): string[] {
  const first = new Map<string, string>();
  return files.flatMap(({ kind, path, input }) => {
    const identity = identityOf(kind, input);
    const other = first.get(identity);
    if (other !== undefined)
      return [`${relative(directory, path)}: ${relative(directory, other)} is the ${identity} too`];
    first.set(identity, path);
    return [];
  });
}

async function pathsBelow(folder: string): Promise<string[]> {
  const paths: string[] = [];
  await collect(folder, paths, new Set([await unlessMissing(realpath(folder))]));
  if (paths.length > filesMax) throw new Error(`${folder} holds more than ${filesMax} files`);
  return paths.toSorted();
}

/** Links are followed, and what is met twice is one. A link to nothing is what editors leave beside a file. */
async function collect(folder: string, paths: string[], met: Set<string | undefined>): Promise<void> {
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    const path = join(folder, name);
    const real = await unlessMissing(realpath(path));
    if (real === undefined || met.has(real)) continue;
    met.add(real);
    const found = await stat(real);
    if (found.isDirectory()) await collect(path, paths, met);
    else if (found.isFile() && ending.test(name)) paths.push(path);
  }
}

function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Where a document belongs that has no file yet: under its own path, else under its title. */
export function newPath(directory: string, { kind, input }: Document, taken: ReadonlySet<string>): string {
  const folder = resolve(directory, folders[kind]);
  const own = kind === 'dashboard' ? input.file_path : undefined;
  const wanted = own === undefined ? undefined : resolve(folder, own.replace(/^\/+/, ''));
  // A folder that is called like a file would stand where that has to.
  const isPossible =
    wanted?.startsWith(folder + sep) === true &&
    wanted.split(sep).every(fitsName) &&
    !relative(folder, dirname(wanted))
      .split(sep)
      .some((name) => ending.test(name));
  const base = wanted !== undefined && isPossible ? wanted.replace(ending, '') : join(folder, slug(input.title));
  for (let number = 1; ; number++) {
    const path = `${base}${number === 1 ? '' : `-${number}`}.yaml`;
    if (!taken.has(path)) return path;
  }
}

/** What file systems take as one name is 255 bytes; ours may become longer by a number and an ending. */
const nameBytesMax = 240;

function fitsName(part: string): boolean {
  return Buffer.byteLength(part) <= nameBytesMax;
}

function slug(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['untitled'];
  return words.join('-').slice(0, 80);
}

/** Whether applying a file would change nothing: then its comments, its order and its own words stay. */
export function saysTheSame({ kind, input }: Document, document: Document): boolean {
  if (kind === 'monitor') {
    if (document.kind !== kind) return false;
    const { active = document.input.active ?? true } = input;
    return isDeepStrictEqual({ ...inputOf(contentOf(input)), active }, document.input);
  }
  const { schema = { constants: [], variables: [], tabs: [], widgets: [] }, ...rest } = input;
  return isDeepStrictEqual({ ...rest, schema: withIds(schema) }, document.input);
}

/** One folder after the other: of a place that takes none, as /proc, Node.js itself tries for ever to make a whole path. */
export async function makeFolder(path: string): Promise<void> {
  if ((await unlessMissing(stat(path)))?.isDirectory() === true) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path);
}

export async function writeDocument(path: string, input: object): Promise<'created' | 'updated' | 'same'> {
  const text = path.endsWith('.json') ? `${JSON.stringify(input, null, 2)}\n` : yamlText(input);
  const before = await readFile(path, 'utf8').catch(() => undefined);
  if (before === text) return 'same';
  await makeFolder(dirname(path));
  // Beside it first: what is cut off leaves the file as it was, and a link goes on leading to it.
  const target = (await unlessMissing(realpath(path))) ?? path;
  const beside = join(dirname(target), `.colonnade-${process.pid}`);
  try {
    await writeFile(beside, text, { mode: (await unlessMissing(stat(target)))?.mode });
    await rename(beside, target);
  } finally {
    await rm(beside, { force: true });
  }
  return before === undefined ? 'created' : 'updated';
}
