import type { NormalPredicate, Predicate } from '../semantic/rq.ts';

/**
 * Negation normal form: `not` is pushed down to the atoms. An atom over a missing value is false either way, so what is left
 * can be joined with two-valued AND and OR.
 */
export function normalize(predicate: Predicate, negated = false): NormalPredicate {
  switch (predicate.kind) {
    case 'true':
      return { kind: negated ? 'false' : 'true' };
    case 'false':
      return { kind: negated ? 'true' : 'false' };
    case 'not':
      return normalize(predicate.of, !negated);
    case 'atom':
      return negated ? { ...predicate, negated: !predicate.negated } : predicate;
    case 'found': {
      const missing = { kind: 'atom', atom: { kind: 'null', of: predicate.in }, negated: false } as const;
      const atom = { kind: 'atom', atom: predicate.atom, negated } as const;
      return negated ? joined('or', [missing, atom]) : atom;
    }
    case 'and':
    case 'or':
      return joined(
        (predicate.kind === 'and') === negated ? 'or' : 'and',
        predicate.items.map((item) => normalize(item, negated)),
      );
  }
}

/** Flattens, and drops what decides nothing. */
function joined(kind: 'and' | 'or', items: readonly NormalPredicate[]): NormalPredicate {
  const neutral = kind === 'and' ? 'true' : 'false';
  const decisive = kind === 'and' ? 'false' : 'true';
  const flat: NormalPredicate[] = [];
  for (const item of items) {
    if (item.kind === decisive) return item;
    if (item.kind === neutral) continue;
    if (item.kind === kind) flat.push(...item.items);
    else flat.push(item);
  }
  const [first] = flat;
  if (first === undefined) return { kind: neutral };
  return flat.length === 1 ? first : { kind, items: flat };
}

/** The conditions that must all hold. */
export function conjuncts(predicate: Predicate): readonly NormalPredicate[] {
  const normal = normalize(predicate);
  return normal.kind === 'and' ? normal.items : [normal];
}
