import type { Atom, Expr, Predicate } from '../semantic/rq.ts';
import { conjuncts } from './nnf.ts';

/** The texts of which a field must have one for the condition to hold; null when it may have any. */
export function requiredTexts(predicate: Predicate, field: string): readonly string[] | null {
  for (const item of conjuncts(predicate)) {
    const texts = item.kind === 'atom' && !item.negated ? textsOf(item.atom, field) : null;
    if (texts !== null) return texts;
  }
  return null;
}

function textsOf(atom: Atom, field: string): readonly string[] | null {
  if (atom.kind === 'in') return atom.ignoreCase || !isField(atom.left, field) ? null : constants(atom.values);
  if (atom.kind !== 'compare' || atom.op !== '==' || atom.ignoreCase) return null;
  if (isField(atom.left, field)) return constants([atom.right]);
  return isField(atom.right, field) ? constants([atom.left]) : null;
}

function isField(expr: Expr, name: string): boolean {
  return expr.kind === 'field' && expr.field.name === name;
}

function constants(values: readonly Expr[]): readonly string[] | null {
  const texts = values.flatMap((value) =>
    value.kind === 'const' && typeof value.value === 'string' ? [value.value] : [],
  );
  return texts.length === values.length ? texts : null;
}
