import { collector, type Diagnostic, hasError, orderDiagnostics, replacement } from '../text/diagnostic.ts';
import { didYouMean, suggest } from '../text/distance.ts';
import { type Span, span } from '../text/span.ts';
import type { Expr, LetValue, Query, Source, Stage, Statement, Tabular } from './ast.ts';
import { isDropped, parseExpr } from './expression-parser.ts';
import { lex } from './lexer.ts';
import { stagesMax, textCharsMax } from './limits.ts';
import { operatorKind, operatorWords, unsupportedOperators } from './operators.ts';
import { emptySource, errorStage, parseSource, withLone } from './sources.ts';
import { stageParsers } from './stages.ts';
import {
  advance,
  atOp,
  describe,
  expecting,
  type Expectation,
  expectName,
  expectOp,
  fail,
  here,
  isInfixAt,
  isOp,
  lastEnd,
  matchBrackets,
  peek,
  report,
  since,
  type State,
  SyntaxStop,
  takeOp,
} from './state.ts';
import { opensSource, startsTabular } from './tabular-ahead.ts';
import type { Token } from './token.ts';
import { expand, type Variables } from './variables.ts';
import { walkExpr } from './walk.ts';

export type ParseOptions = {
  /** What `{{name}}` stands for. */
  readonly variables?: Variables;
  /** Names of tables, for `spans (a or b)`; other names are tables by their place. */
  readonly tables?: readonly string[];
};

export type Parsed = {
  /** Always a whole tree; what could not be read is an error node in it. */
  readonly query: Query;
  readonly diagnostics: readonly Diagnostic[];
};

export const defaultTables = ['spans', 'logs', 'metrics', 'otlp_logs_and_spans'] as const;

export const parse = (text: string, options: ParseOptions = {}): Parsed => {
  const { query, diagnostics } = parseWithExpectations(text, options);
  return { query, diagnostics };
};

/** As `parse`, and what could stand at the end of the text, for completion. */
export const parseWithExpectations = (
  text: string,
  options: ParseOptions = {},
): Parsed & { readonly expected: readonly Expectation[] } => {
  if (text.length > textCharsMax) return tooLong(text);
  const lexed = lex(text);
  const expanded = expand(text, lexed.tokens, options.variables ?? new Map());
  const state = startState(text, expanded.tokens, options.tables ?? defaultTables);
  const query = parseQuery(state);
  const diagnostics = orderDiagnostics([...lexed.diagnostics, ...expanded.diagnostics, ...state.diagnostics.found]);
  return { query, diagnostics, expected: state.expected };
};

/** A condition on its own, to stand for a variable; null when the text is no whole condition. */
export const parseFragment = (text: string, variables: Variables = new Map()): Expr | null => {
  if (text.length > textCharsMax) return null;
  const lexed = lex(text);
  const expanded = expand(text, lexed.tokens, variables);
  const state = startState(text, expanded.tokens, defaultTables);
  const expr = guard(state, () => parseExpr(state));
  const whole = expr !== 'failed' && !isDropped(expr) && peek(state).kind === 'end';
  const found = [...lexed.diagnostics, ...expanded.diagnostics, ...state.diagnostics.found];
  return whole && !hasError(found) ? expr : null;
};

const startState = (text: string, tokens: readonly Token[], tables: readonly string[]): State => ({
  text,
  tokens,
  closes: matchBrackets(tokens),
  diagnostics: collector(),
  expected: [],
  tables: new Set(tables),
  defined: new Set(),
  tabular: parseTabularInside,
  at: 0,
  depth: 0,
  nodes: 0,
  parentheses: 0,
  dropping: false,
});

const tooLong = (text: string): ReturnType<typeof parseWithExpectations> => {
  const state = startState(text, [{ kind: 'end', span: span(text.length, text.length) }], []);
  const at = span(textCharsMax, text.length);
  report(state, 'E501', at, `query is too long (${text.length} characters, limit ${textCharsMax})`);
  const body: Tabular = { kind: 'tabular', span: span(0, 0), source: emptySource(0), stages: [] };
  const query: Query = { kind: 'query', span: span(0, text.length), statements: [], body };
  return { query, diagnostics: state.diagnostics.found, expected: [] };
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

const statementWords = ['let', 'set', 'alias', 'declare', 'restrict', 'pattern'];

const startsStatement = (state: State): boolean => {
  const token = peek(state);
  const next = peek(state, 1);
  if (token.kind !== 'path' || !statementWords.includes(token.word)) return false;
  if (token.word === 'let') return next.kind === 'path' ? !isInfixAt(state, 1) : isOp(next, '[');
  return next.kind === 'path' && !isInfixAt(state, 1);
};

const parseStatement = (state: State): Statement | null => {
  const start = peek(state).span.start;
  const word = advance(state);
  try {
    const kind = word.kind === 'path' ? word.word : '';
    if (kind !== 'let' && kind !== 'set') fail(state, 'E602', word.span, `statement ${kind} is not supported`);
    const name = expectName(state, 'a name');
    if (kind === 'set') return parseSet(state, start, name);
    expectOp(state, '=', `after ${name.text}`);
    const value = parseLetValue(state, name.text);
    if (value.kind === 'tabular') state.tables.add(name.text);
    if (!takeOp(state, ';') && peek(state).kind !== 'end') {
      fail(state, 'E206', peek(state).span, `unexpected ${describe(state, peek(state))}; expected ';' after let`);
    }
    return { kind: 'let', span: since(state, start), name, value };
  } catch (error) {
    if (!(error instanceof SyntaxStop)) throw error;
    skipTo(state, [';']);
    return null;
  }
};

const parseSet = (state: State, start: number, name: ReturnType<typeof expectName>): Statement => {
  const value = takeOp(state, '=') ? parseExpr(state) : null;
  if (!takeOp(state, ';') && peek(state).kind !== 'end') {
    fail(state, 'E206', peek(state).span, `unexpected ${describe(state, peek(state))}; expected ';' after set`);
  }
  return { kind: 'set', span: since(state, start), name, value };
};

const parseLetValue = (state: State, name: string): LetValue => {
  const close = state.closes[state.at] ?? -1;
  const behind = state.tokens[close + 1];
  if (atOp(state, '(') && close >= 0 && behind && isOp(behind, '{')) {
    state.defined.add(name.toLowerCase());
    const body = state.closes[close + 1] ?? -1;
    const at = span(peek(state).span.start, behind.span.end);
    report(state, 'E602', at, 'functions defined with let are not supported');
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
  for (let index = state.at; index < state.tokens.length; index += 1) {
    const token = state.tokens[index];
    if (!token || isOp(token, ';')) return false;
    if (isOp(token, '|')) return true;
    const jump = state.closes[index] ?? -1;
    if (jump > index) index = jump;
  }
  return false;
};

/** In parentheses: a ')' ends it. */
const parseTabularInside = (state: State): Tabular => {
  state.parentheses += 1;
  try {
    return parseTabular(state);
  } finally {
    state.parentheses -= 1;
  }
};

const parseTabular = (state: State): Tabular => {
  const start = here(state).start;
  const stages: Stage[] = [];
  const leading = takeOp(state, '|');
  const source = leading ? emptySource(start) : parseHead(state, stages);
  if (leading) parseStageInto(state, stages);
  while (takeOp(state, '|')) {
    if (stages.length < stagesMax) {
      parseStageInto(state, stages);
      continue;
    }
    report(state, 'E506', here(state), `too many stages (limit ${stagesMax})`);
    skipTo(state, [';']);
  }
  return { kind: 'tabular', span: since(state, start), source, stages };
};

const atTabularEnd = (state: State): boolean => {
  const token = peek(state);
  return token.kind === 'end' || isOp(token, ';') || isOp(token, '|') || (isOp(token, ')') && state.parentheses > 0);
};

const parseHead = (state: State, stages: Stage[]): Source => {
  const start = here(state).start;
  if (atTabularEnd(state)) {
    expecting(state, { kind: 'source' });
    if (state.parentheses > 0) report(state, 'E211', here(state), 'expected a query');
    return emptySource(start);
  }
  const operatorFirst = isStageWord(state) && !opensSource(state, state.at);
  const source = operatorFirst ? null : guard(state, () => parseSource(state));
  if (source === 'failed') return { kind: 'error', span: since(state, start) };
  if (source === null) {
    parseStageInto(state, stages);
    return (operatorFirst ? null : printed(state, stages)) ?? emptySource(start);
  }
  if (atTabularEnd(state)) {
    expecting(state, { kind: 'pipe' });
    if (source.kind === 'named' && !state.tables.has(source.path.root)) {
      expecting(state, { kind: 'relation', left: source.path });
    }
    return withLone(source, true);
  }
  if (source.kind === 'named') return parseInlineFilter(state, source, stages);
  expecting(state, { kind: 'pipe' });
  guard(state, () => unexpected(state));
  return source;
};

/** A value on its own that reads no field is a `print`: `dayofyear(datetime(2015-12-14))`, `1 + 2`. */
const printed = (state: State, stages: Stage[]): Source | null => {
  const [stage] = stages;
  const value = stage?.kind === 'where' ? stage.predicate : null;
  if (!value || peek(state).kind !== 'end' || state.parentheses > 0 || !isPlainValue(value)) return null;
  stages.pop();
  return { kind: 'print', span: value.span, columns: [{ span: value.span, names: [], value }] };
};

const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%']);

const isPlainValue = (value: Expr): boolean => {
  const computes =
    value.kind === 'call' || (value.kind === 'binary' && arithmetic.has(value.op)) || value.kind === 'unary';
  if (!computes || (value.kind === 'unary' && value.op === 'not')) return false;
  let readsFields = false;
  walkExpr(value, { expr: (one) => (readsFields ||= one.kind === 'path' || one.kind === 'star') });
  return !readsFields && !(value.kind === 'call' && value.args.length === 0 && value.name.toLowerCase() === 'count');
};

/** `spans method == "GET"`, `T where x > 1`; a mistyped operator in front looks the same. */
const parseInlineFilter = (state: State, source: Extract<Source, { kind: 'named' }>, stages: Stage[]): Source => {
  const { root, segments } = source.path;
  const known = state.tables.has(root) || isStageWord(state);
  if (!known && segments.length === 0 && reportUnknownOperator(state, root, source.span)) {
    stages.push(errorStage(source.span.start, lastEnd(state)));
    return emptySource(source.span.start);
  }
  const word = isStageWord(state) ? stageWord(state)?.word : undefined;
  if (word !== undefined && operatorKind(word) !== 'where') {
    guard(state, () => unexpected(state));
    return withLone(source, true);
  }
  parseStageInto(state, stages);
  return withLone(source, false);
};

const reportUnknownOperator = (state: State, word: string, at: Span): boolean => {
  const meant = suggest(word, operatorWords);
  if (meant === null) return false;
  const fixes = [replacement(`use ${meant}`, at, meant)];
  report(state, 'E205', at, `unknown operator ${word}${didYouMean(meant)}`, { fixes });
  skipTo(state, ['|', ';']);
  return true;
};

const parseStageInto = (state: State, stages: Stage[]): void => {
  const start = here(state).start;
  const stage = guard(state, () => {
    state.dropping = false;
    const parsed = parseStage(state);
    if (state.dropping) fail(state, 'E110', span(start, lastEnd(state)), 'a variable in this stage has no value');
    if (!atTabularEnd(state)) unexpected(state);
    return parsed;
  });
  if (stage === 'failed') stages.push(errorStage(start, lastEnd(state)));
  else if (!(stage.kind === 'where' && isDropped(stage.predicate))) stages.push(stage);
};

/** Runs a part of the parser; when it gives up, skips to the next stage, so that one mistake hides no other. */
const guard = <T>(state: State, run: () => T): T | 'failed' => {
  const { at: began, depth, parentheses } = state;
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SyntaxStop)) throw error;
    state.depth = depth;
    state.parentheses = parentheses;
    state.dropping = false;
    // From where it began, over whole brackets; but never to a pipe before the place where it stopped.
    const reached = state.at;
    state.at = began;
    skipTo(state, ['|', ';'], reached);
    return 'failed';
  }
};

const unexpected = (state: State): never => {
  const token = peek(state);
  const word = token.kind === 'path' ? operatorKind(token.word) : undefined;
  if (word !== undefined) {
    const fixes = [{ title: "add '|'", edits: [{ start: token.span.start, end: token.span.start, text: '| ' }] }];
    fail(state, 'E206', token.span, `expected '|' before ${word}`, { fixes });
  }
  if (isOp(token, '=')) fail(state, 'E203', token.span, "'=' assigns a name; use '==' to compare");
  return fail(state, 'E206', token.span, `unexpected ${describe(state, token)}`);
};

/** To the next of these outside brackets, or to the ')' of a query in parentheses, or to the end. */
const skipTo = (state: State, stops: readonly string[], atLeast = 0): void => {
  for (;;) {
    const token = peek(state);
    if (token.kind === 'end') return;
    const passed = state.at >= atLeast;
    if (passed && token.kind === 'op' && stops.includes(token.op)) return;
    if (passed && state.parentheses > 0 && isOp(token, ')')) return;
    const jump = state.closes[state.at] ?? -1;
    state.at = jump > state.at ? jump + 1 : state.at + 1;
  }
};

type Word = { readonly word: string; readonly tokens: number };

const isOperator = (word: string): boolean => operatorKind(word) !== undefined || unsupportedOperators.has(word);

/** The operator's word at this place, `project-away` being three tokens, and how many they are. */
const stageWord = (state: State, known = isOperator): Word | null => {
  const token = peek(state);
  if (token.kind !== 'path' || token.word === '') return null;
  let { word } = token;
  let best = known(word) ? { word, tokens: 1 } : null;
  let end = token.span.end;
  for (let tokens = 3; tokens <= 7; tokens += 2) {
    const dash = peek(state, tokens - 2);
    const next = peek(state, tokens - 1);
    if (!isOp(dash, '-') || dash.span.start !== end || next.kind !== 'path' || next.span.start !== dash.span.end) break;
    word += `-${next.word}`;
    end = next.span.end;
    if (known(word)) best = { word, tokens };
  }
  return best;
};

/** An operator's word is one unless it is compared, assigned or called: `count > 5`, `count() > 5`, `limit in (1, 2)`. */
const isStageWord = (state: State): boolean => {
  const found = stageWord(state);
  if (!found) return false;
  const next = peek(state, found.tokens);
  if (
    found.word === 'search' &&
    next.kind === 'path' &&
    next.word === 'in' &&
    isOp(peek(state, found.tokens + 1), '(')
  ) {
    return true;
  }
  if (isInfixAt(state, found.tokens)) return false;
  if (next.kind !== 'op') return true;
  if (found.word === 'count' && next.op === '(') return next.span.start !== peek(state).span.end;
  return (
    !['==', '!=', '<>', '=~', '!~', '<', '<=', '>', '>=', '='].includes(next.op) &&
    !(next.op === '!' && isInfixAt(state, found.tokens + 1))
  );
};

const parseStage = (state: State): Stage => {
  expecting(state, { kind: 'operator' });
  const start = here(state).start;
  if (atTabularEnd(state)) fail(state, 'E202', here(state), "expected an operator after '|'");
  const found = isStageWord(state) ? stageWord(state) : null;
  if (!found) return parseFilter(state, start);
  const longest = stageWord(state, () => true);
  if (longest && longest.tokens > found.tokens) failUnknownOperator(state, start, longest);
  const at = span(start, peek(state, found.tokens - 1).span.end);
  const kind = operatorKind(found.word);
  if (kind === undefined) fail(state, 'E601', at, `operator ${found.word} is not supported`);
  state.at += found.tokens;
  return stageParsers[kind ?? 'error'](state, start);
};

const failUnknownOperator = (state: State, start: number, word: Word): never => {
  const at = span(start, peek(state, word.tokens - 1).span.end);
  const meant = suggest(word.word, operatorWords);
  const fixes = meant === null ? [] : [replacement(`use ${meant}`, at, meant)];
  const written = state.text.slice(at.start, at.end);
  return fail(state, 'E205', at, `unknown operator ${written}${didYouMean(meant)}`, { fixes });
};

const isNegatedInfixAt = (state: State, ahead: number): boolean => {
  const token = peek(state, ahead);
  return token.kind === 'path' && token.word === 'not' && isInfixAt(state, ahead + 1);
};

/** An expression alone is a filter; two operands in a row are an operator that nobody knows. */
const parseFilter = (state: State, start: number): Stage => {
  const token = peek(state);
  if (isOp(token, '.')) fail(state, 'E605', token.span, 'management commands are not supported');
  const word = stageWord(state, (one) => !['not', 'true', 'false', 'null'].includes(one));
  const behind = peek(state, word?.tokens ?? 0);
  const operand = ['path', 'literal', 'string', 'typed', 'node'].includes(behind.kind);
  if (word && operand && !isInfixAt(state, word.tokens) && !isNegatedInfixAt(state, word.tokens)) {
    failUnknownOperator(state, start, word);
  }
  const predicate = parseExpr(state);
  return { kind: 'where', span: since(state, start), predicate };
};
