import type { Frame, Sql } from '../clickhouse/sql-ast.ts';
import type { Expr } from '../semantic/rq.ts';
import type { ConstValue, Type } from '../semantic/types.ts';

/**
 * Every function of the language is one entry: the binder, the checker, the lowering, completion, hover and the generated
 * documentation read the same table. A family is a file that exports a list of entries; `functions/all.ts` joins them.
 */

/**
 * What an argument may be; the checker coerces to it (an attribute's text becomes a number for `number`, and so on) and
 * reports what does not fit. After coercion an argument's SQL is: Bool, Int64, Float64, String, DateTime64(9,'UTC'),
 * Int64 nanoseconds (timespan) or JSON text (dynamic), each possibly NULL.
 */
export type ParamType =
  | 'bool'
  /** Integer or real, kept as it is; attributes and JSON scalars become real. */
  | 'number'
  | 'int'
  | 'real'
  | 'string'
  | 'datetime'
  | 'timespan'
  | 'dynamic'
  /** Anything, as it is; an attribute stays text. */
  | 'any'
  /** Anything, turned into text as `tostring` does. */
  | 'text'
  /** A number, datetime or timespan: things with an order and a distance. */
  | 'quantity'
  /** A number or timespan: things that add up. */
  | 'amount'
  /** A condition. */
  | 'predicate'
  /** A regular expression: constant or not; a constant is checked for re2 at compile time. */
  | 'regex'
  /** `typeof(long)`: the value of the constant is the type's name. */
  | 'type'
  /** `*`. */
  | 'star';

export interface Param {
  readonly name: string;
  readonly type: ParamType;
  readonly optional?: true;
  /** Must be known at compile time: its value is in `Call.constants`. */
  readonly constant?: true;
  /** Inclusive bounds of a constant number. */
  readonly range?: readonly [number, number];
  /** Parts of a hundred: what is below one was most likely meant as a share. */
  readonly percent?: true;
  /** The words a constant text may be, compared without case. */
  readonly oneOf?: readonly string[];
}

/** What a lowering may ask about the call it is in. Arrays are parallel to the arguments that were given. */
export interface Call {
  readonly args: readonly Expr[];
  /** Compile-time values; `undefined` where the argument is not constant. */
  readonly constants: readonly (ConstValue | undefined)[];
  readonly type: Type;
  /** The one instant of this query, nanoseconds since 1970. */
  readonly now: bigint;
}

/** The type, or how it follows from the arguments. */
type Returns = Type | ((args: readonly Expr[], constants: readonly (ConstValue | undefined)[]) => Type);

export function returned(
  { returns }: { readonly returns: Returns },
  args: readonly Expr[],
  constants: readonly (ConstValue | undefined)[],
): Type {
  return typeof returns === 'function' ? returns(args, constants) : returns;
}

/** Values of arguments as they stand in the tree. */
export function constantsOf(args: readonly Expr[]): Call['constants'] {
  return args.map((arg) => (arg.kind === 'const' ? arg.value : undefined));
}

interface Documented {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly params: readonly Param[];
  /**
   * Any number of further arguments, groups repeat together (`case`: condition, value). `last` is one that may stand alone
   * where another group would begin (`else`).
   */
  readonly rest?: {
    readonly params: readonly Param[];
    readonly min: number;
    readonly max?: number;
    readonly last?: Param;
  };
  /** One line, for completion, hover and the reference. */
  readonly doc: string;
  /** A runnable query or expression. */
  readonly example: string;
}

export interface ScalarFunction extends Documented {
  readonly kind: 'scalar';
  /** `call.type` of the lowering is the outcome. */
  readonly returns: Returns;
  /**
   * `propagate`: null in, null out, as ClickHouse functions do by themselves. `fallible`: may give null for other reasons
   * (a cast, a look-up). `never`: never null, the lowering takes care of null arguments.
   */
  readonly nulls: 'propagate' | 'fallible' | 'never';
  /**
   * Arguments of one common type (`iff`, `case`, `coalesce`, `max_of`): their positions; the checker unifies them, and
   * `returns: 'error'` stands for "that type".
   */
  readonly unify?: (count: number) => readonly number[];
  /**
   * It reads numbers: attributes and JSON values beside numbers, and beside each other, are numbers (`max_of`), not texts, and
   * a status is that of HTTP.
   */
  readonly numeric?: true;
  /** What is wrong with arguments that fit one by one and not together, as half a sentence. */
  readonly fault?: (args: readonly Expr[]) => string | null;
  /**
   * Differs from row to row (`rand`, `new_guid`): never folded, and called with two more arguments, which tell rows and calls
   * apart. `frozen` is the lowering of what is drawn the same each time: its one more argument is a text of row and call.
   */
  readonly volatile?: { readonly frozen: ScalarFunction['lower'] };
  readonly lower: (args: readonly Sql[], call: Call) => Sql;
  /**
   * The same in TypeScript, for constants; values as in `ConstValue`, and `undefined` where the store alone can tell.
   */
  readonly evaluate?: (args: readonly ConstValue[], call: Call) => ConstValue | undefined;
  /** The default name of an unnamed output column: `first` argument's name, else ColumnN (Kusto's rule for casts). */
  readonly naming?: 'first';
}

export interface AggregateFunction extends Documented {
  readonly kind: 'aggregate';
  readonly returns: Returns;
  /** The value over no rows: null, or what the aggregate itself gives (`count` is 0). */
  readonly nullable: boolean;
  /** The unit of the first argument is the unit of the result. */
  readonly keepsUnit?: true;
  /** What it gives for each of some groups adds up to what it gives for all of their rows. */
  readonly additive?: true;
  /** A count or a sum: for a monitor no rows are a 0, and not nothing. */
  readonly counts?: true;
  /** It gives what its last argument is in one row of the group, the same for all values that it is asked of. */
  readonly ofRow?: true;
  /** What it gives goes by which values its first argument has, in however many rows each. */
  readonly ofValues?: true;
  /** What it gives goes by the order of the rows. */
  readonly ordered?: true;
  /** `condition`, when the call has one (`countif`, `sumif`), is already two-valued. */
  readonly lower: (args: readonly Sql[], call: AggregateCall) => Sql;
  /** Default column name from the first argument's name: `avg_` + name. */
  readonly columnName: (first: string | undefined, constants: readonly (ConstValue | undefined)[]) => string;
  /** Position of the condition among the arguments (`…if` functions). */
  readonly condition?: number;
}

export interface AggregateCall extends Call {
  readonly condition: Sql | undefined;
  /** Seconds of one bucket: of the bin among the keys, else of the query's range. `rate` divides by it. */
  readonly bucketSeconds: number;
  /** It stands beside each of the rows that it is of. */
  readonly beside: boolean;
  /** The column that orders rows in time, for first/last. */
  readonly time: Sql | undefined;
}

/** Functions over rows in order: `prev`, `next`, `row_number`, `row_cumsum`. */
export interface WindowFunction extends Documented {
  readonly kind: 'window';
  readonly returns: Returns;
  /** Position of the condition that starts again among the arguments. */
  readonly restart?: number;
  /** `over` is of the rows in their order, since the last start. */
  readonly lower: (args: readonly Sql[], over: (fn: Sql, frame: Frame) => Sql) => Sql;
}

/** Known by name, and not there: `function series_fft() is not supported`. */
export interface UnsupportedFunction {
  readonly kind: 'unsupported';
  readonly name: string;
  /** What to use in its stead, as half a sentence: "use bin()". */
  readonly instead?: string;
}

export type FunctionEntry = ScalarFunction | AggregateFunction | WindowFunction | UnsupportedFunction;
