import type { FunctionEntry, Param } from '../../src/query/functions/registry.ts';
import type { Random } from './random.ts';
import { randomFilter, words } from './random-filter.ts';

/*
 * Random stages over random events: expressions of a kind, made of the columns that are there, and calls of every function with
 * arguments that stand in every kind of column.
 */

type Kind = 'text' | 'number' | 'bool' | 'time' | 'span' | 'json';
interface Column {
  readonly name: string;
  readonly kind: Kind;
}

const columnsOf = (kind: Kind, names: string): Column[] => names.split(', ').map((name) => ({ name, kind }));

const fields: readonly Column[] = [
  ...columnsOf(
    'text',
    'body, name, level, service, trace_id, status_message, kind, environment, host, id, status_code',
  ),
  ...columnsOf('text', 'attributes.custom.key, attributes["odd key"], attributes.http.route, attributes.http.method'),
  ...columnsOf('text', 'attributes.http.request.method, attributes.user.id, attributes.flag, attributes.error.type'),
  ...columnsOf(
    'text',
    'attributes.payload, resource.service.name, resource.team, events[0].name, parent_id, hashes[0]',
  ),
  ...columnsOf('number', 'duration, severity_number, status_code, attributes.count, attributes.payload.a'),
  ...columnsOf('number', 'attributes.http.response.status_code, attributes.http.status_code'),
  ...columnsOf('bool', 'errors'),
  ...columnsOf('time', 'timestamp, end_time, observed_timestamp'),
  ...columnsOf('span', 'totimespan(duration), timestamp - start_time'),
  ...columnsOf('json', 'events, attributes, resource, links, hashes'),
];

const constants: Readonly<Record<Kind, readonly string[]>> = {
  text: words.map((word) => JSON.stringify(word)),
  number: ['0', '5', '404', '2.5', '-3', 'long(null)', '9223372036854775807', 'todouble("inf")', 'todouble("nan")'],
  bool: ['true', 'false'],
  time: ['datetime(2024-02-29)', 'datetime(null)'],
  span: ['1h', '1.5s', '0s'],
  json: ['dynamic([1, 2, "a", null])', 'dynamic({"a": [1]})', 'dynamic(null)'],
};

const expression = (random: Random, columns: readonly Column[], kind: Kind, depth = 2): string => {
  const there = columns.filter((column) => column.kind === kind);
  if (depth === 0 || random.chance(0.35))
    return there.length > 0 && random.chance(0.8) ? random.pick(there).name : random.pick(constants[kind]);
  const of = (inner: Kind): string => expression(random, columns, inner, depth - 1);
  const some = (): string => of(random.pick(['text', 'number', 'bool']));
  const [text, number, bool] = [() => of('text'), () => of('number'), () => of('bool')];
  const forms: Readonly<Record<Kind, readonly (() => string)[]>> = {
    text: [
      () => `tolower(${text()})`,
      () => `strcat(${text()}, "-", ${text()})`,
      () => `coalesce(${text()}, ${text()})`,
      () => `iff(${bool()}, ${text()}, ${text()})`,
      () => `tostring(${some()})`,
      () => `substring(${text()}, 1, 3)`,
      () => `case(${bool()}, ${text()}, ${bool()}, ${text()}, ${text()})`,
      () => `extract("([a-z]+)", 1, ${text()})`,
      () => `split(${text()}, " ")[0]`,
    ],
    number: [
      () => `(${number()} ${random.pick(['+', '-', '*', '/', '%'])} ${number()})`,
      () => `-(${number()})`,
      () => `strlen(${text()})`,
      () => `tolong(${some()})`,
      () => `todouble(${text()})`,
      () => `iff(${bool()}, ${number()}, ${number()})`,
      () => `round(${number()}, 1)`,
      () => `coalesce(${number()}, ${number()})`,
      () => `bin(${number()}, 5)`,
      () => `min_of(${number()}, ${number()})`,
    ],
    bool: [
      () => `${text()} ${random.pick(['==', '!=', '=~', 'has', '!has', 'contains', 'startswith', '<'])} ${text()}`,
      () => `(${number()}) ${random.pick(['==', '!=', '<', '>='])} (${number()})`,
      () => `not(${bool()})`,
      () => `(${bool()} ${random.pick(['and', 'or'])} ${bool()})`,
      () => `isnull(${some()})`,
      () => `${text()} in ("timeout", "5", "GET")`,
      () => `${number()} !in (5, 404, 0)`,
      () => `${number()} between (0 .. 404)`,
      () => `${text()} matches /t.*t/i`,
      () => `tobool(${text()})`,
    ],
    time: [() => `bin(${of('time')}, 1m)`, () => `startofday(${of('time')})`, () => `(${of('time')} + 1h)`],
    span: [() => `(${of('span')} * 2)`, () => `(${of('time')} - ${of('time')})`, () => `totimespan(${text()})`],
    json: [
      () => `pack_array(${text()}, ${number()})`,
      () => `bag_pack("k", ${text()}, "n", ${number()})`,
      () => `parse_json(${text()})`,
    ],
  };
  return random.pick(forms[kind])();
};

const plainKinds = ['text', 'text', 'number', 'number', 'bool', 'time'] as const;

/** The stages of a query of `events`. The result is the same in any order of rows that a sort leaves open. */
export const randomStages = (random: Random): string[] => {
  let columns = fields;
  let made = 0;
  const named = (kind: Kind): Column => ({ name: `x${made++}`, kind });
  const assigned = (column: Column, value: string): string => `${column.name} = ${value}`;
  const project = (kept: readonly Column[], values: readonly string[]): string => {
    columns = kept;
    return `project ${kept.map((column, index) => assigned(column, values[index] ?? '')).join(', ')}`;
  };
  const stages: Readonly<Record<string, () => string>> = {
    filter: () =>
      columns === fields && random.chance(0.5)
        ? `where ${randomFilter(random, 1)}`
        : `where ${expression(random, columns, 'bool', 3)}`,
    among: () => {
      const text = expression(random, columns, 'text', 1);
      return `where ${text} in (events | where ${randomFilter(random, 1)} | project name)`;
    },
    extend: () => {
      const column = named(random.pick([...plainKinds, 'json']));
      const value = expression(random, columns, column.kind, 3);
      columns = [...columns, column];
      return `extend ${assigned(column, value)}`;
    },
    project: () => {
      const kept = random.many(1, 4, () => named(random.pick([...plainKinds, 'json'])));
      const values = kept.map(({ kind }) => expression(random, columns, kind));
      return project(kept, values);
    },
    distinct: () => {
      const kept = random.many(1, 2, () => named(random.pick(plainKinds)));
      const values = kept.map(({ kind }) => expression(random, columns, kind, 1));
      return `${project(kept, values)} | distinct ${kept.map(({ name }) => name).join(', ')}`;
    },
    summarize: () => {
      const value = (kind: Kind): string => expression(random, columns, kind, 1);
      const forms: readonly (readonly [Kind, () => string])[] = [
        ['number', () => 'count()'],
        ['number', () => `countif(${value('bool')})`],
        ['number', () => `round(sum(${value('number')}), 3)`],
        ['number', () => `round(avg(${value('number')}), 3)`],
        ['number', () => `${random.pick(['min', 'max'])}(${value('number')})`],
        ['time', () => `${random.pick(['min', 'max'])}(${value('time')})`],
        ['number', () => `count_distinct(${value(random.pick(['text', 'number']))})`],
        ['json', () => `array_sort_asc(make_set(${value('text')}))`],
      ];
      const keys = random.many(0, 2, () => named(random.pick(plainKinds)));
      const by = keys.map((key) => assigned(key, value(key.kind)));
      const found = random.many(1, 3, () => random.pick(forms));
      const sums = found.map(([kind, form]) => [named(kind), form()] as const);
      columns = [...keys, ...sums.map(([column]) => column)];
      const all = sums.map(([column, sum]) => assigned(column, sum)).join(', ');
      return `summarize ${all}${by.length === 0 ? '' : ` by ${by.join(', ')}`}`;
    },
    join: () => {
      const kind = random.pick(['text', 'number'] as const);
      const [key, other] = [named(kind), named('number')];
      const value = expression(random, columns, kind, 1);
      const joined = `join kind=${random.pick(['inner', 'leftouter', 'leftsemi', 'leftanti'])}`;
      const right = `events | summarize ${other.name} = count() by ${key.name} = ${kind === 'text' ? 'name' : 'duration'}`;
      return `${project([key], [value])} | ${joined} (${right}) on ${key.name}`;
    },
    top: () =>
      `top 10000 by ${expression(random, columns, random.pick(plainKinds), 1)} ${random.pick(['asc', 'desc'])}`,
    expand: () => {
      const column = named('text');
      const value = expression(random, columns, 'json');
      columns = [...columns, column];
      return `mv-expand ${assigned(column, value)}${random.pick(['', ' to typeof(string)', ' to typeof(long) limit 3'])}`;
    },
    parse: () => {
      const [before, behind] = [named('text'), named('number')];
      const value = expression(random, columns, 'text', 1);
      columns = [...columns, before, behind];
      const [first, second] = [random.pick(['" "', '"t"', '"="']), random.pick(['" "', '"o"'])];
      return `parse ${value} with * ${first} ${before.name}: string ${second} ${behind.name}: long *`;
    },
    totals: () => {
      const column = named('number');
      const of = (kind: Kind): string => expression(random, columns, kind, 1);
      const value = random.pick([
        'count()',
        `round(sum(${of('number')}), 3)`,
        `dcount(${of('text')})`,
        `max(${of('number')})`,
      ]);
      columns = [...columns, column];
      return `extend ${assigned(column, value)}`;
    },
    scalar: () => {
      const column = named('number');
      columns = [...columns, column];
      return `extend ${column.name} = toscalar(events | where ${randomFilter(random, 1)} | summarize max(duration))`;
    },
    union: () => {
      const kept = [named('text'), named('number')];
      const other = kept.map((column) => assigned(column, expression(random, fields, column.kind)));
      const values = kept.map(({ kind }) => expression(random, columns, kind));
      return `${project(kept, values)} | union (events | where ${randomFilter(random, 1)} | project ${other.join(', ')})`;
    },
    bins: () => {
      const [time, value] = [named('time'), named('number')];
      const at = expression(random, columns, 'time', 0);
      const stage = project([time, value], [at, expression(random, columns, 'number', 1)]);
      return `${stage} | summarize ${value.name} = round(sum(${value.name}), 3) by ${time.name} = bin(${time.name}, 7m)`;
    },
    sort: () => `sort by ${expression(random, columns, random.pick(plainKinds), 1)} ${random.pick(['asc', 'desc'])}`,
  };
  const chosen = random.many(1, 5, () => random.pick(Object.values(stages))());
  return columns === fields ? [...chosen, stages['project']?.() ?? ''] : chosen;
};

const argument = (random: Random, { type, constant, oneOf, range }: Param): string => {
  const of = (kind: Kind): string => expression(random, fields, kind, 1);
  if (oneOf !== undefined) return JSON.stringify(random.pick(oneOf));
  if (range !== undefined) return String(random.pick([...range, Math.min(range[0] + 1, range[1])]));
  switch (type) {
    case 'bool':
    case 'predicate':
      return constant === true ? 'true' : of('bool');
    case 'number':
    case 'int':
    case 'real':
      return constant === true ? '5' : of('number');
    case 'regex':
      return '"([a-z]+)(t)?"';
    case 'type':
      return `typeof(${random.pick(['long', 'string', 'real', 'bool', 'datetime', 'timespan', 'dynamic'])})`;
    case 'string':
    case 'text':
      return constant === true ? random.pick(['"a"', '"yyyy-MM-dd"', '"day"', '"$.a"']) : of('text');
    case 'datetime':
      return of('time');
    case 'timespan':
      return constant === true ? '1h' : of('span');
    case 'dynamic':
      return constant === true ? 'dynamic(["a", "b"])' : of('json');
    case 'quantity':
      return constant === true ? '5' : of(random.pick(['number', 'time', 'span']));
    case 'amount':
      return constant === true ? '5' : of(random.pick(['number', 'span']));
    case 'any':
    case 'star':
      return of(random.pick(['text', 'number', 'bool', 'time', 'span', 'json']));
  }
};

/** A query that calls the function: whether its arguments fit together is the checker's to say. */
export const randomCall = (random: Random, fn: Extract<FunctionEntry, { kind: 'scalar' | 'aggregate' }>): string => {
  const given = fn.params.filter((param) => param.optional !== true || random.chance(0.6));
  const isFull = given.length === fn.params.length;
  const more =
    isFull && fn.rest !== undefined ? random.many(fn.rest.min, fn.rest.min + 1, () => fn.rest?.params ?? []) : [];
  const call = `${fn.name}(${[...given, ...more.flat()].map((param) => argument(random, param)).join(', ')})`;
  const forms =
    fn.kind === 'aggregate'
      ? [
          `summarize v = ${call} by service`,
          `extend v = ${call} | project v`,
          `take 1000 | summarize v = ${call} by bin(timestamp, 1h), name`,
          `summarize v = ${call} by k = tostring(attributes.count) | summarize max(v), count() by v`,
        ]
      : [
          `project v = ${call}, t = tostring(${call}), a = pack_array(${call})`,
          `take 1000 | extend v = ${call} | summarize count() by v`,
          `where isnotnull(${call}) | count`,
          `summarize make_list(${call}), max(${call}), count_distinct(${call}) by service`,
          `extend v = coalesce(${call}, ${call}) | sort by v asc | take 5`,
          `where iff(errors, ${call}, ${call}) == ${call} | count`,
        ];
  return `events | ${random.pick(forms)}`;
};
