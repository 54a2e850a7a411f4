import type * as Ast from '../syntax/ast.ts';
import type { Span } from '../text/span.ts';
import { fail, type Binding, type Bound } from './binding.ts';

export function bindUnion(
  b: Binding,
  _bound: Bound | null,
  _sides: readonly Ast.Tabular[],
  _options: readonly Ast.Option[],
  at: Span,
): Bound | null {
  fail(b, 'E602', at, 'operator union is not supported');
  return null;
}
