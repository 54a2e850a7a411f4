import type * as Ast from '../syntax/ast.ts';
import { checkRegex as regexFault } from '../syntax/regex.ts';
import { constant, fail, type Binding } from './binding.ts';
import { bindExpr, type Place } from './expression.ts';
import { asText } from './coerce.ts';
import type { Atom, Expr } from './rq.ts';
import type { Span } from '../text/span.ts';

export function bindRegex(b: Binding, place: Place, ast: Ast.ExprOf<'regex'>, left: Expr): Atom | null {
  if (left.type === 'error') return null;
  const ci = b.options.regexCase === 'insensitive' ? 'i' : '';
  if (ast.pattern.kind === 'literal') {
    const { source, flags, span } = ast.pattern;
    if (!checkRegex(b, source, { start: span.start + 1, end: span.end - 1 - flags.length })) return null;
    const all = flags.includes('i') ? flags : `${flags}${ci}`;
    return { kind: 'regex', left: asText(left), pattern: constant(source, 'string', span), flags: all };
  }
  const pattern = asText(bindExpr(b, place, ast.pattern.expr));
  if (pattern.type === 'error') return null;
  if (pattern.kind === 'const' && typeof pattern.value === 'string') {
    const at = ast.pattern.expr.span;
    if (!checkRegex(b, pattern.value, { start: at.start + 1, end: Math.max(at.start + 1, at.end - 1) })) return null;
  }
  return { kind: 'regex', left: asText(left), pattern, flags: ci };
}

/** Whether re2 will take it; if not there is a diagnostic with the place inside the pattern. */
export function checkRegex(b: Binding, source: string, at: Span): boolean {
  const fault = regexFault(source);
  if (fault === null) return true;
  const start = Math.min(at.end, at.start + fault.offset);
  fail(b, fault.code, { start, end: Math.max(start, Math.min(at.end, start + fault.length)) }, fault.message);
  return false;
}
