import type { AggregateFunction, ScalarFunction, WindowFunction } from '../functions/registry.ts';
import type { FieldRef } from '../catalogue/field.ts';
import type { TableDef } from '../catalogue/table.ts';
import type { ConstValue, Type } from './types.ts';

/**
 * The bound and checked query: names are gone, every coercion is written out, every expression has a type. The ClickHouse
 * lowering reads this, and nothing else.
 */

/** A column of the pipeline: made by a stage, known by number, since two stages may use one name. */
export type ColumnId = number & { readonly brand: 'column' };

export interface Column {
  readonly id: ColumnId;
  readonly name: string;
  readonly type: Type;
  readonly nullable: boolean;
  readonly unit?: Unit | undefined;
  /** Known when the column is a time bin of constant width: series, gap filling and `rate()` need it. */
  readonly binNs?: bigint | undefined;
  /** When one of these bins begins: 1970 is on no grid of weeks, or of what somebody counts from another time. */
  readonly binOriginNs?: bigint | undefined;
  /** Other spellings a later stage may use (`resource_service_name`, `p95_duration` …). */
  readonly hidden?: readonly string[];
  /** The base field it was taken from without change. */
  readonly field?: FieldRef | undefined;
  /** The table, where all columns of its row were taken along: the fields that `*` does not show are still asked for. */
  readonly row?: TableDef | undefined;
  /** What rows of a group have in common: what else they have is out of sight. */
  readonly ofGroup?: true | undefined;
  /** It is what rows were grouped by, whatever it is called now: a chart has a series for each of its values. */
  readonly isKey?: true | undefined;
  /** How it was computed: a measure of a metric may be the same in other units. */
  readonly computed?: (Expr & { readonly kind: 'arithmetic' }) | undefined;
}

export type Unit = 'ns';

interface Common {
  readonly type: Type;
  readonly nullable: boolean;
  readonly start: number;
  readonly end: number;
  readonly unit?: Unit | undefined;
}

export type Expr = Common &
  (
    | { readonly kind: 'const'; readonly value: ConstValue }
    /** A field of the scanned table: a column, or an attribute. */
    | { readonly kind: 'field'; readonly field: FieldRef }
    | { readonly kind: 'column'; readonly column: Column }
    | { readonly kind: 'call'; readonly fn: ScalarFunction; readonly args: readonly Expr[] }
    | {
        readonly kind: 'arithmetic';
        readonly op: '+' | '-' | '*' | '/' | '%';
        readonly left: Expr;
        /** Division by zero is null. */ readonly guarded: boolean;
        readonly right: Expr;
      }
    | { readonly kind: 'negate'; readonly of: Expr }
    /** A coercion; text that does not parse gives null, never an error. */
    | { readonly kind: 'cast'; readonly of: Expr }
    /** A predicate in value position: true, false, or null when an operand is missing. */
    | { readonly kind: 'predicate'; readonly predicate: Predicate }
    /** `bag.key`, `array[0]`, `array[-1]`: of and the result are dynamic. */
    | { readonly kind: 'member'; readonly of: Expr; readonly key: Expr }
    /** `[a, b]` of values that are not all constant: dynamic. */
    | { readonly kind: 'list'; readonly items: readonly Expr[] }
    | {
        readonly kind: 'aggregate';
        readonly fn: AggregateFunction;
        readonly args: readonly Expr[];
        readonly filter?: Predicate | undefined;
        /** The time of a row, where it is in sight: for first and last. */
        readonly time?: Expr | undefined;
      }
    | { readonly kind: 'window'; readonly fn: WindowFunction; readonly args: readonly Expr[] }
    /** `toscalar(…)`: one row, one column. */
    | { readonly kind: 'scalar-query'; readonly relation: Relation }
  );

export type CompareOp = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type TextOp = 'has' | 'hasprefix' | 'hassuffix' | 'contains' | 'startswith' | 'endswith' | 'like';

/**
 * How two operands are compared: the checker decides. `text` is bytes; `number` turns text into a number (text that is none
 * differs from every number); `bool` reads `true`/`1`.
 */
export type CompareAs = 'text' | 'number' | 'datetime' | 'bool' | 'dynamic';

/** `spans[*].name`: the condition holds for any element of the array at `array`; `element` stands for it inside. */
export type Atom =
  | {
      readonly kind: 'compare';
      readonly op: CompareOp;
      readonly as: CompareAs;
      readonly ignoreCase: boolean;
      readonly left: Expr;
      readonly right: Expr;
    }
  | {
      readonly kind: 'in';
      readonly as: CompareAs;
      readonly ignoreCase: boolean;
      readonly left: Expr;
      readonly values: readonly Expr[];
    }
  | { readonly kind: 'in-query'; readonly ignoreCase: boolean; readonly left: Expr; readonly relation: Relation }
  /** `like` has SQL's `%` and `_` in its right side. Others take the right side literally. */
  | {
      readonly kind: 'text';
      readonly op: TextOp;
      readonly caseSensitive: boolean;
      readonly left: Expr;
      readonly right: Expr;
    }
  /** `has_any`, `has_all`. */
  | { readonly kind: 'has-list'; readonly mode: 'any' | 'all'; readonly left: Expr; readonly values: readonly Expr[] }
  | { readonly kind: 'has-query'; readonly mode: 'any' | 'all'; readonly left: Expr; readonly relation: Relation }
  /** The pattern is re2; flags are some of `ims`. */
  | { readonly kind: 'regex'; readonly left: Expr; readonly pattern: Expr; readonly flags: string }
  /** Positive: the value is null, an attribute is absent. Negative: present. */
  | { readonly kind: 'null'; readonly of: Expr }
  /** Positive: absent or the empty text. */
  | { readonly kind: 'empty'; readonly of: Expr }
  /** A boolean value used as a condition. */
  | { readonly kind: 'truth'; readonly of: Expr }
  /** `array[*].key OP …`: true when `holds` does for any element; `element` is what it reads. */
  | { readonly kind: 'any-element'; readonly array: Expr; readonly element: Column; readonly holds: Predicate };

/** Two-valued at a filter: an atom over a missing value is false, and so is its negation. */
export type Predicate =
  | Decided
  | { readonly kind: 'and' | 'or'; readonly items: readonly Predicate[] }
  | { readonly kind: 'not'; readonly of: Predicate }
  /** An atom over one of several texts: in a text that is missing nothing is found. */
  | { readonly kind: 'found'; readonly atom: Atom; readonly in: Expr };

/** A predicate whose negations sit on its atoms. */
export type NormalPredicate = Decided | { readonly kind: 'and' | 'or'; readonly items: readonly NormalPredicate[] };

type Decided =
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  | { readonly kind: 'atom'; readonly atom: Atom; readonly negated: boolean };

export interface Computed {
  readonly column: Column;
  readonly expr: Expr;
}

export interface SortKey {
  readonly expr: Expr;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last';
  /** It only tells rows apart: their order in the store will do. */
  readonly asStored?: true;
}

export interface Scan {
  readonly kind: 'scan';
  /** Name of the table in the catalogue. */
  readonly table: string;
}

export type Source =
  | Scan
  | {
      readonly kind: 'rows';
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Expr[])[];
      readonly row: Column;
    }
  | {
      readonly kind: 'range';
      readonly column: Column;
      readonly from: Expr;
      readonly to: Expr;
      readonly step: Expr;
      readonly row: Column;
    }
  | {
      readonly kind: 'union';
      readonly sides: readonly UnionSide[];
      readonly columns: readonly Column[];
      readonly row: Column;
    };

export interface UnionSide {
  readonly relation: Relation;
  /** For each output column of the union: the side's own column, a constant (`withsource=`), or null. */
  readonly items: readonly (Expr | null)[];
}

export type JoinKind =
  | 'inner'
  | 'innerunique'
  | 'leftouter'
  | 'rightouter'
  | 'fullouter'
  | 'leftsemi'
  | 'rightsemi'
  | 'leftanti'
  | 'rightanti'
  | 'lookup';

export type Stage =
  | { readonly kind: 'filter'; readonly predicate: Predicate }
  | { readonly kind: 'compute'; readonly columns: readonly Computed[] }
  | {
      readonly kind: 'aggregate';
      readonly keys: readonly Computed[];
      readonly aggregates: readonly Computed[];
      readonly outputs: readonly Computed[];
      readonly bucketSeconds: number;
    }
  | { readonly kind: 'project'; readonly columns: readonly Computed[] }
  | { readonly kind: 'distinct'; readonly columns: readonly Column[] }
  | { readonly kind: 'sort'; readonly keys: readonly SortKey[] }
  | { readonly kind: 'limit'; readonly rows: number }
  | {
      readonly kind: 'sample';
      readonly rows: number;
      /** Any value of a row: the engine must not take one random number for all. */ readonly salt: Expr | null;
    }
  | {
      readonly kind: 'expand';
      readonly items: readonly ExpandItem[];
      readonly bag: 'bag' | 'array';
      readonly index?: Column | undefined;
      readonly limit?: number | undefined;
    }
  | { readonly kind: 'window'; readonly columns: readonly Computed[]; readonly order: readonly SortKey[] }
  /** Of all rows, beside each of them. */
  | { readonly kind: 'totals'; readonly aggregates: readonly Computed[]; readonly bucketSeconds: number }
  | {
      readonly kind: 'series';
      readonly keys: readonly Computed[];
      readonly axis: Expr;
      /** Null: from the first, to the last value there is. */
      readonly from: Expr | null;
      readonly to: Expr | null;
      readonly step: Expr;
      readonly inclusive: boolean;
      /** A row also where there is nothing. */
      readonly nonempty: boolean;
      readonly aggregates: readonly Computed[];
      readonly items: readonly SeriesItem[];
      readonly axisColumn: Column;
      readonly bucketSeconds: number;
    }
  | {
      readonly kind: 'join';
      readonly join: JoinKind;
      readonly right: Relation;
      readonly keys: readonly JoinKey[];
      readonly outputs: readonly JoinOutput[];
    };

export interface SeriesItem {
  readonly column: Column;
  /** Over the aggregates of the stage. */
  readonly expr: Expr;
  readonly fallback: Expr;
}

export interface ExpandItem {
  readonly column: Column;
  readonly expr: Expr;
}

export interface JoinKey {
  readonly left: Expr;
  readonly right: Expr;
}

export interface JoinOutput {
  readonly column: Column;
  readonly side: 'left' | 'right';
  readonly from: Column;
}

/** A source, what is done with it, and what is visible at the end, in order. */
export interface Relation {
  readonly source: Source;
  readonly stages: readonly Stage[];
  readonly columns: readonly Column[];
}
