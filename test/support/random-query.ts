import type {
  Expr,
  Literal,
  Name,
  NamedExpr,
  PathExpr,
  Query,
  Segment,
  Source,
  Stage,
  Tabular,
} from '../../src/query/syntax/ast.ts';
import { chain } from '../../src/query/syntax/build.ts';
import type { Random } from './random.ts';

/** Trees that a parser could have made, for the round trip through the formatter. Positions are all nowhere. */

const span = { start: 0, end: 0 };
const words = ['level', 'duration', 'Körper', 'a_b', '$left', 'count', 'where', 'x1', 'name'];
const odd = ['http.route', 'two words', 'by', "it's", 'back`tick', 'in'];
const texts = [
  '',
  'GET',
  'a "quoted" one',
  "it's",
  'back\\slash',
  'line\nbreak',
  'tab\t',
  '\u0000\u001b',
  'ünï 🙂',
  '{{x}}',
  '/',
];

export const randomQuery = (random: Random): Query => ({
  kind: 'query',
  span,
  statements: random.chance(0.2)
    ? [{ kind: 'let', span, name: name(random), value: { kind: 'expr', expr: sum(random, 2) } }]
    : [],
  body: tabular(random, 2, true),
});

const name = (random: Random): Name =>
  random.chance(0.1)
    ? { text: random.pick(odd), quoted: true, span }
    : { text: random.pick(['x', 'y_1', 'Total', 'kéy']), quoted: false, span };

const path = (random: Random): PathExpr => {
  const quoted = random.chance(0.1);
  const segment = (): Segment => {
    const kind = random.below(5);
    if (kind === 0) return { kind: 'index', index: random.below(9), span };
    if (kind === 1) return { kind: 'any', span };
    if (kind === 2) return { kind: 'name', name: random.pick(texts.concat(odd)), quoted: true, span };
    return {
      kind: 'name',
      name: random.pick(['http', 'x-request-id', 'a:b', 'status_code', '0']),
      quoted: false,
      span,
    };
  };
  const root = quoted ? random.pick(odd) : random.pick(words);
  return { kind: 'path', span, root, rootSpan: span, quoted, segments: random.many(0, 3, segment) };
};

const literal = (random: Random): Literal => {
  switch (random.below(9)) {
    case 0:
      return { type: 'bool', value: random.chance(0.5) };
    case 1:
      return { type: 'long', value: BigInt(random.below(1_000_000)) * BigInt(random.chance(0.5) ? 1 : 9_007_199_254) };
    case 2:
      return { type: 'real', value: random.pick([0.5, 1, 1e300, 5e-324, 123.25, 0]) };
    case 3:
      return { type: 'timespan', value: BigInt(random.below(1e6)) * random.pick([1n, 1_000_000n, 3_600_000_000_000n]) };
    case 4:
      return { type: 'datetime', value: BigInt(random.below(2e9)) * 1_000_000_000n + BigInt(random.below(1e9)) };
    case 5:
      return { type: 'int', value: BigInt(random.below(1000)) - 500n };
    case 6:
      return { type: 'null', of: random.pick([null, 'int', 'dynamic', 'datetime']) };
    case 7:
      return {
        type: 'dynamic',
        value: random.pick([[1n, 'a', null, 2.5], { a: { b: [true, -1n] }, __proto__x: 'y' }, 'z']),
      };
    default:
      return { type: 'string', value: random.pick(texts) };
  }
};

const sum = (random: Random, depth: number): Expr => {
  const kind = depth <= 0 ? random.below(2) : random.below(9);
  switch (kind) {
    case 0:
      return path(random);
    case 1:
      return { kind: 'literal', span, value: literal(random) };
    case 2:
    case 3: {
      const op = random.pick(['+', '-', '*', '/', '%'] as const);
      return { kind: 'binary', span, op, opSpan: span, left: sum(random, depth - 1), right: sum(random, depth - 1) };
    }
    case 4:
      return { kind: 'unary', span, op: random.pick(['-', '+'] as const), of: sum(random, depth - 1) };
    case 5: {
      const value = { type: 'string', value: random.pick(texts) } as const;
      const of: Expr = { kind: 'call', span, name: 'parse_json', nameSpan: span, args: args(random, depth - 1) };
      return { kind: 'index', span, of, index: { kind: 'literal', span, value } };
    }
    case 6:
      return { kind: 'array', span, items: random.many(0, 3, () => sum(random, depth - 1)) };
    case 7:
      return {
        kind: 'call',
        span,
        name: random.pick(['bin', 'tolower', 'Iff']),
        nameSpan: span,
        args: args(random, depth - 1),
      };
    default:
      return {
        kind: 'member',
        span,
        of: { kind: 'call', span, name: 'f', nameSpan: span, args: [] },
        name: 'x-y',
        nameSpan: span,
      };
  }
};

const args = (random: Random, depth: number) =>
  random.many(0, 3, () => ({
    span,
    name: null,
    value: random.chance(0.1) ? ({ kind: 'star', span } as const) : predicate(random, depth),
  }));

const comparison = (random: Random, depth: number): Expr => {
  const left: Expr = random.chance(0.05) ? { kind: 'star', span } : sum(random, depth - 1);
  const negated = random.chance(0.3);
  switch (random.below(6)) {
    case 0: {
      const op = random.pick(['==', '!=', '=~', '!~'] as const);
      return { kind: 'binary', span, op, opSpan: span, left, right: sum(random, depth - 1) };
    }
    case 1: {
      const op = random.pick(['<', '<=', '>', '>='] as const);
      return { kind: 'binary', span, op, opSpan: span, left: sum(random, depth - 1), right: sum(random, depth - 1) };
    }
    case 2: {
      const op = random.pick(['has', 'contains_cs', 'hasprefix', 'like'] as const);
      return { kind: 'text', span, op, opSpan: span, negated, left, right: sum(random, 0) };
    }
    case 3: {
      const mode = random.pick(['in', 'has_any', 'has_all'] as const);
      const items = random.many(0, 3, () => predicate(random, depth - 1));
      return {
        kind: 'in',
        span,
        mode,
        ci: mode === 'in' && random.chance(0.3),
        opSpan: span,
        negated,
        left,
        list: { kind: 'items', span, items },
      };
    }
    case 4:
      return {
        kind: 'between',
        span,
        opSpan: span,
        negated,
        left: sum(random, depth - 1),
        low: sum(random, 0),
        high: sum(random, 0),
      };
    default: {
      const source = random.pick(['a/b', '\\d+', 'x\\\\y', '\\/', '^$', '[/]']);
      return {
        kind: 'regex',
        span,
        opSpan: span,
        negated,
        left,
        pattern: { kind: 'literal', span, source, flags: random.pick(['', 'i', 'ims']) },
      };
    }
  }
};

const predicate = (random: Random, depth: number): Expr => {
  if (depth <= 0) return random.chance(0.5) ? path(random) : comparison(random, 0);
  switch (random.below(5)) {
    case 0:
      return chain(
        'and',
        random.many(2, 6, () => predicate(random, depth - 1)),
        span,
      );
    case 1:
      return chain(
        'or',
        random.many(2, 6, () => predicate(random, depth - 1)),
        span,
      );
    case 2:
      return { kind: 'unary', span, op: 'not', of: predicate(random, depth - 1) };
    default:
      return comparison(random, depth);
  }
};

const named = (random: Random, depth: number): NamedExpr => ({
  span,
  names: random.chance(0.5) ? [] : random.chance(0.8) ? [name(random)] : [name(random), name(random)],
  value: sum(random, depth),
});

const columns = (random: Random, depth: number) => random.many(1, 3, () => named(random, depth));

const source = (random: Random, depth: number, top: boolean): Source => {
  const table = {
    kind: 'path',
    span,
    root: random.pick(['spans', 'logs', 'Customers']),
    rootSpan: span,
    quoted: false,
    segments: [],
  } as const;
  switch (random.below(depth > 0 ? 7 : 5)) {
    case 0:
      return { kind: 'print', span, columns: columns(random, 1) };
    case 1:
      return {
        kind: 'range',
        span,
        name: name(random),
        from: sum(random, 0),
        to: sum(random, 0),
        step: sum(random, 0),
      };
    case 2:
      return {
        kind: 'datatable',
        span,
        columns: random.many(1, 3, () => ({
          span,
          name: name(random),
          type: random.pick(['long', 'dynamic', 'string'] as const),
        })),
        cells: random.many(0, 4, () => ({ kind: 'literal', span, value: literal(random) })),
      };
    case 3:
      return top ? { kind: 'everything', span } : { kind: 'named', span, path: table, lone: true };
    case 5:
      return { kind: 'materialize', span, of: tabular(random, depth - 1, false) };
    case 6:
      return { kind: 'union', span, options: [], sides: random.many(1, 2, () => tabular(random, depth - 1, false)) };
    default:
      return { kind: 'named', span, path: table, lone: true };
  }
};

/** Inside parentheses a query with a stage, or a lone table. */
const tabular = (random: Random, depth: number, top: boolean): Tabular => ({
  kind: 'tabular',
  span,
  source: source(random, depth, top),
  stages: random.many(1, 3, () => stage(random, depth)),
});

const sortKeys = (random: Random) =>
  random.many(1, 2, () => ({
    span,
    value: sum(random, 1),
    order: random.pick([null, 'asc', 'desc'] as const),
    nulls: random.pick([null, 'first', 'last'] as const),
  }));

const stage = (random: Random, depth: number): Stage => {
  switch (random.below(depth > 0 ? 18 : 16)) {
    case 0:
      return { kind: 'extend', span, columns: columns(random, 2) };
    case 1:
      return { kind: 'project', span, columns: columns(random, 2) };
    case 2:
      return {
        kind: 'summarize',
        span,
        aggregates: columns(random, 1),
        keys: random.chance(0.5) ? [] : columns(random, 1),
      };
    case 3:
      return { kind: 'sort', span, keys: sortKeys(random) };
    case 4:
      return {
        kind: random.pick(['take', 'sample'] as const),
        span,
        rows: { kind: 'literal', span, value: { type: 'long', value: 5n } },
      };
    case 5:
      return { kind: 'top', span, rows: sum(random, 0), keys: sortKeys(random) };
    case 6: {
      const all = random.chance(0.3);
      return { kind: 'distinct', span, all, columns: all ? [] : columns(random, 1) };
    }
    case 7:
      return { kind: 'count', span, as: random.chance(0.5) ? name(random) : null };
    case 8:
      return { kind: 'project-away', span, patterns: [{ span, text: 'a*_x', quoted: false, order: null }] };
    case 9:
      return { kind: 'project-rename', span, columns: [{ span, name: name(random), path: path(random) }] };
    case 10: {
      const item = {
        span,
        name: random.chance(0.5) ? name(random) : null,
        value: sum(random, 1),
        type: random.pick([null, 'long', 'string'] as const),
      };
      return { kind: 'mv-expand', span, options: [], items: [item], limit: null };
    }
    case 11: {
      const text = { kind: 'text', span, text: random.pick(texts) } as const;
      return {
        kind: random.pick(['parse', 'parse-where'] as const),
        span,
        mode: random.pick(['simple', 'regex', 'relaxed'] as const),
        flags: null,
        subject: path(random),
        parts: [
          { kind: 'star', span },
          text,
          { kind: 'column', span, name: name(random), type: random.pick([null, 'long'] as const) },
        ],
      };
    }
    case 12: {
      const item = { span, name: name(random), value: sum(random, 1), default: null };
      const [from, to] = [sum(random, 0), sum(random, 0)];
      return {
        kind: 'make-series',
        span,
        items: [item],
        on: path(random),
        from,
        to,
        step: sum(random, 0),
        inclusive: random.chance(0.5),
        nonempty: random.chance(0.3),
        keys: [],
      };
    }
    case 13:
      return { kind: 'search', span, mode: null, tables: [], predicate: predicate(random, 1) };
    case 14:
      return {
        kind: 'timechart',
        span,
        width: random.chance(0.5)
          ? null
          : { kind: 'literal', span, value: { type: 'timespan', value: 300_000_000_000n } },
        limit: null,
        aggregates: columns(random, 1),
        keys: columns(random, 1),
      };
    case 16: {
      const right = tabular(random, depth - 1, false);
      return { kind: random.pick(['join', 'lookup'] as const), span, options: [], right, on: [predicate(random, 1)] };
    }
    case 17:
      return { kind: 'union', span, options: [], sides: [tabular(random, depth - 1, false)] };
    default:
      return { kind: 'where', span, predicate: predicate(random, 3) };
  }
};
