import type { ClickHouseClient } from '@clickhouse/client';
import t, { type Test } from 'tap';
import { compile } from '../../src/query/compile.ts';
import { allFunctions } from '../../src/query/functions/all.ts';
import { planSettings } from '../../src/store/read.ts';
import { inputAround } from '../support/query-data.ts';
import { random } from '../support/random.ts';
import { randomEvent } from '../support/random-filter.ts';
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
const now = (BigInt(Date.now()) / 1000n) * 1_000_000_000n;
const input = inputAround(projectId, now);

const fill = async (client: ClickHouseClient): Promise<void> => {
  const source = random(seed);
  const values = Array.from({ length: events }, (_, index) => ({
    project_id: projectId,
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    retention_days: 30,
    ...randomEvent(source, now - 1_000_000_000n).columns,
  }));
  await client.insert({ table: 'events', format: 'JSONEachRow', values });
};

/** The rows in an order of their own; null when the checker refuses the query, or, as nothing may, the store. */
const answerOf = async (t: Test, client: ClickHouseClient, text: string): Promise<string | null> => {
  const query = compile(text, input);
  if (!query.ok) return null;
  try {
    const result = await client.query({
      query: query.sql,
      query_params: { ...query.params },
      format: 'JSONCompactEachRow',
      clickhouse_settings: {
        ...planSettings,
        output_format_json_quote_64bit_integers: 1,
        output_format_json_quote_denormals: 1,
      },
    });
    const rows = await result.json<unknown[]>();
    return rows
      .map((row) => JSON.stringify(row))
      .toSorted()
      .join('\n');
  } catch (error) {
    t.fail(`${text}\n${String(error)}`);
    return null;
  }
};

t.setTimeout(900_000);

t.test('stages and functions over a few events', { timeout: 900_000 }, async (t) => {
  const { clickhouse } = await stores(t);
  await fill(clickhouse);

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
      const [one, other] = [await answerOf(t, clickhouse, plain), await answerOf(t, clickhouse, cut)];
      if (one !== null) answered += 1;
      // The longer way may be too long.
      if (other !== null && one !== other) t.equal(other, one, `${plain}\n  and ${cut}`);
    }
    t.ok(answered > pipelines * 0.7, `${answered} of ${pipelines} were answered`);
  });

  await t.test('every function takes what the checker lets through', { timeout: 600_000 }, async (t) => {
    const functions = allFunctions.flatMap((fn) => (fn.kind === 'scalar' || fn.kind === 'aggregate' ? [fn] : []));
    let answered = 0;
    for (const [index, fn] of functions.entries()) {
      for (let call = 0; call < calls; call += 1) {
        const answer = await answerOf(t, clickhouse, randomCall(random(seed * 7_919 + index * 101 + call), fn));
        if (answer !== null) answered += 1;
      }
    }
    t.ok(answered > functions.length * calls * 0.7, `${answered} of ${functions.length * calls} were answered`);
  });
});
