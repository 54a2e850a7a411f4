import type { ClickHouseClient } from '@clickhouse/client';
import t from 'tap';
import { catalogueOf } from '../../src/query/catalogue/catalogue.ts';
import { compile } from '../../src/query/compile.ts';
import { deriveFacets } from '../../src/query/derive.ts';
import { defaultReadLimits, planSettings } from '../../src/store/read.ts';
import { decimalSeconds } from '../support/events.ts';
import { inputAround, presentNs } from '../support/query-data.ts';
import { stores } from '../support/stores.ts';

/* Queries over a few odd events, and what anybody would work out by hand that they give. */

const projectId = '00000000-0000-7000-8000-000000000001';

const input = inputAround(projectId);

const events: readonly Readonly<Record<string, unknown>>[] = [
  { name: 'a', kind: 'span', status: 'ok', http_status: 200, attrs: { 'http.response.status_code': '200', n: '9' } },
  {
    name: 'b',
    kind: 'span',
    status: 'error',
    http_status: 503,
    scope_name: 'lib',
    attrs: { 'http.response.status_code': '503', n: '10' },
  },
  { name: 'c', kind: 'span', status: 'unset', attrs: { n: '100' } },
  { name: 'd', kind: 'span', attrs: { x: 'b=c', n: 'many', e: '' } },
  { name: 'e', kind: 'span', attrs: { 'x=b': 'c', 'u/v': 'x/y' }, res: { url: 'https://a/b' } },
  {
    name: 'f',
    kind: 'span',
    attrs: {},
    exc_type: 'Timeout',
    user_id: 'u7',
    service: 'shop',
    span_events: JSON.stringify([
      { name: 'one', n: 5 },
      { name: 'two', n: 50 },
    ]),
  },
  {
    name: 'g',
    kind: 'span',
    attrs: { l: 'z' },
    env: 'prod',
    host: 'n1',
    res: { 'deployment.environment': 'prod', 'host.name': 'n1' },
    span_events: JSON.stringify([{ name: 'three', n: 500 }]),
  },
  {
    name: 'h',
    kind: 'log',
    http_status: 302,
    attrs: {
      'http.response.status_code': '302',
      m: '{"deep":{"x":"y"},"flat":1,"n":[7]}',
      'm.flat': '2',
      l: '["x","y"]',
    },
  },
];

const seed = (clickhouse: ClickHouseClient, ofProject = projectId, sent = events) =>
  clickhouse.insert({
    table: 'events',
    format: 'JSONEachRow',
    values: sent.map((event, index) => ({
      project_id: ofProject,
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      ts: decimalSeconds(presentNs - BigInt(index)),
      retention_days: 30,
      ...event,
    })),
  });

const names = 'summarize names = array_sort_asc(make_list(name))';

/** Stages that leave all rows as they are, and those, too, that leave of each row what it has. */
const keeping = [
  'union (events | where false), events',
  'union spans, logs',
  'mv-expand x = dynamic([1])',
  'parse body with * "?" x',
  'project-away links',
  'project-rename x = links | project-reorder body',
  'sort by timestamp asc | serialize x = row_number() | take 100',
  'join kind=leftouter (print name = "nope", x = 1) on name',
  'extend x = 1 | join kind=inner (print x = 1) on x | union (logs | where false)',
  'summarize arg_max(timestamp, *) by id',
  'summarize take_any(*) by id | summarize arg_min(duration, *) by id',
] as const;

const ofRow: Readonly<Record<string, readonly string[]>> = {
  status: [
    'status_code >= 400',
    'status_code in (200, 503)',
    'status_code !between (300 .. 400)',
    'not(status_code == 200)',
    'status_code / 100 > 4 or bin(status_code, 100) == 200',
    'tolong(status_code) == 503 or max_of(todouble(status_code), 1) == 200 or toint(status_code) in (302)',
    'status_code == "ERROR"',
    'status_code !in ("OK", "ERROR")',
  ],
  'attributes in columns of their own': [
    'attributes.exception.type == "Timeout" and attributes.user.id == "u7"',
    'exception.type in ("Timeout")',
    'isnull(attributes.user.id)',
    'attributes___n == 9',
  ],
  'fields that no list of columns has': [
    'scope_name == "lib"',
    'scope.name != "lib"',
    'env == "prod" or host == "n1"',
    'start_time_ns > 0 and project_id != "" and isnull(trace_state)',
    'tostring(ingested_at) > "2" and ingested_at > ago(2d)',
  ],
};

const unanswered = (condition: string): (readonly [string, readonly (readonly unknown[])[]])[] => [
  [`where name == "a" | project p = ${condition}, q = not(${condition})`, [[null, null]]],
  [`where name == "a" | where ${condition} or not(${condition}) | count`, [[0]]],
];

const timespans: readonly (readonly [value: string, ns: number | null])[] = [
  ['5', 5],
  ['5.7', 5],
  ['1e300', null],
  ['"5"', 432_000_000_000_000],
  ['"00:00:05"', 5_000_000_000],
  ['"-1.02:03:04.5"', -93_784_500_000_000],
  ['"-1h30m"', -5_400_000_000_000],
  ['"2weeks"', 1_209_600_000_000_000],
  ['"00:75:00"', null],
  ['"soon"', null],
  ['dynamic(5)', 5],
  ['dynamic("5s")', 5_000_000_000],
  ['"5s\\n"', 5_000_000_000],
  ['"5 minutes"', 300_000_000_000],
  ['"1 h30 m"', 5_400_000_000_000],
  ['"-12 ms"', -12_000_000],
  ['"99999"', 8_639_913_600_000_000_000],
  ['"250000"', null],
  ['"200000.00:00:00"', null],
  ['dynamic(true)', null],
];

const dates: readonly (readonly [text: string, iso: string | null])[] = [
  ['2024-02-01 10:20:30.123', '2024-02-01 10:20:30.123000000'],
  ['2024-02-01 10:20:30,123', '2024-02-01 10:20:30.123000000'],
  ['01/02/2024', '2024-01-02 00:00:00.000000000'],
  ['31/01/2024', '2024-01-31 00:00:00.000000000'],
  ['20240201', '2024-02-01 00:00:00.000000000'],
  ['1700000000', '2023-11-14 22:13:20.000000000'],
  ['Feb 1 2024', '2024-02-01 00:00:00.000000000'],
  ['2024-02-30', null],
  ['5', null],
  ['0.5', null],
  ['12:00', null],
  ['3 4 5', null],
];

const answers: Readonly<Record<string, readonly (readonly [query: string, rows: readonly (readonly unknown[])[]])[]>> =
  {
    'any element of an array may be asked for by any condition': [
      [`events[*].n between (10 .. 100) | ${names}`, [['["f"]']]],
      [`events[*].n !between (10 .. 100) | ${names}`, [['["g"]']]],
      [`events[*].n in (5, 500) | ${names}`, [['["f","g"]']]],
      [`events[*].n in (50, "x") | ${names}`, [['["f"]']]],
      [`events[*].n !in (50, "x") | ${names}`, [['["g"]']]],
      [`events[*].name in () | ${names}`, [['[]']]],
    ],
    'a rate is made of the same sum as a sum': [
      ['datatable(r: real)[1.0, real(nan), 2.0] | summarize sum(r), rate(r, 1d), increase(r)', [[3, 1.5, 3]]],
      [
        'datatable(r: long)[9223372036854775807, 9223372036854775807] | summarize rate(r, 1d), increase(r)',
        [[2 ** 63, 2 ** 64]],
      ],
      ['datatable(r: long)[] | summarize rate(r), increase(r)', [[0, 0]]],
    ],
    'where a query has no rows, or a text is no number, the other side of an or holds all the same': [
      [
        `spans | where duration > toscalar(spans | where false | summarize max(duration)) or name == "a" | ${names}`,
        [['["a"]']],
      ],
      [
        `spans | where (name == "b" and toscalar(logs | where false | count) in (5, 6)) or name == "a" | ${names}`,
        [['["a"]']],
      ],
      [`spans | where duration > tolong("x") or name == "a" | ${names}`, [['["a"]']]],
      [`spans | where not(duration <= tolong("x") and name != "a") | ${names}`, [['["a"]']]],
    ],
    'a search reads the tables that it names': [
      [`search in (logs) "a" or "h" | ${names}`, [['["h"]']]],
      [`search in (spans) "a" or "h" | ${names}`, [['["a"]']]],
      [`search kind=case_insensitive in (logs, spans) "A" or "H" | ${names}`, [['["a","h"]']]],
      ['print toscalar(search in (spans) "h" | count)', [['0']]],
    ],
    'a member of a bag in a bag is removed, and set, by its path': [
      [
        'print bag_remove_keys(dynamic({"a":{"b":1,"c":{"d":2,"e":3}},"f":4,"$.f":5}), dynamic(["$.a.b", "$.a.c.d", "f"]))',
        [['{"a":{"c":{"e":3}},"$.f":5}']],
      ],
      [
        `print b = parse_json('{"a":{"b":1},"f":[1]}') | project bag_remove_keys(b, dynamic(["$.f.x", "$.f[0]", "$['a']['b']"])), bag_remove_keys(b, parse_json('["a"]'))`,
        [['{"a":{},"f":[1]}', '{"f":[1]}']],
      ],
      [
        `print b = parse_json('{"a":{"b":1,"c":2}}') | project bag_set_key(b, "$.a.b", dynamic([5])), bag_set_key(b, "$.x.y", "z").x, bag_set_key(b, "n", 1).n`,
        [['{"a":{"b":[5],"c":2}}', '{"y":"z"}', '1']],
      ],
      [
        `print b = dynamic({"a":1}) | extend c = bag_set_key(b, "$${'.a'.repeat(16)}", 1) | project c == bag_set_key(c, "$${'.a'.repeat(16)}", 1)`,
        [[true]],
      ],
    ],
    'a URL is taken apart at its host in brackets, and a parameter at its first sign only': [
      [
        'print u = parse_url("https://u:p@[::1]:8080/x?token=YWJj==&a=b%3Dc&e#f") | project u.Host, u.Port, u.Path, u["Query Parameters"]',
        [['"[::1]"', '"8080"', '"/x"', '{"token":"YWJj==","a":"b=c","e":""}']],
      ],
      ['print parse_urlquery("?t=ab==&=v")["Query Parameters"].t', [['"ab=="']]],
    ],
    'a line of CSV ends where it ends, and a quote inside of a value is one': [
      [
        String.raw`print parse_csv("a,\"b\nc\",d\r\nsecond,line"), parse_csv("5\" disk,x")`,
        [['["a","b\\nc","d"]', '["5\\" disk","x"]']],
      ],
    ],
    'a list that is known only when the query runs is looked through as one that is written': [
      [
        `print l = parse_json('["foo","Zz",null,5]'), s = "x foo bar" | project s has_any (l), s has_all (l), s !has_any (l), s has_any (l, "q"), s has_all ("bar", l)`,
        [[true, false, false, true, false]],
      ],
      [
        `print l = parse_json('["BAR","foo"]'), s = "x foo bar" | project s has_any (l), s has_all (l), s !has_all (l)`,
        [[true, true, false]],
      ],
      [
        `print l = parse_json('["a","B"]') | project "b" in (l), "b" in~ (l), "b" !in~ (l), "a" in (l)`,
        [[false, true, false, true]],
      ],
      [
        `print d = parse_json('{"n":5,"s":"x"}') | project 5 in (d.n), "x" in (d.s, "y"), "x" !in (d.s), "x" in (d.none), "a x" has_any (d.s)`,
        [[true, true, false, false, true]],
      ],
      [
        `let l = toscalar(where name in ("a", "b") | summarize make_set(name)); where name has_any (l) | ${names}`,
        [['["a","b"]']],
      ],
      [
        'where name == "a" | project host in (parse_json(tostring(resource))), host has_any (parse_json(tostring(resource)))',
        [[null, null]],
      ],
    ],
    'a needle that is known only when the query runs is found where one that is written is': [
      [
        'datatable(s: string, n: string)["a-b", "a b", "x--y", "--", "--", "", "user@example.com", "USER@example", "xdb_12 db 1", "db_1", "a.b", "a."] | project s has n, s has_cs n, s hasprefix n, s hassuffix n, s has_any (n, "q"), s !has_all (n)',
        [
          [false, false, false, false, false, true],
          [true, true, false, false, true, false],
          [true, true, true, true, true, false],
          [true, false, true, true, true, false],
          [false, false, false, false, false, true],
          [false, false, true, false, false, true],
        ],
      ],
      [
        'datatable(s: string)["a-b", "x--y", "--"] | project (s has strcat("-", "-")) == (s has "--"), (s hasprefix strcat("-", "-")) == (s hasprefix "--"), (s hassuffix strcat("-", "-")) == (s hassuffix "--"), (s has strcat("a", " b")) == (s has "a b"), (s has_any (parse_json(\'["--"]\'))) == (s has_any ("--")), (s has_any (datatable(k: string)["--"])) == (s has_any ("--"))',
        [
          [true, true, true, true, true, true],
          [true, true, true, true, true, true],
          [true, true, true, true, true, true],
        ],
      ],
      [
        'where name == "a" | project name has_any (host, "a"), name !has_any (host, "b"), name has_all (host, "a"), name !has_any (string(null), "b")',
        [[true, true, false, true]],
      ],
    ],
    'a value of a let has elements as a column has': [
      [
        'let x = dynamic([{"v": 1}, {"v": 2}]); print x[*].v, x[1].v, x[*].v == 2, x[*].v in (3)',
        [['[1,2]', '2', true, false]],
      ],
      ['let x = dynamic([5, 50]); events | where x[*] == 50 | count', [[8]]],
    ],
    'a bracket that captures nothing moves no column of a parse': [
      [String.raw`print s = "b(c" | parse kind=regex s with @"\Qb(\E" x | project x`, [['c']]],
      ['print s = "](](c" | parse kind=regex s with "[](]+" x | project x', [['c']]],
      ['print s = "abc" | parse kind=regex s with "(a)(?:b)" x | project x', [['c']]],
    ],
    'a slash stands in JSON made here as in JSON that was sent': [
      ['where name == "e" | project has = tostring(resource) contains "https://a/b"', [[true]]],
      [
        'where name == "e" | project tostring(attributes), attributes == dynamic({"x=b": "c", "u/v": "x/y"})',
        [['{"x=b":"c","u/v":"x/y"}', true]],
      ],
      [
        'print b = dynamic({"a/b": "c"}) | summarize m = make_bag(b) | project m, m == dynamic({"a/b":"c"})',
        [['{"a/b":"c"}', true]],
      ],
      ['print b = dynamic({"a/b": "c"}) | mv-expand b', [['{"a/b":"c"}']]],
    ],
    'a value becomes a timespan or a text as a constant does': [
      ...timespans.map(
        ([value, ns]) =>
          [`print c = totimespan(${value}), x = ${value} | project c, totimespan(x)`, [[ns, ns]]] as const,
      ),
      ['print s = "took 00:00:05" | parse s with "took " d: timespan | project d', [[5_000_000_000]]],
      ['print m = dynamic(["00:00:05", "1s"]) | mv-expand m to typeof(timespan)', [[5_000_000_000], [1_000_000_000]]],
      ['print extract("(.*)", 1, "00:00:05", typeof(timespan))', [[5_000_000_000]]],
      ['print x = 1s, y = "0x10", z = " 5 " | project tolong(x), tolong(y), tolong(z)', [[10_000_000, 16, null]]],
      ['take 3 | take tolong(200ns) | count', [[2]]],
      ['print strcat(1e21, real(nan), real(-inf))', [['1e21nan-inf']]],
      ['print c = strcat(dynamic(1e30), "|"), x = dynamic(1e30) | project c, strcat(x, "|")', [['1e+30|', '1e+30|']]],
      [
        `print s = "a7: 1s" | parse-kv s as (${Array.from({ length: 20 }, (_, i) => `a${i}: timespan`).join(', ')}) with (pair_delimiter=",", kv_delimiter=":") | project-away s`,
        [Array.from({ length: 20 }, (_, i) => (i === 7 ? 1_000_000_000 : null))],
      ],
    ],
    'a text is the same date as a constant and in a row, and one without a year or a month is none': [
      ...dates.map(
        ([text, at]) =>
          [`print c = todatetime("${text}"), x = "${text}" | project c, todatetime(x)`, [[at, at]]] as const,
      ),
      [`where attributes.n > datetime(2000-01-01) | ${names}`, [['[]']]],
      ['timestamp > todatetime("1700000000") | count', [[8]]],
    ],
    'what is missing has no answer, also where nothing is asked of its value': [
      ...['host has ""', 'host in ()', 'host has_any ()', 'host has_all (dynamic([]))'].flatMap(unanswered),
      ...['host has name', 'host hasprefix name', 'host has_any (name, "x")', 'events[*].name has ""'].flatMap(
        unanswered,
      ),
      ...['host has_any (events | project name)', 'host has_all (events | where name == "z" | project name)'].flatMap(
        unanswered,
      ),
      [
        'where name == "a" | project p = name has "", q = name !in (), r = name has_any (name, "x")',
        [[true, true, true]],
      ],
    ],
    'with nothing there is nothing to compare, and what is there differs from it': [
      [
        'where name == "a" | project timestamp > datetime(null), not(timestamp > datetime(null)), timestamp !between (datetime(null) .. datetime(2100-01-01)), timestamp == datetime(null), timestamp != datetime(null)',
        [[false, false, false, false, true]],
      ],
      ['where not(timestamp < datetime(null)) or not(name >= string(null)) or not(errors < bool(null)) | count', [[0]]],
      ['where timestamp != datetime(null) and not(name == string(null)) and errors != bool(null) | count', [[8]]],
    ],
    'an id is the same however it is written, as a condition and as a value': [
      ...[
        '00000000-0000-4000-8000-00000000000a',
        '00000000-0000-4000-8000-00000000000A',
        '00000000000040008000-00000000000A',
      ].map((id): (typeof answers)[string][number] => [
        `extend g = toguid("00000000-0000-4000-8000-00000000000a") | summarize countif(g == "${id}"), countif(g in ("${id}", "x")), countif(g != "${id}")`,
        [[8, 8, 0]],
      ]),
      ...['where', 'take 10 | where', 'extend i = id | where'].map((stages): (typeof answers)[string][number] => [
        `${stages} id in ("00000000000040008000000000000001", "00000000-0000-4000-8000-000000000002") | ${names}`,
        [['["b","c"]']],
      ]),
    ],
    'a text that is no number is equal to none, which is an answer': [
      [
        'where name == "d" | project attributes.n == 9, attributes.n != 9, attributes.n in (9, 10), attributes.n in (9, "x")',
        [[false, true, false, false]],
      ],
      [`where attributes.n !in (datatable(k: long)[9, 10]) | ${names}`, [['["c","d"]']]],
      [`where not(attributes.n in (print k = 9.0)) | ${names}`, [['["b","c","d"]']]],
      [`where attributes.n !in (datatable(k: long)[]) | ${names}`, [['["a","b","c","d"]']]],
      [
        'where name in ("d", "e") | sort by name asc | project attributes.n in (print k = 9), attributes.n !in (print k = 9)',
        [
          [false, true],
          [null, null],
        ],
      ],
      [`where duration !in (datatable(k: long)[5]) and name != "a" | count`, [[6]]],
      [`extend p = attributes.n == 9 | where not(p) | ${names}`, [['["b","c","d"]']]],
      [`where not(attributes.n == 9) | ${names}`, [['["b","c","d"]']]],
      ['where name == "e" | project attributes.n == 9, attributes.n in (9, 10)', [[null, null]]],
      // The status of HTTP is a number, whatever it stands beside.
      [`where http_status > attributes.n | ${names}`, [['["a","b"]']]],
      [`where attributes.n between (1 .. http_status) | ${names}`, [['["a","b"]']]],
    ],
    'the steps of a series are the bins of the same width, to the nanosecond': [
      [
        'datatable(t: datetime)[datetime(2026-01-05T22:59:59.999999999), datetime(2026-01-05T23:59:59.999999999), datetime(2026-01-06)] | make-series n = count() on t step 1h | project n',
        [['[1,1,1]']],
      ],
      [
        'datatable(t: datetime)[datetime(2026-01-07), datetime(2026-01-12)] | make-series n = count() on t step 7d',
        [['[1,1]', '["2026-01-05T00:00:00.0000000Z","2026-01-12T00:00:00.0000000Z"]']],
      ],
      [
        'datatable(x: long)[9007199254740992, 9007199254740993] | make-series n = count() on x from 9007199254740992 to 9007199254740994 step 1 | project n',
        [['[1,1]']],
      ],
      ['datatable(x: long)[-3, 4] | make-series n = count() on x step 5', [['[1,1]', '[-5,0]']]],
      ['datatable(x: real)[0.5, 1.6] | make-series n = count() on x step 0.5', [['[1,0,1]', '[0.5,1,1.5]']]],
      ['datatable(x: long)[1] | make-series n = count() on x in range(5, 1, 3) | project n', []],
      ['datatable(x: long)[1, 5] | make-series n = count() on x in range(1, 5, 4) | project n', [['[1,1]']]],
    ],
    'what is asked of a union is asked of each side, of the rows that it has': [
      [
        'datatable(n: long, s: string)[1, "a", 2, "b", 3, "c"] | take 2 | union (datatable(n: real)[1.5, 2.5]) | where n > 1 | project n, s | sort by n asc',
        [
          [1.5, null],
          [2, 'b'],
          [2.5, null],
        ],
      ],
      [
        'union withsource = t (datatable(n: long)[1, 2] | as A), (datatable(n: long)[2, 3] | as B) | where t == "A" or isnull(n) or n == 3 | project t, n | sort by t asc, n asc',
        [
          ['A', '1'],
          ['A', '2'],
          ['B', '3'],
        ],
      ],
      [
        'datatable(n: long)[1, 2, 2] | distinct n | union (datatable(n: long)[2, 4] | summarize n = sum(n)) | where n >= 2 | project n | sort by n asc',
        [['2'], ['6']],
      ],
    ],
    'a text of a datatable that is computed may be missing': [
      [
        'datatable(k: long, s: string)[1, tostring(dynamic(null)), 2, "x", 3, ""] | where isnull(s) | project k, s, isnull(s), s == ""',
        [['1', null, true, null]],
      ],
      ['datatable(s: string)[string(null), ""] | where isnull(s) | count', [['0']]],
    ],
    'means and deviations of large numbers': [
      [
        'range x from 1 to 20 step 1 | extend n = 1795463999123456789 | summarize tolong(avg(n) / 1e9), tolong(avgif(n, x > 1) / 1e9), stdev(n), variancep(n)',
        [['1795463999', '1795463999', 0, 0]],
      ],
      [
        'range x from 1 to 3 step 1 | extend n = 1000000000000 + x, d = 100000d | summarize stdev(n), variance(n), avg(d), s = make_list(n) | project stdev_n, variance_n, avg_d == 100000d, series_stats_dynamic(s).stdev',
        [[1, 1, true, 1]],
      ],
    ],
    'a step of a series without rows is 0, or what the query says': [
      ...[
        ['avg(v)', '[2,0,3]'],
        ['sum(v) + 1', '[3,0,4]'],
        ['avg(d)', '["00:00:02","00:00:00","00:00:03"]'],
        ['avg(v) default = real(null)', '[2,null,3]'],
        ['make_list(v)', '[[2],null,[3]]'],
        ['max(t)', '["2026-01-05T00:00:00.0000000Z",null,"2026-01-05T02:00:00.0000000Z"]'],
      ].map(([aggregate, values]): [string, unknown[][]] => [
        `datatable(t: datetime, v: long, d: timespan)[datetime(2026-01-05), 2, 2s, datetime(2026-01-05T02:00), 3, 3s] | make-series a = ${aggregate} on t step 1h | project a`,
        [[values]],
      ]),
      [
        'datatable(x: long, v: long)[1, long(null), 3, 4] | make-series a = sum(v), n = count(v) on x step 1 | project a, n',
        [['[null,0,4]', '[0,0,1]']],
      ],
    ],
    'an aggregate in extend is of all rows, whatever it is made of': [
      [
        'where name in ("a", "b") | extend n = count(), d = dcount(name), all = array_sort_asc(make_list(name)) | project n, d, all',
        [
          [2, 2, '["a","b"]'],
          [2, 2, '["a","b"]'],
        ],
      ],
      [
        'where name == "a" | extend p = p95(status_code), at = last(name), r = rate() | project p, at, r * 172800',
        [[200, 'a', 1]],
      ],
    ],
    'rows are joined, and looked up in a query, where their keys compare as equal': [
      [
        'datatable(a: dynamic)["5", 5, "5.0", 5.5, "x", null, "1795463999123456789", "1795463999123456790"] | extend k = tostring(a) | join kind=inner (datatable(k: long)[5, 1795463999123456789, 9]) on k | project k, k1 | sort by k asc',
        [
          ['1795463999123456789', '1795463999123456789'],
          ['5', '5'],
          ['5', '5'],
          ['5.0', '5'],
        ],
      ],
      [
        'datatable(k: string)["5", "5.0", "5.5", "x", "", "1795463999123456789", "1795463999123456790"] | project k, among = k in (datatable(n: long)[5, 1795463999123456789]), beside = k !in (datatable(n: long)[5, 1795463999123456789])',
        [
          ['5', true, false],
          ['5.0', true, false],
          ['5.5', false, true],
          ['x', false, true],
          ['', false, true],
          ['1795463999123456789', true, false],
          ['1795463999123456790', false, true],
        ],
      ],
      ['datatable(k: long)[5, 6] | where k in (datatable(s: string)["5.0", "x"]) | project k', [['5']]],
      ['datatable(k: real)[5.0, 6.5] | join kind=inner (datatable(k: string)["5", "6.50", "x"]) on k | count', [[2]]],
      ['datatable(k: long)[5, 6] | join kind=inner (datatable(k: real)[5.0, 6.5]) on k | count', [[1]]],
      ['datatable(k: long)[5, 6] | where k in (datatable(s: real)[5.0, 6.5]) | count', [[1]]],
      [
        'datatable(k: bool)[true, false] | join kind=inner (datatable(k: string)["True", "1", "0", "x"]) on k | count',
        [[3]],
      ],
      [
        'datatable(k: datetime)[datetime(2026-01-01)] | join kind=inner (datatable(k: string)["2026-01-01T00:00:00Z", "2026-01-01"]) on k | count',
        [[2]],
      ],
      ['datatable(k: dynamic)["a", "B"] | where k in~ (datatable(k: dynamic)["A", "b", 5]) | count', [[2]]],
      ['datatable(k: timespan)[5ns, 6ns] | where k in (datatable(k: dynamic)[5, "x", "6"]) | count', [[2]]],
      ['datatable(k: timespan)[5s] | join kind=inner (datatable(k: long)[5000000000]) on k | count', [[1]]],
      [
        'where name in ("a", "b") | project name, status_code | lookup (datatable(status_code: long, v: string)[200, "x"]) on status_code | project name, v | sort by name asc',
        [
          ['a', 'x'],
          ['b', null],
        ],
      ],
    ],
    'keys of a join are listed with commas or with `and`': [
      [
        'datatable(a: long, b: long)[1, 1, 1, 2] | join kind=inner (datatable(a: long, c: long, v: string)[1, 1, "x", 1, 3, "y"]) on a and $left.b == $right.c | project a, b, v',
        [[1, 1, 'x']],
      ],
      [
        'print a = 1, b = 2 | lookup (datatable(a: long, b: long, v: string)[1, 2, "x", 1, 3, "y"]) on a and b | project v',
        [['x']],
      ],
    ],
    'numbers go together however they came about': [
      ['summarize n = count() | join kind=inner (print n = 8) on n | project n', [[8]]],
      ['summarize n = count() | summarize m = count() by k = iff(n > 5, n, 5) | project k', [[8]]],
      [
        'where name == "a" | project strlen(name) % strlen(environment), int_div(1, strlen(environment))',
        [[null, null]],
      ],
      [
        'project x = 1 | join kind=leftouter (print x = 1) on x | extend y = 1 | join kind=leftouter (print y = 1) on y | count',
        [[8]],
      ],
    ],
    'what orders nothing is no order': [
      [`sort by isnull(kind) asc | ${names}`, [['["a","b","c","d","e","f","g","h"]']]],
    ],
    'words of few are texts to every function': [
      [
        'where name == "a" | project parse_json(name), replace_strings(name, dynamic(["a"]), dynamic(["b"]))',
        [['"a"', 'b']],
      ],
    ],
    'a key with an equals sign is no other key': [
      [`attributes.x == "b=c" | ${names}`, [['["d"]']]],
      [`attributes["x=b"] == "c" | ${names}`, [['["e"]']]],
      [`attributes.x in ("b=c", "b") | ${names}`, [['["d"]']]],
      [`attributes.x != "b=c" | ${names}`, [['[]']]],
    ],
    'a rare attribute is one side of an or, and the other side stands': [
      [`where attributes["u/v"] startswith "q" or isnotnull(attributes.n) | ${names}`, [['["a","b","c","d"]']]],
      [`where attributes.nothing > "q" or attributes.n == "9" | ${names}`, [['["a"]']]],
    ],
    'the answer of the HTTP server is a number wherever it is asked for, and missing where there is none': [
      [`status_code >= 500 | ${names}`, [['["b"]']]],
      [`take 100 | where status_code >= 500 | ${names}`, [['["b"]']]],
      [`take 100 | where status_code in (200, 503) | ${names}`, [['["a","b"]']]],
      [`status_code != 200 | ${names}`, [['["b","h"]']]],
      [`status_code > 301.5 | ${names}`, [['["b","h"]']]],
      [`take 100 | where status_code != 200 | ${names}`, [['["b","h"]']]],
      [`not(status_code in (200, 404)) | ${names}`, [['["b","h"]']]],
      [
        'project x = todouble(status_code), y = tolong(status_code) | where isnotnull(x) | sort by x asc | take 2',
        [
          [200, 200],
          [302, 302],
        ],
      ],
      ['project x = status_code / 100 | where isnotnull(x) | sort by x asc', [[2], [3.02], [5.03]]],
      [
        'summarize avg(status_code), n = count() by bin(status_code, 100) | sort by n asc, status_code asc | take 2',
        [
          [200, 200, 1],
          [300, 302, 1],
        ],
      ],
    ],
    'a position is one of an array, and a bag has none': [
      [
        `print b = '{"a":[1],"0":2}' | extend d = parse_json(b) | project d[0], d[-1], d.a[0], d["0"], d.a["0"], dynamic({"a":1})[0]`,
        [[null, null, '1', '2', null, null]],
      ],
      [`where name == "h" | project attributes.m[0], attributes.l[1], attributes.l[-2]`, [[null, '"y"', '"x"']]],
      [`where name == "f" | extend i = 1 | project events[i].n, events[0][0], attributes[0]`, [['50', null, null]]],
    ],
    'another name of a field is known behind each stage that takes the field along': [
      ['project name | where span_name == "a"', [['a']]],
      ['distinct name | where span_name == "a"', [['a']]],
      ['summarize n = count() by name | where span_name == "a"', [['a', 1]]],
      ['summarize arg_max(timestamp, *) by kind | where span_name == "a" | project name, env', [['a', null]]],
      ['summarize arg_max(timestamp, name) | project span_name', [['a']]],
      ['where name == "a" | summarize take_any(*) | project span_name', [['a']]],
      ['union logs, spans | where span_name == "a" | project name', [['a']]],
      ['project name, id | join kind=inner (project id, name = "z") on id | where span_name == "a" | count', [[1]]],
      ['project name, span_id = name | project-away span_name | getschema | project ColumnName', [['span_id']]],
    ],
    'a log record has neither the outcome of a span nor its duration': [
      [`status_code == "UNSET" | ${names}`, [['["c","d","e","f","g"]']]],
      [`take 100 | where status_code == "UNSET" | ${names}`, [['["c","d","e","f","g"]']]],
      [`status_code != "ERROR" | ${names}`, [['["a","c","d","e","f","g"]']]],
      [`status_code in ("OK", "UNSET") | ${names}`, [['["a","c","d","e","f","g"]']]],
      [`status_code !in ("OK", "ERROR") | ${names}`, [['["c","d","e","f","g"]']]],
      [`isnull(status_code) | ${names}`, [['["h"]']]],
      [
        'summarize count() by status_code | sort by status_code asc',
        [
          [null, 1],
          ['ERROR', 1],
          ['OK', 1],
          ['UNSET', 5],
        ],
      ],
      [
        'where kind == "log" | project sqrt(duration), round(duration / 1ms, 1), todouble(duration)',
        [[null, null, null]],
      ],
    ],
    'an attribute is known by its short name wherever attributes are': [
      ['where http_status >= 300 | sort by name asc | project name', [['b'], ['h']]],
      [`union logs, spans | where http_status >= 300 | ${names}`, [['["b","h"]']]],
      [`union logs, spans | where environment == "prod" and host == "n1" | ${names}`, [['["g"]']]],
      [
        'union logs, spans | summarize n = count() by env | sort by n asc',
        [
          ['prod', 1],
          [null, 7],
        ],
      ],
      ['project name, resource | where env == "prod" and host.name startswith "n" | project name', [['g']]],
    ],
    'the largest of an attribute is a number, and of its texts the last one': [
      ['summarize max(attributes.n), max(tostring(attributes.n)), min(tostring(attributes.n))', [[100, 'many', '10']]],
    ],
    'what reads as a number goes by its size': [
      ['where isnotnull(attributes.n) | sort by attributes.n asc | project name', [['a'], ['b'], ['c'], ['d']]],
      ['where isnotnull(attributes.n) | sort by attributes.n desc | project name', [['c'], ['b'], ['a'], ['d']]],
      ['sort by attributes.n asc, name asc | project name | take 5', [['e'], ['f'], ['g'], ['h'], ['a']]],
      ['top 1 by attributes.n | project name', [['c']]],
      [
        'datatable(d: dynamic) [dynamic({"x": 9}), dynamic({"x": 10}), dynamic({"x": "many"}), dynamic({})] | summarize max(d.x), min(d.x)',
        [['10', '9']],
      ],
      ['datatable(d: dynamic) ["b", "a"] | summarize max(d), min(d)', [['"b"', '"a"']]],
      [
        'datatable(d: dynamic, k: string) [9, "a", 10, "b", dynamic(null), "c"] | summarize arg_max(d, k) | project k',
        [['b']],
      ],
      ['where name == "b" | project max_of(attributes.n, 9), min_of(attributes.n, 9)', [[10, 9]]],
    ],
    'of no rows there is no best row, and of rows without the value any is': [
      ['where false | summarize arg_max(duration, kind), first(kind), last(timestamp)', [[null, null, null, null]]],
      ['where name == "f" | summarize arg_max(attributes.n, kind, name) | project attributes.n, name', [[null, 'f']]],
      [
        'datatable(k: string, t: long, v: string) ["a", 1, "x", "a", long(null), "y", "b", long(null), "z"] | summarize arg_max(t, v), arg_min(t, v) by k | sort by k asc | project v, v1',
        [
          ['x', 'x'],
          ['z', 'z'],
        ],
      ],
      [
        'datatable(d: dynamic, v: string) [dynamic(null), "z"] | summarize arg_max(d, v), arg_min(d, *) | project v, v1',
        [['z', 'z']],
      ],
    ],
    'a condition is the same as a filter, as a value, and over a column': [
      ['summarize countif(attributes.n != 9), countif(attributes.n !in (9, 10))', [[3, 2]]],
      ['summarize countif(events[*].n != 5), countif(events[*].name !has "one")', [[1, 1]]],
      [`extend n = attributes.n | where n != 9 | ${names}`, [['["b","c","d"]']]],
      [`duration != attributes.n | ${names}`, [['["a","b","c","d"]']]],
    ],
    'a bag of many is as large as its keys': [
      [
        'range x from 1 to 10000 step 1 | summarize b = make_bag(bag_pack(tostring(x % 3), x)), n = array_length(bag_keys(make_bag(bag_pack(tostring(x), 1)))) | project b, n',
        [['{"1":1,"2":2,"0":3}', 10_000]],
      ],
    ],
    'sets, pairs and choices of long arrays take no more than the arrays do': [
      [
        'range x from 1 to 10000 step 1 | summarize a = make_list(strcat("element ", tostring(x))), b = make_list(strcat("element ", tostring(x * 2))), c = make_list(x % 2) | project array_length(set_difference(a, b)), array_length(set_intersect(a, b)), array_slice(set_difference(a, b, dynamic(["element 1"])), 0, 1), array_slice(zip(a, b), 9998, 9999), array_slice(array_iff(c, a, b), 0, 1)',
        [
          [
            5_000,
            5_000,
            '["element 3","element 5"]',
            '[["element 9999","element 19998"],["element 10000","element 20000"]]',
            '["element 1","element 4"]',
          ],
        ],
      ],
      [
        'print zip(dynamic([1, 2, 3]), dynamic(["a"])), array_iff(dynamic([true, false, 0, 1, "x"]), dynamic([1, 2]), 7), array_iff(dynamic([false]), 1, dynamic(null)), set_difference(dynamic([1, 1, 2]), dynamic([2])), set_intersect(dynamic([2, 1, 2]), dynamic([2, 3]))',
        [['[[1,"a"],[2,null],[3,null]]', '[1,7,7,null,null]', '[null]', '[1]', '[2]']],
      ],
    ],
    'times and spans of rows are reckoned with as constants are': [
      [
        'datatable(t: datetime, u: datetime, d: timespan) [datetime(2026-01-02 03:04:05.000000700), datetime(2026-01-01), 90s] | project t + d, d + t, t - d, t - u, u - t, t % 1h',
        [
          [
            '2026-01-02 03:05:35.000000700',
            '2026-01-02 03:05:35.000000700',
            '2026-01-02 03:02:35.000000700',
            97_445_000_000_700,
            -97_445_000_000_700,
            245_000_000_700,
          ],
        ],
      ],
      [
        'datatable(d: timespan, e: timespan) [90s, 40s, -90s, 40s] | project d + e, d - e, d * 2, 1.5 * e, d / e, d / 4, d % e',
        [
          [130_000_000_000, 50_000_000_000, 180_000_000_000, 60_000_000_000, 2.25, 22_500_000_000, 10_000_000_000],
          [-50_000_000_000, -130_000_000_000, -180_000_000_000, 60_000_000_000, -2.25, -22_500_000_000, 30_000_000_000],
        ],
      ],
      [
        'datatable(t: datetime, d: timespan) [datetime(1970-01-01 00:00:01.000000700), 1s, datetime(1969-12-31 23:59:59), -1s] | project tolong(t), tolong(d), todouble(d)',
        [
          [10_000_007, 10_000_000, 1_000_000_000],
          [-10_000_000, -10_000_000, -1_000_000_000],
        ],
      ],
      [
        'where name == "a" | project timestamp + 1h - timestamp, timestamp - 1h < timestamp, end_time - timestamp',
        [[3_600_000_000_000, true, 0]],
      ],
    ],
    'the rest of a division is never negative': [
      [
        'datatable(a: long, b: long) [-7, 3, 7, -3, 5, 0] | project a % b, a % 3',
        [
          [2, 2],
          [1, 1],
          [null, 2],
        ],
      ],
      ['print 3 % -7.25', [[3]]],
    ],
    'times before 1970, after 2106, and none': [
      [
        'datatable(t: datetime) [datetime(1960-01-01 12:00:01), datetime(2150-01-01 12:00:02), datetime(null)] | project bin(t, 1h), bin(t, 7d), startofday(t), endofweek(t)',
        [
          [
            '1960-01-01 12:00:00.000000000',
            '1959-12-28 00:00:00.000000000',
            '1960-01-01 00:00:00.000000000',
            '1960-01-02 23:59:59.999999900',
          ],
          [
            '2150-01-01 12:00:00.000000000',
            '2149-12-29 00:00:00.000000000',
            '2150-01-01 00:00:00.000000000',
            '2150-01-03 23:59:59.999999900',
          ],
          [null, null, null, null],
        ],
      ],
      ['extend t = todatetime(attributes.x) | summarize n = count() by bin(t, 7d)', [[null, 8]]],
      ['timestamp < datetime(9999-12-31) and timestamp > datetime(0001-01-01) | count', [[8]]],
      [
        'print datetime_add("year", 1000000, datetime(2024-01-01)), startofday(datetime(2024-01-01), 9223372036854775807)',
        [['2261-12-31 23:59:59.999999999', '2261-12-31 23:59:59.999999999']],
      ],
      [
        'print unixtime_seconds_todatetime(real(nan)), startofyear(datetime(2024-01-01), -1000000000)',
        [[null, '1900-01-01 00:00:00.000000000']],
      ],
      [
        'datatable(s: string)["9999-12-31T23:59:59Z", "0001-01-01", "2024-02-30"] | project t = todatetime(s), u = todatetime(s) + 1d > now()',
        [
          ['2261-12-31 23:59:59.999999999', true],
          ['1900-01-01 00:00:00.000000000', false],
          [null, null],
        ],
      ],
    ],
    'what no collector saw was seen when it came': [
      ['observed_timestamp > ago(1h) | count', [[8]]],
      ['where name == "a" | project observed_timestamp == ingested_at', [[true]]],
    ],
    'the mean and the percentiles of instants': [
      [
        'range t from datetime(2026-01-15) to datetime(2026-01-15 00:00:20) step 1s | summarize avg(t), p50(t), percentile(t, 0)',
        [['2026-01-15 00:00:10.000000000', '2026-01-15 00:00:10.000000000', '2026-01-15 00:00:00.000000000']],
      ],
      ['where false | summarize avg(timestamp), p50(timestamp)', [[null, null]]],
    ],
    'the time of storing is an instant like any other': [
      ['summarize count() by t = tostring(ingested_at) > "2", b = bin(ingested_at, 1d) > ago(2d)', [[true, true, 8]]],
    ],
    'what adds up to more than 64 bits has no sum, and a mean all the same': [
      [
        'datatable(n: long, d: timespan, part: long) [9000000000000000000, 100000d, 1, 8000000000000000000, 100000d, -1] | summarize sum(n), sum(d), sum(part), avg(n), avg(d), sumif(n, part > 0)',
        [[null, null, 0, 8.5e18, 8_640_000_000_000_000_000, 9_000_000_000_000_000_000]],
      ],
    ],
    'arguments of another type are read or refused, and never the fault of the store': [
      ['print has_ipv4("from 10.0.0.1", "(", 5), has_ipv4_prefix("from 10.0.0.1", "(", "10.")', [[false, true]]],
      ['print series_outliers(dynamic([3, 1, 2]))', [['[0,0,0]']]],
      ['print ipv4_is_in_any_range("10.1.2.3", 5, "10.0.0.0/8")', [[true]]],
      ['datatable(s: string) ["5"] | summarize avg(dynamic(null)), sum(dynamic(null))', [[null, null]]],
    ],
    'what is no bag and no array has no members': [
      [
        'print n = 1, r = 1.5, t = now(), d = 1s, b = true | project n[0], r.x, t[0], d.x, b[0]',
        [[null, null, null, null, null]],
      ],
      ['where name == "a" | project timestamp.x, severity_number[0], errors.x', [[null, null, null]]],
    ],
    'several names take the items of an array, in every stage': [
      ['print (a, b) = dynamic([5, 6]) | project a, b', [['5', '6']]],
      ['print l = dynamic([5, 6]) | extend (a, b) = l | project a, b', [['5', '6']]],
      ['range x from 5 to 6 step 1 | summarize (a, b) = make_list(x) | project a, b', [['5', '6']]],
      ['range x from 5 to 6 step 1 | summarize (a, b) = count() | project a, b', [[null, null]]],
      ['range x from 5 to 6 step 1 | summarize (a, b) = percentiles(x, 0, 100) | project a, b', [[5, 6]]],
    ],
    'chance is another for each row and for each call': [
      ['range x from 1 to 100 step 1 | extend r = rand() | summarize count_distinct(r)', [[100]]],
      ['range x from 1 to 100 step 1 | project a = 1 | extend g = new_guid() | summarize count_distinct(g)', [[100]]],
      ['range x from 1 to 2000 step 1 | where rand() < 0.5 | count | project Count between (800 .. 1200)', [[true]]],
      ['print a = rand(), b = rand(), c = new_guid(), d = new_guid() | project a == b, c == d', [[false, false]]],
    ],
    'attributes are found behind a stage that keeps them as a column': [
      [`project-away body | where attributes.http.response.status_code == 503 | ${names}`, [['["b"]']]],
      [`project name, attributes | where attributes.http.status_code == 503 | ${names}`, [['["b"]']]],
      [`project name, a = attributes | where a.http.status_code == 503 | ${names}`, [['["b"]']]],
      [`summarize arg_max(timestamp, *) by name | where attributes.http.status_code > 200 | ${names}`, [['["b","h"]']]],
      [`project-away body | where attributes.n == 10 | ${names}`, [['["b"]']]],
      // Those of an event of the span, and of the sender, are in columns alone.
      ...[
        'project-away body',
        'project name, attributes, resource',
        'project-rename a = attributes | project-rename attributes = a',
        'parse name with * "f" rest',
        'mv-expand events | where events.n == 5',
        'mv-expand events | where events.n == 5 | project-away body | mv-expand links',
        'sort by timestamp asc | take 20 | project-away body | take 10',
        'union spans, logs',
        'union spans, (print name = "f", attributes = dynamic({"exception.type": "Other"})) | extend one = 1',
        'union metrics, events | where isnotnull(id)',
        'union spans, logs | project-rename a = attributes | project name, service, resource, attributes = a',
        'join kind=leftouter (print name = "f") on name',
        'join kind=inner (project name) on name | project-away name1',
      ].map((stages): (typeof answers)[string][number] => [
        `${stages} | where attributes.exception.type == "Timeout" and exception.type != "Other" and attributes.user.id == "u7" and service == "shop" and resource.service.name == "shop" | ${names}`,
        [['["f"]']],
      ]),
      [`distinct attributes, name | where attributes.exception.type == "Timeout" | ${names}`, [['["f"]']]],
      ['summarize count() by attributes | where attributes.user.id == "u7" | count', [[1]]],
      ['summarize arg_max(timestamp, attributes) | project attributes.exception.type, attributes.n', [[null, '9']]],
      ['summarize arg_min(timestamp, attributes) by kind == "log" | count', [[2]]],
      ['datatable(a: long, b: long) [1, long(null), long(null), 2] | summarize take_any(a, b)', [[1, null]]],
      ['datatable(a: long) [long(null), 2] | summarize take_any(a)', [[2]]],
      [
        'distinct attributes | where attributes.n > 0 | sort by attributes.n desc | project attributes.n',
        [['100'], ['10'], ['9']],
      ],
      ['project resource | where service == "shop" | count', [[1]]],
      ['project resource | summarize count() by service | where service == "shop" | project count_', [[1]]],
      ['union (where name == "b"), (print attributes = dynamic({"n": 10})) | where attributes.n == 10 | count', [[2]]],
      ['project c = attributes.http.response.status_code, n = attributes.n | where c > n | count', [[2]]],
      ['union spans, logs | where http_status > attributes.n | count', [[2]]],
      ['mv-expand links | where attributes.n < http_status | count', [[2]]],
    ],
    'a value is looked for in an attribute that is a list': [
      [`where "y" in (attributes.l) | ${names}`, [['["h"]']]],
      [`where "y" !in (attributes.l) | ${names}`, [['["g"]']]],
      [`where "z" in (attributes.l) | ${names}`, [['["g"]']]],
      [`extend l = attributes.l | where name !in (l) | ${names}`, [['["g","h"]']]],
    ],
    'an empty attribute is a missing one where there is another': [
      ['where name == "d" | project coalesce(attributes.e, attributes.q, attributes.x)', [['b=c']]],
    ],
    'what has no case is compared as it is, whatever the operator': [
      ['errors =~ true | count', [[1]]],
      ['timestamp in~ (spans | project timestamp) | count', [[7]]],
    ],
    'what no duration is, is null': [
      ['print 1h / real(nan), 1h * 1e300, 90m / 4', [[null, null, 1_350_000_000_000]]],
      ['datatable(n: long) [0, 7] | project isnull(datetime(2026-01-15) % totimespan(n))', [[true], [false]]],
    ],
    'the least number of 64 bits is divided, and divides, or there is nothing': [
      [
        'datatable(a: string, b: string) ["7", "-9223372036854775808", "-1", "-9223372036854775808", "-9223372036854775808", "-1"] | extend n = tolong(a), by = tolong(b) | project n % by, int_div(n, by)',
        [
          [7, 0],
          ['9223372036854775807', 0],
          [0, null],
        ],
      ],
      ['print int_div(long(-9223372036854775808), -1)', [[null]]],
    ],
    'a width of a row that is none makes no bin': [
      [
        'datatable(n: long) [-2, 0, 2] | project bin(7, n), bin(7.5, n * 1.0), bin(3h, totimespan(n))',
        [
          [null, null, null],
          [null, null, null],
          [6, 6, 10_800_000_000_000],
        ],
      ],
    ],
    'padleft() and padright() cut nothing': [
      ['print padleft("abcdef", 3), padright("abc", 5, "-"), padleft("ab", 4, "xy")', [['abcdef', 'abc--', 'xyab']]],
    ],
    'round() leaves alone what has no digits to lose': [
      ['print round(1e300, 15), round(-1e300, 2), round(1e22 / 3, 10)', [[1e300, -1e300, 1e22 / 3]]],
      ['print round(2.5), round(-2.5), round(0.125, 2), round(-1.005, 1)', [[3, -3, 0.13, -1]]],
      [
        'datatable(x: real) [1e300, 2.345, -2.5] | project round(x, 15), round(x, 1)',
        [
          [1e300, 1e300],
          [2.345, 2.3],
          [-2.5, -2.5],
        ],
      ],
    ],
    'there is one zero': [
      ['datatable(x: real) [-0.2, 0.2, 0.0] | summarize count() by round(x)', [[0, 3]]],
      ['datatable(x: real) [-0.2, 0.0] | summarize count() by ceiling(x)', [[0, 2]]],
      ['datatable(x: real) [-0.0, 0.0] | summarize count() by bin(x, 5.0)', [[0, 2]]],
    ],
    'of each element of an array, as a value': [
      ['where name == "f" | project events[*].name, events[*].n', [['["one","two"]', '[5,50]']]],
      ['where name == "f" | mv-expand n = events[*].n to typeof(long) | project n', [[5], [50]]],
      ['where name == "e" | project n = events[*].n', [[null]]],
      [
        'print d = dynamic([{"b": [{"c": 1}, {"c": 2}]}, {"b": [{"c": 3}, {}]}, {"x": 4}]) | project d[*].b[*].c, d[*].b[*]',
        [['[1,2,3,null]', '[{"c":1},{"c":2},{"c":3},{}]']],
      ],
      ['print d = dynamic([[1, 2], [3]]) | project d[*][*]', [['[1,2,3]']]],
    ],
    'every star of a path looks at all elements': [
      ['print d = dynamic([{"b": [{"c": 1}, {"c": 2}]}, {"b": [{"c": 3}]}]) | where d[*].b[*].c == 3 | count', [[1]]],
      ['print d = dynamic([{"b": [{"c": 1}, {"c": 2}]}, {"b": [{"c": 3}]}]) | where d[*].b[*].c == 4 | count', [[0]]],
      ['print d = dynamic([{"b": [{"c": 1}, {"c": 2}]}, {"b": [{"c": 3}]}]) | where d[*].b[*].c != 3 | count', [[0]]],
      ['print d = dynamic([{"b": ["x y", "z"]}, {}]) | where d[*].b[*] has "y" and d[*].b[*] !has "q" | count', [[1]]],
      ['print d = dynamic([[1, 2], [30]]) | where d[*][*] between (20 .. 40) | count', [[1]]],
      ['where events[*].attributes[*].v == 1 | count', [[0]]],
    ],
    'a condition as a value is true or false, never a number': [
      [
        'print 1 < 2, 5 in (6), tobool(2), isnan(1.5), array_length(dynamic([1])) == 1',
        [[true, false, true, false, true]],
      ],
      [
        'extend slow = duration >= 0ns | summarize count() by slow | sort by slow asc',
        [
          [null, 1],
          [true, 7],
        ],
      ],
      ['where name == "a" | project errors, attributes.n > 3, attributes.x == "y"', [[false, true, null]]],
      ['summarize max(name == "a"), take_any(1 > 2)', [[true, false]]],
    ],
    'what is neither true nor false differs from both, and what is missing from neither': [
      [
        'datatable(a: dynamic) [dynamic("no"), dynamic("true"), dynamic(false), dynamic(""), dynamic(null)] | project a == true, a != true, not(a == false)',
        [
          [false, true, true],
          [true, false, true],
          [false, true, false],
          [false, true, true],
          [null, null, null],
        ],
      ],
      ['where attributes.x != true and not(attributes.x == false) | project name', [['d']]],
      ['where attributes.nothing != true | count', [[0]]],
      ['where attributes.x !in (true, false) | project name', [['d']]],
    ],
    'any percentile has a short name': [
      [
        'range n from 1 to 1000 step 1 | summarize p10(n) == percentile(n, 10), p98_5(n) == percentile(n, 98.5), P5(n) < p10(n)',
        [[true, true, true]],
      ],
    ],
    'of groups that are equally large the same come first each time': [
      [
        'range n from 1 to 5000 step 1 | summarize c = count() by k = tostring(n) | top 3 by c',
        [
          ['1', 1],
          ['10', 1],
          ['100', 1],
        ],
      ],
      [
        'range n from 1 to 5000 step 1 | summarize c = count() by half = n % 2, k = tostring(n) | sort by c, k desc | take 2 | project k',
        [['999'], ['998']],
      ],
    ],
    'a pipeline that as names is a table of what comes after, with stages of its own': [
      ['range x from 1 to 4 step 1 | as T | union (T | where x > 2), T | count', [[10]]],
      ['range x from 1 to 4 step 1 | as T | where x in (T | summarize max(x)) | project x', [[4]]],
      ['range x from 1 to 4 step 1 | as T | extend s = toscalar(T | summarize sum(x)) | summarize max(s)', [[10]]],
      [
        'spans | as T | join kind=inner (T | summarize n = max(attributes.n)) on $left.attributes.n == $right.n | project name',
        [['c']],
      ],
    ],
    'options of a union are words in any case, as those of a join': [
      ['union Kind=Inner (print a = 1, b = 2), (print a = 2) | getschema | project ColumnName', [['a']]],
      ['union WithSource=T (print a = 1), (print a = 2) | getschema | project ColumnName', [['T'], ['a']]],
      ['print a = 1, b = 2 | join KIND=LeftAnti (print a = 1) on a | count', [[0]]],
    ],
    'what is taken of rows in an order is taken in that order, under a condition too': [
      [
        'range x from 1 to 1000 step 1 | sort by x desc | summarize take_any(x), take_anyif(x, x > 5), array_slice(make_list(x), 0, 1), array_slice(make_list_if(x, x > 5), 0, 1)',
        [[1000, 1000, '[1000,999]', '[1000,999]']],
      ],
      ['range x from 1 to 1000 step 1 | sort by x desc | summarize take_anyif(x, x > 5)', [[1000]]],
      [
        'range x from 1 to 1000 step 1 | sort by x desc | summarize make_bag_if(bag_pack("k", x), x > 5)',
        [['{"k":1000}']],
      ],
    ],
    'translate() replaces all characters at once': [
      ['print translate("ab", "", "cabbage é")', [['cge é']]],
      ['print translate("ab", "ba", "abab")', [['baba']]],
      ['print translate("abc", "x", "aabbcc")', [['xxxxxx']]],
      ['print translate("ab", "", "abc")', [['c']]],
      ['print translate("aab", "xyz", "ab")', [['xz']]],
      ['print translate("üx", "uy", "üxü")', [['uyu']]],
    ],
  };

t.test('odd events, worked out by hand', async (t) => {
  const { clickhouse, reader } = await stores(t);
  await seed(clickhouse);
  const rowsOf = async ({ sql, params }: { sql: string; params: Readonly<Record<string, unknown>> }) => {
    const result = await reader.query({
      query: sql,
      query_params: { ...params },
      format: 'JSONCompactEachRow',
      clickhouse_settings: {
        ...planSettings,
        max_memory_usage: String(defaultReadLimits.memoryBytesMax),
        output_format_json_quote_64bit_integers: 0,
      },
    });
    return await result.json<unknown[]>();
  };
  for (const [what, cases] of Object.entries(answers)) {
    await t.test(what, async (t) => {
      for (const [text, rows] of cases) {
        const compiled = compile(text, input);
        if (!compiled.ok) {
          t.fail(`${text}: ${compiled.diagnostics.map(({ message }) => message).join('; ')}`);
          continue;
        }
        t.same(await rowsOf(compiled), rows, text);
      }
    });
  }
  for (const [what, conditions] of Object.entries(ofRow)) {
    await t.test(`behind a stage that leaves rows as they are these are what they were: ${what}`, async (t) => {
      const found = async (text: string): Promise<unknown> => {
        const compiled = compile(`${text} | ${names}`, input);
        return compiled.ok ? await rowsOf(compiled) : compiled.diagnostics.map(({ message }) => message);
      };
      for (const condition of conditions) {
        const wanted = await found(`where ${condition}`);
        for (const stages of keeping)
          t.same(await found(`${stages} | where ${condition}`), wanted, `${stages} | where ${condition}`);
      }
    });
  }
  await t.test('an attribute behind a stage that keeps all is found, and called, by its short name', async (t) => {
    const attributes = (['n', 'http.response.status_code'] as const).map((key) => ({
      scope: 'attributes' as const,
      key,
      types: ['number' as const],
    }));
    for (const start of [
      'where name == "b"',
      'where name == "b" | project-away body',
      'where name == "b" | distinct *',
      'where name == "b" | mv-expand events',
      'where name == "b" | parse name with * "b" rest',
      'union (where name == "b"), (where name == "c")',
      'where name == "b" | summarize arg_max(timestamp, *) by n',
      'project name, attributes',
    ]) {
      const query = `${start} | where n == 10 and http.status_code > 200 | summarize count() by tolong(n), toint(http.status_code)`;
      const compiled = compile(query, { ...input, catalogue: catalogueOf({ attributes }) });
      if (!compiled.ok) {
        t.fail(`${query}: ${compiled.diagnostics.map(({ message }) => message).join('; ')}`);
        continue;
      }
      t.same(await rowsOf(compiled), [[10, 503, 1]], start);
    }
    const called = compile('project-away body | project n, http.status_code', {
      ...input,
      catalogue: catalogueOf({ attributes }),
    });
    t.match(called, { ok: true, columns: [{ name: 'n' }, { name: 'http.status_code' }] });
    const gone = compile('project-away attributes | where n == 10', {
      ...input,
      catalogue: catalogueOf({ attributes }),
    });
    t.match(gone, { ok: false, diagnostics: [{ code: 'E301' }] });
  });
  await t.test('members of a map are found under its name, unless the whole name was sent', async (t) => {
    const attributes = [
      { scope: 'attributes', key: 'm', types: ['object'] },
      { scope: 'attributes', key: 'm.flat', types: ['number'] },
    ] as const;
    const query =
      'where attributes.m.deep.x == "y" | project name, attributes.m.deep.x, attributes.m.flat, attributes.m.n[0], m.deep.x';
    const compiled = compile(query, { ...input, catalogue: catalogueOf({ attributes }) });
    if (!compiled.ok) t.fail(query);
    else t.same(await rowsOf(compiled), [['h', '"y"', '2', '7', '"y"']]);
  });
  await t.test('a status that is no whole number above zero is below others all the same', async (t) => {
    const project = '00000000-0000-7000-8000-000000000002';
    const sent = ['200', '302', '503', '0', '-1', 'none'].map((code) => ({
      name: code,
      kind: 'span',
      http_status: /^[1-9]/.test(code) ? Number(code) : 0,
      attrs: { [code === '-1' ? 'http.status_code' : 'http.response.status_code']: code },
    }));
    await seed(clickhouse, project, [...sent, { name: 'absent', kind: 'span' }]);
    for (const status of ['http_status', 'attributes.http.response.status_code', 'attributes.http.status_code']) {
      for (const [condition, wanted] of [
        [`${status} < 300`, ['-1', '0', '200']],
        [`not(${status} >= 300)`, ['-1', '0', '200']],
        [`100 > ${status}`, ['-1', '0']],
        [`${status} >= 200 and ${status} < 303`, ['200', '302']],
        [`${status} between (100 .. 302)`, ['200', '302']],
        [`${status} >= 0 | where ${status} <= 200`, ['0', '200']],
        [`(${status} >= 500 or name == "0") and ${status} < 600`, ['0', '503']],
        [`${status} !between (200 .. 400)`, ['-1', '0', '503']],
        [`${status} > 200`, ['302', '503']],
      ] as const) {
        const compiled = compile(`where ${condition} | project name`, inputAround(project));
        if (!compiled.ok) t.fail(condition);
        else t.same((await rowsOf(compiled)).map(([name]) => String(name)).toSorted(), wanted, condition);
      }
    }
  });
  await t.test(
    'an attribute that was sent under both of its names is what the one says that is asked for',
    async (t) => {
      const project = '00000000-0000-7000-8000-000000000004';
      await seed(clickhouse, project, [
        { name: 'both', kind: 'log', attrs: { 'server.address': 'cart', 'net.peer.name': 'cart.shop', 'db.name': '' } },
        { name: 'old', kind: 'log', attrs: { 'net.peer.name': 'cart', 'db.namespace': '' } },
        { name: 'new', kind: 'log', attrs: { 'server.address': 'cart.shop', 'db.name': 'x', 'db.namespace': '' } },
        { name: 'long', kind: 'log', attrs: { 'server.address': 'a', 'net.peer.name': '2026-11-26T10:00:00Z' } },
        { name: 'path', kind: 'log', attrs: { 'url.path': '/a', 'http.target': '/b=c', 'code.function': 'b=c' } },
        { name: 'target', kind: 'log', attrs: { 'http.target': '/b=c', 'code.function=b': 'c', 'url.path=': '' } },
      ]);
      for (const [condition, wanted] of [
        ['attributes.net.peer.name == "cart"', ['old']],
        ['attributes.server.address == "cart"', ['both', 'old']],
        ['attributes.net.peer.name != "cart"', ['both', 'long', 'new']],
        ['attributes.server.address !in ("cart", "b")', ['long', 'new']],
        ['attributes.net.peer.name in ("cart", "cart.shop")', ['both', 'new', 'old']],
        ['attributes.server.address == "2026-11-26T10:00:00Z"', []],
        ['attributes.net.peer.name in ("a", "2026-11-26T10:00:00Z")', ['long']],
        ['attributes.db.name == ""', ['both', 'old']],
        ['attributes.db.name != ""', ['new']],
        ['isnotempty(attributes.db.name)', ['new']],
        ['isempty(attributes.db.name)', ['both', 'long', 'old', 'path', 'target']],
        ['isempty(attributes.db.namespace) and isnotnull(attributes.db.namespace)', ['both', 'new', 'old']],
        ['attributes.code.function == "b=c"', ['path']],
        ['url_path == "/a"', ['path']],
        ['url_path != "/a"', ['target']],
        ['attributes.url.path in ("/a", "/b=c", "")', ['path', 'target']],
        ['isnotempty(url_path)', ['path', 'target']],
        ['url_path == "" or attributes.http.target == "/b=c"', ['path', 'target']],
      ] as const) {
        const counting = compile(`summarize countif(${condition})`, inputAround(project));
        if (!counting.ok) t.fail(condition);
        else t.same(await rowsOf(counting), [[wanted.length]], condition);
        for (const stages of [
          `where ${condition}`,
          `take 10 | where ${condition}`,
          `where iff(${condition}, true, false)`,
        ]) {
          const compiled = compile(`${stages} | project name`, inputAround(project));
          if (!compiled.ok) t.fail(condition);
          else t.same((await rowsOf(compiled)).map(([name]) => String(name)).toSorted(), wanted, stages);
        }
      }
    },
  );
  await t.test('rows are sorted by their ids as these are written, which is not as the store has them', async (t) => {
    const project = '00000000-0000-7000-8000-000000000003';
    const ids = ['f0000000-0000-4000-8000-000000000001', '0f000000-0000-4000-8000-000000000002'];
    await seed(
      clickhouse,
      project,
      ids.map((id) => ({ id })),
    );
    for (const text of ['sort by id', 'top 2 by id | project id', 'take 2 | sort by id', 'extend i = id | sort by i']) {
      const compiled = compile(text, { ...inputAround(project), options: { columns: ['id'] } });
      if (!compiled.ok) t.fail(text);
      else
        t.same(
          (await rowsOf(compiled)).map(([id]) => id),
          ids,
          text,
        );
    }
  });
  await t.test('facets are of the rows that a take picks', async (t) => {
    for (const [text, taken] of [
      ['sort by name asc | take 2', ['a', 'b']],
      ['take 2', ['a', 'b']],
      ['sort by name desc | take 3 | where name != "g"', ['f', 'h']],
    ] as const) {
      const compiled = compile(text, { ...input, options: { columns: ['name'] } });
      const facets = compiled.ok ? deriveFacets(compiled, ['name'], 10) : null;
      if (facets === null) t.fail(text);
      else t.same((await rowsOf(facets)).map(([, value]) => String(value)).toSorted(), taken, text);
    }
  });
});
