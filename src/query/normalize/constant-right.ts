import type { Atom, CompareOp } from '../semantic/rq.ts';

export type Compare = Extract<Atom, { kind: 'compare' }>;

const flipped: Readonly<Record<CompareOp, CompareOp>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** Constants stand on the right: `5 < x` is `x > 5`. */
export function constantRight(atom: Compare): Compare {
  if (atom.left.kind !== 'const' || atom.right.kind === 'const') return atom;
  return { ...atom, left: atom.right, right: atom.left, op: flipped[atom.op] };
}
