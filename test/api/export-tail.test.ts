import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { startApi, type TestProject } from '../support/api.ts';
import { fillEvents, recentNs, seedEvents } from '../support/events.ts';
import { sendLogs, sendSpans } from '../support/otlp-send.ts';
import { startSenders } from '../support/senders.ts';
import { until } from '../support/service.ts';

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
      attrs_types: { n: 'int', big: 'int' },
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
  for (const name of ['=1+1', '@x', '＝1+1']) {
    const named = { query: `service == "other" | project ['${name}'] = body`, format: 'csv' };
    t.equal(await (await download(project, named)).text(), `"'${name}"\n"other"\n`, 'names are no formulas either');
  }
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
  // fetch() asks for it.
  const packed = [csv, await download(project, { format: 'jsonl' }), await download(project, { format: 'parquet' })];
  t.same(
    packed.map(({ headers }) => headers.get('content-encoding')),
    ['gzip', 'gzip', null],
    'what is text is sent compressed',
  );
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
  const long = 'mv-expand n = range(1, 250) | project n, id';
  for (const [query, rows] of [
    [long, 12_500],
    [`${long} | summarize count() by n, id`, 12_500],
    [`${long} | distinct n, id`, 12_500],
  ] as const) {
    for (const limit of [11_000, 20_000]) {
      const file = await download(project, { format: 'jsonl', query, limit: String(limit) });
      const told = ['x-export-rows', 'x-export-cut'].map((name) => file.headers.get(name));
      t.same(told, [String(Math.min(limit, rows)), String(limit < rows)], query);
      t.equal(new Set((await file.text()).trimEnd().split('\n')).size, Math.min(limit, rows), 'and so many there are');
    }
  }
  for (const [query, fields, columns] of [
    ['', 'summary,service', ['level', 'body', 'status_code', 'status_message', 'service']],
    ['extend n = 1', 'n,service', ['n', 'service']],
    ['extend n = 1, m = 2', 'service', ['service']],
    ['extend summary = 1', 'summary,service', ['summary', 'service']],
    ['project n = 1, service, body', 'service,n', ['service', 'n']],
    ['project body, service', 'summary', ['body']],
    ['summarize n = count() by service', 'n', ['n']],
  ] as const) {
    const list = await (await download(project, { format: 'jsonl', query, fields, limit: '1' })).text();
    t.same(Object.keys(JSON.parse(list)), columns, `${query}: ${fields}`);
    const csv = await (await download(project, { format: 'csv', query, fields })).text();
    t.equal(csv.split('\n')[0], columns.map((name) => `"${name}"`).join(','));
  }
  const without = await download(project, { format: 'csv', query: 'project service', fields: 'summary' });
  t.match(await without.json(), { error: { parameter: 'fields', message: /; summary is nothing of it\.$/ } });
  for (const params of [
    { format: 'xml' },
    {},
    { format: 'csv', query: 'nosuch == 1' },
    { format: 'csv', limit: '0' },
  ]) {
    t.equal((await download(project, params as Record<string, string>)).status, 400, JSON.stringify(params));
  }
});

t.test('of rows that are alike to a query a file has those that the list has', async (t) => {
  const project = await api.project();
  // Stored one after the other, and of all times: the order of reading is none.
  for (let part = 0; part < 4; part += 1) {
    const events = Array.from({ length: 100 }, (_, n) => ({
      ts: recentNs - BigInt(n * 7 + part) * second,
      body: `b${n % 10}`,
      service: `s${(n + part) % 3}`,
    }));
    await seedEvents(api, project, events);
  }
  for (const query of [
    'top 5 by level | project timestamp, body, id',
    'sort by service | take 4 | project timestamp, body, id',
    'sort by level asc | project timestamp, body, id',
    'sample 4 | project id',
    'distinct body, service | top 3 by service',
    'distinct service | take 2',
    'summarize n = count() by service, body | project body, n | top 4 by n',
  ]) {
    // What chance draws is of the end of the range.
    const params = { query, limit: '500', to: new Date(Number(recentNs / 1_000_000n)).toISOString() };
    const list = await fetch(`${api.url}/api/v1/events?${new URLSearchParams(params).toString()}`, {
      headers: head(project),
    });
    const { logsData } = (await list.json()) as { logsData: unknown[][] };
    const lines = (await (await download(project, { ...params, format: 'jsonl' })).text()).trimEnd().split('\n');
    t.same(
      lines.map((line) => Object.values(JSON.parse(line))),
      logsData,
      query,
    );
  }
});

t.test('columns have their names, also those that could be taken for a table’s', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, [{ ts: recentNs - second, body: '=x', level: 'WARN' }]);
  const params = { query: 'project e = body, x = level, `m.a` = 5' };
  t.equal(await (await download(project, { ...params, format: 'csv' })).text(), '"e","x","m.a"\n"\'=x","WARN",5\n');
  t.equal(await (await download(project, { ...params, format: 'jsonl' })).text(), '{"e":"=x","x":"WARN","m.a":5}\n');
  const parquet = await (await download(project, { ...params, format: 'parquet' })).text();
  t.notMatch(parquet, '__o', 'none of ours');
});

t.test('a column of nulls that have no type is one in a file of each format', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, [{ ts: recentNs - second, body: 'x' }]);
  const query = 'project body, a = null, b = iff(true, null, null), c = attributes.nothing';
  for (const [format, wanted] of [
    ['csv', '"body","a","b","c"\n"x",,,\n'],
    ['jsonl', '{"body":"x","a":null,"b":null,"c":null}\n'],
    ['parquet', /^PAR1/],
  ] as const) {
    const file = await download(project, { format, query });
    t.equal(file.status, 200, format);
    t.match(await file.text(), wanted, format);
  }
});

t.test('a line of JSONL is what the query says, whatever the value', async (t) => {
  const project = await api.project();
  const body = '{\n  "a": [1, "x\\ny"],\r\n  "b": 9007199254740993 }';
  await seedEvents(api, project, [{ ts: recentNs - second, body, attrs: { 'a"b': 'c\nd' }, level: 'INFO' }]);
  const columns = {
    parsed: 'parse_json(body)',
    parts: 'split("a/b", "/")',
    none: 'attributes.nothing',
    noJson: 'parse_json("no json")',
    dead: '1.0 / 0.0',
    day: '1d',
    at: 'datetime(2020-01-01T00:00:00.000000001Z)',
    bag: 'attributes',
    real: '0.1 + 0.2',
    yes: 'level == "INFO"',
  };
  const query = `project ${Object.entries(columns)
    .map(([name, text]) => `${name} = ${text}`)
    .join(', ')}`;
  const line = await (await download(project, { format: 'jsonl', query })).text();
  t.equal(
    line,
    '{"parsed":{"a":[1,"x\\ny"],"b":9007199254740993},"parts":["a","b"],"none":null,"noJson":"no json","dead":null,' +
      '"day":86400000000000,"at":"2020-01-01T00:00:00.000000001Z","bag":{"a\\"b":"c\\nd"},"real":0.30000000000000004,"yes":true}\n',
  );
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

t.test('an export comes whole over a slow line, too', async (t) => {
  const project = await api.project();
  const [rows, bytesPerS] = [50_000, 2_500_000];
  await fillEvents(api, project, rows, { body: 'randomPrintableASCII(2000)' });
  const { body } = await download(project, { format: 'jsonl', fields: 'body' });
  const began = performance.now();
  let [bytes, lines] = [0, 0];
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 0x0a) lines++;
    const aheadMs = (bytes / bytesPerS) * 1000 - (performance.now() - began);
    if (aheadMs > 0) await sleep(aheadMs);
  }
  t.equal(lines, rows);
  t.ok(performance.now() - began > 35_000, 'longer than any other statement may take');
});

interface Message {
  readonly id: string;
  readonly data: { readonly body: string };
}

/** Begins to follow: what is stored from now on is told. `read` answers when it has so many messages. */
async function follow(project: TestProject, params: Record<string, string>, headers: Record<string, string> = {}) {
  const gone = new AbortController();
  const response = await fetch(`${api.url}/api/v1/events/tail?${new URLSearchParams(params).toString()}`, {
    headers: { ...head(project), ...headers },
    signal: gone.signal,
  });
  const messages: Message[] = [];
  const others: string[] = [];
  const read = async (wanted: number): Promise<Message[]> => {
    const timer = setTimeout(() => gone.abort(), 60_000);
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
          else others.push(message);
        }
        if (messages.length >= wanted) break;
      }
    } catch (error) {
      if (!gone.signal.aborted) throw error;
    }
    clearTimeout(timer);
    gone.abort();
    return messages;
  };
  return { status: response.status, type: response.headers.get('content-type'), messages, others, read };
}

t.test('a tail tells of what arrives and matches, and goes on after a break', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, [{ ts: recentNs - 5_000n * second, body: 'before' }]);
  const { status, type, read } = await follow(project, { query: 'level == "ERROR"', fields: 'body,level' });
  await seedEvents(api, project, [
    { ts: recentNs, body: 'one', level: 'ERROR' },
    { ts: recentNs - 1_800n * second, body: 'old, but new here', level: 'ERROR' },
    { ts: recentNs, body: 'fine', level: 'INFO' },
  ]);
  const messages = await read(2);
  t.equal(status, 200);
  t.match(type, 'text/event-stream');
  t.same(messages.map(({ data }) => data.body).toSorted(), ['old, but new here', 'one']);
  await seedEvents(api, project, [{ ts: recentNs + 1n, body: 'missed', level: 'ERROR' }]);
  const again = await follow(
    project,
    { query: 'body == "missed"', fields: 'body' },
    { 'last-event-id': messages.at(-1)?.id ?? '' },
  );
  t.match(await again.read(1), [{ data: { body: 'missed' } }]);
});

t.test('who comes back is told of what was under way to the store when the last message went out', async (t) => {
  const project = await api.project();
  const lastMs = Date.now() - 1_000;
  const ago = (seconds: number) => Math.floor(lastMs / 1_000) - seconds;
  await seedEvents(api, project, [
    { ts: recentNs, body: 'was long under way', ingested_at: ago(8) },
    { ts: recentNs, body: 'new' },
  ]);
  const { read } = await follow(project, { fields: 'body' }, { 'last-event-id': String(lastMs) });
  t.same((await read(2)).map(({ data }) => data.body).toSorted(), ['new', 'was long under way']);
});

t.test('what was told already leaves room for as much that is new', async (t) => {
  const project = await api.project();
  const { messages, others, read } = await follow(project, { fields: 'body' });
  const some = (name: string, ts: bigint) =>
    seedEvents(
      api,
      project,
      Array.from({ length: 300 }, (_, n) => ({ ts, body: `${name} ${n}` })),
    );
  const reading = read(600);
  await some('first', recentNs);
  await until('the first are told', 60_000, () => messages.length === 300);
  await some('second', recentNs - 60n * second);
  await reading;
  t.equal(new Set(messages.map(({ data }) => data.body)).size, 600);
  t.notMatch(others.join('\n'), 'dropped');
});

t.test('of more than a tail tells in a second the newest come first, and it is said', async (t) => {
  const project = await api.project();
  const { others, read } = await follow(project, { fields: 'body' });
  const seeds = Array.from({ length: 800 }, (_, n) => ({ ts: recentNs + BigInt(n), body: String(n) }));
  await seedEvents(api, project, seeds);
  const told = (await read(800)).map(({ data }) => data.body);
  const bodies = seeds.map(({ body }) => body);
  t.same(told, [...bodies.slice(300), ...bodies.slice(0, 300)]);
  t.match(others.join('\n'), /event: dropped\ndata: .*more than 500 events a second/i);
});

t.test('a tail ends with its key', async (t) => {
  const project = await api.project();
  const { body: made } = await project.post('/api_keys', { title: 'x', permission: 'view' });
  const answer = await fetch(`${api.url}/api/v1/events/tail`, {
    headers: { authorization: `Bearer ${made.key}`, 'x-project-id': project.id },
    signal: AbortSignal.timeout(30_000),
  });
  t.equal(answer.status, 200);
  await project.post(`/api_keys/${made.summary.id}/deactivate`);
  const since = performance.now();
  t.equal(await answer.text(), 'retry: 2000\n\n');
  t.ok(performance.now() - since < 5_000, `${Math.round(performance.now() - since)} ms later`);
});

t.test('what a tail cannot be', async (t) => {
  const project = await api.project();
  for (const query of ['summarize count()', 'take 5', 'nosuch == 1', 'sort by body']) {
    t.match(
      await project.get('/events/tail', { query }),
      { status: 400, body: { error: { parameter: 'query' } } },
      query,
    );
  }
  for (const params of [{ query: 'metrics' }, { query: 'exemplars | where value > 1' }, { source: 'metrics' }])
    t.match(
      await project.get('/events/tail', params),
      { status: 400, body: { error: { parameter: 'query', message: /^A tail takes a filter of events only/ } } },
      JSON.stringify(params),
    );
  const gone = new AbortController();
  const open = await Promise.all(
    Array.from({ length: 10 }, async () =>
      fetch(`${api.url}/api/v1/events/tail?query=logs`, { headers: head(project), signal: gone.signal }),
    ),
  );
  t.ok(open.every(({ status }) => status === 200));
  t.match(await project.get('/events/tail'), { status: 429, body: { error: { code: 'rate_limited' } } });
  gone.abort();
});

t.test('tails whose followers leave before they begin, or come all at once, are counted right', async (t) => {
  const project = await api.project();
  const open = (signal: AbortSignal) => fetch(`${api.url}/api/v1/events/tail`, { headers: head(project), signal });
  for (let leftMs = 0; leftMs < 30; leftMs++) await open(AbortSignal.timeout(leftMs)).catch(() => undefined);
  const letIn: number[] = [];
  await until('ten of fourteen are let in', 60_000, async () => {
    await sleep(1_000); // those of before leave
    const gone = new AbortController();
    const answers = await Promise.all(Array.from({ length: 14 }, () => open(gone.signal)));
    gone.abort();
    letIn.push(answers.filter(({ status }) => status === 200).length);
    return letIn.at(-1) === 10;
  });
  t.ok(
    letIn.every((count) => count <= 10),
    letIn.join(' '),
  );
});

t.test('explain says what a query means and what it costs', async (t) => {
  const project = await api.project();
  await seedEvents(api, project, [{ ts: recentNs - second, body: 'x' }]);
  const query = 'level == "ERROR" | summarize count() by bin(timestamp, 1m), service';
  const { status, body } = await project.get('/query/explain', { query, since: '2h' });
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

t.test('an editor learns what was sent', async (t) => {
  const project = await api.project();
  const other = await api.project();
  const senders = await startSenders(t, api);
  await sendLogs(senders, project, 'cart', [{ body: 'x' }]);
  await sendLogs(senders, project, 'checkout', [{ body: 'x' }, { body: 'x' }, { body: 'x', agoMs: 23 * 3_600_000 }]);
  await sendSpans(senders, project, 'checkout', [
    {
      name: 'GET /orders',
      kind: 'server',
      attributes: { 'http.route': '/orders', 'http.response.status_code': 404, 'exception.type': 'NotFound' },
    },
    { name: 'x'.repeat(300) },
  ]);
  await api.deps.clickhouse.insert({
    table: 'metric_series',
    format: 'JSONEachRow',
    values: ['orders.total', 'orders.failed'].map((metric, series_id) => ({
      project_id: project.id,
      metric,
      series_id,
      day: new Date().toISOString().slice(0, 10),
      service: 'meter',
      retention_days: 30,
    })),
  });
  const items = async (text: string, asking = project) =>
    (await asking.post('/query/complete', { text, offset: text.length })).body.items as {
      label: string;
      insert: string;
      kind: string;
    }[];
  const labels = async (text: string) => (await items(text)).map(({ label }) => label);
  t.same((await labels('service == ')).slice(0, 3), ['checkout', 'cart', 'meter'], 'the most frequent first');
  t.match(await items('spans | where service_name has "ca'), [{ label: 'cart', insert: '"cart"', kind: 'value' }]);
  t.same(await labels("service in ('cart', '"), ['checkout', 'cart', 'meter']);
  t.same(await labels('name == "'), ['GET /orders'], 'and nothing that nobody would read');
  for (const status of ['http_status', 'http.status_code', 'attributes.http.response.status_code'])
    t.same((await labels(`${status} == `))[0], '404', status);
  t.same((await labels('attributes.http.route == "'))[0], '/orders');
  t.same(await labels('http.route has "'), ['/orders']);
  t.same(await labels('exception.type == "'), ['NotFound']);
  t.same(await labels('metrics | where metric == "'), ['orders.failed', 'orders.total']);
  t.same(await labels('environment == "'), []);
  t.same(await items('service == "', other), [], 'of this project only');
  t.same(await labels('extend constructor = name | where constructor == "'), [], 'of a column nothing is known');

  const error = async (query: string, path = 'events') => {
    const { body } = await project.get(`/${path}`, { query, since: '1h' });
    return body.error as string | undefined;
  };
  const slip = (field: string, sent: string, meant: string) =>
    `Nothing was found: no ${field} "${sent}" was sent within a day; did you mean "${meant}"?`;
  t.equal(await error('service == "chekout" and name has "GET"'), slip('service', 'chekout', 'checkout'));
  t.equal(await error('service == "Cart" | count', 'metrics'), slip('service', 'Cart', 'cart'));
  t.equal(
    await error('http.route == "/order" | summarize count() by bin(timestamp, 5m)', 'metrics'),
    slip('attributes.http.route', '/order', '/orders'),
  );
  t.equal(
    await error('metrics | where metric == "orders.totl" | summarize avg(value)', 'metrics'),
    slip('metric_name', 'orders.totl', 'orders.total'),
  );
  for (const query of ['service == "zebra"', 'service == "cart" and name == "GET /orders"', 'service != "chekout"'])
    t.equal(await error(query), undefined, query);
});
