import { isPattern } from '../semantic/coerce.ts';
import type { Expr } from '../semantic/rq.ts';
import { oneOf } from './access.ts';
import type { Env } from './expression.ts';
import { forPresent, guarded, operand, type Mode, type Operand } from './operand.ts';
import { livePatterns, shapesOf } from './patterns.ts';
import { allOf, among, call, column, FALSE, infix, lambda, literal, not, param, TRUE, type Sql } from './sql-ast.ts';
import { asciiLower } from './text-search.ts';

/** `x in ("a", "b")` and `x == "a"`, the way the index of the field answers it. */
export function equalTexts(
  env: Env,
  expr: Expr,
  values: readonly string[],
  ignoreCase: boolean,
  negated: boolean,
  mode: Mode,
): Sql {
  const left = operand(env, expr, mode);
  const access = left.access;
  if (values.length === 0) return forPresent(left, negated, mode);
  if (isPattern(expr)) return equalPatterns(env, left, values, negated);
  if (access?.words !== undefined) {
    const { column: of, stored } = access.words;
    const [first, ...more] = values.flatMap((value) => stored(value, ignoreCase));
    if (first === undefined) return forPresent(left, negated, mode);
    if (more.length === 0) return guarded(left, infix(negated ? '!=' : '=', of, literal(first)));
    return guarded(left, among(of, [first, ...more], negated));
  }
  if (ignoreCase) {
    const folded = values.map(asciiLower);
    const same = oneOf(access?.isLower === true ? left.raw : call('lower', left.raw), folded);
    if (negated) return guarded(left, not(same));
    // The index over the keys of a map answers first.
    return access?.present.kind === 'call' ? allOf([access.present, same]) : guardedEmpty(left, folded, same);
  }
  if (access?.equals !== undefined) {
    const equal = access.equals(values);
    return negated ? guarded(left, equal === FALSE ? TRUE : not(equal)) : equal;
  }
  const [only] = values;
  if (values.length === 1 && only !== undefined) {
    const compared = infix(negated ? '!=' : '=', left.raw, param('String', only));
    return negated ? guarded(left, compared) : guardedEmpty(left, values, foldedToo(left, values, compared));
  }
  const listed: Sql = { kind: 'in', left: left.raw, set: param('Array(String)', values), negated };
  return negated ? guarded(left, listed) : guardedEmpty(left, values, foldedToo(left, values, listed));
}

/** The id of a pattern that another one took over stands for that one. The index on shapes answers first. */
function equalPatterns(env: Env, left: Operand, ids: readonly string[], negated: boolean): Sql {
  const live = livePatterns(env.projectId, ids);
  const texts = call('arrayMap', lambda(['id'], call('toString', column('id'))), live);
  const same: Sql = { kind: 'in', left: left.raw, set: texts, negated };
  if (negated) return guarded(left, same);
  const shape = left.access?.shape;
  if (shape === undefined) return same;
  return allOf([{ kind: 'in', left: shape, set: shapesOf(env.projectId, live), negated: false }, same]);
}

/** The text index knows the words of a value in lower case only. */
function foldedToo(left: Operand, values: readonly string[], exact: Sql): Sql {
  return left.textIndex === true ? allOf([oneOf(call('lower', left.raw), values.map(asciiLower)), exact]) : exact;
}

/** The raw form of something absent is the empty text: only then the presence must be asked for. */
function guardedEmpty(left: Operand, values: readonly string[], condition: Sql): Sql {
  return left.access !== null && left.access.raw !== null && values.includes('') ? guarded(left, condition) : condition;
}
