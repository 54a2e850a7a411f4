import type { FieldRef } from '../catalogue/field.ts';
import { conjuncts } from '../normalize/nnf.ts';
import { atomsOf, operandsOf, partsOf } from '../semantic/parts.ts';
import type { Expr, Predicate, Relation } from '../semantic/rq.ts';

/** How many filters are before all other stages. */
export function leadingCount({ stages }: Relation): number {
  const end = stages.findIndex((stage) => stage.kind !== 'filter');
  return end < 0 ? stages.length : end;
}

/** Conditions that every row of the scan must meet, whatever comes later. */
export function leadingFilters(relation: Relation): readonly Predicate[] {
  return relation.stages
    .slice(0, leadingCount(relation))
    .flatMap((stage) => (stage.kind === 'filter' ? conjuncts(stage.predicate) : []));
}

/** The fields that a condition reads; one that reads anything else (a column, a query) counts as unknown. */
export function fieldsOf(predicate: Predicate): readonly FieldRef[] {
  return atomsOf(predicate).flatMap((atom) => {
    const isOfRow = atom.kind !== 'in-query' && atom.kind !== 'has-query' && atom.kind !== 'any-element';
    return isOfRow ? operandsOf(atom).flatMap(fieldsIn) : [unknown];
  });
}

const noFields: ReadonlySet<Expr['kind']> = new Set(['column', 'aggregate', 'window', 'scalar-query']);

function fieldsIn(expr: Expr): readonly FieldRef[] {
  if (expr.kind === 'field') return [expr.field];
  if (expr.kind === 'predicate') return fieldsOf(expr.predicate);
  return noFields.has(expr.kind) ? [unknown] : partsOf(expr).flatMap(fieldsIn);
}

/** Stands for what is no field of the table: it is in no set of fields. */
const unknown: FieldRef = {
  name: '',
  type: 'unknown',
  nullable: true,
  storage: { kind: 'derived', name: 'summary_parts' },
  path: { scope: 'root', keys: [] },
};
