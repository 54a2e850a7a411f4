import type { FieldRef } from '../catalogue/field.ts';
import type { Column, Expr } from '../semantic/rq.ts';
import {
  allOf,
  call,
  column,
  literal,
  NULL,
  TRUE,
  type From,
  type OrderKey,
  type Select,
  type SelectItem,
  type Sql,
} from '../clickhouse/sql-ast.ts';
import { valueOnly, type Access } from '../clickhouse/access.ts';

const ONE = literal(1);

/** What a select under construction reads from: a scan, or the select inside it. */
export interface Input {
  readonly from: From | null;
  /** What it has of columns of the pipeline, and of fields of a table. */
  readonly column?: (column: Column) => Sql | undefined;
  readonly field?: (field: FieldRef) => Access | undefined;
  /** A field of the row that a column of the pipeline is of. */
  readonly beside?: (column: Column, field: FieldRef) => Access | undefined;
  /** Conjuncts that belong to the scan: project, kind, time. */
  readonly where?: readonly Sql[];
  readonly arrayJoin?: Select['arrayJoin'];
}

/**
 * One open SELECT. Columns are expressions over its input until somebody outside asks for one: then it becomes an item with
 * an internal name. So inner selects have just the columns that are needed, however far outside.
 */
export class Level {
  readonly #input: Input;
  readonly #own = new Map<number, Sql>();
  /** What an own column is no more than another name of: a field or a column of the input. */
  readonly #named = new Map<number, Expr & { readonly kind: 'field' | 'column' }>();
  /** Of a group, what takes a column along from one row: it takes other fields of that row along as well. */
  readonly #carried = new Map<number, (field: FieldRef) => Access | undefined>();
  readonly #items = new Map<string, Required<SelectItem>>();
  readonly where: Sql[];
  arrayJoin: Select['arrayJoin'];
  groupBy: readonly Sql[] = [];
  orderBy: readonly OrderKey[] = [];
  limitBy: Select['limitBy'];
  limit: number | undefined;
  distinct = false;
  /** Grouped or windowed: only what was made for it may be asked for. */
  sealed = false;

  constructor(input: Input) {
    this.#input = input;
    this.where = [...(input.where ?? [])];
    this.arrayJoin = input.arrayJoin;
  }

  /** It reads a table, and nothing else. */
  get isScan(): boolean {
    return this.#input.from?.kind === 'table';
  }

  /** Only so many of its rows come, or others than it reads. */
  get isCut(): boolean {
    return this.limit !== undefined || this.sealed || this.limitBy !== undefined;
  }

  /** What is asked of its rows next is asked in a select around it. */
  get isDone(): boolean {
    return this.isCut || this.distinct;
  }

  /** `of`: the expression whose value it is. */
  define(made: Column, sql: Sql, of?: Expr): void {
    const named = of?.kind === 'column' && this.#own.has(of.column.id) ? this.#named.get(of.column.id) : of;
    this.#own.set(made.id, sql);
    if (named?.kind === 'field' || named?.kind === 'column') this.#named.set(made.id, named);
    else this.#named.delete(made.id);
  }

  /** `field`: another field of the row of which the column has the value. */
  carry(made: Column, field: (field: FieldRef) => Access | undefined): void {
    this.#carried.set(made.id, field);
  }

  /** Asks the rows that it groups. */
  ofRows<T>(ask: () => T): T {
    const { sealed } = this;
    this.sealed = false;
    const found = ask();
    this.sealed = sealed;
    return found;
  }

  /** The field that a column is a name of. */
  named(wanted: Column): FieldRef | undefined {
    const of = this.sealed ? undefined : this.#named.get(wanted.id);
    return of?.kind === 'field' ? of.field : undefined;
  }

  /** A field of the row that the column is of, as long as that row is in sight: one of several alike is not. */
  beside(bag: Column, field: FieldRef): Access | undefined {
    if (this.distinct) return undefined;
    if (this.sealed) return this.#carried.get(bag.id)?.(field);
    if (!this.#own.has(bag.id)) return this.#input.beside?.(bag, field);
    const of = this.#named.get(bag.id);
    if (of?.kind === 'field') return this.field(field);
    return of === undefined ? undefined : this.#input.beside?.(of.column, field);
  }

  find(wanted: Column): Sql | undefined {
    return this.#own.get(wanted.id) ?? (this.sealed ? undefined : this.#input.column?.(wanted));
  }

  field(ref: FieldRef): Access | undefined {
    return this.sealed ? undefined : this.#input.field?.(ref);
  }

  /** The column as seen from outside: an item of this select. */
  export(wanted: Column, alias: string): Sql | undefined {
    const key = internalName(wanted);
    if (!this.#items.has(key)) {
      const sql = this.find(wanted);
      if (sql === undefined) return undefined;
      this.#items.set(key, { expr: sql, alias: key });
    }
    return column(key, alias);
  }

  #exportAccess(ref: FieldRef, found: Access | undefined, alias: string, key = ref.name): Access | undefined {
    if (found === undefined) return undefined;
    const item = (key: string, expr: Sql): Sql => {
      const known = this.#items.get(key) ?? { expr, alias: `__f${this.#items.size}` };
      this.#items.set(key, known);
      return column(known.alias, alias);
    };
    const value = item(`f_${key}`, found.value);
    const always = found.present === TRUE && !ref.nullable;
    return {
      value,
      raw: null,
      present: always ? TRUE : call('isNotNull', value),
      // As a number it may be something else than the value: it is an item for those who ask.
      get number() {
        const { number } = found;
        return number === undefined ? undefined : item(`n_${key}`, number);
      },
    };
  }

  /** The items in the order they are given: for results, unions and sub-queries, where position counts. */
  select(items: readonly SelectItem[]): Select {
    const where = allOf(this.where);
    return {
      items: items.length === 0 ? [{ expr: NULL, alias: '__none' }] : items,
      distinct: this.distinct,
      from: this.#input.from ?? undefined,
      arrayJoin: this.arrayJoin,
      where: where === TRUE ? undefined : where,
      groupBy: this.groupBy,
      orderBy: this.orderBy,
      limitBy: this.limitBy,
      limit: this.limit,
    };
  }

  /** The select as an input of another; its items are still open while the outer ones are made. */
  asInput(alias: string): Input {
    const items = this.#items;
    const distinct = (): boolean => this.distinct;
    const select: Select = {
      ...this.select([]),
      get items() {
        return items.size === 0 ? [{ expr: ONE, alias: '__none' }] : [...items.values()];
      },
      get distinct() {
        return distinct();
      },
    };
    return {
      from: { kind: 'select', select, alias },
      column: (wanted) => this.export(wanted, alias),
      field: (ref) => this.#exportAccess(ref, this.field(ref), alias),
      // In a join there may be no such row.
      beside: (bag, ref) =>
        this.#exportAccess({ ...ref, nullable: true }, orNull(this.beside(bag, ref)), alias, `${bag.id}_${ref.name}`),
    };
  }
}

function orNull(found: Access | undefined): Access | undefined {
  return found?.present === TRUE ? valueOnly(call('toNullable', found.value)) : found;
}

/** The name of a column inside a statement; columns of our own making have negative numbers. */
export function internalName(of: Column): string {
  return `__c${String(of.id).replace('-', 'r')}`;
}
