import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One public query with what its source expects of it; see the README beside the file. */
export type CorpusRow = {
  readonly id: string;
  readonly query: string;
  readonly query_ours?: string;
  readonly expect: 'ok' | 'error' | 'error?' | 'unsupported';
  readonly tier: 'core' | 'extended' | 'out-of-scope';
};

const corpusFile = fileURLToPath(new URL('../../../shared/data/kql/queries.jsonl', import.meta.url));

/** The public queries, or null (with the reason, for `skip`) where they are not there. */
export const corpus = (): readonly CorpusRow[] | null =>
  existsSync(corpusFile)
    ? readFileSync(corpusFile, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as CorpusRow)
    : null;

export const corpusMissing = `no corpus of public queries at ${corpusFile}`;

export const corpusTexts = (rows: readonly CorpusRow[]): string[] =>
  rows.flatMap((row) => (row.query_ours === undefined ? [row.query] : [row.query, row.query_ours]));
