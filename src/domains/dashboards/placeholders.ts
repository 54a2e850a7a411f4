import { ApiError } from '../../errors.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import { autoWidth } from '../../query/semantic/bins.ts';
import type { SqlPlaceholders, SqlValue } from '../../query/sql-mode/check.ts';
import type { Literal } from '../../query/syntax/ast.ts';
import type { Variable as QueryVariable, Variables } from '../../query/syntax/variables.ts';
import { instantParam } from '../range.ts';
import type { DashboardSchema, Variable } from './schema.ts';

/** What `{{…}}` stands for in a dashboard's queries: always values, in the syntax tree of a query and as parameters of SQL. */

export type Scalar = string | number | boolean;
export type Chosen = Scalar | readonly Scalar[] | undefined;

export interface Placeholders {
  readonly projectId: string;
  readonly range: TimeRange;
  /** `var-KEY` and `const-KEY`; undefined where nothing is chosen. */
  readonly values: ReadonlyMap<string, Chosen>;
  /** Those that a query may not go without. */
  readonly required: ReadonlySet<string>;
}

/** A value from a URL: a list for a variable of several values, as JSON or separated by commas; empty for none. */
export function chosenValue(variable: Variable, given: string | undefined): Chosen {
  if (given === undefined) return ownValue(variable);
  const like = [variable.value].flat()[0];
  if (variable.multi !== true) return given === '' ? undefined : alike(variable.key, given, like);
  const list = listOf(given).map((one) => alike(variable.key, one, like));
  return list.length === 0 ? undefined : list;
}

/** When a reader chooses none. */
export function ownValue({ value }: Pick<Variable, 'value'>): Chosen {
  return value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value;
}

/** A URL knows texts only: a variable whose own value is a number or a truth value takes nothing else. */
function alike(key: string, given: Scalar, own: Scalar | undefined): Scalar {
  if (typeof given !== 'string' || own === undefined || typeof own === 'string') return given;
  const text = given.trim();
  if (typeof own === 'number' && text !== '' && Number.isFinite(Number(text))) return Number(text);
  if (typeof own === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const name = `var-${key}`;
  const wanted = typeof own === 'number' ? 'a number' : 'true or false';
  throw new ApiError('invalid_parameter', {
    parameter: name,
    message: `${name} must be ${wanted}, as its value in the dashboard is.`,
  });
}

function listOf(text: string): Scalar[] {
  if (text.startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(text);
      if (Array.isArray(parsed)) return parsed.filter(isScalar);
    } catch {
      // A value may begin with a bracket.
    }
  }
  return text.split(',').filter((value) => value !== '');
}

export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

export function requiredNames(schema: DashboardSchema): Set<string> {
  return new Set(schema.variables.filter(({ required }) => required === true).map(({ key }) => `var-${key}`));
}

export function queryVariables({ projectId, range, values, required }: Placeholders): Variables {
  const chosen = [...values].map(([name, value]): [string, QueryVariable] => [
    name,
    value === undefined
      ? { kind: 'unset', otherwise: required.has(name) ? 'error' : 'drop' }
      : valuesOf([value].flat()),
  ]);
  return new Map<string, QueryVariable>([...fixedVariables(projectId, range), ...chosen]);
}

/** Every scan has the request's range anyway, so `{{time_filter}}` adds nothing to it. */
function fixedVariables(projectId: string, range: TimeRange): Variables {
  const literal = (value: Literal): QueryVariable => ({ kind: 'literal', value });
  return new Map<string, QueryVariable>([
    ['project_id', literal({ type: 'string', value: projectId })],
    ['from', literal({ type: 'datetime', value: range.from })],
    ['to', literal({ type: 'datetime', value: range.to })],
    ['time_filter', literal({ type: 'bool', value: true })],
    ['rollup_interval', literal({ type: 'timespan', value: autoWidth(range) })],
  ]);
}

/** A list of one value is that value: what may be compared, and stand in a list too. */
function valuesOf(values: readonly Scalar[]): QueryVariable {
  const [value, ...others] = values.map(literalOf);
  return value === undefined || others.length > 0
    ? { kind: 'list', values: values.map(literalOf) }
    : { kind: 'literal', value };
}

function literalOf(value: Scalar): Literal {
  if (typeof value === 'string') return { type: 'string', value };
  if (typeof value === 'boolean') return { type: 'bool', value };
  return Number.isSafeInteger(value) ? { type: 'long', value: BigInt(value) } : { type: 'real', value };
}

const instant = (ns: bigint): SqlValue => ({ type: "DateTime64(9, 'UTC')", value: instantParam(ns) });

export function sqlPlaceholders({ projectId, range, values }: Placeholders): SqlPlaceholders {
  return (name) => {
    if (name === 'project_id') return { type: 'String', value: projectId };
    if (name === 'from') return instant(range.from);
    if (name === 'to') return instant(range.to);
    if (name === 'time_filter')
      return {
        compose: (value) => `(timestamp >= ${value(instant(range.from))} AND timestamp < ${value(instant(range.to))})`,
      };
    if (name === 'rollup_interval') {
      const seconds = Number(autoWidth(range) / 1_000_000_000n);
      return { compose: (value) => `toIntervalSecond(${value({ type: 'UInt32', value: seconds })})` };
    }
    const chosen = values.get(name);
    if (chosen === undefined) return values.has(name) ? null : undefined;
    return sqlValue(chosen);
  };
}

function sqlValue(value: Exclude<Chosen, undefined>): SqlValue {
  if (typeof value === 'string') return { type: 'String', value };
  if (typeof value === 'boolean') return { type: 'Bool', value };
  if (typeof value === 'number') return { type: Number.isSafeInteger(value) ? 'Int64' : 'Float64', value };
  const numbers = value.every((one) => typeof one === 'number');
  return numbers ? { type: 'Array(Float64)', value } : { type: 'Array(String)', value: value.map(String) };
}
