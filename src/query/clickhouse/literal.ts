import { quoted } from './quote.ts';
import type { ParamValue } from './sql-ast.ts';

/** A finite number in the shortest form that reads back the same. */
export function numberText(value: number | bigint): string {
  if (typeof value === 'bigint') return String(value);
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Object.is(value, -0) ? '-0.' : String(value);
}

/** A bound value written out, of the type that the parameter declares. */
export function literalOf(type: string, value: ParamValue): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) {
    const inner = /^Array\((.*)\)$/.exec(type)?.[1] ?? 'String';
    const items: readonly ParamValue[] = value;
    if (items.length === 0) return `CAST([] AS ${type})`;
    return `[${items.map((item) => literalOf(inner, item)).join(', ')}]`;
  }
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number' || typeof value === 'bigint') return numeric(type, value);
  const text = quoted(String(value), "'");
  if (type.startsWith('DateTime64')) return `toDateTime64(${text}, ${/\d/.exec(type.slice(10))?.[0] ?? '9'}, 'UTC')`;
  return type === 'UUID' ? `toUUID(${text})` : text;
}

/** Large integers and reals carry their type: a bare `5` is a UInt8. */
function numeric(type: string, value: number | bigint): string {
  const text = numberText(value);
  if (type === 'Float64') return /^-?\d+$/.test(text) ? `${text}.` : text;
  return text;
}
