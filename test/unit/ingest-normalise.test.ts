// What becomes of records on their way into the store: levels, times, limits, exceptions, endpoints, shapes.

import t from 'tap';
import { countedFacets } from '../../src/domains/facets/service.ts';
import { markBytesMax } from '../../src/ingest/encoding/text.ts';
import { attributeBytesMax, attributesPerRecordMax } from '../../src/ingest/limits.ts';
import type { IngestContext, Outcome } from '../../src/ingest/outcome.ts';
import { RowSink } from '../../src/ingest/rows/sink.ts';
import { receiptSql } from '../../src/ingest/durable/queries.ts';
import { decodeLogs, decodeMetrics, decodeTraces } from '../support/decoders.ts';
import { contextAt, select, store } from '../support/ingest.ts';
import type { Row } from '../support/ingest.ts';
import { encodeOtlp, type MessageName } from '../support/otlp-proto.ts';
import type { Message } from '../support/otlp-random.ts';
import { stores } from '../support/stores.ts';

const nowMs = Math.floor(Date.now() / 1000) * 1000;
const nowNs = BigInt(nowMs) * 1_000_000n;
const at = (offsetMs: number): string => String(nowNs + BigInt(offsetMs) * 1_000_000n);
const text = (value: string) => ({ stringValue: value });
const attr = (key: string, value: object) => ({ key, value });
const map = (entries: Record<string, object>) => ({
  kvlistValue: { values: Object.entries(entries).map(([key, value]) => ({ key, value })) },
});

t.test('records are stored as the product means them', async (t) => {
  const { clickhouse } = await stores(t);
  const ask = (query: string): Promise<Row[]> => select(clickhouse, query);
  let projects = 0;

  const put = async (
    decode: typeof decodeLogs,
    name: MessageName,
    message: Message,
    more: Partial<IngestContext> = {},
  ): Promise<{ outcome: Outcome; projectId: string }> => {
    const projectId = `project-${++projects}`;
    const sink = new RowSink();
    const outcome = decode(encodeOtlp(name, message), contextAt(nowMs, { projectId, ...more }), sink);
    await store(clickhouse, sink, nowMs);
    return { outcome, projectId };
  };
  const putLogs = (logRecords: Message[], more: Partial<IngestContext> = {}, resource: Message = {}) =>
    put(decodeLogs, 'LogsData', { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }, more);
  let spans = 0;
  const span = (more: Message): Message => ({
    traceId: Buffer.alloc(16, 3),
    spanId: Buffer.from(String(++spans).padStart(8, '0')),
    name: 'op',
    startTimeUnixNano: at(-1000),
    endTimeUnixNano: at(-990),
    ...more,
  });
  const putSpans = (list: Message[], resource: Message = {}) =>
    put(decodeTraces, 'TracesData', { resourceSpans: [{ resource, scopeSpans: [{ spans: list }] }] });
  const log = (more: Message): Message => ({ timeUnixNano: at(-1000), ...more });

  await t.test('the level is that of the number, else of the text', async (t) => {
    const cases: [number | undefined, string | undefined, number, string][] = [
      [1, undefined, 1, 'TRACE'],
      [4, undefined, 4, 'TRACE'],
      [5, undefined, 5, 'DEBUG'],
      [9, 'ERROR', 9, 'INFO'],
      [16, undefined, 16, 'WARN'],
      [17, undefined, 17, 'ERROR'],
      [24, undefined, 24, 'FATAL'],
      [25, 'info', 9, 'INFO'],
      [undefined, 'error', 17, 'ERROR'],
      [undefined, 'Warning', 13, 'WARN'],
      [undefined, '[CRIT]', 18, 'ERROR'],
      [undefined, 'emerg', 21, 'FATAL'],
      [undefined, 'INFO2', 10, 'INFO'],
      [undefined, 'louder', 0, ''],
      [undefined, undefined, 0, ''],
    ];
    const { projectId } = await putLogs(
      cases.map(([severityNumber, severityText], i) => log({ severityNumber, severityText, flags: i + 1 })),
    );
    const rows = await ask(
      `SELECT severity, level, severity_text FROM events WHERE project_id = '${projectId}' ORDER BY flags`,
    );
    t.same(
      rows,
      cases.map(([, severityText, severity, level]) => ({ severity, level, severity_text: severityText ?? '' })),
    );
  });

  await t.test('a time is the sent one, else the observed, else that of arrival; never far ahead', async (t) => {
    const day = 86_400_000;
    const { outcome, projectId } = await putLogs([
      log({ flags: 1, timeUnixNano: at(-day) }),
      log({ flags: 2, timeUnixNano: '0', observedTimeUnixNano: at(-7) }),
      log({ flags: 3, timeUnixNano: '0' }),
      log({ flags: 4, timeUnixNano: at(599_999) }),
      log({ flags: 5, timeUnixNano: at(600_001) }),
      log({ flags: 6, timeUnixNano: at(-30 * day + 3_600_000) }),
      log({ flags: 7, timeUnixNano: at(-30 * day - 1000) }),
      log({ flags: 8, timeUnixNano: '1' }),
    ]);
    t.match(outcome, { accepted: 6, rejected: 2, clampedTimestamps: 1 });
    const rows = await ask(
      `SELECT toUnixTimestamp64Nano(ts) AS ns, meta['original_time_unix_nano'] AS original FROM events WHERE project_id = '${projectId}' ORDER BY flags`,
    );
    t.same(rows, [
      { ns: at(-day), original: '' },
      { ns: at(-7), original: '' },
      { ns: at(0), original: '' },
      { ns: at(599_999), original: '' },
      { ns: at(0), original: at(600_001) },
      { ns: at(-30 * day + 3_600_000), original: '' },
    ]);
  });

  await t.test('a counter whose clock is ahead began as long before its points as it says', async (t) => {
    const hour = 3_600_000;
    const none = '18446744073709551615';
    const points = [
      { attributes: [attr('n', { intValue: '1' })], startTimeUnixNano: at(hour - 60_000), timeUnixNano: at(hour) },
      { attributes: [attr('n', { intValue: '2' })], startTimeUnixNano: at(-60_000), timeUnixNano: none },
      { attributes: [attr('n', { intValue: '3' })], timeUnixNano: at(hour) },
      { attributes: [attr('n', { intValue: '4' })], startTimeUnixNano: at(-60_000), timeUnixNano: at(0) },
    ];
    const shared = { aggregationTemporality: 2, isMonotonic: true };
    const metrics = [
      { name: 'sum', sum: { ...shared, dataPoints: points.map((point) => ({ ...point, asInt: '5' })) } },
      { name: 'histogram', histogram: { ...shared, dataPoints: points } },
    ];
    const message = { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] };
    const { outcome, projectId } = await put(decodeMetrics, 'MetricsData', message);
    t.match(outcome, { accepted: 8, clampedTimestamps: 6 });
    for (const table of ['metric_points', 'metric_dists']) {
      const rows = await ask(
        `SELECT toUnixTimestamp64Nano(p.ts) AS ns, toUnixTimestamp64Nano(p.start_ts) AS start_ns
         FROM ${table} AS p INNER JOIN metric_series AS s ON s.series_id = p.series_id
         WHERE p.project_id = '${projectId}' ORDER BY s.attrs['n']`,
      );
      t.same(
        rows,
        [at(-60_000), at(-60_000), '0', at(-60_000)].map((start_ns) => ({ ns: at(0), start_ns })),
        table,
      );
    }
  });

  await t.test('ids are the time, the body and the place in it: a body sent twice gives the same rows', async (t) => {
    const message = {
      resourceLogs: [{ scopeLogs: [{ logRecords: [log({}), log({ timeUnixNano: '1' }), log({})] }] }],
    };
    const blocks = [1, 2].map(() => {
      const sink = new RowSink();
      decodeLogs(encodeOtlp('LogsData', message), contextAt(nowMs), sink);
      return sink.seal(nowMs);
    });
    t.same(blocks[0], blocks[1], 'byte for byte');
    const { projectId } = await put(decodeLogs, 'LogsData', message);
    const rows = await ask(
      `SELECT toString(e.id) AS text, toUnixTimestamp64Milli(UUIDv7ToDateTime(e.id)) AS ms, hex(${receiptSql('events')}) AS receipt,
              bitAnd(toUInt128(id), 0x3ffffff) AS place FROM events AS e WHERE project_id = '${projectId}' ORDER BY place`,
    );
    t.equal(rows.length, 2);
    t.match(rows, [
      { receipt: '89ABCDEF01234567', place: '0' },
      { receipt: '89ABCDEF01234567', place: '2' },
    ]);
    for (const row of rows) t.equal(Math.floor(Number(row['ms']) / 65_536), Math.floor((nowMs - 1000) / 65_536));
    t.match(rows[0]?.['text'], /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
    const { projectId: other } = await put(decodeLogs, 'LogsData', message, { receipt: { hi: 1, lo: 2 } });
    const others = await ask(`SELECT toString(id) AS text FROM events WHERE project_id = '${other}'`);
    t.notOk(
      others.some((row) => rows.some((mine) => mine['text'] === row['text'])),
      'another body has other ids',
    );
  });

  await t.test('what is too large or too many is cut with a mark, and counted', async (t) => {
    const others = Array.from({ length: attributesPerRecordMax - 3 }, (_, i) => attr(`k${i}`, text('fits')));
    const { outcome, projectId } = await putLogs([
      log({
        body: text('ü'.repeat(200_000)),
        attributes: [
          attr('a', text('é'.repeat(attributeBytesMax))),
          attr('a', text('again')),
          attr('b', map({ long: text('x'.repeat(attributeBytesMax)) })),
          attr('c', text('fine')),
          ...others,
          attr('d', text('one too many')),
          attr('e', text('and another')),
        ],
      }),
    ]);
    t.match(outcome, { accepted: 1, cutValues: 3, droppedAttributes: 3 });
    const [row] = await ask(`SELECT body, attrs, attrs_types, meta FROM events WHERE project_id = '${projectId}'`);
    const cut = (letter: string, bytesMax: number) => letter.repeat((bytesMax - markBytesMax) / 2);
    t.equal(row?.['body'], `${cut('ü', 256 * 1024)}…[cut, was 400000 bytes]`);
    t.match(row?.['attrs'], { a: `${cut('é', attributeBytesMax)}…[cut, was 131072 bytes]`, c: 'fine' });
    t.match(((row ?? {})['attrs'] as Row)['b'], /^\{"long":"x+…\[cut, was \d+ bytes\]$/);
    t.same(row?.['attrs_types'], {}, 'JSON that was cut is a text');
    t.same(row?.['meta'], { attributes_over_limit: '2' });
  });

  await t.test('events and links that have no room are left out whole, and counted', async (t) => {
    // Each byte takes six in JSON.
    const large = [attr('large', text('\u0001'.repeat(1024 * 1024)))];
    const link = (id: number, attributes: object[]) => ({
      traceId: Buffer.alloc(16, id),
      spanId: Buffer.alloc(8, id),
      attributes,
    });
    const { outcome, projectId } = await putSpans([
      span({
        events: [{ name: 'first' }, { name: 'large', attributes: large }, { name: 'last' }],
        links: [link(1, large), link(2, [])],
      }),
    ]);
    t.match(outcome, { accepted: 1, cutValues: 2 });
    const [row] = await ask(`SELECT span_events, span_links, meta FROM events WHERE project_id = '${projectId}'`);
    t.match(JSON.parse(String(row?.['span_events'])), [{ name: 'first' }, { name: 'last' }]);
    t.match(JSON.parse(String(row?.['span_links'])), [{ span_id: '02'.repeat(8) }]);
    t.same(row?.['meta'], { events_over_limit: '1', links_over_limit: '1' });
  });

  await t.test('text that is not UTF-8 is made so, and counted', async (t) => {
    const broken = Buffer.from([0x61, 0xff, 0x62, 0xe2, 0x82]);
    const body = encodeOtlp('LogsData', {
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: [
                log({ body: text('AAAAA'), attributes: [attr('BBBBB', text('CCCCC'))], severityText: 'DDDDD' }),
              ],
            },
          ],
        },
      ],
    });
    const bytes = Buffer.from(body);
    for (const mark of ['AAAAA', 'BBBBB', 'CCCCC', 'DDDDD']) broken.copy(bytes, bytes.indexOf(mark));
    const sink = new RowSink();
    const outcome = decodeLogs(bytes, contextAt(nowMs, { projectId: 'broken' }), sink);
    await store(clickhouse, sink, nowMs);
    const made = 'a\ufffdb\ufffd';
    t.equal(outcome.repairedTexts, 4);
    t.same(await ask(`SELECT body, attrs, severity_text FROM events WHERE project_id = 'broken'`), [
      { body: made, attrs: { [made]: made }, severity_text: made },
    ]);
  });

  await t.test('an exception is found in attributes, in a map, and in an event of its span', async (t) => {
    const exception = [
      attr('exception.type', text('TypeError')),
      attr('exception.message', text('x is not a function')),
      attr('exception.stacktrace', text('at f (a.js:1)')),
    ];
    const found = { exc_type: 'TypeError', exc_message: 'x is not a function', exc_stack: 'at f (a.js:1)' };
    const err = map({ type: text('TypeError'), message: text('x is not a function'), stack: text('at f (a.js:1)') });
    const columns = 'exc_type, exc_message, exc_stack';
    const logs = await putLogs([
      log({ flags: 1, attributes: exception }),
      log({ flags: 2, attributes: [attr('err', err)] }),
      log({ flags: 3, attributes: [attr('error', map({ name: text('E') }))] }),
      log({ flags: 4, attributes: [attr('error', text('just a text'))] }),
    ]);
    t.same(await ask(`SELECT ${columns} FROM events WHERE project_id = '${logs.projectId}' ORDER BY flags`), [
      found,
      found,
      { exc_type: 'E', exc_message: '', exc_stack: '' },
      { exc_type: '', exc_message: '', exc_stack: '' },
    ]);

    // A key may come behind its value.
    const turned = Buffer.from(
      encodeOtlp('LogsData', {
        resourceLogs: [
          { scopeLogs: [{ logRecords: [log({ attributes: [attr('err', map({ type: text('Turned') }))] })] }] },
        ],
      }),
    );
    const [key, value] = [Buffer.from('\n\u0004type'), Buffer.from('\u0012\u0008\n\u0006Turned')];
    Buffer.concat([value, key]).copy(turned, turned.indexOf(Buffer.concat([key, value])));
    const sink = new RowSink();
    decodeLogs(turned, contextAt(nowMs, { projectId: 'turned' }), sink);
    await store(clickhouse, sink, nowMs);
    t.same(await ask(`SELECT exc_type, attrs FROM events WHERE project_id = 'turned'`), [
      { exc_type: 'Turned', attrs: { err: '{"type":"Turned"}' } },
    ]);
    const event = (attributes: Message[]) => ({ name: 'exception', timeUnixNano: at(-995), attributes });
    const { projectId } = await putSpans([
      span({ flags: 1, events: [{ name: 'row' }, event(exception), event([attr('exception.type', text('Later'))])] }),
      span({ flags: 2, events: [{ name: 'row', attributes: exception }] }),
    ]);
    t.same(await ask(`SELECT ${columns} FROM events WHERE project_id = '${projectId}' ORDER BY flags`), [
      found,
      { exc_type: '', exc_message: '', exc_stack: '' },
    ]);
  });

  await t.test('facets count every value, however long', async (t) => {
    const long = (what: string, length: number) => text(what.padEnd(length, '-'));
    const attributes = [attr('service.name', long('service', 300)), attr('host.name', long('host', 70_000))];
    const routes = [attr('http.route', long('/route', 257)), attr('error.type', long('error', 2_000))];
    const { projectId } = await putSpans([span({ name: 'n'.repeat(2_000), attributes: routes })], { attributes });
    const columns = { service: 'service', host: 'host', name: 'name', http_route: 'attributes.http.route' };
    for (const [column, key] of Object.entries({ ...columns, error_type: 'attributes.error.type' })) {
      const counted = `SELECT value, cnt FROM facets_15m WHERE project_id = '${projectId}' AND key = '${key}'`;
      const stored = `SELECT ${column} AS value, count() AS cnt FROM events WHERE project_id = '${projectId}' GROUP BY value`;
      const values = await ask(stored);
      t.same(await ask(counted), values, column);
      t.ok(String(values[0]?.['value']).length > 256, column);
    }
  });

  await t.test('only facets that are shown are counted', async () => {
    const kept = {
      'server.address': 'db',
      'db.system.name': 'postgresql',
      'http.route': '/x',
      'error.type': 'timeout',
    };
    const attributes = Object.entries(kept).map(([key, value]) => attr(key, text(value)));
    const { projectId } = await putSpans([span({ kind: 3, attributes })]);
    const keys = `SELECT DISTINCT key FROM facets_15m WHERE project_id = '${projectId}' ORDER BY key`;
    const counted = (await ask(keys)).map(({ key }) => String(key));
    t.same(
      counted.filter((key) => !countedFacets.includes(key)),
      [],
    );
    t.ok(counted.length > 0);
  });

  await t.test('promoted columns hold either spelling; session and user come from the resource, too', async (t) => {
    const resource = {
      attributes: [
        attr('session.id', text('s-res')),
        attr('user.id', text('u-res')),
        attr('k8s.pod.name', text('pod-1')),
        attr('host.name', text('h')),
        attr('deployment.environment', text('prod')),
      ],
    };
    const { projectId } = await putSpans(
      [
        span({
          flags: 1,
          attributes: [
            attr('http.method', text('GET')),
            attr('http.status_code', { intValue: '404' }),
            attr('db.system', text('redis')),
          ],
        }),
        span({
          flags: 2,
          attributes: [
            attr('http.method', text('old')),
            attr('http.request.method', text('POST')),
            attr('http.response.status_code', text('201')),
            attr('db.system.name', text('postgresql')),
            attr('http.route', text('/a/{id}')),
            attr('error.type', text('timeout')),
            attr('session.id', text('s-own')),
            attr('user.id', { intValue: '9007199254740993' }),
          ],
        }),
      ],
      resource,
    );
    t.same(
      await ask(
        `SELECT http_method, http_status, db_system, http_route, error_type, session_id, user_id, k8s_pod, host, env FROM events WHERE project_id = '${projectId}' ORDER BY flags`,
      ),
      [
        {
          http_method: 'GET',
          http_status: 404,
          db_system: 'redis',
          http_route: '',
          error_type: '',
          session_id: 's-res',
          user_id: 'u-res',
          k8s_pod: 'pod-1',
          host: 'h',
          env: 'prod',
        },
        {
          http_method: 'POST',
          http_status: 201,
          db_system: 'postgresql',
          http_route: '/a/{id}',
          error_type: 'timeout',
          session_id: 's-own',
          user_id: '9007199254740993',
          k8s_pod: 'pod-1',
          host: 'h',
          env: 'prod',
        },
      ],
    );
  });

  await t.test('HTTP spans have endpoints, whose names are stored once', async (t) => {
    const http = (kind: number, status: number, ...more: object[]) =>
      span({
        kind,
        attributes: [
          attr('http.request.method', text('get')),
          attr('http.response.status_code', { intValue: String(status) }),
          ...more,
        ],
      });
    const resource = { attributes: [attr('service.name', text('shop'))] };
    const { projectId } = await putSpans(
      [
        ...[1, 2, 3].map(() => http(2, 200, attr('http.route', text('/orders/{id}')))),
        ...[17, 18].map((id) => http(2, 200, attr('url.path', text(`/users/${id}`)))),
        http(
          3,
          200,
          attr('url.full', text('https://api.example.com/v1/items/99?x=1')),
          attr('server.address', text('api.example.com')),
        ),
        // Frameworks that know no route say so with an empty one.
        ...['/health', '/ready'].map((path) =>
          http(2, 200, attr('http.route', text('')), attr('url.path', text(path))),
        ),
        http(2, 404, attr('http.route', text('')), attr('url.path', text('/wp-admin'))),
        http(2, 404, attr('url.path', text('/wp-login.php'))),
        http(1, 200, attr('http.route', text('/internal'))),
      ],
      resource,
    );
    const rows = await ask(
      `SELECT n.outgoing AS outgoing, n.method AS method, n.host AS host, n.path AS path, n.service AS service, count() AS spans
       FROM events AS e INNER JOIN endpoint_names AS n ON n.endpoint = e.endpoint AND n.project_id = e.project_id
       WHERE e.project_id = '${projectId}' GROUP BY ALL ORDER BY path`,
    );
    t.same(rows, [
      { outgoing: false, method: 'GET', host: '', path: '/health', service: 'shop', spans: '1' },
      { outgoing: false, method: 'GET', host: '', path: '/orders/{id}', service: 'shop', spans: '3' },
      { outgoing: false, method: 'GET', host: '', path: '/ready', service: 'shop', spans: '1' },
      { outgoing: false, method: 'GET', host: '', path: '/users/{param}', service: 'shop', spans: '2' },
      {
        outgoing: true,
        method: 'GET',
        host: 'api.example.com',
        path: '/v1/items/{param}',
        service: 'shop',
        spans: '1',
      },
    ]);
    const none = await ask(`SELECT count() AS n FROM events WHERE project_id = '${projectId}' AND endpoint = 0`);
    t.same(none, [{ n: '3' }], 'a 404 without a route and an internal span name none');
  });

  await t.test('client spans say whom they talk to', async (t) => {
    const cases: [kind: number, attributes: object[], peer: string, peerKind: string][] = [
      [3, [attr('peer.service', text('billing')), attr('db.system', text('redis'))], 'billing', 'service'],
      [3, [attr('db.system.name', text('postgresql')), attr('server.address', text('db-1'))], 'postgresql', 'database'],
      [4, [attr('messaging.system', text('kafka'))], 'kafka', 'messaging'],
      [5, [attr('messaging.system', text('kafka')), attr('server.address', text('b'))], 'kafka', 'messaging'],
      [3, [attr('rpc.system', text('grpc')), attr('server.address', text('cart'))], 'cart', 'rpc'],
      [3, [attr('server.address', text('example.com'))], 'example.com', 'host'],
      [
        3,
        [attr('server.address', text('example.com')), attr('url.full', text('http://[::1]/'))],
        'example.com',
        'host',
      ],
      [
        3,
        [attr('http.url', text('https://me:secret@pay.example.com:8443/v1?q=http://a/'))],
        'pay.example.com:8443',
        'host',
      ],
      [3, [attr('url.full', text('/v1'))], '', 'none'],
      [4, [attr('url.full', text('http://example.com/'))], '', 'none'],
      [2, [attr('server.address', text('me'))], '', 'none'],
      [3, [], '', 'none'],
    ];
    const { projectId } = await putSpans(
      cases.map(([kind, attributes], i) => span({ kind, attributes, flags: i + 1 })),
    );
    t.same(
      await ask(`SELECT peer, peer_kind FROM events WHERE project_id = '${projectId}' ORDER BY flags`),
      cases.map(([, , peer, peer_kind]) => ({ peer, peer_kind })),
    );
  });

  await t.test('lines of one statement share a shape, of which an example is kept', async (t) => {
    const resource = { attributes: [attr('service.name', text('shop'))] };
    const { projectId } = await putLogs(
      [
        log({ flags: 1, body: text('order 17 took 3 ms') }),
        log({ flags: 2, body: text('order 99 took 512 ms') }),
        log({ flags: 3, body: map({ message: text('order 4 took 1 ms'), extra: text('x') }) }),
        log({ flags: 4, body: text('anything'), attributes: [attr('messageTemplate', text('order {n} took'))] }),
        log({ flags: 5, eventName: 'order.placed' }),
        log({ flags: 6 }),
      ],
      {},
      resource,
    );
    const rows = await ask(`SELECT shape, shape_v FROM events WHERE project_id = '${projectId}' ORDER BY flags`);
    const shapes = rows.map((row) => row['shape']);
    t.equal(shapes[0], shapes[1]);
    t.equal(shapes[0], shapes[2], 'the message of a map');
    t.equal(new Set(shapes).size, 4, 'a template, an event name and nothing are others');
    t.equal(shapes[5], '0');
    const samples = await ask(
      `SELECT shape, sample, service FROM log_shape_samples WHERE project_id = '${projectId}' ORDER BY sample`,
    );
    t.same(
      samples.map((row) => row['sample']),
      ['order 17 took 3 ms', 'order {n} took', 'order.placed'],
    );
    t.ok(samples.every((row) => shapes.includes(row['shape']) && row['service'] === 'shop'));
  });

  await t.test('a span that ends before it starts has no length, and keeps its end', async (t) => {
    const { projectId } = await putSpans([span({ endTimeUnixNano: at(-2000) })]);
    t.same(await ask(`SELECT duration_ns, meta FROM events WHERE project_id = '${projectId}'`), [
      { duration_ns: '0', meta: { end_time_unix_nano: at(-2000) } },
    ]);
  });

  await t.test(
    'so has one that ends when the store has no time; one of two hundred years is what it says',
    async (t) => {
      const none = '18446744073709551615';
      const start = '1900000000000000000';
      const late = '9223372030000000000';
      const beyond = '9223372036854775807';
      const { projectId } = await putSpans([
        span({ endTimeUnixNano: none }),
        span({ startTimeUnixNano: start, endTimeUnixNano: none }),
        span({ endTimeUnixNano: beyond }),
        span({ endTimeUnixNano: late }),
      ]);
      const stored = await ask(
        `SELECT duration_ns, meta['end_time_unix_nano'] AS end FROM events WHERE project_id = '${projectId}' ORDER BY end`,
      );
      t.match(
        stored.slice(1),
        [none, none, beyond].toSorted().map((end) => ({ duration_ns: '0', end })),
      );
      t.match(stored[0], { duration_ns: String(BigInt(late) - BigInt(at(-1000))), end: '' });
    },
  );
});
