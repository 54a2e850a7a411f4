import type { CompileInput } from '../compile.ts';
import type { Expr, Query } from '../syntax/ast.ts';
import { lex } from '../syntax/lexer.ts';
import { operatorKind, sourceWords, unsupportedOperators } from '../syntax/operators.ts';
import { parse } from '../syntax/parser.ts';
import { type Token, typeNames } from '../syntax/token.ts';
import { walk } from '../syntax/walk.ts';

export type TokenKind =
  | 'keyword'
  | 'operator'
  | 'function'
  | 'table'
  | 'field'
  | 'string'
  | 'number'
  | 'constant'
  | 'regex'
  | 'variable'
  | 'comment'
  | 'punctuation';

export interface SemanticToken {
  readonly start: number;
  readonly end: number;
  readonly kind: TokenKind;
}

/** Every piece of a text with what it is, for colours; also of a text that is being written. In order, without overlap. */
export const semanticTokens = (text: string, { catalogue }: Pick<CompileInput, 'catalogue'>): SemanticToken[] => {
  const { tokens } = lex(text);
  const roles = rolesOf(parse(text, catalogue.tables.keys()).query);
  const out: SemanticToken[] = [];
  let end = 0;
  tokens.forEach((token, index) => {
    // Inside of an operator of several words: `project-away`.
    if (token.span.start < end) return;
    out.push(...comments(text, end, token.span.start));
    const next = tokens[index + 1];
    const called = next?.kind === 'op' && next.op === '(' && next.span.start === token.span.end;
    const whole = wholeWord(text, token);
    end = whole ?? token.span.end;
    const kind = whole === null ? kindOf(token, roles.get(token.span.start), called) : 'keyword';
    if (token.kind !== 'end') out.push({ start: token.span.start, end, kind });
  });
  return out;
};

/** Where an operator with dashes ends that begins with this token. */
const wholeWord = (text: string, token: Token): number | null => {
  if (token.kind !== 'path' || token.word === '') return null;
  const { start } = token.span;
  const word = /^[A-Za-z]+(?:-[A-Za-z]+)+/.exec(text.slice(start, start + operatorCharsMax))?.[0] ?? '';
  const known = operatorKind(word.toLowerCase()) !== undefined || unsupportedOperators.has(word.toLowerCase());
  return known ? start + word.length : null;
};

const operatorCharsMax = 40;

/** What the tree knows of words that look alike: by where they begin. */
const rolesOf = (query: Query): ReadonlyMap<number, TokenKind> => {
  const roles = new Map<number, TokenKind>();
  for (const statement of query.statements) roles.set(statement.span.start, 'keyword');
  walk(query, {
    source: (source) => {
      if (source.kind === 'named') roles.set(source.span.start, 'table');
      else if (sourceWords.some((word) => word === source.kind)) roles.set(source.span.start, 'keyword');
    },
    expr: (expr) => exprRole(expr, roles),
  });
  return roles;
};

const exprRole = (expr: Expr, roles: Map<number, TokenKind>): void => {
  switch (expr.kind) {
    case 'call':
      roles.set(expr.nameSpan.start, 'function');
      return;
    case 'path':
      // The path of a table is one already.
      if (!roles.has(expr.span.start)) roles.set(expr.span.start, 'field');
      return;
    case 'binary':
      // `and` and `or` are words.
      if (expr.op !== 'and' && expr.op !== 'or') roles.set(expr.opSpan.start, 'operator');
      return;
    case 'text':
    case 'in':
    case 'between':
    case 'regex':
      roles.set(expr.opSpan.start, 'operator');
      return;
    case 'literal':
      if (expr.value.type === 'bool' || expr.value.type === 'null') roles.set(expr.span.start, 'constant');
      return;
    case 'star':
    case 'unary':
    case 'index':
    case 'member':
    case 'array':
    case 'typeof':
    case 'toscalar':
    case 'error':
      return;
  }
};

const kindOf = (token: Token, role: TokenKind | undefined, called: boolean): TokenKind => {
  switch (token.kind) {
    case 'string':
      return 'string';
    case 'literal':
    case 'typed':
      return role === 'constant' ? 'constant' : 'number';
    case 'regex':
      return 'regex';
    case 'placeholder':
      return 'variable';
    case 'op':
      return role === 'operator' || /^[=!<>~+*/%-]+$/.test(token.op) ? 'operator' : 'punctuation';
    case 'path':
      if (called && (role === undefined || role === 'field')) return 'function';
      return role ?? (isWord(token.word) ? 'keyword' : 'field');
    case 'node':
    case 'end':
      return 'punctuation';
  }
};

const particles = new Set(
  'by asc desc nulls first last on with from to step in range of as default kind and or not between matches regex span limit'.split(
    ' ',
  ),
);

const isWord = (word: string): boolean =>
  particles.has(word) || operatorKind(word) !== undefined || unsupportedOperators.has(word) || typeNames.has(word);

/** What stands between two tokens and is no blank. */
const comments = (text: string, from: number, to: number): SemanticToken[] => {
  const gap = text.slice(from, to);
  return [...gap.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g)].map((found) => ({
    start: from + found.index,
    end: from + found.index + found[0].length,
    kind: 'comment',
  }));
};
