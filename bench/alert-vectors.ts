// npm run alert-vectors -- FILE: plays every timeline of the file against the monitors' state machine. With --live, through
// the real jobs on a real worker and both stores, with a clock that is set.

import { parseArgs } from 'node:util';
import { differences, playFunction, readVectors } from './support/alert-vectors.ts';
import type { Player } from './support/alert-vectors.ts';
import { goals } from './support/goals.ts';
import { openLive } from './support/live-monitors.ts';
import { startTestEngines } from '../test/support/engines.ts';

const againstFunction: Player = async (vector) => playFunction(vector);

export async function bench(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { live: { type: 'boolean' } } });
  const [file] = positionals;
  if (file === undefined) throw new Error('usage: npm run alert-vectors -- FILE [--live]');
  if (values.live === true) await runLive(file);
  else await runVectors(file, againstFunction);
}

async function runLive(file: string): Promise<void> {
  const { engines, stop } = await startTestEngines();
  const live = await openLive(engines);
  try {
    await runVectors(file, live.play);
  } finally {
    await live.close();
    await stop();
  }
}

async function runVectors(file: string, play: Player): Promise<void> {
  for (const vector of readVectors(file)) {
    const faults = differences(vector, await play(vector));
    if (faults.length === 0) goals.passed++;
    else {
      goals.failed++;
      console.log(`FAILED ${vector.id} ${vector.name}`);
      for (const fault of faults) console.log(`  ${fault}`);
    }
  }
  console.log(`${goals.passed} passed, ${goals.failed} failed`);
}
