import type * as Ast from '../syntax/ast.ts';
import { fail, type Binding, type Bound } from './binding.ts';
import { constantOf } from './call.ts';
import { bindNamed, type NamedValue } from './columns.ts';
import { bindExpr } from './expression.ts';
import { rowCount, timeField, withRows } from './stage.ts';
import { summarized } from './summarize.ts';

/** Aggregates over time: a bin of the range's own width, and the keys. */
export function bindTimechart(b: Binding, input: Bound, ast: Ast.StageOf<'timechart'>): Bound | null {
  const time = timeField(input);
  if (time === null) {
    fail(b, 'E410', ast.span, 'timechart needs rows with their timestamp; put it before summarize and project');
    return null;
  }
  const width = ast.width === null ? null : bindExpr(b, { scope: input.scope, sink: null }, ast.width);
  if (width !== null && (width.type !== 'timespan' || constantOf(b)(width) === undefined)) {
    if (width.type !== 'error')
      fail(b, 'E403', ast.width?.span ?? ast.span, 'span is a constant timespan, as in span=5m');
    return null;
  }
  const limit = ast.limit === null ? null : rowCount(b, ast.limit, 'limit');
  const span = ast.width?.span ?? ast.span;
  const path: Ast.PathExpr = { kind: 'path', span, root: 'timestamp', rootSpan: span, quoted: false, segments: [] };
  const args = [
    { span, name: null, value: path },
    ...(ast.width === null ? [] : [{ span, name: null, value: ast.width }]),
  ];
  const call: Ast.CallExpr = {
    kind: 'call',
    span,
    name: ast.width === null ? 'bin_auto' : 'bin',
    nameSpan: span,
    args,
  };
  const key: Ast.NamedExpr = { span, names: [], value: call };
  const { bound, value: keys } = withRows(input, (place): NamedValue[] => bindNamed(b, place, [key, ...ast.keys]));
  if (keys.some((one) => one.expr.type === 'error')) return null;
  b.chart ??= { kind: 'timechart', options: {} };
  if (limit !== null) b.seriesLimit = limit;
  return summarized(b, bound, keys, ast.aggregates, ast.span);
}

export function bindMakeSeries(b: Binding, _input: Bound, ast: Ast.StageOf<'make-series'>): Bound | null {
  fail(b, 'E602', ast.span, 'operator make-series is not supported');
  return null;
}
