// `npm run bench -- NAME [args]` runs bench/NAME.ts, which exports `bench(args)`; a failing goal is printed and exits 1.

import { existsSync, readdirSync } from 'node:fs';
import { goals } from './support/goals.ts';

const [name, ...args] = process.argv.slice(2);
const file = name === undefined ? undefined : new URL(`./${name}.ts`, import.meta.url);
if (file === undefined || name === 'run' || !/^[a-z0-9-]+$/.test(name ?? '') || !existsSync(file)) {
  const names = readdirSync(new URL('.', import.meta.url))
    .filter((entry) => entry.endsWith('.ts') && entry !== 'run.ts')
    .map((entry) => entry.slice(0, -3));
  console.error(`usage: npm run bench -- NAME [args], NAME one of: ${names.sort().join(', ')}`);
  process.exit(2);
}

const loaded: unknown = await import(file.href);
if (typeof loaded !== 'object' || loaded === null || !('bench' in loaded) || typeof loaded.bench !== 'function') {
  console.error(`bench/${name}.ts exports no function \`bench\``);
  process.exit(2);
}
await loaded.bench(args);
process.exitCode = goals.failed > 0 ? 1 : 0;
