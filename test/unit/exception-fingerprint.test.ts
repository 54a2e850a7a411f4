import t from 'tap';
import { issuesOf } from '../../src/domains/issues/exceptions.ts';
import { fingerprintOf, normaliseMessage, readStack } from '../../src/domains/issues/fingerprint.ts';
import type { Fingerprint } from '../../src/domains/issues/fingerprint.ts';
import { exceptionStacks } from '../support/exception-stacks.ts';
import { cpuMs } from '../support/turns.ts';

const fingerprint = (type: string, stacktrace: string, message = 'the same message'): Fingerprint =>
  fingerprintOf({ service: 'shop', type, message, stacktrace });

t.test('the same error of three deploys is one, another error with its message is another', async (t) => {
  for (const [language, { type, stack, frames, same, other }] of Object.entries(exceptionStacks)) {
    const own = fingerprint(type, stack);
    t.equal(own.by, 'frames', language);
    t.equal(own.culprit, frames[0], language);
    for (const [what, moved] of same) t.equal(fingerprint(type, moved).hash, own.hash, `${language}: ${what}`);
    for (const [what, different] of other) t.not(fingerprint(type, different).hash, own.hash, `${language}: ${what}`);
    t.not(fingerprint('OtherError', stack).hash, own.hash, `${language}: another type`);
    t.equal(fingerprint(type, stack, 'other words').hash, own.hash, `${language}: frames say more than the message`);
    t.equal(fingerprint(type, stack.replaceAll('\n', '\r\n')).hash, own.hash, `${language}: line ends`);
  }
});

t.test('frames: the application only, innermost first, of the root cause', async (t) => {
  for (const [language, { stack, frames }] of Object.entries(exceptionStacks)) {
    const own = readStack(stack).frames.filter((frame) => frame.inApp);
    const texts = own.map((frame) => (frame.file === '' ? frame.function : `${frame.function} (${frame.file})`.trim()));
    const unique = texts.filter((text, i) => text !== texts[i - 1]).map((text) => text.replace(/^\((.*)\)$/, '$1'));
    t.strictSame(unique, frames, language);
  }
});

t.test('recursion of any depth is one place', async (t) => {
  const deep = (times: number): string => '    at walkTree (/app/src/tree.js:4:9)\n'.repeat(times);
  t.equal(fingerprint('RangeError', deep(3)).hash, fingerprint('RangeError', deep(50)).hash);
});

t.test('six frames and eight causes count, whoever called and whatever was behind', async (t) => {
  const calls = (...names: string[]) => names.map((name) => `    at ${name} (/app/src/a.js:4:9)`).join('\n');
  const hash = (...names: string[]) => fingerprint('Error', calls(...names)).hash;
  const inner = ['addItem', 'findCart', 'readCart', 'openCart', 'takeCart'];
  t.equal(hash(...inner, 'sixth', 'seventh'), hash(...inner, 'sixth', 'another'));
  t.not(hash(...inner, 'sixth', 'seventh'), hash(...inner, 'another', 'seventh'));
  const chain = (...types: string[]) =>
    fingerprint('E0', types.map((type) => `Caused by: ${type}: m\n\tat com.shop.Cart.add(Cart.java:1)`).join('\n'))
      .hash;
  t.equal(chain('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'), chain('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'Other'));
  t.not(chain('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'), chain('A', 'B', 'C', 'D', 'E', 'F', 'G', 'Other', 'I'));
});

t.test('without named frames of the application the message decides, values apart', async (t) => {
  const library = '    at Socket.connect (node:net:1141:16)\n    at Pool.get (/app/node_modules/pg/lib/pool.js:5:1)';
  const minified =
    '    at t (https://a.example.com/main.3f2a91bc.js:1:4)\n    at n.e (https://a.example.com/main.3f2a91bc.js:1:9)';
  for (const stack of ['', 'no stack at all', library, minified]) {
    const hash = (message: string): string => fingerprint('Error', stack, message).hash;
    t.equal(fingerprint('Error', stack).by, 'message');
    t.equal(hash('connect to 10.0.0.7:5432 failed after 30 ms'), hash('connect to 10.0.0.9:5432 failed after 7 ms'));
    t.equal(hash('user 3f1c9c1e-8b1e-4f2c-9a50-1f6e0a9f8d11 is gone'), hash('user 7 is gone'));
    t.not(hash('no stock'), hash('card declined'));
  }
  const alone = (text: string): string => fingerprint('', text, '').hash;
  t.equal(alone('order 7 is gone'), alone('order 8 is gone'), 'a stack that is none is what was said');
  t.not(alone('order 7 is gone'), alone('card declined'));
  const said = 'Error: no answer of amqp://ann@rabbit-3:5672';
  t.equal(fingerprint('Error', `${said}\n${library}`).culprit, '', 'an address at the end of a message is no frame');
  t.equal(normaliseMessage('read /etc/passwd: 13 bytes\nsecond line'), 'read <*>');
});

t.test('a service is part of what an error is', async (t) => {
  const error = { type: 'Error', message: 'refused', stacktrace: '' };
  t.not(fingerprintOf({ ...error, service: 'shop' }).hash, fingerprintOf({ ...error, service: 'mail' }).hash);
});

t.test('hostile stacks are read in bounded time', async (t) => {
  const units = [
    'at ',
    '(',
    'a.',
    '<',
    '$',
    'at a(',
    '#0 ',
    'File "',
    '\\',
    'func1',
    '-AAAAAAAA',
    ':1',
    'in `',
    '---> ',
  ];
  for (const unit of units) {
    const stack = `    at ${unit.repeat(30_000)}\n${`at ${unit.repeat(200)}\n`.repeat(300)}`;
    const before = process.cpuUsage();
    fingerprint('Error', stack);
    t.ok(cpuMs(before) < 500, JSON.stringify(unit));
  }
});

t.test('between the stacks of one look others get their turn', async (t) => {
  const at = new Date(0);
  const group = {
    service: 'shop',
    type: 'Error',
    count: 1,
    traces: 0,
    traceHashes: [],
    severity: 17,
    firstSeen: at,
    lastSeen: at,
    arrived: at,
    message: 'm',
    eventId: '',
    time: '',
    traceId: '',
    spanId: '',
  };
  const line = `  at${' ('.repeat(250)}\n`;
  const groups = Array.from({ length: 50 }, (_, i) => ({ ...group, stacktrace: `${i}\n${line.repeat(64)}` }));
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  t.equal((await issuesOf(groups)).length, 1, 'they are one issue');
  clearInterval(timer);
  t.ok(turns >= 10, `${turns} turns`);
});
