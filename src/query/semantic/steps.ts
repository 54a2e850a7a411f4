import type * as Ast from '../syntax/ast.ts';
import type { Span } from '../text/span.ts';
import { fail, type Binding } from './binding.ts';
import { constantOf } from './call.ts';
import type { Expr } from './rq.ts';
import { isNumber, type ConstValue } from './types.ts';

export interface Steps {
  readonly from: Expr | null;
  readonly to: Expr | null;
  readonly step: Expr;
  /** Whether the last may be the end itself. */
  readonly closed: boolean;
  readonly max: number;
}

/** Whether steps lead over the axis: ends and step go with its type, and, where they are known, there are not too many. */
export function isStepped(
  b: Binding,
  at: { readonly span: Span; readonly step: Ast.Expr },
  axis: Expr,
  { from, to, step, closed, max }: Steps,
): boolean {
  if (![from, to].every((end) => end === null || isOnAxis(end, axis)) || !isDistance(step, axis)) {
    const message = 'steps lead from number to number, or from time to time by a timespan, as in step 5m';
    fail(b, 'E401', at.step.span, message);
    return false;
  }
  const known = (one: Expr | null): ConstValue => (one === null ? null : (constantOf(b)(one) ?? null));
  const [first, last, width] = [known(from), known(to), known(step)];
  if (width !== null && Number(width) === 0) {
    fail(b, 'E501', at.step.span, 'a step must not be 0');
    return false;
  }
  if (first === null || last === null || width === null) return true;
  const length = (Number(last) - Number(first)) / Number(width);
  const steps = closed ? Math.floor(length) + 1 : Math.ceil(length);
  if (steps <= max) return true;
  fail(b, 'E503', at.step.span, `this step would make ${steps} steps (limit ${max})`);
  return false;
}

/** A number of nanoseconds is a timespan too. */
function isOnAxis(end: Expr, axis: Expr): boolean {
  if (axis.type === 'datetime' || end.type === 'datetime') return axis.type === end.type;
  return isDistance(end, axis);
}

function isDistance(expr: Expr, axis: Expr): boolean {
  if (axis.type === 'datetime' || axis.type === 'timespan') return expr.type === 'timespan';
  return isNumber(expr.type) || (axis.unit === 'ns' && expr.type === 'timespan');
}
