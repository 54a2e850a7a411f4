import t from 'tap';
import { fairGate, GateFull } from '../../src/lib/fair-gate.ts';

const never = new AbortController().signal;
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
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void gate.run(name.charAt(0), never, work(name));
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
  for (let i = 0; i < 7; i++) void gate.run('a', never, work(`a${i}`));
  t.ok((await gate.run('a', never, work('a7')).catch((error: unknown) => error)) instanceof GateFull);
  void gate.run('b', never, work('b'));
});

t.test('who goes away while waiting takes no turn', async (t) => {
  const gate = fairGate({ ...limits, runningMax: 1 });
  const { begun, work, end } = stage();
  void gate.run('a', never, work('a1'));
  const gone = new AbortController();
  const given = gate.run('a', gone.signal, work('a2'));
  void gate.run('a', never, work('a3'));
  gone.abort(new Error('gone'));
  await t.rejects(given, { message: 'gone' });
  await end('a1');
  t.same(begun, ['a1', 'a3']);
  await t.rejects(gate.run('a', AbortSignal.abort(new Error('never came')), work('a4')), { message: 'never came' });
});

t.test('a failure frees its place', async (t) => {
  const gate = fairGate({ ...limits, runningMax: 1 });
  await t.rejects(
    gate.run('a', never, () => Promise.reject(new Error('x'))),
    { message: 'x' },
  );
  t.equal(await gate.run('a', never, async () => 1), 1);
});
