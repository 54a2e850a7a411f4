import { Command, CommanderError } from 'commander';
import { loadConfig } from '../config.ts';
import { ApiError } from '../errors.ts';
import { messageOf } from '../lib/sentence.ts';
import { visible } from '../lib/visible.ts';
import type { Run } from './commands/command.ts';
import { addConfig } from './commands/config.ts';
import { addDashboards } from './commands/dashboards.ts';
import { addDemo } from './commands/demo.ts';
import { addDoctor } from './commands/doctor.ts';
import { addKey } from './commands/key.ts';
import { addMigrate } from './commands/migrate.ts';
import { addProject } from './commands/project.ts';
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

for (const add of [addMigrate, addProject, addKey, addConfig, addDashboards, addDemo, addDoctor]) add(program, run);
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
