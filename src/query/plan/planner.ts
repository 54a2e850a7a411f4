import type { Catalogue } from '../catalogue/catalogue.ts';
import type { FieldRef } from '../catalogue/field.ts';
import { lowerExpr, type Env } from '../clickhouse/expression.ts';
import { lowerPredicate } from '../clickhouse/predicates.ts';
import {
  call,
  column,
  infix,
  literal,
  param,
  type OrderKey,
  type Select,
  type SelectItem,
  type Sql,
} from '../clickhouse/sql-ast.ts';
import { type Access, valueOnly } from '../clickhouse/access.ts';
import { constantsOf } from '../functions/registry.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import type { Column, Computed, Expr, Predicate, Relation, SortKey, Stage } from '../semantic/rq.ts';
import { isDrawn } from './chance.ts';
import { eventRollup } from './event-rollup.ts';
import { computedElsewhere } from './elsewhere.ts';
import { expandStage } from './expand.ts';
import { leadingCount, leadingFilters } from './fields.ts';
import { joinInput } from './join.ts';
import { storedKey } from './group-key.ts';
import { internalName, Level, type Input } from './level.ts';
import { metricRollup } from './metric-rollup.ts';
import { rolledUp } from './rollup.ts';
import { scanInput, type ScanWindow } from './scan.ts';
import { seriesStage } from './series.ts';
import { rangeInput, rowsInput, unionInput } from './sources.ts';
import { sqlWeight } from './weight.ts';
import { restartOf, runSql, windowSql } from './window.ts';

/** What every scan of this query is limited to, and where values of now come from. */
export interface PlanInput {
  readonly catalogue: Catalogue;
  readonly projectId: string;
  readonly range: TimeRange;
  readonly now: bigint;
  /** What the main scan alone is limited to besides; the queries inside of a query see all of the range. */
  readonly main?: MainScan | undefined;
}

export interface MainScan {
  /** A part of the range, for a page. */
  readonly part?: TimeRange | undefined;
  /** A part that is left out, because it is counted elsewhere. */
  readonly except?: TimeRange | undefined;
  /** A cursor. */
  readonly window?: ScanWindow | undefined;
}

/** Of rows that are read anyway no index is asked: to make what it knows of each of them would cost more than the value. */
function unindexed(env: Env): Env {
  const field = (ref: FieldRef): Access => {
    const { equals: _equals, textIndex: _textIndex, ...access } = env.field(ref);
    return access;
  };
  return { ...env, field };
}

/** Expressions heavier than this are computed once, in a select of their own, rather than repeated. */
const inlineWeightMax = 120;

export class Planner {
  readonly input: PlanInput;
  readonly #aliases: { count: number };

  constructor(input: PlanInput, aliases = { count: 0 }) {
    this.input = input;
    this.#aliases = aliases;
  }

  alias(): string {
    this.#aliases.count += 1;
    return `t${this.#aliases.count}`;
  }

  /** What its scans read of the range. */
  get range(): TimeRange {
    return this.input.main?.part ?? this.input.range;
  }

  /** A relation as a select whose items are its columns, in order, under names of the caller's. */
  select(relation: Relation, nameOf: (column: Column, index: number) => string): Select {
    const level = this.level(relation);
    const taken = new Set<string>();
    const items = relation.columns.map((one, index): SelectItem => {
      const name = nameOf(one, index);
      // Two outputs of one name would be one to the engine.
      const alias = taken.has(name) ? `__o${index}` : name;
      taken.add(alias);
      return { expr: this.columnOf(level, one), alias };
    });
    return level.select(items);
  }

  /** A query inside of another: internal names, and all of the range. */
  subselect(relation: Relation): Select {
    const { main: _main, ...input } = this.input;
    return new Planner(input, this.#aliases).select(relation, internalName);
  }

  columnOf(level: Level, wanted: Column): Sql {
    const found = level.find(wanted);
    if (found === undefined) throw new Error(`column ${wanted.name} is not in sight`);
    return found;
  }

  level(relation: Relation): Level {
    const { input, stages } =
      rolledUp(this, relation, eventRollup) ?? rolledUp(this, relation, metricRollup) ?? this.#source(relation);
    return stages.reduce<Level>((level, stage) => this.#stage(level, stage), new Level(input));
  }

  /** What the relation reads, and what is still to be done with it. */
  #source(relation: Relation): { readonly input: Input; readonly stages: readonly Stage[] } {
    const { source, stages } = relation;
    switch (source.kind) {
      case 'scan':
        return { input: scanInput(this, source.table, leadingFilters(relation)), stages };
      case 'rows':
        return { input: rowsInput(this, source), stages };
      case 'range':
        return { input: rangeInput(this, source), stages };
      case 'union': {
        const { input, left } = unionInput(this, source, leadingFilters(relation));
        const filters = left.map((predicate): Stage => ({ kind: 'filter', predicate }));
        return { input, stages: [...filters, ...stages.slice(leadingCount(relation))] };
      }
    }
  }

  env(level: Level): Env {
    const env: Env = {
      column: (wanted) => this.columnOf(level, wanted),
      field: (ref) => {
        const { kept } = ref;
        const found =
          kept === undefined
            ? level.field(ref)
            : (level.beside(kept.bag, ref) ?? valueOnly(lowerExpr(env, kept.value)));
        if (found === undefined) throw new Error(`field ${ref.name} is not in sight`);
        return found;
      },
      named: (wanted) => level.named(wanted),
      subquery: (relation) => this.subselect(relation),
      projectId: this.input.projectId,
      now: this.input.now,
    };
    return env;
  }

  /** Conditions on the columns of a table itself, below all levels. */
  conditions(filters: readonly Predicate[], field: (ref: FieldRef) => Access): readonly Sql[] {
    const env = this.env(new Level({ from: null, field }));
    return filters.map((filter) => lowerPredicate(env, filter, 'where'));
  }

  /** What every scan begins with. */
  inProject(alias: string): Sql {
    return infix('=', column('project_id', alias), param('String', this.input.projectId));
  }

  close(level: Level): Level {
    return new Level(level.asInput(this.alias()));
  }

  #stage(level: Level, stage: Stage): Level {
    switch (stage.kind) {
      case 'filter': {
        const open = level.isDone ? this.close(level) : level;
        const condition = (on: Level): Sql => lowerPredicate(this.env(on), stage.predicate, 'where');
        const known = condition(open);
        if (!isDrawn(known)) {
          open.where.push(known);
          return open;
        }
        const settled = this.#settled(open);
        settled.where.push(condition(settled));
        return settled;
      }
      case 'compute':
      case 'project':
        return this.#compute(level, stage.columns);
      case 'aggregate':
        return this.#aggregate(level, stage);
      case 'distinct':
        return this.#distinct(level, stage.columns);
      case 'sort': {
        const open = level.isCut ? this.close(level) : level;
        open.orderBy = this.orderKeys(open, stage.keys);
        return open;
      }
      case 'limit':
        level.limit = Math.min(level.limit ?? stage.rows, stage.rows);
        return level;
      case 'sample': {
        // One number a row: in a select of its own, or the engine takes one for all rows of an array.
        const open = this.close(level);
        const salt = stage.salt === null ? [] : [lowerExpr(this.env(open), stage.salt)];
        open.orderBy = [{ expr: call('rand', ...salt), descending: false }];
        open.limit = stage.rows;
        return this.close(open);
      }
      case 'expand':
        return expandStage(this, level, stage);
      case 'window':
        return this.#window(level, stage.columns, stage.order);
      case 'totals':
        return this.#totals(level, stage);
      case 'series':
        return seriesStage(this, level, stage);
      case 'join':
        return new Level(joinInput(this, level, stage));
    }
  }

  orderKeys(level: Level, keys: readonly SortKey[]): readonly OrderKey[] {
    const env = this.env(level);
    return keys.flatMap((key): OrderKey[] => {
      const { descending, nulls } = key;
      const { type, nullable } = key.expr;
      const stored = key.asStored === true && key.expr.kind === 'field' ? env.field(key.expr.field).order : undefined;
      const expr = stored ?? lowerExpr(env, key.expr);
      // To all rows the same; and a number would be the place of a column.
      if (expr.kind === 'literal') return [];
      const whole: OrderKey = { expr, descending, ...(nullable ? { nulls } : {}) };
      if (type !== 'unknown' && type !== 'dynamic') return [whole];
      // What reads as a number goes by its size, before all texts.
      const number: OrderKey = { expr: call('toFloat64OrNull', expr), descending, nulls: 'last' };
      return nulls === 'first' ? [{ expr: call('isNull', expr), descending: true }, number, whole] : [number, whole];
    });
  }

  /** Computed columns are expressions until they are used; heavy or volatile ones get a select, so that they run once. */
  #compute(level: Level, columns: readonly Computed[]): Level {
    const open = level.distinct || level.sealed ? this.close(level) : level;
    const lower = (on: Level) => {
      const env = this.env(on);
      return columns.map((one) => ({ ...one, sql: lowerExpr(env, one.expr) }));
    };
    const made = lower(open);
    const drawn = made.some((one) => isDrawn(one.sql));
    const rows = drawn ? this.#settled(open) : open;
    for (const one of rows === open ? made : lower(rows)) rows.define(one.column, one.sql, one.expr);
    return drawn || made.some((one) => sqlWeight(one.sql) > inlineWeightMax) ? this.close(rows) : rows;
  }

  /**
   * Rows that chance is drawn for. What is asked of joined rows the engine asks of the rows of a side too, and would draw
   * twice: a limit, however high, is where that ends.
   */
  #settled(level: Level): Level {
    if (level.isScan) return level;
    level.limit ??= Number.MAX_SAFE_INTEGER;
    return this.close(level);
  }

  #distinct(level: Level, columns: readonly Column[]): Level {
    const open = level.isCut ? this.close(level) : level;
    if (open.limit === undefined) open.orderBy = [];
    const closed = this.close(open);
    for (const one of columns) closed.find(one);
    open.distinct = true;
    return closed;
  }

  #aggregate(level: Level, stage: Extract<Stage, { kind: 'aggregate' }>): Level {
    let open = level.isDone ? this.close(level) : level;
    const isOrdered = stage.aggregates.some(({ expr }) => expr.kind === 'aggregate' && expr.fn.ordered === true);
    if (open.orderBy.length > 0 && isOrdered) open = this.close(open);
    open.orderBy = [];
    const env = this.env(open);
    const keys = stage.keys.map((key) => ({ column: key.column, sql: lowerExpr(env, key.expr) }));
    const made = stage.aggregates.map((one) => ({
      column: one.column,
      sql: this.aggregateSql(open, one.expr, stage.bucketSeconds),
    }));
    open.sealed = true;
    for (const one of [...keys, ...made]) open.define(one.column, one.sql);
    for (const { column: of, expr } of stage.aggregates) open.carry(of, (ref) => this.#carried(open, expr, ref));
    // As they are stored, or under the names they have outside.
    open.groupBy = keys.map((key) => storedKey(key.sql) ?? column(internalName(key.column)));
    const outer = this.close(open);
    // Keys are items even when nobody reads them: they are what rows are told apart by. Without keys an aggregate is,
    // since it makes the one row.
    for (const key of keys) outer.find(key.column);
    if (keys.length === 0 && made[0] !== undefined) outer.find(made[0].column);
    const outside = this.env(outer);
    const outputs = stage.outputs.map((one) => ({ ...one, sql: lowerExpr(outside, one.expr) }));
    for (const one of outputs) outer.define(one.column, one.sql, one.expr);
    return outer;
  }

  /** What an aggregate that takes a value of one row takes along of another field of that row. */
  #carried(rows: Level, expr: Expr, ref: FieldRef): Access | undefined {
    if (expr.kind !== 'aggregate' || expr.fn.ofRow !== true) return undefined;
    const taken = expr.args.at(-1);
    if (taken?.kind !== 'column' && taken?.kind !== 'field') return undefined;
    const field = { ...ref, kept: taken.kind === 'column' ? { bag: taken.column, value: taken } : undefined };
    if (taken.kind === 'column' && rows.ofRows(() => rows.beside(taken.column, field)) === undefined) return undefined;
    return computedElsewhere(field, (value) => {
      const args = [...expr.args.slice(0, -1), value];
      return rows.ofRows(() => this.aggregateSql(rows, { ...expr, type: value.type, args }, 0));
    });
  }

  aggregateSql(level: Level, expr: Expr, bucketSeconds: number, beside = false): Sql {
    if (expr.kind !== 'aggregate') throw new Error('an aggregate is expected');
    const env = this.env(level);
    const args = expr.args.map((arg) => lowerExpr(env, arg));
    const condition =
      expr.filter === undefined
        ? undefined
        : call('ifNull', lowerPredicate(unindexed(env), expr.filter, 'where'), literal(false));
    return expr.fn.lower(args, {
      args: expr.args,
      constants: constantsOf(expr.args),
      type: expr.type,
      now: this.input.now,
      condition,
      bucketSeconds,
      beside,
      time: expr.time === undefined ? undefined : lowerExpr(env, expr.time),
    });
  }

  // Functions over rows stand in a select around them: straight over a table of a cluster, one that reads no column has only
  // the rows of the node that is asked.

  #totals(level: Level, stage: Extract<Stage, { kind: 'totals' }>): Level {
    const rows = this.close(level);
    for (const one of stage.aggregates)
      rows.define(one.column, this.aggregateSql(rows, one.expr, stage.bucketSeconds, true));
    return this.close(rows);
  }

  #window(level: Level, columns: readonly Computed[], order: readonly SortKey[]): Level {
    let rows = this.close(level);
    for (const one of columns) {
      if (one.expr.kind !== 'window') throw new Error('a function over rows is expected');
      const restart = restartOf(one.expr);
      let run: Sql | undefined;
      if (restart !== undefined) {
        // Windows do not nest: the runs are numbered one select further in.
        const keys = this.orderKeys(rows, order);
        const number: Column = { ...one.column, id: -Number(one.column.id) as Column['id'] };
        rows.define(number, runSql(this.env(rows), restart, keys));
        rows = this.close(rows);
        run = this.columnOf(rows, number);
      }
      rows.define(one.column, windowSql(this.env(rows), one.expr, this.orderKeys(rows, order), run));
    }
    return this.close(rows);
  }
}
