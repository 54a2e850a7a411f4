import { regexCharsMax, regexRepeatMax } from './limits.ts';
import { classOf, type CharSet, negate, posixClass, shorthand, unicodeClass, union } from './regex-class.ts';

/*
 * Regular expressions as ClickHouse's engine (re2) reads them: no look-around, no back-references, bounded repetition.
 * Reading them here gives messages with a place.
 */

export type RegexNode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'set'; readonly set: CharClass }
  | { readonly kind: 'sequence' | 'choice'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly of: RegexNode; readonly min: number; readonly max: number | null }
  | {
      readonly kind: 'assert';
      readonly what: 'text-start' | 'text-end' | 'line-start' | 'line-end' | 'boundary' | 'no-boundary';
    };

/** Characters of `plain`, and those of `folded` in either case; or, negated, all others. */
export type CharClass = { readonly plain: CharSet; readonly folded: CharSet; readonly negated: boolean };

export type RegexFault = {
  readonly code: 'E111' | 'E507';
  readonly message: string;
  readonly offset: number;
  readonly length: number;
};

class RegexError extends Error {
  readonly fault: RegexFault;
  constructor(fault: RegexFault) {
    super(fault.message);
    this.fault = fault;
  }
}

type Flags = { readonly i: boolean; readonly m: boolean; readonly s: boolean };
type Reader = { readonly text: string; at: number; flags: Flags; depth: number; groups: number };

const groupDepthMax = 100;

/** The tree of an expression; `flags` are some of i, m, s. Throws nothing: the fault is the result. */
export const parseRegex = (source: string, flags = ''): { node: RegexNode; groups: number } | { fault: RegexFault } => {
  const has = (flag: string): boolean => flags.includes(flag);
  const reader: Reader = { text: source, at: 0, flags: { i: has('i'), m: has('m'), s: has('s') }, depth: 0, groups: 0 };
  try {
    if (source.length > regexCharsMax) tooComplex(0, source.length);
    const node = readChoice(reader);
    if (reader.at < source.length) invalid(reader.at, 'unexpected )');
    if (weight(node) > regexRepeatMax * 20) tooComplex(0, source.length);
    return { node, groups: reader.groups };
  } catch (error) {
    if (error instanceof RegexError) return { fault: error.fault };
    throw error;
  }
};

export const checkRegex = (source: string): RegexFault | null => {
  const read = parseRegex(source);
  return 'fault' in read ? read.fault : null;
};

/** How many groups capture; none in an expression that cannot be read. */
export const countGroups = (source: string): number => {
  const read = parseRegex(source);
  return 'groups' in read ? read.groups : 0;
};

/** The longest text that is in everything that an expression finds, as far as one is known. */
export const textWithin = (source: string, flags: string): string => {
  const read = parseRegex(source, flags);
  if ('fault' in read) return '';
  const items = read.node.kind === 'sequence' ? read.node.items : [read.node];
  let [best, run] = ['', ''];
  for (const char of items.map(charOf)) {
    run = char === null ? '' : run + char;
    if (run.length > best.length) best = run;
  }
  return best;
};

/** The one character that a part of an expression stands for. */
const charOf = (node: RegexNode): string | null => {
  if (node.kind !== 'set' || node.set.negated || node.set.folded.length > 0) return null;
  const [range, ...more] = node.set.plain;
  return range === undefined || more.length > 0 || range[0] !== range[1] ? null : String.fromCodePoint(range[0]);
};

/** A text as an expression that means itself. */
export const quoteRegex = (text: string): string =>
  text.replaceAll(/[\\.+*?()|[\]{}^$]/g, String.raw`\$&`).replaceAll('\0', String.raw`\x00`);

const invalid = (offset: number, what: string, length = 1): never => {
  throw new RegexError({ code: 'E111', message: `invalid regular expression: ${what}`, offset, length });
};

const tooComplex = (offset: number, length: number): never => {
  throw new RegexError({ code: 'E507', message: 'regular expression is too complex', offset, length });
};

/** Steps of the expanded program; repetition of a repetition multiplies. */
const weight = (node: RegexNode): number => {
  switch (node.kind) {
    case 'empty':
    case 'assert':
    case 'set':
      return 1;
    case 'sequence':
    case 'choice':
      return node.items.reduce((sum, one) => sum + weight(one), 1);
    case 'repeat':
      return weight(node.of) * Math.max(1, node.max ?? node.min + 1) + 1;
  }
};

const readChoice = (reader: Reader): RegexNode => {
  const flags = reader.flags;
  const items = [readSequence(reader)];
  while (reader.text[reader.at] === '|') {
    reader.at += 1;
    items.push(readSequence(reader));
  }
  reader.flags = flags;
  const [only] = items;
  return items.length === 1 && only ? only : { kind: 'choice', items };
};

const readSequence = (reader: Reader): RegexNode => {
  const items: RegexNode[] = [];
  while (reader.at < reader.text.length && reader.text[reader.at] !== '|' && reader.text[reader.at] !== ')') {
    if (reader.text.startsWith('\\Q', reader.at)) items.push(...readQuoted(reader));
    else items.push(readRepeated(reader));
  }
  return { kind: 'sequence', items };
};

const readQuoted = (reader: Reader): RegexNode[] => {
  const close = reader.text.indexOf('\\E', reader.at);
  const inside = reader.text.slice(reader.at + 2, close < 0 ? undefined : close);
  reader.at = close < 0 ? reader.text.length : close + 2;
  return Array.from(inside, (one) => charNode(reader, one.codePointAt(0) ?? 0));
};

const charNode = (reader: Reader, code: number): RegexNode => setNode(written(reader, classOf([code, code])));

const setNode = (set: CharClass): RegexNode => ({ kind: 'set', set });

const plain = (set: CharSet): CharClass => ({ plain: set, folded: [], negated: false });

/** Characters as they are written: (?i) is about them, and not about \\d or [:alpha:]. */
const written = (reader: Reader, set: CharSet): CharClass =>
  reader.flags.i ? { plain: [], folded: set, negated: false } : plain(set);

const counted = /\{(\d{1,9})(?:(,)(\d{0,9}))?\}/y;

const readRepeated = (reader: Reader): RegexNode => {
  const start = reader.at;
  let node = readAtom(reader);
  let repeated = false;
  for (;;) {
    const at = reader.at;
    const bounds = readBounds(reader);
    if (!bounds) return node;
    if (repeated) invalid(at, `bad repetition ${reader.text.slice(at, reader.at)}`, reader.at - at);
    if (reader.text[reader.at] === '?') reader.at += 1;
    repeated = true;
    node = { kind: 'repeat', of: node, ...bounds };
    if (repeatProduct(node) > regexRepeatMax) tooComplex(start, reader.at - start);
  }
};

/** re2 bounds the product of nested counts, not each of them. */
const repeatProduct = (node: RegexNode): number => {
  if (node.kind === 'repeat') {
    const count = node.max ?? node.min;
    return Math.max(1, count > 1 ? count : 1) * repeatProduct(node.of);
  }
  return node.kind === 'sequence' || node.kind === 'choice' ? Math.max(1, ...node.items.map(repeatProduct)) : 1;
};

const readBounds = (reader: Reader): { min: number; max: number | null } | null => {
  const next = reader.text[reader.at];
  if (next === '*' || next === '+' || next === '?') {
    reader.at += 1;
    return { min: next === '+' ? 1 : 0, max: next === '?' ? 1 : null };
  }
  counted.lastIndex = reader.at;
  const found = next === '{' ? counted.exec(reader.text) : null;
  if (!found) return null;
  const min = Number(found[1]);
  const max = found[2] === undefined ? min : found[3] === '' ? null : Number(found[3]);
  if (min > regexRepeatMax || (max ?? 0) > regexRepeatMax) tooComplex(reader.at, found[0].length);
  if (max !== null && max < min) invalid(reader.at, `bad repetition ${found[0]}`, found[0].length);
  reader.at += found[0].length;
  return { min, max };
};

const readAtom = (reader: Reader): RegexNode => {
  const next = reader.text[reader.at] ?? '';
  switch (next) {
    case '(':
      return readGroup(reader);
    case '[':
      return setNode(readClass(reader));
    case '\\':
      return readEscape(reader);
    case '.':
      reader.at += 1;
      return setNode(plain(reader.flags.s ? classOf([0, 0x10ffff]) : classOf([0, 9], [11, 0x10ffff])));
    case '^':
      reader.at += 1;
      return { kind: 'assert', what: reader.flags.m ? 'line-start' : 'text-start' };
    case '$':
      reader.at += 1;
      return { kind: 'assert', what: reader.flags.m ? 'line-end' : 'text-end' };
    case '*':
    case '+':
    case '?':
      return invalid(reader.at, `nothing to repeat before ${next}`);
    default: {
      const code = reader.text.codePointAt(reader.at) ?? 0;
      reader.at += code > 0xffff ? 2 : 1;
      return charNode(reader, code);
    }
  }
};

const groupStart = /\(\?(?:P?<([A-Za-z_]\w*)>|([imsU]*)(?:-([imsU]+))?([:)]))/y;

const readGroup = (reader: Reader): RegexNode => {
  const open = reader.at;
  reader.depth += 1;
  if (reader.depth > groupDepthMax) tooComplex(open, 1);
  const outer = reader.flags;
  if (reader.text[open + 1] === '?') {
    groupStart.lastIndex = open;
    const found = groupStart.exec(reader.text);
    if (!found) return invalid(open, unsupportedGroup(reader.text.slice(open, open + 4)), 3);
    const [whole, , on = '', off = '', end] = found;
    if (end === undefined) reader.groups += 1;
    else reader.flags = withFlags(outer, on, off);
    reader.at += whole.length;
    if (end === ')') {
      reader.depth -= 1;
      return { kind: 'empty' };
    }
  } else {
    reader.groups += 1;
    reader.at += 1;
  }
  const node = readChoice(reader);
  if (reader.text[reader.at] !== ')') invalid(open, 'missing )');
  reader.at += 1;
  reader.depth -= 1;
  reader.flags = outer;
  return node;
};

const withFlags = (flags: Flags, on: string, off: string): Flags => {
  const state = (flag: 'i' | 'm' | 's'): boolean => (flags[flag] || on.includes(flag)) && !off.includes(flag);
  return { i: state('i'), m: state('m'), s: state('s') };
};

const unsupportedGroup = (start: string): string => {
  if (start.startsWith('(?=') || start.startsWith('(?!')) return 'look-ahead is not supported';
  if (start.startsWith('(?<=') || start.startsWith('(?<!')) return 'look-behind is not supported';
  return 'unknown group (?';
};

const simple: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
]);
const hexEscape = /\\x(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]{1,6})\})/y;
const octalEscape = /\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/y;
const unicodeEscape = /\\[pP](?:([A-Z])|\{(\^?)(\w+)\})/y;

const readEscape = (reader: Reader): RegexNode => {
  const letter = reader.text[reader.at + 1];
  const asserts = { A: 'text-start', z: 'text-end', b: 'boundary', B: 'no-boundary' } as const;
  if (letter === 'A' || letter === 'z' || letter === 'b' || letter === 'B') {
    reader.at += 2;
    return { kind: 'assert', what: asserts[letter] };
  }
  return setNode(readEscapedSet(reader));
};

/** What an escape stands for, in a class and outside. */
const readEscapedSet = (reader: Reader): CharClass => {
  const at = reader.at;
  const letter = reader.text[at + 1];
  if (letter === undefined) return invalid(at, 'nothing after the last \\');
  const set = shorthand(letter);
  if (set) {
    reader.at += 2;
    return plain(set);
  }
  const hex = sticky(reader, hexEscape);
  if (hex) return single(reader, at, Number.parseInt(hex[1] ?? hex[2] ?? '0', 16));
  const octal = sticky(reader, octalEscape);
  if (octal) return single(reader, at, Number.parseInt(octal[1] ?? '0', 8));
  const unicode = sticky(reader, unicodeEscape);
  if (unicode) {
    const named = unicodeClass(unicode[1] ?? unicode[3] ?? '');
    if (!named) return invalid(at, `unknown character class ${unicode[0]}`, unicode[0].length);
    return written(reader, (letter === 'P') === (unicode[2] === '^') ? named : negate(named));
  }
  if (/[1-9]/.test(letter)) return invalid(at, 'back-references are not supported', 2);
  const code = simple.get(letter) ?? reader.text.codePointAt(at + 1) ?? 0;
  if (!simple.has(letter) && /[A-Za-z]/.test(letter)) return invalid(at, `unknown escape \\${letter}`, 2);
  reader.at += code > 0xffff ? 3 : 2;
  return written(reader, classOf([code, code]));
};

const sticky = (reader: Reader, pattern: RegExp): RegExpExecArray | null => {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  if (found) reader.at = pattern.lastIndex;
  return found;
};

const single = (reader: Reader, at: number, code: number): CharClass =>
  code > 0x10ffff ? invalid(at, 'no such character', reader.at - at) : written(reader, classOf([code, code]));

const posix = /\[:(\^?)(\w+):\]/y;

const readClass = (reader: Reader): CharClass => {
  const open = reader.at;
  reader.at += 1;
  const negated = reader.text[reader.at] === '^';
  if (negated) reader.at += 1;
  let [plainSet, folded]: [CharSet, CharSet] = [[], []];
  for (let first = true; first || reader.text[reader.at] !== ']'; first = false) {
    if (reader.at >= reader.text.length) return invalid(open, 'missing ]');
    const item = readClassItem(reader);
    plainSet = union(plainSet, item.plain);
    folded = union(folded, item.folded);
  }
  reader.at += 1;
  return { plain: plainSet, folded, negated };
};

const readClassItem = (reader: Reader): CharClass => {
  const at = reader.at;
  const named = sticky(reader, posix);
  if (named) {
    const known = posixClass(named[2] ?? '');
    if (!known) return invalid(at, `unknown character class ${named[0]}`, named[0].length);
    return plain(named[1] === '^' ? negate(known) : known);
  }
  const low = readClassChar(reader);
  const dash = reader.text[reader.at] === '-' && reader.text[reader.at + 1] !== ']';
  const from = singleOf(low);
  if (!dash || from === null) return low;
  reader.at += 1;
  if (reader.at >= reader.text.length) return low;
  const to = singleOf(readClassChar(reader));
  if (to === null || to < from) return invalid(at, `bad range ${reader.text.slice(at, reader.at)}`, reader.at - at);
  return written(reader, classOf([from, to]));
};

/** The one character of a class that has one. */
const singleOf = (set: CharClass): number | null => {
  const ranges = [...set.plain, ...set.folded];
  const [only] = ranges;
  return ranges.length === 1 && only && only[0] === only[1] ? only[0] : null;
};

const readClassChar = (reader: Reader): CharClass => {
  if (reader.text[reader.at] === '\\') return readEscapedSet(reader);
  const code = reader.text.codePointAt(reader.at) ?? 0;
  reader.at += code > 0xffff ? 2 : 1;
  return written(reader, classOf([code, code]));
};
