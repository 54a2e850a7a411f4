import t from 'tap';
import { lineDiff } from '../../src/lib/line-diff.ts';
import { random } from '../support/random.ts';

t.test('lines of both texts, in order, with what is the same left out', async (t) => {
  const long = Array.from({ length: 30 }, (_, index) => `l${index}`);
  const cases: [before: string, after: string, lines: string[]][] = [
    ['', '', []],
    ['a\nb\n', 'a\nb\n', []],
    ['', 'a\nb\n', ['+a', '+b']],
    ['a\nb\n', '', ['-a', '-b']],
    ['a\nb\nc\n', 'a\nx\nc\n', [' a', '-b', '+x', ' c']],
    ['a\nb\n', 'b\n', ['-a', ' b']],
    ['a\nb\nc\nd\n', 'b\nc\nd\ne\n', ['-a', ' b', ' c', ' d', '+e']],
    [
      long.join('\n'),
      long.with(3, 'x').with(20, 'y').join('\n'),
      [' l1', ' l2', '-l3', '+x', ' l4', ' l5', ' …', ' l18', ' l19', '-l20', '+y', ' l21', ' l22'],
    ],
  ];
  for (const [before, after, lines] of cases) {
    t.same(lineDiff(before, after), lines, JSON.stringify([before, after]).slice(0, 60));
  }
});

t.test('what the lines say turns the one text into the other', async (t) => {
  const { below } = random(7);
  for (let round = 0; round < 300; round++) {
    const text = () => Array.from({ length: 1 + below(12) }, () => String(below(4)));
    const [before, after] = [text(), text()];
    const lines = lineDiff(before.join('\n'), after.join('\n'));
    if (lines.includes(' …')) continue;
    const removed = lines.filter((line) => line.startsWith('-')).length;
    const added = lines.filter((line) => line.startsWith('+')).length;
    t.equal(after.length - before.length, added - removed);
    const [kept, written] = [
      lines.filter((line) => !line.startsWith('+')),
      lines.filter((line) => !line.startsWith('-')),
    ];
    t.match(`\n${before.join('\n')}\n`, `\n${kept.map((line) => line.slice(1)).join('\n')}`.trimEnd());
    t.match(`\n${after.join('\n')}\n`, `\n${written.map((line) => line.slice(1)).join('\n')}`.trimEnd());
  }
});

t.test('texts too long to compare are shown one after the other', async (t) => {
  const text = (letter: string) => Array.from({ length: 3_000 }, (_, index) => `${letter}${index}`).join('\n');
  const lines = lineDiff(text('a'), text('b'));
  t.equal(lines.length, 6_000);
  t.same([lines[0], lines.at(-1)], ['-a0', '+b2999']);
});
