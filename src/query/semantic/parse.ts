import { groupAt, groupsOf, isParsed, parsedPart, valueOfKey } from '../functions/parsing.ts';
import type { ScalarFunction } from '../functions/registry.ts';
import { parseRegex, quoteRegex } from '../syntax/regex.ts';
import type * as Ast from '../syntax/ast.ts';
import { callExpr, columnExpr, fail, newColumn, type Binding, type Bound } from './binding.ts';
import { bindExpr } from './expression.ts';
import { asText } from './coerce.ts';
import { optionOf } from './options.ts';
import { atomOf } from './predicate.ts';
import type { Computed, Expr } from './rq.ts';
import { allColumns } from './source.ts';
import { extended, withStages } from './stage.ts';
import { isInteger, isNumber, type Type } from './types.ts';
import { nowhere } from '../text/span.ts';

function calling(fn: ScalarFunction, args: readonly Expr[], type: Type): Expr {
  return callExpr(fn, args, type, nowhere);
}

interface Part {
  readonly name: string;
  readonly type: Type;
  /** Number of its group. */
  readonly group: number;
}

/** One anchored expression is matched once a row; its groups are the columns. */
export function bindParse(b: Binding, input: Bound, ast: Ast.StageOf<'parse' | 'parse-where'>): Bound | null {
  const subject = asText(bindExpr(b, { scope: input.scope, sink: null }, ast.subject));
  const pattern = patternOf(b, ast);
  if (subject.type === 'error' || pattern === null) return null;
  const { source, parts } = pattern;
  const groups = newColumn(b, '', { type: 'dynamic', nullable: false });
  const found = withStages(allColumns(b, input), {
    kind: 'compute',
    columns: [{ column: groups, expr: calling(groupsOf(source), [subject], 'dynamic') }],
  });
  const whole = columnExpr(groups, ast.span);
  const raw = parts.map(({ group, type }) => calling(groupAt(group, type), [whole], type));
  const needed = ast.mode === 'relaxed' ? [] : raw.filter((expr) => expr.type !== 'string');
  const ok = calling(isParsed, [whole, ...needed], 'bool');
  const okColumn = newColumn(b, '', { type: 'bool', nullable: false });
  const judged = withStages(found, { kind: 'compute', columns: [{ column: okColumn, expr: ok }] });
  const values = parts.map((part, index): Computed => {
    const value = raw[index] ?? whole;
    const expr = calling(parsedPart, [columnExpr(okColumn, ast.span), value], part.type);
    return { column: newColumn(b, part.name, expr), expr };
  });
  const done = extended(judged, values);
  if (ast.kind === 'parse') return done;
  const truth = columnExpr(okColumn, ast.span);
  return withStages(done, { kind: 'filter', predicate: atomOf({ kind: 'truth', of: truth }) });
}

const integerPattern = String.raw`\s*(-?\d+)\s*`;
const realPattern = String.raw`\s*(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*`;

function patternOf(
  b: Binding,
  ast: Ast.StageOf<'parse' | 'parse-where'>,
): { source: string; parts: readonly Part[] } | null {
  const parts: Part[] = [];
  const regex = ast.mode === 'regex';
  let source = '';
  let group = 0;
  for (const [index, part] of ast.parts.entries()) {
    if (part.kind === 'star') {
      source += regex ? '.*' : '.*?';
    } else if (part.kind === 'text') {
      if (regex) {
        const read = parseRegex(part.text);
        if ('fault' in read) {
          fail(b, read.fault.code, part.span, read.fault.message);
          return null;
        }
        group += read.groups;
      }
      source += regex ? part.text : quoteRegex(part.text);
    } else {
      group += 1;
      parts.push({ name: part.name.text, type: part.type ?? 'string', group });
      source += columnPattern(part.type ?? 'string', ast.parts[index + 1]?.kind ?? 'end', regex);
    }
  }
  if (parts.length === 0) {
    fail(b, 'E414', ast.span, `${ast.kind} names no column`);
    return null;
  }
  const open = ast.parts.at(-1)?.kind === 'star';
  return { source: `(?s${ast.flags ?? ''})^${source}${open || regex ? '' : '$'}`, parts };
}

/** Up to the next text; before a star a number ends where its digits do. */
function columnPattern(type: Type, next: Ast.ParsePart['kind'] | 'end', regex: boolean): string {
  if (isNumber(type) && (next === 'star' || regex)) return isInteger(type) ? integerPattern : realPattern;
  return regex || next === 'end' ? '(.*)' : '(.*?)';
}

interface KvOptions {
  readonly pair: string | null;
  readonly kv: string | null;
  readonly quote: string | null;
  readonly escape: string | null;
  readonly greedy: boolean;
}

/** Each key is looked for by itself; its value ends at the pair's delimiter, a quote, or, greedily, at the next key. */
export function bindParseKv(b: Binding, input: Bound, ast: Ast.StageOf<'parse-kv'>): Bound | null {
  const subject = asText(bindExpr(b, { scope: input.scope, sink: null }, ast.subject));
  if (subject.type === 'error') return null;
  const options = kvOptions(ast);
  const keys = ast.columns.map((column) => column.name.text);
  const bound = allColumns(b, input);
  const values = ast.columns.map((decl): Computed => {
    const source = kvPattern(decl.name.text, keys, options);
    const expr = calling(valueOfKey(source, options.escape, decl.type), [subject], decl.type);
    return { column: newColumn(b, decl.name.text, expr), expr };
  });
  return extended(bound, values);
}

function kvOptions(ast: Ast.StageOf<'parse-kv'>): KvOptions {
  const text = (name: string): string | null => {
    const value = optionOf(ast.options, name)?.value;
    return value?.kind === 'literal' && value.value.type === 'string' ? value.value.value : null;
  };
  const greedy = optionOf(ast.options, 'greedy')?.value;
  const isTrue = greedy?.kind === 'literal' && greedy.value.type === 'bool' && greedy.value.value;
  return {
    pair: text('pair_delimiter'),
    kv: text('kv_delimiter'),
    quote: text('quote'),
    escape: text('escape'),
    greedy: isTrue,
  };
}

function kvPattern(key: string, keys: readonly string[], options: KvOptions): string {
  const [opening, closing] = [options.quote?.[0] ?? '"', options.quote?.[1] ?? options.quote?.[0] ?? '"'].map(
    quoteRegex,
  );
  const kv =
    options.kv === null ? String.raw`[^A-Za-z0-9_${opening ?? ''}]{1,3}` : String.raw`\s*${quoteRegex(options.kv)}\s*`;
  const before =
    options.pair === null ? String.raw`(?:^|[^A-Za-z0-9_])` : String.raw`(?:^|${quoteRegex(options.pair)})\s*`;
  const escaped = options.escape === null ? '' : `${quoteRegex(options.escape)}.|`;
  const quoted = `${opening}((?:${escaped}[^${closing ?? ''}${options.escape === null ? '' : quoteRegex(options.escape)}])*)${closing}`;
  const bare = bareValue(keys, kv, options);
  return `(?s)${before}(?:${opening})?${quoteRegex(key)}(?:${closing})?${kv}(?:${quoted}|${bare})`;
}

function bareValue(keys: readonly string[], kv: string, options: KvOptions): string {
  if (options.pair === null) return String.raw`([A-Za-z0-9_][A-Za-z0-9_.-]*)`;
  const pair = quoteRegex(options.pair);
  if (options.greedy) return String.raw`(.*?)(?:${pair}\s*(?:${keys.map(quoteRegex).join('|')})${kv}|$)`;
  return `(.*?)(?:${pair}|$)`;
}
