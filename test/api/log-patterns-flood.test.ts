// Many lines through ingest and the job: what a pattern counts is held against what was sent. `npm run bench --
// patterns-flood` does the same with millions.

import t, { type Test } from 'tap';
import { seededRandom } from '../../src/lib/random.ts';
import { shuffled } from '../support/random.ts';
import { floodedService, PatternLines, type SentLine } from '../../bench/support/pattern-lines.ts';
import { tick } from '../../src/domains/scan/jobs.ts';
import { shapeOf } from '../../src/ingest/events/shape.ts';
import { toBigInt } from '../../src/lib/hash64.ts';
import { type TestApi, type TestProject, startApi } from '../support/api.ts';
import { drained, runJob, working } from '../support/jobs.ts';
import { seedLines } from '../support/logs.ts';
import { startSenders } from '../support/senders.ts';

const linesPerBody = 5_000;
const rows = 30_000;
const templates = 120;
const patternsLookedAt = 100;

async function stage(t: Test) {
  const api = await startApi(t);
  const { url, settled } = await startSenders(t, api);
  await working(t, api);
  return {
    api,
    send: async (project: TestProject, lines: readonly SentLine[]) => {
      for (let at = 0; at < lines.length; at += linesPerBody) {
        const response = await fetch(`${url}/api/v1/ingest/json`, {
          method: 'POST',
          headers: { authorization: `Bearer ${project.key}`, 'content-type': 'application/json' },
          body: lines
            .slice(at, at + linesPerBody)
            .map((line) => JSON.stringify(line))
            .join('\n'),
        });
        if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
      }
      await settled();
    },
    look: async () => {
      await runJob(api, tick, {});
      await drained(api.deps, '%', 60_000);
    },
  };
}

interface Item {
  readonly id: number;
  readonly log_pattern: string;
  readonly occurrence_count: number;
  readonly service_name: string;
}

async function patternsOf(project: TestProject, query = ''): Promise<Item[]> {
  const all: Item[] = [];
  for (let page = 0; ; page++) {
    const { body } = await project.get(`/log_patterns?per_page=100&page=${page}${query}`);
    all.push(...body.items);
    if (!body.has_more) return all;
  }
}

/** The map from shapes to patterns, and all that is known of patterns. */
async function mapOf({ deps: { sql } }: TestApi, project: TestProject): Promise<string> {
  const patterns = await sql`
    select id, service, shape, state, template, merged_into from log_patterns where project_id = ${project.id} order by id`;
  const shapes = await sql`
    select service, shape, pattern_id from log_pattern_shapes where project_id = ${project.id} order by service, shape`;
  return JSON.stringify([patterns, shapes]);
}

/** Shapes that are together, whatever the ids are. */
async function groupsOf({ deps: { sql } }: TestApi, project: TestProject): Promise<string[]> {
  const groups = await sql<{ shapes: string }[]>`
    select service || ' ' || string_agg(shape, ' ' order by shape) as shapes from log_pattern_shapes
    where project_id = ${project.id} group by service, pattern_id order by 1`;
  return groups.map(({ shapes }) => shapes);
}

const novel: SentLine = { level: 'error', service: 'shop', message: 'disk controller reports a melted capacitor' };

t.test('one novel error among many lines, and the rows of each pattern are the counted ones', async (t) => {
  const { api, send, look } = await stage(t);
  const [own, other] = [await api.project(), await api.project()];
  const lines = new PatternLines(1, templates);
  const sent = Array.from({ length: rows }, (_, n) => (n === rows - 500 ? novel : lines.usual()));
  await send(own, sent);
  await look();
  await look();
  const found = await patternsOf(own);
  t.match(
    found.filter(({ log_pattern }) => log_pattern === novel.message),
    [{ occurrence_count: 1, service_name: 'shop', is_error: true }],
  );
  const { body: issues } = await own.get('/issues?status=all&type=log_pattern');
  const ofNovel = issues.items.filter(({ title }: { title: string }) => title === novel.message);
  t.match(ofNovel, [{ severity: 'error', service: 'shop', occurrences: 1 }]);
  t.equal(ofNovel.length, 1, 'one issue, in the same look in which its service was learnt');

  const chosen = shuffled(lines.templates, seededRandom(2)).slice(0, patternsLookedAt);
  for (const { service, mark, text } of chosen) {
    const count = sent.filter((line) => line.service === service && line.message.startsWith(mark)).length;
    const [item, ...others] = found.filter((one) => one.service_name === service && one.log_pattern.includes(mark));
    t.same([item?.occurrence_count ?? 0, others], [count, []], text);
    if (item === undefined) continue;
    const query = `pattern == "${item.id}" | summarize n = count(), other = countif(not(body has "${mark}"))`;
    const { body } = await own.get(`/events?since=1d&query=${encodeURIComponent(query)}`);
    const { n, other } = body.colIdxMap;
    t.same([body.logsData[0][n], body.logsData[0][other]], [count, 0], item.log_pattern);
  }
  t.equal(
    found.reduce((sum, one) => sum + one.occurrence_count, 0),
    rows,
    'every line has one pattern',
  );

  const before = await mapOf(api, own);
  await api.deps.sql`update log_pattern_shapes set published = false`;
  await api.deps.sql`delete from scan_marks where project_id = ${own.id}`;
  await look();
  t.equal(await mapOf(api, own), before, 'a replay gives the same map and ids');
  await send(own, shuffled(sent, seededRandom(3)).slice(0, 10_000));
  await look();
  t.equal(await mapOf(api, own), before, 'the same lines again, too');
  await send(other, shuffled(sent, seededRandom(4)));
  await look();
  t.same(await groupsOf(api, other), await groupsOf(api, own), 'any order gives the same groups');
});

t.test('a flood of random words: bounded, and other services go on', async (t) => {
  const { api, send, look } = await stage(t);
  const own = await api.project();
  await api.deps.sql`update projects set created_at = now() - interval '3 days' where id = ${own.id}`;
  const lines = new PatternLines(5, templates);
  await send(
    own,
    Array.from({ length: 5_000 }, () => lines.usual()),
  );
  await look();
  const usual = (await patternsOf(own)).length;
  for (const message of ['the first is novel', 'the second is novel']) {
    await send(
      own,
      Array.from({ length: rows / 3 }, (_, n) => (n % 10 === 0 ? lines.usual() : lines.random())),
    );
    await send(own, [{ level: 'error', service: 'mailer', message }]);
    await look();
    const { body } = await own.get('/issues?type=log_pattern&service=mailer');
    t.ok(
      body.items.some(({ title }: { title: string }) => title === message),
      message,
    );
  }
  const { body: flooded } = await own.get(`/log_patterns?service=${floodedService}`);
  t.equal(flooded.total_count, 2_000, 'as many as an hour may');
  t.same(flooded.unassigned_services, [floodedService], 'it is said');
  const found = (await patternsOf(own)).filter(({ service_name }) => service_name !== floodedService);
  t.equal(found.length, usual + 2);
  for (const template of lines.templates) {
    const [item, ...others] = found.filter(({ log_pattern }) => log_pattern.includes(template.mark));
    t.same([item?.occurrence_count ?? 0, others], [lines.counts.get(template), []], template.text);
  }
});

t.test('a service whose patterns are as many as are compared learns again when the flood is over', async (t) => {
  const { api, look } = await stage(t);
  const { sql } = api.deps;
  const own = await api.project();
  await sql`update projects set created_at = now() - interval '3 days' where id = ${own.id}`;
  const kept = 'the night job rotates its tapes';
  const shape = String(toBigInt(shapeOf(kept)));
  await sql`
    with ids as (
      select n, nextval('log_pattern_ids') as id from generate_series(1, 5000) as n
    ),
    patterns as (
      insert into log_patterns (id, project_id, service, shape, level, tokens, separators, template, sample, judged_at,
                                first_seen, last_seen, created_at, updated_at)
      select id, ${own.id}, 'shop', n::text, 'INFO', '[]', '[""]', 'x', 'x', now(), now(), now(),
             now() - interval '2 hours', now()
      from ids
    )
    insert into log_pattern_shapes (project_id, service, shape, pattern_id, indexed, tokens, separators, published)
    select ${own.id}, 'shop', case when n = 1 then ${shape} else n::text end, id, true,
           jsonb_build_array('flood' || n, 'a', 'b', 'c'), '["", " ", " ", " ", ""]', true
    from ids`;
  await seedLines(api, own, [{ body: kept }, { body: 'the valve is stuck open', level: 'ERROR' }]);
  await look();
  const [pattern, ...others] = await patternsOf(own, '&query=valve');
  t.match(pattern, { log_pattern: 'the valve is stuck open', occurrence_count: 1 });
  t.same(others, []);
  const indexed = await sql`select shape from log_pattern_shapes where project_id = ${own.id} and indexed`;
  t.equal(indexed.length, 2, 'what is still logged stays, and the new one is compared');
  t.ok(indexed.some((row) => row['shape'] === shape));
  const [mapped] = await sql`
    select count(*)::int as shapes from log_pattern_shapes where project_id = ${own.id}`;
  t.equal(mapped?.['shapes'], 5_001, 'each keeps its pattern');
});
