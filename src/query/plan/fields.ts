import type { FieldRef } from '../catalogue/field.ts';
import { conjuncts } from '../normalize/nnf.ts';
import type { Atom, Expr, Predicate, Relation } from '../semantic/rq.ts';

/** Conditions that every row of the scan must meet, whatever comes later. */
export function leadingFilters(relation: Relation): readonly Predicate[] {
  const end = relation.stages.findIndex((stage) => stage.kind !== 'filter');
  const leading = end < 0 ? relation.stages : relation.stages.slice(0, end);
  return leading.flatMap((stage) => (stage.kind === 'filter' ? conjuncts(stage.predicate) : []));
}

/** The fields that a condition reads; one that reads anything else (a column, a query) counts as unknown. */
export function fieldsOf(predicate: Predicate): readonly FieldRef[] {
  const found: FieldRef[] = [];
  visitPredicate(predicate, found);
  return found;
}

/** Stands for what is no field of the table: it is in no set of fields. */
const unknown: FieldRef = {
  name: '',
  type: 'unknown',
  nullable: true,
  storage: { kind: 'derived', name: 'summary_parts' },
  path: { scope: 'root', keys: [] },
};

function visitPredicate(predicate: Predicate, found: FieldRef[]): void {
  switch (predicate.kind) {
    case 'true':
    case 'false':
      return;
    case 'and':
    case 'or':
      for (const item of predicate.items) visitPredicate(item, found);
      return;
    case 'not':
      visitPredicate(predicate.of, found);
      return;
    case 'atom':
    case 'found':
      visitAtom(predicate.atom, found);
  }
}

function visitAtom(atom: Atom, found: FieldRef[]): void {
  switch (atom.kind) {
    case 'compare':
    case 'text':
      visitExpr(atom.left, found);
      visitExpr(atom.right, found);
      return;
    case 'in':
    case 'has-list':
      visitExpr(atom.left, found);
      for (const value of atom.values) visitExpr(value, found);
      return;
    case 'in-query':
    case 'has-query':
      found.push(unknown);
      return;
    case 'regex':
      visitExpr(atom.left, found);
      visitExpr(atom.pattern, found);
      return;
    case 'null':
    case 'empty':
    case 'truth':
      visitExpr(atom.of, found);
      return;
    case 'any-element':
      found.push(unknown);
  }
}

function visitExpr(expr: Expr, found: FieldRef[]): void {
  switch (expr.kind) {
    case 'const':
      return;
    case 'field':
      found.push(expr.field);
      return;
    case 'call':
      for (const arg of expr.args) visitExpr(arg, found);
      return;
    case 'arithmetic':
      visitExpr(expr.left, found);
      visitExpr(expr.right, found);
      return;
    case 'negate':
    case 'cast':
      visitExpr(expr.of, found);
      return;
    case 'predicate':
      visitPredicate(expr.predicate, found);
      return;
    case 'member':
      visitExpr(expr.of, found);
      visitExpr(expr.key, found);
      return;
    case 'list':
      for (const item of expr.items) visitExpr(item, found);
      return;
    case 'column':
    case 'aggregate':
    case 'window':
    case 'scalar-query':
      found.push(unknown);
  }
}
