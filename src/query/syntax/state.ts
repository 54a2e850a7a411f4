import { didYouMean } from '../../lib/closest.ts';
import { type Collector, type Fix, proposal, problem, type Severity } from '../text/diagnostic.ts';
import { infixElsewhere } from '../text/elsewhere.ts';
import { type Span, span } from '../text/span.ts';
import { suggest } from '../text/suggest.ts';
import type { Expr, Name, PathExpr, Tabular } from './ast.ts';
import { pathText } from './build.ts';
import { nestingDepthMax, nodesMax } from './limits.ts';
import { unitNanoseconds } from './duration.ts';
import { infixWords } from './operators.ts';
import type { PathToken, Punctuation, Token } from './token.ts';

/** What may stand at the end of the text: completion asks for it. */
export type Expectation =
  | { readonly kind: 'source' | 'table' | 'operator' | 'operand' | 'aggregate' | 'key' | 'pipe' }
  | { readonly kind: 'type' | 'chart' | 'join-kind' | 'lookup-kind' }
  | { readonly kind: 'relation'; readonly left: Expr }
  | { readonly kind: 'value'; readonly left: Expr }
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'argument'; readonly name: string; readonly index: number };

/** Where the parser stands. The functions of the parser share it; nothing else does. */
export type State = {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** For an opening bracket: the index of its partner, or -1. */
  readonly closes: readonly number[];
  readonly diagnostics: Collector;
  readonly expected: Expectation[];
  /** Names that stand for tables: those the caller knows and those of `let`. */
  readonly tables: Set<string>;
  /** Of each `let`, how deep it is wherever it is put in. */
  readonly lets: Map<string, number>;
  /** Functions that the text tried to define; calls of them are not looked into. */
  readonly defined: Set<string>;
  readonly tabular: (state: State) => Tabular;
  at: number;
  depth: number;
  /** The most that `depth` was since the statement began, with what lets stand for. */
  deepest: number;
  nodes: number;
  /** How many parenthesised queries are open: a ')' then ends the stage. */
  parentheses: number;
  /** A variable without a value was read: the condition around it goes. */
  dropping: boolean;
  /** It is asked what may follow: at the end of the text stands something that is not written yet. */
  readonly goesOn: boolean;
};

/** Leaves the stage that cannot be read; the diagnostic is reported already. */
export class SyntaxStop extends Error {
  override readonly name = 'SyntaxStop';
}
const stopped = new SyntaxStop('syntax');

export const peek = (state: State, ahead = 0): Token =>
  state.tokens[Math.min(state.at + ahead, state.tokens.length - 1)] ?? { kind: 'end', span: span(0, 0) };

export const advance = (state: State): Token => {
  const token = peek(state);
  if (state.at < state.tokens.length - 1) state.at += 1;
  return token;
};

/** The end of the last token that was read. */
export const lastEnd = (state: State): number => (state.at === 0 ? 0 : (state.tokens[state.at - 1]?.span.end ?? 0));

export const since = (state: State, start: number): Span => span(start, Math.max(start, lastEnd(state)));

type Extra = { readonly fixes?: readonly Fix[] };

export const report = (state: State, code: string, at: Span, message: string, extra: Extra = {}): void => {
  const severity: Severity = code.startsWith('W') ? 'warning' : 'error';
  state.diagnostics.report(problem(severity, code, at, message, extra));
};

export function fail(state: State, code: string, at: Span, message: string, extra: Extra = {}): never {
  report(state, code, at, message, extra);
  throw stopped;
}

/** The place to point at when something is missing here: the next token, or the end of what was read. */
export const here = (state: State): Span => {
  const token = peek(state);
  return token.kind === 'end' ? span(lastEnd(state), lastEnd(state)) : token.span;
};

export const expecting = (state: State, one: Expectation): void => {
  if (peek(state).kind === 'end') state.expected.push(one);
};

export const isOp = (token: Token, op: Punctuation): boolean => token.kind === 'op' && token.op === op;

export const atOp = (state: State, op: Punctuation): boolean => isOp(peek(state), op);

export const takeOp = (state: State, op: Punctuation): boolean => {
  if (!atOp(state, op)) return false;
  advance(state);
  return true;
};

export const atWord = (state: State, word: string): boolean => {
  const token = peek(state);
  return token.kind === 'path' && token.word === word;
};

/** Whether a path is the name of a table, also one with dots in it. */
export const namesTable = (state: State, path: Pick<PathExpr, 'root' | 'segments'>): boolean =>
  state.tables.has(pathText(path));

export const takeWord = (state: State, word: string): boolean => {
  expecting(state, { kind: 'word', word });
  if (!atWord(state, word)) return false;
  advance(state);
  return true;
};

export const expectWord = (state: State, word: string, where: string): void => {
  if (takeWord(state, word)) return;
  const at = here(state);
  const fixes = lacks(state, word)
    ? [{ title: `add '${word}'`, edits: [{ ...at, end: at.start, text: `${word} ` }] }]
    : [];
  fail(state, 'E208', at, `expected '${word}' ${where}`, { fixes });
};

/** Whether nothing but the word is missing: what stands here is one operand, and no other word in its place. */
const lacks = (state: State, word: string): boolean => {
  const [before, token, next] = [state.tokens[state.at - 1], peek(state), peek(state, 1)];
  if (token.kind === 'end' || token.kind === 'op' || (before?.kind === 'path' && before.word === word)) return false;
  const ends = next.kind === 'end' || next.kind === 'op';
  return ends || (next.kind === 'path' && (next.word === 'asc' || next.word === 'desc'));
};

export const expectOp = (state: State, op: Punctuation, where: string): void => {
  if (!takeOp(state, op)) fail(state, 'E208', here(state), `expected '${op}' ${where}`);
};

/** The closing bracket of the one at `open`; says which one was never closed. */
export const expectClose = (state: State, op: ')' | ']' | '}', open: Span): void => {
  if (takeOp(state, op)) return;
  const token = peek(state);
  const ends = token.kind === 'end' || isOp(token, '|') || isOp(token, ';');
  if (!ends) unexpected(state, `; expected ',' or '${op}'`);
  const fixes = [{ title: `add '${op}'`, edits: [{ start: lastEnd(state), end: lastEnd(state), text: op }] }];
  fail(state, 'E207', open, `'${state.text.slice(open.start, open.end)}' is not closed`, { fixes });
};

/** A word that does not fit: a unit behind its number, SQL's `is null`, an operator misspelt or called otherwise elsewhere. */
export const meantAt = (state: State): { text: string; at: Span } | null => {
  const token = peek(state);
  if (token.kind !== 'path' || infixWords.has(token.word)) return null;
  const { word, span: at } = token;
  const before = state.tokens[state.at - 1];
  if (before?.kind === 'literal' && unitNanoseconds.has(word)) {
    const text = `${state.text.slice(before.span.start, before.span.end)}${word}`;
    return { text, at: span(before.span.start, at.end) };
  }
  if (word === 'is') {
    const next = peek(state, 1);
    const negated = next.kind === 'path' && next.word === 'not';
    return negated ? { text: '!=', at: span(at.start, next.span.end) } : { text: '==', at };
  }
  const meant = suggest(word, infixWords, infixElsewhere);
  return meant === null ? null : { text: meant, at };
};

/** `{app="x"}`, as LogQL and PromQL choose series. */
export const failLabels = (state: State): never =>
  fail(
    state,
    'E604',
    here(state),
    'labels are conditions here: logs | where service == "…", or metrics | where metric_name == "…"',
  );

/** `rate(requests[5m])`, as LogQL and PromQL look back. */
export const failRange = (state: State, at: Span): never =>
  fail(
    state,
    'E604',
    at,
    'a range stands behind by: metrics | where metric_name == "…" | summarize rate(value) by bin(timestamp, 5m)',
  );

/** What stands here has no place here: what it was meant as, or else what would have one. */
export const unexpected = (state: State, instead = ''): never => {
  const token = peek(state);
  // A word between two operands that lacks the second; `!has` is two tokens.
  const ahead = isOp(token, '!') ? 1 : 0;
  const word = peek(state, ahead);
  if (word.kind === 'path' && infixWords.has(word.word) && !isInfixAt(state, ahead)) {
    fail(state, 'E201', peek(state, ahead + 1).span, 'expected an expression');
  }
  if (isOp(token, '{')) failLabels(state);
  const meant = meantAt(state);
  const fixes = meant === null ? [] : proposal(meant.at, meant.text);
  const hint = meant === null ? instead : didYouMean(meant.text);
  return fail(state, 'E206', token.span, `unexpected ${describe(state, token)}${hint}`, { fixes });
};

export const describe = (state: State, token: Token): string => {
  if (token.kind === 'end') return 'end of the query';
  const written = state.text.slice(token.span.start, token.span.end);
  const short = written.length > 30 ? `${written.slice(0, 27)}…` : written;
  return token.kind === 'string' ? short : `'${short}'`;
};

const deepen = (state: State, levels: number, at: Span): void => {
  if (state.depth + levels > nestingDepthMax)
    fail(state, 'E502', at, `query is nested too deeply (limit ${nestingDepthMax})`);
  state.deepest = Math.max(state.deepest, state.depth + levels);
};

/** The name of a let is as deep as what is put in for it. */
export const named = (state: State, path: PathExpr): PathExpr => {
  deepen(state, state.lets.get(path.root) ?? 0, path.span);
  return countNode(state, path);
};

/** A bracketed part one level deeper; the limit keeps every later pass off the end of the stack. */
export const nested = <T>(state: State, parse: () => T): T => {
  deepen(state, 1, here(state));
  state.depth += 1;
  try {
    return parse();
  } finally {
    state.depth -= 1;
  }
};

export const countNode = <T>(state: State, node: T): T => {
  state.nodes += 1;
  if (state.nodes === nodesMax + 1) {
    report(state, 'E503', here(state), `query is too large (limit ${nodesMax} expressions)`);
  }
  if (state.nodes > nodesMax) throw stopped;
  return node;
};

const toName = (token: PathToken): Name => {
  const segments = token.segments.map((one) => (one.kind === 'name' ? `.${one.name}` : ''));
  return { text: token.root + segments.join(''), quoted: token.quoted || segments.length > 0, span: token.span };
};

export const toPath = (token: PathToken): PathExpr => {
  const { word: _, ...path } = token;
  return path;
};

/** A name to be given: `x`, `` `my column` ``, `['my column']`, also `a.b`, which is then one name with a dot in it. */
export const takeName = (state: State): Name | null => {
  const token = peek(state);
  if (token.kind === 'path') {
    if (token.segments.some((one) => one.kind !== 'name')) return null;
    advance(state);
    return toName(token);
  }
  const text = peek(state, 1);
  if (!isOp(token, '[') || text.kind !== 'string' || !isOp(peek(state, 2), ']')) return null;
  state.at += 3;
  return { text: text.value, quoted: true, span: span(token.span.start, lastEnd(state)) };
};

export const expectName = (state: State, what: string): Name =>
  takeName(state) ?? fail(state, 'E209', here(state), `expected ${what}`);

/** An infix word is one only if something that can be compared follows: `project contains, in` names two fields. */
export const isInfixAt = (state: State, ahead: number): boolean => {
  const token = peek(state, ahead);
  if (token.kind !== 'path' || !infixWords.has(token.word)) return false;
  const next = peek(state, ahead + 1);
  if (next.kind === 'op') return ['(', '[', '-', '+', '!', '*', '~'].includes(next.op);
  const ends = next.kind === 'path' && ['and', 'or', 'by', 'asc', 'desc'].includes(next.word);
  return (next.kind !== 'end' || state.goesOn) && !ends;
};

export const matchBrackets = (tokens: readonly Token[]): number[] => {
  const closes = Array.from({ length: tokens.length }, () => -1);
  const open: { index: number; close: string }[] = [];
  const waiting = new Map<string, number>();
  const partners: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
  tokens.forEach((token, index) => {
    if (token.kind !== 'op') return;
    const close = partners[token.op];
    if (close !== undefined) {
      open.push({ index, close });
      waiting.set(close, (waiting.get(close) ?? 0) + 1);
    }
    // A stray closing bracket closes nothing; a matching one behind unclosed others closes past them.
    if ((waiting.get(token.op) ?? 0) === 0) return;
    for (let top = open.pop(); top; top = open.pop()) {
      waiting.set(top.close, (waiting.get(top.close) ?? 1) - 1);
      if (top.close !== token.op) continue;
      closes[top.index] = index;
      break;
    }
  });
  return closes;
};
