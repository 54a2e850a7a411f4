import t from 'tap';
import { startApi, unknownId } from '../support/api.ts';
import { recentNs, seedEvents, type SeedEvent } from '../support/events.ts';
import { cpuMs } from '../support/turns.ts';

const api = await startApi(t);
const second = 1_000_000_000n;
const iso = (ns: bigint) =>
  `${new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 19)}.${String(ns % second).padStart(9, '0')}Z`;
const at = recentNs - 600n * second + 123_456_789n;

t.test('one event comes back as it was sent, to the last digit', async (t) => {
  const project = await api.project();
  const [id] = await seedEvents(api, project, [
    {
      ts: at,
      kind: 'log',
      service: 'shop',
      severity: 17,
      level: 'ERROR',
      severity_text: 'error',
      body: '{"a":[1,{"b":null}]}',
      body_type: 'map',
      trace_id: '5b8efff798038103d269b633813fc60c',
      attrs: {
        big: '9223372036854775807',
        pi: '3.25',
        nan: 'nan',
        flag: 'true',
        list: '[1,"x"]',
        text: '42',
        'a.b': 'dotted "quoted" \\ ⇒',
        raw: 'AAEC',
        none: '',
      },
      attrs_types: {
        big: 'int',
        pi: 'double',
        nan: 'double',
        flag: 'bool',
        list: 'array',
        raw: 'bytes',
        none: 'empty',
      },
      res: { 'service.name': 'shop', 'process.pid': '77' },
      res_types: { 'process.pid': 'int' },
      exc_type: 'Error',
      exc_message: 'declined',
      session_id: 's1',
    },
  ]);
  for (const time of [
    iso(at),
    iso(at).replace(/\.\d+Z/, 'Z'),
    iso(at).replace(/456789Z/, 'Z'),
    `${iso(at).slice(0, 19)}+00:00`,
  ]) {
    const { status, text, body } = await project.get(`/events/${id}/time/${encodeURIComponent(time)}`);
    t.equal(status, 200, time);
    t.match(text, `"start_time_ns":${at},`);
    t.match(text, '"big":9223372036854775807');
    t.match(body, {
      id,
      timestamp: iso(at),
      kind: 'log',
      level: 'ERROR',
      severity_number: 17,
      errors: true,
      body: { a: [1, { b: null }] },
      exception: { type: 'Error', message: 'declined' },
      session_id: 's1',
      resource: { 'service.name': 'shop', 'process.pid': 77 },
    });
    t.same(body.attributes, {
      big: Number('9223372036854775807'),
      pi: 3.25,
      nan: 'nan',
      flag: true,
      list: [1, 'x'],
      text: '42',
      'a.b': 'dotted "quoted" \\ ⇒',
      raw: 'AAEC',
      none: null,
    });
  }
});

t.test('types are kept under any name, also those that every object has', async (t) => {
  const project = await api.project();
  const names = ['constructor', 'toString', '__proto__', 'plain'];
  const each = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
  const [id] = await seedEvents(api, project, [
    { ts: at, attrs: each('5'), attrs_types: each('int'), res: each('7'), res_types: each('int') },
  ]);
  const { text } = await project.get(`/events/${id}/time/${iso(at)}`);
  for (const name of names) {
    t.match(text, `"${name}":5`);
    t.match(text, `"${name}":7`);
  }
});

t.test('rows from before numbers had a type have them as numbers, alone and in a list', async (t) => {
  const project = await api.project();
  const [id] = await seedEvents(api, project, [
    {
      ts: at,
      attrs: { n: '5', x: '2.50', nan: 'nan', b: 'true', s: '5' },
      attrs_num: { n: 5, x: 2.5, nan: 0 },
      attrs_types: { b: 'bool' },
    },
  ]);
  const attributes = '{"n":5,"x":2.50,"nan":"nan","b":true,"s":"5"}';
  t.match((await project.get(`/events/${id}/time/${iso(at)}`)).text, `"attributes":${attributes}`);
  t.match((await project.get('/events?fields=attributes&since=1d')).text, attributes);
});

t.test('a span that says nothing of its kind is an internal one, wherever it is shown', async (t) => {
  const project = await api.project();
  const trace = 'cd'.repeat(16);
  const span = { kind: 'span', span_kind: 'unset', trace_id: trace } as const;
  const [id] = await seedEvents(api, project, [
    { ...span, ts: at, span_id: '0000000000000001' },
    { ...span, ts: at + second, span_id: '0000000000000002' },
  ]);
  const list = await project.get(`/events?since=1h&query=${encodeURIComponent('kind == "internal"')}`);
  t.equal(list.body.count, 2);
  const one = await project.get(`/events/${id}/time/${iso(at)}`);
  t.equal(one.body.kind, 'internal');
  t.same(one.body.summary, list.body.logsData[1][list.body.colIdxMap.summary]);
  t.match((await project.get(`/traces/${trace}`)).body.spans, [{ kind: 'internal' }, { kind: 'internal' }]);
  const around = await project.get(`/events/${id}/context?timestamp=${iso(at)}`);
  t.match(around.body, { event: { kind: 'internal' }, after: [{ kind: 'internal' }] });
});

t.test('an event is found by its own id and time only', async (t) => {
  const [project, other] = [await api.project(), await api.project()];
  const [id] = await seedEvents(api, project, [{ ts: at }]);
  const cases: [string, string, string][] = [
    [id ?? '', iso(at + second), 'event_id'],
    [id ?? '', iso(at + 1n), 'event_id'],
    [unknownId, iso(at), 'event_id'],
    ['nonsense', iso(at), 'event_id'],
    [id ?? '', 'yesterday', 'timestamp'],
    [id ?? '', '2026-02-30T00:00:00Z', 'timestamp'],
    [id ?? '', '9999-12-31T23:59:59Z', 'timestamp'],
    [id ?? '', '1850-01-01T00:00:00Z', 'timestamp'],
  ];
  for (const [event, time, parameter] of cases) {
    t.match(
      await project.get(`/events/${event}/time/${time}`),
      { status: 404, body: { error: { code: 'not_found', parameter } } },
      `${event} ${time}`,
    );
  }
  t.match(await other.get(`/events/${id}/time/${iso(at)}`), { status: 404 }, 'another project’s');
  t.match(
    await project.get(`/events/${id}/context?timestamp=9999-12-31T23:59:59Z`),
    { status: 400, body: { error: { code: 'invalid_parameter', parameter: 'timestamp' } } },
    'a time that no event can have',
  );
});

t.test('the events around one: in order, on both sides, through ties, of the service or the trace', async (t) => {
  const project = await api.project();
  const trace = 'ab'.repeat(16);
  const seeds: SeedEvent[] = Array.from({ length: 40 }, (_, i) => ({
    // Two at each second, so that ties are there to be told apart; far ones an hour and a day away.
    ts: at + BigInt(Math.floor(i / 2) - 10) * second,
    service: i % 4 === 3 ? 'other' : 'shop',
    body: `n${i}`,
    trace_id: i % 5 === 0 ? trace : '',
  }));
  const far = { ts: at - 20n * 3600n * second, body: 'far' };
  const ids = await seedEvents(api, project, [...seeds, far]);
  // The store compares ids by their second halves first, which rise only as long as those made in one millisecond.
  const rank = (id: string) => id.slice(18) + id;
  const order = seeds
    .map((seed, i) => ({ ...seed, id: ids[i] ?? '' }))
    .toSorted((a, b) => (a.ts === b.ts ? (rank(a.id) < rank(b.id) ? -1 : 1) : a.ts < b.ts ? -1 : 1));
  const target = order[21];
  for (const [scope, keep] of [
    ['service', (seed: SeedEvent) => seed.service === target?.service],
    ['trace', (seed: SeedEvent) => seed.trace_id === trace],
  ] as const) {
    const middle = scope === 'service' ? target : order.find((seed, i) => i > 15 && seed.trace_id === trace);
    const same = order.filter(keep);
    const place = same.findIndex(({ id }) => id === middle?.id);
    const { status, body } = await project.get(
      `/events/${middle?.id}/context?timestamp=${iso(middle?.ts ?? 0n)}&scope=${scope}&before=3&after=2`,
    );
    t.equal(status, 200);
    const bodies = (list: readonly { body?: unknown }[]) => list.map((one) => one.body);
    t.same(bodies(body.before), bodies(same.slice(place - 3, place)), `before, same ${scope}`);
    t.same(bodies(body.after), bodies(same.slice(place + 1, place + 3)), `after, same ${scope}`);
    t.equal(body.event.id, middle?.id);
  }
  const wide = await project.get(`/events/${target?.id}/context?timestamp=${iso(target?.ts ?? 0n)}&before=100&after=0`);
  t.equal(target?.service, 'shop');
  t.equal(wide.body.before[0].body, 'far', 'the neighbour of a day ago is found too');
  t.same(wide.body.after, []);
  t.match(await project.get(`/events/${target?.id}/context?timestamp=${iso(at + 1n)}`), { status: 404 });
  t.match(await project.get(`/events/${target?.id}/context?timestamp=${iso(at)}&before=501`), {
    status: 400,
    body: { error: { parameter: 'before' } },
  });
});

/** Makes spans of a trace, each named by one letter. */
function spansOf(trace: string) {
  return (id: string, parent: string, offset: bigint, duration: bigint, more: object = {}): SeedEvent => ({
    kind: 'span',
    ts: at + offset,
    span_id: id.repeat(16),
    parent_span_id: parent.repeat(16),
    trace_id: trace,
    duration_ns: String(duration),
    span_kind: 'server',
    name: `span ${id}`,
    ...more,
  });
}

t.test('a trace: its spans in drawing order with their logs, its counts, its services', async (t) => {
  const project = await api.project();
  const trace = 'cd'.repeat(16);
  const span = spansOf(trace);
  await seedEvents(api, project, [
    span('c', 'a', 500n, 100n),
    span('b', 'a', 100n, 300n, { service: 'db', status: 'error', status_message: 'no' }),
    span('a', '', 0n, 1_000n),
    span('d', 'b', 150n, 2_000n),
    span('e', '9', 50n, 10n, { service: '' }),
    span('b', 'a', 110n, 200n, { service: 'pool', span_kind: 'client' }),
    { ts: at + 160n, trace_id: trace, span_id: 'd'.repeat(16), body: 'in d', level: 'ERROR', severity: 17 },
    { ts: at + 170n, trace_id: trace, span_id: '8'.repeat(16), body: 'lost' },
  ]);
  const { status, text, body } = await project.get(`/traces/${trace.toUpperCase()}`);
  t.equal(status, 200);
  t.same(
    body.spans.map(({ span_id, depth }: { span_id: string; depth: number }) => span_id.charAt(0) + depth),
    ['a0', 'b1', 'b1', 'd2', 'c1', 'e0'],
  );
  t.same(
    body.roots.map((id: string) => id.charAt(0)),
    ['a', 'e'],
  );
  t.match(text, `"start_time_ns":${at},"duration":2150,`);
  t.match(body, { span_count: 6, log_count: 2, error_count: 2, truncated: false });
  t.same(body.services, ['db', 'pool', 'shop'], 'a span that names none adds none');
  t.match(body.spans[3].logs, [{ body: 'in d', level: 'ERROR', errors: true }]);
  t.match(body.orphan_logs, [{ body: 'lost' }]);
  t.match(body.spans[1], { errors: true, status_code: 'ERROR', status_message: 'no', service: 'db' });
  t.match(body.spans[2], { service: 'pool', kind: 'client', children: [] }, 'the other side of a call with one id');
  const stranger = await api.project();
  for (const [who, id] of [
    [stranger, trace],
    [project, 'ef'.repeat(16)],
    [project, 'xyz'],
  ] as const) {
    t.match(await who.get(`/traces/${id}`), { status: 404, body: { error: { parameter: 'trace_id' } } });
  }
});

t.test('a trace lasts as long as its trees in lists do, and says where its spans are drawn', async (t) => {
  const project = await api.project();
  const trace = 'ce'.repeat(16);
  const span = spansOf(trace);
  await seedEvents(api, project, [
    span('a', '', 0n, 100n),
    // The clock of these is behind.
    span('b', 'a', -60n, 50n, { service: 'cart' }),
    span('c', 'b', -40n, 120n, { service: 'cart' }),
    { ts: at - 50n, trace_id: trace, span_id: 'b'.repeat(16) },
    // Both sides of a call have one id.
    span('d', 'a', 10n, 20n),
    span('d', 'a', 12n, 148n),
    span('e', 'd', 11n, 1n),
  ]);
  const { text, body } = await project.get(`/traces/${trace}`);
  t.match(text, `"start_time_ns":${at},"duration":160,`);
  t.same(
    body.spans.map(({ span_id, offset, duration }: { span_id: string; offset: number; duration: number }) => [
      span_id.charAt(0),
      offset,
      duration,
    ]),
    [
      ['a', 0, 100],
      ['b', 0, 50],
      ['c', 20, 120],
      ['d', 10, 20],
      ['d', 12, 148],
      ['e', 11, 1],
    ],
  );
  const { text: list } = await project.get(`/events?since=1h&query=${encodeURIComponent(`trace_id == "${trace}"`)}`);
  t.match(list, `"traces":[{"trace_id":"${trace}","start_time":${at},"duration":160,"root":"${'a'.repeat(16)}"`);
});

t.test('a trace of more than 10 000 rows says that it is cut, and is quick', async (t) => {
  const project = await api.project();
  const trace = '0f'.repeat(16);
  const hex = (i: number) => i.toString(16).padStart(16, '0');
  await seedEvents(
    api,
    project,
    Array.from({ length: 10_050 }, (_, i) => ({
      kind: 'span' as const,
      ts: at + BigInt(i),
      span_id: hex(i + 1),
      parent_span_id: i === 0 ? '' : hex(Math.ceil(i / 3)),
      trace_id: trace,
      duration_ns: '5',
    })),
  );
  const before = process.cpuUsage();
  const { body } = await project.get(`/traces/${trace}`);
  t.ok(cpuMs(before) < 5_000, `${cpuMs(before)} ms`);
  t.match(body, { truncated: true, span_count: 10_050, duration: 10_049 + 5 });
  t.equal(body.spans.length, 10_000);
  t.equal(body.roots.length, 1);
});

t.test('of a long message a trace has the beginning, as of a body; the event has all of it', async (t) => {
  const project = await api.project();
  const [long, id] = ['x'.repeat(60_000), 'ef'.repeat(16)];
  const spans = Array.from({ length: 1_000 }, (_, n) => ({
    ts: at + BigInt(n),
    kind: 'span' as const,
    trace_id: id,
    span_id: String(n).padStart(16, '0'),
    status: 'error',
    status_message: long,
  }));
  const [first] = await seedEvents(api, project, spans);
  const { body } = await project.get(`/traces/${id}`);
  t.equal(body.spans.length, 1_000);
  t.equal(body.spans[0].status_message, long.slice(0, 2_000));
  const { body: event } = await project.get(`/events/${first}/time/${iso(at)}`);
  t.equal(event.status_message, long);
});

t.test('hashes and summary of a record are those that a list has', async (t) => {
  const own = await api.project();
  const [id = ''] = await seedEvents(api, own, [
    { ts: recentNs, kind: 'span', shape: '18446744073709551615', endpoint: '4660', name: 'GET /a', http_status: 503 },
  ]);
  const { body: list } = await own.get('/events?since=1h&fields=id,summary,hashes');
  const { body: record } = await own.get(
    `/events/${id}/time/${encodeURIComponent(new Date(Number(recentNs / 1_000_000n)).toISOString())}`,
  );
  t.same(record.hashes, ['log:ffffffffffffffff', 'endpoint:1234']);
  t.same(list.logsData, [[id, record.summary, record.hashes]]);
  t.same(record.summary, [
    'status_code;badge-5xx⇒503',
    'kind;neutral⇒internal',
    'span_name;neutral⇒GET /a',
    'duration;right-neutral⇒0',
  ]);
});
