import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { closest, didYouMean } from './lib/closest.ts';

const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(error).refine((value) => Number.isInteger(value) && value >= least && value <= most, error);
};
const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
const portMax = 65_535;
const port = (fallback: number) => whole(0, portMax).default(fallback);
const rateMax = 1_000_000_000;
const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
  .default('false')
  .transform((text) => text === 'true' || text === '1');
const url = (protocols: RegExp, example: string) =>
  z
    .url({ protocol: protocols, error: `must be a URL such as ${example}` })
    .refine(isEscaped, 'a % in a URL, of a password say, must be written as %25')
    .optional();

function isEscaped(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** As browsers write them; also those of extensions and applications, with schemes of their own. */
const originPattern = /^(\*|[a-z][a-z0-9+.-]*:\/\/[^\s/?#@A-Z]+)$/;

/** Every variable the service reads, with its default and what it does. docs/configuration.md is held against it by a test. */
export const Environment = z.object({
  COLONNADE_DATA: z
    .string()
    .min(1)
    .default('./data')
    .describe(
      'Data directory: the embedded stores, `credentials.json`, and what is under way to the stores. Every API process has one of its own, and its next start on it finishes what was cut off; without that, what was acknowledged is there, and facets and new names may lack its last moment.',
    ),
  COLONNADE_HOST: z
    .string()
    .refine((host) => isIP(host) !== 0 || host === 'localhost', 'must be an IP address of this machine, or localhost')
    .default('127.0.0.1')
    .describe('Address to listen on; `0.0.0.0` for all.'),
  COLONNADE_PORT: port(8080).describe('Port of the API. 0 takes any free port.'),
  COLONNADE_OTLP_HTTP_PORT: port(4318).describe('Port of OTLP over HTTP. 0 takes any free port.'),
  COLONNADE_OTLP_GRPC_PORT: port(4317).describe('Port of OTLP over gRPC. 0 takes any free port.'),
  COLONNADE_HOST_URL: url(/^https?$/, 'https://telemetry.example.com').describe(
    'Base of the links that the service writes, workers too; default: the address it listens on, which is right for one process only.',
  ),
  COLONNADE_ROLE: oneOf(['all', 'api', 'worker'])
    .default('all')
    .describe(
      'What this process does: `all`, `api` or `worker` (the jobs alone; it listens nowhere). Apart, they need both stores on servers.',
    ),
  COLONNADE_LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least severe log line that is written.'),
  COLONNADE_CORS_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .refine(
      (origins) => origins.every((origin) => originPattern.test(origin)),
      'must be origins such as https://app.example.com, or *',
    )
    .default(['*'])
    .describe('Origins that browsers may call from, separated by commas; `*` for any.'),
  COLONNADE_RATE_PER_KEY: whole(1, rateMax)
    .default(200)
    .describe('Requests a second that one API key may make of each process, on average; bursts of ten seconds’ worth.'),
  COLONNADE_RATE_PER_PROJECT: whole(1, rateMax)
    .default(1000)
    .describe('Requests a second that one project may make of each process.'),
  COLONNADE_SQL_MODE: flag.default(true).describe('Whether dashboards may have `sql` widgets.'),
  CLICKHOUSE_URL: url(/^https?$/, 'http://user:password@host:8123/database').describe(
    'A ClickHouse server, 26.7 or newer, instead of the embedded one. Its users need an `http_max_field_value_size` of 1048576 for long queries.',
  ),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[\w-]+$/, 'must be a cluster name of letters, digits, _ and -')
    .optional()
    .describe(
      'Name of the ClickHouse cluster to create the tables on. Where it has no Keeper, migrate each node: `npm run cli -- migrate`, where CLICKHOUSE_URL names it.',
    ),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/database').describe(
    'A Postgres server, 15 or newer, instead of the embedded one. A process has up to 20 connections to it, with the jobs up to 42; for a minute after it lost one, up to 20 more.',
  ),
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@mail.example.com:587').describe('Mail server for notifications.'),
  COLONNADE_MAIL_FROM: z
    .string()
    .regex(/^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be a mail address')
    .default('Colonnade <colonnade@localhost>')
    .describe('Sender of notification mails.'),
  COLONNADE_ALLOW_PRIVATE_WEBHOOKS: flag.describe(
    'Let webhooks go to private and loopback addresses (development only).',
  ),
  COLONNADE_WEBHOOK_PORTS: z
    .string()
    .regex(/^\d{1,5}(,\d{1,5})*$/, 'must be port numbers separated by commas')
    .refine((text) => text.split(',').every((one) => Number(one) <= portMax), `must be ports up to ${portMax}`)
    .default('443,80')
    .describe('Ports that webhooks may go to, separated by commas.'),
});

export type Environment = z.output<typeof Environment>;

export type Config = Readonly<ReturnType<typeof toConfig>>;

/** Thrown once with every fault, each named by its variable. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`the configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const known = Object.keys(Environment.shape);
  const faults = Object.keys(env)
    .filter((name) => name.startsWith('COLONNADE_') && !known.includes(name))
    .map((name) => {
      const near = closest(name, known);
      return `${name}: is not a variable of this service${didYouMean(near)}`;
    });
  // An empty variable means "not set": that is what shells and compose files write for a value left out.
  const set = Object.fromEntries(known.filter((name) => (env[name] ?? '') !== '').map((name) => [name, env[name]]));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) faults.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  if (parsed.success) faults.push(...samePorts(parsed.data), ...storesOfNobody(parsed.data));
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(toConfig(parsed.data));
}

const portNames = ['COLONNADE_PORT', 'COLONNADE_OTLP_HTTP_PORT', 'COLONNADE_OTLP_GRPC_PORT'] as const;

/** Any number of them may be any free port; a port itself is of one of them. */
function samePorts(env: Environment): string[] {
  return portNames.flatMap((name, at) => {
    const before = portNames.slice(0, at).find((one) => env[one] === env[name]);
    return before === undefined || env[name] === 0 ? [] : [`${name}: ${env[name]} is the port of ${before} already`];
  });
}

/** Beside a store of its own a worker would judge what nobody sends there, and an API would take monitors that nobody checks. */
function storesOfNobody({ COLONNADE_ROLE: role, ...env }: Environment): string[] {
  if (role === 'all') return [];
  return (['CLICKHOUSE_URL', 'DATABASE_URL'] as const)
    .filter((name) => env[name] === undefined)
    .map((name) => `${name}: with the role ${role} the stores are shared with other processes: name its server`);
}

/** What stands before the address is a name, whatever it is made of: a colon or a comma in it would begin a group, or another sender. */
function mailbox(text: string) {
  const [, name = '', address = text] = /^\s*"?([^<>]*?)"?\s*<([^<>]+)>$/.exec(text) ?? [];
  return { name, address };
}

function toConfig(env: Environment) {
  return {
    dataDir: resolve(env.COLONNADE_DATA),
    host: env.COLONNADE_HOST,
    port: env.COLONNADE_PORT,
    otlpHttpPort: env.COLONNADE_OTLP_HTTP_PORT,
    otlpGrpcPort: env.COLONNADE_OTLP_GRPC_PORT,
    hostUrl: env.COLONNADE_HOST_URL?.replace(/\/+$/, ''),
    role: env.COLONNADE_ROLE,
    logLevel: env.COLONNADE_LOG_LEVEL,
    corsOrigins: env.COLONNADE_CORS_ORIGINS,
    ratePerKey: env.COLONNADE_RATE_PER_KEY,
    ratePerProject: env.COLONNADE_RATE_PER_PROJECT,
    sqlMode: env.COLONNADE_SQL_MODE,
    clickhouseUrl: env.CLICKHOUSE_URL,
    clickhouseCluster: env.CLICKHOUSE_CLUSTER,
    databaseUrl: env.DATABASE_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: mailbox(env.COLONNADE_MAIL_FROM),
    allowPrivateWebhooks: env.COLONNADE_ALLOW_PRIVATE_WEBHOOKS,
    webhookPorts: env.COLONNADE_WEBHOOK_PORTS.split(',').map(Number),
  };
}
