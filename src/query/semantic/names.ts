import { isBin } from '../functions/bins.ts';
import { constantsOf } from '../functions/registry.ts';
import type * as Ast from '../syntax/ast.ts';
import { fieldIn } from './binding.ts';
import { plainText } from './constants.ts';
import type { Expr } from './rq.ts';

/** What an expression is called in names made of it: `avg_duration`, `percentile_duration_95`. */
export function valueName(expr: Expr): string | undefined {
  switch (expr.kind) {
    case 'column':
      return flat(expr.column.name);
    case 'field':
      return flat(expr.field.name);
    case 'member':
      return memberName(expr);
    case 'call':
      return expr.fn.naming === 'first' && expr.args[0] !== undefined ? valueName(expr.args[0]) : undefined;
    case 'cast':
      return valueName(expr.of);
    case 'const':
    case 'arithmetic':
    case 'negate':
    case 'predicate':
    case 'list':
    case 'aggregate':
    case 'window':
    case 'scalar-query':
      return undefined;
  }
}

function memberName(expr: Extract<Expr, { kind: 'member' }>): string | undefined {
  const of = valueName(expr.of);
  const key = expr.key.kind === 'const' ? expr.key.value : null;
  if (of === undefined || key === null) return undefined;
  return typeof key === 'bigint' ? `${of}_${key}` : `${of}_${flat(plainText(key))}`;
}

/** The default name of the column that an aggregate is. */
export function aggregateName({ fn, args }: Extract<Expr, { kind: 'aggregate' }>): string {
  const [first] = args;
  return fn.columnName(first && valueName(first), constantsOf(args));
}

function flat(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_]/g, '_');
}

/** The name of an unnamed output column as the writer spelled it, or undefined: then it is ColumnN. */
export function outputName(ast: Ast.Expr, expr: Expr): string | undefined {
  if (ast.kind === 'path') return spelled(ast, expr);
  // What a cast has nothing to do for is what it was.
  if (ast.kind === 'call' && fieldIn(expr) !== undefined) return valueName(expr);
  if (expr.kind === 'call' && expr.fn.naming === 'first' && ast.kind === 'call') {
    const first = ast.args[0]?.value;
    const inner = expr.args[0];
    if (first === undefined || inner === undefined) return undefined;
    return first.kind === 'path' && isBin(expr.fn) ? spelled(first, inner) : valueName(inner);
  }
  if (expr.kind === 'member' || (expr.kind === 'cast' && expr.of.kind === 'member')) return valueName(expr);
  return undefined;
}

/** Paths keep their dots; members of JSON values are flat, as in Kusto, where they are written out. */
function spelled(ast: Ast.PathExpr, expr: Expr): string | undefined {
  const base = expr.kind === 'cast' ? expr.of : expr;
  if (base.kind === 'member' && ast.segments.length > 0) return valueName(base);
  if (base.kind === 'column' && ast.segments.length === 0) return ast.root;
  const parts = ast.segments.flatMap((segment) => (segment.kind === 'name' ? [segment.name] : []));
  return [ast.root, ...parts].join('.');
}
