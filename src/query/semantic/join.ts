import type * as Ast from '../syntax/ast.ts';
import { chainItems, pathText } from '../syntax/build.ts';
import { didYouMean } from '../../lib/closest.ts';
import { joinedColumnsMax } from '../syntax/limits.ts';
import { suggest } from '../text/suggest.ts';
import { closed, columnExpr, columnAgain, fail, isAlsoCalled, newColumn, type Binding, type Bound } from './binding.ts';
import { alike } from './compare.ts';
import { bindExpr } from './expression.ts';
import { optionOf, wordOption } from './options.ts';
import { bindPredicate } from './predicate.ts';
import { bindTabular } from './query.ts';
import type { Column, JoinKey, JoinKind, JoinOutput } from './rq.ts';
import { allColumns } from './source.ts';
import { withStages } from './stage.ts';

export const joinKinds: Readonly<Record<string, JoinKind>> = {
  inner: 'inner',
  innerunique: 'innerunique',
  left: 'leftouter',
  leftouter: 'leftouter',
  right: 'rightouter',
  rightouter: 'rightouter',
  full: 'fullouter',
  fullouter: 'fullouter',
  leftsemi: 'leftsemi',
  semi: 'leftsemi',
  rightsemi: 'rightsemi',
  leftanti: 'leftanti',
  leftantisemi: 'leftanti',
  anti: 'leftanti',
  rightanti: 'rightanti',
  rightantisemi: 'rightanti',
};

export const lookupKinds: Readonly<Record<string, JoinKind>> = { leftouter: 'lookup', inner: 'inner' };

/** A side with its columns; keys that are fields, and no column yet, are computed and not shown. */
interface Side {
  readonly word: 'left' | 'right';
  readonly before: Bound;
  bound: Bound;
}

/** Each side is a select of its own, with its own project and range; keys are compared, columns that meet get a digit. */
export function bindJoin(b: Binding, input: Bound, ast: Ast.StageOf<'join' | 'lookup'>): Bound | null {
  const given = kindOf(b, ast);
  const bound = bindTabular(b, ast.right, true);
  if (given === null || bound === null) return null;
  const left: Side = { word: 'left', before: input, bound: allColumns(b, input) };
  const right: Side = { word: 'right', before: bound, bound: allColumns(b, bound) };
  const keys: Paired[] = [];
  const residual: Ast.Expr[] = [];
  // An `and` between keys is a comma.
  for (const on of ast.on.flatMap((one) => chainItems('and', one))) {
    const key = keyOf(b, left, right, on);
    if (key === 'refused') return null;
    if (key === 'condition') residual.push(on);
    else keys.push(key);
  }
  if (keys.length === 0) {
    fail(b, 'E411', ast.span, `${ast.kind} needs a column that both sides have: on Key, or on $left.a == $right.b`);
    return null;
  }
  const [condition] = residual;
  // One row of each key could be the one that the condition drops.
  const isUnnamed = optionOf(ast.options, 'kind') === undefined;
  const kind = given === 'innerunique' && isUnnamed && condition !== undefined ? 'inner' : given;
  if (condition !== undefined && kind !== 'inner') {
    const message = `beside its keys only ${ast.kind} kind=inner takes conditions; put a where before or after the ${ast.kind}`;
    fail(b, 'E411', condition.span, message);
    return null;
  }
  const outputs = outputsOf(b, ast, kind, left.bound, right.bound, keys);
  if (b.columns > joinedColumnsMax) {
    const message = `the joins of a query make at most ${joinedColumnsMax} columns; project those that are needed before each of them`;
    fail(b, 'E505', ast.span, message);
    return null;
  }
  const joined = closed(
    withStages(left.bound, { kind: 'join', join: kind, right: right.bound.relation, keys, outputs }),
    outputs.map((one) => one.column),
    ast.kind,
    false,
  );
  const place = { scope: joined.scope, sink: null };
  return residual.reduce<Bound>(
    (of, on) => withStages(of, { kind: 'filter', predicate: bindPredicate(b, place, on) }),
    joined,
  );
}

function kindOf(b: Binding, ast: Ast.StageOf<'join' | 'lookup'>): JoinKind | null {
  const option = optionOf(ast.options, 'kind');
  const word = wordOption(ast.options, 'kind')?.toLowerCase() ?? '';
  const [kinds, usual] = ast.kind === 'lookup' ? [lookupKinds, 'lookup' as const] : [joinKinds, 'innerunique' as const];
  const kind = option === undefined ? usual : kinds[word];
  if (kind !== undefined) return kind;
  const near = didYouMean(suggest(word, Object.keys(kinds)));
  fail(b, 'E412', option?.span ?? ast.span, `unknown kind of ${ast.kind} ${word}${near}`);
  return null;
}

function keyOf(b: Binding, left: Side, right: Side, on: Ast.Expr): Paired | 'condition' | 'refused' {
  if (on.kind === 'path' && on.root !== '$left' && on.root !== '$right') {
    return paired(b, columnOf(b, left, on), columnOf(b, right, on), on);
  }
  if (on.kind !== 'binary' || on.op !== '==') return 'condition';
  const [one, other] = [qualified(on.left), qualified(on.right)];
  if (one === null || other === null || one.side === other.side) return 'condition';
  const [a, c] = one.side === 'left' ? [one, other] : [other, one];
  return paired(b, columnOf(b, left, a.path), columnOf(b, right, c.path), on);
}

/** `$left.a` as the side and the path after it. */
function qualified(ast: Ast.Expr): { side: 'left' | 'right'; path: Ast.PathExpr } | null {
  if (ast.kind !== 'path' || (ast.root !== '$left' && ast.root !== '$right')) return null;
  const [first, ...rest] = ast.segments;
  if (first?.kind !== 'name') return null;
  const path: Ast.PathExpr = { ...ast, root: first.name, quoted: first.quoted, rootSpan: first.span, segments: rest };
  return { side: ast.root === '$left' ? 'left' : 'right', path };
}

function columnOf(b: Binding, side: Side, path: Ast.PathExpr): Column | null {
  const name = pathText(path);
  const columns = side.bound.scope.columns;
  const found = columns.find((column) => column.name === name) ?? columns.find((column) => isAlsoCalled(column, name));
  if (found !== undefined) return found;
  if (side.before.scope.table !== null) {
    const expr = bindExpr(b, { scope: side.before.scope, sink: null }, path);
    if (expr.type === 'error') return null;
    const column = newColumn(b, name, expr);
    side.bound = withStages(side.bound, { kind: 'compute', columns: [{ column, expr }] });
    return column;
  }
  const near = suggest(
    name,
    columns.map((column) => column.name),
  );
  fail(b, 'E301', path.span, `the ${side.word} side of the join has no column ${name}${didYouMean(near)}`);
  return null;
}

interface Paired extends JoinKey {
  readonly column: Column;
}

function paired(b: Binding, left: Column | null, right: Column | null, at: Ast.Expr): Paired | 'refused' {
  if (left === null || right === null) return 'refused';
  const found = b.diagnostics.length;
  const [one, other] = [columnExpr(left, at.span), columnExpr(right, at.span)];
  const key = alike(b, one, other, { span: at.span, left: at, right: at });
  b.diagnostics.splice(found);
  if (key !== null) return { ...key, column: right };
  fail(b, 'E401', at.span, `cannot join ${left.name}, ${left.type}, with ${right.name}, ${right.type}`);
  return 'refused';
}

function outputsOf(
  b: Binding,
  ast: Ast.StageOf<'join' | 'lookup'>,
  kind: JoinKind,
  left: Bound,
  right: Bound,
  keys: readonly Paired[],
): readonly JoinOutput[] {
  const fromLeft = kind !== 'rightsemi' && kind !== 'rightanti';
  const fromRight = kind !== 'leftsemi' && kind !== 'leftanti';
  const keyIds = new Set(keys.map(({ column }) => column.id));
  const skipped = ast.kind === 'lookup' ? keyIds : new Set<number>();
  const taken = new Set<string>();
  const outputs: JoinOutput[] = [];
  // Of a side that may lack the row there may be no bin; and the keys of the right side say again what those of the left do.
  const chartedAs = (side: 'left' | 'right', { id, binNs, isKey }: Column): Pick<Column, 'binNs' | 'isKey'> => ({
    binNs: mayLack[side].has(kind) ? undefined : binNs,
    isKey: side === 'right' && fromLeft && keyIds.has(id) ? undefined : isKey,
  });
  const add = (side: 'left' | 'right', column: Column): void => {
    let name = column.name;
    for (let digit = 1; taken.has(name); digit += 1) name = `${column.name}${digit}`;
    taken.add(name);
    const made = columnAgain(b, name, { ...column, ...chartedAs(side, column), nullable: true });
    outputs.push({
      column: column.hidden === undefined || name !== column.name ? made : { ...made, hidden: column.hidden },
      side,
      from: column,
    });
  };
  if (fromLeft) for (const column of left.scope.columns) add('left', column);
  if (fromRight) for (const column of right.scope.columns) if (!skipped.has(column.id)) add('right', column);
  return outputs;
}

/** Kinds whose rows may have no row of that side. */
const mayLack: Readonly<Record<'left' | 'right', ReadonlySet<JoinKind>>> = {
  left: new Set(['rightouter', 'fullouter']),
  right: new Set(['leftouter', 'fullouter', 'lookup']),
};
