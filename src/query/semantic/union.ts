import type { FieldRef } from '../catalogue/field.ts';
import type * as Ast from '../syntax/ast.ts';
import { pathText } from '../syntax/build.ts';
import { didYouMean } from '../../lib/closest.ts';
import { nowhere, type Span } from '../text/span.ts';
import { suggest } from '../text/suggest.ts';
import { columnAgain, columnExpr, constant, fail, newColumn, type Binding, type Bound } from './binding.ts';
import { cast, commonType } from './coerce.ts';
import { optionOf, wordOption } from './options.ts';
import { bindTabular } from './query.ts';
import type { Column, Expr, UnionSide } from './rq.ts';
import { allColumns, naturalOrder, rowColumn } from './source.ts';

interface Side {
  readonly bound: Bound;
  readonly name: string;
}

/** Rows of several tables one under the other: columns meet by name, a column that a side lacks is null there. */
export function bindUnion(
  b: Binding,
  first: Bound | null,
  tabulars: readonly Ast.Tabular[],
  options: readonly Ast.Option[],
  at: Span,
): Bound | null {
  const sides: Side[] = first === null ? [] : [{ bound: allColumns(b, first), name: 'union_arg0' }];
  for (const tabular of tabulars) {
    const bound = bindTabular(b, tabular, true);
    if (bound === null) return null;
    sides.push({ bound: allColumns(b, bound), name: sideName(tabular, sides.length) });
  }
  const kind = optionOf(options, 'kind');
  const word = wordOption(options, 'kind')?.toLowerCase() ?? '';
  if (kind !== undefined && word !== 'inner' && word !== 'outer') {
    fail(b, 'E412', kind.span, `unknown kind of union ${word}${didYouMean(suggest(word, ['inner', 'outer']))}`);
    return null;
  }
  if (sides.length === 0) {
    fail(b, 'E209', at, 'union needs at least one table');
    return null;
  }
  return united(b, sides, wordOption(options, 'withsource', 'with_source'), word === 'inner');
}

function sideName(ast: Ast.Tabular, index: number): string {
  const named = ast.stages.findLast((stage) => stage.kind === 'as');
  if (named?.kind === 'as') return named.name.text;
  const source = ast.source.kind === 'group' ? ast.source.of : ast;
  if (source !== ast) return sideName(source, index);
  return ast.source.kind === 'named' ? pathText(ast.source.path) : `union_arg${index}`;
}

/** The field that a column is on any side; it has the few words of that field where it is it on all. */
function fieldOf(columns: readonly Column[]): FieldRef | undefined {
  const field = columns.find((one) => one.field !== undefined)?.field;
  if (field === undefined || columns.every((one) => one.field?.name === field.name)) return field;
  const { values: _, ...others } = field;
  return others;
}

function united(b: Binding, sides: readonly Side[], source: string | null, inner: boolean): Bound {
  const names = [...new Set(sides.flatMap((side) => side.bound.scope.columns.map((column) => column.name)))];
  const kept = inner ? names.filter((name) => sides.every((side) => columnNamed(side, name) !== undefined)) : names;
  const merged = kept.map((name) => {
    const items = sides.map((side) => columnNamed(side, name));
    const found = items.filter((item) => item !== undefined).map((item) => columnExpr(item, nowhere));
    const type = commonType(found) ?? 'string';
    const cells = items.map((item): Expr | null => (item === undefined ? null : cast(columnExpr(item, nowhere), type)));
    const [first] = found;
    const unit = found.every((one) => one.unit === first?.unit) ? first?.unit : undefined;
    const nullable = cells.some((cell) => cell === null || cell.nullable);
    const field = fieldOf(items.filter((item) => item !== undefined));
    const [row, ...others] = items.flatMap((item) => item?.row ?? []);
    const isOneRow = others.every(({ fields }) => fields === row?.fields);
    const ofGroup = items.every((item) => item?.ofGroup === true) || undefined;
    const column = columnAgain(b, name, { type, nullable, unit, field, row: isOneRow ? row : undefined, ofGroup });
    return { column, cells };
  });
  const label = source === null ? null : newColumn(b, source, { type: 'string', nullable: false });
  const columns: Column[] = [...(label === null ? [] : [label]), ...merged.map((one) => one.column)];
  const unionSides = sides.map((side, index): UnionSide => {
    const cells = merged.map((one) => one.cells[index] ?? null);
    return {
      relation: side.bound.relation,
      items: label === null ? cells : [constant(side.name, 'string', nowhere), ...cells],
    };
  });
  const [first] = sides;
  const row = rowColumn(b);
  return {
    relation: { source: { kind: 'union', sides: unionSides, columns, row }, stages: [], columns },
    scope: {
      table: null,
      columns,
      closedBy: 'union',
      unlike: false,
      order: sides.every((side) => side.bound.scope.order !== null) ? naturalOrder(row) : null,
      realDivision: first?.bound.scope.realDivision ?? false,
      range: first?.bound.scope.range ?? b.range,
    },
  };
}

function columnNamed(side: Side, name: string): Column | undefined {
  return side.bound.scope.columns.find((column) => column.name === name);
}
