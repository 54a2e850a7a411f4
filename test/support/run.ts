// npm test: both engines start once, all test files use them, and they end with the run, however it ends.
//   npm test                      everything
//   npm test -- test/unit/x.test.ts -t 30     any files and arguments of tap
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startTestEngines } from './engines.ts';

const { engines, stop } = await startTestEngines();
const require = createRequire(import.meta.url);
const tap = join(dirname(require.resolve('tap/package.json')), 'dist/esm/run.mjs');
const child = spawn(process.execPath, [tap, 'run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, TEST_ENGINES: JSON.stringify(engines) },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
const exitCode = await new Promise<number>((resolve) => {
  child.once('error', () => resolve(1));
  child.once('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 128)));
});
await stop();
process.exitCode = exitCode;
