import { cover, type Span } from '../text/span.ts';
import type { Expr, LogicOp, PathExpr } from './ast.ts';

/**
 * `a and b and c` as a balanced tree: the operators are associative, and a chain of thousands must not make a tree of that
 * depth. The same list always gives the same tree, so a printed chain reads back as it was.
 */
export const chain = (op: LogicOp, operands: readonly Expr[], opSpan: Span): Expr => {
  const items = operands.flatMap((one) => chainItems(op, one));
  return balance(op, items, opSpan);
};

/** The operands of a chain of `op`, in order; of any other expression itself. */
export const chainItems = (op: LogicOp, expr: Expr): readonly Expr[] => {
  const items: Expr[] = [];
  const collect = (one: Expr): void => {
    if (one.kind === 'binary' && one.op === op) {
      collect(one.left);
      collect(one.right);
    } else items.push(one);
  };
  collect(expr);
  return items;
};

const balance = (op: LogicOp, items: readonly Expr[], opSpan: Span): Expr => {
  const [first, second] = items;
  if (!first) return { kind: 'error', span: opSpan };
  if (!second) return first;
  const half = Math.ceil(items.length / 2);
  const left = balance(op, items.slice(0, half), opSpan);
  const right = balance(op, items.slice(half), opSpan);
  return { kind: 'binary', span: cover(left.span, right.span), op, opSpan, left, right };
};

/** A path as the name that it may be: with its dots, and without quotes. */
export const pathText = ({ root, segments }: Pick<PathExpr, 'root' | 'segments'>): string =>
  segments.reduce((text, segment) => {
    if (segment.kind === 'name') return `${text}.${segment.name}`;
    return segment.kind === 'index' ? `${text}[${segment.index}]` : `${text}[*]`;
  }, root);
