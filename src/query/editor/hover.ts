import type { CompileInput } from '../compile.ts';
import { findFunction } from '../functions/all.ts';
import { formatDatetime } from '../syntax/datetime.ts';
import { formatDuration } from '../syntax/duration.ts';
import { formatPath } from '../syntax/format-expr.ts';
import { lex } from '../syntax/lexer.ts';
import { operatorKind, operators, unsupportedOperators } from '../syntax/operators.ts';
import type { PathToken, Token } from '../syntax/token.ts';
import { readTyped } from '../syntax/typed-literal.ts';
import { semanticTokens, type TokenKind } from './tokens.ts';
import { scopeAt } from './scope.ts';
import { signature } from './signature.ts';

export interface Hover {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  readonly text: string;
}

/** What the word at a place means; null where there is nothing to say. */
export const hover = (text: string, offset: number, input: CompileInput): Hover | null => {
  const covers = ({ start, end }: { start: number; end: number }): boolean => offset >= start && offset < end;
  const piece = semanticTokens(text, input).find(covers);
  if (piece?.kind === 'keyword') {
    const said = describeOperator(text.slice(piece.start, piece.end).toLowerCase());
    return said && { start: piece.start, end: piece.end, ...said };
  }
  const token = lex(text).tokens.find(({ span, kind }) => kind !== 'end' && covers(span));
  const said = token && piece ? describe(text, token, piece.kind, input) : null;
  return token && said ? { ...token.span, ...said } : null;
};

type Said = { readonly title: string; readonly text: string };

const describe = (text: string, token: Token, role: TokenKind, input: CompileInput): Said | null => {
  switch (token.kind) {
    case 'path':
      return describeWord(text, token, role, input);
    case 'literal':
      return token.value.type === 'timespan'
        ? { title: 'duration', text: `${formatDuration(token.value.value)}, ${token.value.value} ns` }
        : null;
    case 'typed': {
      const value = readTyped(token.type, token.raw);
      return value?.type === 'datetime' ? { title: 'datetime', text: formatDatetime(value.value) } : null;
    }
    case 'placeholder':
      return { title: `{{${token.name}}}`, text: 'a variable of the dashboard' };
    case 'string':
    case 'regex':
    case 'op':
    case 'node':
    case 'end':
      return null;
  }
};

const describeWord = (text: string, token: PathToken, role: TokenKind, input: CompileInput): Said | null => {
  if (role === 'function') return describeFunction(token.root);
  if (role === 'table') return { title: token.root, text: 'table' };
  const field = scopeAt(text.slice(0, token.span.start), input).find(formatPath(token));
  if (!field) return null;
  const values = field.values.length === 0 ? '' : ` One of ${field.values.slice(0, 8).join(', ')}.`;
  return {
    title: `${field.name}: ${field.type === 'unknown' ? 'attribute' : field.type}`,
    text: `${field.description}${values}`,
  };
};

const describeFunction = (name: string): Said | null => {
  const fn = findFunction(name);
  if (!fn) return null;
  if (fn.kind === 'unsupported') return { title: `${fn.name}()`, text: 'not supported' };
  return { title: signature(fn), text: fn.doc };
};

const describeOperator = (word: string): Said | null => {
  const name = operatorKind(word);
  const entry = operators.find((one) => one.name === name);
  if (entry) return { title: entry.form, text: entry.doc };
  const instead = unsupportedOperators.get(word);
  return instead === undefined ? null : { title: word, text: `not supported; ${instead}` };
};
