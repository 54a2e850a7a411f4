import type * as Ast from '../syntax/ast.ts';
import { columnExpr, fail, newColumn, type Binding, type Bound, withColumns } from './binding.ts';
import { cast } from './coerce.ts';
import { bindExpr } from './expression.ts';
import { outputName } from './names.ts';
import { wordOption } from './options.ts';
import type { Column, Computed, ExpandItem } from './rq.ts';
import { allColumns } from './source.ts';
import { rowCount, withStages } from './stage.ts';

/** One row for each item of an array, or member of a bag; several arrays side by side. */
export function bindExpand(b: Binding, input: Bound, ast: Ast.StageOf<'mv-expand'>): Bound | null {
  const bound = allColumns(b, input);
  const limit = ast.limit === null ? null : rowCount(b, ast.limit, 'limit');
  const bag = ['bagexpansion', 'kind'].some((name) => wordOption(ast.options, name) === 'array') ? 'array' : 'bag';
  const items: { item: ExpandItem; after: Computed | null; replaces: Column | undefined }[] = [];
  for (const one of ast.items) {
    const expr = bindExpr(b, { scope: input.scope, sink: null }, one.value);
    if (expr.type === 'error') return null;
    const name = one.name?.text ?? outputName(one.value, expr);
    if (name === undefined) {
      fail(b, 'E413', one.span, 'name what mv-expand makes, as in x = split(a, ",")');
      return null;
    }
    const raw = newColumn(b, name, { type: 'dynamic', nullable: true });
    const typed = one.type === null || one.type === 'dynamic' ? null : cast(columnExpr(raw, one.span), one.type);
    const after = typed === null ? null : { column: newColumn(b, name, typed), expr: typed };
    items.push({
      item: { column: raw, expr: cast(expr, 'dynamic') },
      after,
      replaces: bound.scope.columns.find((column) => column.name === name),
    });
  }
  const indexName = wordOption(ast.options, 'with_itemindex');
  const index = indexName === null ? undefined : newColumn(b, indexName, { type: 'long', nullable: false });
  const shown = items.map((one) => one.after?.column ?? one.item.column);
  const replaced = bound.scope.columns.map((column) => {
    const at = items.findIndex((one) => one.replaces === column);
    return at < 0 ? column : (shown[at] ?? column);
  });
  const columns = [
    ...replaced,
    ...shown.filter((column) => !replaced.includes(column)),
    ...(index === undefined ? [] : [index]),
  ];
  const next = withStages(bound, {
    kind: 'expand',
    items: items.map((one) => one.item),
    bag,
    index,
    limit: limit ?? undefined,
  });
  const casts = items.flatMap((one) => (one.after === null ? [] : [one.after]));
  const rows = withColumns(casts.length === 0 ? next : withStages(next, { kind: 'compute', columns: casts }), columns);
  return { ...rows, scope: { ...rows.scope, unlike: false } };
}
