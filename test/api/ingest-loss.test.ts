import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { runChaos } from '../support/chaos.ts';

// The short form; `node --import=tsx test/support/chaos-run.ts` does the same twenty times each, with a minute's stop.

const directory = await mkdtemp(join(tmpdir(), 'colonnade-loss-'));
t.teardown(() => rm(directory, { recursive: true, force: true }));

t.test('what is acknowledged is stored once, and rollups are those of the rows, whatever is killed', async (t) => {
  const { lost, doubled, acknowledged, rollups, statuses } = await runChaos({
    directory,
    seed: 20_261_120,
    disturbances: ['kill engine', 'kill service', 'stop engine', 'kill both', 'end service', 'kill engine'],
    senders: 6,
    recordsPerRequest: 20,
    stopMs: 2_000,
  });
  t.ok(acknowledged > 200, `${acknowledged} acknowledged`);
  t.equal(lost, 0, 'acknowledged and not stored');
  t.equal(doubled, 0, 'stored more than once');
  const { rows, wrong_minutes, ...rolled } = rollups;
  for (const [name, count] of Object.entries(rolled)) t.equal(count, rows, name);
  t.equal(wrong_minutes, 0, 'minutes whose count is not that of the rows');
  for (const status of Object.keys(statuses)) t.ok(['200', '429', '503', 'no answer'].includes(status), status);
});
