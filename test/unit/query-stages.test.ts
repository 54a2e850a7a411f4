import t from 'tap';
import { allFunctions } from '../../src/query/functions/all.ts';
import { inputAround } from '../support/query-data.ts';
import { random } from '../support/random.ts';
import { insertRandomEvents, sortedRows } from '../support/random-rows.ts';
import { randomCall, randomStages } from '../support/random-stages.ts';
import { stores } from '../support/stores.ts';

/*
 * What the checker lets through, the store can answer; and it answers the same wherever the rows come from. QUERY_STAGES
 * pipelines, QUERY_CALLS calls of each function; QUERY_FUZZ_SEED for others.
 */

const pipelines = Number(process.env['QUERY_STAGES'] ?? 150);
const calls = Number(process.env['QUERY_CALLS'] ?? 2);
const seed = Number(process.env['QUERY_FUZZ_SEED'] ?? 11);
const events = 120;
const projectId = '00000000-0000-7000-8000-000000000001';
const input = inputAround(projectId);

t.setTimeout(900_000);

t.test('stages and functions over a few events', { timeout: 900_000 }, async (t) => {
  const { clickhouse } = await stores(t);
  await insertRandomEvents(clickhouse, input, { seed, count: events });

  await t.test('stages mean the same behind a take of all rows', { timeout: 600_000 }, async (t) => {
    let answered = 0;
    for (let index = 0; index < pipelines; index += 1) {
      const source = random(seed * 1_000_003 + index);
      const stages = randomStages(source);
      const first = source.below(stages.length);
      const behind = stages.flatMap((stage, place) =>
        place === first || source.chance(0.3) ? ['take 10000', stage] : [stage],
      );
      const [plain, cut] = [['events', ...stages].join(' | '), ['events', ...behind].join(' | ')];
      const one = await sortedRows(t, clickhouse, plain, input);
      const other = await sortedRows(t, clickhouse, cut, input);
      if (one !== null) answered += 1;
      // The longer way may be too long.
      if (other !== null) t.same(other, one, `${plain}\n  and ${cut}`);
    }
    t.ok(answered > pipelines * 0.7, `${answered} of ${pipelines} were answered`);
  });

  await t.test('every function takes what the checker lets through', { timeout: 600_000 }, async (t) => {
    const functions = allFunctions.flatMap((fn) => (fn.kind === 'scalar' || fn.kind === 'aggregate' ? [fn] : []));
    let answered = 0;
    for (const [index, fn] of functions.entries()) {
      for (let call = 0; call < calls; call += 1) {
        const text = randomCall(random(seed * 7_919 + index * 101 + call), fn);
        const answer = await sortedRows(t, clickhouse, text, input);
        if (answer !== null) answered += 1;
      }
    }
    t.ok(answered > functions.length * calls * 0.7, `${answered} of ${functions.length * calls} were answered`);
  });
});
