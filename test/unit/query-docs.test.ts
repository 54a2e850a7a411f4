import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { catalogueOf } from '../../src/query/catalogue/catalogue.ts';
import { compile, type CompileInput } from '../../src/query/compile.ts';
import { documentedExamples, fillGenerated } from '../../src/query/docs.ts';
import { allFunctions } from '../../src/query/functions/all.ts';
import { stores } from '../support/stores.ts';

t.setTimeout(300_000);

const file = fileURLToPath(new URL('../../docs/query-language.md', import.meta.url));
const now = (BigInt(Date.now()) / 1000n) * 1_000_000_000n;
const input: CompileInput = {
  projectId: '00000000-0000-7000-8000-000000000001',
  source: 'otlp_logs_and_spans',
  range: { from: now - 86_400_000_000_000n, to: now },
  now,
  catalogue: catalogueOf(),
};

t.test('docs/query-language.md is what the tables of the language say (UPDATE_DOCS=1 rewrites it)', async (t) => {
  const written = readFileSync(file, 'utf8');
  const current = fillGenerated(written);
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, current);
  else t.equal(written, current);
});

t.test('no two functions share a name, and every entry is documented', async (t) => {
  const names = new Map<string, string>();
  for (const fn of allFunctions) {
    for (const name of [fn.name, ...(fn.kind === 'unsupported' ? [] : (fn.aliases ?? []))]) {
      t.equal(name, name.toLowerCase(), `${name} is in lower case`);
      // `range` is an aggregate and an array.
      if (name !== 'range') t.notOk(names.has(name), `${name} of ${fn.name} is not a name of ${names.get(name)}`);
      names.set(name, fn.name);
    }
    if (fn.kind === 'unsupported') continue;
    t.match(fn.doc, /^\S.*\.$/s, `${fn.name}: a sentence`);
    t.ok(fn.example.toLowerCase().includes(fn.name), `${fn.name} is in its example: ${fn.example}`);
  }
});

t.test('every example of the reference compiles and runs', async (t) => {
  const { reader } = await stores(t);
  const blocks = readFileSync(file, 'utf8').match(/(?:^ {4}.*\n)+/gm) ?? [];
  t.ok(blocks.length > 2);
  for (const { name, example } of [...documentedExamples(), ...blocks.map((example) => ({ name: 'text', example }))]) {
    const compiled = compile(example, input);
    t.ok(
      compiled.ok,
      `${name}: ${example} ${compiled.ok ? '' : compiled.diagnostics.map((one) => one.message).join('; ')}`,
    );
    if (!compiled.ok) continue;
    // Sorted: without an order rows come in any.
    const run = async (query: string, query_params: Record<string, unknown>): Promise<string[]> => {
      const result = await reader.query({ query, query_params, format: 'JSONCompactEachRow' });
      return (await result.text()).split('\n').sort();
    };
    try {
      const rows = await run(compiled.sql, { ...compiled.params });
      const readable = await run(compiled.readable, {});
      const volatile = /rand|guid|sample/.test(example);
      if (!volatile) t.same(readable, rows, `${name}: the readable statement gives the same`);
    } catch (error) {
      t.fail(`${name}: ${example}: ${String(error).slice(0, 300)}`);
    }
  }
});
