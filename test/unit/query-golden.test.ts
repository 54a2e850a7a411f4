import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { compile, type CompileOptions } from '../../src/query/compile.ts';
import { allFunctions } from '../../src/query/functions/all.ts';
import { operators } from '../../src/query/syntax/operators.ts';
import { renderDiagnostics } from '../../src/query/text/caret.ts';
import { nowNs, projectA, range, seedQueryData, testCatalogue } from '../support/query-data.ts';
import { stores } from '../support/stores.ts';

/**
 * A folder is a theme; `query.kql` holds its queries, each under a line `//# name`. Beside it stand what they compile to and,
 * on the test data, give. `UPDATE_GOLDEN=1` records them again: review the diff. A name ending in `~` has no fixed rows.
 */
const root = fileURLToPath(new URL('../golden/query', import.meta.url));
const update = process.env['UPDATE_GOLDEN'] === '1';

interface Case {
  readonly name: string;
  readonly text: string;
}

function casesOf(folder: string): readonly Case[] {
  const sections = readFileSync(join(root, folder, 'query.kql'), 'utf8')
    .split(/^\/\/# /m)
    .slice(1);
  return sections.map((section) => {
    const end = section.indexOf('\n');
    return { name: section.slice(0, end).trim(), text: section.slice(end + 1).trim() };
  });
}

interface Request {
  readonly source?: string;
  readonly options?: CompileOptions;
}

function requestOf(folder: string): Request {
  const file = join(root, folder, 'request.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Request) : {};
}

const folders = readdirSync(root).toSorted();

t.test('queries compile to the statements, and give the rows, that are recorded', async (t) => {
  const { clickhouse, reader } = await stores(t);
  await seedQueryData(clickhouse, [projectA]);
  const rowsOf = async (query: string, params: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const result = await reader.query({ query, query_params: { ...params }, format: 'TabSeparatedWithNames' });
    return await result.text();
  };
  for (const folder of folders) {
    await t.test(folder, async (t) => {
      const request = requestOf(folder);
      const out = { 'params.sql': '', 'readable.sql': '', 'rows.tsv': '', 'diagnostics.txt': '' };
      for (const { name, text } of casesOf(folder)) {
        const result = compile(text, {
          projectId: projectA,
          source: request.source ?? 'events',
          range,
          now: nowNs,
          catalogue: testCatalogue,
          ...(request.options === undefined ? {} : { options: request.options }),
        });
        const found = renderDiagnostics(text, result.ok ? result.warnings : result.diagnostics);
        if (found !== '') out['diagnostics.txt'] += `# ${name}\n${found}\n`;
        if (!result.ok) continue;
        const params = JSON.stringify(result.params, (_, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        );
        out['params.sql'] += `-- # ${name}\n${result.sql}\n-- ${params}\n\n`;
        out['readable.sql'] += `-- # ${name}\n${result.readable}\n\n`;
        if (name.endsWith('~')) continue;
        const rows = await rowsOf(result.sql, result.params);
        t.equal(await rowsOf(result.readable), rows, `${name}: values bound and values written out give the same rows`);
        out['rows.tsv'] += `# ${name}\n${rows}\n`;
      }
      for (const [file, text] of Object.entries(out)) {
        const path = join(root, folder, file);
        if (update) writeFileSync(path, text);
        else t.equal(existsSync(path) ? readFileSync(path, 'utf8') : '', text, file);
      }
    });
  }
});

t.test('every operator and every function is in some golden query', async (t) => {
  const all = folders
    .flatMap((folder) => casesOf(folder).map((one) => one.text))
    .join('\n')
    .toLowerCase();
  const functions = allFunctions.filter((fn) => fn.kind !== 'unsupported').map((fn) => fn.name.toLowerCase());
  const missing = functions.filter((name) => !new RegExp(`\\b${name}\\(`).test(all));
  t.strictSame(missing, [], 'functions');
  const words = operators.map(({ name }) => name);
  t.strictSame(
    words.filter((word) => !new RegExp(`(^|[|\\n])\\s*${word}\\b`).test(all)),
    [],
    'operators',
  );
});
