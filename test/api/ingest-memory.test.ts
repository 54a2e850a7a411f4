import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { floodBodies, largeBodies, sendFlood } from '../support/flood.ts';
import { enginePid, residentMebibytes, startProcess, until } from '../support/service.ts';

const residentMebibytesMax = 700;
const connections = 200;

const directory = await mkdtemp(join(tmpdir(), 'colonnade-memory-'));
const service = startProcess(directory);
t.teardown(async () => {
  service.child.kill('SIGTERM');
  await service.exited;
  await rm(directory, { recursive: true, force: true });
});
await service.ready;
const pid = service.child.pid ?? 0;
const bodies = floodBodies(63);

t.test('bodies of nearly 64 MiB are taken, over every door', async (t) => {
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, residentMebibytes(pid))), 25);
  t.teardown(() => clearInterval(watch));
  for (const body of largeBodies(63)) {
    // A busy machine may take longer than its sender waits: then the next try finds it stored, or still under way, which is
    // as much as a project may have there.
    const answers: string[] = [];
    await until(`${body.name} is taken`, 120_000, async () => {
      answers.push(await sendFlood(directory, body, 60_000));
      return answers.at(-1) === '200';
    });
    t.same(
      answers.filter((status) => !['200', '503', '429'].includes(status)),
      [],
      `${body.name}: ${answers.join(' ')}`,
    );
  }
  t.ok(peak < residentMebibytesMax, `${Math.round(peak)} MiB at most`);
});

t.test('two hundred bodies of 64 MiB at once, with the store stopped and with it running', async (t) => {
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, residentMebibytes(pid))), 25);
  t.teardown(() => clearInterval(watch));
  const flood = () =>
    Promise.all(
      Array.from({ length: connections }, (_, i) => {
        const body = bodies[i % bodies.length];
        if (body === undefined) throw new Error('no bodies');
        return sendFlood(directory, body, 60_000);
      }),
    );
  const engine = enginePid(directory, 'clickhouse');
  process.kill(engine, 'SIGSTOP');
  const stopped = await flood();
  if (enginePid(directory, 'clickhouse') === engine) process.kill(engine, 'SIGCONT');
  const running = await flood();
  for (const status of new Set([...stopped, ...running]))
    t.ok(['200', '413', '429', '503'].includes(status), `answers ${status}`);
  t.notOk(stopped.includes('200'), 'nothing is acknowledged that is not stored');
  t.ok(peak < residentMebibytesMax, `${Math.round(peak)} MiB at most`);
  const small = floodBodies(1)[0];
  if (small === undefined) throw new Error('no bodies');
  await until('it takes telemetry again', 60_000, async () => (await sendFlood(directory, small, 20_000)) === '200');
});
