import { doubleText } from '../../lib/double-text.ts';
import type { Compare } from '../normalize/constant-right.ts';
import { isBeyondReal } from '../semantic/compare.ts';
import { hasOwnNumber } from '../semantic/coerce.ts';
import type { Atom, Expr } from '../semantic/rq.ts';
import { isInteger, isNumber, type ConstValue } from '../semantic/types.ts';
import type { Access } from './access.ts';
import { castSql } from './casts.ts';
import { equalTexts } from './equality.ts';
import { lowerExpr, type Env } from './expression.ts';
import { forPresent, isNull, operand, operator, type Mode } from './operand.ts';
import { amongReadable, unreadable } from './readable.ts';
import { allOf, call, infix, literal, param, type InfixOp, type Sql } from './sql-ast.ts';

const promotedMax = 65_535n;

/** The same bits. */
function unsigned(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

/** Numbers: text that is none is not less, not greater, and not equal. */
export function compareNumber(env: Env, atom: Compare, negated: boolean, mode: Mode): Sql {
  const { source, access } = numberSource(env, atom.left, mode);
  const bound = atom.right.kind === 'const' ? atom.right.value : null;
  const op = operator(atom.op, negated);
  if (access?.integer !== undefined && typeof bound === 'bigint' && bound > 0n && bound <= promotedMax && op !== '!=') {
    const compared = infix(op, access.integer, param('UInt16', bound));
    if (op !== '<' && op !== '<=') return compared;
    const isHeld = source.kind === 'field' && env.positive?.has(source.field.name) === true;
    if (access.beyondInteger !== true || isHeld) return allOf([infix('!=', access.integer, literal(0)), compared]);
  }
  if (access?.bits !== undefined && typeof bound === 'bigint' && (op === '=' || op === '!='))
    return infix(op, access.bits, param('UInt64', unsigned(bound)));
  if (isNull(atom.right)) return forPresent(operand(env, atom.left, mode), op === '!=', mode);
  const sent = op === '=' || op === '!=' ? sentTexts(source, access, [bound]) : null;
  if (sent !== null) return equalTexts(env, source, sent, false, op === '!=', mode);
  const stored = mode === 'where' ? storedNumber(env, atom.left) : null;
  const left = stored?.sql ?? lowerExpr(env, atom.left);
  // The index is asked for values of the type of what it is compared with alone.
  const isReal = stored !== null && atom.left.type === 'real' && typeof bound === 'bigint' && !isBeyondReal(atom.right);
  const right = isReal ? param('Float64', Number(bound)) : lowerExpr(env, atom.right);
  const compared = ofWholes(env, atom, op, infix(op, left, right));
  const differing = unreadable(env, atom, op, compared, mode);
  if (differing !== null) return differing;
  if (stored !== null) return allOf([...stored.present, compared]);
  // A key that is nowhere in a block is not read there; what has a number of its own is missing where that is.
  const isOfValue = source !== atom.left && access !== null && access.number === undefined;
  return isOfValue ? allOf([access.present, compared]) : compared;
}

export function numberList(env: Env, atom: Extract<Atom, { kind: 'in' }>, negated: boolean, mode: Mode): Sql {
  const values = atom.values.map((value) => (value.kind === 'const' ? value.value : null));
  const integers = values.every((value) => typeof value === 'bigint');
  const { source, access } = numberSource(env, atom.left, mode);
  if (
    access?.integer !== undefined &&
    !negated &&
    values.every((value) => typeof value === 'bigint' && value > 0n && value <= promotedMax)
  ) {
    return { kind: 'in', left: access.integer, set: param('Array(UInt16)', values.map(Number)), negated };
  }
  if (access?.bits !== undefined && integers) {
    const set = param(
      'Array(UInt64)',
      values.map((value) => (typeof value === 'bigint' ? unsigned(value) : 0n)),
    );
    return { kind: 'in', left: access.bits, set, negated };
  }
  const sent = sentTexts(source, access, values);
  if (sent !== null) return equalTexts(env, source, sent, false, negated, mode);
  const set = integers
    ? param(
        'Array(Int64)',
        values.map((value) => (typeof value === 'bigint' ? value : 0n)),
      )
    : param('Array(Float64)', values.map(Number));
  const stored = mode === 'where' ? storedNumber(env, atom.left) : null;
  if (stored !== null) return allOf([...stored.present, { kind: 'in', left: stored.sql, set, negated }]);
  return amongReadable(env, atom.left, { kind: 'in', left: lowerExpr(env, atom.left), set, negated }, negated, mode);
}

/**
 * The texts under which an attribute has such numbers, as ingest writes those that are sent: by these its indexes know them.
 * Null where they cannot be listed, and of what is no attribute, or one with a column of numbers.
 */
function sentTexts(source: Expr, access: Access | null, numbers: readonly ConstValue[]): readonly string[] | null {
  const isAttribute = source.kind === 'field' && source.field.storage.kind === 'attribute';
  if (!isAttribute || access === null || access.integer !== undefined) return null;
  const texts = numbers.map((number) =>
    typeof number === 'bigint' || typeof number === 'number' ? written(number) : [],
  );
  return texts.every(({ length }) => length > 0) ? [...new Set(texts.flat())] : null;
}

/** As an integer and as a double; none where the nearest double is that of other integers, too. */
function written(number: bigint | number): readonly string[] {
  const double = Number(number);
  if (double === 0) return ['0', '0.0', '-0.0'];
  if (Number.isSafeInteger(double)) return [String(double), doubleText(double)];
  if (typeof number === 'bigint') return [String(number)];
  return Number.isFinite(number) && !Number.isInteger(number) ? [doubleText(number)] : [];
}

/** What is read as a number. */
export function numbered(left: Expr): Expr {
  return left.kind === 'cast' && left.of.kind === 'field' ? left.of : left;
}

/** The field that is read as a number; where it is asked for its index, as the store has it. */
function numberSource(env: Env, left: Expr, mode: Mode): { source: Expr; access: Access | null } {
  const source = numbered(left);
  return { source, access: source.kind === 'field' && mode === 'where' ? env.field(source.field) : null };
}

/** A text of digits beside a whole number of each row is compared as such: as a real it may be any of some neighbours. */
function ofWholes(env: Env, { left, right }: Compare, op: InfixOp, compared: Sql): Sql {
  const whole = (side: Expr, other: Expr): Sql | null =>
    isInteger(other.type) &&
    other.kind !== 'const' &&
    side.kind === 'cast' &&
    !isNumber(side.of.type) &&
    !hasOwnNumber(side.of)
      ? call('toInt64OrNull', castSql(lowerExpr(env, side.of), side.of.type, 'string'))
      : null;
  const [a, c] = [whole(left, right), whole(right, left)];
  if (a === null && c === null) return compared;
  return call('ifNull', infix(op, a ?? lowerExpr(env, left), c ?? lowerExpr(env, right)), compared);
}

/**
 * A field of numbers, or arithmetic over such, as the store has them: what an index knows, which does not see through the
 * NULL of what is missing. Whether they are there is to be asked besides.
 */
function storedNumber(env: Env, expr: Expr): { sql: Sql; present: readonly Sql[] } | null {
  const fields = new Map<string, Sql>();
  const isStored = (of: Expr): boolean => {
    if (!isNumber(of.type) && of.type !== 'timespan') return false;
    if (of.kind === 'arithmetic') return isStored(of.left) && isStored(of.right);
    if (of.kind !== 'field') return of.kind === 'const' && of.value !== null;
    const { raw, present } = env.field(of.field);
    fields.set(of.field.name, present);
    return raw !== null;
  };
  if (!isStored(expr) || fields.size === 0) return null;
  const asStored: Env = {
    ...env,
    field: (ref) => {
      const access = env.field(ref);
      return { ...access, value: access.raw ?? access.value };
    },
  };
  return { sql: lowerExpr(asStored, expr), present: [...fields.values()] };
}
