import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { probeMail } from '../../domains/notifications/delivery/send.ts';
import { workersAlive } from '../../jobs/worker.ts';
import { messageOf } from '../../lib/sentence.ts';
import { clickhouseLibrary } from '../../store/embedded/clickhouse.ts';
import { hasEngines } from '../../store/embedded/credentials.ts';
import { ownerOf } from '../../store/embedded/lock.ts';
import { postgresNative } from '../../store/embedded/postgres.ts';
import { pendingMigrations } from '../../store/migrate.ts';
import {
  clockFault,
  isVersion,
  oldestVersions,
  probeClickhouse,
  probePostgres,
  type Probe,
} from '../../store/probe.ts';
import type { Stores } from '../../store/stores.ts';
import { portFaults } from '../ports.ts';
import { type Context, type Run, usesEmbedded, withStores } from './command.ts';

type Finding = { check: string; ok: boolean; detail: string; advice?: string };

const oldestNode = '20.19';
const freeBytesMin = 5_000_000_000;

export function addDoctor(program: Command, run: Run): void {
  program
    .command('doctor')
    .description('look at everything the service needs, and say what to do about what is wrong')
    .action(() =>
      run(async (context) => {
        const findings: Finding[] = [];
        for await (const finding of examine(context)) {
          findings.push(finding);
          context.progress(`checked ${finding.check}`);
        }
        const ok = findings.every((finding) => finding.ok);
        context.answer({ ok, findings }, findings.flatMap(lines));
        if (!ok) process.exitCode = 1;
      }),
    );
}

async function* examine(context: Context): AsyncGenerator<Finding> {
  const { config } = context;
  yield version('Node.js', process.versions.node, oldestNode, 'install a newer Node.js');
  const owner = await ownerOf(config.dataDir);
  if (config.clickhouseUrl === undefined) yield attempt('embedded ClickHouse', async () => clickhouseLibrary());
  if (config.databaseUrl === undefined) yield attempt('embedded Postgres', postgresNative);
  yield await mail(config);
  yield ports(config, owner !== undefined);
  if (usesEmbedded(config)) {
    const running = owner === undefined ? 'no service runs on it' : `process ${owner.pid} has it since ${owner.since}`;
    const there = await access(config.dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
      () => (hasEngines(config.dataDir) ? ('ours' as const) : ('empty' as const)),
      ({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? ('missing' as const) : ('closed' as const)),
    );
    yield dataDirectory(config.dataDir, there, running);
    if (there !== 'ours') return;
    yield disk(config.dataDir);
    yield secrets(config.dataDir);
  }
  yield* await examineStores(context, owner?.shared === true);
}

function dataDirectory(path: string, there: 'ours' | 'empty' | 'missing' | 'closed', running: string): Finding {
  const check = 'data directory';
  switch (there) {
    case 'ours':
      return { check, ok: true, detail: `${path}: ${running}` };
    case 'empty':
      return { check, ok: true, detail: `${path}: there are no stores in it yet; the first start makes them` };
    case 'missing':
      return { check, ok: true, detail: `${path} is not there yet; the first start makes it` };
    case 'closed': {
      const advice = 'make it this user’s, or set COLONNADE_DATA to another directory';
      return { check, ok: false, detail: `${path} may not be read and written by this user`, advice };
    }
  }
}

async function examineStores(context: Context, isRunning: boolean): Promise<Finding[]> {
  try {
    return await withStores(context, (stores) => storeFindings(context, stores, isRunning));
  } catch (error) {
    return [{ check: 'stores', ok: false, detail: messageOf(error), advice: ofEmbedded }];
  }
}

const ofEmbedded = 'see the message; a store that does not start leaves more in the data directory’s log folders';

async function storeFindings({ config }: Context, stores: Stores, isRunning: boolean): Promise<Finding[]> {
  const postgres = await opened(stores.postgres, ({ sql }) => probePostgres(sql));
  const columnar = await opened(stores.clickhouse, ({ clickhouse }) => probeClickhouse(clickhouse));
  const findings = [
    store('Postgres', postgres.probe, oldestVersions.postgres, config.databaseUrl && 'DATABASE_URL'),
    store('ClickHouse', columnar.probe, oldestVersions.clickhouse, config.clickhouseUrl && 'CLICKHOUSE_URL'),
  ];
  const [sql, clickhouse] = [postgres.store?.sql, columnar.store?.clickhouse];
  if (sql === undefined || clickhouse === undefined) return findings;
  const migrations = await attempt('migrations', async () => {
    const pending = await pendingMigrations({ sql, clickhouse });
    if (pending.length > 0) throw new Error(`not applied: ${pending.join(', ')}; run "npm run cli -- migrate"`);
    return 'all applied';
  });
  findings.push(clocks({ Postgres: postgres.probe, ClickHouse: columnar.probe }), migrations);
  return migrations.ok ? [...findings, await workers(sql, isRunning)] : findings;
}

/** An API without them takes everything, and nobody hears of an alert. */
function workers(sql: Deps['sql'], isRunning: boolean): Promise<Finding> {
  return attempt('workers', async () => {
    const alive = await workersAlive(sql);
    if (alive > 0) return `processes that run jobs: ${alive}`;
    if (!isRunning) return 'no process runs jobs';
    throw new Error(
      'no process runs jobs; start one with COLONNADE_ROLE=worker on the same stores, without it no monitor is checked',
    );
  });
}

async function mail({ smtpUrl }: Config): Promise<Finding> {
  const check = 'mail server';
  if (smtpUrl === undefined) return { check, ok: true, detail: 'none (SMTP_URL): nobody is told by e-mail' };
  try {
    await probeMail(smtpUrl);
    return { check, ok: true, detail: 'takes our mails' };
  } catch (error) {
    return { check, ok: false, detail: messageOf(error), advice: 'check SMTP_URL, and that the server runs' };
  }
}

function clocks(probes: Readonly<Record<string, Probe>>): Finding {
  const faults = Object.entries(probes).flatMap(([name, probe]) => {
    const fault = clockFault(probe);
    return fault === undefined ? [] : [`${name}: ${fault}`];
  });
  if (faults.length === 0) return { check: 'clocks', ok: true, detail: 'those of the stores agree with ours' };
  return { check: 'clocks', ok: false, detail: faults.join(', '), advice: 'let NTP set the clocks of all machines' };
}

/** A store that cannot even be opened is a finding, too, and must not hide what there is to say of the other. */
async function opened<S>(
  open: () => Promise<S>,
  ask: (store: S) => Promise<Probe>,
): Promise<{ probe: Probe; store?: S }> {
  try {
    const store = await open();
    return { probe: await ask(store), store };
  } catch (error) {
    return { probe: { answers: false, fault: messageOf(error) } };
  }
}

/** An embedded one has no variable, and is never too old. */
function store(name: string, probe: Probe, least: string, variable: string | undefined): Finding {
  if (probe.answers) return version(name, probe.version, least, `upgrade the server that ${variable} names`);
  const advice = variable === undefined ? ofEmbedded : `check ${variable}, and that the server runs`;
  return { check: name, ok: false, detail: probe.fault, advice };
}

function version(name: string, found: string, least: string, advice: string): Finding {
  const ok = isVersion(found, least);
  return { check: name, ok, detail: `version ${found}`, ...(ok ? {} : { advice: `${advice} (${least} or newer)` }) };
}

async function attempt(check: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await work() };
  } catch (error) {
    const [detail = '', ...advice] = messageOf(error).split(/[;:] /);
    return { check, ok: false, detail, ...(advice.length === 0 ? {} : { advice: advice.join('; ') }) };
  }
}

async function ports(config: Config, isRunning: boolean): Promise<Finding> {
  const check = 'ports';
  const faults = await portFaults(config);
  if (faults.length === 0) return { check, ok: true, detail: 'free' };
  if (isRunning && faults.every(({ code }) => code === 'EADDRINUSE')) {
    const taken = faults.map(({ listener }) => `${config[listener.field]} (${listener.variable})`);
    return { check, ok: true, detail: `in use, while the service runs: ${taken.join(', ')}` };
  }
  const all = (part: 'said' | 'advice') => [...new Set(faults.map((fault) => fault[part]))].join('; ');
  return { check, ok: false, detail: all('said'), advice: all('advice') };
}

async function disk(directory: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  const detail = `${(free / 1e9).toFixed(1)} GB free`;
  if (free >= freeBytesMin) return { check: 'disk', ok: true, detail };
  return { check: 'disk', ok: false, detail, advice: `make room: below ${freeBytesMin / 1e9} GB merges begin to fail` };
}

async function secrets(directory: string): Promise<Finding> {
  const open: string[] = [];
  for (const name of ['credentials.json', 'engines.json']) {
    const file = join(directory, name);
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && (found.mode & 0o077) !== 0) open.push(file);
  }
  if (open.length === 0) return { check: 'secrets', ok: true, detail: 'readable by their owner only' };
  return { check: 'secrets', ok: false, detail: 'readable by others', advice: `chmod 600 ${open.join(' ')}` };
}

function lines({ check, ok, detail, advice }: Finding): string[] {
  const line = `${ok ? 'ok  ' : 'FAIL'}  ${check.padEnd(20)}  ${detail}`;
  return advice === undefined ? [line] : [line, `      ${' '.repeat(20)}  → ${advice}`];
}
