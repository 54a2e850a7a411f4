import type { FieldRef } from '../catalogue/field.ts';
import { valueOnly, type Access } from '../clickhouse/access.ts';
import type { Sql } from '../clickhouse/sql-ast.ts';
import { cast, hasOwnNumber } from '../semantic/coerce.ts';
import { fieldRefExpr } from '../semantic/resolve.ts';
import type { Expr } from '../semantic/rq.ts';
import { nowhere } from '../text/span.ts';

/** A field that another select computes for those who ask: its value, and its number, where that is something else. */
export function computedElsewhere(ref: FieldRef, sqlOf: (value: Expr) => Sql): Access {
  const value = fieldRefExpr(ref, nowhere);
  return {
    ...valueOnly(sqlOf(value)),
    get number() {
      return hasOwnNumber(value) ? sqlOf(cast(value, 'real')) : undefined;
    },
  };
}
