import { didYouMean } from '../../lib/closest.ts';
import { proposal, replacement } from '../text/diagnostic.ts';
import { span } from '../text/span.ts';
import type { ColumnDecl, ColumnPattern, Expr, Name, NamedExpr, Option, SortKey } from './ast.ts';
import { isDropped, parseExpr } from './expression-parser.ts';
import { expectType } from './primary-parser.ts';
import { columnsMax } from './limits.ts';
import {
  advance,
  atOp,
  atWord,
  countNode,
  describe,
  expectClose,
  expecting,
  expectName,
  expectOp,
  fail,
  here,
  isInfixAt,
  isOp,
  lastEnd,
  peek,
  report,
  since,
  type State,
  takeName,
  takeOp,
  takeWord,
  toPath,
  type Expectation,
} from './state.ts';
import { constantOf, type PathToken } from './token.ts';

/** The parts that several operators are made of. */

/** An expression that must have a value: a variable that has none is an error here. */
export const parseValue = (state: State): Expr => {
  const start = here(state);
  const expr = parseExpr(state);
  return isDropped(expr) ? fail(state, 'E110', start, 'the variable has no value') : expr;
};

/** `name = `, `['name'] = ` or `(a, b) = ` in front of an expression; null and nothing read when there is none. */
const takeNames = (state: State): readonly Name[] => {
  const start = state.at;
  const single = takeAssigned(state);
  if (single) return [single];
  const close = state.closes[start] ?? -1;
  const next = state.tokens[close + 1];
  if (!atOp(state, '(') || close < 0 || !next || !isOp(next, '=')) return [];
  const open = advance(state).span;
  const names = [expectName(state, 'a column name')];
  while (takeOp(state, ',')) names.push(expectName(state, 'a column name'));
  expectClose(state, ')', open);
  advance(state);
  return names;
};

/** `name =`, or nothing. */
export const takeAssigned = (state: State): Name | null => {
  const start = state.at;
  const name = takeName(state);
  if (name && takeOp(state, '=')) return name;
  state.at = start;
  return null;
};

const parseNamed = (state: State): NamedExpr => {
  const start = here(state).start;
  const names = takeNames(state);
  const value = parseValue(state);
  if (names.length === 0) failNamedBehind(state, start);
  return countNode(state, { span: since(state, start), names, value });
};

/** `count() as n`, as SQL has it. */
const failNamedBehind = (state: State, start: number): void => {
  const name = peek(state, 1);
  if (!atWord(state, 'as') || (name.kind !== 'path' && name.kind !== 'string')) return;
  const [text, at] = [state.text.slice(name.span.start, name.span.end), span(start, name.span.end)];
  const written = name.kind === 'string' ? `[${text}]` : text;
  const fixes = [replacement(`${written} = …`, at, `${written} = ${state.text.slice(start, lastEnd(state))}`)];
  fail(state, 'E206', at, `the name of a column stands before it: ${written} = …`, { fixes });
};

/** One or more, with commas. */
export const parseList = <T>(state: State, parseItem: (state: State) => T): T[] => {
  const items: T[] = [];
  do {
    const at = here(state);
    items.push(parseItem(state));
    if (items.length === columnsMax + 1) report(state, 'E505', at, `too many columns (limit ${columnsMax})`);
  } while (takeComma(state));
  return items;
};

/** A comma that another item follows. */
const takeComma = (state: State): boolean => {
  const { span: at } = peek(state);
  if (!takeOp(state, ',')) return false;
  if (atWord(state, 'by') && peek(state, 1).kind === 'path' && !isInfixAt(state, 1)) {
    const fixes = [{ title: "remove ','", edits: [{ start: at.start, end: at.end, text: '' }] }];
    fail(state, 'E206', at, "nothing stands between ',' and by", { fixes });
  }
  return true;
};

export const parseNamedList = (state: State): NamedExpr[] => parseList(state, parseNamed);

/** `by a, b`, or nothing. */
export const parseKeys = (state: State): NamedExpr[] => {
  const next = peek(state, 1);
  if (atWord(state, 'group') && next.kind === 'path' && next.word === 'by') {
    const at = span(here(state).start, next.span.end);
    fail(state, 'E206', at, "groups stand behind 'by' alone", { fixes: [replacement('use by', at, 'by')] });
  }
  if (!takeWord(state, 'by')) return [];
  expecting(state, { kind: 'key' });
  return parseNamedList(state);
};

export const parseSortKey = (state: State): SortKey => {
  const start = here(state).start;
  expecting(state, { kind: 'key' });
  const value = parseValue(state);
  const order = takeOneOf(state, orders);
  if (order === null) failLongOrder(state);
  let nulls: SortKey['nulls'] = null;
  if (takeWord(state, 'nulls')) {
    nulls = takeOneOf(state, ['first', 'last'] as const);
    if (nulls === null) fail(state, 'E208', here(state), "expected 'first' or 'last' after nulls");
  }
  return { span: since(state, start), value, order, nulls };
};

const orders = ['asc', 'desc'] as const;

/** `sort by a descending`, as other languages have it. */
const failLongOrder = (state: State): void => {
  const meant = orders.find((order) => atWord(state, `${order}ending`));
  if (meant === undefined) return;
  const at = here(state);
  const fixes = proposal(at, meant);
  fail(state, 'E206', at, `unexpected ${describe(state, peek(state))}${didYouMean(meant)}`, { fixes });
};

export const takeOneOf = <W extends string>(state: State, words: readonly W[]): W | null => {
  for (const word of words) expecting(state, { kind: 'word', word });
  const token = peek(state);
  const found = token.kind === 'path' ? words.find((word) => word === token.word) : undefined;
  if (found === undefined) return null;
  advance(state);
  return found;
};

/** `name = value` pairs without commas, as in `join kind = inner`; `known` names them where an expression may follow. */
export const parseOptions = (state: State, known: readonly string[] | null = null, value?: Expectation): Option[] => {
  const options: Option[] = [];
  for (;;) {
    const token = peek(state);
    if (token.kind !== 'path' || !isOp(peek(state, 1), '=')) return options;
    if (known && !known.includes(token.word)) return options;
    options.push(parseOption(state, value));
  }
};

/** `hint.strategy = shuffle`: how another engine should go about it. */
export const skipHints = (state: State): void => {
  for (let token = peek(state); token.kind === 'path' && token.root === 'hint'; token = peek(state)) {
    if (!isOp(peek(state, 1), '=')) return;
    parseOption(state);
  }
};

const parseOption = (state: State, expected?: Expectation): Option => {
  const start = here(state).start;
  const name = expectName(state, 'the name of an option');
  expectOp(state, '=', `after ${name.text}`);
  if (expected) expecting(state, expected);
  // A name is a word here, and a '(' behind it begins something else: `join kind = inner (T) on k`.
  const token = peek(state);
  const value = token.kind === 'path' ? wordOf(state, token) : parseValue(state);
  return { span: since(state, start), name, value };
};

const wordOf = (state: State, token: PathToken): Expr => {
  advance(state);
  const value = constantOf(token.word);
  return value ? { kind: 'literal', span: token.span, value } : countNode(state, toPath(token));
};

/** `with (name = value, …)`, or nothing; also without `with`, and without parentheses, as older queries have it. */
export const parseWith = (state: State): Option[] => {
  const introduced = takeWord(state, 'with');
  if (!introduced) return parseOptions(state);
  const open = here(state);
  expectOp(state, '(', 'after with');
  const options: Option[] = [];
  while (!atOp(state, ')')) {
    options.push(parseOption(state));
    if (!takeOp(state, ',')) break;
  }
  expectClose(state, ')', open);
  return options;
};

/** `(name: type, …)` */
export const parseColumnDecls = (state: State, where: string): ColumnDecl[] => {
  const open = here(state);
  expectOp(state, '(', where);
  const columns: ColumnDecl[] = [];
  while (!atOp(state, ')')) {
    const start = here(state).start;
    const name = expectName(state, 'a column name');
    expectOp(state, ':', `and a type after ${name.text}`);
    columns.push({ name, type: expectType(state), span: since(state, start) });
    if (columns.length === columnsMax + 1) report(state, 'E505', open, `too many columns (limit ${columnsMax})`);
    if (!takeOp(state, ',')) break;
  }
  expectClose(state, ')', open);
  return columns;
};

/** A name with `*` in it: the tokens that touch each other. */
export const parsePattern = (state: State): ColumnPattern => {
  const start = here(state).start;
  expecting(state, { kind: 'operand' });
  const quoted = peek(state).kind === 'path' ? null : takeName(state);
  if (quoted) return { span: quoted.span, text: quoted.text, quoted: true, order: null };
  const first = peek(state);
  let text = '';
  let isQuoted = false;
  for (;;) {
    const token = peek(state);
    if (text !== '' && token.span.start !== lastEnd(state)) break;
    if (token.kind === 'path' && token.quoted) {
      text += token.root;
      isQuoted = token.span.end - token.span.start === token.root.length + 2;
    } else if (token.kind === 'path' || isOp(token, '*') || isOp(token, '-')) {
      text += state.text.slice(token.span.start, token.span.end);
    } else break;
    advance(state);
  }
  if (text === '' || isOp(first, '-')) fail(state, 'E209', here(state), 'expected a column name');
  return { span: span(start, lastEnd(state)), text, quoted: isQuoted, order: null };
};
