import t from 'tap';
import { ApiError } from '../../src/errors.ts';
import { ofFiles, yamlWorkers } from '../../src/http/yaml.ts';
import { preferredYaml } from '../../src/lib/yaml.ts';
import { yamlText } from '../../src/lib/yaml-text.mjs';
import { cpuMs } from '../support/turns.ts';

const reader = yamlWorkers();
reader.start();
await reader.read('warm: up');
t.teardown(() => reader.close());

async function read(text: string): Promise<unknown> {
  return JSON.parse(await reader.read(text));
}

async function faultOf(text: string): Promise<ApiError> {
  try {
    await reader.read(text);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('the document was read');
}

t.test('a document reads as the JSON that it stands for', async (t) => {
  const cases: [text: string, value: unknown][] = [
    ['a: 1', { a: 1 }],
    ['{"a": [1, 2.5, "x", null, true]}', { a: [1, 2.5, 'x', null, true] }],
    ['a: no\nb: on\nc: 2026-01-31\nd: 0o17\ne: 1e3', { a: 'no', b: 'on', c: '2026-01-31', d: 15, e: 1000 }],
    ['a: |\n  x\n  | y\nb: >-\n  p\n  q', { a: 'x\n| y\n', b: 'p q' }],
    ['1: a\ntrue: b', { 1: 'a', true: 'b' }],
    ['# nothing', null],
    ['a: &x [1]\nb: [*x, *x]', { a: [1], b: [[1], [1]] }],
    ['a: &x 1\nb: &x 2\nc: *x', { a: 1, b: 2, c: 2 }],
    ['a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3, e: 4}', { a: { b: 1, c: 2 }, d: { b: 1, c: 3, e: 4 } }],
    ['a: &x {b: 1}\nd: {b: 2, <<: [*x, {b: 3, c: 4}]}', { a: { b: 1 }, d: { b: 2, c: 4 } }],
    ['a: &x {b: 1}\nd: &y {<<: *x, c: 2}\ne: {<<: *y}', { a: { b: 1 }, d: { b: 1, c: 2 }, e: { b: 1, c: 2 } }],
    ['"<<": {a: 1}', { '<<': { a: 1 } }],
    ['---\na: 1\n...\n', { a: 1 }],
    ['a:\nb: ~', { a: null, b: null }],
    ['"\\u00e9": "\\x41\\t"', { é: 'A\t' }],
  ];
  for (const [text, value] of cases) t.same(await read(text), value, JSON.stringify(text));
});

t.test('what is wrong is said with its line and column', async (t) => {
  const cases: [text: string, said: RegExp][] = [
    ['a: 1\n  b: 2', /line 1, column 4/],
    ['a: [1', /line 1/],
    ['a: 1\nb: 2\na: 3', /line 3, column 1: the key "a" is there twice/],
    ['{a: 1, a: 2}', /there twice/],
    ['a: 1\n---\nb: 2', /more than one document/],
    ['a: *nowhere', /line 1.*nowhere/],
    ['a: &x [*x]', /stands for nothing that is complete/],
    ['a: .nan', /line 1, column 4: a number must be finite/],
    ['- -.inf', /finite/],
    ['[a, b]: c', /key must be plain text/],
    ['a: 1\n<<: 5', /line 2, column 1: << takes over a map/],
    ['<<: [{a: 1}, [2]]', /<< takes over a map, or a list of maps/],
    ['<<: ', /<< takes over a map/],
    ['<<: {a: 1}\n<<: {b: 1}', /the key "<<" is there twice/],
    ['? {a: 1}\n: c', /key must be plain text/],
    ['~: c', /key must be plain text/],
    ['a: !!js/function "x"', /tag/i],
    ['a: !mine x', /tag/i],
    ['a: !!binary aGk=', /line 1/],
    ['[a: 1, b', /line 1/],
    ['}', /line 1, column 1/],
    ['a: @b', /line 1, column 4/],
    ['a: "\\q"', /line 1/],
    ['\ta: 1', /line 1/],
  ];
  for (const [text, said] of cases) {
    const fault = await faultOf(text);
    t.equal(fault.code, 'invalid_body', JSON.stringify(text));
    t.equal(fault.context.parameter, 'body');
    t.match(fault.message, said);
  }
});

const size = 120 * 1024;
const laughs = ['a: &l0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]'];
for (let level = 1; level < 30; level++) {
  laughs.push(`b${level}: &l${level} [${Array.from({ length: 9 }, () => `*l${level - 1}`).join(', ')}]`);
}
const bombs: Record<string, string> = {
  'a billion laughs': laughs.join('\n'),
  'a billion laughs in keys': `a: &k "${'k'.repeat(60_000)}"\nb: [${Array.from({ length: 1000 }, () => '*k').join(', ')}]`,
  'one large part, repeated': `a: &a [${'x, '.repeat(20_000)}]\nb: [${Array.from({ length: 200 }, () => '*a').join(', ')}]`,
  'a billion laughs taken over': `a: &a {k: "${'x'.repeat(50_000)}"}\nb: [${Array.from({ length: 1000 }, () => '{<<: *a, k: 1}').join(', ')}]`,
  'a list in a list, without end': '['.repeat(size),
  'a map in a map, without end': '{a: '.repeat(size / 4),
  'block lists without end': `${'- '.repeat(size / 2)}a`,
  'keys of keys without end': `${'? '.repeat(size / 2)}a`,
  'closing brackets': '}'.repeat(size),
  'a fault in every line': 'a: @\n'.repeat(size / 5),
  'many documents': '---\na\n'.repeat(size / 6),
  'tags without end': `a: ${'!a '.repeat(size / 3)}`,
  'too many tokens': `[${'1,'.repeat(size / 2)}]`,
};

t.test('a bomb answers invalid_body within 300 ms, and the next document is read', async (t) => {
  for (const [name, text] of Object.entries(bombs)) {
    // The best of three, by the clock or by what it cost: other work on the machine is not what is measured.
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const start = performance.now();
      const before = process.cpuUsage();
      const fault = await faultOf(text);
      times.push(Math.min(performance.now() - start, cpuMs(before)));
      t.equal(fault.code, 'invalid_body', `${name}: ${fault.message}`);
      t.same(await read('a: 1'), { a: 1 });
    }
    t.ok(Math.min(...times) < 300, `${name} took ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`);
  }
});

t.test('a long document is read, and a long bomb costs no more for each byte than a short one', async (t) => {
  const long = Array.from({ length: 3_000 }, (_, n) => ({
    id: `w-${n}`,
    query: 'x'.repeat(200),
    layout: { x: 0, y: n },
  }));
  const text = yamlText(long);
  t.ok(text.length > 700 * 1024, `${text.length}`);
  t.same(await read(text), long);
  const sizeMax = 1024 * 1024 - 16;
  for (const [name, bomb] of Object.entries({
    comments: '#\n'.repeat(sizeMax / 2),
    faults: 'a: @\n'.repeat(sizeMax / 5),
    tokens: `[${'1,'.repeat(sizeMax / 2)}]`,
    anchors: `[${'&a 1,'.repeat(sizeMax / 6)}]`,
    aliases: `a: &a [${'x, '.repeat(100_000)}]\nb: [${'*a, '.repeat(100_000)}]`,
  })) {
    const before = process.cpuUsage();
    t.equal((await faultOf(bomb)).code, 'invalid_body', name);
    t.ok(cpuMs(before) < 8 * 300, `${name} took ${Math.round(cpuMs(before))} ms`);
  }
});

t.test('the event loop stays free while bombs are read', async (t) => {
  const before = performance.eventLoopUtilization();
  const faults = await Promise.all(Object.values(bombs).map((bomb) => faultOf(bomb)));
  const { utilization } = performance.eventLoopUtilization(before);
  t.equal(faults.length, Object.keys(bombs).length);
  t.ok(utilization < 0.5, `${(utilization * 100).toFixed(0)} % busy`);
});

t.test('what is written is written beside the event loop, too', async (t) => {
  const value = Array.from({ length: 3_000 }, (_, n) => ({ id: `w-${n}`, query: 'no', layout: { x: 0, y: n } }));
  const before = performance.eventLoopUtilization();
  const text = await reader.write(JSON.stringify(value));
  const { utilization } = performance.eventLoopUtilization(before);
  t.equal(text, yamlText(value));
  t.ok(utilization < 0.5, `${(utilization * 100).toFixed(0)} % busy`);
});

t.test('size is limited', async (t) => {
  const text = `a: "${'x'.repeat(1024 * 1024)}"`;
  t.equal((await faultOf(text)).code, 'too_large');
  t.same(await read(text.slice(-100_001).replace(/^/, 'a: "')), { a: 'x'.repeat(100_000) });
});

t.test('many keys are no bomb: reading them costs no more than their number', async (t) => {
  const text = Array.from({ length: 2_500 }, (_, index) => `k${index}: ${index}`).join('\n');
  t.equal(Object.keys((await read(text)) as object).length, 2_500);
});

t.test('a queue that is full says so', async (t) => {
  const answers = await Promise.allSettled(Array.from({ length: 90 }, () => reader.read('a: 1')));
  const refused = answers.filter((answer) => answer.status === 'rejected');
  t.ok(refused.length > 0 && refused.length < 40, `${refused.length} refused`);
  for (const { reason } of refused) t.equal((reason as ApiError).code, 'unavailable');
  t.same(await read('a: 1'), { a: 1 });
});

t.test('a file of one’s own may be larger than what anybody sends', async (t) => {
  const text = yamlText(Array.from({ length: 40_000 }, (_, n) => ({ n, text: 'x'.repeat(20) })));
  t.match((await faultOf(text)).message, /as JSON/);
  const files = yamlWorkers(ofFiles);
  t.teardown(() => files.close());
  t.equal(JSON.parse(await files.read(text)).length, 40_000);
});

t.test('a closed reader refuses, and leaves nobody waiting', async (t) => {
  const short = yamlWorkers();
  const waiting = short.read('a: 1').catch((error: ApiError) => error.code);
  await short.close();
  t.equal(await waiting, 'unavailable');
  await t.rejects(short.read('a: 1'), { code: 'unavailable' });
});

t.test('what is written reads back as the same value', async (t) => {
  const hard = [
    'no',
    'yes',
    'on',
    'null',
    '~',
    '',
    ' ',
    'a: b',
    '- a',
    '# c',
    'x #y',
    '1',
    '1.0',
    '0x1f',
    '0o7',
    '1_000',
    '.5',
    '1e3',
    '.inf',
    '2026-01-31',
    '12:30:45',
    'true',
    '\n',
    'a\n',
    'a\n\n',
    '\na',
    ' a',
    'a ',
    'a\tb',
    '\ta',
    'a\r\nb',
    '\r',
    '*a',
    '&a',
    '!a',
    '%a',
    '@a',
    '`a',
    '[a',
    '{a',
    '"a',
    "'a",
    '|',
    '>',
    '?',
    '? a',
    ':',
    '-',
    '--',
    '---',
    '...',
    '---\na',
    '<<',
    '=',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\u0001',
    '\u007f',
    '😀',
    'x'.repeat(2000),
    `${'word '.repeat(300)}end`,
    '  indented\n    more\n',
    ' \n',
    '  \t\n \n',
    'a  \nb',
    '__proto__x',
  ];
  for (const [index, text] of hard.entries()) {
    const value = { [text]: text, list: [text, [text], { [text]: [text] }], nested: { deep: { text } } };
    t.same(await read(yamlText(value)), value, `hard text ${index}`);
  }
  const numbers = [0, -0, 1, -1.5, 1e21, 1e-7, 123456789012345, 0.1 + 0.2, Number.MAX_VALUE, 5e-324];
  t.same(await read(yamlText({ numbers, t: true, n: null, e: [], o: {} })), {
    numbers: numbers.map((n) => n + 0),
    t: true,
    n: null,
    e: [],
    o: {},
  });
  const shared = { a: 1 };
  t.notMatch(yamlText({ x: shared, y: shared }), /[&*]/, 'no anchors in what we write');
});

t.test('Accept: YAML only for who would rather have it', async (t) => {
  const cases: [accept: string, type: string | undefined][] = [
    ['', undefined],
    ['*/*', undefined],
    ['application/json', undefined],
    ['application/yaml', 'application/yaml'],
    ['text/yaml', 'text/yaml'],
    ['Application/YAML; charset=utf-8', 'application/yaml'],
    ['application/x-yaml', 'application/x-yaml'],
    ['application/yaml, application/json', undefined],
    ['application/yaml, application/json;q=0.9', 'application/yaml'],
    ['application/yaml;q=0.5, application/json;q=0.9', undefined],
    ['application/yaml;q=0.5, application/json', undefined],
    ['application/yaml, */*;q=0.1', 'application/yaml'],
    ['application/yaml, */*', 'application/yaml'],
    ['text/yaml;q=0.3, application/yaml;q=0.8', 'application/yaml'],
    ['application/yaml;q=0', undefined],
    ['application/yaml;q=nonsense', undefined],
    ['text/html', undefined],
    [',,;;,', undefined],
  ];
  for (const [accept, type] of cases) t.equal(preferredYaml(accept), type, accept);
});
