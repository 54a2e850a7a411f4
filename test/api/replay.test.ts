import t from 'tap';
import { recording, replay, type Recorded } from '../../bench/support/recorder.ts';
import { startApi, type TestApi, type TestProject } from '../support/api.ts';
import { startSenders } from '../support/senders.ts';
import { cpuMs, longestTurnMs } from '../support/turns.ts';

const api = await startApi(t);
// Near the real time: what is older than its retention is deleted by the engine, whatever our clock says.
const now = Math.floor(Date.now() / 60_000) * 60_000;
const utc = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
api.clock.now = new Date(now);

interface Post {
  session: string;
  events: object[];
  at: number;
  end?: number;
  chunk: number;
  user?: string;
}

async function store(api: TestApi, project: TestProject, posts: Post[]) {
  await api.deps.clickhouse.insert({
    table: 'replay_chunks',
    format: 'JSONEachRow',
    values: posts.map(({ session, events, at, end = at, chunk, user = '' }) => ({
      project_id: project.id,
      session_id: session,
      ts: at,
      end_ts: end,
      chunk,
      posted_at: at,
      event_count: events.length,
      payload: JSON.stringify(events),
      user_email: user,
      url: `https://shop.example/${chunk}`,
      retention_days: 30,
      receipt: 1,
    })),
  });
}

t.test('a recording comes back in order, once, however it was sent', async (t) => {
  const project = await api.project();
  const first = {
    session: 's1',
    events: [
      { timestamp: now - 9_000, n: 1 },
      { timestamp: now - 7_000, n: 3 },
    ],
    at: now - 9_000,
    end: now - 7_000,
    chunk: 1,
    user: 'ada@x.io',
  };
  const second = {
    session: 's1',
    events: [
      { timestamp: now - 8_000, n: 2 },
      { timestamp: now - 1_000, n: 4 },
    ],
    at: now - 8_000,
    end: now - 1_000,
    chunk: 2,
  };
  await store(api, project, [second]);
  await store(api, project, [first]);
  await store(api, project, [first]);
  const { status, body } = await project.get('/rrweb/s1');
  t.equal(status, 200);
  t.same(
    body.events.map(({ n }: { n: number }) => n),
    [1, 2, 3, 4],
  );
  t.same(body.session, {
    sessionId: 's1',
    start: utc(now - 9_000),
    end: utc(now - 1_000),
    duration_ms: 8_000,
    chunks: 2,
    userEmail: 'ada@x.io',
    users: [{ userEmail: 'ada@x.io' }],
    url: 'https://shop.example/1',
  });
  t.equal(body.truncated, false);
  t.notOk('cursor' in body);
});

t.test('an event without a time stays behind the one that it was sent after', async (t) => {
  const project = await api.project();
  await store(api, project, [
    { session: 's1', events: [{ timestamp: now - 9_000, n: 1 }], at: now - 9_000, chunk: 1 },
    {
      session: 's1',
      events: [{ timestamp: now - 8_000, n: 2 }, { n: 3 }, { timestamp: now - 7_000, n: 4 }],
      at: now - 8_000,
      chunk: 2,
    },
  ]);
  const { body } = await project.get('/rrweb/s1');
  t.same(
    body.events.map(({ n }: { n: number }) => n),
    [1, 2, 3, 4],
  );
});

t.test('a post that came twice is there once, also when its recorder’s clock is ahead', async (t) => {
  const project = await api.project();
  // Its events have times to come: the post has that of its arrival, each time another.
  const post = { session: 's1', events: [{ timestamp: now + 3_600_000, n: 1 }], at: now - 2_000, chunk: 1 };
  for (const at of [now - 2_000, now - 1_000]) await store(api, project, [{ ...post, at }]);
  const { body } = await project.get('/rrweb/s1');
  t.same(body.events, post.events);
  t.match(body, { session: { chunks: 1 }, truncated: false });
});

t.test('sessions are listed by range and user, the latest first, and only the project’s own', async (t) => {
  const [project, other] = [await api.project(), await api.project()];
  const hour = 3_600_000;
  await store(api, project, [
    { session: 'old', events: [], at: now - 30 * hour, chunk: 1, user: 'ada@x.io' },
    { session: 'long', events: [], at: now - 3 * hour, end: now - 30 * 60_000, chunk: 1, user: 'bob@x.io' },
    { session: 'new', events: [], at: now - 1_000, chunk: 1, user: 'ada@x.io' },
  ]);
  await store(api, other, [{ session: 'foreign', events: [], at: now - 1_000, chunk: 1 }]);
  const ids = async (query: string) =>
    (await project.get(`/rrweb${query}`)).body.map((one: { sessionId: string }) => one.sessionId);
  t.same(await ids(''), ['new', 'long'], 'one that reaches into the range is in it');
  t.same(await ids('?since=2d'), ['new', 'long', 'old']);
  t.same(await ids('?since=2d&user=ada@x.io'), ['new', 'old']);
  t.same(await ids('?since=2d&limit=1'), ['new']);
  t.same(await ids('?since=2d&limit=9223372036854775807'), ['new', 'long', 'old'], 'as much as there may be');
  t.same(await ids(`?from=${utc(now - 40 * hour)}&to=${utc(now - 25 * hour)}`), ['old']);
  for (const from of ['0', '1900-01-01'])
    for (const to of ['now', '2261-12-31'])
      t.same(await ids(`?from=${from}&to=${to}`), ['new', 'long', 'old'], `${from} ${to}`);
  t.match(await project.get('/rrweb/foreign'), { status: 404, body: { error: { parameter: 'session_id' } } });
});

t.test('what is said of a session is of all its days, however few of them are asked for', async (t) => {
  const project = await api.project();
  const day = 86_400_000;
  await store(api, project, [
    { session: 'long', events: [], at: now - 4 * day, chunk: 1, user: 'ada@x.io' },
    { session: 'long', events: [], at: now - 2 * day, chunk: 2 },
    { session: 'long', events: [], at: now - 1_000, chunk: 3 },
  ]);
  const { body: listed } = await project.get('/rrweb?since=1h');
  t.match(listed, [{ start: utc(now - 4 * day), chunks: 3, userEmail: 'ada@x.io', url: 'https://shop.example/1' }]);
  t.same(listed, [(await project.get('/rrweb/long')).body.session]);
  t.same((await project.get('/rrweb?since=1h&user=ada@x.io')).body, listed);
});

t.test('a session is found under each of its users, who are not mixed up', async (t) => {
  const project = await api.project();
  const senders = await startSenders(t, api);
  const sessionId = '0198C0DE-0000-7000-8000-0000000000FF';
  const post = (agoMs: number, user: object) =>
    fetch(`${senders.url}/api/v1/rrweb`, {
      method: 'POST',
      headers: { authorization: `Bearer ${project.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId, timestamp: utc(now), events: [{ timestamp: now - agoMs }], ...user }),
    });
  const [zed, ada] = [
    { userId: '1', userEmail: 'zed@x.io', userName: 'Zed' },
    { userId: '2', userEmail: 'ada@x.io', userName: 'Ada' },
  ];
  // Before the login nobody is known, and then the id comes before the rest; all of it may come in one batch.
  const answers = await Promise.all([
    post(9_000, {}),
    post(8_000, { userId: '1' }),
    post(7_000, zed),
    post(6_000, { userId: '2' }),
    post(5_000, ada),
  ]);
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  const { body } = await project.get('/rrweb');
  t.match(body, [{ sessionId: sessionId.toLowerCase(), chunks: 5, ...zed, users: [zed, ada] }]);
  for (const user of [...Object.values(zed), ...Object.values(ada)])
    t.same((await project.get(`/rrweb?user=${user}`)).body, body, user);
  t.same((await project.get('/rrweb?user=eve')).body, []);
});

t.test('a long recording is read to its end, part by part, each post once', async (t) => {
  const project = await api.project();
  const [posts, bytes] = [70, 1_000_000];
  const post = (chunk: number, more = {}) => ({
    session: 'long',
    events: [{ n: chunk, text: 'x'.repeat(bytes) }],
    // Several begin at one time, also where a part ends.
    at: now - 60_000 + Math.floor(chunk / 5) * 1_000,
    chunk,
    ...more,
  });
  await store(
    api,
    project,
    Array.from({ length: posts }, (_, chunk) => post(chunk)),
  );
  await store(api, project, [post(3, { at: now - 1_000 })]);
  const parts: { n: number }[][] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const { status, body } = await project.get(`/rrweb/long${cursor === '' ? '' : `?cursor=${cursor}`}`);
    t.equal(status, 200);
    t.equal(body.session.chunks, posts);
    t.equal(body.truncated, body.cursor !== undefined);
    parts.push(body.events);
    cursor = body.cursor;
  }
  t.same(
    parts.map(({ length }) => length),
    [50, 20],
  );
  t.same(
    parts.flat().map(({ n }) => n),
    Array.from({ length: posts }, (_, n) => n),
  );
  const first = await project.get('/rrweb/long?limit=2');
  t.match(first.body, { events: [{ n: 0 }, { n: 1 }], truncated: true });
  const second = await project.get(`/rrweb/long?limit=1&cursor=${first.body.cursor}`);
  t.match(second.body, { events: [{ n: 2 }], truncated: true });
  for (const cursor of ['', 'x', btoa('1~99999999999999999999')])
    t.match(
      await project.get(`/rrweb/long?cursor=${cursor}`),
      { status: 400, body: { error: { parameter: 'cursor' } } },
      cursor,
    );
});

t.test('a recording of millions of small things keeps nobody waiting, and is as it was sent', async (t) => {
  const project = await api.project();
  const payload = `[{"timestamp":${now - 9_000},"data":[${'{},'.repeat(3_000_000)}{}]}]`;
  const posts = 4;
  await api.deps.clickhouse.insert({
    table: 'replay_chunks',
    format: 'JSONEachRow',
    values: Array.from({ length: posts }, (_, chunk) => ({
      project_id: project.id,
      session_id: 'large',
      ts: now - 9_000,
      end_ts: now - 9_000,
      chunk,
      posted_at: now,
      event_count: 1,
      payload,
      retention_days: 30,
      receipt: 1,
    })),
  });
  const before = process.cpuUsage();
  JSON.parse(payload);
  const parsedMs = cpuMs(before);
  let bytes = 0;
  const turnMs = await longestTurnMs(async () => {
    const headers = { authorization: `Bearer ${project.key}`, 'x-project-id': project.id };
    const answer = await fetch(`${api.url}/api/v1/rrweb/large`, { headers });
    t.equal(answer.status, 200);
    bytes = (await answer.arrayBuffer()).byteLength;
  });
  t.ok(bytes > posts * (payload.length - 2), `${bytes} bytes`);
  t.ok(turnMs < parsedMs, `${turnMs} ms in one turn; to parse one of the posts takes ${parsedMs} ms`);
});

t.test('of sessions that are not shown little is read', async (t) => {
  const recorded: Recorded[] = [];
  const own = await startApi(t, {}, ({ reader }) => ({ reader: recording(reader, recorded) }));
  const project = await own.project();
  const [days, perDay] = [10, 5_000];
  await own.deps.clickhouse.command({
    query: `
      INSERT INTO replay_chunks (project_id, session_id, ts, end_ts, chunk, payload, user_id, url, retention_days)
      SELECT {project:String}, lower(hex(MD5(toString(number)))), now64(3) - toIntervalSecond(number * ${(days * 86_400) / (days * perDay)}) AS at,
             at, number, '[]', concat('user-', toString(number)), concat('https://shop.example/', repeat('x', 300)), 30
      FROM numbers(${days * perDay})`,
    query_params: { project: project.id },
  });
  const { body } = await project.get('/rrweb?since=1d&limit=20');
  t.same(
    body.map(({ userId }: { userId: string }) => userId),
    Array.from({ length: 20 }, (_, n) => `user-${n}`),
  );
  const read = await replay(own.deps.clickhouse, recorded);
  t.ok(read.bytes / (days * perDay) < 400, `${read.bytes} bytes`);
});

t.test('a wrong range or limit is refused by name', async (t) => {
  const project = await api.project();
  for (const [query, parameter] of [
    ['since=x', 'since'],
    ['from=now', 'from'],
    ['limit=0', 'limit'],
    ['limit=x', 'limit'],
    ['usr=a', 'usr'],
    ['since=1h&since=2h', 'since'],
  ] as const) {
    t.match(
      await project.get(`/rrweb?${query}`),
      { status: 400, body: { error: { code: 'invalid_parameter', parameter } } },
      query,
    );
  }
});
