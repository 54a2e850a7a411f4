import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

/** The architecture as a test: what may import what, and where each kind of thing may stand. */

const root = fileURLToPath(new URL('..', import.meta.url));
const files = await sources('src');

/** Innermost first: a part may import itself and what stands before it. Parts in one row do not know each other. */
const layers = [
  ['lib', 'errors'],
  ['config'],
  ['query'],
  ['store'],
  ['deps', 'domains'],
  ['http', 'mcp', 'jobs', 'ingest'],
  ['app', 'worker'],
  ['bin'],
];

/** Doors' value constructors, which nouns use to say what they offer, and the checks of input that all doors share. */
const constructors = new Set(['http/route', 'http/validate', 'jobs/job']);
/** Pure parts of ingest that nouns share, and pure parts of nouns that ingest shares. */
const pure = new Set(['ingest/events/shape', 'deps']);

async function sources(folder: string): Promise<{ name: string; text: string; imports: string[] }[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile() && /\.m?ts$/.test(entry.name))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const text = await readFile(path, 'utf8');
        const name = relative(join(root, folder), path).replace(/\.ts$/, '');
        const imports = [...text.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+)'/gm)].map(([, target]) =>
          relative(join(root, folder), join(entry.parentPath, target ?? '')).replace(/\.ts$/, ''),
        );
        return { name, text, imports };
      }),
  );
}

const part = (name: string) => name.split('/')[0] ?? name;
const layer = (name: string) => layers.findIndex((row) => row.includes(part(name)));

t.test('there are files to look at', async (t) => {
  t.ok(files.length > 40, `${files.length} files`);
  for (const { name } of files) t.not(layer(name), -1, `${name} has a place in the layers`);
});

t.test('dependencies point inwards', async (t) => {
  for (const { name, imports } of files) {
    for (const target of imports) {
      const inwards = part(target) === part(name) || layer(target) < layer(name);
      t.ok(inwards || constructors.has(target) || pure.has(target), `${name} may not import ${target}`);
    }
  }
});

t.test('only bin/ and config.ts read the environment', async (t) => {
  for (const { name, text } of files) {
    if (part(name) !== 'bin') t.notMatch(text, /process\.env\b/, name);
  }
});

t.test('only http/ and app.ts know fastify', async (t) => {
  for (const { name, text } of files) {
    if (part(name) !== 'http' && name !== 'app')
      t.notMatch(text, /^import (?!type)[^;]*from '(@fastify\/|fastify')/m, name);
  }
});

t.test('only store/ opens connections to the stores', async (t) => {
  for (const { name, text } of files) {
    if (part(name) !== 'store') t.notMatch(text, /^import (?!type)[^;]*from '(postgres|@clickhouse\/client)'/m, name);
  }
});

t.test('SQL stands in queries files, query/ and store/ only', async (t) => {
  const statement = /`\s*(select|insert into|update|delete from|alter table|create table|with)\s/i;
  for (const { name, text } of files) {
    if (/(^|\/)queries(-[a-z-]+)?$/.test(name) || part(name) === 'query' || part(name) === 'store') continue;
    t.notMatch(text, statement, name);
  }
});

t.test('query/ and lib/ are pure: no I/O, no clock, no chance', async (t) => {
  for (const { name, text } of files) {
    if (part(name) !== 'query' && part(name) !== 'lib') continue;
    t.notMatch(text, /from 'node:(fs|net|http|child_process|timers|dns|worker_threads)/, name);
    t.notMatch(
      text,
      /\bDate\.now\(|new Date\(\)|performance\.now\(|Math\.random\(|\bprocess\.(env|argv|cwd|hrtime|pid|std)/,
      name,
    );
  }
});

t.test('no default exports, no left-overs', async (t) => {
  for (const { name, text } of files) {
    t.notMatch(text, /^export default/m, name);
    t.notMatch(text, /\b(TODO|FIXME|XXX)\b|console\.(log|debug)\(/, name);
  }
});
