import type * as Ast from '../syntax/ast.ts';
import { fail, type Binding, type Bound } from './binding.ts';

export function bindJoin(b: Binding, _bound: Bound, ast: Ast.StageOf<'join' | 'lookup'>): Bound | null {
  fail(b, 'E602', ast.span, `operator ${ast.kind} is not supported`);
  return null;
}
