import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { lockDirectory, ownerOf } from '../../src/store/embedded/lock.ts';
import { startOf } from '../../src/store/embedded/leftover.ts';
import { root, until } from '../support/service.ts';

/** A directory whose last owner is as given. */
async function ownedBy(directory: string, owner: object, ageMs = 0): Promise<void> {
  await (await lockDirectory(directory)).release();
  const file = join(directory, 'lock', readdirSync(join(directory, 'lock'))[0] ?? '');
  const known = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...known, released: false, ...owner }));
  const at = new Date(Date.now() - ageMs);
  utimesSync(file, at, at);
}

t.test('a lock is had by one, and free again when released', async (t) => {
  const directory = t.testdir();
  t.equal(await ownerOf(directory), undefined);
  const lock = await lockDirectory(directory);
  t.match(await ownerOf(directory), { pid: process.pid, host: hostname() });
  await t.rejects(lockDirectory(directory), { message: `in use by process ${process.pid}` });
  await lock.release();
  t.equal(await ownerOf(directory), undefined);
  await (await lockDirectory(directory)).release();
  t.equal(readdirSync(join(directory, 'lock')).length, 1, 'files do not pile up');
});

t.test('what cannot be a directory is said to be none, at once', async (t) => {
  const file = join(t.testdir({ file: '' }), 'file');
  for (const directory of ['/proc/none', '/proc/none/data', file, join(file, 'data')])
    await t.rejects(lockDirectory(directory), { message: `the data directory ${directory} cannot be used: E` });
});

t.test('where the disk has no room for it, the file that is in the way is named', async (t) => {
  const directory = t.testdir();
  const take = `
    process.on('SIGXFSZ', () => {});
    const { lockDirectory } = await import('./src/store/embedded/lock.ts');
    await lockDirectory(process.argv[1]).then(() => console.log('taken'), ({ message }) => console.log(message));`;
  // What a file may take stands for what a disk has.
  const limited = ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, '--import=tsx', '--input-type=module'];
  const env = { PATH: process.env['PATH'], TSX_DISABLE_CACHE: '1' };
  const { stdout } = await promisify(execFile)('sh', [...limited, '-e', take, directory], { cwd: root, env });
  t.equal(stdout.trim(), `${join(directory, 'lock', '1')} cannot be written: EFBIG: file too large, write`);
});

t.test('a release that the disk has no room for fails nothing', async (t) => {
  const directory = t.testdir();
  const lock = await lockDirectory(directory);
  const [number = ''] = readdirSync(join(directory, 'lock'));
  // Where it would be written there is something else.
  mkdirSync(join(directory, 'lock', `${number}.tmp`));
  await t.resolves(lock.release());
  t.match(await ownerOf(directory), { pid: process.pid }, 'it ends with its owner');
});

t.test('what is left of a dead owner is taken over, and a live one is named', async (t) => {
  const self = await startOf(process.pid);
  const cases: [string, object, number, boolean][] = [
    ['a process that is gone', { pid: 4_194_303 }, 0, false],
    ['another process that has its pid now', { pid: process.ppid, start: '1' }, 0, false],
    ['a living process', { pid: process.pid, start: self }, 60_000, true],
    ['a process on another host with a fresh heartbeat', { host: 'elsewhere' }, 1_000, true],
    ['a process on another host without one', { host: 'elsewhere' }, 60_000, false],
    ['a released lock', { released: true }, 0, false],
    ['something unreadable', { pid: 'x' }, 0, false],
  ];
  for (const [name, owner, ageMs, isHeld] of cases) {
    const directory = t.testdir();
    await ownedBy(directory, owner, ageMs);
    if (isHeld) await t.rejects(lockDirectory(directory), { message: /is in use by process \d+/ }, name);
    else
      await t.resolves(
        lockDirectory(directory).then((lock) => lock.release()),
        name,
      );
  }
});

t.test('an owner that was killed is gone, also while its parent has not asked how it ended', async (t) => {
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => parent.kill('SIGKILL'));
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString());
  const start = await startOf(pid);
  t.not(start, undefined);
  const directory = t.testdir();
  await ownedBy(directory, { pid, start });
  await until('it has no owner', 20_000, async () => (await ownerOf(directory)) === undefined);
});

t.test('of many that find a stale lock at the same time, one gets it', async (t) => {
  const directory = t.testdir();
  await ownedBy(directory, { pid: 4_194_303 });
  const lockModule = new URL('../../src/store/embedded/lock.ts', import.meta.url).href;
  const program = `
    const { lockDirectory } = await import(${JSON.stringify(lockModule)});
    console.log('ready');
    process.stdin.once('data', async (at) => {
      while (Date.now() < Number(at)) {}
      await lockDirectory(process.argv[1]).then(() => console.log('mine'), () => console.log('not mine'));
    });`;
  // Each lives on until the test has ended it: its lock is none of the dead.
  const children = Array.from({ length: 6 }, () => {
    const child = spawn(process.execPath, ['--import=tsx', '--input-type=module', '-e', program, directory]);
    t.teardown(() => child.kill('SIGKILL'));
    return child;
  });
  const word = (child: (typeof children)[number]) =>
    new Promise<string>((resolve) => child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim())));
  t.same(new Set(await Promise.all(children.map(word))), new Set(['ready']));
  const said = Promise.all(children.map(word));
  const at = `${Date.now() + 500}\n`;
  for (const { stdin } of children) stdin.write(at);
  t.same((await said).toSorted(), ['mine', ...Array(5).fill('not mine')]);
});
