import t from 'tap';
import { catalogueOf, tableNames } from '../../src/query/catalogue/catalogue.ts';
import { compile, type CompileInput } from '../../src/query/compile.ts';
import { complete, placeAt } from '../../src/query/editor/complete.ts';
import { continued } from '../../src/query/syntax/continued.ts';
import { format } from '../../src/query/syntax/format.ts';
import { lex } from '../../src/query/syntax/lexer.ts';
import { textCharsMax } from '../../src/query/syntax/limits.ts';
import { parse } from '../../src/query/syntax/parser.ts';
import { diagnosticsMax } from '../../src/query/text/diagnostic.ts';
import { corpus, corpusTexts } from '../support/kql.ts';
import { random, type Random } from '../support/random.ts';
import { cpuMs } from '../support/turns.ts';

/*
 * Whatever the text, the parser ends soon and says what is wrong in diagnostics. QUERY_FUZZ_COUNT=100000 for a long run;
 * QUERY_FUZZ_SEED for another one.
 */

const count = Number(process.env['QUERY_FUZZ_COUNT'] ?? 4000);
const seed = Number(process.env['QUERY_FUZZ_SEED'] ?? 7);
const parseMsMax = 50;

const seeds = [
  'level == "ERROR" and body has "timeout" | summarize count(), p95(duration) by bin(timestamp, 5m), service',
  'let x = dynamic({"a": [1, null]}); spans | where name matches /a\\/b/i and t > datetime(2024-01-01) | take 5',
  'T | join kind=inner (U | where x in (V | project k)) on k | parse body with * "a" b:long * | render timechart',
  ...corpusTexts(corpus() ?? []),
];

// prettier-ignore
const pieces = [
  '|', '(', ')', '[', ']', '{', '}', ',', ';', '"', "'", '`', '```', '/', '//', '/*', '*/', '=', '==', '=~', '!', '..', '.',
  '\\', '-', '@"', '{{x}}', '{{', '\n', '\0', '\ud800', '\u{1F600}', 'ß', '1e400', '9'.repeat(30), '0x', '5q', '1h30m',
  'where', 'summarize', 'by', 'in', 'not', 'and', 'or', 'union', 'join', 'on', 'let', 'has', 'between', 'matches',
  'datetime(', 'toscalar(', 'typeof(', 'project-away', 'mv-expand', 'parse', 'with', 'kind=', 'in (', '$left', '* has "', 'dynamic(',
];

const mutate = (source: Random, text: string): string => {
  const at = source.below(text.length + 1);
  const to = Math.min(text.length, at + source.below(12));
  switch (source.below(6)) {
    case 0:
      return text.slice(0, at) + text.slice(to);
    case 1:
      return text.slice(0, at) + source.pick(pieces) + text.slice(at);
    case 2:
      return text.slice(0, at) + String.fromCharCode(source.below(0x250)) + text.slice(at + 1);
    case 3:
      return text.slice(0, at) + text.slice(at, to).repeat(1 + source.below(4)) + text.slice(to);
    case 4:
      return swapTokens(source, text);
    default:
      return text.slice(0, at) + source.pick(seeds).slice(source.below(40));
  }
};

const swapTokens = (source: Random, text: string): string => {
  const { tokens } = lex(text);
  const [a, b] = [source.pick(tokens), source.pick(tokens)].sort((one, other) => one.span.start - other.span.start);
  if (!a || !b || a === b) return text;
  const cut = (from: number, to: number): string => text.slice(from, to);
  const [first, second] = [cut(a.span.start, a.span.end), cut(b.span.start, b.span.end)];
  return cut(0, a.span.start) + second + cut(a.span.end, b.span.start) + first + cut(b.span.end, text.length);
};

t.test('mutated queries: only diagnostics, in their range, within the time', async (t) => {
  const source = random(seed);
  let slowest = 0;
  for (let index = 0; index < count; index += 1) {
    let text = source.pick(seeds);
    for (let rounds = 1 + source.below(4); rounds > 0; rounds -= 1) text = mutate(source, text);
    const before = process.cpuUsage();
    const { query, diagnostics } = parse(text, tableNames);
    slowest = Math.max(slowest, cpuMs(before));
    const inRange = diagnostics.every((one) => one.start >= 0 && one.start <= one.end && one.end <= text.length);
    if (!inRange || diagnostics.length > diagnosticsMax) t.fail(`diagnostics of ${JSON.stringify(text)}`);
    // What was read without a fault can be written; what was not must not break the writer either.
    format(query);
  }
  t.ok(slowest <= parseMsMax, `slowest of ${count}: ${slowest.toFixed(1)} ms of processor time`);
});

/** Texts of about `size` characters that made parsers go quadratic or worse. */
const hostile: Readonly<Record<string, (size: number) => string>> = {
  'open parentheses': (size) => '('.repeat(size),
  'open brackets and pipes': (size) => '(a | '.repeat(size / 5),
  'closing brackets': (size) => ')]}'.repeat(size / 3),
  'in of in': (size) => 'x in ('.repeat(size / 6),
  'unclosed strings': (size) => '"\n'.repeat(size / 2),
  'unclosed verbatim strings': (size) => '@"\n'.repeat(size / 3),
  'unclosed names': (size) => '`\n'.repeat(size / 2),
  'comment starts': (size) => '/*'.repeat(size / 2),
  'bracket keys': (size) => 'a["b'.repeat(size / 4),
  'typed literals': (size) => 'int(1'.repeat(size / 5),
  'a typed literal without an end': (size) => `datetime(${'a'.repeat(size)}`,
  dots: (size) => 'a.'.repeat(size / 2),
  dashes: (size) => 'a-'.repeat(size / 2),
  digits: (size) => '9'.repeat(size),
  durations: (size) => '1h'.repeat(size / 2),
  pipes: (size) => '|'.repeat(size),
  'bad stages': (size) => '| sumarize '.repeat(size / 11),
  'nested joins': (size) => 'T | join ('.repeat(size / 10),
  'unclosed calls in stages': (size) => 'f(a | '.repeat(size / 6),
  equals: (size) => 'a='.repeat(size / 2),
  'comparison chains': (size) => 'a<'.repeat(size / 2),
  lets: (size) => 'let a=('.repeat(size / 7),
  'let with pipes far away': (size) => 'let a=b;'.repeat(size / 8),
  placeholders: (size) => '{{a}}'.repeat(size / 5),
  'adjacent strings': (size) => '""'.repeat(size / 2),
  'infix words': (size) => 'in has '.repeat(size / 7),
  escapes: (size) => `"${'\\d'.repeat(size / 2)}"`,
  'triple quotes': (size) => '```'.repeat(size / 3),
  dynamic: (size) => 'dynamic(['.repeat(size / 9),
  bags: (size) => `dynamic(${'{"a":'.repeat(size / 5)}`,
};

t.test('hostile texts take time in proportion to their length', async (t) => {
  const timed = (text: string): number => {
    let best = Infinity;
    for (let run = 0; run < 3; run += 1) {
      const before = process.cpuUsage();
      parse(text, tableNames);
      best = Math.min(best, cpuMs(before));
    }
    return best;
  };
  for (const [name, make] of Object.entries(hostile)) {
    // Twice the text, at most about twice the time; small times are all noise, and a collector's pause is told by the next try.
    let [half, whole] = [timed(make(30_000)), timed(make(60_000))];
    const isShort = (): boolean => whole < parseMsMax || whole < half * 3.2;
    for (let more = 0; more < 3 && !isShort(); more += 1) [half, whole] = [timed(make(30_000)), timed(make(60_000))];
    t.ok(isShort(), `${name}: ${half.toFixed(1)} ms, twice as long ${whole.toFixed(1)} ms`);
    t.ok(whole <= 3 * parseMsMax, `${name}: ${whole.toFixed(1)} ms for 60 kB`);
  }
});

t.test('what is made of a text as long as may be, after it is read, takes no longer either', async (t) => {
  const input: CompileInput = {
    projectId: 'p',
    source: 'otlp_logs_and_spans',
    range: { from: 0n, to: 86_400_000_000_000n },
    now: 86_400_000_000_000n,
    catalogue: catalogueOf(),
  };
  const name = 'a'.repeat(textCharsMax - 1);
  const path = 'a.'.repeat(textCharsMax / 2 - 1);
  const stem = 'a'.repeat(88);
  const sent = Array.from({ length: 5_000 }, (_, at) => {
    return { scope: 'attributes', key: `${stem}${String(at).padStart(4, '0')}`, types: ['string'] } as const;
  });
  const unsent = Array.from({ length: 500 }, (_, at) => `${stem}z${100 + at}z == 1`).join(' or ');
  const wild = `logs | summarize ['${'a'.repeat(200)}'] = count() | project-away ${'*a'.repeat(5)}*b, c*`;
  const cases: readonly (readonly [name: string, make: () => unknown, given: unknown])[] = [
    ['what follows a long name', () => complete(placeAt(`${name} `, textCharsMax, input)).from, textCharsMax],
    ['what follows a long path', () => complete(placeAt(`${path}a `, textCharsMax, input)).from, textCharsMax],
    ['what a long path ends in', () => complete(placeAt(`1${path}`, path.length + 1, input)).from, 1],
    [
      'a text with many blanks in it',
      () => continued(`a${' '.repeat(textCharsMax)}b; ;`, 'count').slice(-10),
      '   b   \n| count'.slice(-10),
    ],
    [
      'names that many long ones are near to',
      () => compile(unsent, { ...input, catalogue: catalogueOf({ attributes: sent }) }).ok,
      false,
    ],
    ['columns by a pattern of many parts', () => compile(wild, input).ok, true],
  ];
  for (const [what, make, given] of cases) {
    const before = process.cpuUsage();
    t.equal(make(), given, what);
    t.ok(cpuMs(before) < 1000, `${what}: in time`);
  }
  const deep = parse(`${path.slice(20)}a == 1`, tableNames).diagnostics;
  t.match(deep, [{ code: 'E502', start: 1 }], 'a path has an end, and no name is looked up for each of its parts');
});
