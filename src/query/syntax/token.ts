import type { Span } from '../text/span.ts';
import type { Expr, Literal, PathExpr, TypeName } from './ast.ts';

/** The operators and brackets, longest first: the lexer tries them in this order. */
// prettier-ignore
export const punctuation = ['==', '!=', '<>', '=~', '!~', '<=', '>=', '..', '<', '>', '=', '+', '-', '*', '/', '%', '(', ')', '[', ']', '{', '}', ',', ';', '|', '.', ':', '!', '~'] as const;
export type Punctuation = (typeof punctuation)[number];

export type PathToken = PathExpr & {
  /** The root in lower case when this can be a word of the language (not quoted, no segments); else ''. */
  readonly word: string;
};

export type StringToken = {
  readonly kind: 'string';
  readonly span: Span;
  readonly value: string;
  /** Where the first character of the value stands, when offsets in value and text run in step; else null. */
  readonly contentStart: number | null;
  readonly closed: boolean;
};

export type TypedToken = {
  readonly kind: 'typed';
  readonly span: Span;
  readonly type: TypeName;
  /** What stands between the parentheses. */
  readonly raw: string;
  readonly rawStart: number;
};

export type Token =
  | PathToken
  | StringToken
  | TypedToken
  | { readonly kind: 'literal'; readonly span: Span; readonly value: Literal }
  | { readonly kind: 'regex'; readonly span: Span; readonly source: string; readonly flags: string }
  | { readonly kind: 'op'; readonly span: Span; readonly op: Punctuation }
  | { readonly kind: 'placeholder'; readonly span: Span; readonly name: string }
  /** In the place of a placeholder: what it stands for, read already; null where the condition around it is dropped. */
  | { readonly kind: 'node'; readonly span: Span; readonly expr: Expr | null }
  | { readonly kind: 'end'; readonly span: Span };

export const typeNames: ReadonlyMap<string, TypeName> = new Map<string, TypeName>([
  ['bool', 'bool'],
  ['boolean', 'bool'],
  ['int', 'int'],
  ['int32', 'int'],
  ['long', 'long'],
  ['int64', 'long'],
  ['real', 'real'],
  ['double', 'real'],
  ['float', 'real'],
  ['decimal', 'decimal'],
  ['string', 'string'],
  ['datetime', 'datetime'],
  ['date', 'datetime'],
  ['timespan', 'timespan'],
  ['time', 'timespan'],
  ['dynamic', 'dynamic'],
  ['object', 'dynamic'],
  ['guid', 'guid'],
  ['uuid', 'guid'],
  ['uniqueid', 'guid'],
]);

/** What `true`, `false` and `null` stand for. */
export const constantOf = (word: string): Literal | null => {
  if (word === 'null') return { type: 'null', of: null };
  return word === 'true' || word === 'false' ? { type: 'bool', value: word === 'true' } : null;
};

/** Words that read the text between their parentheses as one literal: `datetime(2024-01-01)`. */
export const typedLiteralWords: ReadonlySet<string> = new Set(
  'datetime date guid uuid timespan time int long real double decimal bool string'.split(' '),
);
