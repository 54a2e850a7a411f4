import t from 'tap';
import { fairGate, GateFull } from '../../src/lib/fair-gate.ts';

/** A caller who never leaves. */
const stays = () => new AbortController().signal;
const limits = { runningMax: 3, runningPerProjectMax: 2, waitingPerProjectMax: 5 };

/** Work that ends when it is told to, and a list of what has begun. */
function stage() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, work, end };
}

t.test('at most so many run, of one project and of all, and projects take turns', async (t) => {
  const gate = fairGate(limits);
  const { begun, work, end } = stage();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void gate.run(name.charAt(0), stays(), work(name));
  await end('');
  t.same(begun, ['a1', 'a2', 'b1']);
  await end('a1');
  t.same(begun, ['a1', 'a2', 'b1', 'a3'], 'a has waited longest');
  await end('a2');
  t.same(begun.slice(4), ['b2'], 'b before a again');
  await end('a3');
  t.same(begun.slice(5), ['c1']);
  for (const name of ['b1', 'b2', 'c1']) await end(name);
  t.same(begun.slice(6), ['a4']);
});

t.test('a project that has too many waiting is told at once', async (t) => {
  const gate = fairGate(limits);
  const { work } = stage();
  for (let i = 0; i < 7; i++) void gate.run('a', stays(), work(`a${i}`));
  t.ok((await gate.run('a', stays(), work('a7')).catch((error: unknown) => error)) instanceof GateFull);
  void gate.run('b', stays(), work('b'));
});

t.test('callers are counted, not what each of them asks for', async (t) => {
  const gate = fairGate(limits);
  const { begun, work, end } = stage();
  const callers = Array.from({ length: 6 }, stays);
  for (const [n, caller] of callers.entries())
    for (const part of ['x', 'y', 'z']) void gate.run('a', caller, work(`a${n}${part}`));
  await end('');
  t.same(begun, ['a0x', 'a0y'], 'what runs is counted one by one');
  for (const one of ['a0x', 'a0y', 'a0z', 'a1x', 'a1y', 'a1z']) await end(one);
  t.same(begun, ['a0x', 'a0y', 'a0z', 'a1x', 'a1y', 'a1z', 'a2x', 'a2y'], 'and all of it comes to its turn');
  for (const caller of [stays(), stays()]) void gate.run('a', caller, work('later'));
  const refused = await gate.run('a', stays(), work('one more')).catch((error: unknown) => error);
  t.ok(refused instanceof GateFull, 'three wait from before, two came');
});

t.test('who has begun goes on before others begin, and is not sent away half way', async (t) => {
  const gate = fairGate({ ...limits, runningMax: 1 });
  const { begun, work, end } = stage();
  const first = stays();
  void gate.run('a', first, work('first'));
  for (let n = 0; n < 5; n++) void gate.run('a', stays(), work(`other${n}`));
  t.ok((await gate.run('a', stays(), work('new')).catch((error: unknown) => error)) instanceof GateFull);
  void gate.run('a', first, work('second'));
  void gate.run('a', first, work('third'));
  for (const one of ['first', 'second', 'third']) await end(one);
  t.same(begun, ['first', 'second', 'third', 'other0']);
});

t.test('who goes away while waiting takes no turn', async (t) => {
  const gate = fairGate({ ...limits, runningMax: 1 });
  const { begun, work, end } = stage();
  void gate.run('a', stays(), work('a1'));
  const gone = new AbortController();
  const given = gate.run('a', gone.signal, work('a2'));
  void gate.run('a', stays(), work('a3'));
  gone.abort(new Error('gone'));
  await t.rejects(given, { message: 'gone' });
  await end('a1');
  t.same(begun, ['a1', 'a3']);
  await t.rejects(gate.run('a', AbortSignal.abort(new Error('never came')), work('a4')), { message: 'never came' });
});

t.test('a failure frees its place', async (t) => {
  const gate = fairGate({ ...limits, runningMax: 1 });
  await t.rejects(
    gate.run('a', stays(), () => Promise.reject(new Error('x'))),
    { message: 'x' },
  );
  t.equal(await gate.run('a', stays(), async () => 1), 1);
});
