import type * as Ast from '../syntax/ast.ts';
import { fail, type Binding, type Bound } from './binding.ts';

export function bindExpand(b: Binding, _bound: Bound, ast: Ast.StageOf<'mv-expand'>): Bound | null {
  fail(b, 'E602', ast.span, `operator ${ast.kind} is not supported`);
  return null;
}
