import t from 'tap';
import { catalogueOf, tableNames } from '../../src/query/catalogue/catalogue.ts';
import type { CompileInput } from '../../src/query/compile.ts';
import { complete, placeAt } from '../../src/query/editor/complete.ts';
import { hover } from '../../src/query/editor/hover.ts';
import { semanticTokens } from '../../src/query/editor/tokens.ts';
import { allFunctions } from '../../src/query/functions/all.ts';
import { operators } from '../../src/query/syntax/operators.ts';
import { parse } from '../../src/query/syntax/parser.ts';
import { isError } from '../../src/query/text/diagnostic.ts';
import { corpus, corpusTexts } from '../support/kql.ts';

const now = 1_700_000_000_000_000_000n;
const input: CompileInput = {
  projectId: 'p',
  source: 'otlp_logs_and_spans',
  range: { from: now - 86_400_000_000_000n, to: now },
  now,
  catalogue: catalogueOf({
    attributes: [
      { scope: 'attributes', key: 'http.route', types: ['string'], samples: ['/a', '/b'] },
      { scope: 'attributes', key: 'odd key', types: ['string'] },
      { scope: 'attributes', key: 'db.system', types: ['string'], samples: ['mysql'] },
      { scope: 'attributes', key: 'db.system.name', types: ['string'], samples: ['postgresql'] },
    ],
  }),
};

/** `^` is the caret. */
const at = (marked: string): [string, number] => [marked.replace('^', ''), marked.indexOf('^')];

/** What is offered: these, and none of those. */
const offers: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['^', ['spans', 'print', 'where', 'level', 'attributes.http.route'], ['bin_auto(timestamp)']],
  ['spans | ^', ['where', 'summarize', 'duration'], ['spans', 'avg']],
  ['spans | su^', ['summarize'], ['where']],
  ['level ^', ['==', 'has', 'in', 'and', '|'], ['between', 'count']],
  ['duration ^', ['==', '<', 'between', '/'], ['has', 'matches']],
  ['level == ^', ['ERROR', 'INFO'], []],
  ['level == "ER^', ['ERROR'], ['INFO', 'where', 'level']],
  ['attributes.http.route == ^', ['/a', '/b'], []],
  ['attributes.http.route has ^', ['/a', '/b'], ['==', 'has', 'and']],
  ['attributes.http.route has "/a^', ['/a'], ['/b']],
  ['attributes.http.route !contains "^', ['/a', '/b'], []],
  ['attributes.http.route not contains ^', ['/a', '/b'], ['==']],
  ['spans | join ^', ['kind=', 'logs'], []],
  ['spans | join kind=^', ['inner', 'leftouter', 'leftanti'], []],
  ['spans | lookup kind=^', ['inner', 'leftouter'], ['leftanti']],
  ['let slow = spans | where duration > 1s; s^', ['slow', 'spans'], []],
  ['let slow = spans | where duration > 1s; logs | where trace_id in (s^', ['slow'], []],
  ['let most = 1s; spans | where duration > ^', ['most'], []],
  ['http.route == ^', ['/a', '/b'], []],
  ['http.route has "^', ['/a', '/b'], []],
  ['route in ("/a", ^', ['/b'], []],
  ['attributes.db.system == "^', ['mysql', 'postgresql'], []],
  ['db.system.name != "^', ['mysql', 'postgresql'], []],
  ['exception.^', ['exception.type', 'exception.message'], []],
  ['http_st^', ['http_status'], []],
  ['logs | project-away body | where http.^', ['attributes.http.route'], []],
  ['logs | project-away body | where attributes.http.route == "^', ['/a', '/b'], []],
  ['logs | union spans | summarize arg_max(timestamp, *) by service | where ^', ['attributes.http.route', 'body'], []],
  ['logs | project-away attributes | where ^', ['resource'], ['attributes.http.route']],
  ['attributes.http.route:"^', ['/a', '/b'], []],
  ['attributes.http.route in ^', ['/a', '/b'], []],
  ['attributes.http.route and ^', ['level'], ['/a', '==']],
  ['level and level ^', ['=='], ['ERROR']],
  ['where attributes.http^', ['attributes.http.route'], ['level']],
  ['where attributes["odd^', ['odd key'], ['level', 'http.route']],
  ['where attributes[^', ['odd key', 'http.route'], []],
  ["where name == resource['^", [], ['odd key']],
  ['timestamp > ^', ['ago(1h)', 'now()'], []],
  ['spans | summarize ^', ['count', 'avg', 'by'], ['where']],
  ['spans | summarize count(), p9^', ['p95', 'p99'], ['p50']],
  ['spans | summarize count() by ^', ['bin_auto(timestamp)', 'service'], ['count', 'where']],
  ['spans | summarize n = count() by service | where ^', ['n', 'service'], ['level', 'duration']],
  ['spans | project a = name | sort by ^', ['a'], ['name', 'level']],
  ['T | join (spans | project k = name | where ^', ['k'], ['level']],
  ['spans | extend x = substring(body, ^', ['substring(text, start, [length])', 'level'], []],
  ['print datetime_part(^', ['datetime_part(part, time)', 'hour'], []],
  ['spans | sort by level ^', ['desc', 'asc'], []],
  ['spans | render ^', ['timechart', 'piechart'], ['where']],
  ['datatable(a: ^', ['long', 'string'], ['where']],
  ['T | join U ^', ['on'], ['where']],
  ['level == "ERROR" ^', ['and', 'or', '|'], ['where', 'level']],
  ['level == "ERROR" a^', ['and'], ['or']],
  ['kind in ("server", ^', ['client', 'consumer'], []],
  ['level == "ERROR" and not ^', ['level', 'strlen'], ['==', 'has']],
  ['body not ^', ['has', 'contains'], ['level', '==', 'and', '|']],
  ['not ^', ['level'], ['spans', 'where', 'and']],
  ['attributes.not ^', ['==', 'has'], []],
  ['spans | take 5 ^', ['|'], ['where']],
  ['spans | sort by name asc ^', ['nulls'], ['where']],
  ['spans | sort by name | extend p = pr^', ['prev'], []],
  ['spans | make-series count() ^', ['default =', 'on'], ['where']],
  ['spans | make-series count() on timestamp ^', ['from', 'to', 'step'], ['where']],
  ['spans | make-series count() on timestamp from ago(1h) ^', ['to', 'step'], ['from']],
  ['spans | mv-expand links ^', ['to', 'limit'], ['where']],
  ['search in (^', ['logs', 'spans'], ['level', 'where']],
  ['union ^', ['logs', 'spans'], ['level', 'where']],
  ['let slow = ^', ['spans', 'level'], ['where']],
  ['count ^', ['as'], []],
  ['spans | where a == 1 and (b == 2 ^', ['and', 'or'], ['where']],
];

t.test('completion offers what the parser would take', async (t) => {
  for (const [marked, wanted, unwanted] of offers) {
    const { from, to, items } = complete(placeAt(...at(marked), input));
    const labels = items.map((item) => item.label);
    const [text, offset] = at(marked);
    for (const label of wanted)
      t.ok(labels.includes(label), `${marked}: ${label} is among ${labels.slice(0, 12).join(', ')}`);
    for (const label of unwanted) t.notOk(labels.includes(label), `${marked}: ${label} is not`);
    t.ok(from <= to && to === offset && offset <= text.length, `${marked}: the place`);
  }
});

t.test('a completed word is understood', async (t) => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['spans | su^', 'summarize', 'spans | summarize '],
    ['level == "ER^', 'ERROR', 'level == "ERROR"'],
    ['level == ^', 'ERROR', 'level == "ERROR"'],
    ['where attributes.ht^ == 1', 'attributes.http.route', 'where attributes.http.route == 1'],
    ['where odd^ == 1', 'attributes["odd key"]', 'where attributes["odd key"] == 1'],
  ];
  for (const [marked, label, result] of cases) {
    const [text] = at(marked);
    const { from, to, items } = complete(placeAt(...at(marked), input));
    const item = items.find((one) => one.label === label);
    t.equal(text.slice(0, from) + (item?.insert ?? '?') + text.slice(to), result, marked);
  }
});

t.test('every operator and function of the language is offered, nothing else', async (t) => {
  const stage = complete(placeAt('spans | ', 8, input)).items.filter((item) => item.kind === 'operator');
  t.same(
    stage.map((item) => item.label),
    operators.map((one) => one.name),
  );
  const known = new Set(allFunctions.flatMap((fn) => (fn.kind === 'unsupported' ? [] : [fn.name])));
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    const text = `spans | summarize ${letter}`;
    for (const item of complete(placeAt(text, text.length, input)).items) {
      if (item.kind === 'function') t.ok(known.has(item.label), item.label);
    }
  }
});

t.test('hover says what a word means', async (t) => {
  const cases: readonly (readonly [string, RegExp | null])[] = [
    ['le^vel == "x"', /^level: string.*Severity.*ERROR/s],
    ['attributes.http.ro^ute == "x"', /^attributes\.http\.route: attribute.*sent as string.*\/a/s],
    ['http.ro^ute == "x"', /^attributes\.http\.route: attribute.*sent as string.*\/a/s],
    ['exception.ty^pe == "x"', /^exception\.type: string.*exception/s],
    ['spans | project-aw^ay body', /^project-away pattern.*Drops columns/s],
    ['spans | summ^arize count()', /^summarize aggregate/],
    ['spans | summarize co^unt()', /^count\(\[value\]\).*Number of rows/s],
    ['spans | eval^uate x()', /not supported/],
    ['where series_ff^t(x)', /series_fft\(\).*not supported/s],
    ['sp^ans | take 1', /^spans.*table/s],
    ['duration > 1h^30m', /1h30m, 5400000000000 ns/],
    ['timestamp > datetime(2024-0^1-01)', /2024-01-01T00:00:00Z/],
    ['spans | summarize n = count() by service | where ^n > 5', /^n: long/],
    ['level =^= "x"', null],
  ];
  for (const [marked, wanted] of cases) {
    const [text, offset] = at(marked);
    const found = hover(text, offset, input);
    if (wanted === null) t.equal(found, null, marked);
    else t.match(`${found?.title}\n${found?.text}`, wanted, marked);
    if (found) t.ok(found.start <= offset && offset < found.end, `${marked}: the place`);
  }
});

t.test('tokens say what each piece is', async (t) => {
  const text =
    'let x = 5m; spans | where level == "a" and not isnull(attributes.b) // end\n| project-away c | where true == {{v}}';
  t.same(
    semanticTokens(text, input).map(({ start, end, kind }) => `${text.slice(start, end)} ${kind}`),
    [
      'let keyword',
      'x field',
      '= operator',
      '5m number',
      '; punctuation',
      'spans table',
      '| punctuation',
      'where keyword',
      'level field',
      '== operator',
      '"a" string',
      'and keyword',
      'not keyword',
      'isnull function',
      '( punctuation',
      'attributes.b field',
      ') punctuation',
      '// end comment',
      '| punctuation',
      'project-away keyword',
      'c field',
      '| punctuation',
      'where keyword',
      'true constant',
      '== operator',
      '{{v}} variable',
    ],
  );
  for (const name of tableNames)
    t.match(semanticTokens(`${name} (level == "a")`, input), [{ kind: 'table' }], `${name} is a table, and no call`);
});

t.test('anywhere in any query, the services answer', async (t) => {
  const texts = [
    '',
    ...offers.map(([marked]) => at(marked)[0]),
    ...corpusTexts(corpus() ?? []).filter((_, index) => index % 40 === 0),
  ];
  for (const text of texts) {
    let end = 0;
    for (const token of semanticTokens(text, input)) {
      if (token.start < end || token.end <= token.start || token.end > text.length) t.fail(`token of ${text}`);
      end = token.end;
    }
    const step = Math.max(1, Math.floor(text.length / 12));
    for (let offset = 0; offset <= text.length; offset += step) {
      const { from, to } = complete(placeAt(text, offset, input));
      if (from > to || to !== offset) t.fail(`completion at ${offset} of ${text}`);
      hover(text, offset, input);
    }
  }
});

t.test('an operator that completion inserts is read', async (t) => {
  for (const { example } of operators) t.same(parse(example, tableNames).diagnostics.filter(isError), [], example);
});
