import t from 'tap';
import { tableNames } from '../../src/query/catalogue/catalogue.ts';
import type { Expr } from '../../src/query/syntax/ast.ts';
import { continued } from '../../src/query/syntax/continued.ts';
import { format } from '../../src/query/syntax/format.ts';
import { formatExpr } from '../../src/query/syntax/format-expr.ts';
import { operators, unsupportedOperators } from '../../src/query/syntax/operators.ts';
import { parse } from '../../src/query/syntax/parser.ts';
import { checkRegex } from '../../src/query/syntax/regex.ts';
import type { Variable } from '../../src/query/syntax/variables.ts';
import { walk } from '../../src/query/syntax/walk.ts';
import { renderDiagnostic } from '../../src/query/text/caret.ts';
import { isError } from '../../src/query/text/diagnostic.ts';
import { suggest } from '../../src/query/text/suggest.ts';
import { corpus, corpusMissing, corpusTexts } from '../support/kql.ts';
import { random } from '../support/random.ts';
import { randomQuery } from '../support/random-query.ts';

/** A tree without positions, to compare. */
const shape = (node: unknown): string =>
  JSON.stringify(node, (key, value: unknown) => {
    if (key === 'span' || key.endsWith('Span')) return undefined;
    return typeof value === 'bigint' ? `${value}n` : value;
  });

/** Text of a query, and how the formatter writes what was understood. */
const accepted: readonly (readonly [string, string])[] = [
  ['spans | summarize hint.strategy = shuffle count() by a', 'spans | summarize count() by a'],
  ['spans | distinct hint.shufflekey = a a', 'spans | distinct a'],
  ['', ''],
  ['level == "ERROR"', 'where level == "ERROR"'],
  ['level == "ERROR" AND body has "timeout" Or x', 'where level == "ERROR" and body has "timeout" or x'],
  ['| where a == 1', 'where a == 1'],
  ['* | take 1', '* | take 1'],
  ['* has "x"', 'where * has "x"'],
  ['"free text"', 'where "free text"'],
  ['spans method == "GET" | count', 'spans where method == "GET" | count'],
  ['Customers where Age < 30', 'Customers where Age < 30'],
  ['spans (a or b)', 'spans where a or b'],
  ['a or b and not c', 'where a or b and not(c)'],
  ['(a or b) and c', 'where (a or b) and c'],
  ['(a.b) and c', 'where a.b and c'],
  ['not(a) == true', 'where not(a) == true'],
  ['!isnull(a) and b', 'where not(isnull(a)) and b'],
  ['not a has "x" and b', 'where not(a has "x") and b'],
  ['1 + 2 * 3 - 4', 'print 1 + 2 * 3 - 4'],
  ['dayofyear(datetime(2015-12-14))', 'print dayofyear(datetime(2015-12-14T00:00:00Z))'],
  ['where 1 + 2', 'where 1 + 2'],
  ['(1 + 2) * -(3 - 4)', 'print (1 + 2) * -(3 - 4)'],
  ['a - (b - c)', 'where a - (b - c)'],
  ['x <> 5', 'where x != 5'],
  ['x in ("a", "b")', 'where x in ("a", "b")'],
  ['x in ["a", "b"]', 'where x in ("a", "b")'],
  ['x in ["a"]', 'where x in ("a")'],
  ['x in ()', 'where x in ()'],
  ['x !in~ ("a",)', 'where x !in~ ("a")'],
  ['x not in ("a")', 'where x !in ("a")'],
  ['hashes has_any ["a"]', 'where hashes has_any ("a")'],
  ['x in (spans | project name)', 'where x in (spans | project name)'],
  ['x in (T)', 'where x in (T)'],
  ['x between (1 .. 5)', 'where x between (1 .. 5)'],
  ['x !between (1..5)', 'where x !between (1 .. 5)'],
  ['body matches /a\\/b\\d/i', 'where body matches /a\\/b\\d/i'],
  ['body =~ /x/', 'where body matches /x/'],
  ['body !~ /x/', 'where body !matches /x/'],
  ['body =~ "x"', 'where body =~ "x"'],
  ['body matches regex @"a\\d"', 'where body matches regex "a\\\\d"'],
  ['body matches "a"', 'where body matches regex "a"'],
  ['body:"timeout"', 'where body has "timeout"'],
  ['body like "a%"', 'where body like "a%"'],
  ['name !startswith_cs "a"', 'where name !startswith_cs "a"'],
  ['attributes.http.request.header.x-request-id == "1"', 'where attributes.http.request.header.x-request-id == "1"'],
  ['attributes["http.route"] == "/"', 'where attributes["http.route"] == "/"'],
  ['spans[*].name == "x"', 'where spans[*].name == "x"'],
  ['events[0].name == "x"', 'where events[0].name == "x"'],
  ["['service.name'].x-y == 1", 'where `service.name`.x-y == 1'],
  ['`my col` == 1', 'where `my col` == 1'],
  ['parse_json(x).a.b[0] == 1', 'where parse_json(x).a.b[0] == 1'],
  ['a[-1] == a[i]', 'where a[-1] == a[i]'],
  ['duration > 1h30m', 'where duration > 1h30m'],
  ['duration > 1.5s and duration < 2days', 'where duration > 1s500ms and duration < 2d'],
  ['x == 0x1F', 'where x == 31'],
  ['x == 1e3', 'where x == 1000.0'],
  ['x == 10.', 'where x == 10.0'],
  ['x == "a" "b"', 'where x == "ab"'],
  ["x == h'a'", 'where x == "a"'],
  ['x == ```a\n"b```', 'where x == "a\\n\\"b"'],
  ["x == @'a''b'", 'where x == "a\'b"'],
  ['t > datetime(2024-01-02 03:04:05.5+01:00)', 'where t > datetime(2024-01-02T02:04:05.5Z)'],
  ['t > datetime(2024, 1, 2)', 'where t > datetime(2024-01-02T00:00:00Z)'],
  ['x == timespan(1.02:03:04)', 'where x == 1d2h3m4s'],
  ['x == int(null) or y == real(nan)', 'where x == int(null) or y == real(nan)'],
  ['x == long(-5) and tolong(y)', 'where x == long(-5) and tolong(y)'],
  ['x == int(y)', 'where x == int(y)'],
  ['print dynamic({"a":[1,-2.5,null,"x"]})', 'print dynamic({"a": [1, -2.5, null, "x"]})'],
  ['summarize count()', 'summarize count()'],
  [
    'summarize c=count(*), p95(duration) by bin(timestamp,5m), service',
    'summarize c = count(*), p95(duration) by bin(timestamp, 5m), service',
  ],
  ['summarize by service', 'summarize by service'],
  ['stats count() by service', 'summarize count() by service'],
  ['summarize count() | count_ > 5', 'summarize count() | where count_ > 5'],
  ['timechart span=5m limit=3 count() by service', 'timechart span=5m limit=3 count() by service'],
  ['spans | order by a asc nulls last, b', 'spans | sort by a asc nulls last, b'],
  ['spans | limit 5', 'spans | take 5'],
  ['spans | top 3 by duration', 'spans | top 3 by duration'],
  ['spans | distinct *', 'spans | distinct *'],
  ['spans | count as n', 'spans | count as n'],
  ['spans | extend (a, b) = f(x), c = 1', 'spans | extend (a, b) = f(x), c = 1'],
  ['spans | project-away a*, *_b', 'spans | project-away a*, *_b'],
  ['spans | project-reorder b asc, *', 'spans | project-reorder b asc, *'],
  ['spans | project-rename a = b.c', 'spans | project-rename a = b.c'],
  ['spans | parse body with * "took " ms:long "ms" *', 'spans | parse body with * "took " ms: long "ms" *'],
  ['spans | parse-kv body as (a:string) with (quote="\'")', 'spans | parse-kv body as (a: string) with (quote="\'")'],
  ['T | mvexpand x = a to typeof(long) limit 5', 'T | mv-expand x = a to typeof(long) limit 5'],
  ['T | mv-expand with_itemindex=i a', 'T | mv-expand with_itemindex=i a'],
  [
    'T | make-series n=count() default=0 on t from a to b step 1h by k',
    'T | make-series n = count() default=0 on t from a to b step 1h by k',
  ],
  [
    'T | join kind=leftouter (U | take 1) on $left.a == $right.b',
    'T | join kind=leftouter (U | take 1) on $left.a == $right.b',
  ],
  ['T | join hint.strategy=broadcast U on a', 'T | join hint.strategy=broadcast U on a'],
  ['union T, (U | take 1)', 'union T, (U | take 1)'],
  ['let head = spans; head a == 1', 'let head = spans;\nhead where a == 1'],
  ['let x = 5; let T = spans | take 5; T | where a == x', 'let x = 5;\nlet T = spans | take 5;\nT | where a == x'],
  ['range x from 1 to 5 step 1', 'range x from 1 to 5 step 1'],
  ['datatable(a:long)[1,2]', 'datatable(a: long) [1, 2]'],
  ['spans | where x == toscalar(T | count)', 'spans | where x == toscalar(T | count)'],
  ['spans | render timechart with (title="x")', 'spans | render timechart with (title="x")'],
  ['search in (spans) "x" and y == 1', 'search in (spans) "x" and y == 1'],
  ['// a comment\nspans /* b */ | take 1', 'spans | take 1'],
  ['count > 5', 'where count > 5'],
  ['count() > 5', 'where count() > 5'],
  ['where contains "x"', 'where where contains "x"'],
  ['limit in (1, 2)', 'where limit in (1, 2)'],
  ['spans | project contains, in, count, by', 'spans | project contains, in, count, by'],
  ['spans | extend has = 1', 'spans | extend has = 1'],
];

t.test('what the grammar accepts is understood as written', async (t) => {
  for (const [text, canonical] of accepted) {
    const { query, diagnostics } = parse(text, tableNames);
    t.same(diagnostics.filter(isError), [], text);
    t.equal(format(query), canonical, text);
    t.equal(shape(parse(canonical, tableNames).query), shape(query), `${canonical} reads back`);
  }
});

/** Text, code, the text that is pointed at, message, and what the first fix makes of the text. */
const refused: readonly (readonly [string, string, string, string, string?])[] = [
  ['level = "ERROR"', 'E203', '=', "'=' assigns a name; use '==' to compare", 'level == "ERROR"'],
  [
    'spans | where countif(a = 1) > 2',
    'E203',
    '=',
    "'=' assigns a name; use '==' to compare",
    'spans | where countif(a == 1) > 2',
  ],
  ['a < b < c', 'E204', '<', 'comparisons cannot be chained', 'a < b and b < c'],
  ['a == b == c', 'E204', '==', 'comparisons cannot be chained'],
  [
    'spans | sumarize count()',
    'E205',
    'sumarize',
    'unknown operator sumarize; did you mean summarize?',
    'spans | summarize count()',
  ],
  ['sumarize count()', 'E205', 'sumarize', 'unknown operator sumarize; did you mean summarize?', 'summarize count()'],
  [
    'spans | project-awy a',
    'E205',
    'project-awy',
    'unknown operator project-awy; did you mean project-away?',
    'spans | project-away a',
  ],
  ['spans | frobnicate a', 'E205', 'frobnicate', 'unknown operator frobnicate'],
  [
    'spans | evaluate bag_unpack(x)',
    'E601',
    'evaluate',
    'operator evaluate is not supported; use extend x = bag.key to unpack a bag, and summarize countif(…) by key to turn rows into columns',
  ],
  ['logs | project a b', 'E206', 'b', "expected ',' before 'b'", 'logs | project a, b'],
  [
    'logs | summarize count() service',
    'E206',
    'service',
    "expected ',' before 'service'",
    'logs | summarize count(), service',
  ],
  ['logs | summarize count(), by a', 'E206', ',', "nothing stands between ',' and by", 'logs | summarize count() by a'],
  ['logs | where a in "x", "y"', 'E206', ',', 'several values stand in parentheses: (…, …)'],
  ...[
    'find "timeout"',
    'find where body has "x" project body',
    'find in (logs, spans) where body has "x" project body',
    'spans | find "x"',
  ].map((text): (typeof refused)[number] => [
    text,
    'E601',
    'find',
    'operator find is not supported; use search "words", or where and a condition',
  ]),
  [
    'join (cluster("a").database("b").T) on x',
    'E601',
    'cluster',
    'operator cluster is not supported; a query reads the data of its own project',
  ],
  [
    'spans | mv-apply x on (take 1)',
    'E601',
    'mv-apply',
    'operator mv-apply is not supported; use mv-expand, and summarize … by id',
  ],
  [
    'spans | top-nested 3 of a by count()',
    'E601',
    'top-nested',
    'operator top-nested is not supported; use summarize … by key, and top',
  ],
  [
    'let f = (x:long) { x + 1 }; print f(1)',
    'E602',
    '(x:long) {',
    'functions defined with let are not supported; write the expression itself',
  ],
  [
    'declare query_parameters(x:long); print x',
    'E602',
    'declare',
    'statement declare is not supported; use let name = value',
  ],
  ['print 1; print 2', 'E603', 'print 2', 'more than one query in a text is not supported'],
  ['.show tables', 'E605', '.', 'management commands are not supported'],
  ['union T*', 'E601', 'T*', 'table patterns with * are not supported'],
  ['name == "abc', 'E101', '"', 'string is not closed', 'name == "abc"'],
  ['name == @"abc', 'E101', '@"', 'string is not closed', 'name == @"abc"'],
  ['a == 1 # b', 'E102', '#', 'comments begin with //'],
  ['# b', 'E102', '#', 'comments begin with //'],
  ['extend x = a == 1 ? b', 'E102', '?', "unexpected character '?'; choices are written as iff(condition, then, else)"],
  ['extend x = case when a then 1 end', 'E206', 'case', 'choices are written as case(condition, value, …, otherwise)'],
  [
    '!a == "x" or b',
    'E206',
    '!a == "x"',
    '\'!\' stands before a value; did you mean not(a == "x")?',
    'not(a == "x") or b',
  ],
  ['a."b c" == 1', 'E209', '."b c"', 'a name in quotes stands in brackets', 'a["b c"] == 1'],
  ['a == (1, 2)', 'E206', ',', "several values stand behind 'in', as in (…, …)"],
  [
    'summarize count(distinct a)',
    'E206',
    'count(distinct',
    'different values are counted by count_distinct(…)',
    'summarize count_distinct(a)',
  ],
  ['timechart count() span=5m', 'E206', 'span', 'span and limit stand before the aggregates'],
  [
    'rate(up{job="x"}[5m])',
    'E604',
    '{',
    'labels are conditions here: logs | where service == "…", or metrics | where metric_name == "…"',
  ],
  [
    'sum(rate(requests_total[5m])) by (service)',
    'E604',
    '5m',
    'a range stands behind by: metrics | where metric_name == "…" | summarize rate(value) by bin(timestamp, 5m)',
  ],
  ['a == 1 && b == 2', 'E102', '&&', "'&&' is no operator; did you mean and?", 'a == 1 and b == 2'],
  ['a == 1 || b == 2', 'E102', '||', "'||' is no operator; did you mean or?", 'a == 1 or b == 2'],
  ['a == 12abc', 'E103', '12abc', '12abc is neither a number nor a duration', 'a == "12abc"'],
  ['a == 99999999999999999999', 'E103', '99999999999999999999', 'number is too large (at most 9223372036854775807)'],
  ['a == 1e400', 'E103', '1e400', 'number is too large (at most 1.7976931348623157e308)'],
  ['a > 999999d', 'E104', '999999d', 'duration is too large (at most 292 years)'],
  ['a /* b', 'E105', '/*', 'comment is not closed'],
  ['`a == 1', 'E106', '`', 'quoted name is not closed', '`a == 1`'],
  ['a matches /b', 'E107', '/', 'regular expression is not closed'],
  ['a matches /b/g', 'E107', 'g', 'unknown flag g of a regular expression; i, m and s are known'],
  ['t > datetime(2026-13-01)', 'E109', '2026-13-01', 'not a date'],
  ['t > datetime(x)', 'E109', 'x', 'not a date', 't > todatetime(x)'],
  ['t > timespan(soon)', 'E109', 'soon', 'not a duration', 't > totimespan(soon)'],
  ['a == {{var-x}}', 'E110', '{{var-x}}', 'unknown variable var-x'],
  ['where', 'E201', '', 'expected an expression'],
  ['!', 'E201', '', 'expected an expression'],
  ['a ==', 'E201', '', 'expected an expression'],
  ['a == 1 and', 'E201', '', 'expected an expression'],
  ['project a,', 'E201', '', 'expected an expression'],
  ['StormEvents | summarize', 'E201', '', 'expected an expression'],
  ['StormEvents | summarize by', 'E201', '', 'expected an expression'],
  ['StormEvents | summarize and', 'E201', 'and', 'expected an expression'],
  ['extend a = * b', 'E201', '*', 'expected an expression'],
  ['spans |', 'E202', '', "expected an operator after '|'"],
  ['spans | | take 1', 'E202', '|', "expected an operator after '|'"],
  ['StormEvents | count x', 'E206', 'x', "unexpected 'x'"],
  ['StormEvents | project a=1 b', 'E206', 'b', "expected ',' before 'b'", 'StormEvents | project a=1, b'],
  [
    'logs | summarize count() by a having count_ > 5',
    'E206',
    'having',
    "expected '|' before where",
    'logs | summarize count() by a | where count_ > 5',
  ],
  ['spans summarize count()', 'E206', 'summarize', "expected '|' before summarize", 'spans | summarize count()'],
  ['level is null', 'E205', 'is', 'unknown operator is; did you mean ==?', 'level == null'],
  ['logs | where level is not null', 'E206', 'is', "unexpected 'is'; did you mean !=?", 'logs | where level != null'],
  ['body hass "x"', 'E205', 'hass', 'unknown operator hass; did you mean has?', 'body has "x"'],
  ['body hass "x" and a == 1', 'E205', 'hass', 'unknown operator hass; did you mean has?', 'body has "x" and a == 1'],
  ['body "x"', 'E206', '"x"', 'expected an operator between body and "x"'],
  ['error timeout', 'E206', 'timeout', "expected an operator between error and 'timeout'"],
  ['error timeout | count', 'E206', 'timeout', "expected an operator between error and 'timeout'"],
  ['body contains', 'E201', '', 'expected an expression'],
  ['logs | where body has', 'E201', '', 'expected an expression'],
  ['logs | where body !has', 'E201', '', 'expected an expression'],
  ['logs | where body has | count', 'E201', '|', 'expected an expression'],
  ['logs | where body has or b', 'E201', 'or', 'expected an expression'],
  ['logs | where not(body in)', 'E201', ')', 'expected an expression'],
  ['level:ERROR', 'E206', 'ERROR', "expected a text in quotes after ':'", 'level:"ERROR"'],
  ['a == 1 adn b == 2', 'E206', 'adn', "unexpected 'adn'; did you mean and?", 'a == 1 and b == 2'],
  ['duration > 500 ms', 'E206', 'ms', "unexpected 'ms'; did you mean 500ms?", 'duration > 500ms'],
  ['a > 10MS', 'E103', '10MS', '10MS is neither a number nor a duration; did you mean 10ms?', 'a > 10ms'],
  // As other languages and search boxes have it.
  [
    "select body from logs where level = 'x'",
    'E604',
    'select',
    'this is SQL; write what it asks for as logs | where … | summarize … by … | project …',
  ],
  ['logs | select body', 'E205', 'select', 'unknown operator select; did you mean project?', 'logs | project body'],
  ['spans | head 5', 'E205', 'head', 'unknown operator head; did you mean take?', 'spans | take 5'],
  [
    'summarize count() as n by a',
    'E206',
    'count() as n',
    'the name of a column stands before it: n = …',
    'summarize n = count() by a',
  ],
  [
    'summarize count() as "n m" by a',
    'E206',
    'count() as "n m"',
    'the name of a column stands before it: ["n m"] = …',
    'summarize ["n m"] = count() by a',
  ],
  [
    'project a / 2 as b, c',
    'E206',
    'a / 2 as b',
    'the name of a column stands before it: b = …',
    'project b = a / 2, c',
  ],
  ['summarize count() group by a', 'E206', 'group by', "groups stand behind 'by' alone", 'summarize count() by a'],
  [
    'spans | count by a',
    'E206',
    'count by',
    'count has no groups; did you mean summarize count() by?',
    'spans | summarize count() by a',
  ],
  [
    'spans | avg(a) by b',
    'E206',
    'avg(a)',
    "expected 'summarize' before what is grouped",
    'spans | summarize avg(a) by b',
  ],
  [
    'a between 1 and 2 and b == 3',
    'E208',
    '1 and 2',
    'bounds are written as (1 .. 2)',
    'a between (1 .. 2) and b == 3',
  ],
  ['a between 1', 'E208', '1', "expected '(' after 'between'"],
  ['a == “x "y"”', 'E102', '“x "y"”', 'a text stands between " or \', not between “', 'a == "x \\"y\\""'],
  ['a has ‘x’ and b', 'E102', '‘x’', 'a text stands between " or \', not between ‘', 'a has "x" and b'],
  ['a === 1', 'E102', '===', "'===' is no operator; did you mean ==?", 'a == 1'],
  ['a ~= "x"', 'E102', '~=', "'~=' is no operator; did you mean =~?", 'a =~ "x"'],
  ['a:>=500', 'E206', ':', "behind ':' stands a text in quotes", 'a>=500'],
  ['a:500', 'E206', ':', "behind ':' stands a text in quotes", 'a==500'],
  ['a:[500 TO 599]', 'E206', ':', "behind ':' stands a text in quotes"],
  ['body rlike "x"', 'E205', 'rlike', 'unknown operator rlike; did you mean matches?', 'body matches "x"'],
  ['f(a, 5 minutes)', 'E206', 'minutes', "unexpected 'minutes'; did you mean 5minutes?", 'f(a, 5minutes)'],
  ['a > 2months', 'E103', '2months', '2months is neither a number nor a duration; did you mean 60d?', 'a > 60d'],
  ['sort by a descending', 'E206', 'descending', "unexpected 'descending'; did you mean desc?", 'sort by a desc'],
  ['a == 1 descending', 'E206', 'descending', "unexpected 'descending'"],
  ['spans | union body has "x"', 'E206', 'has', "unexpected 'has'"],
  ['spans | where (a == 1', 'E207', '(', "'(' is not closed", 'spans | where (a == 1)'],
  ['spans | where f(a', 'E207', '(', "'(' is not closed", 'spans | where f(a)'],
  ['spans | where f(a b)', 'E206', 'b', "unexpected 'b'; expected ',' or ')'"],
  ['spans | sort a', 'E208', 'a', "expected 'by' after sort", 'spans | sort by a'],
  [
    'spans | top 5 duration desc',
    'E208',
    'duration',
    "expected 'by' after the number of rows",
    'spans | top 5 by duration desc',
  ],
  ['range x from 1 to 9 stp 1', 'E208', 'stp', "expected 'step' after the end"],
  ['spans | top by duration', 'E208', 'duration', "expected 'by' after the number of rows"],
  ['a between (1, 2)', 'E208', ',', "expected '..' between the bounds", 'a between (1.. 2)'],
  ['T | join U', 'E208', '', "expected 'on' and the keys"],
  ['let x 5; spans', 'E208', '5', "expected '=' after x"],
  ['let x = 5;', 'E211', '', 'expected a query after let'],
  ['T | join kind=inner on a', 'E208', 'a', "expected 'on' and the keys"],
  [
    'datatable(a:lnog)[1]',
    'E210',
    'lnog',
    "unknown type 'lnog' (bool, int, long, real, string, datetime, timespan, dynamic, guid, decimal)",
  ],
  ['print dynamic(x)', 'E212', 'x', "expected JSON, not 'x'"],
  ['f(x)[*]', 'E201', '*', 'expected an expression'],
];

t.test('a mistake is told with its place, in one sentence, with a fix where there is one', async (t) => {
  for (const [text, code, at, message, fixed] of refused) {
    const errors = parse(text, tableNames).diagnostics.filter(isError);
    const one = errors.find((error) => error.code === code) ?? errors[0];
    t.equal(one?.code, code, text);
    t.equal(one?.message, message, text);
    t.equal(text.slice(one?.start, one?.end), at, `${text}: the place`);
    const edits = one?.fixes?.[0]?.edits ?? [];
    if (fixed === undefined) {
      t.equal(edits.length, 0, `${text}: no fix`);
      continue;
    }
    const after = edits.reduceRight(
      (result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end),
      text,
    );
    t.equal(after, fixed, `${text}: the fix`);
    t.ok(parse(after, tableNames).diagnostics.filter(isError).length < errors.length, `${after} is mended`);
  }
});

t.test('one mistake hides no other: every bad stage is told of, the good ones are there', async (t) => {
  const { query, diagnostics } = parse('spans | where (a = 1 | take 5 | sumarize x | project b, | count', tableNames);
  t.same(
    diagnostics.map((one) => one.code),
    ['E207', 'E203', 'E205', 'E201'],
  );
  t.same(
    query.body.stages.map((stage) => stage.kind),
    ['error', 'take', 'error', 'error', 'count'],
  );
  const inside = parse('T | join (U | bad x | take 5) on k | taek 3', tableNames);
  t.same(
    inside.diagnostics.map((one) => one.message),
    ['unknown operator bad', 'unknown operator taek; did you mean take?'],
  );
});

t.test('diagnostics are printed with a caret under the place', async (t) => {
  const text = 'spans\n| where level = "ERROR"';
  const [one] = parse(text, tableNames).diagnostics;
  t.equal(
    one && renderDiagnostic(text, one),
    `2:15: error E203: '=' assigns a name; use '==' to compare\n  | where level = "ERROR"\n                ^\n  fix: use '=='`,
  );
});

t.test('every operator of the table is parsed, its example without an error', async (t) => {
  for (const { name, example } of operators) {
    const { query, diagnostics } = parse(example, tableNames);
    t.same(diagnostics, [], example);
    t.ok(
      query.body.stages.some((stage) => stage.kind === name),
      `${name} is in its example`,
    );
  }
  for (const [word, instead] of unsupportedOperators) {
    t.same(
      parse(`spans | ${word} x`, tableNames).diagnostics.map((one) => one.message),
      [`operator ${word} is not supported; ${instead}`],
    );
  }
});

t.test('limits are diagnostics', async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ['E501', `a == "${'x'.repeat(65_536)}"`],
    ['E502', `${'('.repeat(300)}a${')'.repeat(300)}`],
    ['E502', `${'('.repeat(30_000)}a${')'.repeat(30_000)}`],
    ['E502', `a == ${'-'.repeat(300)}1`],
    ['E502', `a == ${'1+'.repeat(300)}1`],
    ['E502', `${'not '.repeat(300)}a`],
    ['E502', `x in ${'(y in '.repeat(300)}`],
    ['E503', Array.from({ length: 3000 }, () => 'a==b').join(' or ')],
    ['E504', `a in (${Array.from({ length: 10_001 }, () => '1').join(',')})`],
    ['E505', `project ${Array.from({ length: 201 }, (_, index) => `a${index}`).join(', ')}`],
    ['E506', `spans${' | take 1'.repeat(65)}`],
  ];
  for (const [code, text] of cases) {
    const { diagnostics } = parse(text, tableNames);
    t.ok(
      diagnostics.some((one) => one.code === code && one.start >= 0 && one.end <= text.length),
      `${code} for ${text.slice(0, 20)}…`,
    );
    t.ok(diagnostics.length <= 20);
  }
  t.same(
    parse(`a in (${Array.from({ length: 10_000 }, () => '1').join(',')})`, tableNames).diagnostics,
    [],
    'a long list is fine',
  );
  t.same(
    parse(Array.from({ length: 1200 }, () => 'a==b').join(' or '), tableNames).diagnostics,
    [],
    'and a long chain',
  );
});

t.test('a text is gone on with behind whatever ends it, and nothing of it moves', async (t) => {
  for (const [text, open] of [
    ['a == 1', 'a == 1'],
    ['a == 1;', 'a == 1 '],
    ['a == 1 ; ; ', 'a == 1     '],
    ['a == 1; // done;', 'a == 1  // done;'],
    ['let x = 1; a == x; /* ; */ ;', 'let x = 1; a == x  /* ; */  '],
    ['a == ";" // ;', 'a == ";" // ;'],
    [';', ' '],
    ['', ''],
  ] as const) {
    t.equal(continued(text, 'count'), `${open}\n| count`);
    t.same(parse(continued(text, 'count'), tableNames).diagnostics, [], text);
  }
});

t.test('a chain of conditions is a shallow tree', async (t) => {
  const { query } = parse(Array.from({ length: 1024 }, (_, index) => `a${index}`).join(' or '), tableNames);
  const depth = (expr: Expr): number =>
    expr.kind === 'binary' ? 1 + Math.max(depth(expr.left), depth(expr.right)) : 0;
  const [stage] = query.body.stages;
  t.equal(stage?.kind === 'where' && depth(stage.predicate), 10);
});

t.test('variables stand for values, never for text', async (t) => {
  const injection = '" or 1 == 1 or "';
  const variables = new Map<string, Variable>([
    ['var-s', { kind: 'literal', value: { type: 'string', value: injection } }],
    ['n', { kind: 'literal', value: { type: 'long', value: 5n } }],
    [
      'var-many',
      {
        kind: 'list',
        values: [
          { type: 'string', value: 'a' },
          { type: 'string', value: 'b' },
        ],
      },
    ],
    ['any', { kind: 'unset', otherwise: 'drop' }],
    ['needed', { kind: 'unset', otherwise: 'error' }],
    ['nine', { kind: 'literal', value: { type: 'string', value: '9' } }],
    ['half', { kind: 'literal', value: { type: 'string', value: '-0.5' } }],
    ['slow', { kind: 'literal', value: { type: 'string', value: '1s500ms' } }],
  ]);
  const cases: readonly (readonly [string, string])[] = [
    ['x == {{var-s}}', 'where x == "\\" or 1 == 1 or \\""'],
    ['x == "{{var-s}}"', 'where x == "\\" or 1 == 1 or \\""'],
    ['x == "{{ var-s }}!"', 'where x == "\\" or 1 == 1 or \\"!"'],
    ['x has "about {{nobody}}"', 'where x has "about {{nobody}}"'],
    ['x > {{n}} | take {{n}}', 'where x > 5 | take 5'],
    ['x == timespan({{n}}d)', 'where x == 5d'],
    ['x >= {{nine}} and {{half}} < y', 'where x >= 9 and real(-0.5) < y'],
    ['x between ({{half}} .. {{nine}})', 'where x between (real(-0.5) .. 9)'],
    ['duration > {{slow}}', 'where duration > 1s500ms'],
    ['x > {{var-s}}', 'where x > "\\" or 1 == 1 or \\""'],
    ['x == {{nine}} and x > "{{nine}}"', 'where x == "9" and x > "9"'],
    ['x in ({{var-many}})', 'where x in ("a", "b")'],
    ['x in ("c", {{var-many}}, "d")', 'where x in ("c", "a", "b", "d")'],
    ['x in {{var-many}}', 'where x in (["a", "b"])'],
    ['x in ("{{var-many}}")', 'where x in (["a", "b"])'],
    ['x matches /^{{var-s}}$/', 'where x matches /^" or 1 == 1 or "$/'],
    ['a == {{any}} and b == 1', 'where b == 1'],
    ['a == "{{any}}" or b == 1', 'where b == 1'],
    ['not(a == {{any}}) and b == 1', 'where b == 1'],
    ['not a == {{any}} and b == 1', 'where b == 1'],
    ['tolower(a) in ({{any}}) and b == 1', 'where b == 1'],
    ['(a == {{any}} or c in ({{any}})) and b == 1', 'where b == 1'],
    ['spans | where a == {{any}} | count', 'spans | count'],
    ['summarize countif(a == {{any}})', 'summarize countif(true)'],
  ];
  for (const [text, canonical] of cases) {
    const { query, diagnostics } = parse(text, tableNames, variables);
    t.same(diagnostics.filter(isError), [], text);
    t.equal(format(query), canonical, text);
  }
  t.same(
    parse('a == {{needed}} | extend b = {{any}}', tableNames, variables).diagnostics.map((one) => one.code),
    ['E110', 'E110'],
    'what needs a value says so',
  );
  for (const text of [
    'x == "{{var-ss}}"',
    'x matches /^{{var-ss}}$/',
    'x == timespan({{var-ss}}d)',
    'x has "a {{var-ss}}"',
  ])
    t.match(
      parse(text, tableNames, variables).diagnostics.filter(isError),
      [{ code: 'E110', message: 'unknown variable var-ss; did you mean var-s?' }],
      text,
    );
  for (const [text, hint] of [
    ['x == {{var-many}}', '; compare with in ({{var-many}})'],
    ['"{{var-many}}" != x', '; compare with !in ({{var-many}})'],
    ['x =~ {{var-many}}', '; compare with in~ ({{var-many}})'],
    ['x !has "{{var-many}}"', '; compare with has_any ({{var-many}})'],
    ['x startswith {{var-many}}', ', and one is compared'],
    ['x > {{var-many}}', ', and one is compared'],
  ] as const)
    t.match(parse(text, tableNames, variables).diagnostics.filter(isError), [
      { code: 'E110', message: `variable var-many has 2 values${hint}` },
    ]);
  t.same(parse('x == "{{var-ss}}"', tableNames).diagnostics, [], 'where there are no variables a text is a text');
});

t.test('values of variables make a text no longer than it may be, however often they are named', async (t) => {
  const word: Variable = { kind: 'literal', value: { type: 'string', value: 'x'.repeat(50_000) } };
  const words: Variable = {
    kind: 'list',
    values: Array.from({ length: 500 }, () => ({ type: 'string', value: 'abc' })),
  };
  const variables = new Map<string, Variable>([
    ['word', word],
    ['words', words],
    ['huge', { kind: 'list', values: Array.from({ length: 200_000 }, () => ({ type: 'long', value: 1n })) }],
  ]);
  const cases = [
    `body == "${'{{word}}'.repeat(5_000)}"`,
    `body matches regex "${'{{words}}'.repeat(5_000)}"`,
    `body matches /${'{{words}}'.repeat(5_000)}/`,
    `${'body == {{word}} or '.repeat(1_000)} true`,
    `${'service in {{words}} or '.repeat(1_000)} true`,
    `service in (${'{{words}},'.repeat(5_000)} 1)`,
    'size in ({{huge}})',
  ];
  for (const text of cases) {
    const told = parse(text, tableNames, variables).diagnostics.filter(({ message }) =>
      /values of its variables/.test(message),
    );
    t.equal(told.length, 1, text.slice(0, 40));
  }
  const fits = `${'service in ({{words}}) or '.repeat(100)} body == "{{word}}"`;
  t.same(parse(fits, tableNames, variables).diagnostics.filter(isError), []);
});

t.test('regular expressions are those of re2', async (t) => {
  const fine = [
    'a|b*',
    '(?i)x',
    '(?P<n>a)',
    '[^]a]',
    '[[:alpha:]_-]',
    '\\pL\\p{Greek}',
    'a{2,5}?',
    '\\Qa(b\\E',
    '\\x{1F600}',
    '^$',
    'a{,5}',
    '{',
    '[a-]',
    '',
  ];
  for (const source of fine) t.equal(checkRegex(source), null, source);
  const faults: readonly (readonly [string, string, number])[] = [
    ['(', 'missing )', 0],
    ['ab(c', 'missing )', 2],
    ['a)', 'unexpected )', 1],
    ['[a', 'missing ]', 0],
    ['*a', 'nothing to repeat before *', 0],
    ['a**', 'bad repetition *', 2],
    ['a{3,2}', 'bad repetition {3,2}', 1],
    ['[z-a]', 'bad range z-a', 1],
    ['(?=a)', 'look-ahead is not supported', 0],
    ['(?<!a)b', 'look-behind is not supported', 0],
    ['(a)\\1', 'back-references are not supported', 3],
    ['\\y', 'unknown escape \\y', 0],
    ['a\\', 'nothing after the last \\', 1],
    ['\\p{Klingon}', 'unknown character class \\p{Klingon}', 0],
  ];
  for (const [source, message, offset] of faults) {
    const fault = checkRegex(source);
    t.equal(fault?.message, `invalid regular expression: ${message}`, source);
    t.equal(fault?.offset, offset, source);
  }
  for (const source of ['a{1,100000}', '(a{100}){100}', 'x'.repeat(513), `${'('.repeat(200)}a${')'.repeat(200)}`]) {
    t.equal(checkRegex(source)?.message, 'regular expression is too complex', source.slice(0, 20));
  }
});

t.test('suggestions: other case, a slip of the finger, a word cut short; nothing far off', async (t) => {
  const names = ['summarize', 'level', 'attributes', 'duration', 'date', 'count'];
  t.equal(suggest('LEVEL', names), 'level');
  t.equal(suggest('sumarize', names), 'summarize');
  t.equal(suggest('levle', names), 'level');
  t.equal(suggest('attr', names), 'attributes');
  t.equal(suggest('dura', names), 'duration');
  t.equal(suggest('lvl', names), null);
  t.equal(suggest('zzzzzz', names), null);
});

const rows = corpus();

t.test('public queries: what is expected to parse does', { skip: rows ? false : corpusMissing }, async (t) => {
  for (const row of rows ?? []) {
    for (const text of corpusTexts([row])) {
      const errors = parse(text, tableNames).diagnostics.filter(isError);
      for (const one of errors)
        t.ok(one.start >= 0 && one.start <= one.end && one.end <= text.length, `${row.id}: range`);
      const inScope = row.expect === 'ok' && row.tier !== 'out-of-scope';
      if (inScope) t.same(errors, [], `${row.id} parses`);
    }
  }
});

t.test('public queries read back from the formatter', { skip: rows ? false : corpusMissing }, async (t) => {
  for (const text of corpusTexts(rows ?? [])) {
    const { query, diagnostics } = parse(text, tableNames);
    if (diagnostics.some(isError)) continue;
    const printed = format(query);
    if (shape(parse(printed, tableNames).query) !== shape(query)) t.fail(`${text}\n  became\n${printed}`);
  }
});

t.test('generated queries read back from the formatter', async (t) => {
  const count = Number(process.env['QUERY_FUZZ_COUNT'] ?? 3000);
  const source = random(20_240_501);
  for (let index = 0; index < count; index += 1) {
    const query = randomQuery(source);
    const printed = format(query);
    const back = parse(printed, tableNames);
    const same = shape(back.query) === shape(query) && !back.diagnostics.some(isError);
    if (!same) t.fail(`${printed}\n  became\n${format(back.query)}`);
  }
});

t.test('walk sees every node once, with a place inside its parent', async (t) => {
  const text =
    'let a = 1; T | where f(x) in (1, y) | join (U | extend z = -b[c]) on k | summarize count() by bin(t, 5m)';
  const seen: string[] = [];
  walk(parse(text, tableNames).query, {
    expr: (expr) => seen.push(formatExpr(expr)),
    stage: (stage) => seen.push(stage.kind),
  });
  t.same(
    seen,
    [
      '1',
      'T',
      'where',
      'f(x) in (1, y)',
      'f(x)',
      'x',
      '1',
      'y',
      'join',
      'U',
      'extend',
      '-b[c]',
      'b[c]',
      'b',
      'c',
      'k',
    ].concat(['summarize', 'count()', 'bin(t, 5m)', 't', '5m']),
  );
});
