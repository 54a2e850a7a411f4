import t from 'tap';
import { selectCatalog } from '../../src/domains/schema/queries.ts';
import type { Reader } from '../../src/store/read.ts';
import { startApi } from '../support/api.ts';

const api = await startApi(t);

async function learn(
  project: string,
  entries: [kind: string, source: string, key: string, type: string, cnt: number, samples: string[]][],
) {
  const day = new Date().toISOString().slice(0, 10);
  await api.deps.clickhouse.insert({
    table: 'field_catalog',
    format: 'JSONEachRow',
    values: entries.map(([kind, source, key, type, cnt, samples]) => ({
      project_id: project,
      kind,
      source,
      key,
      type,
      day,
      cnt,
      samples,
    })),
  });
}

t.test('well-known fields, then what the project really sent, and nothing of another', async (t) => {
  const [project, other] = [await api.project(), await api.project()];
  await learn(other.id, [['log', 'attributes', 'theirs', 'string', 1, ['x']]]);
  await learn(project.id, [
    ['span', 'attributes', 'http.route', 'string', 10, ['/a', '/b', '/c', '/d', '/e', '/f']],
    ['log', 'attributes', 'code', 'int', 5, ['7']],
    ['span', 'attributes', 'code', 'string', 9, ['seven']],
    ['log', 'attributes', 'tags', 'array', 1, []],
    ['log', 'resource', 'host.name', 'string', 1, ['h1', `${'x'.repeat(199)}😀`]],
    ['log', 'scope', 'lib', 'string', 1, ['l']],
  ]);
  const { status, body } = await project.get('/schema');
  t.equal(status, 200);
  t.match(body.fields.level, { field_type: 'string', examples: ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR'] });
  t.match(body.fields.duration, { description: /Unit: ns/ });
  t.match(body.fields.metric_type, { field_type: 'string', description: /Of metrics only/, examples: ['GAUGE'] });
  t.match(body.fields.value, { field_type: 'real' });
  t.match(body.fields.timestamp, { description: /the start of a span/ }, 'what both have is told as of events');
  t.match(body.fields['attributes.http.route'], { field_type: 'string' });
  t.equal(body.fields['attributes.http.route'].examples.length, 5);
  t.equal(body.fields['attributes.code'].field_type, 'string|long', 'the most frequent type first');
  t.equal(body.fields['attributes.tags'].field_type, 'dynamic');
  t.notOk('examples' in body.fields['attributes.tags']);
  t.same(body.fields['resource.host.name'].examples.toSorted(), ['h1', 'x'.repeat(199)], 'cut between two characters');
  t.notOk(Object.keys(body.fields).some((name) => name.includes('theirs') || name.includes('lib')));
});

t.test('keys made of ids do not make the others dear', async (t) => {
  const project = await api.project();
  await api.deps.clickhouse.command({
    query: `
      INSERT INTO field_catalog (project_id, kind, source, key, type, day, cnt, samples)
      SELECT {project:String}, 'log', 'attributes', if(number % 1000 = 0, concat('kept.', toString(number)), concat('order.', toString(number))),
             'string', today(), if(number % 1000 = 0, 1000, 1), arrayMap(n -> concat('example ', toString(number + n)), range(5))
      FROM numbers(200000)`,
    query_params: { project: project.id },
  });
  const reader: Reader = {
    ...api.deps.reader,
    rows: (request) => api.deps.reader.rows({ ...request, limits: { memoryBytesMax: 100_000_000 } }),
  };
  const rows = await selectCatalog(reader, project.id, 200, new AbortController().signal);
  t.equal(rows.length, 200);
  t.ok(rows.every(({ key, samples }) => key.startsWith('kept.') && samples.length === 5));
});

t.test('a key is known as soon as it is stored', async (t) => {
  const project = await api.project();
  const query = encodeURIComponent('fresh == "x" | count');
  t.notOk('attributes.fresh' in (await project.get('/schema')).body.fields);
  t.match(await project.get(`/events?query=${query}`), { status: 400, body: { error: { code: 'unknown_field' } } });
  await learn(project.id, [['log', 'attributes', 'fresh', 'string', 1, []]]);
  t.match(await project.get(`/events?query=${query}`), { status: 200 });
  t.match(await project.get('/events?fields=id,frsh'), {
    status: 400,
    body: { error: { parameter: 'fields', suggestion: 'attributes.fresh' } },
  });
  t.ok('attributes.fresh' in (await project.get('/schema')).body.fields);
  // Also when the clock was put back meanwhile.
  api.clock.now = new Date(Date.now() - 3_600_000);
  await learn(project.id, [['log', 'attributes', 'newer', 'string', 1, []]]);
  t.match(await project.get(`/events?query=${encodeURIComponent('newer == "x"')}`), { status: 200 });
  api.clock.now = undefined;
});
