import type { CompileInput } from '../compile.ts';
import { allFunctions, findFunction } from '../functions/all.ts';
import type { Expr } from '../syntax/ast.ts';
import { formatExpr } from '../syntax/format-expr.ts';
import { infixWords, operators, sourceWords, textOperators } from '../syntax/operators.ts';
import { expectedAfter, parse } from '../syntax/parser.ts';
import type { Expectation } from '../syntax/state.ts';
import { typeNames } from '../syntax/token.ts';
import { joinKinds, lookupKinds } from '../semantic/join.ts';
import { type Type, isNumber, isText } from '../semantic/types.ts';
import { signature } from './signature.ts';
import { type Scope, scopeAt, type Visible } from './scope.ts';

export interface Completion {
  readonly label: string;
  /** Takes the place of `from` to `to` of the answer. */
  readonly insert: string;
  readonly kind: 'operator' | 'field' | 'function' | 'table' | 'keyword' | 'value' | 'signature';
  readonly detail: string;
}

export interface Completions {
  readonly from: number;
  readonly to: number;
  readonly items: readonly Completion[];
}

const itemsMax = 200;

/** Where in a text something is being written, and what the text before it says of it. */
export interface Place {
  /** The word, path or text that is being written, from there to the caret. */
  readonly partial: Written;
  readonly to: number;
  readonly before: string;
  /** Behind a `not` that was read as what it negates. */
  readonly isNegated: boolean;
  readonly expected: readonly Expectation[];
  readonly scope: Scope;
  readonly input: CompileInput;
}

interface Written {
  readonly from: number;
  readonly word: string;
  readonly quote: string;
}

export const placeAt = (text: string, offset: number, input: CompileInput): Place => {
  const partial = partialOf(text.slice(0, offset));
  const before = text.slice(0, partial.from);
  // `not` may be a field as long as nothing follows it; who writes on means what it negates.
  const asked = before.replace(notBefore, '');
  const expected = expectedAfter(asked, input.catalogue.tables.keys());
  return {
    partial,
    to: offset,
    before,
    isNegated: asked !== before,
    expected,
    scope: scopeAt(before, input),
    input,
  };
};

/** The field of which a value is being written. */
export const fieldAt = ({ expected, scope }: Place): string | null => {
  const value = expected.find((one) => one.kind === 'value');
  return value?.left.kind === 'path' ? (typeOf(value.left, scope)?.name ?? null) : null;
};

/**
 * What may be written at a place. The parser reads the text before it and says what it was about to expect there; names come
 * from the stages before, from the table and from the catalogue, words from the tables that the parser itself reads. `sent` are
 * values of the field whose value is being written.
 */
export const complete = (place: Place, sent: readonly string[] = []): Completions => {
  const { partial, to, isNegated, expected } = place;
  const all = [...keys(place), ...expected.flatMap((one) => itemsFor(one, place, sent))];
  const fitting = isNegated ? all.filter(isNegatable) : all;
  return { from: partial.from, to, items: matching(fitting, partial.word) };
};

/** The word, and not the end of a path. */
const notBefore = /(?<![\p{L}\p{N}_$@.:/-])not\s+$/iu;

const isNegatable = ({ kind, label }: Completion): boolean =>
  kind === 'keyword'
    ? infixWords.has(label) && label !== 'and' && label !== 'or'
    : kind !== 'table' && kind !== 'operator';

const partialOf = (before: string): Written => {
  const text = /(["'])([^"'\\\n]*)$/.exec(before);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (text && (line.split(text[1] ?? '"').length - 1) % 2 === 1) {
    return { from: text.index, word: text[2] ?? '', quote: text[1] ?? '"' };
  }
  const parts = partsAtEnd.exec(before)?.[1] ?? '';
  const word = parts.slice(nameStart.exec(parts)?.index ?? parts.length);
  return { from: before.length - word.length, word, quote: '' };
};

/** Read backwards: forwards every letter of a long text would be tried as the first. */
const partsAtEnd = /$(?<=([\p{L}\p{N}_$@.:/-]*))/u;
const nameStart = /[\p{L}_$@]/u;

const matching = (items: readonly Completion[], word: string): Completion[] => {
  const wanted = word.toLowerCase();
  const seen = new Set<string>();
  const fits = items.filter((item) => {
    const isNew = !seen.has(item.label);
    seen.add(item.label);
    return isNew && (item.kind === 'signature' || item.label.toLowerCase().includes(wanted));
  });
  // What begins with the word comes before what merely has it.
  const rank = (item: Completion): number =>
    item.kind === 'signature' ? 0 : item.label.toLowerCase().startsWith(wanted) ? 1 : 2;
  return fits.sort((a, b) => rank(a) - rank(b)).slice(0, itemsMax);
};

const itemsFor = (one: Expectation, place: Place, sent: readonly string[]): readonly Completion[] => {
  const { partial, before, scope, input } = place;
  const { visible } = scope;
  if (partial.quote !== '' && one.kind !== 'value') return [];
  switch (one.kind) {
    case 'source':
      return [
        ...tables(input),
        ...sourceWords.map((word) => keyword(word, 'a source of rows')),
        ...lets(before, input),
        ...stageWords(),
        ...fields(visible),
      ];
    case 'table':
      return [...tables(input), ...lets(before, input)];
    case 'operator':
      return [...stageWords(), ...fields(visible)];
    case 'operand':
      return [
        ...(inAggregates(before) ? functions('aggregate') : []),
        ...lets(before, input),
        ...fields(visible),
        ...functions('scalar'),
        ...functions('window'),
        ...constants,
      ];
    case 'aggregate':
      return [...functions('aggregate'), keyword('by', 'keys')];
    case 'key':
      return [...times(visible), ...fields(visible)];
    case 'relation':
      return relations(one.left, scope);
    case 'value':
      return values(one.left, scope, partial.quote, sent);
    case 'pipe':
      return [keyword('|', 'the next stage')];
    case 'word':
      return [keyword(one.word, '')];
    case 'type':
      return [...new Set(typeNames.values())].map((name) => keyword(name, 'type'));
    case 'chart':
      return charts.map((name) => keyword(name, 'chart'));
    case 'join-kind':
      return Object.keys(joinKinds).map((name) => keyword(name, 'kind of join'));
    case 'lookup-kind':
      return Object.keys(lookupKinds).map((name) => keyword(name, 'kind of lookup'));
    case 'argument':
      return argument(one.name, one.index);
  }
};

/** `attributes["`: a key between brackets. */
const keys = ({ partial, before, input }: Place): Completion[] => {
  const scope = /(?<![\p{L}\p{N}_$@.])(attributes|resource)\[$/u.exec(before)?.[1];
  return input.catalogue.attributes
    .filter((one) => one.scope === scope)
    .map(({ key, types }) => ({
      label: key,
      insert: quotedText(key, partial.quote),
      kind: 'field',
      detail: `sent as ${types.join(' and ')}`,
    }));
};

const quotedText = (text: string, quote: string): string => {
  const mark = quote === '' ? '"' : quote;
  return `${mark}${text.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`)}${mark}`;
};

const keyword = (label: string, detail: string): Completion => ({ label, insert: label, kind: 'keyword', detail });

const tables = (input: CompileInput): Completion[] =>
  [...input.catalogue.tables.keys()].map((name) => ({ label: name, insert: name, kind: 'table', detail: 'table' }));

const lets = (before: string, { catalogue }: CompileInput): Completion[] =>
  parse(before, catalogue.tables.keys()).query.statements.flatMap((one) =>
    one.kind === 'let' ? [{ label: one.name.text, insert: one.name.text, kind: 'field', detail: 'let' }] : [],
  );

const stageWords = (): Completion[] =>
  operators.map(({ name, doc }) => ({ label: name, insert: `${name} `, kind: 'operator', detail: doc }));

const fields = (visible: readonly Visible[]): Completion[] =>
  visible.map(({ name, type, description }) => ({
    label: name,
    insert: name,
    kind: 'field',
    detail: `${type === 'unknown' ? 'attribute' : type}: ${description}`,
  }));

const functions = (kind: 'scalar' | 'aggregate' | 'window'): Completion[] =>
  allFunctions.flatMap((fn) =>
    fn.kind === kind
      ? [
          {
            label: fn.name,
            insert: `${fn.name}(`,
            kind: 'function',
            detail: `${signature(fn)}: ${fn.doc}`,
          } satisfies Completion,
        ]
      : [],
  );

const constants = [keyword('true', ''), keyword('false', ''), keyword('null', 'missing'), keyword('not', '')];

const charts = [
  'timechart',
  'barchart',
  'columnchart',
  'piechart',
  'areachart',
  'linechart',
  'scatterchart',
  'table',
  'card',
];

/** Between `summarize` and its `by`, outside of a call. */
const inAggregates = (prefix: string): boolean => {
  const stage = prefix.slice(prefix.lastIndexOf('|') + 1).trimStart();
  return /^(?:summarize|stats|timechart|make-series)\b/i.test(stage) && !/\bby\b/i.test(stage);
};

const times = (visible: readonly Visible[]): Completion[] =>
  visible
    .filter(({ type }) => type === 'datetime')
    .flatMap(({ name }) => [`bin_auto(${name})`, `bin(${name}, 5m)`])
    .map((label) => ({ label, insert: label, kind: 'function', detail: 'buckets of time' }));

const typeOf = (left: Expr, scope: Scope): Visible | null => {
  if (left.kind === 'path') return scope.find(formatExpr(left));
  if (left.kind !== 'call') return null;
  const fn = findFunction(left.name);
  const type = fn && fn.kind !== 'unsupported' && typeof fn.returns === 'string' ? fn.returns : null;
  return type === null ? null : { name: left.name, type, description: '', values: [] };
};

const relations = (left: Expr, scope: Scope): Completion[] => {
  const type: Type = typeOf(left, scope)?.type ?? 'unknown';
  const texts =
    isText(type) || type === 'dynamic'
      ? [...textOperators.keys(), 'in', '!in', 'in~', 'has_any', 'has_all', 'matches', '=~', '!~']
      : [];
  const ordered =
    isNumber(type) || type === 'datetime' || type === 'timespan' || type === 'unknown' || type === 'dynamic';
  const numbers = ordered ? ['<', '<=', '>', '>=', 'between', ...(isText(type) ? [] : ['in', '!in'])] : [];
  const sums = isNumber(type) || type === 'timespan' || type === 'datetime' ? ['+', '-', '*', '/', '%'] : [];
  return [
    ...['==', '!=', ...texts, ...numbers, ...sums].map((word) => keyword(word, 'comparison')),
    keyword('and', ''),
    keyword('or', ''),
    keyword('|', 'the next stage'),
  ];
};

const values = (left: Expr, scope: Scope, quote: string, sent: readonly string[]): Completion[] => {
  const known = typeOf(left, scope);
  const texts = [...sent, ...(known?.values ?? [])].map((value): Completion => ({
    label: value,
    insert: isNumber(known?.type ?? 'unknown') ? value : quotedText(value, quote),
    kind: 'value',
    detail: `value of ${known?.name ?? ''}`,
  }));
  if (quote !== '') return texts;
  const type = known?.type;
  const usual =
    type === 'datetime'
      ? ['ago(1h)', 'ago(1d)', 'now()']
      : type === 'bool'
        ? ['true', 'false']
        : known?.name === 'duration'
          ? ['100ms', '1s']
          : [];
  return [...texts, ...usual.map((label): Completion => ({ label, insert: label, kind: 'value', detail: '' }))];
};

const argument = (name: string, index: number): Completion[] => {
  const fn = findFunction(name, index + 1);
  if (!fn || fn.kind === 'unsupported') return [];
  const param = fn.params[index] ?? fn.rest?.params[(index - fn.params.length) % Math.max(1, fn.rest.params.length)];
  const words = (param?.oneOf ?? []).map((word): Completion => ({
    label: word,
    insert: `"${word}"`,
    kind: 'value',
    detail: param?.name ?? '',
  }));
  const hint: Completion = {
    label: signature(fn),
    insert: '',
    kind: 'signature',
    detail: param ? `${param.name}: ${param.type}` : fn.doc,
  };
  return [hint, ...words];
};
