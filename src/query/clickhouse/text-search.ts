import type { Atom } from '../semantic/rq.ts';
import { quoteRegex } from '../syntax/regex.ts';
import { lowerExpr, type Env } from './expression.ts';
import {
  forPresent,
  guarded,
  ofPresent,
  ofRows,
  operand,
  presence,
  textsOf,
  type Mode,
  type Operand,
} from './operand.ts';
import {
  allOf,
  anyOf,
  call,
  choose,
  column,
  FALSE,
  infix,
  lambda,
  literal,
  not,
  param,
  type Sql,
  withNames,
} from './sql-ast.ts';

/*
 * Text operators. `lower(x)` is what the text index is over: it folds ASCII, and tokens are runs of letters and digits, where
 * everything beyond ASCII counts as a letter. A needle is lowered here, by the same rule.
 */

/** ASCII only, as `lower()` of the store. */
export function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (word) => word.toLowerCase());
}

export function tokensOf(text: string): readonly string[] {
  return text.split(/[\0-/:-@[-`{-\x7f]+/).filter((token) => token !== '');
}

function isOneToken(text: string): boolean {
  return tokensOf(text).length === 1 && tokensOf(text)[0] === text;
}

const separating = String.raw`\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f`;
const separators = `[${separating}]`;
const before = `(?:^|${separators})`;
const after = `(?:$|${separators})`;

/** Under LIKE `\`, `%` and `_` mean themselves after a backslash. */
function likeEscape(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

export function textSql(env: Env, atom: Extract<Atom, { kind: 'text' }>, negated: boolean, mode: Mode): Sql {
  const left = operand(env, atom.left, mode);
  const needle = atom.right.kind === 'const' ? atom.right.value : null;
  if (typeof needle !== 'string') {
    // Tokens of what is missing are none, which is not the same as not to be found.
    const present = allOf([presence(env, atom.left), presence(env, atom.right)]);
    return ofPresent(present, signed(dynamicNeedle(env, atom, left), negated), mode);
  }
  // An absent text is NULL or empty: neither has a needle that is not empty.
  if (!negated && needle !== '' && atom.op !== 'like') return needleSql(atom.op, atom.caseSensitive, left, needle);
  if (needle === '' && atom.op !== 'like') return forPresent(left, !negated, mode);
  return guarded(left, signed(needleSql(atom.op, atom.caseSensitive, left, needle), negated));
}

function signed(condition: Sql, negated: boolean): Sql {
  return negated ? not(condition) : condition;
}

function needleSql(
  op: Extract<Atom, { kind: 'text' }>['op'],
  caseSensitive: boolean,
  left: Operand,
  needle: string,
): Sql {
  const folded = call('lower', left.raw);
  const low = asciiLower(needle);
  const [text, wanted] = caseSensitive ? [left.raw, needle] : [folded, low];
  // The index knows words in lower case only, and is asked first.
  const first = caseSensitive && left.textIndex === true ? [needleSql(op, false, left, needle)] : [];
  switch (op) {
    case 'has':
      return hasSql(left, needle, caseSensitive);
    case 'contains':
      return allOf([...first, containsSql(left, text, wanted)]);
    case 'startswith':
      return allOf([...first, call('startsWith', text, param('String', wanted))]);
    case 'endswith':
      return allOf([...first, call('endsWith', text, param('String', wanted))]);
    case 'hasprefix':
      return edgeSql(text, wanted, `${before}${quoteRegex(wanted)}`);
    case 'hassuffix':
      return edgeSql(text, wanted, `${quoteRegex(wanted)}${after}`);
    case 'like':
      return infix('LIKE', left.raw, param('String', needle));
  }
}

/** The cheap test comes first: few texts that have the letters fail the pattern. */
function edgeSql(text: Sql, wanted: string, pattern: string): Sql {
  return allOf([
    infix('LIKE', text, param('String', `%${likeEscape(wanted)}%`)),
    call('match', text, param('String', pattern)),
  ]);
}

/** A whole term, or several in this order with the same separators between them. */
function hasSql(left: Operand, needle: string, caseSensitive: boolean): Sql {
  const folded = call('lower', left.raw);
  const low = asciiLower(needle);
  const tokens = tokensOf(low);
  if (tokens.length === 0) return containsSql(left, caseSensitive ? left.raw : folded, caseSensitive ? needle : low);
  const found = tokenCall('hasAllTokens', left, folded, param('String', low));
  if (caseSensitive) return allOf([found, call('match', left.raw, param('String', bounded(needle)))]);
  if (isOneToken(low)) return found;
  const phrase = allOf([found, tokenCall('hasPhrase', left, folded, param('String', low))]);
  // Single blanks are any separator to the phrase; everything else must stand there as it is written.
  return allOf([phrase, call('match', folded, param('String', bounded(low)))]);
}

/**
 * Where no text index is over the value itself, the tokenizer is said: the engine would take the one of an index over the
 * keys of the map, to which a whole value is one token, and find nothing.
 */
function tokenCall(name: 'hasAllTokens' | 'hasAnyTokens' | 'hasPhrase', left: Operand, text: Sql, needles: Sql): Sql {
  return left.textIndex === true ? call(name, text, needles) : call(name, text, needles, literal('splitByNonAlpha'));
}

/** The needle with a boundary on each side where it begins or ends with a letter or digit. */
function bounded(needle: string): string {
  return `${before}${quoteRegex(needle)}${after}`;
}

/** The index answers for the words inside a needle, and for the longest part of a word at its ends. */
function containsSql(left: Operand, text: Sql, wanted: string): Sql {
  const like = (part: string): Sql => infix('LIKE', text, param('String', `%${likeEscape(part)}%`));
  if (left.textIndex !== true || text === left.raw) return like(wanted);
  const inner = innerTokens(wanted);
  const longest = longestToken(wanted);
  const isKnown = longest.length < partCharsMin || longest === wanted || inner.includes(longest);
  return allOf([
    ...(inner.length > 0 ? [tokenCall('hasAllTokens', left, text, param('Array(String)', inner))] : []),
    ...(isKnown ? [] : [like(longest)]),
    like(wanted),
  ]);
}

function longestToken(text: string): string {
  return tokensOf(text).toSorted((a, b) => b.length - a.length)[0] ?? '';
}

/** What the text index can say of a text that has to be there. */
export function withinSql(left: Operand, text: string): readonly Sql[] {
  const longest = longestToken(asciiLower(text));
  const isAsked = left.textIndex === true && longest.length >= partCharsMin;
  return isAsked ? [containsSql(left, call('lower', left.raw), longest)] : [];
}

/** Shorter parts are in too many words. */
const partCharsMin = 3;

/** Tokens with a separator on both sides inside the needle are whole tokens of every text that contains it. */
function innerTokens(needle: string): readonly string[] {
  return tokensOf(needle.replace(/^[^\0-/:-@[-`{-\x7f]+/, '').replace(/[^\0-/:-@[-`{-\x7f]+$/, ''));
}

/** A needle that is known only when the query runs: found where the same constant is. */
function dynamicNeedle(env: Env, atom: Extract<Atom, { kind: 'text' }>, left: Operand): Sql {
  const right = lowerExpr(env, atom.right);
  if (atom.op === 'like') return infix('LIKE', left.raw, right);
  const fold = (sql: Sql): Sql => (atom.caseSensitive ? sql : call('lower', sql));
  const [text, wanted] = [fold(left.raw), fold(right)];
  switch (atom.op) {
    case 'contains':
      return stands(wanted, text);
    case 'startswith':
      return call('startsWith', text, wanted);
    case 'endswith':
      return call('endsWith', text, wanted);
    case 'has':
      return hasDynamic(text, wanted);
    case 'hasprefix':
      return allOf([
        stands(wanted, text),
        stands(call('concat', mark, marked(wanted)), marked(call('concat', blank, text))),
      ]);
    case 'hassuffix':
      return allOf([
        stands(wanted, text),
        stands(call('concat', marked(wanted), mark), marked(call('concat', text, blank))),
      ]);
  }
}

function orFalse(condition: Sql): Sql {
  return call('ifNull', condition, FALSE);
}

function stands(wanted: Sql, text: Sql): Sql {
  return infix('>', call('position', text, wanted), literal(0));
}

const [mark, blank] = [literal('\f'), literal(' ')];

/** With a mark on both sides of each separator, so that what begins and ends with one is whole words. */
function marked(text: Sql): Sql {
  return call('replaceRegexpAll', text, literal(separators), literal('\f\\0\f'));
}

/** The cheap test comes first. */
function hasDynamic(text: Sql, wanted: Sql): Sql {
  return allOf([stands(wanted, text), stands(wholeWords(wanted), inBlanks(text))]);
}

function inBlanks(text: Sql): Sql {
  return marked(call('concat', blank, text, blank));
}

/** With a mark on both sides; what has no words in it stands anywhere. */
function wholeWords(wanted: Sql): Sql {
  const hasWords = call('match', wanted, literal(`[^${separating}]`));
  return choose(hasWords, call('concat', mark, marked(wanted), mark), literal(''));
}

export function hasListSql(env: Env, atom: Extract<Atom, { kind: 'has-list' }>, negated: boolean, mode: Mode): Sql {
  const left = operand(env, atom.left, mode);
  const needles = atom.values.map((value) =>
    value.kind === 'const' && typeof value.value === 'string' ? value.value : null,
  );
  const texts = needles.filter((needle) => needle !== null);
  const dynamic = atom.values
    .filter((_, index) => needles[index] === null)
    .map((value) =>
      value.type === 'dynamic'
        ? hasTexts(left, textsOf(env, value), atom.mode)
        : orFalse(
            dynamicNeedle(env, { kind: 'text', op: 'has', caseSensitive: false, left: atom.left, right: value }, left),
          ),
    );
  const all = atom.mode === 'all';
  const join = all ? allOf : anyOf;
  const single = texts.filter((needle) => isOneToken(asciiLower(needle)));
  const others = texts.filter((needle) => !single.includes(needle) && needle !== '');
  const parts: Sql[] = [...others.map((needle) => hasSql(left, needle, false)), ...dynamic];
  if (single.length > 0) {
    const name = all ? 'hasAllTokens' : 'hasAnyTokens';
    parts.unshift(tokenCall(name, left, call('lower', left.raw), param('Array(String)', single.map(asciiLower))));
  }
  // The empty needle is in every value that is there.
  if (!all && texts.includes('')) return forPresent(left, !negated, mode);
  if (parts.length === 0) return forPresent(left, negated !== all, mode);
  if (dynamic.length > 0) return ofPresent(presence(env, atom.left), signed(join(parts), negated), mode);
  return negated ? guarded(left, not(join(parts))) : join(parts);
}

/** `x has_any (T | project y)`: the needles are the rows of a query, at most as many as a list may have. */
export function hasQuerySql(env: Env, atom: Extract<Atom, { kind: 'has-query' }>, negated: boolean, mode: Mode): Sql {
  const left = operand(env, atom.left, mode);
  const needles = ofRows(env.subquery(atom.relation), (value) => call('groupArray', call('toString', value)));
  return ofPresent(presence(env, atom.left), signed(hasTexts(left, needles, atom.mode), negated), mode);
}

/** The cheap test comes first; what is made of the text is made once for all needles. */
function hasTexts(left: Operand, needles: Sql, mode: 'any' | 'all'): Sql {
  const of = mode === 'any' ? 'arrayExists' : 'arrayAll';
  const text = call('lower', left.raw);
  const [v, w] = [column('v'), column('w')];
  const wanted = call('arrayMap', lambda(['v'], call('lower', v)), needles);
  const words = call('arrayMap', lambda(['v'], wholeWords(v)), wanted);
  const whole = lambda(['v', 'w'], orFalse(allOf([stands(v, column('s')), stands(w, column('m'))])));
  return allOf([
    call(of, lambda(['v'], orFalse(stands(v, text))), wanted),
    withNames({ s: text, m: inBlanks(text) }, call(of, whole, wanted, words)),
  ]);
}
