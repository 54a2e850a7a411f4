import { join } from 'node:path';
import { pino } from 'pino';
import { ConfigError, loadConfig } from '../config.ts';
import { messageOf } from '../lib/sentence.ts';
import { type Service, startService } from './service.ts';

// npm start: everything, in one process and its two engines. Standard output has one line, `ready …`; the rest is
// on standard error, progress as words and everything later as JSON lines.

/** Ctrl-C comes from the terminal and once more from npm: what comes together is one wish. */
const sameSignalMs = 1_000;

/** Of the log, while it cannot be written. */
const unwrittenBytesMax = 1024 * 1024;

const startedAt = performance.now();
const say = (line: string) => void process.stderr.write(`${line}\n`);

// That nobody reads what is said, or that the disk is full where it goes, keeps nobody from being served.
const logged = pino.destination({ fd: 2, sync: true, maxLength: unwrittenBytesMax });
const outputs: readonly NodeJS.EventEmitter[] = [process.stdout, process.stderr, logged];
for (const output of outputs) output.on('error', () => {});

try {
  const config = loadConfig(process.env);
  const log = pino({ level: config.logLevel }, logged);
  let service: Service | undefined;
  let stoppingSince: number | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < sameSignalMs) return;
      // The engines end with us: their life line is cut.
      process.exit(128 + (signal === 'SIGINT' ? 2 : 15));
    }
    stoppingSince = performance.now();
    log.info(`${signal}: stopping`);
    // A start may be cut off anywhere.
    if (service === undefined) process.exit(0);
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal(error, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  service = await startService(config, { log, onProgress: (what) => say(`${what} …`) });
  if (service.first !== undefined) {
    say('');
    say(`  project  ${service.first.projectId}`);
    say(
      `  key      ${service.first.apiKey}   (admin; shown once, kept in ${join(config.dataDir, 'credentials.json')})`,
    );
    say('');
  }
  say(`up in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  process.stdout.write(`ready ${service.url ?? config.role}\n`);
} catch (error) {
  say(error instanceof ConfigError ? error.message : `colonnade: ${messageOf(error)}`);
  process.exit(1);
}
