import { proposal } from '../text/diagnostic.ts';
import { didYouMean } from '../../lib/closest.ts';
import { operatorsElsewhere } from '../text/elsewhere.ts';
import { suggest } from '../text/suggest.ts';
import { type Span, span } from '../text/span.ts';
import type { Expr, Source, Stage, Tabular } from './ast.ts';
import { isDropped, parseExpr } from './expression-parser.ts';
import { stagesMax } from './limits.ts';
import { infixWords, isArithmetic, operatorKind, operatorWords, unsupportedOperators } from './operators.ts';
import { emptySource, errorStage, parseSource, withLone } from './sources.ts';
import { stageParsers } from './stages.ts';
import {
  atWord,
  describe,
  expecting,
  fail,
  here,
  isInfixAt,
  isOp,
  lastEnd,
  meantAt,
  namesTable,
  peek,
  report,
  since,
  type State,
  SyntaxStop,
  takeOp,
  unexpected,
} from './state.ts';
import { opensSource } from './tabular-ahead.ts';
import { walkExpr } from './walk.ts';

/* A source and its stages; a stage that cannot be read leaves an error in its place. */

/** In parentheses: a ')' ends it. */
export const parseTabularInside = (state: State): Tabular => {
  state.parentheses += 1;
  try {
    return parseTabular(state);
  } finally {
    state.parentheses -= 1;
  }
};

export const parseTabular = (state: State): Tabular => {
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
  if (isSql(state)) {
    report(
      state,
      'E604',
      here(state),
      'this is SQL; write what it asks for as logs | where … | summarize … by … | project …',
    );
    skipTo(state, ['|', ';']);
    return { kind: 'error', span: since(state, start) };
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
    if (source.kind === 'named' && !namesTable(state, source.path)) {
      expecting(state, { kind: 'relation', left: source.path });
    }
    return withLone(source, true);
  }
  if (source.kind === 'named') return parseInlineFilter(state, source, stages);
  expecting(state, { kind: 'pipe' });
  guard(state, () => unexpectedHere(state));
  return source;
};

/** `select … from …`, where `select` is not the name of a field that is compared. */
const isSql = (state: State): boolean => {
  const [token, next] = [peek(state), peek(state, 1)];
  const selects = token.kind === 'path' && token.word === 'select' && !isInfixAt(state, 1);
  return (
    selects &&
    (next.kind === 'path' || isOp(next, '*')) &&
    state.tokens.slice(state.at + 2).some((one) => one.kind === 'path' && one.word === 'from')
  );
};

/** A value on its own that reads no field is a `print`: `dayofyear(datetime(2015-12-14))`, `1 + 2`. */
const printed = (state: State, stages: Stage[]): Source | null => {
  const [stage] = stages;
  const value = stage?.kind === 'where' ? stage.predicate : null;
  const isLast = peek(state).kind === 'end' || isOp(peek(state), ';');
  if (!value || !isLast || state.parentheses > 0 || !isPlainValue(value)) return null;
  stages.pop();
  return { kind: 'print', span: value.span, columns: [{ span: value.span, names: [], value }] };
};

const isPlainValue = (value: Expr): boolean => {
  const computes =
    value.kind === 'call' || (value.kind === 'binary' && isArithmetic(value.op)) || value.kind === 'unary';
  if (!computes || (value.kind === 'unary' && value.op === 'not')) return false;
  let readsFields = false;
  walkExpr(value, { expr: (one) => (readsFields ||= one.kind === 'path' || one.kind === 'star') });
  return !readsFields && !(value.kind === 'call' && value.args.length === 0 && value.name.toLowerCase() === 'count');
};

/** `spans method == "GET"`, `T where x > 1`; a mistyped operator in front looks the same. */
const parseInlineFilter = (state: State, source: Extract<Source, { kind: 'named' }>, stages: Stage[]): Source => {
  const { root, segments } = source.path;
  const known = namesTable(state, source.path) || isStageWord(state);
  if (!known && segments.length === 0 && reportUnknownOperator(state, root, source.span)) {
    stages.push(errorStage(source.span.start, lastEnd(state)));
    return emptySource(source.span.start);
  }
  if (!known && reportUnknownInfix(state, source)) {
    stages.push(errorStage(source.span.start, lastEnd(state)));
    return emptySource(source.span.start);
  }
  const word = isStageWord(state) ? stageWord(state)?.word : undefined;
  if (word !== undefined && operatorKind(word) !== 'where') {
    guard(state, () => unexpectedHere(state));
    return withLone(source, true);
  }
  parseStageInto(state, stages);
  return withLone(source, false);
};

const reportUnknownOperator = (state: State, word: string, at: Span): boolean => {
  const meant = suggest(word, operatorWords, operatorsElsewhere);
  if (meant === null) return false;
  const fixes = proposal(at, meant);
  report(state, 'E205', at, `unknown operator ${word}${didYouMean(meant)}`, { fixes });
  skipTo(state, ['|', ';']);
  return true;
};

/** `body hass "x"`, `error timeout`: no table and its filter, but two operands with no operator between them. */
const reportUnknownInfix = (state: State, source: Extract<Source, { kind: 'named' }>): boolean => {
  const token = peek(state);
  const next = peek(state, 1);
  const isLast = next.kind === 'end' || isOp(next, '|');
  const meant = meantAt(state);
  if (token.kind === 'path' && infixWords.has(token.word)) {
    report(state, 'E201', next.span, 'expected an expression');
  } else if (token.kind === 'path' && !isLast && meant !== null) {
    const fixes = proposal(meant.at, meant.text);
    report(state, 'E205', token.span, `unknown operator ${token.word}${didYouMean(meant.text)}`, { fixes });
  } else if (token.kind === 'string' || (token.kind === 'path' && isLast)) {
    const left = state.text.slice(source.span.start, source.span.end);
    report(state, 'E206', token.span, `expected an operator between ${left} and ${describe(state, token)}`);
  } else {
    return false;
  }
  skipTo(state, ['|', ';']);
  return true;
};

const parseStageInto = (state: State, stages: Stage[]): void => {
  const start = here(state).start;
  const stage = guard(state, () => {
    state.dropping = false;
    const parsed = parseStage(state);
    if (state.dropping) fail(state, 'E110', span(start, lastEnd(state)), 'a variable in this stage has no value');
    expecting(state, { kind: 'pipe' });
    if (!atTabularEnd(state)) unexpectedHere(state, parsed.kind);
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

/** Stages that are a list to their end. */
const lists: ReadonlySet<Stage['kind']> = new Set(['extend', 'project', 'summarize', 'sort', 'distinct', 'mv-expand']);

const unexpectedHere = (state: State, behind?: Stage['kind']): never => {
  const token = peek(state);
  const elsewhere = token.kind === 'path' ? operatorsElsewhere.get(token.word) : undefined;
  const word = elsewhere ?? (token.kind === 'path' ? operatorKind(token.word) : undefined);
  if (word !== undefined) {
    const { start, end } = token.span;
    const edit = elsewhere === undefined ? { start, end: start, text: '| ' } : { start, end, text: `| ${elsewhere}` };
    const fixes = [{ title: "add '|'", edits: [edit] }];
    fail(state, 'E206', token.span, `expected '|' before ${word}`, { fixes });
  }
  if (isOp(token, '=')) fail(state, 'E203', token.span, "'=' assigns a name; use '==' to compare");
  if (
    behind !== undefined &&
    lists.has(behind) &&
    token.kind === 'path' &&
    meantAt(state) === null &&
    !infixWords.has(token.word)
  ) {
    const fixes = [{ title: "add ','", edits: [{ start: lastEnd(state), end: lastEnd(state), text: ',' }] }];
    fail(state, 'E206', token.span, `expected ',' before ${describe(state, token)}`, { fixes });
  }
  return unexpected(state);
};

/** To the next of these outside brackets, or to the ')' of a query in parentheses, or to the end. */
export const skipTo = (state: State, stops: readonly string[], atLeast = 0): void => {
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
  const isIn = next.kind === 'path' && next.word === 'in' && isOp(peek(state, found.tokens + 1), '(');
  if (isIn && (found.word === 'search' || found.word === 'find')) return true;
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
  if (kind === undefined) {
    fail(state, 'E601', at, `operator ${found.word} is not supported; ${unsupportedOperators.get(found.word) ?? ''}`);
  }
  state.at += found.tokens;
  return stageParsers[kind](state, start);
};

const failUnknownOperator = (state: State, start: number, word: Word): never => {
  const at = span(start, peek(state, word.tokens - 1).span.end);
  const meant = suggest(word.word, operatorWords, operatorsElsewhere);
  const fixes = proposal(at, meant);
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
  if (predicate.kind === 'call' && atWord(state, 'by')) {
    const fixes = [{ title: 'summarize', edits: [{ start, end: start, text: 'summarize ' }] }];
    fail(state, 'E206', span(start, lastEnd(state)), "expected 'summarize' before what is grouped", { fixes });
  }
  return { kind: 'where', span: since(state, start), predicate };
};
