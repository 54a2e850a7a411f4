import { type CharSet, contains } from '../../../src/query/syntax/regex-class.ts';
import { parseRegex, type RegexNode } from '../../../src/query/syntax/regex.ts';

/* Regular expressions in time proportional to the text: the tree becomes a program, and all its threads step together. */

type Assert = Extract<RegexNode, { kind: 'assert' }>['what'];

type Step =
  | { readonly op: 'set'; readonly test: (code: number) => boolean }
  | { readonly op: 'assert'; readonly what: Assert }
  | { readonly op: 'split'; readonly a: number; b: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'match' };

export type Matcher = (text: string) => boolean;

const known = new Map<string, Matcher | null>();
const knownMax = 256;

/** Whether a text has a match anywhere; null when the expression cannot be read. '.' is any character, as in the store. */
export const matcher = (source: string, flags: string): Matcher | null => {
  const key = `${flags}/${source}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= knownMax) known.clear();
  const made = compile(source, flags);
  known.set(key, made);
  return made;
};

const compile = (source: string, flags: string): Matcher | null => {
  const read = parseRegex(source, `s${flags}`);
  if ('fault' in read) return null;
  const program: Step[] = [];
  emit(program, read.node);
  program.push({ op: 'match' });
  return (text) =>
    run(
      program,
      Array.from(text, (one) => one.codePointAt(0) ?? 0),
    );
};

const emit = (program: Step[], node: RegexNode): void => {
  switch (node.kind) {
    case 'empty':
      return;
    case 'set':
      program.push({ op: 'set', test: tester(node) });
      return;
    case 'assert':
      program.push({ op: 'assert', what: node.what });
      return;
    case 'sequence':
      for (const item of node.items) emit(program, item);
      return;
    case 'choice':
      return emitChoice(program, node.items);
    case 'repeat':
      return emitRepeat(program, node);
  }
};

const emitChoice = (program: Step[], items: readonly RegexNode[]): void => {
  const ends: { op: 'jump'; to: number }[] = [];
  items.forEach((item, index) => {
    if (index === items.length - 1) return emit(program, item);
    const split = { op: 'split' as const, a: program.length + 1, b: 0 };
    program.push(split);
    emit(program, item);
    const end = { op: 'jump' as const, to: 0 };
    ends.push(end);
    program.push(end);
    split.b = program.length;
  });
  for (const end of ends) end.to = program.length;
};

const emitRepeat = (program: Step[], node: Extract<RegexNode, { kind: 'repeat' }>): void => {
  for (let count = 0; count < node.min; count += 1) emit(program, node.of);
  if (node.max === null) {
    const split = { op: 'split' as const, a: program.length + 1, b: 0 };
    program.push(split);
    emit(program, node.of);
    program.push({ op: 'jump', to: program.indexOf(split) });
    split.b = program.length;
    return;
  }
  const splits: { op: 'split'; a: number; b: number }[] = [];
  for (let count = node.min; count < node.max; count += 1) {
    const split = { op: 'split' as const, a: program.length + 1, b: 0 };
    splits.push(split);
    program.push(split);
    emit(program, node.of);
  }
  for (const split of splits) split.b = program.length;
};

const tester = ({
  set: { plain, folded, negated },
}: Extract<RegexNode, { kind: 'set' }>): ((code: number) => boolean) => {
  if (folded.length === 0) return (code) => contains(plain, code) !== negated;
  return (code) => (contains(plain, code) || inEitherCase(folded, code)) !== negated;
};

const inEitherCase = (set: CharSet, code: number): boolean => {
  if (contains(set, code)) return true;
  const char = String.fromCodePoint(code);
  return [char.toLowerCase(), char.toUpperCase()].some(
    (other) => other !== char && isOne(other) && contains(set, other.codePointAt(0) ?? 0),
  );
};

const isOne = (text: string): boolean => Array.from(text).length === 1;

const run = (program: readonly Step[], codes: readonly number[]): boolean => {
  let threads: number[] = [];
  const seen = new Int32Array(program.length).fill(-1);
  for (let at = 0; at <= codes.length; at += 1) {
    // A match may begin anywhere.
    if (follow(program, codes, at, 0, threads, seen)) return true;
    const code = codes[at];
    if (code === undefined) return false;
    const next: number[] = [];
    for (const thread of threads) {
      const step = program[thread];
      if (step?.op !== 'set' || !step.test(code)) continue;
      if (follow(program, codes, at + 1, thread + 1, next, seen)) return true;
    }
    threads = next;
  }
  return false;
};

/** Adds the steps that can be reached without reading; true when that is the end. `seen` holds the place of the last visit. */
const follow = (
  program: readonly Step[],
  codes: readonly number[],
  at: number,
  start: number,
  threads: number[],
  seen: Int32Array,
): boolean => {
  const pending = [start];
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (seen[index] === at) continue;
    seen[index] = at;
    const step = program[index];
    switch (step?.op) {
      case undefined:
        continue;
      case 'match':
        return true;
      case 'set':
        threads.push(index);
        continue;
      case 'jump':
        pending.push(step.to);
        continue;
      case 'split':
        pending.push(step.b, step.a);
        continue;
      case 'assert':
        if (holds(step.what, codes, at)) pending.push(index + 1);
        continue;
    }
  }
  return false;
};

const isWord = (code: number | undefined): boolean =>
  code !== undefined && code < 128 && /\w/.test(String.fromCharCode(code));

const holds = (what: Assert, codes: readonly number[], at: number): boolean => {
  switch (what) {
    case 'text-start':
      return at === 0;
    case 'text-end':
      return at === codes.length;
    case 'line-start':
      return at === 0 || codes[at - 1] === 10;
    case 'line-end':
      return at === codes.length || codes[at] === 10;
    case 'boundary':
      return isWord(codes[at - 1]) !== isWord(codes[at]);
    case 'no-boundary':
      return isWord(codes[at - 1]) === isWord(codes[at]);
  }
};
