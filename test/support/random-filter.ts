import { decimalSeconds } from './events.ts';
import type { Random } from './random.ts';

/*
 * Random events and random conditions over them, from one small stock of values: so that texts are found, numbers are met,
 * and everything is sometimes absent, empty, or of another type than asked for.
 */

export const words = [
  'timeout',
  'Timeout',
  'TIMEOUT',
  'time',
  'out',
  'db_1',
  'db',
  'a b',
  'x-y',
  'ünï',
  'É',
  'ß',
  'GET',
  'get',
  '/api/users',
  '',
  '404',
  '404.0',
  '5',
  '-3',
  '0',
  '1e3',
  '0x10',
  ' 5',
  '12.5ms',
  'nan',
  'true',
  'false',
  '100%',
  'a_b',
  'a\\b',
  "it's",
  '"q"',
];

const sentences = [
  'Connection timeout to db_1',
  'connection TIMEOUT, retry',
  'GET /api/users 404',
  'xdb_12 and db 1',
  'line one\nline two',
  'user=alice;time=5',
  'ünïcode É text',
  '50% of a_b',
];

export interface RandomEvent {
  readonly columns: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
}

const attributeKeys = [
  'custom.key',
  'count',
  'flag',
  'odd key',
  'http.route',
  'http.request.method',
  'http.method',
  'user.id',
  'error.type',
  'http.response.status_code',
  'http.status_code',
  'db.system',
  'net.peer.name',
  'server.address',
  'payload',
];
const resourceKeys = ['service.name', 'host.name', 'k8s.pod.name', 'deployment.environment', 'team'];

const filled = (random: Random, keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(keys.filter(() => random.chance(0.5)).map((key) => [key, value(random, key)]));

const value = (random: Random, key: string): string => {
  if (key.endsWith('status_code')) return random.pick(['200', '404', '500']);
  if (key === 'payload') return random.pick(['{"a":1,"b":["x","timeout"]}', '[1,2,3]', 'null', '{', '']);
  return random.chance(0.3) ? String(random.below(700)) : random.pick(words);
};

/** A row of the table `events`, its promoted columns filled the way ingest fills them. */
export const randomEvent = (random: Random, base: bigint): RandomEvent => {
  const attributes = filled(random, attributeKeys);
  // What has a column is sent by old or by new instrumentation, not by both with different values.
  if (attributes['http.request.method'] !== undefined) delete attributes['http.method'];
  if (attributes['http.response.status_code'] !== undefined) delete attributes['http.status_code'];
  const resource = filled(random, resourceKeys);
  const first = (...keys: string[]): string =>
    keys.map((key) => attributes[key]).find((one) => one !== undefined) ?? '';
  const kind = random.pick(['log', 'span', 'event']);
  const names = random.many(0, 2, () => ({ name: random.pick(words), attributes: { k: random.pick(words) } }));
  const columns = {
    kind,
    ts: decimalSeconds(base + BigInt(random.below(1_000_000_000))),
    service: resource['service.name'] ?? '',
    env: resource['deployment.environment'] ?? '',
    host: resource['host.name'] ?? '',
    k8s_pod: resource['k8s.pod.name'] ?? '',
    severity: random.pick([0, 0, 9, 17]),
    level: random.pick(['', 'INFO', 'ERROR', 'warn']),
    name: random.chance(0.3) ? '' : random.pick(words),
    body: random.chance(0.2) ? '' : random.pick([...sentences, ...words]),
    trace_id: random.chance(0.3) ? '' : random.pick(['abc123', 'def456']),
    span_kind: random.pick(['unset', 'server', 'client']),
    status: random.pick(['unset', 'ok', 'error']),
    status_message: random.chance(0.5) ? '' : random.pick(sentences),
    duration_ns: String(random.pick([0, 5, 404, 1_500_000, 2_000_000_000])),
    attrs: attributes,
    res: resource,
    span_events: names.length === 0 ? '' : JSON.stringify(names),
    http_method: first('http.request.method', 'http.method'),
    http_route: first('http.route'),
    http_status: Number(first('http.response.status_code', 'http.status_code')) || 0,
    db_system: first('db.system'),
    error_type: first('error.type'),
    user_id: first('user.id'),
  };
  return { columns, attributes, resource };
};

const texts = [
  'body',
  'name',
  'level',
  'service',
  'trace_id',
  'status_message',
  'kind',
  'environment',
  'host',
  'attributes.custom.key',
  'attributes["odd key"]',
  'attributes.http.route',
  'attributes.http.request.method',
  'attributes.user.id',
  'attributes.count',
  'attributes.flag',
  'attributes.net.peer.name',
  'attributes.server.address',
  'attributes.error.type',
  'attributes.db.system.name',
  'attributes.nobody',
  'resource.service.name',
  'resource.k8s.pod.name',
  'resource.team',
  'resource.nobody',
  'events[0].name',
  'tolower(body)',
  'tostring(duration)',
  'strcat(name, "-", level)',
  'coalesce(attributes.count, name)',
  'iff(errors, body, name)',
  'trimws(body)',
];
const numbers = [
  'duration',
  'severity_number',
  'attributes.count',
  'attributes.custom.key',
  'attributes.http.response.status_code',
  'status_code',
  'attributes.nobody',
  'resource.team',
  'strlen(body)',
  'duration / 1000',
  'duration % 7',
  '-severity_number',
  'todouble(attributes.count)',
  'tolong(attributes.custom.key)',
  'duration + 1.5',
  'round(duration / 3, 1)',
  'abs(severity_number)',
  'attributes.http.status_code',
];
const anything = [...texts, ...numbers, 'errors', 'events', 'timestamp'];
const paths = anything.filter((one) => /^[a-z_]+[.[\w\]" ]*$/.test(one));

const quote = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

const numeral = (random: Random): string =>
  random.pick(['5', '404', '404.0', '0', '-3', '1000', '17', '700', '2.5', 'long(null)']);

const bang = (random: Random): string => (random.chance(0.4) ? '!' : '');

const atom = (random: Random): string => {
  const text = (): string => random.pick(texts);
  const word = (): string => quote(random.chance(0.2) ? random.pick(sentences) : random.pick(words));
  const list = (make: () => string): string => `(${random.many(0, 3, make).join(', ')})`;
  switch (random.below(18)) {
    case 0:
      return `${text()} ${random.pick(['==', '!=', '=~', '!~'])} ${word()}`;
    case 1:
      return random.chance(0.1)
        ? `timestamp ${random.pick(['<', '>=', '==', '!='])} datetime(null)`
        : `${text()} ${random.pick(['<', '<=', '>', '>='])} ${word()}`;
    case 2:
      return `duration ${random.pick(['==', '<', '>='])} ${random.pick(['2s', '1.5ms', '5ns', '0s'])}`;
    case 3:
      return `${random.pick(numbers)} ${random.pick(['==', '!=', '<', '<=', '>', '>='])} ${numeral(random)}`;
    case 4:
      return `${text()} ${bang(random)}${random.pick(['in', 'in~', 'has_any', 'has_all'])} ${list(word)}`;
    case 5:
      return `${random.pick(numbers)} ${bang(random)}in (${random.many(1, 3, () => random.pick(['5', '404', '0', '17', '2.5'])).join(', ')})`;
    case 6:
    case 7:
      return `${text()} ${bang(random)}${random.pick(['has', 'has_cs', 'hasprefix', 'hassuffix', 'hasprefix_cs', 'hassuffix_cs'])} ${word()}`;
    case 8:
      return `${text()} ${bang(random)}${random.pick(['contains', 'contains_cs', 'startswith', 'startswith_cs', 'endswith', 'endswith_cs'])} ${word()}`;
    case 9:
      return `${text()} ${bang(random)}matches /${random.pick(['time', '^.onn', 'db[_ ]?\\d+', '(?i)TIMEOUT', '\\bout\\b', 'e.t', '[^a-z]', 'x*$'])}/${random.pick(['', 'i'])}`;
    case 10:
      return `${random.pick(['isnull', 'isnotnull', 'isempty', 'isnotempty'])}(${random.pick(anything)})`;
    case 11:
      return `${random.pick(anything)} ${random.pick(['==', '!='])} null`;
    case 12:
      return `${random.pick(['duration', 'attributes.count', 'severity_number'])} ${bang(random)}between (${random.pick(['0', '5'])} .. ${random.pick(['404', '700'])})`;
    case 13:
      return `${random.pick(['errors', 'attributes.flag'])} ${random.pick(['==', '!='])} ${random.pick(['true', 'false'])}`;
    case 14:
      if (random.chance(0.3)) return `events[*].name ${bang(random)}in (${word()}, ${word()}, 5)`;
      return `events[*].name ${random.pick(['==', '!=', 'has', 'contains', '!has'])} ${word()}`;
    case 15:
      return `${text()} ${random.pick(['==', '!=', 'contains', 'startswith', 'has', '!has', '!contains'])} ${text()}`;
    case 16:
      return `* ${random.pick(['has', '!has', 'contains', '!contains', '==', '!='])} ${word()}`;
    default:
      return random.chance(0.5)
        ? random.pick(paths)
        : `${text()} ${bang(random)}like ${quote(random.pick(['%time%', 'a_b', 'a\\_b', '%', '_', '', '%É%', '50\\% of%']))}`;
  }
};

export const randomFilter = (random: Random, depth = 2): string => {
  if (depth === 0 || random.chance(0.4)) return atom(random);
  switch (random.below(3)) {
    case 0:
      return random.many(2, 3, () => `(${randomFilter(random, depth - 1)})`).join(' and ');
    case 1:
      return random.many(2, 3, () => `(${randomFilter(random, depth - 1)})`).join(' or ');
    default:
      return `not(${randomFilter(random, depth - 1)})`;
  }
};
