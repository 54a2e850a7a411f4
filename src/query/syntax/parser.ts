import { collector, type Diagnostic, orderDiagnostics, problem } from '../text/diagnostic.ts';
import { span } from '../text/span.ts';
import type { LetValue, Query, Statement, Tabular } from './ast.ts';
import { isDropped, parseExpr } from './expression-parser.ts';
import { lex } from './lexer.ts';
import { textCharsMax } from './limits.ts';
import { emptySource } from './sources.ts';
import {
  advance,
  atOp,
  describe,
  type Expectation,
  expecting,
  expectName,
  expectOp,
  fail,
  here,
  isInfixAt,
  isOp,
  matchBrackets,
  namesTable,
  peek,
  report,
  since,
  type State,
  SyntaxStop,
  takeOp,
} from './state.ts';
import { unsupportedStatements } from './operators.ts';
import { hasPipe, opensSource, startsTabular } from './tabular-ahead.ts';
import type { Token } from './token.ts';
import { expand, type Variables } from './variables.ts';
import { parseTabular, parseTabularInside, skipTo } from './tabular-parser.ts';

export type Parsed = {
  /** Always a whole tree; what could not be read is an error node in it. */
  readonly query: Query;
  readonly diagnostics: readonly Diagnostic[];
};

/** `tables` are names of tables, for `spans (a or b)`; other names are tables by their place. `variables`: what `{{name}}` stands for. */
export const parse = (text: string, tables: Iterable<string>, variables: Variables = new Map()): Parsed => {
  if (text.length > textCharsMax) return tooLong(text);
  const lexed = lex(text);
  const expanded = expand(text, lexed.tokens, variables);
  const state = startState(text, expanded.tokens, tables);
  const query = parseQuery(state);
  const diagnostics = orderDiagnostics([...lexed.diagnostics, ...expanded.diagnostics, ...state.diagnostics.found]);
  return { query, diagnostics };
};

/** What could stand at the end of a text that is still being written. */
export const expectedAfter = (text: string, tables: Iterable<string>): readonly Expectation[] => {
  if (text.length > textCharsMax) return [];
  const state: State = { ...startState(text, expand(text, lex(text).tokens, new Map()).tokens, tables), goesOn: true };
  parseQuery(state);
  return state.expected;
};

const startState = (text: string, tokens: readonly Token[], tables: Iterable<string>): State => ({
  text,
  tokens,
  closes: matchBrackets(tokens),
  diagnostics: collector(),
  expected: [],
  tables: new Set(tables),
  lets: new Map(),
  defined: new Set(),
  tabular: parseTabularInside,
  at: 0,
  depth: 0,
  deepest: 0,
  nodes: 0,
  parentheses: 0,
  dropping: false,
  goesOn: false,
});

const tooLong = (text: string): Parsed => {
  const at = span(textCharsMax, text.length);
  const fault = problem('error', 'E501', at, `query is too long (${text.length} characters, limit ${textCharsMax})`);
  const body: Tabular = { kind: 'tabular', span: span(0, 0), source: emptySource(0), stages: [] };
  const query: Query = { kind: 'query', span: span(0, text.length), statements: [], body };
  return { query, diagnostics: [fault] };
};

const parseQuery = (state: State): Query => {
  const statements: Statement[] = [];
  while (startsStatement(state) || atOp(state, ';')) {
    if (takeOp(state, ';')) continue;
    const statement = parseStatement(state);
    if (statement) statements.push(statement);
  }
  if (peek(state).kind === 'end' && statements.some((one) => one.kind === 'let')) {
    report(state, 'E211', here(state), 'expected a query after let');
  }
  const body = parseTabular(state);
  while (takeOp(state, ';')) continue;
  if (peek(state).kind !== 'end') {
    const rest = span(peek(state).span.start, state.text.length);
    const several = isOp(state.tokens[state.at - 1] ?? peek(state), ';');
    if (several) report(state, 'E603', rest, 'more than one query in a text is not supported');
    else report(state, 'E206', peek(state).span, `unexpected ${describe(state, peek(state))}`);
  }
  return { kind: 'query', span: span(0, state.text.length), statements, body };
};

const isStatement = (word: string): boolean => word === 'let' || word === 'set' || unsupportedStatements.has(word);

const startsStatement = (state: State): boolean => {
  const token = peek(state);
  const next = peek(state, 1);
  if (token.kind !== 'path' || !isStatement(token.word)) return false;
  if (token.word === 'let') return next.kind === 'path' ? !isInfixAt(state, 1) : isOp(next, '[');
  return next.kind === 'path' && !isInfixAt(state, 1);
};

const parseStatement = (state: State): Statement | null => {
  const start = peek(state).span.start;
  const word = advance(state);
  try {
    const kind = word.kind === 'path' ? word.word : '';
    if (kind !== 'let' && kind !== 'set') {
      fail(state, 'E602', word.span, `statement ${kind} is not supported; ${unsupportedStatements.get(kind) ?? ''}`);
    }
    const name = expectName(state, 'a name');
    if (kind === 'set') return parseSet(state, start, name);
    expectOp(state, '=', `after ${name.text}`);
    state.deepest = 0;
    const value = parseLetValue(state, name.text);
    state.lets.set(name.text, state.deepest + 1);
    if (standsForTable(state, value)) state.tables.add(name.text);
    expectEnd(state, kind);
    return { kind: 'let', span: since(state, start), name, value };
  } catch (error) {
    if (!(error instanceof SyntaxStop)) throw error;
    skipTo(state, [';']);
    return null;
  }
};

/** A query, or the name of a table alone, which reads like that of a field. */
const standsForTable = (state: State, value: LetValue): boolean =>
  value.kind === 'tabular' || (value.expr.kind === 'path' && namesTable(state, value.expr));

const parseSet = (state: State, start: number, name: ReturnType<typeof expectName>): Statement => {
  const value = takeOp(state, '=') ? parseExpr(state) : null;
  expectEnd(state, 'set');
  return { kind: 'set', span: since(state, start), name, value };
};

const expectEnd = (state: State, word: 'let' | 'set'): void => {
  if (takeOp(state, ';') || peek(state).kind === 'end') return;
  fail(state, 'E206', peek(state).span, `unexpected ${describe(state, peek(state))}; expected ';' after ${word}`);
};

const parseLetValue = (state: State, name: string): LetValue => {
  expecting(state, { kind: 'table' });
  const close = state.closes[state.at] ?? -1;
  const behind = state.tokens[close + 1];
  if (atOp(state, '(') && close >= 0 && behind && isOp(behind, '{')) {
    state.defined.add(name.toLowerCase());
    const body = state.closes[close + 1] ?? -1;
    const at = span(peek(state).span.start, behind.span.end);
    report(state, 'E602', at, 'functions defined with let are not supported; write the expression itself');
    state.at = body < 0 ? state.tokens.length - 1 : body + 1;
    return { kind: 'expr', expr: { kind: 'error', span: at } };
  }
  if (startsTabularHere(state)) return { kind: 'tabular', tabular: parseTabular(state) };
  const expr = parseExpr(state);
  return { kind: 'expr', expr: isDropped(expr) ? { kind: 'error', span: here(state) } : expr };
};

/** A query behind `let x =`: it has a source's keyword, or a pipe before the semicolon. */
const startsTabularHere = (state: State): boolean => {
  if (opensSource(state, state.at)) return true;
  if (atOp(state, '(') && startsTabular(state, state.at)) return true;
  return hasPipe(state, state.at, state.tokens.length);
};
