import t from 'tap';
import { shapeOf, shapeVersion } from '../../src/ingest/events/shape.ts';
import { tokensOf } from '../../src/domains/patterns/mining/tokens.ts';
import { toHex } from '../../src/lib/hash64.ts';
import { cpuMs } from '../support/turns.ts';

const shape = (text: string | Uint8Array): string => toHex(shapeOf(text));
const shown = (text: string): string =>
  tokensOf(text)
    .tokens.map((token) => (token === '' ? '<*>' : token))
    .join(' ');

const lines: readonly (readonly [line: string, tokens: string])[] = [
  // Separators.
  ['a:b,c;d(e)f[g]h{i}j|k<l>m!n?o&p`q"r\'s=t', 'a b c d e f g h i j k l m n o p q r s t'],
  ['wait... ready -- go ~~ *** ## a.-b', 'wait ready go a b'],
  ['a.b c-d e~f g*h i#j x_y $z 5%', 'a.b c-d e~f g*h i#j x_y $z <*>'],
  ['done.', 'done.'],
  ['failed - giving up', 'failed - giving up'],
  ['say \\"hello\\" twice', 'say hello twice'],
  ['\t \r\n  \n first line \n second line', 'first line'],
  // Variables.
  ['user42 ann@example b@ 0x1f -1 +3.5e7', '<*>'],
  ['open /etc/passwd: denied', 'open <*> denied'],
  ['open "/a b/c" now', 'open <*> b/c now'],
  ['open ~/notes.txt; C:\\Temp\\x.log d:/x (\\share\\y) dom\\ann', 'open <*>'],
  ['GET https://ann:pw@example.com:8443/a?b=c#d done', 'GET <*> done'],
  ['hdfs://cluster/user took', '<*> took'],
  ['see src/lib/log and web/index.html not I/O', 'see <*> and <*> not I/O'],
  ['deadbeef cafebabe feed facade', '<*> feed facade'],
  ['ask ns.example.com or db.internal. or Ns.Example.Com', 'ask <*> or <*> or Ns.Example.Com'],
  ['java.lang.String main.py com.acme.Shop', 'java.lang.String main.py com.acme.Shop'],
  ['Main.java:42 at cache.shop:6379 ok key:7', '<*> at <*> ok key <*>'],
  [`token ${'z'.repeat(64)}`, `token ${'z'.repeat(64)}`],
  [`token ${'z'.repeat(65)}`, 'token <*>'],
  ['from 00:11:43:e3:ba:c3 via eth', 'from <*> via eth'],
  ['FF:EE:9F:16:DC:AB and fe80::cfe:beef%eth and dead:beef::1/64 and ::1 up', '<*> and <*> and <*> and <*> up'],
  ['bad:5 add:face:x 5:bad:zone cafe:bad:dead', 'bad <*> add face x <*> bad zone cafe bad dead'],
  // What variables swallow.
  ['took 5 ms, 7 sec. and 3 GB free, 4 MB/s', 'took <*> and <*> free <*>'],
  ['took ms sec', 'took ms sec'],
  ['min=4 max=9 min=3', 'min <*> max <*> min <*>'],
  ['at Thu Jun 14 15:16:01 UTC 2024 ok', 'at <*> ok'],
  ['at 14 June 2024 10:00 PM CET ok', 'at <*> ok'],
  ['the Sun may rise in May', 'the Sun may rise in May'],
  ['1 may 2 sun west 3 West x', '<*> may <*> sun west <*> x'],
  // Collapsing.
  ['ids [1, 2, 3] end', 'ids <*> end'],
  ['5 6 7', '<*>'],
  // Escapes.
  ['\u001B[31;1mERR\u001B[0mOR\u001B[K x', 'ERROR x'],
  ['\u001B]8;;http://a\u0007link\u001B]8;;\u001B\\ end', 'link end'],
  ['cut \u001B[', 'cut'],
  // JSON bodies.
  ['{"level":"info","message":"user 7 left"}', 'user <*> left'],
  ['{"error":"boom","msg":"hi {\\"x\\":1}\\nmore"}', 'hi x <*>'],
  ['{"message":"made","@mt":"made {Thing}"}', 'made Thing'],
  ['{"error":{"code":5,"message":"no route"}}', 'no route'],
  ['{"zeta":1,"alpha":{"a":"}"},"mid":[{"b":"]"}]}', 'alpha mid zeta'],
  ['{"message":"","alpha":1}', 'alpha message'],
  ['{"message":"a"} trailing', 'message a trailing'],
  ['{broken "message":"a"}', 'broken message a'],
  ['{}', ''],
  [' ', ''],
  ['', ''],
];

t.test('lines are cut as specified', async (t) => {
  for (const [line, tokens] of lines) t.equal(shown(line), tokens, JSON.stringify(line.slice(0, 60)));
});

t.test('a string and its UTF-8 bytes have one shape', async (t) => {
  const unicode = [
    'naïve café 5 µs',
    '日本語 ログ 7',
    '\uD83D\uDE80 launched',
    'x'.repeat(8190) + '\uD83D\uDE80é',
    'é'.repeat(9000),
  ];
  for (const text of [...lines.map(([line]) => line), ...unicode]) {
    t.equal(shape(Buffer.from(text, 'utf8')), shape(text), JSON.stringify(text.slice(0, 40)));
  }
});

t.test('shapes: values do not matter, words and their borders do', async (t) => {
  t.equal(shape('user 7 left'), shape('user 8123 left'));
  t.equal(shape('user: 7 left'), shape('user=7, left'));
  t.equal(shape(`ids ${'1,'.repeat(10)} end`), shape(`ids ${'1,'.repeat(2000)} end`));
  t.not(shape('user left'), shape('user 7 left'));
  t.not(shape('ab c'), shape('a bc'));
  t.not(shape('a'), shape('A'));
  t.strictSame([shape(''), shape(' ,;'), shape('\n')], Array<string>(3).fill('0'.repeat(16)), 'nothing to name is 0');
});

const stored: readonly (readonly [text: string, hash: string])[] = [
  ['session opened for user ann by (uid=0)', 'c9dfda711beafaf3'],
  ['日本語 7', 'c68b1c2952e8b64a'],
  ['took 5 ms, 7 sec. and 3 GB free', '9c198175aa2c4d30'],
  ['at Thu Jun 14 15:16:01 UTC 2024 ok', '0f0e81ad92a77af8'],
  ['the Sun may rise in May', 'cd0b95bd4a6fb32b'],
  ['ids [1, 2, 3] end', 'bc9d0700139759ad'],
  ['open ~/notes.txt; C:\\Temp\\x.log via hdfs://cluster/x', '16571fd75cf14d46'],
  ['FF:EE:9F:16:DC:AB and fe80::cfe:beef%eth up', '64848b6b979f9f37'],
  ['ask ns.example.com or cache.shop:6379', 'c787ccdbe88a9495'],
  ['\u001B[31;1mERR\u001B[0mOR at 5', 'd8fa76025821d4c8'],
  ['\n first line \n second', '25fa81eaa97b50a3'],
  ['{"error":{"code":5,"message":"no route to 7"}}', '27e7c8bd0299eabf'],
  ['ab 1 '.repeat(300), '709d006833424f18'],
  ['Mon '.repeat(256) + '5', '584f183657f24bc5'],
  ['Mon '.repeat(300), 'ba2b399b62970843'],
];

t.test('stored hashes: a change here needs a new shapeVersion', async (t) => {
  t.equal(shapeVersion, 1);
  for (const [text, hash] of stored) t.equal(shape(text), hash, JSON.stringify(text.slice(0, 60)));
});

t.test('half a million different shapes do not collide', async (t) => {
  const seen = new Set<string>();
  const letter = (n: number): string => String.fromCharCode(97 + (n % 26));
  for (let i = 0; i < 500_000; i++) {
    seen.add(shape(`w${letter(i)}${letter(i / 26)} x${letter(i / 676)}${letter(i / 17_576)} ${letter(i / 456_976)}`));
  }
  t.equal(seen.size, 500_000);
});

t.test('tokens and separators together are the scanned line', async (t) => {
  for (const text of ['a:b,c;  d', ' [x] "y" = z. ', 'wait... done!']) {
    const { tokens, separators } = tokensOf(`${text}\nmore`);
    t.equal(separators.map((separator, i) => separator + (tokens[i] ?? '')).join(''), text);
  }
  t.strictSame(tokensOf('took 5 ms, 7 sec. (ok)').separators, ['', ' ', ' (', ')']);
});

t.test('at most 256 tokens and 8 KB are read, in linear time', async (t) => {
  t.equal(tokensOf('ab '.repeat(1000)).tokens.length, 256);
  t.equal(shape('ab '.repeat(300)), shape('ab '.repeat(1000)));
  const hostile = [
    'a.',
    '/',
    '\\',
    '~/',
    'Mon ',
    'Jan ',
    '5 ',
    '{"',
    '{"a":',
    '[',
    '\u001B',
    '\u001B[',
    'a:',
    'd:',
    '"',
    '\\"',
    'é',
  ];
  for (const unit of hostile) {
    const text = (unit.startsWith('{') ? '' : 'x 1 ') + unit.repeat(Math.ceil(1_000_000 / unit.length));
    const before = process.cpuUsage();
    for (let i = 0; i < 10; i++) shapeOf(text);
    t.ok(cpuMs(before) < 100, `1 MB of ${JSON.stringify(unit)}`);
  }
});
