import type { Span } from '../text/span.ts';

/*
 * The tree of a query as it was written: shape only, no names resolved. Closed unions, readonly, a span on every node.
 * Keywords are in canonical lower case; aliases of operators are folded (`filter` is `where`, `limit` is `take`,
 * `order by` is `sort`, `stats` is `summarize`, `mvexpand` is `mv-expand`), and an expression alone is a `where` stage.
 */

export type Name = { readonly text: string; readonly quoted: boolean; readonly span: Span };

export type Query = {
  readonly kind: 'query';
  readonly span: Span;
  readonly statements: readonly Statement[];
  readonly body: Tabular;
};

export type Statement =
  /** `let x = T` where T is a lone name is an expression (a path); the binder looks for a table of that name too. */
  | { readonly kind: 'let'; readonly span: Span; readonly name: Name; readonly value: LetValue }
  | { readonly kind: 'set'; readonly span: Span; readonly name: Name; readonly value: Expr | null };

export type LetValue =
  | { readonly kind: 'expr'; readonly expr: Expr }
  | { readonly kind: 'tabular'; readonly tabular: Tabular };

export type Tabular = {
  readonly kind: 'tabular';
  readonly span: Span;
  readonly source: Source;
  readonly stages: readonly Stage[];
};

export type Source =
  /** No source written: a bare filter, a leading pipe, an operator first, or no text at all. */
  | { readonly kind: 'default'; readonly span: Span }
  /** `*` as a source. */
  | { readonly kind: 'everything'; readonly span: Span }
  /**
   * A name in the place of a source: a table, a `let` table, or, when `lone` (nothing but an optional pipe follows it)
   * and no such table is known, a bare filter of one field.
   */
  | { readonly kind: 'named'; readonly span: Span; readonly path: PathExpr; readonly lone: boolean }
  | { readonly kind: 'print'; readonly span: Span; readonly columns: readonly NamedExpr[] }
  | {
      readonly kind: 'range';
      readonly span: Span;
      readonly name: Name;
      readonly from: Expr;
      readonly to: Expr;
      readonly step: Expr;
    }
  | {
      readonly kind: 'datatable';
      readonly span: Span;
      readonly columns: readonly ColumnDecl[];
      /** Row by row; the parser does not check that rows are whole. */
      readonly cells: readonly Expr[];
    }
  | {
      readonly kind: 'union';
      readonly span: Span;
      readonly options: readonly Option[];
      readonly sides: readonly Tabular[];
    }
  | { readonly kind: 'group'; readonly span: Span; readonly of: Tabular }
  | { readonly kind: 'materialize'; readonly span: Span; readonly of: Tabular }
  /** Could not be read: there is a diagnostic for it already. */
  | { readonly kind: 'error'; readonly span: Span };

export type TypeName =
  | 'bool'
  | 'int'
  | 'long'
  | 'real'
  | 'decimal'
  | 'string'
  | 'datetime'
  | 'timespan'
  | 'dynamic'
  | 'guid';

export type ColumnDecl = { readonly span: Span; readonly name: Name; readonly type: TypeName };

/** `kind=leftouter`, `isfuzzy=true`, `title="x"`: the value is a literal or a name (as a path). */
export type Option = { readonly span: Span; readonly name: Name; readonly value: Expr };

/** `a = x`, `(a, b) = x` or just `x`. */
export type NamedExpr = { readonly span: Span; readonly names: readonly Name[]; readonly value: Expr };

export type SortKey = {
  readonly span: Span;
  readonly value: Expr;
  readonly order: 'asc' | 'desc' | null;
  readonly nulls: 'first' | 'last' | null;
};

/** A column name with `*` wildcards in it; a quoted name has none. */
export type ColumnPattern = {
  readonly span: Span;
  readonly text: string;
  readonly quoted: boolean;
  /** Only in project-reorder. */
  readonly order: 'asc' | 'desc' | 'granny-asc' | 'granny-desc' | null;
};

export type ExpandItem = {
  readonly span: Span;
  readonly name: Name | null;
  readonly value: Expr;
  readonly type: TypeName | null;
};

export type SeriesItem = {
  readonly span: Span;
  readonly name: Name | null;
  readonly value: Expr;
  readonly default: Expr | null;
};

export type ParsePart =
  | { readonly kind: 'star'; readonly span: Span }
  | { readonly kind: 'text'; readonly span: Span; readonly text: string }
  | { readonly kind: 'column'; readonly span: Span; readonly name: Name; readonly type: TypeName | null };

export type Stage =
  | { readonly kind: 'where'; readonly span: Span; readonly predicate: Expr }
  | {
      readonly kind: 'search';
      readonly span: Span;
      readonly mode: Name | null;
      readonly tables: readonly Name[];
      readonly predicate: Expr;
    }
  | { readonly kind: 'extend' | 'project'; readonly span: Span; readonly columns: readonly NamedExpr[] }
  | {
      readonly kind: 'project-away' | 'project-keep' | 'project-reorder';
      readonly span: Span;
      readonly patterns: readonly ColumnPattern[];
    }
  | {
      readonly kind: 'project-rename';
      readonly span: Span;
      readonly columns: readonly { readonly span: Span; readonly name: Name; readonly path: PathExpr }[];
    }
  | {
      readonly kind: 'summarize';
      readonly span: Span;
      readonly aggregates: readonly NamedExpr[];
      readonly keys: readonly NamedExpr[];
    }
  | {
      readonly kind: 'timechart';
      readonly span: Span;
      readonly width: Expr | null;
      readonly limit: Expr | null;
      readonly aggregates: readonly NamedExpr[];
      readonly keys: readonly NamedExpr[];
    }
  | { readonly kind: 'sort'; readonly span: Span; readonly keys: readonly SortKey[] }
  | { readonly kind: 'take' | 'sample'; readonly span: Span; readonly rows: Expr }
  | { readonly kind: 'top'; readonly span: Span; readonly rows: Expr; readonly keys: readonly SortKey[] }
  | { readonly kind: 'distinct'; readonly span: Span; readonly all: boolean; readonly columns: readonly NamedExpr[] }
  | { readonly kind: 'count'; readonly span: Span; readonly as: Name | null }
  | { readonly kind: 'sample-distinct'; readonly span: Span; readonly rows: Expr; readonly of: Expr }
  | {
      readonly kind: 'mv-expand';
      readonly span: Span;
      /** `bagexpansion=array`, `with_itemindex=i`, `kind=…`. */
      readonly options: readonly Option[];
      readonly items: readonly ExpandItem[];
      readonly limit: Expr | null;
    }
  | {
      readonly kind: 'parse' | 'parse-where';
      readonly span: Span;
      readonly mode: 'simple' | 'regex' | 'relaxed';
      /** Of `kind=regex flags=Ui`. */
      readonly flags: string | null;
      readonly subject: Expr;
      readonly parts: readonly ParsePart[];
    }
  | {
      readonly kind: 'parse-kv';
      readonly span: Span;
      readonly subject: Expr;
      readonly columns: readonly ColumnDecl[];
      readonly options: readonly Option[];
    }
  | {
      readonly kind: 'make-series';
      readonly span: Span;
      readonly items: readonly SeriesItem[];
      readonly on: Expr;
      readonly from: Expr | null;
      readonly to: Expr | null;
      readonly step: Expr;
      /** `in range(a, b, step)`: the end belongs to the range. */
      readonly inclusive: boolean;
      /** `kind=nonempty`: a series also where there are no rows. */
      readonly nonempty: boolean;
      readonly keys: readonly NamedExpr[];
    }
  | {
      readonly kind: 'join' | 'lookup';
      readonly span: Span;
      readonly options: readonly Option[];
      readonly right: Tabular;
      readonly on: readonly Expr[];
    }
  | {
      readonly kind: 'union';
      readonly span: Span;
      readonly options: readonly Option[];
      readonly sides: readonly Tabular[];
    }
  | { readonly kind: 'as'; readonly span: Span; readonly name: Name }
  | { readonly kind: 'serialize'; readonly span: Span; readonly columns: readonly NamedExpr[] }
  | { readonly kind: 'getschema'; readonly span: Span }
  | { readonly kind: 'render'; readonly span: Span; readonly chart: Name; readonly options: readonly Option[] }
  /** Could not be read, or is not supported: there is a diagnostic for it already. */
  | { readonly kind: 'error'; readonly span: Span };

export type StageKind = Stage['kind'];
export type StageOf<K extends StageKind> = Extract<Stage, { readonly kind: K }>;

/** Integers are exact; datetime and timespan are nanoseconds (since 1970 in UTC). `null` may be of a type: `int(null)`. */
export type Literal =
  | { readonly type: 'null'; readonly of: TypeName | null }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int' | 'long'; readonly value: bigint }
  | { readonly type: 'real'; readonly value: number }
  | { readonly type: 'decimal'; readonly text: string }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'datetime' | 'timespan'; readonly value: bigint }
  | { readonly type: 'guid'; readonly value: string }
  | { readonly type: 'dynamic'; readonly value: DynamicValue };

/** JSON, with integers exact. Members of a bag keep their order. */
export type DynamicValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | readonly DynamicValue[]
  | { readonly [key: string]: DynamicValue };

export type Segment =
  | { readonly kind: 'name'; readonly name: string; readonly quoted: boolean; readonly span: Span }
  | { readonly kind: 'index'; readonly index: number; readonly span: Span }
  /** `[*]` */
  | { readonly kind: 'any'; readonly span: Span };

export type PathExpr = {
  readonly kind: 'path';
  readonly span: Span;
  readonly root: string;
  readonly rootSpan: Span;
  /** The root was quoted: with backticks, or `["…"]`. */
  readonly quoted: boolean;
  readonly segments: readonly Segment[];
};

export type StarExpr = { readonly kind: 'star'; readonly span: Span };

export type ArithmeticOp = '+' | '-' | '*' | '/' | '%';
/** `=~` and `!~` with a text on the right: equal but for ASCII case. `<>` is `!=`. */
export type CompareOp = '==' | '!=' | '<' | '<=' | '>' | '>=' | '=~' | '!~';
export type LogicOp = 'and' | 'or';
export type BinaryOp = ArithmeticOp | CompareOp | LogicOp;

export type TextOp =
  | 'has'
  | 'has_cs'
  | 'hasprefix'
  | 'hasprefix_cs'
  | 'hassuffix'
  | 'hassuffix_cs'
  | 'contains'
  | 'contains_cs'
  | 'startswith'
  | 'startswith_cs'
  | 'endswith'
  | 'endswith_cs'
  | 'like';

export type Argument = { readonly span: Span; readonly name: Name | null; readonly value: Expr };

export type LiteralExpr = { readonly kind: 'literal'; readonly span: Span; readonly value: Literal };

export type CallExpr = {
  readonly kind: 'call';
  readonly span: Span;
  /** As written; functions are matched without regard to case. */
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: readonly Argument[];
};

export type InList =
  /** `(a, b)` or `[a, b]`; one item may be an array itself. */
  | { readonly kind: 'items'; readonly span: Span; readonly items: readonly Expr[] }
  | { readonly kind: 'query'; readonly span: Span; readonly query: Tabular };

export type Expr =
  | LiteralExpr
  | PathExpr
  /** Only as the left side of a comparison (`* has "x"`) and as an argument (`count(*)`, `arg_max(t, *)`). */
  | StarExpr
  | CallExpr
  | { readonly kind: 'unary'; readonly span: Span; readonly op: '-' | '+' | 'not'; readonly of: Expr }
  | {
      readonly kind: 'binary';
      readonly span: Span;
      readonly op: BinaryOp;
      readonly opSpan: Span;
      readonly left: Expr;
      readonly right: Expr;
    }
  | {
      readonly kind: 'text';
      readonly span: Span;
      readonly op: TextOp;
      readonly opSpan: Span;
      readonly negated: boolean;
      readonly left: Expr;
      readonly right: Expr;
    }
  | {
      readonly kind: 'in';
      readonly span: Span;
      readonly mode: 'in' | 'has_any' | 'has_all';
      /** `in~`. has_any and has_all never regard case. */
      readonly ci: boolean;
      readonly opSpan: Span;
      readonly negated: boolean;
      readonly left: Expr;
      readonly list: InList;
    }
  | {
      readonly kind: 'between';
      readonly span: Span;
      readonly opSpan: Span;
      readonly negated: boolean;
      readonly left: Expr;
      readonly low: Expr;
      readonly high: Expr;
    }
  | {
      /** `matches /re/i`, `=~ /re/`, `matches regex "re"`. */
      readonly kind: 'regex';
      readonly span: Span;
      readonly opSpan: Span;
      readonly negated: boolean;
      readonly left: Expr;
      readonly pattern: RegexPattern;
    }
  | { readonly kind: 'index'; readonly span: Span; readonly of: Expr; readonly index: Expr }
  | { readonly kind: 'member'; readonly span: Span; readonly of: Expr; readonly name: string; readonly nameSpan: Span }
  | { readonly kind: 'array'; readonly span: Span; readonly items: readonly Expr[] }
  | { readonly kind: 'typeof'; readonly span: Span; readonly type: TypeName }
  | { readonly kind: 'toscalar'; readonly span: Span; readonly query: Tabular }
  /** Could not be read: there is a diagnostic for it already. */
  | { readonly kind: 'error'; readonly span: Span };

export type RegexPattern =
  | { readonly kind: 'literal'; readonly span: Span; readonly source: string; readonly flags: string }
  | { readonly kind: 'expr'; readonly expr: Expr };

export type ExprKind = Expr['kind'];
export type ExprOf<K extends ExprKind> = Extract<Expr, { readonly kind: K }>;
