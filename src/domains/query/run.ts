import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { inTurns } from '../../lib/in-turns.ts';
import { jsonCells } from '../../lib/json-cells.ts';
import { ended } from '../../lib/sentence.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import { nsOf } from '../../lib/time.ts';
import { compile, type CompileInput, type CompileOptions, type Compiled } from '../../query/compile.ts';
import type { Variables } from '../../query/syntax/variables.ts';
import { isError, type Diagnostic } from '../../query/text/diagnostic.ts';
import { rowsMax } from '../../query/semantic/stage.ts';
import { positionOf } from '../../query/text/span.ts';
import { ReadStopped } from '../../store/read.ts';

/** The one place where the text of a user's query becomes a statement, and a statement becomes rows. */

export interface QueryRequest {
  readonly text: string;
  readonly source: string;
  readonly range: TimeRange;
  /** The present; for looking at the past as it was. */
  readonly now?: bigint | undefined;
  readonly variables?: Variables | undefined;
  readonly options?: CompileOptions;
  /** Where the text came from, for errors: `query`, or `body`. */
  readonly parameter?: string | undefined;
}

/** What a text is read against: the project's catalogue, a range, a present. */
export async function compileInput(
  deps: Pick<Deps, 'catalogues' | 'now'>,
  projectId: string,
  request: Omit<QueryRequest, 'text' | 'parameter'>,
  catalogueAfterMs?: number,
): Promise<CompileInput> {
  const { catalogue } = await deps.catalogues.of(projectId, catalogueAfterMs);
  return {
    projectId,
    source: request.source,
    range: request.range,
    now: request.now ?? nsOf(deps.now()),
    catalogue,
    ...(request.variables === undefined ? {} : { variables: request.variables }),
    ...(request.options === undefined ? {} : { options: request.options }),
  };
}

/** Compiles for a project. Throws every fault of the text, the first with its place. */
export async function compileQuery(
  deps: Pick<Deps, 'catalogues' | 'now'>,
  projectId: string,
  request: QueryRequest,
): Promise<Compiled> {
  const askedMs = deps.now().getTime();
  const compileWith = async (catalogueAfterMs?: number) =>
    compile(request.text, await compileInput(deps, projectId, request, catalogueAfterMs));
  let result = await compileWith();
  // What was sent since the catalogue was read is known too.
  if (!result.ok && result.diagnostics.some(({ code }) => code === unknownName)) result = await compileWith(askedMs);
  if (result.ok) return result;
  throw queryFault(request.text, result.diagnostics, request.parameter ?? 'query');
}

const unknownName = 'E301';

export function queryFault(text: string, diagnostics: readonly Diagnostic[], parameter: string): ApiError {
  const errors = diagnostics.filter(isError);
  const [first] = errors;
  if (first === undefined) return new ApiError('invalid_query', { parameter });
  const suggestion = insteadOf(text, first);
  return new ApiError(first.code === unknownName ? 'unknown_field' : 'invalid_query', {
    parameter,
    message: sentence(first, text),
    position: { ...positionOf(text, first.start), length: Math.max(1, first.end - first.start) },
    ...(suggestion === undefined ? {} : { suggestion }),
    details: errors.map((error) => {
      const { line, column } = positionOf(text, error.start);
      return { path: `${parameter}:${line}:${column}`, message: error.message };
    }),
  });
}

/** Begins with a capital, unless that is a letter of the query's own: names are what they are. */
function sentence({ message, start, end }: Diagnostic, text: string): string {
  const first = firstWord(message);
  const isOwn = message.startsWith(`${first}()`) || firstWord(text.slice(start, end)) === first;
  return ended(isOwn ? message : message.charAt(0).toUpperCase() + message.slice(1));
}

function firstWord(text: string): string {
  return /^\w*/.exec(text)?.[0] ?? '';
}

/** What the first fix puts in the place of the fault; undefined where it changes something else. */
function insteadOf(text: string, { start, end, fixes }: Diagnostic): string | undefined {
  const edits = fixes?.[0]?.edits ?? [];
  if (edits.length === 0 || edits.some((edit) => edit.start < start || edit.end > end)) return undefined;
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (fixed, edit) => fixed.slice(0, edit.start - start) + edit.text + fixed.slice(edit.end - start),
      text.slice(start, end),
    );
}

export interface RunOptions {
  readonly operation: string;
  readonly signal: AbortSignal;
}

/** Of a long answer, which must not hold up everybody else. */
export const charsPerTurn = 4_000_000;

/** Cells of each row as JSON text, in the order of `compiled.columns`. */
export type CellRows = readonly (readonly string[])[];

export async function runQuery(
  deps: Pick<Deps, 'reader'>,
  projectId: string,
  compiled: Compiled,
  options: RunOptions,
): Promise<CellRows> {
  const lines = await deps.reader.rows({ projectId, sql: compiled.sql, params: compiled.params, ...options });
  // The engine prints JSON values as text, since its own JSON would reorder keys and round numbers.
  const dynamic = compiled.columns.flatMap(({ type }, index) => (type === 'dynamic' ? [index] : []));
  const rows: string[][] = [];
  for await (const line of inTurns(lines, charsPerTurn, ({ length }) => length)) {
    const cells = jsonCells(line);
    for (const index of dynamic) {
      const cell = cells[index];
      if (cell?.startsWith('"')) cells[index] = JSON.parse(cell) as string;
    }
    rows.push(cells);
  }
  return rows;
}

/** Whether a result ends where every result ends, and not where its query says. */
export function isCutOff({ take }: Compiled, rows: CellRows): boolean {
  return rows.length >= rowsMax && rows.length !== take;
}

export const cutOffNote = `At most ${rowsMax} rows of a result are returned; there may be more.`;

/** A query that was good and could not be finished is an answer with `error` in it, not a failure of the call. */
export async function orStopped<T>(
  work: () => Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; error: string }> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof ReadStopped) return { ok: false, error: error.message };
    throw error;
  }
}
