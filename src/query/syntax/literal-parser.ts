import { span } from '../text/span.ts';
import type { DynamicValue, Literal } from './ast.ts';
import { formatDatetime } from './datetime.ts';
import { formatDuration } from './duration.ts';
import { advance, describe, expectClose, fail, here, isOp, nested, peek, report, type State, takeOp } from './state.ts';
import { constantOf, type Token, type TypedToken } from './token.ts';
import { readTyped } from './typed-literal.ts';

const nouns: Readonly<Record<TypedToken['type'], string>> = {
  bool: 'true or false',
  int: 'a whole number of 32 bits',
  long: 'a whole number',
  real: 'a number',
  decimal: 'a number',
  string: 'a text in quotes',
  datetime: 'a date',
  timespan: 'a duration',
  dynamic: 'JSON',
  guid: 'a GUID',
};

export const parseTyped = (state: State, token: TypedToken): Literal => {
  const text = token.raw.trim();
  if (text.toLowerCase() === 'null') return { type: 'null', of: token.type };
  const literal = readTyped(token.type, token.raw);
  if (literal) return literal;
  const start = token.rawStart + (token.raw.length - token.raw.trimStart().length);
  const at = text === '' ? token.span : span(start, start + text.length);
  // `long(x)` of a field is a cast in other languages.
  const cast = /^[A-Za-z_][\w.]*$/.test(text) ? `to${token.type === 'real' ? 'double' : token.type}` : null;
  const fixes = cast ? [{ title: `${cast}(${text})`, edits: [{ ...token.span, text: `${cast}(${text})` }] }] : [];
  report(state, 'E109', at, `not ${nouns[token.type]}`, { fixes });
  return { type: 'null', of: token.type };
};

/** What stands between the parentheses of `dynamic(…)`: JSON, with either quote and with literals of the language. */
export const parseDynamic = (state: State): DynamicValue => {
  const token = advance(state);
  if (isOp(token, '[')) return nested(state, () => parseItems(state, token));
  if (isOp(token, '{')) return nested(state, () => parseBag(state, token));
  if (isOp(token, '-') || isOp(token, '+')) return signed(state, token);
  const value = scalar(state, token);
  return value === undefined ? fail(state, 'E212', token.span, `expected JSON, not ${describe(state, token)}`) : value;
};

const parseItems = (state: State, open: Token): DynamicValue => {
  const items: DynamicValue[] = [];
  while (!isOp(peek(state), ']')) {
    items.push(parseDynamic(state));
    if (!takeOp(state, ',')) break;
  }
  expectClose(state, ']', open.span);
  return items;
};

const parseBag = (state: State, open: Token): DynamicValue => {
  const members: [string, DynamicValue][] = [];
  while (!isOp(peek(state), '}')) {
    const key = peek(state);
    if (key.kind !== 'string') fail(state, 'E212', here(state), 'expected a key in quotes');
    advance(state);
    if (!takeOp(state, ':')) fail(state, 'E208', here(state), "expected ':' after the key");
    members.push([key.value, parseDynamic(state)]);
    if (!takeOp(state, ',')) break;
  }
  expectClose(state, '}', open.span);
  // fromEntries keeps a key named __proto__ an ordinary one.
  return Object.fromEntries(members);
};

const signed = (state: State, sign: Token): DynamicValue => {
  const token = advance(state);
  const value = scalar(state, token);
  if (typeof value !== 'bigint' && typeof value !== 'number') {
    return fail(state, 'E212', token.span, `expected a number, not ${describe(state, token)}`);
  }
  return isOp(sign, '-') ? -value : value;
};

const scalar = (state: State, token: Token): DynamicValue | undefined => {
  if (token.kind === 'string') return token.value;
  if (token.kind === 'literal') return plain(token.value);
  if (token.kind === 'typed') return plain(parseTyped(state, token));
  if (token.kind === 'node' && token.expr?.kind === 'literal') return plain(token.expr.value);
  if (token.kind !== 'path') return undefined;
  if (token.word === 'dynamic' && isOp(peek(state), '(')) {
    const open = advance(state);
    const value = nested(state, () => parseDynamic(state));
    expectClose(state, ')', open.span);
    return value;
  }
  const value = constantOf(token.word);
  return value ? plain(value) : undefined;
};

const plain = (literal: Literal): DynamicValue => {
  switch (literal.type) {
    case 'null':
      return null;
    case 'datetime':
      return formatDatetime(literal.value);
    case 'timespan':
      return formatDuration(literal.value);
    case 'decimal':
      return Number(literal.text);
    case 'bool':
    case 'int':
    case 'long':
    case 'real':
    case 'string':
    case 'guid':
    case 'dynamic':
      return literal.value;
  }
};
