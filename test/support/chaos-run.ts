// node --import=tsx test/support/chaos-run.ts [--each 20] [--stop-ms 60000] [--seed 1] [--senders 12] [--only KIND]: the long
// form of test/api/ingest-loss.test.ts.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Disturbance, runChaos } from './chaos.ts';

const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '20' },
    'stop-ms': { type: 'string', default: '60000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    senders: { type: 'string', default: '12' },
  },
});
const kinds: readonly Disturbance[] =
  values.only === undefined ? ['kill engine', 'kill service', 'kill both'] : [values.only as Disturbance];
const rounds = Array.from({ length: Number(values.each) }, () => kinds).flat();
const directory = await mkdtemp(join(tmpdir(), 'colonnade-chaos-'));
const startedAt = performance.now();
try {
  const result = await runChaos({
    directory,
    seed: Number(values.seed),
    disturbances: Number(values['stop-ms']) > 0 ? ['stop engine', ...rounds] : rounds,
    senders: Number(values.senders),
    recordsPerRequest: 50,
    stopMs: Number(values['stop-ms']),
    say: (line) => console.log(line),
  });
  console.log(result, `${Math.round((performance.now() - startedAt) / 1000)} s`);
  const exact = Object.values(result.rollups).every((deviation) => deviation === 0);
  process.exitCode = result.lost === 0 && result.doubled === 0 && exact ? 0 : 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
