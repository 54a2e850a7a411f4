import type { Deps } from '../../deps.ts';
import { closest, didYouMean } from '../../lib/closest.ts';
import { ended } from '../../lib/sentence.ts';
import type { Compiled } from '../../query/compile.ts';
import { leadingFilters } from '../../query/plan/fields.ts';
import type { Predicate } from '../../query/semantic/rq.ts';
import { sentValues } from './sent-values.ts';

/** Of the values that a query asks for; more are looked at by nobody. */
const valuesMax = 4;

/** What is no fault of a query can still be a slip. */
export function slipOf({ warnings: [warning] }: Compiled): string | undefined {
  return warning === undefined ? undefined : because(warning.message);
}

/** Why nothing may have been found: what the query says of itself, or a value that nobody sent where one like it was. */
export async function whyNothing(
  deps: Pick<Deps, 'reader' | 'now'>,
  projectId: string,
  compiled: Compiled,
  signal: AbortSignal,
): Promise<string | undefined> {
  const own = slipOf(compiled);
  if (own !== undefined) return own;
  const wanted = leadingFilters(compiled.plan.relation).flatMap(valueOf).slice(0, valuesMax);
  const slips = await Promise.all(
    wanted.map(async ({ field, value }) => {
      // What was found stays an answer, whatever becomes of a hint.
      const sent = await sentValues(deps, projectId, field, signal).catch((): string[] => []);
      const meant = sent.includes(value) ? undefined : closest(value, sent);
      return meant === undefined
        ? []
        : [because(`no ${field} ${quoted(value)} was sent within a day${didYouMean(quoted(meant))}`)];
    }),
  );
  return slips.flat()[0];
}

/** `field == "text"`, of a field that may have any text. */
function valueOf(filter: Predicate): { field: string; value: string }[] {
  if (filter.kind !== 'atom' || filter.negated || filter.atom.kind !== 'compare') return [];
  const { op, left, right, ignoreCase } = filter.atom;
  if (op !== '==' || ignoreCase || left.kind !== 'field' || right.kind !== 'const') return [];
  return typeof right.value === 'string' && left.field.values === undefined
    ? [{ field: left.field.name, value: right.value }]
    : [];
}

const because = (reason: string): string => ended(`Nothing was found: ${reason}`);
const quoted = (value: string): string => JSON.stringify(value);
