import type { Deps } from '../../deps.ts';
import { positionOf } from '../../query/text/span.ts';
import { typeName } from '../../query/semantic/types.ts';
import { sourceOf } from '../events/request.ts';
import type { Actor } from '../permission.ts';
import { readRange } from '../range.ts';
import { estimate } from './queries.ts';
import { compileQuery } from './run.ts';
import type { ExplainQuery, QueryExplained } from './schema.ts';

export async function explainQuery(
  deps: Pick<Deps, 'reader' | 'catalogues' | 'now'>,
  actor: Actor,
  input: ExplainQuery,
  signal: AbortSignal,
): Promise<QueryExplained> {
  const text = input.query ?? '';
  const compiled = await compileQuery(deps, actor.projectId, {
    text,
    source: sourceOf(input.source),
    range: readRange(input, deps.now()),
  });
  return {
    sql: compiled.readable,
    shape: compiled.shape,
    columns: compiled.columns.map(({ name, type, role, unit }) => ({
      name,
      type: typeName(type),
      role,
      ...(unit === undefined ? {} : { unit }),
    })),
    tables: [...compiled.explain.tables],
    fields: [...compiled.explain.fields],
    functions: [...compiled.explain.functions],
    warnings: compiled.warnings.map(({ message, start, end }) => ({
      message,
      ...positionOf(text, start),
      length: Math.max(1, end - start),
    })),
    from: Number(compiled.range.from / 1_000_000n),
    to: Number(compiled.range.to / 1_000_000n),
    estimate: await estimate(deps.reader, actor.projectId, compiled, signal),
  };
}
