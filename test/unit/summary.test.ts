import t from 'tap';
import { summaryTokens, withSummary, type SummaryParts } from '../../src/domains/events/list/summary.ts';

const none = {
  kind: 'log',
  level: '',
  spanKind: 'unset',
  httpStatus: 0,
  method: '',
  route: '',
  urlPath: '',
  dbSystem: '',
  peer: '',
  peerKind: 'none',
  name: '',
  status: 'unset',
  exceptionType: '',
  exceptionMessage: '',
  statusMessage: '',
  body: '',
  durationNs: '0',
};
const parts = (some: Partial<typeof none>): SummaryParts => {
  const all = { ...none, ...some };
  return [
    all.kind,
    all.level,
    all.spanKind,
    all.httpStatus,
    all.method,
    all.route,
    all.urlPath,
    all.dbSystem,
    all.peer,
    all.peerKind,
    all.name,
    all.status,
    all.exceptionType,
    all.exceptionMessage,
    all.statusMessage,
    all.body,
    all.durationNs,
  ];
};

t.test('a row says what it has, in one order, and nothing that it has not', async (t) => {
  t.same(summaryTokens(parts({})), []);
  t.same(summaryTokens(parts({ level: 'WARN', body: 'a ⇒ b', name: 'cart.full' })), [
    'level;badge-warn⇒WARN',
    'span_name;neutral⇒cart.full',
    'body;text⇒a ⇒ b',
  ]);
  t.same(
    summaryTokens(
      parts({
        kind: 'span',
        level: 'ERROR',
        spanKind: 'server',
        httpStatus: 502,
        method: 'POST',
        urlPath: '/orders/7?debug=1#top',
        name: 'POST /orders/{id}',
        status: 'error',
        exceptionType: 'TimeoutError',
        exceptionMessage: 'no answer',
        statusMessage: 'gave up',
        durationNs: '9007199254740993',
      }),
    ),
    [
      'request_type;neutral⇒incoming',
      'status_code;badge-5xx⇒502',
      'method;badge-post⇒POST',
      'url_path;neutral⇒/orders/7',
      'span_name;neutral⇒POST /orders/{id}',
      'status;badge-error⇒ERROR',
      'exception;badge-error⇒TimeoutError: no answer',
      'status_message;text-error⇒gave up',
      'duration;right-neutral⇒9007199254740993',
    ],
  );
  t.same(
    summaryTokens(
      parts({
        kind: 'span',
        spanKind: 'client',
        route: '/a/{b}',
        urlPath: '/a/1',
        dbSystem: 'redis',
        peer: 'cache',
        peerKind: 'service',
      }),
    ),
    [
      'request_type;neutral⇒outgoing',
      'url_path;neutral⇒/a/{b}',
      'db.system;badge-neutral⇒redis',
      'peer;neutral⇒cache',
      'duration;right-neutral⇒0',
    ],
  );
  t.same(
    summaryTokens(
      parts({ kind: 'span', spanKind: 'internal', peer: 'db-1', peerKind: 'database', exceptionMessage: 'm' }),
    ),
    ['kind;neutral⇒internal', 'exception;badge-error⇒m', 'duration;right-neutral⇒0'],
  );
});

t.test('long texts are cut, between characters', async (t) => {
  const [body] = summaryTokens(parts({ body: `x${'😀'.repeat(2_000)}` }));
  t.equal(body, `body;text⇒x${'😀'.repeat(499)}`);
  const [message] = summaryTokens(parts({ exceptionMessage: 'm'.repeat(400) }));
  t.equal(message, `exception;badge-error⇒${'m'.repeat(300)}`);
});

t.test('the summary stands where its parts were read', async (t) => {
  const { columns, cells } = withSummary(['id', 'summary_parts', 'kind']);
  t.same(columns, ['id', 'summary', 'kind']);
  t.same(cells(['"1"', JSON.stringify(parts({ body: 'x' })), '"log"']), ['"1"', '["body;text⇒x"]', '"log"']);
  const plain = withSummary(['id']);
  t.same([plain.columns, plain.cells(['"1"'])], [['id'], ['"1"']]);
});
