import type { z } from 'zod';
import { faultsToldMax, inside } from '../domains/faults.ts';
import { ApiError, errorCodes } from '../errors.ts';
import { closest, didYouMean } from '../lib/closest.ts';
import { ended } from '../lib/sentence.ts';

type Issue = z.core.$ZodIssue;

/** Query strings carry text only: numbers and booleans are read as such where the schema wants them, exactly or not at all. */
export function parseQuery(schema: z.ZodObject, raw: Readonly<Record<string, unknown>>): unknown {
  const typed = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      if (typeof value !== 'string') {
        throw new ApiError('invalid_parameter', { parameter: name, message: `${name} is given more than once.` });
      }
      if (!isText(value)) throw new ApiError('invalid_parameter', { parameter: name, message: `${name} ${notText}.` });
      return [name, readAs(typeOf(schema, name), value)];
    }),
  );
  return parseFields(schema, typed);
}

/** What an agent gives a tool: parameters and fields side by side, in types already, and anything else. */
export function parseArguments(schema: z.ZodObject, given: Readonly<Record<string, unknown>>): unknown {
  assertPlain(given);
  return parseFields(schema, given);
}

/** The same for parameters that have their types already. */
export function parseFields(schema: z.ZodObject, fields: Readonly<Record<string, unknown>>): unknown {
  const parsed = schema.safeParse(fields, { reportInput: true });
  if (parsed.success) return parsed.data;
  const details = detailsOf(parsed.error.issues, Object.keys(schema.shape), 'a parameter of this operation');
  const first = misspelt(details) ?? details[0] ?? { path: '', message: 'is not valid', suggestion: undefined };
  throw new ApiError('invalid_parameter', {
    parameter: first.path,
    message: ended(`${first.path} ${first.message}`),
    details: details.map(({ path, message }) => ({ path, message })),
    ...(first.suggestion === undefined ? {} : { suggestion: first.suggestion }),
  });
}

/** A path parameter that does not fit its type names nothing: 404, the same as an id that is not there. */
export function parseParams(schema: z.ZodObject, raw: Readonly<Record<string, string>>): unknown {
  const typed = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, readAs(typeOf(schema, name), value)]),
  );
  const parsed = schema.safeParse(typed, { reportInput: true });
  if (parsed.success && Object.values(raw).every(isText)) return parsed.data;
  const bad = parsed.success
    ? Object.keys(raw).find((name) => !isText(raw[name] ?? ''))
    : parsed.error.issues[0]?.path[0];
  throw new ApiError('not_found', { parameter: String(bad) });
}

export function parseBody(schema: z.ZodType, raw: unknown): unknown {
  assertPlain(raw);
  const parsed = schema.safeParse(raw, { reportInput: true });
  if (parsed.success) return parsed.data;
  const details = detailsOf(
    parsed.error.issues,
    'shape' in schema ? Object.keys(schema.shape as object) : [],
    'a field of this body',
  );
  const first = misspelt(details) ?? details[0];
  throw new ApiError('invalid_body', {
    parameter: 'body',
    message: first === undefined ? 'The body is not valid.' : ended(`${placeOf(first.path)} ${first.message}`),
    details: details.map(({ path, message }) => ({ path, message })),
    ...(first?.suggestion === undefined ? {} : { suggestion: first.suggestion }),
  });
}

/** A verb names what is wrong by its name alone; where that came as a field of the body, it is the body that is wrong, there. */
export function faultOfBody(schema: z.ZodType | undefined, thrown: unknown): unknown {
  if (schema === undefined || !('shape' in schema) || !(thrown instanceof ApiError)) return thrown;
  const { code, context, message } = thrown;
  const { parameter } = context;
  if (errorCodes[code].status !== 400 || parameter === undefined) return thrown;
  if (!Object.hasOwn(schema.shape as object, parameter)) return thrown;
  return new ApiError(code === 'invalid_parameter' ? 'invalid_body' : code, {
    ...context,
    parameter: 'body',
    details: context.details ?? [{ path: parameter, message }],
  });
}

/** The path of the body itself is empty. */
function placeOf(path: string): string {
  return path === '' ? 'The body' : path;
}

const depthMax = 64;
/** In as many bytes as a body may have there are more only of the smallest ones; to check those would hold up everybody. */
const valuesMax = 50_000;

/** What no store can hold, said before any of them is asked: NUL, half surrogates, nesting without end. Iterative: depth is the attack. */
function assertPlain(value: unknown): void {
  let count = 1;
  const pending: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const { value: node, path, depth } = item;
    if (depth > depthMax)
      throw new ApiError('invalid_body', {
        parameter: 'body',
        message: `The body is nested deeper than ${depthMax} levels.`,
      });
    if (typeof node === 'string' && !isText(node)) {
      throw new ApiError('invalid_body', {
        parameter: 'body',
        message: `${placeOf(path)} ${notText}.`,
        details: [{ path, message: notText }],
      });
    }
    if (typeof node !== 'object' || node === null) continue;
    const entries = Object.entries(node);
    if ((count += entries.length) > valuesMax)
      throw new ApiError('too_large', { message: `The body has more than ${valuesMax} values.` });
    for (const [key, child] of entries) {
      if (!isText(key))
        throw new ApiError('invalid_body', {
          parameter: 'body',
          message: `A field name ${notText}.`,
        });
      pending.push({
        value: child,
        path: Array.isArray(node) ? `${path}[${key}]` : inside(path, key),
        depth: depth + 1,
      });
    }
  }
}

const notText = 'holds a NUL character or half a surrogate pair';

function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** A caller's name may be one that every object inherits, such as `constructor`: that is no field. */
function typeOf(schema: z.ZodObject, name: string): string {
  return Object.hasOwn(schema.shape, name) ? leafType(schema.shape[name]) : 'string';
}

function leafType(schema: unknown): string {
  let current = schema as z.core.$ZodType | undefined;
  while (current !== undefined) {
    const def = current._zod.def as { type: string; innerType?: z.core.$ZodType; in?: z.core.$ZodType };
    const inner = def.innerType ?? def.in;
    if (inner === undefined) return def.type;
    current = inner;
  }
  return 'string';
}

function readAs(type: string, text: string): unknown {
  if (type === 'number' && /^[+-]?\d+$/.test(text)) return integer(BigInt(text));
  if (type === 'number' && /^[+-]?\d+\.\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** The last of 64 bits and the first beyond them are one number: what is beyond stays so. */
function integer(value: bigint): number {
  return Number(BigInt.asIntN(64, value) === value ? value : value * 2n);
}

interface Detail {
  path: string;
  message: string;
  suggestion?: string;
}

/** Told first: what else is wrong, such as a field that is missing, most likely comes from it. */
function misspelt(details: readonly Detail[]): Detail | undefined {
  return details.find(({ suggestion }) => suggestion !== undefined);
}

/** The first of them: there may be as many as a body has bytes. */
function detailsOf(issues: readonly Issue[], known: readonly string[], what: string): Detail[] {
  const missing = issues.flatMap(({ input, path }) =>
    input === undefined && path.length === 1 ? [String(path[0])] : [],
  );
  const told = issues.slice(0, faultsToldMax).flatMap((issue): Detail[] => {
    const path = pathOf(issue.path);
    if (issue.code === 'invalid_union') {
      const meant = likeliestBranch(issue.errors);
      if (meant !== undefined)
        return detailsOf(
          meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
          [],
          what,
        );
    }
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.slice(0, faultsToldMax).map((key) => {
        const suggestion = path === '' ? meantBy(key, known, missing) : undefined;
        const message = `is not ${what}${didYouMean(suggestion)}`;
        return {
          path: inside(path, key),
          message,
          ...(suggestion === undefined ? {} : { suggestion }),
        };
      });
    }
    const suggestion =
      issue.code === 'invalid_value' && typeof issue.input === 'string'
        ? closest(issue.input, issue.values.map(String))
        : undefined;
    return [{ path, message: sentence(issue), ...(suggestion === undefined ? {} : { suggestion }) }];
  });
  return told.slice(0, faultsToldMax);
}

/** A field that is missing and has the same words, or else the nearest; `threshold` for `alert_threshold`. */
function meantBy(key: string, known: readonly string[], missing: readonly string[]): string | undefined {
  const near = known.filter((name) => shareWords(key, name));
  return (
    near.find((name) => missing.includes(name)) ?? closest(key, known) ?? (near.length === 1 ? near[0] : undefined)
  );
}

/** All words of one are words of the other. */
function shareWords(one: string, other: string): boolean {
  const [fewer = [], more = []] = [one.split('_'), other.split('_')].toSorted((a, b) => a.length - b.length);
  return fewer.every((word) => more.includes(word));
}

/** Of the shapes that a value may have, the one it comes nearest to: of its kind, with the fewest faults, those deep inside. */
function likeliestBranch(branches: readonly Issue[][]): Issue[] | undefined {
  return branches
    .filter((issues) => issues.every((issue) => issue.path.length > 0 || issue.code === 'unrecognized_keys'))
    .toSorted((a, b) => a.length - b.length || depthOf(b) - depthOf(a))[0];
}

function depthOf(issues: readonly Issue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}

function sentence(issue: Issue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is required' : `must be ${article(issue.expected)}`;
  if (issue.code === 'invalid_union')
    return issue.input === undefined ? 'is required' : `must be ${kindsOf(issue).join(' or ') || 'something else'}`;
  if (issue.code === 'invalid_value') {
    const known = `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    return issue.input === undefined ? `is required and ${known}` : known;
  }
  if (issue.code === 'invalid_format') {
    const isOurs = issue.format === 'regex' || !issue.message.startsWith('Invalid ');
    return isOurs ? lowerFirst(issue.message) : `must be a valid ${issue.format}`;
  }
  if (issue.code === 'too_small')
    return `must ${sizeOf(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`;
  if (issue.code === 'too_big')
    return `must ${sizeOf(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`;
  return lowerFirst(issue.message);
}

/** What the shapes that a value may have are, each once. */
function kindsOf({ errors }: z.core.$ZodIssueInvalidUnion): string[] {
  const kinds = errors.flatMap(([issue]) => {
    if (issue?.code === 'invalid_union') return kindsOf(issue);
    return issue?.code === 'invalid_type' ? [article(issue.expected)] : [];
  });
  return [...new Set(kinds)];
}

function sizeOf(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string') return `be ${bound} ${counted(limit, 'character', 'characters')} long`;
  if (origin === 'array' || origin === 'set') return `have ${bound} ${counted(limit, 'item', 'items')}`;
  if (origin === 'record' || origin === 'object') return `have ${bound} ${counted(limit, 'entry', 'entries')}`;
  return `be ${bound} ${limit}`;
}

function counted(count: number | bigint, one: string, many: string): string {
  return `${count} ${Number(count) === 1 ? one : many}`;
}

function article(type: string): string {
  if (type === 'int') return 'an integer';
  if (type === 'record') return 'an object';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((joined, step) => {
    return typeof step === 'number' ? `${joined}[${step}]` : inside(joined, String(step));
  }, '');
}
