import type { Literal } from './ast.ts';
import { parseDatetime } from './datetime.ts';
import { parseTimespan } from './duration.ts';

const guid = /^\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i;
const integer = /^[+-]?(?:\d{1,30}|0x[0-9a-f]{1,16})$/i;
const real = /^[+-]?\d{1,400}(?:\.\d{0,400})?(?:e[+-]?\d{1,5})?$/i;

/** The value of `datetime(…)`, `int(…)` and the like; null when the text is none. */
export const readTyped = (type: Literal['type'], raw: string): Literal | null => {
  const text = unquote(raw.trim());
  switch (type) {
    case 'datetime': {
      const value = parseDatetime(text);
      return value === null ? null : { type, value };
    }
    case 'timespan': {
      const value = parseTimespan(text);
      return value === null ? null : { type, value };
    }
    case 'guid':
      return guid.test(text) ? { type, value: canonicalGuid(text) } : null;
    case 'bool':
      return readBool(text.toLowerCase());
    case 'string':
      return text === raw.trim() ? null : { type, value: text };
    case 'int':
    case 'long':
      return readInteger(type, text);
    case 'real':
      return readReal(text);
    case 'decimal':
      return real.test(text) ? { type, text } : null;
    case 'null':
    case 'dynamic':
      return null;
  }
};

const unquote = (text: string): string => {
  const quote = text[0];
  const quoted = text.length >= 2 && (quote === '"' || quote === "'") && text.endsWith(quote);
  return quoted ? text.slice(1, -1) : text;
};

export const canonicalGuid = (text: string): string => {
  const digits = text.replaceAll(/[{}-]/g, '').toLowerCase();
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  );
};

const readBool = (text: string): Literal | null => {
  if (text === 'true' || text === '1') return { type: 'bool', value: true };
  return text === 'false' || text === '0' ? { type: 'bool', value: false } : null;
};

const readInteger = (type: 'int' | 'long', text: string): Literal | null => {
  if (!integer.test(text)) return null;
  const digits = BigInt(text.replace(/^[+-]/, ''));
  const value = text.startsWith('-') ? -digits : digits;
  const bits = type === 'int' ? 31n : 63n;
  return value >= -(2n ** bits) && value < 2n ** bits ? { type, value } : null;
};

const readReal = (text: string): Literal | null => {
  const lower = text.toLowerCase();
  if (lower === 'nan') return { type: 'real', value: Number.NaN };
  const infinity = /^([+-]?)inf(?:inity)?$/.exec(lower);
  if (infinity) return { type: 'real', value: infinity[1] === '-' ? -Infinity : Infinity };
  const value = Number(text);
  return real.test(text) && Number.isFinite(value) ? { type: 'real', value } : null;
};
