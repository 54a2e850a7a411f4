import t from 'tap';
import { catalogueFor } from '../../bench/kql/tables.ts';
import { quoteIdentifier } from '../../src/query/clickhouse/identifier.ts';
import { literalOf } from '../../src/query/clickhouse/literal.ts';
import { quoted } from '../../src/query/clickhouse/quote.ts';
import { renderReadable } from '../../src/query/clickhouse/render.ts';
import {
  call,
  cast,
  column,
  infix,
  literal,
  param,
  type From,
  type Select,
  type Sql,
} from '../../src/query/clickhouse/sql-ast.ts';
import { FenceError, type Fence, verify } from '../../src/query/clickhouse/verify.ts';
import { compile, fenceOf, type Compiled } from '../../src/query/compile.ts';
import { deriveCount, deriveFacets } from '../../src/query/derive.ts';
import { Planner } from '../../src/query/plan/planner.ts';
import { corpus, corpusMissing, corpusTexts } from '../support/kql.ts';
import { random } from '../support/random.ts';
import { nowNs, projectA, projectB, range, seedQueryData, testCatalogue } from '../support/query-data.ts';
import { stores } from '../support/stores.ts';

const compileFor = (projectId: string, text: string, source = 'events') =>
  compile(text, {
    projectId,
    source,
    range,
    now: nowNs,
    catalogue: testCatalogue,
    options: { unknownFields: 'attribute' },
  });

const ok = (text: string, source?: string): Compiled => {
  const result = compileFor(projectA, text, source);
  if (!result.ok) throw new Error(`${text}: ${result.diagnostics[0]?.message}`);
  return result;
};

const texts = [
  'level == "ERROR"',
  'summarize count() by service',
  'summarize count() by bin(timestamp, 5m)',
  'spans | join kind=inner (logs | project trace_id, body) on trace_id',
  'logs | union (spans | take 5)',
  'trace_id in (logs | where level == "ERROR" | project trace_id)',
  'extend n = toscalar(spans | count) | take 1',
  'metrics | summarize rate(value) by bin(timestamp, 1m)',
  'project_id == "other" or true',
  'where false',
];

/** The tree with every conjunct of a table's WHERE dropped that `drop` picks. */
function without(select: Select, drop: (sql: Sql) => boolean): Select {
  const from = select.from === undefined ? undefined : fromWithout(select.from, drop);
  const where =
    select.where?.kind === 'infix' && select.where.op === 'AND'
      ? { ...select.where, items: select.where.items.filter((item) => !drop(item)) }
      : select.where;
  return {
    ...select,
    items: select.items,
    ...(from === undefined ? {} : { from }),
    ...(where === undefined ? {} : { where }),
  };
}

function fromWithout(from: From, drop: (sql: Sql) => boolean): From {
  switch (from.kind) {
    case 'table':
      return from;
    case 'select':
      return { ...from, select: without(from.select, drop) };
    case 'union':
      return { ...from, selects: from.selects.map((one) => without(one, drop)) };
    case 'join':
      return { ...from, left: fromWithout(from.left, drop), right: fromWithout(from.right, drop) };
  }
}

const about = (name: string) => (sql: Sql) =>
  sql.kind === 'infix' && sql.items[0]?.kind === 'column' && sql.items[0].name === name;

/** Whether the fence refuses it, and nothing else goes wrong. */
const refuses = (select: Select, fence: Fence): boolean => {
  try {
    verify(select, fence);
    return false;
  } catch (error) {
    return error instanceof FenceError;
  }
};

t.test('a statement without its project or its time range does not pass the fence', async (t) => {
  const fence = fenceOf({ projectId: projectA, catalogue: testCatalogue });
  for (const text of texts.slice(0, 5)) {
    const compiled = ok(text);
    const select = new Planner(compiled.plan.input).select(compiled.plan.relation, (_, index) => `c${index}`);
    verify(select, fence);
    t.ok(refuses(without(select, about('project_id')), fence), `${text}: no project`);
    const times = ['ts', 'bucket', 'day'].map(about);
    const timeless = without(select, (sql) => times.some((is) => is(sql)));
    t.ok(refuses(timeless, fence), `${text}: no time`);
    t.ok(refuses(select, { ...fence, projectId: projectB }), `${text}: another project`);
  }
  const scan = (name: string, alias: string): Select => ({
    items: [{ expr: { kind: 'literal', value: 1 } }],
    from: { kind: 'table', name, alias },
  });
  t.ok(refuses(scan('system.tables', 's'), fence), 'a table of nobody');
  t.ok(refuses(scan('events', 'e'), fence), 'a scan without conditions');
  for (const name of ['file', 'url', 'remote', 'sleep', 'dictGet', 'getSetting', 'x) UNION ALL SELECT (1']) {
    const call: Sql = { kind: 'call', name, args: [] };
    t.ok(refuses({ items: [{ expr: call }] }, fence), name);
  }
});

t.test('each part of the fence holds by itself', async (t) => {
  const tables = new Map([['events', { tenant: 'project_id', times: ['ts', '_partition_id'] }]]);
  const fence: Fence = { projectId: projectA, tables };
  const [owner, at, time] = [column('project_id', 'e'), column('ts', 'e'), param("DateTime64(9, 'UTC')", '')];
  const [project, from, to] = [
    infix('=', owner, param('String', projectA)),
    infix('>=', at, time),
    infix('<', at, time),
  ];
  const day = (op: '>=' | '<') => infix(op, column('_partition_id', 'e'), param('String', '20260131'));
  const table: From = { kind: 'table', name: 'events', alias: 'e' };
  const scan = (conjuncts: readonly Sql[], alias?: string): Select => ({
    items: [{ expr: literal(1), ...(alias === undefined ? {} : { alias }) }],
    from: table,
    where: infix('AND', ...conjuncts),
  });
  const [good, bad] = [scan([project, from, to]), scan([from, to])];
  const inner = (select: Select): From => ({ kind: 'select', select, alias: 't' });
  const join = (left: From, right: From): Select => ({
    items: [],
    from: { kind: 'join', type: 'INNER JOIN', left, right, on: literal(true) },
  });
  const within = (expr: Sql): Select => ({ items: [{ expr }] });
  const union = (...selects: readonly Select[]): Select => ({
    items: [],
    from: { kind: 'union', selects, alias: 't' },
  });
  const days = scan([project, day('>='), day('<')]);
  for (const select of [good, days, scan([project, from, to], 'x'), join(inner(good), inner(good)), union(good, good)])
    t.notOk(refuses(select, fence));
  const cases: Readonly<Record<string, Select>> = {
    'no project': bad,
    'a project that need not be': scan([infix('OR', project, from), from, to]),
    'a project of another table': scan([infix('=', column('project_id', 'x'), param('String', projectA)), from, to]),
    'another project': scan([infix('=', owner, param('String', projectB)), from, to]),
    'a project that is compared on': scan([infix('=', owner, param('String', projectA), literal(false)), from, to]),
    'a project that is no text': scan([infix('=', owner, param('UUID', projectA)), from, to]),
    'all projects but one': scan([infix('!=', owner, param('String', projectA)), from, to]),
    'no beginning': scan([project, to]),
    'no end': scan([project, from]),
    'a beginning of one time and an end of another': scan([project, from, day('<')]),
    'an end that each row has for itself': scan([project, from, infix('<', at, column('observed_ts', 'e'))]),
    'a name that may be an output’s': scan([project, from, to, infix('=', column('service'), param('String', 'x'))]),
    'an output called like the table': scan([project, from, to], 'e'),
    'an output called like a column of it': scan([project, from, to], 'e.project_id'),
    'in a select': { items: [], from: inner(bad) },
    'on the left': join(inner(bad), inner(good)),
    'on the right': join(inner(good), inner(bad)),
    'second in a union': union(good, bad),
    'in an expression': within(call('toString', { kind: 'subselect', select: bad })),
    'in a set': within({ kind: 'in', left: literal(1), set: { kind: 'subselect', select: bad }, negated: false }),
    'beside another': {
      ...good,
      from: { kind: 'join', type: 'LEFT JOIN', left: table, right: inner(good), on: literal(true) },
    },
    'a function in an order': { ...good, orderBy: [{ expr: call('file', literal('x')), descending: false }] },
    'a function in a join': {
      items: [],
      from: { kind: 'join', type: 'INNER JOIN', left: inner(good), right: inner(good), on: call('file', literal('x')) },
    },
    'a cast to what is no value': within(cast(literal('x'), 'AggregateFunction(count)')),
    'a parameter that is a name': within(param('Identifier', 'events')),
  };
  for (const [name, select] of Object.entries(cases)) t.ok(refuses(select, fence), name);
});

t.test('an output called like a table cannot take its place', async (t) => {
  for (const name of ['e', 'e.project_id', 'e.ts', 't1', 'm', '__c1', '']) {
    const result = compileFor(projectA, `project [${JSON.stringify(name)}] = "x", id`);
    if (!result.ok) continue;
    const [items = ''] = result.sql.split('\nFROM');
    t.notMatch(`${items},`, new RegExp(`AS \`?${name.replaceAll('.', String.raw`\.`)}\`?[,\\s]`), name);
    t.equal(result.columns[0]?.name, name, 'the result still says so');
  }
});

t.test('what one project sees does not depend on what others have', async (t) => {
  const { clickhouse, reader } = await stores(t);
  await seedQueryData(clickhouse, [projectA]);
  const run = async (compiled: { sql: string; params: Readonly<Record<string, unknown>> }): Promise<string> => {
    const result = await reader.query({
      query: compiled.sql,
      query_params: { ...compiled.params },
      format: 'JSONCompactEachRow',
    });
    return (await result.text()).split('\n').toSorted().join('\n');
  };
  const rows = corpus();
  const queries = [...texts, ...(rows === null ? [] : corpusTexts(rows))];
  if (rows === null) t.comment(corpusMissing);
  const before = new Map<string, string>();
  const volatile =
    /rand|sample|now\(|new_guid|take_any|\bany\(|take |limit |\btop|dcount|make_list|make_set|percentile|stdev|variance|avg|serialize|arg_m/;
  for (const text of queries) {
    const result = compileFor(projectA, text);
    // Rows picked at will, and sums of floats in another order, may differ from run to run.
    if (result.ok && result.explain.tables.length > 0 && !volatile.test(text)) before.set(text, await run(result));
  }
  await seedQueryData(clickhouse, [projectB]);
  let compared = 0;
  for (const [text, expected] of before) {
    const result = compileFor(projectA, text);
    if (!result.ok) continue;
    compared += 1;
    t.equal(await run(result), expected, text.slice(0, 80));
  }
  t.ok(compared > (rows === null ? 5 : 20), `${compared} queries compared`);
  for (const [project, own] of [
    [projectA, 0],
    [projectB, 15],
  ] as const) {
    const listed = compileFor(project, 'body has "secret"');
    if (!listed.ok) throw new Error('it does not compile');
    const [count, facets] = [
      deriveCount(listed, listed.plan.input.range),
      deriveFacets(listed, ['service', 'level'], 10),
    ];
    if (count === null || facets === null) throw new Error('nothing is derived');
    t.equal((await run(count)).trim(), `[${own}]`, 'derived statements see nothing of the other project');
    t.equal((await run(facets)) !== '', own > 0, 'nor any value of it');
  }
});

t.test('hostile texts and names read back as they were written', async (t) => {
  const { reader } = await stores(t, { migrated: false });
  const pick = random(7);
  const alphabet = [
    '\\',
    "'",
    '"',
    '`',
    '\0',
    '\b',
    '\f',
    '\n',
    '\r',
    '\t',
    '{',
    '}',
    ';',
    '-',
    '-',
    '/',
    '*',
    '%',
    '_',
    '?',
    '$',
    ' ',
    'a',
    'n',
    'x',
    '0',
    'ü',
    '😀',
    '\u2028',
    '\u007f',
  ];
  const hostile = Array.from({ length: 10_000 }, () => pick.many(0, 12, () => pick.pick(alphabet)).join(''));
  const chunk = 500;
  for (let at = 0; at < hostile.length; at += chunk) {
    const part = hostile.slice(at, at + chunk);
    const result = await reader.query({
      query: `SELECT [${part.map((text) => `hex(${quoted(text, "'")})`).join(',')}] AS h`,
      format: 'JSONEachRow',
    });
    const [row] = await result.json<{ h: string[] }>();
    t.strictSame(
      row?.h,
      part.map((text) => Buffer.from(text).toString('hex').toUpperCase()),
      `texts ${at}…`,
    );
  }
  const names = hostile.filter((name) => name !== '').slice(0, 2_000);
  for (let at = 0; at < names.length; at += 200) {
    const part = [...new Set(names.slice(at, at + 200))];
    const result = await reader.query({
      query: `SELECT ${part.map((name) => `1 AS ${quoteIdentifier(name)}`).join(',')}`,
      format: 'JSONCompactEachRowWithNames',
    });
    const [header] = await result.json<string[]>();
    t.strictSame(header, part, `names ${at}…`);
  }
  const numbers = [0, -0, 1.5, 1e300, 5e-324, 123456789012345680, -2.5e-7];
  for (const value of numbers) {
    const result = await reader.query({
      query: `SELECT toString(${literalOf('Float64', value)} + 0) AS v`,
      format: 'JSONEachRow',
    });
    const [row] = await result.json<{ v: string }>();
    t.equal(Number(row?.v), value + 0, String(value));
  }
});

t.test('a hostile attribute key, value or column name stays one', async (t) => {
  const { clickhouse, reader } = await stores(t);
  await seedQueryData(clickhouse, [projectA, projectB]);
  const hostile = ["x' OR 1=1 -- ", "\\' OR 1=1 -- ", '`; DROP TABLE events', '{p0:String}', 'a\\'];
  for (const text of hostile) {
    const quoted = JSON.stringify(text);
    for (const query of [
      `attributes[${quoted}] == ${quoted}`,
      `body has ${quoted}`,
      `body contains ${quoted}`,
      `service in (${quoted}, "b")`,
      `project [${quoted}] = service | count`,
    ]) {
      const compiled = ok(query);
      const bound = await reader.query({
        query: compiled.sql,
        query_params: { ...compiled.params },
        format: 'TabSeparated',
      });
      const written = await reader.query({ query: compiled.readable, format: 'TabSeparated' });
      const rows = await bound.text();
      t.equal(await written.text(), rows, query);
      t.ok(query.includes('project') || rows === '', `${query}: nothing more is matched`);
    }
  }
});

t.test('renderers agree on what is bound', async (t) => {
  const compiled = ok('body has "x" and attributes.k == "v" and duration > 5ms');
  t.notMatch(compiled.sql, /'x'|'v'|5000000/, 'no value stands in the statement');
  t.match(compiled.readable, /hasAllTokens\(lower\(e\.body\), 'x'\)/);
  const select: Select = { items: [{ expr: { kind: 'param', type: 'String', value: "it's" } }] };
  t.equal(renderReadable(select), String.raw`SELECT 'it\'s'`);
  const fictional = catalogueFor('StormEvents | take 1', 'kql', []);
  t.ok(fictional.tables.has('StormEvents'), 'tables are data');
});
