import { readFile } from 'node:fs/promises';
import t from 'tap';
import { ConfigError, Environment, loadConfig } from '../../src/config.ts';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

t.test('an empty environment is a working configuration', async (t) => {
  const config = loadConfig({ HOME: '/home/someone' });
  t.match(config, {
    host: '127.0.0.1',
    port: 8080,
    otlpHttpPort: 4318,
    otlpGrpcPort: 4317,
    role: 'all',
    sqlMode: true,
  });
  t.equal(config.databaseUrl, undefined);
  t.ok(Object.isFrozen(config));
});

t.test('an empty variable is one that is not set', async (t) => {
  t.equal(loadConfig({ COLONNADE_PORT: '', DATABASE_URL: '' }).port, 8080);
});

t.test('every fault is named by its variable, all at once', async (t) => {
  const faults = faultsOf({
    COLONNADE_PORT: '70000',
    COLONNADE_ROLE: 'boss',
    COLONNADE_HOST: 'not an address',
    DATABASE_URL: 'mysql://x',
    COLONNADE_SQL_MODE: 'maybe',
    COLONNADE_PROT: '1',
  });
  for (const name of [
    'COLONNADE_PORT',
    'COLONNADE_ROLE',
    'COLONNADE_HOST',
    'DATABASE_URL',
    'COLONNADE_SQL_MODE',
    'COLONNADE_PROT',
  ]) {
    t.equal(faults.filter((fault) => fault.startsWith(`${name}: `)).length, 1, name);
  }
});

t.test('a fault says what there may be, in plain words', async (t) => {
  const cases: readonly (readonly [name: string, value: string, said: string])[] = [
    ['COLONNADE_PORT', 'abc', 'must be a whole number from 0 to 65535'],
    ['COLONNADE_PORT', '70000.5', 'must be a whole number from 0 to 65535'],
    ['COLONNADE_RATE_PER_KEY', '-1', 'must be a whole number from 1 to 1000000000'],
    ['COLONNADE_ROLE', 'web', 'must be one of all, api, worker'],
    ['COLONNADE_LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
    ['COLONNADE_MAIL_FROM', 'x', 'must be a mail address'],
    ['COLONNADE_MAIL_FROM', 'Our Colonnade', 'must be a mail address'],
    ['COLONNADE_CORS_ORIGINS', 'app.example.com', 'must be origins such as https://app.example.com, or *'],
    ['COLONNADE_CORS_ORIGINS', 'https://a.io,https://b.io/', 'must be origins such as https://app.example.com, or *'],
    ['DATABASE_URL', 'postgres://u:50%!@db/x', 'a % in a URL, of a password say, must be written as %25'],
    ['CLICKHOUSE_URL', 'http://u:%ff@db:8123/x', 'a % in a URL, of a password say, must be written as %25'],
    ['SMTP_URL', 'smtp://u:100%@mail', 'a % in a URL, of a password say, must be written as %25'],
    ['COLONNADE_WEBHOOK_PORTS', '443,99999', 'must be ports up to 65535'],
  ];
  for (const [name, value, said] of cases) t.same(faultsOf({ [name]: value }), [`${name}: ${said}`], value);
});

t.test('what there may be is taken as it is', async (t) => {
  const config = loadConfig({
    COLONNADE_CORS_ORIGINS: 'https://a.io:8443, http://[::1]:3000,chrome-extension://abc',
    COLONNADE_MAIL_FROM: '"Doe, J." <a@b.io>',
    DATABASE_URL: 'postgres://u:50%25@db/x',
  });
  t.same(config.corsOrigins, ['https://a.io:8443', 'http://[::1]:3000', 'chrome-extension://abc']);
  t.same(config.mailFrom, { name: 'Doe, J.', address: 'a@b.io' });
  t.equal(config.databaseUrl, 'postgres://u:50%25@db/x');
  for (const [given, name, address] of [
    ['a@b', '', 'a@b'],
    ['<a@b>', '', 'a@b'],
    ['Shop: alerts <a@b>', 'Shop: alerts', 'a@b'],
    [undefined, 'Colonnade', 'colonnade@localhost'],
  ] as const)
    t.same(loadConfig({ COLONNADE_MAIL_FROM: given }).mailFrom, { name, address });
});

t.test('two listeners with one port are told before either listens', async (t) => {
  const said = 'COLONNADE_OTLP_GRPC_PORT: 8080 is the port of COLONNADE_PORT already';
  t.same(faultsOf({ COLONNADE_OTLP_GRPC_PORT: '8080' }), [said], 'also with one that is not set');
  const both = faultsOf({ COLONNADE_PORT: '9000', COLONNADE_OTLP_HTTP_PORT: '9000', COLONNADE_OTLP_GRPC_PORT: '9000' });
  t.equal(both.length, 2);
  t.same(faultsOf({ COLONNADE_PORT: '0', COLONNADE_OTLP_HTTP_PORT: '0', COLONNADE_OTLP_GRPC_PORT: '0' }), []);
});

t.test('an API and a worker apart have no stores of their own', async (t) => {
  const stores = { CLICKHOUSE_URL: 'http://127.0.0.1:8123', DATABASE_URL: 'postgres://127.0.0.1/x' };
  for (const role of ['api', 'worker']) {
    t.same(faultsOf({ COLONNADE_ROLE: role, ...stores }), []);
    for (const name of Object.keys(stores)) {
      const faults = faultsOf({ COLONNADE_ROLE: role, ...stores, [name]: '' });
      t.same(faults, [`${name}: with the role ${role} the stores are shared with other processes: name its server`]);
    }
    t.equal(faultsOf({ COLONNADE_ROLE: role }).length, 2);
  }
});

t.test('an unknown variable is reported with what was meant', async (t) => {
  t.same(faultsOf({ COLONNADE_DATE: './d' }), [
    'COLONNADE_DATE: is not a variable of this service; did you mean COLONNADE_DATA?',
  ]);
  t.same(faultsOf({ COLONNADE_ZZZZZZZZ: '1' }), ['COLONNADE_ZZZZZZZZ: is not a variable of this service']);
  t.same(faultsOf({ OTHER_DATE: 'x' }), [], 'names of others are none of our business');
});

t.test('docs/configuration.md has exactly the variables of the schema, with their defaults and texts', async (t) => {
  const page = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const expected = Object.entries(Environment.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined).data;
    return `| \`${name}\` | ${fallback === undefined ? '' : `\`${String(fallback)}\``} | ${schema.description} |`;
  });
  t.same(rows, expected);
});
