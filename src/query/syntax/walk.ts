import type { Expr, NamedExpr, Option, Query, Source, Stage, Tabular } from './ast.ts';

export type Visitor = {
  readonly expr?: (expr: Expr) => void;
  readonly stage?: (stage: Stage) => void;
  readonly source?: (source: Source) => void;
};

/** Calls the visitor for every node, parents before children, in the order of the text. */
export const walk = (query: Query, visitor: Visitor): void => {
  for (const statement of query.statements) {
    if (statement.kind === 'set') walkOptional(statement.value, visitor);
    else if (statement.value.kind === 'expr') walkExpr(statement.value.expr, visitor);
    else walkTabular(statement.value.tabular, visitor);
  }
  walkTabular(query.body, visitor);
};

const walkTabular = (tabular: Tabular, visitor: Visitor): void => {
  walkSource(tabular.source, visitor);
  for (const stage of tabular.stages) walkStage(stage, visitor);
};

const walkSource = (source: Source, visitor: Visitor): void => {
  visitor.source?.(source);
  switch (source.kind) {
    case 'default':
    case 'everything':
    case 'error':
      return;
    case 'named':
      return walkExpr(source.path, visitor);
    case 'print':
      return walkNamed(source.columns, visitor);
    case 'range':
      return walkAll([source.from, source.to, source.step], visitor);
    case 'datatable':
      return walkAll(source.cells, visitor);
    case 'union':
      walkOptions(source.options, visitor);
      return walkTabulars(source.sides, visitor);
    case 'group':
    case 'materialize':
      return walkTabular(source.of, visitor);
  }
};

const walkStage = (stage: Stage, visitor: Visitor): void => {
  visitor.stage?.(stage);
  switch (stage.kind) {
    case 'where':
    case 'search':
      return walkExpr(stage.predicate, visitor);
    case 'extend':
    case 'project':
    case 'serialize':
    case 'distinct':
      return walkNamed(stage.columns, visitor);
    case 'project-rename':
      return walkAll(
        stage.columns.map((one) => one.path),
        visitor,
      );
    case 'summarize':
      walkNamed(stage.aggregates, visitor);
      return walkNamed(stage.keys, visitor);
    case 'timechart':
      walkOptional(stage.width, visitor);
      walkOptional(stage.limit, visitor);
      walkNamed(stage.aggregates, visitor);
      return walkNamed(stage.keys, visitor);
    case 'sort':
      return walkValues(stage.keys, visitor);
    case 'take':
    case 'sample':
      return walkExpr(stage.rows, visitor);
    case 'top':
      walkExpr(stage.rows, visitor);
      return walkValues(stage.keys, visitor);
    case 'sample-distinct':
      return walkAll([stage.rows, stage.of], visitor);
    case 'mv-expand':
      walkOptions(stage.options, visitor);
      walkValues(stage.items, visitor);
      return walkOptional(stage.limit, visitor);
    case 'parse':
    case 'parse-where':
      return walkExpr(stage.subject, visitor);
    case 'parse-kv':
      walkExpr(stage.subject, visitor);
      return walkOptions(stage.options, visitor);
    case 'make-series':
      walkValues(stage.items, visitor);
      walkExpr(stage.on, visitor);
      for (const bound of [stage.from, stage.to, stage.step]) walkOptional(bound, visitor);
      return walkNamed(stage.keys, visitor);
    case 'join':
    case 'lookup':
      walkOptions(stage.options, visitor);
      walkTabular(stage.right, visitor);
      return walkAll(stage.on, visitor);
    case 'union':
      walkOptions(stage.options, visitor);
      return walkTabulars(stage.sides, visitor);
    case 'render':
      return walkOptions(stage.options, visitor);
    case 'project-away':
    case 'project-keep':
    case 'project-reorder':
    case 'count':
    case 'as':
    case 'getschema':
    case 'error':
      return;
  }
};

export const walkExpr = (expr: Expr, visitor: Visitor): void => {
  visitor.expr?.(expr);
  switch (expr.kind) {
    case 'literal':
    case 'path':
    case 'star':
    case 'typeof':
    case 'error':
      return;
    case 'call':
      return walkValues(expr.args, visitor);
    case 'unary':
      return walkExpr(expr.of, visitor);
    case 'binary':
    case 'text':
      return walkAll([expr.left, expr.right], visitor);
    case 'in':
      walkExpr(expr.left, visitor);
      if (expr.list.kind === 'items') walkAll(expr.list.items, visitor);
      else walkTabular(expr.list.query, visitor);
      return;
    case 'between':
      return walkAll([expr.left, expr.low, expr.high], visitor);
    case 'regex':
      walkExpr(expr.left, visitor);
      if (expr.pattern.kind === 'expr') walkExpr(expr.pattern.expr, visitor);
      return;
    case 'index':
      return walkAll([expr.of, expr.index], visitor);
    case 'member':
      return walkExpr(expr.of, visitor);
    case 'array':
      return walkAll(expr.items, visitor);
    case 'toscalar':
      return walkTabular(expr.query, visitor);
  }
};

const walkAll = (exprs: readonly Expr[], visitor: Visitor): void => {
  for (const expr of exprs) walkExpr(expr, visitor);
};

const walkOptional = (expr: Expr | null, visitor: Visitor): void => {
  if (expr) walkExpr(expr, visitor);
};

const walkValues = (parts: readonly { readonly value: Expr }[], visitor: Visitor): void => {
  for (const part of parts) walkExpr(part.value, visitor);
};

const walkNamed = (columns: readonly NamedExpr[], visitor: Visitor): void => walkValues(columns, visitor);

const walkOptions = (options: readonly Option[], visitor: Visitor): void => walkValues(options, visitor);

const walkTabulars = (sides: readonly Tabular[], visitor: Visitor): void => {
  for (const side of sides) walkTabular(side, visitor);
};
