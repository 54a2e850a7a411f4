import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { startApi, type TestProject } from '../support/api.ts';
import { recentNs, seedEvents } from '../support/events.ts';

const api = await startApi(t);
const second = 1_000_000_000n;
const head = (project: TestProject) => ({ authorization: `Bearer ${project.key}`, 'x-project-id': project.id });
const download = (project: TestProject, params: Record<string, string>) =>
  fetch(`${api.url}/api/v1/events/export?${new URLSearchParams(params).toString()}`, { headers: head(project) });

t.test('a file of each format has every row that matches, as it is', async (t) => {
  const project = await api.project();
  const nasty = ['=1+1', '+1', '-1', '@x', '\tx', '\n=1', '＝1+1', 'a"b,c\nd', '⇒', 'plain'];
  await seedEvents(api, project, [
    ...nasty.map((body, i) => ({
      ts: recentNs - BigInt(i + 1) * second,
      body,
      attrs: { n: String(i), big: '9223372036854775807' },
      attrs_num: { n: i, big: 9.2e18 },
    })),
    { ts: recentNs - 100n * second, body: 'other', service: 'other' },
  ]);
  const params = { query: 'service == "shop"', fields: 'timestamp,body,attributes.n' };
  const csv = await download(project, { ...params, format: 'csv' });
  t.equal(csv.status, 200);
  t.equal(csv.headers.get('x-export-rows'), String(nasty.length));
  t.equal(csv.headers.get('x-export-cut'), 'false');
  t.match(csv.headers.get('content-disposition'), /events\.csv/);
  const text = await csv.text();
  t.equal(text.split('\n')[0], '"timestamp","body","attributes.n"');
  for (const safe of [
    `"'=1+1"`,
    `"'+1"`,
    `"'-1"`,
    `"'@x"`,
    `"'\tx"`,
    `"'\n=1"`,
    `"'＝1+1"`,
    '"a""b,c\nd"',
    '"⇒"',
    '"plain"',
  ])
    t.ok(text.includes(`,${safe},`), safe);
  t.notMatch(text, /other/);
  const empty = await (
    await download(project, { query: 'service == "other"', format: 'csv', fields: 'body,attributes.n' })
  ).text();
  t.equal(empty, '"body","attributes.n"\n"other",\n', 'what is not there is an empty cell');
  const jsonl = await (
    await download(project, { format: 'jsonl', query: 'service == "shop"', include_attributes: 'true' })
  ).text();
  const lines = jsonl.trimEnd().split('\n');
  t.same(new Set(lines.map((line) => JSON.parse(line).attributes.n)), new Set(nasty.keys()));
  t.match(jsonl, '"big":9223372036854775807');
  t.ok(lines.every((line) => JSON.parse(line).level !== undefined && JSON.parse(line).body !== undefined));
  const parquet = Buffer.from(await (await download(project, { ...params, format: 'parquet' })).arrayBuffer());
  t.equal(parquet.subarray(0, 4).toString(), 'PAR1');
  t.equal(parquet.subarray(-4).toString(), 'PAR1');
});

t.test('an export can be of any query, and says when it is cut', async (t) => {
  const project = await api.project();
  await seedEvents(
    api,
    project,
    Array.from({ length: 50 }, (_, i) => ({ ts: recentNs - BigInt(i) * 1_000n, service: `s${i % 5}` })),
  );
  const cut = await download(project, { format: 'csv', fields: 'service', limit: '20' });
  t.same([cut.headers.get('x-export-rows'), cut.headers.get('x-export-cut')], ['20', 'true']);
  t.equal((await cut.text()).trimEnd().split('\n').length, 21);
  const table = await download(project, {
    format: 'jsonl',
    query: 'summarize n = count() by service | sort by service asc',
  });
  t.same(
    (await table.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    Array.from({ length: 5 }, (_, i) => ({ service: `s${i}`, n: 10 })),
  );
  t.equal(table.headers.get('x-export-rows'), '5');
  const cutTable = await download(project, {
    format: 'csv',
    query: 'summarize n = count() by service | sort by service desc;',
    limit: '2',
  });
  t.same([cutTable.headers.get('x-export-rows'), cutTable.headers.get('x-export-cut')], ['2', 'true']);
  t.equal(await cutTable.text(), '"service","n"\n"s4",10\n"s3",10\n');
  for (const params of [
    { format: 'xml' },
    {},
    { format: 'csv', query: 'nosuch == 1' },
    { format: 'csv', limit: '0' },
  ]) {
    t.equal((await download(project, params as Record<string, string>)).status, 400, JSON.stringify(params));
  }
});

t.test('a cut export has the newest rows, however unevenly they came', async (t) => {
  const project = await api.project();
  const hours = (count: number) => BigInt(count) * 3_600n * second;
  const at = [
    ...Array.from({ length: 10 }, (_, i) => BigInt(i) * second),
    ...Array.from({ length: 300 }, (_, i) => hours(5) + BigInt(i) * second),
    ...Array.from({ length: 2_000 }, (_, i) => hours(30) + BigInt(i)),
  ];
  await seedEvents(
    api,
    project,
    at.map((ago, i) => ({ ts: recentNs - ago, body: `row ${i}`, service: i % 2 === 0 ? 'even' : 'odd' })),
  );
  for (const limit of [1, 10, 11, 250, 310, 311, 1_500, 2_309, 2_310]) {
    const file = await download(project, { format: 'jsonl', fields: 'body', since: '3d', limit: String(limit) });
    const rows = (await file.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).body);
    t.same(
      rows,
      Array.from({ length: limit }, (_, i) => `row ${i}`),
      `${limit} rows`,
    );
    t.same(
      [file.headers.get('x-export-rows'), file.headers.get('x-export-cut')],
      [String(limit), String(limit < 2_310)],
    );
  }
  const even = await download(project, {
    format: 'jsonl',
    fields: 'body',
    since: '3d',
    query: 'service == "even"',
    limit: '200',
  });
  const last = (await even.text()).trimEnd().split('\n').at(-1);
  t.equal(last, '{"body":"row 398"}');
});

t.test('30 000 rows pass through without being gathered', async (t) => {
  const project = await api.project();
  await seedEvents(
    api,
    project,
    Array.from({ length: 30_000 }, (_, i) => ({ ts: recentNs - BigInt(i) * 1_000n, body: `row ${i}` })),
  );
  const text = await (await download(project, { format: 'jsonl', fields: 'body' })).text();
  const bodies = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).body);
  t.same(bodies.length, 30_000);
  t.equal(bodies[0], 'row 0');
  t.equal(bodies.at(-1), 'row 29999');
});

/** Reads a tail until it has so many messages, or the time is over. */
async function follow(
  project: TestProject,
  params: Record<string, string>,
  wanted: number,
  headers: Record<string, string> = {},
) {
  const gone = new AbortController();
  const timer = setTimeout(() => gone.abort(), 15_000);
  const response = await fetch(`${api.url}/api/v1/events/tail?${new URLSearchParams(params).toString()}`, {
    headers: { ...head(project), ...headers },
    signal: gone.signal,
  });
  const messages: { id: string; data: { body: string } }[] = [];
  let text = '';
  try {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString();
      const whole = text.split('\n\n');
      text = whole.pop() ?? '';
      for (const message of whole) {
        const data = /^data: (.*)$/m.exec(message)?.[1];
        const id = /^id: (.*)$/m.exec(message)?.[1];
        if (data !== undefined && id !== undefined) messages.push({ id, data: JSON.parse(data) });
      }
      if (messages.length >= wanted) break;
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
  clearTimeout(timer);
  gone.abort();
  return { status: response.status, type: response.headers.get('content-type'), messages };
}

t.test('a tail tells of what arrives and matches, and goes on after a break', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, [{ ts: recentNs - 5_000n * second, body: 'before' }]);
  const following = follow(project, { query: 'level == "ERROR"', fields: 'body,level' }, 2);
  await sleep(1_500);
  await seedEvents(api, project, [
    { ts: recentNs, body: 'one', level: 'ERROR' },
    { ts: recentNs - 1_800n * second, body: 'old, but new here', level: 'ERROR' },
    { ts: recentNs, body: 'fine', level: 'INFO' },
  ]);
  const { status, type, messages } = await following;
  t.equal(status, 200);
  t.match(type, 'text/event-stream');
  t.same(messages.map(({ data }) => data.body).toSorted(), ['old, but new here', 'one']);
  await seedEvents(api, project, [{ ts: recentNs + 1n, body: 'missed', level: 'ERROR' }]);
  const again = await follow(project, { query: 'body == "missed"', fields: 'body' }, 1, {
    'last-event-id': messages.at(-1)?.id ?? '',
  });
  t.ok(again.messages.some(({ data }) => data.body === 'missed'));
});

t.test('what a tail cannot be', async (t) => {
  const project = await api.project();
  for (const query of ['summarize count()', 'take 5', 'nosuch == 1', 'sort by body']) {
    t.match(
      await project.get(`/events/tail?${new URLSearchParams({ query }).toString()}`),
      { status: 400, body: { error: { parameter: 'query' } } },
      query,
    );
  }
  const gone = new AbortController();
  await Promise.all(
    Array.from({ length: 10 }, () =>
      fetch(`${api.url}/api/v1/events/tail`, { headers: head(project), signal: gone.signal }),
    ),
  );
  t.match(await project.get('/events/tail'), { status: 429, body: { error: { code: 'rate_limited' } } });
  gone.abort();
  await sleep(1_500);
});

t.test('tails whose followers leave before they begin, or come all at once, are counted right', async (t) => {
  const project = await api.project();
  const open = (signal: AbortSignal) => fetch(`${api.url}/api/v1/events/tail`, { headers: head(project), signal });
  for (let leftMs = 0; leftMs < 30; leftMs++) await open(AbortSignal.timeout(leftMs)).catch(() => undefined);
  await sleep(1_500);
  const gone = new AbortController();
  const answers = await Promise.all(Array.from({ length: 14 }, () => open(gone.signal)));
  t.same(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [...Array(10).fill(200), ...Array(4).fill(429)],
  );
  gone.abort();
});

t.test('explain says what a query means and what it costs', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, [{ ts: recentNs - second, body: 'x' }]);
  const { status, body } = await project.get(
    `/query/explain?${new URLSearchParams({ query: 'level == "ERROR" | summarize count() by bin(timestamp, 1m), service', since: '2h' }).toString()}`,
  );
  t.equal(status, 200);
  t.match(body, {
    shape: 'series',
    columns: [
      { name: 'timestamp', role: 'time' },
      { name: 'service', role: 'series' },
      { name: 'count_', role: 'value' },
    ],
  });
  t.match(body.sql, /FROM events AS e/);
  t.match(body.sql, project.id);
  t.equal(body.to - body.from, 7_200_000);
  t.ok(body.estimate.parts <= 1);
  t.match(await project.get('/query/explain?query=level%20%3D%201'), {
    status: 400,
    body: { error: { code: 'invalid_query', position: { line: 1 } } },
  });
});

t.test('an editor learns what may follow, what it means, how it looks and what is wrong', async (t) => {
  const project = await api.project();
  const ask = (text: string, offset = text.length) => project.post('/query/complete', { text, offset });
  const labels = (answer: { body: { items: { label: string }[] } }) => answer.body.items.map(({ label }) => label);
  const operators = await ask('level == "ERROR" | summ');
  t.ok(labels(operators).includes('summarize'));
  t.match(operators.body, { from: 19, to: 23 });
  t.ok(labels(await ask('lev')).includes('level'));
  t.ok(labels(await ask('level == ')).some((label) => label.includes('ERROR')));
  t.match((await ask('level == "ERROR"', 2)).body.hover, { start: 0, end: 5 });
  const wrong = (await ask('level = "ERROR"')).body;
  t.match(wrong.diagnostics[0], { severity: 'error', start: 6, end: 7, fixes: [{ edits: [{ text: '==' }] }] });
  t.ok(wrong.tokens.length >= 3);
  t.match(await ask('x', 2), { status: 400, body: { error: { details: [{ path: 'offset' }] } } });
  t.match(await project.post('/query/complete', { text: 'x' }), { status: 400 });
});
