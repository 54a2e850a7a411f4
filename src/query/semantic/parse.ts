import type * as Ast from '../syntax/ast.ts';
import { fail, type Binding, type Bound } from './binding.ts';

export function bindParse(b: Binding, _bound: Bound, ast: Ast.StageOf<'parse' | 'parse-where'>): Bound | null {
  fail(b, 'E602', ast.span, `operator ${ast.kind} is not supported`);
  return null;
}

export function bindParseKv(b: Binding, _bound: Bound, ast: Ast.StageOf<'parse-kv'>): Bound | null {
  fail(b, 'E602', ast.span, `operator ${ast.kind} is not supported`);
  return null;
}
