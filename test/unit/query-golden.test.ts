import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { allFunctions } from '../../src/query/functions/all.ts';
import { operators } from '../../src/query/syntax/operators.ts';
import { renderDiagnostics } from '../../src/query/text/caret.ts';
import { goldenCases, goldenFolders, goldenRoot } from '../support/golden.ts';
import { projectA, seedQueryData } from '../support/query-data.ts';
import { stores } from '../support/stores.ts';

/** `UPDATE_GOLDEN=1` records what stands beside the queries again: review the diff. */
const update = process.env['UPDATE_GOLDEN'] === '1';

t.test('queries compile to the statements, and give the rows, that are recorded', async (t) => {
  const { clickhouse, reader } = await stores(t);
  await seedQueryData(clickhouse, [projectA]);
  const rowsOf = async (query: string, params: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const result = await reader.query({ query, query_params: { ...params }, format: 'TabSeparatedWithNames' });
    return await result.text();
  };
  for (const folder of goldenFolders) {
    await t.test(folder, async (t) => {
      const out = { 'params.sql': '', 'readable.sql': '', 'rows.tsv': '', 'diagnostics.txt': '' };
      for (const { name, text, hasRows, result } of goldenCases(folder)) {
        const found = renderDiagnostics(text, result.ok ? result.warnings : result.diagnostics);
        if (found !== '') out['diagnostics.txt'] += `# ${name}\n${found}\n`;
        if (!result.ok) continue;
        const params = JSON.stringify(result.params, (_, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        );
        out['params.sql'] += `-- # ${name}\n${result.sql}\n-- ${params}\n\n`;
        out['readable.sql'] += `-- # ${name}\n${result.readable}\n\n`;
        if (!hasRows) continue;
        const rows = await rowsOf(result.sql, result.params);
        t.equal(await rowsOf(result.readable), rows, `${name}: values bound and values written out give the same rows`);
        out['rows.tsv'] += `# ${name}\n${rows}\n`;
      }
      for (const [file, text] of Object.entries(out)) {
        const path = join(goldenRoot, folder, file);
        if (update) writeFileSync(path, text);
        else t.equal(existsSync(path) ? readFileSync(path, 'utf8') : '', text, file);
      }
    });
  }
});

t.test('every operator and every function is in some golden query', async (t) => {
  const all = goldenFolders
    .flatMap((folder) => goldenCases(folder).map((one) => one.text))
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
