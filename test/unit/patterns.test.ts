import { existsSync, readdirSync } from 'node:fs';
import t from 'tap';
import { readSampleSet, replay, score } from '../../bench/support/loghub.ts';
import { seededRandom } from '../../src/lib/random.ts';
import { shuffled } from '../support/random.ts';
import { freshShapesPerHourMax, liveShapesMax, minePatterns } from '../../src/domains/patterns/mining/mine.ts';
import type { Changes, FreshShape, Scope } from '../../src/domains/patterns/mining/mine.ts';
import { mergeTemplates, templateText } from '../../src/domains/patterns/mining/template.ts';
import { tokensOf } from '../../src/domains/patterns/mining/tokens.ts';
import { volumeChange } from '../../src/domains/patterns/volume.ts';
import { shapeOf } from '../../src/ingest/events/shape.ts';
import { toHex } from '../../src/lib/hash64.ts';
import { cpuMs, longestTurnMs } from '../support/turns.ts';

const empty: Scope = { patterns: [], shapes: [] };

function fresh(lines: readonly string[]): FreshShape[] {
  return lines.map((line) => ({ shape: toHex(shapeOf(line)), lines: 1, ...tokensOf(line) }));
}

function mine(lines: readonly string[], scope: Scope = empty, firstId = 1): Promise<Changes> {
  const ids = lines.map((_, i) => firstId + i);
  return minePatterns(scope, fresh(lines), ids, freshShapesPerHourMax);
}

const wordOf = (n: number): string => n.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? 'q');

/** What the job would load after it had written the changes. */
function stored(scope: Scope, lines: readonly string[], changes: Changes): Scope {
  const into = new Map(changes.merged.map((merge) => [merge.from, merge.into]));
  const patterns = new Map(scope.patterns.filter(({ id }) => !into.has(id)).map((pattern) => [pattern.id, pattern]));
  for (const { id, tokens, separators } of [...changes.created, ...changes.edited]) {
    patterns.set(id, { id, tokens, separators });
  }
  const tokens = new Map(fresh(lines).map((shape) => [shape.shape, shape]));
  const learnt = changes.assigned.flatMap(({ shape, pattern, indexed }) => {
    const known = tokens.get(shape);
    return indexed && known !== undefined ? [{ ...known, pattern }] : [];
  });
  const shapes = scope.shapes.map((known) => ({ ...known, pattern: into.get(known.pattern) ?? known.pattern }));
  return { patterns: [...patterns.values()], shapes: [...shapes, ...learnt] };
}

const names = ['ann', 'bob', 'cyrus', 'dora', 'emil'];

const grouped: readonly (readonly [what: string, lines: readonly string[], groups: readonly string[]])[] = [
  ['three values are not enough', names.slice(0, 3).map((n) => `session opened for ${n} now`), ['', '', '']],
  ['four values are', names.slice(0, 4).map((n) => `session opened for ${n} now`), ['session opened for <*> now']],
  [
    'two values and a shape with a variable there are',
    ['session opened for 7 now', 'session opened for ann now', 'session opened for bob now'],
    ['session opened for <*> now'],
  ],
  ['null where a number was is a value', ['lock uid=7 was held', 'lock uid=null was held'], ['lock uid=<*> was held']],
  ['any other single word is not', ['lock uid=7 was held', 'lock uid=root was held'], ['', '']],
  ['the first token says what it is', names.map((n) => `${n} startup succeeded early`), ['', '', '', '', '']],
  ['two other words are needed', names.map((n) => `user ${n}`), ['', '', '', '', '']],
  [
    'words of state are different events',
    ['started', 'stopped', 'restarting', 'enabled', 'GET', 'ok', 'failed'].map((w) => `web service unit ${w}`),
    ['', '', '', '', '', '', ''],
  ],
  [
    'messages are different events, whatever is around them',
    ['alpha', 'beta', 'gamma', 'delta', 'omega'].map((w) => `request handled level=${w} done`),
    ['', '', '', '', ''],
  ],
  [
    'values of other keys are values',
    names.map((n) => `request handled user=${n} done`),
    ['request handled user=<*> done'],
  ],
  [
    'two positions that vary become one pattern',
    names.flatMap((n) => names.map((m) => `copy file from ${n} to ${m} done`)),
    ['copy file from <*> to <*> done'],
  ],
  [
    'what was counted is not a value',
    ['apples', 'pears', 'plums', 'figs', 'nuts'].map((n) => `basket holds about 5 ${n}`),
    ['', '', '', '', ''],
  ],
  [
    'hosts beside their port are values',
    ['redis', 'kafka', 'mysql', 'nginx'].map((n) => `cannot connect to ${n}:80`),
    ['cannot connect to <*>'],
  ],
];

t.test('grouping', async (t) => {
  for (const [what, lines, templates] of grouped) {
    const { created, merged } = await mine(lines);
    t.equal(created.length, templates.length, what);
    t.equal(merged.length, 0);
    for (const [i, template] of templates.entries()) {
      if (template !== '') t.equal(created[i] === undefined ? '' : templateText(created[i]), template, what);
    }
  }
});

t.test('ids: the oldest survives a merge, generalising edits the template, nothing else moves', async (t) => {
  const first = ['alice wrote 5 lines', ...names.slice(0, 3).map((n) => `session opened for ${n} now`)];
  const before = stored(empty, first, await mine(first));
  t.strictSame(
    before.patterns.map(({ id }) => id).sort((a, b) => a - b),
    [1, 2, 3, 4],
  );
  const oldest = Math.min(...before.shapes.filter(({ tokens }) => tokens[0] === 'session').map((s) => s.pattern));
  const next = ['session opened for dora now'];
  const changes = await mine(next, before, 100);
  t.strictSame(changes.created, []);
  t.strictSame(
    changes.assigned.map(({ pattern }) => pattern),
    [oldest],
  );
  t.equal(changes.merged.length, 2);
  t.ok(changes.merged.every(({ from, into }) => into === oldest && from > oldest));
  t.strictSame(changes.edited.map(templateText), ['session opened for <*> now']);
  const after = stored(before, next, changes);
  t.strictSame(await mine([...first, ...next], after, 200), {
    assigned: [],
    created: [],
    merged: [],
    edited: [],
    unassigned: [],
  });
});

t.test('any order and any division into runs give the same groups', async (t) => {
  const random = seededRandom(7);
  const verbs = ['read', 'moved', 'counted', 'saw', 'kept', 'built'];
  const nouns = ['alpha', 'beta', 'gamma', 'delta', 'omega', '17'];
  const lines = Array.from({ length: 400 }, () => {
    const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
    return `worker has ${pick(verbs)} item ${pick(nouns)} of ${pick(nouns)} for ${pick(names)}`;
  });
  const partition = (patterns: readonly number[]): string => {
    const firstLine = new Map<number, number>();
    return patterns.map((id, i) => firstLine.get(id) ?? (firstLine.set(id, i), i)).join();
  };
  const expected = partition((await replay(lines, lines.length)).patterns);
  for (let round = 0; round < 8; round++) {
    const order = shuffled([...lines.keys()], random);
    const { patterns, lost } = await replay(
      order.map((i) => lines[i] ?? ''),
      1 + Math.floor(random() * 60),
    );
    const back: number[] = [];
    for (const [i, line] of order.entries()) back[line] = patterns[i] ?? 0;
    t.equal(partition(back), expected);
    t.equal(lost, 0);
  }
});

t.test('a flood of random lines stays within the bounds, and what is known goes on being recognised', async (t) => {
  const flood = Array.from({ length: liveShapesMax + 500 }, (_, i) => `x${wordOf(i * 7919)} y${wordOf(i * 104_729)}`);
  const users = Array.from({ length: 200 }, (_, i) => `session opened for u${wordOf(i + 100)} now`);
  const first = await mine(users.slice(0, 150));
  t.equal(first.created.length, 1);
  t.ok(first.assigned.filter(({ indexed }) => indexed).length < 40, 'newcomers to a crowded group cost no index');
  const known = stored(empty, users, first);
  const lines = fresh([...flood, ...users.slice(150)]).map((shape, i) => ({ ...shape, lines: flood.length - i }));
  const ids = lines.map((_, i) => 1000 + i);
  const limited = await minePatterns(known, lines, ids, freshShapesPerHourMax);
  t.equal(limited.assigned.length, freshShapesPerHourMax, 'the hourly allowance holds');
  const full = await minePatterns(known, lines, ids, Infinity);
  t.equal(full.assigned.filter(({ indexed }) => indexed).length + known.shapes.length, liveShapesMax);
  t.equal(full.assigned.filter(({ pattern }) => pattern === 1).length, 50);
  t.equal(full.assigned.length + full.unassigned.length, lines.length);
});

t.test('fewer ids than patterns is an error, not a pattern without one', async (t) => {
  await t.rejects(minePatterns(empty, fresh(['a b c', 'd e f']), [1], freshShapesPerHourMax), RangeError);
});

t.test('thousands of long lines keep nobody waiting', async (t) => {
  const line = (n: number) =>
    Array.from({ length: 250 }, (_, at) => (at === 5 + (n % 40) ? `w${wordOf(n)}` : `w${wordOf(at)}`)).join(' ');
  const shapes = fresh(Array.from({ length: 2_000 }, (_, n) => line(n)));
  const ids = [...shapes.keys()];
  const before = process.cpuUsage();
  const turnMs = await longestTurnMs(() => minePatterns(empty, shapes, ids, freshShapesPerHourMax));
  const wholeMs = cpuMs(before);
  t.ok(turnMs < wholeMs / 3, `${turnMs} ms in one turn; all of it takes ${wholeMs} ms`);
});

t.test('templates', async (t) => {
  const merged = (a: string, b: string): string => templateText(mergeTemplates(tokensOf(a), tokensOf(b)));
  t.equal(templateText(tokensOf(' took 5 ms, (ok) ')), 'took <*>, (ok)');
  t.equal(merged('a b c', 'a x c'), 'a <*> c');
  t.equal(merged('user=ann left', 'user=bob left'), 'user=<*> left');
  t.equal(merged('a b c', 'a c'), 'a <*> c');
  t.equal(merged('a c', 'a b c'), 'a <*> c');
  t.equal(merged('a b', 'a b c'), 'a b <*>');
  t.equal(merged('a 5 x', 'a x'), 'a <*> x');
  t.equal(merged('x', 'y'), '<*>');
  const general = tokensOf('a 5 c');
  t.equal(mergeTemplates(general, tokensOf('a b c')), general, 'what says it already stays the same object');
});

const usual = (length: number, level: number): number[] => Array.from({ length }, (_, i) => level + (i % 5));

const volumes: readonly (readonly [what: string, counts: number[], kind: string | undefined])[] = [
  ['steady', usual(578, 100), undefined],
  ['one loud bucket', [...usual(577, 100), 900], undefined],
  ['two loud buckets', [...usual(576, 100), 900, 900], 'spike'],
  ['loud, but less than three times', [...usual(576, 100), 290, 290], undefined],
  ['three times, but within noise', [...usual(576, 1), 9, 9], undefined],
  ['a silent pattern speaks up', [...usual(576, 0).fill(0), 5, 5], 'spike'],
  ['four lines out of silence', [...usual(576, 0).fill(0), 4, 4], undefined],
  ['falls silent', [...usual(576, 100), 0, 0], 'drop'],
  ['falls to a third', [...usual(576, 300), 100, 100], 'drop'],
  ['a rare pattern falls silent', [...usual(576, 20), 0, 0], undefined],
  ['a wild pattern', [...Array.from({ length: 576 }, (_, i) => (i % 2) * 1000), 3000, 3000], undefined],
  ['less than a day of history', [...usual(287, 100), 900, 900], undefined],
  ['no history', [], undefined],
];

t.test('volume changes', async (t) => {
  for (const [what, counts, kind] of volumes) t.equal(volumeChange(counts)?.kind, kind, what);
  t.match(volumeChange([...usual(576, 100), 800, 900]), { kind: 'spike', lines: 900, usualLines: 102 });
});

const folder = new URL('../../../shared/data/loghub/', import.meta.url);
const missing = existsSync(folder) ? false : 'no LogHub samples at ../shared/data/loghub';

t.test('LogHub samples: grouped as people grouped them', { skip: missing }, async (t) => {
  let [ga, f1, sets] = [0, 0, 0];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('_2k.csv'))) {
    const { name, lines } = readSampleSet(new URL(file, folder).pathname);
    const result = await replay(
      lines.map(({ content }) => content),
      200,
    );
    const own = score(
      result.patterns,
      lines.map(({ event }) => event),
    );
    t.ok(own.f1 >= 0.75, `${name}: GA ${own.ga.toFixed(3)}, F1 ${own.f1.toFixed(3)}`);
    t.equal(result.lost, 0, `${name}: every id that was ever given resolves`);
    ga += own.ga;
    f1 += own.f1;
    sets++;
  }
  t.ok(ga / sets >= 0.95, `average grouping accuracy ${(ga / sets).toFixed(4)}`);
  t.ok(f1 / sets >= 0.93, `average F1 ${(f1 / sets).toFixed(4)}`);
});
