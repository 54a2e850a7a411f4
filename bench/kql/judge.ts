import { compile, type Compiled, type CompileResult } from '../../src/query/compile.ts';
import type { AttributeFact } from '../../src/query/catalogue/table.ts';
import { evaluate, notEvaluable } from '../../test/support/evaluate/evaluate.ts';
import type { CorpusRow } from '../../test/support/kql.ts';
import { recordOf } from './record.ts';
import type { Runner } from './runner.ts';
import { catalogueFor } from './tables.ts';
import { sameResult } from './results.ts';

/** One check of one row; `reason` is null when it holds. */
export interface Verdict {
  readonly row: CorpusRow;
  readonly check: 'ok' | 'ours' | 'error' | 'error?' | 'unsupported' | 'result' | 'columns';
  readonly reason: string | null;
}

const now = 1_780_000_000_000_000_000n;
const twoHours = 7_200_000_000_000n;

/** A mechanical renaming leaves foreign names where they were: there an unknown name is an attribute nobody sent. */
type Names = 'error' | 'attribute';

function compileRow(row: CorpusRow, text: string, sent: readonly AttributeFact[], unknownFields: Names): CompileResult {
  const catalogue = catalogueFor(text, row.lang === 'pql' ? 'pql' : 'kql', sent);
  return compile(text, {
    projectId: 'corpus',
    source: 'spans',
    range: { from: now - twoHours, to: now },
    now,
    catalogue,
    options: { unknownFields, defaultLimit: 10_000 },
  });
}

export async function judge(
  row: CorpusRow,
  sent: readonly AttributeFact[],
  runner: Runner | null,
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  const add = (check: Verdict['check'], reason: string | null): void => {
    verdicts.push({ row, check, reason });
  };
  let result: CompileResult;
  try {
    result = compileRow(row, row.kind === 'scalar' ? `print result = (${row.query})` : row.query, sent, 'error');
  } catch (error) {
    add(
      row.expect,
      `compile threw ${error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 3).join(' ') : String(error)}`,
    );
    return verdicts;
  }
  add(row.expect, verdictOf(row, result));
  if (!result.ok || row.expect !== 'ok') return verdicts;
  if (row.query_ours !== undefined) {
    const ours = compileRow(row, row.query_ours, sent, 'attribute');
    add('ours', ours.ok ? null : firstMessage(ours));
  }
  if (row.kusto_columns !== undefined && row.kusto_columns !== '' && !readsOpenTable(row))
    add('columns', columnsDiffer(row.kusto_columns, result));
  if (row.kind === 'filter-eval') add('result', verdictOnRow(row, result));
  const expected = expectedOf(row);
  if (expected && runner !== null) {
    try {
      add('result', sameResult(row, result, await runner.run(result.sql, result.params)));
    } catch (error) {
      add('result', error instanceof Error ? error.message.split('\n')[0]!.slice(0, 300) : String(error));
    }
  }
  return verdicts;
}

/** A filter is asked of one record, in process. */
function verdictOnRow(row: CorpusRow, result: Compiled): string | null {
  if (result.filter === null) return 'is no filter';
  const reason = notEvaluable(result.filter);
  if (reason !== null) return `needs ${reason}`;
  const verdict = evaluate(result.filter, recordOf(row.row ?? {}), now);
  return verdict === row.result ? null : `is ${verdict}, not ${String(row.result)}`;
}

/** Only rows that stand in the query itself can be run: nobody has the tables that the others read. */
function expectedOf(row: CorpusRow): boolean {
  if (row.kind === 'filter-eval') return false;
  if (row.kind === 'scalar') return row.result !== undefined;
  const given = row.expected_text ?? row.expected_csv ?? row.expected_table;
  return given !== undefined && (row.assumes?.tables ?? []).length === 0 && row.assumes?.fixture === undefined;
}

function verdictOf(row: CorpusRow, result: CompileResult): string | null {
  switch (row.expect) {
    case 'ok': {
      if (result.ok) return null;
      // The grammar alone is asserted where the tables are fictional.
      const grammar = result.diagnostics.some((one) => one.severity === 'error' && /^E[12]/.test(one.code));
      return row.level === 'parse' && !grammar ? null : firstMessage(result);
    }
    case 'error?':
      return null;
    case 'error': {
      if (result.ok) return 'was accepted';
      const outside = result.diagnostics.find(
        (one) => one.start < 0 || one.end > row.query.length || one.start > one.end,
      );
      return outside === undefined ? null : `range ${outside.start}..${outside.end} is outside of the text`;
    }
    case 'unsupported': {
      if (result.ok) return 'was accepted';
      const named = result.diagnostics.some((one) => one.code.startsWith('E6') && /not supported/.test(one.message));
      return named ? null : `not by name: ${firstMessage(result)}`;
    }
  }
}

function firstMessage(result: CompileResult): string {
  if (result.ok) return '';
  const first = result.diagnostics.find((one) => one.severity === 'error') ?? result.diagnostics[0];
  return first === undefined
    ? 'refused without a diagnostic'
    : `${first.code} ${first.message} at ${first.start}..${first.end}`;
}

const undescribed =
  /\b(?:demo_|Perf|Usage|SigninLogs|GithubEvent|TraceLogs|MyLogTable|hits|make_series_test|mv_expand_test|sample-http|otel-demo)/;

/** Columns of a table nobody described are of unknown type. */
function readsOpenTable(row: CorpusRow): boolean {
  return undescribed.test(row.query) || row.level === 'parse';
}

function columnsDiffer(expected: string, result: Compiled): string | null {
  const ours = result.columns
    .map((column) => `${column.name}:${column.type === 'unknown' ? 'dynamic' : column.type}`)
    .join(', ');
  return ours === expected ? null : `columns ${ours}; Kusto has ${expected}`;
}
