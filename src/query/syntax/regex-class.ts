/** Ranges of code points, both ends included, in no particular order, possibly overlapping. */
export type CharSet = readonly (readonly [number, number])[];

export const classOf = (...ranges: CharSet): CharSet => ranges;

export const union = (a: CharSet, b: CharSet): CharSet => [...a, ...b];

export const negate = (set: CharSet): CharSet => {
  const sorted = [...set].sort((a, b) => a[0] - b[0]);
  const rest: [number, number][] = [];
  let next = 0;
  for (const [from, to] of sorted) {
    if (from > next) rest.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= 0x10ffff) rest.push([next, 0x10ffff]);
  return rest;
};

export const contains = (set: CharSet, code: number): boolean => set.some(([from, to]) => code >= from && code <= to);

const ranges = (text: string): CharSet =>
  text.split(' ').map((range) => [range.charCodeAt(0), range.charCodeAt(range.length - 1)] as const);

const digit = ranges('0-9');
const word = ranges('0-9 A-Z a-z _');
const space = classOf([9, 10], [12, 13], [32, 32]);

/** `\d`, `\W` and so on: ASCII, as in re2. */
export const shorthand = (letter: string): CharSet | undefined => {
  switch (letter) {
    case 'd':
      return digit;
    case 'D':
      return negate(digit);
    case 'w':
      return word;
    case 'W':
      return negate(word);
    case 's':
      return space;
    case 'S':
      return negate(space);
    case 'C':
      return classOf([0, 0x10ffff]);
    default:
      return undefined;
  }
};

const posix: ReadonlyMap<string, CharSet> = new Map([
  ['alnum', ranges('0-9 A-Z a-z')],
  ['alpha', ranges('A-Z a-z')],
  ['ascii', classOf([0, 127])],
  ['blank', classOf([9, 9], [32, 32])],
  ['cntrl', classOf([0, 31], [127, 127])],
  ['digit', digit],
  ['graph', classOf([33, 126])],
  ['lower', ranges('a-z')],
  ['print', classOf([32, 126])],
  ['punct', classOf([33, 47], [58, 64], [91, 96], [123, 126])],
  ['space', classOf([9, 13], [32, 32])],
  ['upper', ranges('A-Z')],
  ['word', word],
  ['xdigit', ranges('0-9 A-F a-f')],
]);

export const posixClass = (name: string): CharSet | undefined => posix.get(name);

const known = new Map<string, CharSet | null>();
const knownMax = 64;

/** `\pL`, `\p{Greek}`: general categories and scripts, as the host's Unicode tables have them. */
export const unicodeClass = (name: string): CharSet | null => {
  const before = known.get(name);
  if (before !== undefined) return before;
  const set = readUnicodeClass(name);
  if (known.size < knownMax) known.set(name, set);
  return set;
};

const readUnicodeClass = (name: string): CharSet | null => {
  if (!/^[A-Z][A-Za-z_]*$/.test(name)) return null;
  const pattern = unicodePattern(name);
  if (!pattern) return null;
  const set: [number, number][] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (!pattern.test(String.fromCodePoint(code))) continue;
    const last = set.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else set.push([code, code]);
  }
  return set;
};

const unicodePattern = (name: string): RegExp | null => {
  try {
    return new RegExp(`^\\p{${name.length <= 2 ? 'gc' : 'sc'}=${name}}$`, 'u');
  } catch {
    return null;
  }
};
