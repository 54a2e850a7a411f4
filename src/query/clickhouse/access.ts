import { call, infix, param, type Sql } from './sql-ast.ts';

/** A field as the store has it. */
export interface Access {
  /** The value, NULL when it is absent; of the SQL type of the field's type. */
  readonly value: Sql;
  /** A form without NULL that keeps the index; meaningless where the value is absent. */
  readonly raw: Sql | null;
  readonly present: Sql;
  /** `lower(raw)` is what the text index is over. */
  readonly textIndex?: true | undefined;
  /** There is no other case in it. */
  readonly isLower?: true | undefined;
  /** The value as a number as it is stored, NULL when it is none. */
  readonly number?: Sql | undefined;
  /** The same 64 bits, stored without a sign: the index answers what they are equal to. */
  readonly bits?: Sql | undefined;
  /** What rows are told apart by, where the value itself is a copy that no index knows; its order is another one. */
  readonly order?: Sql;
  /** An integer column whose zero means absent, for comparisons with positive integers. */
  readonly integer?: Sql;
  /** What is there may be no such integer, but zero, less or a fraction, and the column has its zero for that too. */
  readonly beyondInteger?: true;
  /** Equality with texts the way the index answers it; present and equal to one of them. */
  readonly equals?: (values: readonly string[]) => Sql;
  /** The column that a log pattern is looked up by, and that has an index. */
  readonly shape?: Sql;
  /** The words an enum shows, and its column: constants compare with the stored word. */
  readonly words?:
    | { readonly column: Sql; readonly stored: (shown: string, ignoreCase: boolean) => readonly string[] }
    | undefined;
}

/** What is known of no more than its value. */
export function valueOnly(value: Sql): Access {
  return { value, raw: null, present: call('isNotNull', value) };
}

export function oneOf(left: Sql, values: readonly string[], type = 'String'): Sql {
  const [first] = values;
  if (values.length === 1 && first !== undefined) return infix('=', left, param(type, first));
  return { kind: 'in', left, set: param(`Array(${type})`, values), negated: false };
}

/** Words of an enum by what is shown for them. */
export function wordsOf(of: Sql, words: readonly (readonly [stored: string, shown: string])[]): Access['words'] {
  return {
    column: of,
    stored: (shown, ignoreCase) =>
      words
        .filter(([, word]) => (ignoreCase ? word.toLowerCase() === shown.toLowerCase() : word === shown))
        .map(([stored]) => stored),
  };
}
