import { quoteIdentifier } from './identifier.ts';
import { literalOf, numberText } from './literal.ts';
import { quoted } from './quote.ts';
import type { From, OrderKey, ParamValue, Select, SelectItem, Sql } from './sql-ast.ts';

export interface Rendered {
  readonly sql: string;
  /** For `query_params` of the client. */
  readonly params: Readonly<Record<string, ParamValue>>;
}

/** The statement with `{pN:Type}` for every value of the user's. Equal values of one type share a parameter. */
export function renderParameterised(select: Select): Rendered {
  const names = new Map<string, string>();
  const params: Record<string, ParamValue> = {};
  const sql = new Renderer((type, value) => {
    const key = `${type} ${typeof value} ${keyOf(value)}`;
    let name = names.get(key);
    if (name === undefined) {
      name = `p${names.size}`;
      names.set(key, name);
      params[name] = value;
    }
    return `{${name}:${type}}`;
  }).select(select, 0);
  return { sql, params };
}

function keyOf(value: ParamValue): string {
  return Array.isArray(value)
    ? JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item))
    : String(value);
}

/** The same statement with its values written out: it can be pasted into a client. */
export function renderReadable(select: Select): string {
  return new Renderer(literalOf, true).select(select, 0);
}

/** How tightly an expression binds, for brackets. */
const strength: Readonly<Record<string, number>> = {
  OR: 1,
  AND: 2,
  NOT: 3,
  '=': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  LIKE: 4,
  IN: 4,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
};
const atomStrength = 10;

function strengthOf(sql: Sql): number {
  if (sql.kind === 'infix') return strength[sql.op] ?? 0;
  if (sql.kind === 'not') return 3;
  if (sql.kind === 'in') return 4;
  if (sql.kind === 'lambda') return 0;
  // A negative number next to a minus would be a comment.
  if (sql.kind === 'literal' && (typeof sql.value === 'number' || typeof sql.value === 'bigint') && sql.value < 0)
    return 5;
  return atomStrength;
}

type Value = (type: string, value: ParamValue) => string;

class Renderer {
  readonly #value: Value;
  readonly #literal: boolean;

  constructor(value: Value, literal = false) {
    this.#value = value;
    this.#literal = literal;
  }

  select(select: Select, depth: number): string {
    const pad = '  '.repeat(depth);
    const lines: string[] = [];
    const items = select.items.map((item) => this.#item(item));
    const head = `SELECT ${select.distinct === true ? 'DISTINCT ' : ''}`;
    const oneLine = items.join(', ');
    lines.push(
      oneLine.length <= 100
        ? head + oneLine
        : `${head.trimEnd()}\n${items.map((item) => `${pad}  ${item}`).join(',\n')}`,
    );
    if (select.from !== undefined) lines.push(`FROM ${this.#from(select.from, depth)}`);
    if (select.arrayJoin !== undefined)
      lines.push(`ARRAY JOIN ${select.arrayJoin.map((item) => this.#item(item)).join(', ')}`);
    if (select.where !== undefined) lines.push(`WHERE ${this.#conjuncts(select.where, pad)}`);
    if (select.groupingSets !== undefined) {
      const sets = select.groupingSets.map((set) => `(${set.map((key) => this.expr(key)).join(', ')})`);
      lines.push(`GROUP BY GROUPING SETS (${sets.join(', ')})`);
    } else if (select.groupBy !== undefined && select.groupBy.length > 0) {
      lines.push(`GROUP BY ${select.groupBy.map((key) => this.expr(key)).join(', ')}`);
    }
    if (select.orderBy !== undefined && select.orderBy.length > 0)
      lines.push(`ORDER BY ${select.orderBy.map((key) => this.#order(key)).join(', ')}`);
    if (select.limitBy !== undefined) {
      lines.push(`LIMIT ${select.limitBy.rows} BY ${select.limitBy.keys.map((key) => this.expr(key)).join(', ')}`);
    }
    if (select.limit !== undefined) lines.push(`LIMIT ${select.limit}`);
    return lines.join(`\n${pad}`);
  }

  #conjuncts(where: Sql, pad: string): string {
    if (where.kind !== 'infix' || where.op !== 'AND') return this.expr(where);
    return where.items.map((item) => this.#within(item, 2)).join(`\n${pad}  AND `);
  }

  #item(item: SelectItem): string {
    const text = this.expr(item.expr);
    return item.alias === undefined ? text : `${text} AS ${quoteIdentifier(item.alias)}`;
  }

  #order(key: OrderKey): string {
    const nulls = key.nulls === undefined ? '' : ` NULLS ${key.nulls === 'first' ? 'FIRST' : 'LAST'}`;
    return `${this.expr(key.expr)}${key.descending ? ' DESC' : ' ASC'}${nulls}`;
  }

  #from(from: From, depth: number): string {
    const pad = '  '.repeat(depth + 1);
    const close = '  '.repeat(depth);
    switch (from.kind) {
      case 'table':
        return `${quoteIdentifier(from.name)} AS ${quoteIdentifier(from.alias)}`;
      case 'select':
        return `(\n${pad}${this.select(from.select, depth + 1)}\n${close}) AS ${quoteIdentifier(from.alias)}`;
      case 'union': {
        const sides = from.selects.map((one) => `${pad}${this.select(one, depth + 1)}`);
        return `(\n${sides.join(`\n${pad}UNION ALL\n`)}\n${close}) AS ${quoteIdentifier(from.alias)}`;
      }
      case 'join': {
        const [left, right] = [this.#from(from.left, depth), this.#from(from.right, depth)];
        return `${left}\n${close}${from.type} ${right} ON ${this.expr(from.on)}`;
      }
    }
  }

  #within(sql: Sql, outer: number): string {
    const text = this.expr(sql);
    return strengthOf(sql) <= outer ? `(${text})` : text;
  }

  expr(sql: Sql): string {
    switch (sql.kind) {
      case 'literal':
        return structural(sql.value);
      case 'param':
        return this.#value(sql.type, sql.value);
      case 'column':
        return sql.table === undefined
          ? quoteIdentifier(sql.name)
          : `${quoteIdentifier(sql.table)}.${quoteIdentifier(sql.name)}`;
      case 'call':
        if (sql.name === 'arrayElement' && sql.args.length === 2) return this.#element(sql.args);
        return `${sql.name}${sql.params === undefined ? '' : `(${this.#list(sql.params)})`}(${sql.args.map((item) => this.#argument(item)).join(', ')})`;
      case 'infix': {
        const own = strength[sql.op] ?? 0;
        const parts = sql.items.map((item, index) => {
          // a - (b - c): only the first operand may be as weak as the operator itself.
          const weak = strengthOf(item) < own || (strengthOf(item) === own && (index > 0 || own === 4));
          const text = this.expr(item);
          return weak ? `(${text})` : text;
        });
        return parts.join(` ${sql.op} `);
      }
      case 'not':
        return `NOT ${this.#within(sql.of, 3)}`;
      case 'cast':
        return `CAST(${this.expr(sql.of)} AS ${sql.type})`;
      case 'lambda':
        return `${sql.names.length === 1 ? quoteIdentifier(sql.names[0] ?? '') : `(${sql.names.map(quoteIdentifier).join(', ')})`} -> ${this.expr(sql.body)}`;
      case 'tuple':
        return `tuple(${this.#list(sql.items)})`;
      case 'array':
        return `[${this.#list(sql.items)}]`;
      case 'in':
        // On a cluster the inner query runs once, on the node that was asked; on a single node the word means nothing.
        return `${this.#within(sql.left, 4)} ${sql.set.kind === 'subselect' ? 'GLOBAL ' : ''}${sql.negated ? 'NOT IN' : 'IN'} ${this.#set(sql.set)}`;
      case 'window': {
        const parts: string[] = [];
        if (sql.partition.length > 0) parts.push(`PARTITION BY ${this.#list(sql.partition)}`);
        if (sql.order.length > 0) parts.push(`ORDER BY ${sql.order.map((key) => this.#order(key)).join(', ')}`);
        if (sql.frame === 'up-to-here') parts.push('ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW');
        if (sql.frame === 'everything') parts.push('ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING');
        return `${this.expr(sql.fn)} OVER (${parts.join(' ')})`;
      }
      case 'subselect':
        return `(${this.select(sql.select, 2)})`;
    }
  }

  /** A bare 5 is a byte, and bits or overflow of a byte are others: as an argument a written number says how wide it is. */
  #argument(sql: Sql): string {
    const text = this.expr(sql);
    return this.#literal && sql.kind === 'param' && sql.type === 'Int64' ? `toInt64(${text})` : text;
  }

  #element(args: readonly Sql[]): string {
    const [of, key] = args;
    if (of === undefined || key === undefined) return '';
    return of.kind === 'column' || of.kind === 'call'
      ? `${this.expr(of)}[${this.expr(key)}]`
      : `arrayElement(${this.#list(args)})`;
  }

  #set(set: Sql): string {
    if (set.kind === 'tuple') return `(${this.#list(set.items)})`;
    return this.expr(set);
  }

  #list(items: readonly Sql[]): string {
    return items.map((item) => this.expr(item)).join(', ');
  }
}

function structural(value: string | number | bigint | boolean | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return typeof value === 'string' ? quoted(value, "'") : numberText(value);
}
