import { setImmediate } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { nsOf } from '../../lib/time.ts';
import { compile } from '../../query/compile.ts';
import { complete, fieldAt, placeAt } from '../../query/editor/complete.ts';
import { hover } from '../../query/editor/hover.ts';
import { semanticTokens } from '../../query/editor/tokens.ts';
import { positionOf } from '../../query/text/span.ts';
import { typeName } from '../../query/semantic/types.ts';
import { refuse } from '../faults.ts';
import type { Actor } from '../permission.ts';
import { rangeMs, readRange } from '../range.ts';
import { estimate } from './queries.ts';
import { sentValues } from './sent-values.ts';
import { sourceOf } from './source.ts';
import { compileInput, compileQuery } from './run.ts';
import type { CompleteInput, ExplainQuery, QueryCompleted, QueryExplained } from './schema.ts';

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
    ...rangeMs(compiled.range),
    estimate: await estimate(deps.reader, actor.projectId, compiled, signal),
  };
}

const hourNs = 3_600_000_000_000n;

/** Everything an editor asks for at once: what may follow, what it means, how it looks, what is wrong. */
export async function completeQuery(
  deps: Pick<Deps, 'reader' | 'catalogues' | 'now'>,
  actor: Actor,
  { text, offset, source }: CompleteInput,
  signal: AbortSignal,
): Promise<QueryCompleted> {
  if (offset > text.length) refuse([{ path: 'offset', message: 'is beyond the end of the text' }]);
  const now = nsOf(deps.now());
  const input = await compileInput(deps, actor.projectId, {
    source: sourceOf(source),
    range: { from: now - hourNs, to: now },
  });
  const place = placeAt(text, offset, input);
  const field = fieldAt(place);
  const sent = field === null ? [] : await sentValues(deps, actor.projectId, field, signal);
  const completions = complete(place, sent);
  // Of a text as long as may be each of these takes a while.
  await setImmediate();
  const result = compile(text, input);
  await setImmediate();
  const hovered = hover(text, offset, input);
  await setImmediate();
  const tokens = semanticTokens(text, input);
  const diagnostics = result.ok ? result.warnings : result.diagnostics;
  return {
    from: completions.from,
    to: completions.to,
    items: completions.items.map((item) => ({ ...item })),
    hover: hovered,
    tokens: tokens.map((token) => ({ ...token })),
    diagnostics: diagnostics.map(({ code, severity, message, start, end, fixes }) => ({
      code,
      severity,
      message,
      start,
      end,
      fixes: (fixes ?? []).map(({ title, edits }) => ({ title, edits: edits.map((edit) => ({ ...edit })) })),
    })),
  };
}
