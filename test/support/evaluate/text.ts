import { asciiLower, tokensOf } from '../../../src/query/clickhouse/text-search.ts';
import type { TextOp } from '../../../src/query/semantic/rq.ts';

/** Text operators in process, as the store has them: see `src/query/clickhouse/text-search.ts`, which names the rules. */

const isSeparator = (text: string, at: number): boolean => {
  if (at < 0 || at >= text.length) return true;
  return /[\0-/:-@[-`{-\x7f]/.test(text.charAt(at));
};

/** Every place where the needle stands, asked whether its ends are right. */
const anyPlace = (text: string, needle: string, fits: (from: number, to: number) => boolean): boolean => {
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    if (fits(at, at + needle.length)) return true;
  }
  return false;
};

const bounded = (text: string, needle: string): boolean =>
  anyPlace(text, needle, (from, to) => isSeparator(text, from - 1) && isSeparator(text, to));

const has = (text: string, needle: string, caseSensitive: boolean): boolean => {
  const [low, wanted] = [asciiLower(text), asciiLower(needle)];
  const tokens = tokensOf(wanted);
  if (tokens.length === 0) return caseSensitive ? text.includes(needle) : low.includes(wanted);
  const present = new Set(tokensOf(low));
  if (!tokens.every((token) => present.has(token))) return false;
  if (caseSensitive) return bounded(text, needle);
  return bounded(low, wanted);
};

export const textHolds = (op: TextOp, text: string, needle: string, caseSensitive: boolean): boolean => {
  if (op === 'like') return like(text, needle);
  if (op === 'has') return has(text, needle, caseSensitive);
  const [value, wanted] = caseSensitive ? [text, needle] : [asciiLower(text), asciiLower(needle)];
  switch (op) {
    case 'contains':
      return value.includes(wanted);
    case 'startswith':
      return value.startsWith(wanted);
    case 'endswith':
      return value.endsWith(wanted);
    case 'hasprefix':
      return wanted === '' || anyPlace(value, wanted, (from) => isSeparator(value, from - 1));
    case 'hassuffix':
      return wanted === '' || anyPlace(value, wanted, (_, to) => isSeparator(value, to));
  }
};

/** SQL's LIKE: `%` any run, `_` one character, a backslash makes either plain. */
const like = (text: string, pattern: string): boolean => {
  const parts = likeParts(pattern);
  const chars = Array.from(text);
  // The classic walk with one place to return to: linear but for a factor of the pattern's length.
  let [at, part, star, mark] = [0, 0, -1, 0];
  while (at < chars.length) {
    const wanted = parts[part];
    if (wanted === '%') {
      star = part;
      mark = at;
      part += 1;
    } else if (wanted !== undefined && (wanted === '_' || wanted === `=${chars[at] ?? ''}`)) {
      at += 1;
      part += 1;
    } else if (star >= 0) {
      part = star + 1;
      mark += 1;
      at = mark;
    } else return false;
  }
  while (parts[part] === '%') part += 1;
  return part === parts.length;
};

/** Plain characters carry a '=' in front. */
const likeParts = (pattern: string): string[] => {
  const parts: string[] = [];
  const chars = Array.from(pattern);
  for (let index = 0; index < chars.length; index += 1) {
    const one = chars[index] ?? '';
    const next = chars[index + 1];
    if (one === '\\' && next !== undefined && (next === '%' || next === '_' || next === '\\')) {
      parts.push(`=${next}`);
      index += 1;
    } else parts.push(one === '%' || one === '_' ? one : `=${one}`);
  }
  return parts;
};
