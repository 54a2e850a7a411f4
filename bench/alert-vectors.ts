// npm run alert-vectors -- FILE: plays every timeline of the file against the monitors' state machine.

import { parseArgs } from 'node:util';
import { differences, playFunction, readVectors } from './support/alert-vectors.ts';
import type { Player } from './support/alert-vectors.ts';
import { goals } from './support/goals.ts';

const againstFunction: Player = async (vector) => playFunction(vector);

export async function bench(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined) throw new Error('usage: npm run alert-vectors -- FILE');
  await runVectors(file, againstFunction);
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
