/**
 * The ClickHouse statement as a tree: there is no node for raw text, so nothing of a user's text can reach the statement
 * other than as a bound value (`param`) or a quoted identifier (`column`, aliases).
 */

/** What `@clickhouse/client` takes in `query_params`; nanosecond datetimes are written as text with 9 digits. */
export type ParamValue = string | number | bigint | boolean | null | readonly ParamValue[];

export type Sql =
  /** A structural constant that we made: a checked number, or a string of ours. Never a user's text. */
  | { readonly kind: 'literal'; readonly value: string | number | bigint | boolean | null }
  /** A user's value: rendered as `{pN:Type}`, or as a literal in the readable form. */
  | { readonly kind: 'param'; readonly type: string; readonly value: ParamValue }
  | { readonly kind: 'column'; readonly table?: string; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly params?: readonly Sql[]; readonly args: readonly Sql[] }
  | { readonly kind: 'infix'; readonly op: InfixOp; readonly items: readonly Sql[] }
  | { readonly kind: 'not'; readonly of: Sql }
  | { readonly kind: 'cast'; readonly of: Sql; readonly type: string }
  | { readonly kind: 'lambda'; readonly names: readonly string[]; readonly body: Sql }
  | { readonly kind: 'tuple'; readonly items: readonly Sql[] }
  | { readonly kind: 'array'; readonly items: readonly Sql[] }
  /** `left [NOT] IN set`; the set is an array of constants, a tuple or a sub-select. */
  | { readonly kind: 'in'; readonly left: Sql; readonly set: Sql; readonly negated: boolean }
  | {
      readonly kind: 'window';
      readonly fn: Sql;
      readonly partition: readonly Sql[];
      readonly order: readonly OrderKey[];
      readonly frame?: Frame | undefined;
    }
  | { readonly kind: 'subselect'; readonly select: Select };

export type InfixOp = 'AND' | 'OR' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | 'LIKE';

/** Rows up to the current one, or all of them. */
export type Frame = 'up-to-here' | 'everything';

export interface OrderKey {
  readonly expr: Sql;
  readonly descending: boolean;
  readonly nulls?: 'first' | 'last';
}

export interface SelectItem {
  readonly expr: Sql;
  readonly alias?: string;
}

export interface Select {
  readonly items: readonly SelectItem[];
  readonly distinct?: boolean | undefined;
  readonly from?: From | undefined;
  readonly arrayJoin?: readonly SelectItem[] | undefined;
  readonly where?: Sql | undefined;
  readonly groupBy?: readonly Sql[] | undefined;
  readonly groupingSets?: readonly (readonly Sql[])[] | undefined;
  readonly orderBy?: readonly OrderKey[] | undefined;
  readonly limitBy?: { readonly rows: number; readonly keys: readonly Sql[] } | undefined;
  readonly limit?: number | undefined;
}

export type From =
  /** A table of the store. `verify` looks for the project and time conjuncts in the WHERE of the select around it. */
  | { readonly kind: 'table'; readonly name: string; readonly alias: string }
  | { readonly kind: 'select'; readonly select: Select; readonly alias: string }
  | { readonly kind: 'union'; readonly selects: readonly Select[]; readonly alias: string }
  | { readonly kind: 'join'; readonly type: JoinType; readonly left: From; readonly right: From; readonly on: Sql };

export type JoinType =
  | 'INNER JOIN'
  | 'LEFT JOIN'
  | 'LEFT ANY JOIN'
  | 'RIGHT JOIN'
  | 'FULL JOIN'
  | 'LEFT SEMI JOIN'
  | 'LEFT ANTI JOIN'
  | 'RIGHT SEMI JOIN'
  | 'RIGHT ANTI JOIN';

export function literal(value: string | number | bigint | boolean | null): Sql {
  return { kind: 'literal', value };
}

export function param(type: string, value: ParamValue): Sql {
  return { kind: 'param', type, value };
}

/** `column('ts', 'e')` is `e.ts`. */
export function column(name: string, table?: string): Sql {
  return table === undefined ? { kind: 'column', name } : { kind: 'column', table, name };
}

/** `call('lower', x)` is `lower(x)`. */
export function call(name: string, ...args: readonly Sql[]): Sql {
  return { kind: 'call', name, args };
}

/** `parametric('quantile', [literal(0.5)], x)` is `quantile(0.5)(x)`. */
export function parametric(name: string, params: readonly Sql[], ...args: readonly Sql[]): Sql {
  return { kind: 'call', name, params, args };
}

export function infix(op: InfixOp, ...items: readonly Sql[]): Sql {
  return { kind: 'infix', op, items };
}

export function not(of: Sql): Sql {
  return { kind: 'not', of };
}

export function cast(of: Sql, type: string): Sql {
  return { kind: 'cast', of, type };
}

export function lambda(names: readonly string[], body: Sql): Sql {
  return { kind: 'lambda', names, body };
}

/** The expression with names in it that stand for these: what is read in many places is written once. */
export function withNames(names: Readonly<Record<string, Sql>>, of: Sql): Sql {
  const values = Object.values(names).map((value): Sql => ({ kind: 'array', items: [value] }));
  return call('arrayElement', call('arrayMap', lambda(Object.keys(names), of), ...values), literal(1));
}

export const NULL: Sql = { kind: 'literal', value: null };
export const TRUE: Sql = { kind: 'literal', value: true };
export const FALSE: Sql = { kind: 'literal', value: false };

export function conjunctsOf(sql: Sql): readonly Sql[] {
  return sql.kind === 'infix' && sql.op === 'AND' ? sql.items : [sql];
}

/** Conjunction without the brackets and constants that nobody needs. */
export function allOf(items: readonly Sql[]): Sql {
  const flat = items.flatMap(conjunctsOf).filter((item) => item !== TRUE);
  // A false conjunct does not swallow the others: the project and the time range of a scan are among them.
  const [first] = flat;
  return first === undefined ? TRUE : flat.length === 1 ? first : infix('AND', ...flat);
}

export function anyOf(items: readonly Sql[]): Sql {
  const flat = items
    .flatMap((item) => (item.kind === 'infix' && item.op === 'OR' ? item.items : [item]))
    .filter((item) => item !== FALSE);
  if (flat.includes(TRUE)) return TRUE;
  const [first] = flat;
  return first === undefined ? FALSE : flat.length === 1 ? first : infix('OR', ...flat);
}

/** `left IN ('a', 'b')`, of words of ours. */
export function among(left: Sql, words: readonly string[], negated = false): Sql {
  return { kind: 'in', left, set: { kind: 'tuple', items: words.map((word) => literal(word)) }, negated };
}

/** `if(condition, yes, no)`. */
export function choose(condition: Sql, yes: Sql, no: Sql): Sql {
  return call('if', condition, yes, no);
}

/** What an expression is made of; a select in it is none of it. */
export function partsOf(sql: Sql): readonly Sql[] {
  switch (sql.kind) {
    case 'literal':
    case 'param':
    case 'column':
    case 'subselect':
      return [];
    case 'call':
      return sql.params === undefined ? sql.args : [...sql.params, ...sql.args];
    case 'infix':
    case 'tuple':
    case 'array':
      return sql.items;
    case 'not':
    case 'cast':
      return [sql.of];
    case 'lambda':
      return [sql.body];
    case 'in':
      return [sql.left, sql.set];
    case 'window':
      return [sql.fn, ...sql.partition, ...sql.order.map((key) => key.expr)];
  }
}

/** The expressions of a select itself, not of those that it reads from. */
export function expressionsOf(select: Select): readonly Sql[] {
  return [
    ...select.items.map((item) => item.expr),
    ...(select.arrayJoin ?? []).map((item) => item.expr),
    ...(select.where === undefined ? [] : [select.where]),
    ...(select.groupBy ?? []),
    ...(select.groupingSets?.flat() ?? []),
    ...(select.orderBy?.map((key) => key.expr) ?? []),
    ...(select.limitBy?.keys ?? []),
  ];
}
