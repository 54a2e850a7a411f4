import { Command, CommanderError } from 'commander';
import { loadConfig } from '../config.ts';
import { ApiError } from '../errors.ts';
import { messageOf } from '../lib/sentence.ts';
import { visible } from '../lib/visible.ts';
import type { Run } from './commands/command.ts';
import { programVersion } from './version.ts';

// npm run cli -- …    exit code 0: done; 1: not done, said why; 2: not understood.

const exitUsage = 2;
const noCommand = 'say which command; --help shows those that there are';
const program = new Command('colonnade')
  .description('The command line of Colonnade. Uses the running service’s stores, or starts them for the command.')
  .version(await programVersion())
  .option('--json', 'answer, and errors, as JSON for scripts')
  .showHelpAfterError('(--help shows what there is)')
  .configureOutput({ writeErr: (text) => void (isJson() || process.stderr.write(text)) })
  .exitOverride();

function isJson(): boolean {
  return process.argv.includes('--json');
}

function sayFailure(code: string, message: string): void {
  process.stderr.write(isJson() ? `${JSON.stringify({ error: { code, message } })}\n` : `${visible(message)}\n`);
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Who reads no further, such as `head`, undoes nothing of what was done.
  if (error.code === 'EPIPE') return;
  sayFailure('failed', messageOf(error));
  process.exitCode = 1;
});
process.stderr.on('error', () => {
  // There is nobody left to tell.
});

const run: Run = async (work) => {
  const json = isJson();
  await work({
    config: loadConfig(process.env),
    json,
    answer: (value, lines) => {
      // What tenants wrote must not steer the operator's terminal, nor pass for another line.
      const text = json ? JSON.stringify(value) : lines.map((line) => visible(line).replaceAll('\n', ' ')).join('\n');
      if (text !== '') process.stdout.write(`${text}\n`);
    },
    progress: (what) => {
      if (process.stderr.isTTY) process.stderr.write(`${what} …\n`);
    },
  });
};

type Load = () => Promise<(program: Command, run: Run) => void>;
const config: Load = async () => (await import('./commands/config.ts')).addConfig;
/** Where each command is. Of most the code is loaded in a third of the time that all of them take. */
const commands: Readonly<Record<string, Load>> = {
  migrate: async () => (await import('./commands/migrate.ts')).addMigrate,
  project: async () => (await import('./commands/project.ts')).addProject,
  key: async () => (await import('./commands/key.ts')).addKey,
  apply: config,
  diff: config,
  pull: config,
  dashboards: async () => (await import('./commands/dashboards.ts')).addDashboards,
  demo: async () => (await import('./commands/demo.ts')).addDemo,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctor,
};
// The first word: what follows may be called as a command is, such as a folder.
const asked = process.argv.slice(2).find((word) => !word.startsWith('-')) ?? '';
const own = Object.hasOwn(commands, asked) ? commands[asked] : undefined;
for (const load of own === undefined ? new Set(Object.values(commands)) : [own]) (await load())(program, run);
for (const command of [...program.commands, ...program.commands.flatMap((group) => group.commands)]) {
  command.option('--json', 'answer as JSON').exitOverride();
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    if (isJson() && error.exitCode !== 0)
      sayFailure('usage', error.code === 'commander.help' ? noCommand : error.message);
    process.exit(error.exitCode === 0 ? 0 : exitUsage);
  }
  sayFailure(error instanceof ApiError ? error.code : 'failed', messageOf(error));
  process.exitCode = 1;
}
