import type { Atom, Expr, Predicate } from './rq.ts';

/* What conditions and expressions are made of, one level down. A query inside of one is none of it. */

export function atomsOf(predicate: Predicate): readonly Atom[] {
  switch (predicate.kind) {
    case 'true':
    case 'false':
      return [];
    case 'and':
    case 'or':
      return predicate.items.flatMap(atomsOf);
    case 'not':
      return atomsOf(predicate.of);
    case 'atom':
    case 'found':
      return [predicate.atom];
  }
}

/** What is asked about; of the elements of an array the array. */
export function operandsOf(atom: Atom): readonly Expr[] {
  switch (atom.kind) {
    case 'compare':
    case 'text':
      return [atom.left, atom.right];
    case 'in':
    case 'has-list':
      return [atom.left, ...atom.values];
    case 'in-query':
    case 'has-query':
      return [atom.left];
    case 'regex':
      return [atom.left, atom.pattern];
    case 'null':
    case 'empty':
    case 'truth':
      return [atom.of];
    case 'any-element':
      return [atom.array];
  }
}

/** Those of a condition in value position are its atoms'. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'field':
      return expr.field.kept === undefined ? [] : [expr.field.kept.value];
    case 'const':
    case 'column':
    case 'predicate':
    case 'scalar-query':
      return [];
    case 'call':
    case 'aggregate':
    case 'window':
      return expr.args;
    case 'arithmetic':
      return [expr.left, expr.right];
    case 'negate':
    case 'cast':
      return [expr.of];
    case 'member':
      return [expr.of, expr.key];
    case 'list':
      return expr.items;
  }
}
