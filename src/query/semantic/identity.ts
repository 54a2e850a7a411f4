import { wellKnown } from '../catalogue/catalogue.ts';
import { strcat } from '../functions/strings.ts';
import { nowhere } from '../text/span.ts';
import { callExpr, columnExpr, constant, type Binding, type Scope } from './binding.ts';
import { cast } from './coerce.ts';
import { fieldRefExpr } from './resolve.ts';
import type { Column, Expr } from './rq.ts';

/** What tells the rows of one place apart. */

/** The time and the identity of a row, as far as they are in sight, be it behind the projections that hid them. */
export function identityOf(b: Binding, { table, columns, behind }: Scope): readonly Expr[] {
  if (behind !== undefined) return identityOf(b, behind);
  const { fields, time, rowId, series } = table ?? b.table;
  return [time.field, rowId ?? series].flatMap((name): readonly Expr[] => {
    const def = fields.find((one) => one.name === name);
    if (table !== null) return def === undefined ? [] : [fieldRefExpr(wellKnown(def), nowhere)];
    const column = columns.find(({ field }) => field !== undefined && field.name === name);
    return column === undefined ? [] : [columnExpr(column, nowhere)];
  });
}

/**
 * The text that chance goes by where it has to fall the same each time: of what tells a row apart, also behind the projections
 * that hid it, and of these numbers. Null where rows that are alike would all be drawn together.
 */
export function lotOf(b: Binding, scope: Scope, ...numbers: readonly bigint[]): Expr | null {
  const own = identityOf(b, scope);
  if (own.length === 0 && !scope.unlike) return null;
  const seen = [...scope.columns, ...columnsBehind(scope)].map((one) => columnExpr(one, nowhere));
  const marks = [...own, ...seen].map((one) => cast(one, 'string'));
  const texts = [...marks, ...numbers.map((one) => constant(String(one), 'string', nowhere))];
  return { ...callExpr(strcat, texts, 'string', nowhere), nullable: false };
}

function columnsBehind({ behind }: Scope): readonly Column[] {
  return behind === undefined ? [] : [...behind.columns, ...columnsBehind(behind)];
}
