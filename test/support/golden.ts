import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, type CompileOptions, type CompileResult } from '../../src/query/compile.ts';
import { nowNs, projectA, range, testCatalogue } from './query-data.ts';

/**
 * A folder is a theme; `query.kql` holds its queries, each under a line `//# name`. Beside it stand what they compile to and,
 * on the test data, give. A name ending in `~` has no fixed rows.
 */
export const goldenRoot = fileURLToPath(new URL('../golden/query', import.meta.url));
export const goldenFolders = readdirSync(goldenRoot).toSorted();

export interface GoldenCase {
  readonly name: string;
  readonly text: string;
  readonly hasRows: boolean;
  readonly result: CompileResult;
}

interface Request {
  readonly source?: string;
  readonly options?: CompileOptions;
}

export function goldenCases(folder: string): readonly GoldenCase[] {
  const file = join(goldenRoot, folder, 'request.json');
  const request = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Request) : {};
  const sections = readFileSync(join(goldenRoot, folder, 'query.kql'), 'utf8')
    .split(/^\/\/# /m)
    .slice(1);
  return sections.map((section) => {
    const end = section.indexOf('\n');
    const [name, text] = [section.slice(0, end).trim(), section.slice(end + 1).trim()];
    const result = compile(text, {
      projectId: projectA,
      source: request.source ?? 'events',
      range,
      now: nowNs,
      catalogue: testCatalogue,
      ...(request.options === undefined ? {} : { options: request.options }),
    });
    return { name, text, hasRows: !name.endsWith('~'), result };
  });
}
