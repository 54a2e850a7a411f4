import type { Argument, DynamicValue, Expr, InList, Literal, Name, PathExpr, Segment } from './ast.ts';
import { chainItems } from './build.ts';
import { formatDatetime } from './datetime.ts';
import { formatDuration } from './duration.ts';
import { formatTabular } from './format.ts';

/** How tightly an expression holds together; parentheses go around what is looser than its place. */
const precedence = {
  or: 1,
  and: 2,
  not: 3,
  comparison: 4,
  sum: 5,
  product: 6,
  sign: 7,
  postfix: 8,
  primary: 9,
} as const;

const precedenceOf = (expr: Expr): number => {
  switch (expr.kind) {
    case 'binary':
      if (expr.op === 'or' || expr.op === 'and') return precedence[expr.op];
      if (expr.op === '+' || expr.op === '-') return precedence.sum;
      return expr.op === '*' || expr.op === '/' || expr.op === '%' ? precedence.product : precedence.comparison;
    case 'text':
    case 'in':
    case 'between':
    case 'regex':
      return precedence.comparison;
    case 'unary':
      return expr.op === 'not' ? precedence.primary : precedence.sign;
    case 'index':
    case 'member':
      return precedence.postfix;
    case 'literal':
    case 'path':
    case 'star':
    case 'call':
    case 'array':
    case 'typeof':
    case 'toscalar':
    case 'error':
      return precedence.primary;
  }
};

export const formatExpr = (expr: Expr): string => {
  switch (expr.kind) {
    case 'literal':
      return formatLiteral(expr.value);
    case 'path':
      return formatPath(expr);
    case 'star':
      return '*';
    case 'call':
      return `${expr.name}(${expr.args.map(formatArgument).join(', ')})`;
    case 'unary':
      return expr.op === 'not' ? `not(${formatExpr(expr.of)})` : expr.op + within(expr.of, precedence.sign);
    case 'binary':
      return formatBinary(expr);
    case 'text':
      return `${within(expr.left, precedence.sum)} ${bang(expr)}${expr.op} ${within(expr.right, precedence.sign)}`;
    case 'in': {
      const op = `${bang(expr)}${expr.mode}${expr.ci ? '~' : ''}`;
      return `${within(expr.left, precedence.sum)} ${op} ${formatList(expr.list)}`;
    }
    case 'between': {
      const bounds = `${within(expr.low, precedence.sum)} .. ${within(expr.high, precedence.sum)}`;
      return `${within(expr.left, precedence.sum)} ${bang(expr)}between (${bounds})`;
    }
    case 'regex': {
      const left = `${within(expr.left, precedence.sum)} ${bang(expr)}matches`;
      if (expr.pattern.kind === 'literal') return `${left} /${formatRegex(expr.pattern.source)}/${expr.pattern.flags}`;
      return `${left} regex ${within(expr.pattern.expr, precedence.sign)}`;
    }
    case 'index':
      return `${within(expr.of, precedence.postfix)}[${formatExpr(expr.index)}]`;
    case 'member':
      return `${within(expr.of, precedence.postfix)}.${formatSegmentName(expr.name)}`;
    case 'array':
      return formatArray(expr.items);
    case 'typeof':
      return `typeof(${expr.type})`;
    case 'toscalar':
      return `toscalar(${formatTabular(expr.query)})`;
    case 'error':
      return '';
  }
};

const bang = (expr: { readonly negated: boolean }): string => (expr.negated ? '!' : '');

const within = (expr: Expr, least: number): string =>
  precedenceOf(expr) < least ? `(${formatExpr(expr)})` : formatExpr(expr);

const formatBinary = (expr: Extract<Expr, { kind: 'binary' }>): string => {
  const own = precedenceOf(expr);
  if (expr.op === 'and' || expr.op === 'or') {
    return chainItems(expr.op, expr)
      .map((one) => within(one, own + 1))
      .join(` ${expr.op} `);
  }
  // Comparisons do not chain; sums and products lean to the left.
  const left = within(expr.left, own === precedence.comparison ? own + 1 : own);
  return `${left} ${expr.op} ${within(expr.right, own + 1)}`;
};

const formatArgument = (arg: Argument): string =>
  (arg.name ? `${formatName(arg.name)} = ` : '') + formatExpr(arg.value);

const formatList = (list: InList): string =>
  list.kind === 'query' ? `(${formatTabular(list.query)})` : `(${list.items.map(formatExpr).join(', ')})`;

/** `["a"]` alone is a name in brackets: a comma makes it a list. */
const formatArray = (items: readonly Expr[]): string => {
  const [only] = items;
  const ambiguous = items.length === 1 && only?.kind === 'literal' && only.value.type === 'string';
  return `[${items.map(formatExpr).join(', ')}${ambiguous ? ',' : ''}]`;
};

const plainName = /^[\p{L}_$@][\p{L}\p{N}_$@]*$/u;

export const formatName = (name: Name): string => quoteIf(name.text, name.quoted || !plainName.test(name.text));

const quoteIf = (text: string, quoted: boolean): string => {
  if (!quoted) return text;
  return /[`\n]/.test(text) ? `[${formatString(text)}]` : `\`${text}\``;
};

export const formatPath = (path: PathExpr): string => {
  const root = quoteIf(path.root, path.quoted || !plainName.test(path.root));
  return root + path.segments.map(formatSegment).join('');
};

const formatSegment = (segment: Segment): string => {
  switch (segment.kind) {
    case 'name':
      return segment.quoted ? `[${formatString(segment.name)}]` : `.${segment.name}`;
    case 'index':
      return `[${segment.index}]`;
    case 'any':
      return '[*]';
  }
};

const formatSegmentName = (name: string): string => (plainName.test(name) ? name : `\`${name}\``);

/** Backslashes as the lexer takes them apart again. */
const formatRegex = (source: string): string =>
  source.replaceAll(/\\([\s\S]?)|\//g, (whole, escaped: string | undefined) => {
    if (whole === '/') return '\\/';
    if (escaped === '\\') return '\\\\\\\\';
    return escaped === '/' ? '\\\\\\/' : escaped === '' ? '\\\\' : whole;
  });

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['"', '\\"'],
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\r', '\\r'],
  ['\0', '\\0'],
]);

export const formatString = (text: string): string => {
  const escaped = text.replaceAll(/["\\\p{Cc}\u2028\u2029\ufeff]/gu, (one) => {
    const code = one.charCodeAt(0).toString(16).padStart(4, '0');
    return escapes.get(one) ?? `\\u${code}`;
  });
  return `"${escaped}"`;
};

const formatLiteral = (value: Literal): string => {
  switch (value.type) {
    case 'null':
      return value.of === null ? 'null' : `${value.of}(null)`;
    case 'bool':
      return String(value.value);
    case 'int':
      return `int(${value.value})`;
    case 'long':
      return value.value < 0n ? `long(${value.value})` : String(value.value);
    case 'real':
      return formatReal(value.value);
    case 'decimal':
      return `decimal(${value.text})`;
    case 'string':
      return formatString(value.value);
    case 'datetime':
      return `datetime(${formatDatetime(value.value)})`;
    case 'timespan':
      return value.value < 0n ? `timespan(${formatDuration(value.value)})` : formatDuration(value.value);
    case 'guid':
      return `guid(${value.value})`;
    case 'dynamic':
      return `dynamic(${formatDynamic(value.value)})`;
  }
};

const formatReal = (value: number): string => {
  if (!Number.isFinite(value)) return `real(${Number.isNaN(value) ? 'nan' : value > 0 ? '+inf' : '-inf'})`;
  const digits = decimalPoint(Math.abs(value));
  return value < 0 || Object.is(value, -0) ? `real(-${digits})` : digits;
};

/** 5.0, not 5: a whole number is of another type. */
const decimalPoint = (value: number): string => {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
};

const formatDynamic = (value: DynamicValue): string => {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return formatString(value);
  if (typeof value === 'number') return formatDynamicReal(value);
  if (isItems(value)) return `[${value.map(formatDynamic).join(', ')}]`;
  const members = Object.entries(value).map(([key, one]) => `${formatString(key)}: ${formatDynamic(one)}`);
  return `{${members.join(', ')}}`;
};

const isItems = (value: DynamicValue): value is readonly DynamicValue[] => Array.isArray(value);

const formatDynamicReal = (value: number): string =>
  Number.isFinite(value) && value >= 0
    ? decimalPoint(value)
    : value < 0 && Number.isFinite(value)
      ? `-${decimalPoint(-value)}`
      : formatReal(value);
