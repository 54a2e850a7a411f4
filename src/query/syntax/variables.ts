import { didYouMean } from '../../lib/closest.ts';
import { type Diagnostic, problem } from '../text/diagnostic.ts';
import type { Span } from '../text/span.ts';
import { suggest } from '../text/suggest.ts';
import type { Expr, Literal } from './ast.ts';
import { formatDatetime } from './datetime.ts';
import { formatDuration, parseDuration } from './duration.ts';
import { writtenCharsMax } from './limits.ts';
import { textOperators } from './operators.ts';
import { quoteRegex } from './regex.ts';
import type { Token } from './token.ts';

/**
 * What `{{name}}` stands for. Values get into the query as literals, never as text: whatever a variable
 * holds, it cannot change the query around it.
 */
export type Variable =
  | { readonly kind: 'literal'; readonly value: Literal }
  /** Several chosen values, for `in ({{name}})`. */
  | { readonly kind: 'list'; readonly values: readonly Literal[] }
  /** Nothing chosen: the comparison that mentions it holds for everything, or it is an error. */
  | { readonly kind: 'unset'; readonly otherwise: 'drop' | 'error' };

export type Variables = ReadonlyMap<string, Variable>;

const inText = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g;

/** What a text has in double braces. */
export function variablesIn(text: string): string[] {
  return Array.from(text.matchAll(inText), (found) => found[1] ?? '');
}

export const expand = (
  text: string,
  tokens: readonly Token[],
  variables: Variables,
): { readonly tokens: readonly Token[]; readonly diagnostics: readonly Diagnostic[] } => {
  const diagnostics: Diagnostic[] = [];
  if (!text.includes('{{')) return { tokens, diagnostics };
  const out: Token[] = [];
  const charsOf = charsOfEach(variables);
  let chars = text.length;
  tokens.forEach((token, index) => {
    const before = chars;
    for (const name of namedBy(token)) chars += charsOf(name);
    if (chars > writtenCharsMax && chars > before) {
      const message = `query is too long with the values of its variables (limit ${writtenCharsMax} characters)`;
      if (before <= writtenCharsMax) diagnostics.push(problem('error', 'E501', token.span, message));
      out.push({ kind: 'node', span: token.span, expr: { kind: 'error', span: token.span } });
      return;
    }
    for (const name of slipsIn(token, variables))
      diagnostics.push(problem('error', 'E110', token.span, unknown(name, variables)));
    if (token.kind === 'string') out.push(...expandString(token, variables, placeOf(tokens, index), diagnostics));
    else if (token.kind === 'typed') out.push(expandTyped(token, variables));
    else if (token.kind === 'regex') out.push({ ...token, source: expandText(token.source, variables, quoteRegex) });
    else if (token.kind === 'placeholder')
      out.push(...expandOperand(token, variables, placeOf(tokens, index), diagnostics));
    else out.push(token);
  });
  return { tokens: out, diagnostics };
};

interface Place {
  readonly kind: 'list' | 'order' | 'comparison' | 'other';
  /** What compares with several values, where the place compares with one. */
  readonly instead?: string | undefined;
}

const forSeveral: ReadonlyMap<string, string> = new Map([
  ['==', 'in'],
  ['!=', '!in'],
  ['<>', '!in'],
  ['=~', 'in~'],
  ['!~', '!in~'],
  ['has', 'has_any'],
]);

/** Inside brackets and between commas several values are several items; elsewhere they need brackets of their own. */
const placeOf = (tokens: readonly Token[], index: number): Place => {
  const edge = (token: Token | undefined, ops: readonly string[]): boolean =>
    token?.kind === 'op' && ops.includes(token.op);
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  if (edge(before, ['(', '[', ',']) && edge(after, [')', ']', ','])) return { kind: 'list' };
  const order = ['<', '<=', '>', '>=', '..'];
  if (edge(before, order) || edge(after, order)) return { kind: 'order' };
  const word = before?.kind === 'path' ? before.word : '';
  const op = textOperators.has(word)
    ? word
    : [...forSeveral.keys()].find((one) => edge(before, [one]) || edge(after, [one]));
  return op === undefined ? { kind: 'other' } : { kind: 'comparison', instead: forSeveral.get(op) };
};

/** A text that was chosen for a place in an order is the number or the timespan that it reads as: "9" is below "10". */
const inOrder = (value: Literal): Literal => {
  if (value.type !== 'string') return value;
  const text = value.value.trim();
  if (/^-?\d{1,18}$/.test(text)) return { type: 'long', value: BigInt(text) };
  if (/^-?\d{1,300}(\.\d{1,300})?$/.test(text)) return { type: 'real', value: Number(text) };
  const timespan = parseDuration(text);
  return timespan === null ? value : { type: 'timespan', value: timespan };
};

const expandOperand = (
  token: Extract<Token, { kind: 'placeholder' }>,
  variables: Variables,
  place: Place,
  diagnostics: Diagnostic[],
): Token[] => {
  const variable = variables.get(token.name);
  const at = token.span;
  if (!variable || (variable.kind === 'unset' && variable.otherwise === 'error')) {
    const why = variable ? `variable ${token.name} is not set` : unknown(token.name, variables);
    diagnostics.push(problem('error', 'E110', at, why));
    return [{ kind: 'node', span: at, expr: { kind: 'error', span: at } }];
  }
  switch (variable.kind) {
    case 'literal': {
      const value = place.kind === 'order' ? inOrder(variable.value) : variable.value;
      return [{ kind: 'node', span: at, expr: { kind: 'literal', span: at, value } }];
    }
    case 'unset':
      return [{ kind: 'node', span: at, expr: null }];
    case 'list': {
      diagnostics.push(...comparedFaults(token.name, variable.values, place, at));
      const items = variable.values.map((value): Expr => ({ kind: 'literal', span: at, value }));
      if (place.kind !== 'list') return [{ kind: 'node', span: at, expr: { kind: 'array', span: at, items } }];
      return items.flatMap((expr, index): Token[] => {
        const item: Token = { kind: 'node', span: at, expr };
        return index === 0 ? [item] : [{ kind: 'op', span: at, op: ',' }, item];
      });
    }
  }
};

/** Nothing equals a list of several values, and nobody means that. */
const comparedFaults = (name: string, values: readonly Literal[], { kind, instead }: Place, at: Span): Diagnostic[] => {
  if (values.length < 2 || kind === 'list' || kind === 'other') return [];
  const hint = instead === undefined ? ', and one is compared' : `; compare with ${instead} ({{${name}}})`;
  return [problem('error', 'E110', at, `variable ${name} has ${values.length} values${hint}`)];
};

const unknown = (name: string, variables: Variables): string => {
  const known = [...variables.keys()];
  const near = known.find((one) => one.endsWith(`-${name}`)) ?? suggest(name, known);
  return `unknown variable ${name}${didYouMean(near)}`;
};

const namedBy = (token: Token): string[] => (token.kind === 'placeholder' ? [token.name] : namedInside(token));

/** What a text, a regular expression or a literal has in double braces. */
const namedInside = (token: Token): string[] => {
  const text =
    token.kind === 'string'
      ? token.value
      : token.kind === 'typed'
        ? token.raw
        : token.kind === 'regex'
          ? token.source
          : '';
  return variablesIn(text);
};

/** How long what a name stands for is, written out. */
const charsOfEach = (variables: Variables): ((name: string) => number) => {
  const known = new Map<string, number>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const variable = variables.get(name);
    const values = variable?.kind === 'literal' ? [variable.value] : variable?.kind === 'list' ? variable.values : [];
    const chars = values.reduce((sum, value) => sum + literalText(value).length + 1, 0);
    known.set(name, chars);
    return chars;
  };
};

/** Where there are variables at all, `"{{var-name}}"` is about one of them and no other text. */
const slipsIn = (token: Token, variables: Variables): string[] => {
  if (variables.size === 0) return [];
  return namedInside(token).filter((name) => /^(var|const)-/.test(name) && !variables.has(name));
};

/** An unset variable inside a text takes the condition around the text away. */
const expandString = (
  token: Extract<Token, { kind: 'string' }>,
  variables: Variables,
  place: Place,
  diagnostics: Diagnostic[],
): Token[] => {
  if (!token.value.includes('{{')) return [token];
  const names = variablesIn(token.value).map((name) => variables.get(name));
  if (names.some((one) => one?.kind === 'unset' && one.otherwise === 'drop')) {
    return [{ kind: 'node', span: token.span, expr: null }];
  }
  const only = names.length === 1 && /^\s*\{\{[^{}]*\}\}\s*$/.test(token.value) ? names[0] : undefined;
  if (only?.kind === 'list') {
    diagnostics.push(...comparedFaults(variablesIn(token.value)[0] ?? '', only.values, place, token.span));
    const items = only.values.map((value): Expr => {
      const text: Literal = { type: 'string', value: literalText(value) };
      return { kind: 'literal', span: token.span, value: text };
    });
    return [{ kind: 'node', span: token.span, expr: { kind: 'array', span: token.span, items } }];
  }
  return [{ ...token, value: expandText(token.value, variables, (text) => text), contentStart: null }];
};

const expandTyped = (token: Extract<Token, { kind: 'typed' }>, variables: Variables): Token =>
  token.raw.includes('{{') ? { ...token, raw: expandText(token.raw, variables, (text) => text) } : token;

/** Other names that nobody declared stay as they are: a text may well be about `{{name}}`. */
const expandText = (text: string, variables: Variables, quote: (value: string) => string): string =>
  text.replaceAll(inText, (whole, name: string) => {
    const variable = variables.get(name);
    if (variable?.kind === 'literal') return quote(literalText(variable.value));
    return variable?.kind === 'list' ? quote(variable.values.map(literalText).join(',')) : whole;
  });

/** A value as the content of a text. */
export const literalText = (value: Literal): string => {
  switch (value.type) {
    case 'null':
      return '';
    case 'datetime':
      return formatDatetime(value.value);
    case 'timespan':
      return formatDuration(value.value);
    case 'decimal':
      return value.text;
    case 'dynamic':
      return JSON.stringify(value.value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one));
    case 'bool':
    case 'int':
    case 'long':
    case 'real':
    case 'string':
    case 'guid':
      return String(value.value);
  }
};
