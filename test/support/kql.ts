import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One public query with what its source expects of it; see the README beside the file. */
export interface CorpusRow {
  readonly id: string;
  readonly query: string;
  readonly query_ours?: string;
  readonly expect: 'ok' | 'error' | 'error?' | 'unsupported';
  readonly tier: string;
  readonly level?: string;
  readonly kind?: string;
  readonly lang?: string;
  readonly why?: string;
  readonly row?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly assumes?: { readonly tables?: readonly string[]; readonly fixture?: string };
  readonly expected_text?: string;
  readonly expected_csv?: string;
  readonly expected_table?: string;
  readonly expected_partial?: boolean;
  readonly kusto_columns?: string;
}

const corpusFile = fileURLToPath(new URL('../../../shared/data/kql/queries.jsonl', import.meta.url));

/** The public queries, or null (with the reason, for `skip`) where they are not there. */
export const corpus = (): readonly CorpusRow[] | null => (existsSync(corpusFile) ? readCorpus(corpusFile) : null);

export const readCorpus = (file: string): readonly CorpusRow[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as CorpusRow);

export const corpusMissing = `no corpus of public queries at ${corpusFile}`;

export const corpusTexts = (rows: readonly CorpusRow[]): string[] =>
  rows.flatMap((row) => (row.query_ours === undefined ? [row.query] : [row.query, row.query_ours]));
