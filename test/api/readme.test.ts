import { spawn } from 'node:child_process';
import { mkdtempSync, chmodSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

/** A service of its own on a fresh data directory, and the README's lines pasted into one shell, in their order. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'colonnade-readme-'));
chmodSync(directory, 0o711);
const data = join(directory, 'data');
const env = {
  ...process.env,
  COLONNADE_DATA: data,
  COLONNADE_PORT: '0',
  COLONNADE_OTLP_HTTP_PORT: '0',
  COLONNADE_OTLP_GRPC_PORT: '0',
  COLONNADE_LOG_LEVEL: 'error',
};
const startedMsMax = 120_000;

function run(script: string, more: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const shell = spawn('bash', ['-c', script], { cwd: root, env: { ...env, ...more } });
    let output = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    shell.on('close', (code) => resolve({ code, output }));
  });
}

const sender = `
  import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
  import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
  const exporter = new OTLPTraceExporter();
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
  provider.getTracer('readme').startSpan('a span').end();
  await provider.shutdown();
  process.stdout.write('sent');`;

t.test('every line of the README works when it is pasted', async (t) => {
  const service = spawn(process.execPath, ['--import=tsx', 'src/bin/serve.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => service.on('exit', resolve));
  t.teardown(async () => {
    service.kill('SIGTERM');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the service did not start')), startedMsMax);
    service.stdout.on('data', (chunk) => {
      if (!String(chunk).includes('ready http')) return;
      clearTimeout(timer);
      resolve();
    });
  });
  const page = await readFile(join(root, 'README.md'), 'utf8');
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) =>
    (block ?? '').replaceAll('./data/', `${data}/`),
  );
  t.ok(blocks.length >= 7, `${blocks.length} blocks`);
  // As a path may be.
  const quoted = join(directory, `it's a "$path"`);
  symlinkSync(data, quoted);
  const demo = await run('npm run -s demo', { COLONNADE_DATA: quoted });
  t.equal(demo.code, 0, 'npm run demo');
  const pasted = demo.output.slice(demo.output.indexOf('export BASE'));
  for (const [name, text] of [
    ['what the demo prints', pasted],
    ['the README', blocks.join('\n')],
  ] as const) {
    const { code, output } = await run(
      `set -eE\ntrap 'echo "FAILED: $BASH_COMMAND"' ERR\n${text.replaceAll('curl -s', 'curl -f -s')}`,
    );
    t.equal(code, 0, `${name} ${/^FAILED.*$/m.exec(output)?.[0] ?? ''}`);
  }
  const setUp = blocks.filter((block) => /export/.test(block)).join('\n');
  const headers = await run(`${setUp}\nprintf '%s' "$OTEL_EXPORTER_OTLP_HEADERS"`);
  // What baggage may hold: some SDKs refuse anything else in this variable.
  t.match(headers.output, /^[\w-]+=[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/);
  const sent = await run(`${setUp}\nnode --input-type=module -e "${sender.replaceAll('\n', ' ')}"`);
  t.same(sent, { code: 0, output: 'sent' }, 'an SDK that knows these variables only');
  const search = blocks.find((block) => block.includes('has "declined"')) ?? '';
  const { output } = await run(`${blocks[0]}\n${search}`);
  t.ok(JSON.parse(output).logsData.length > 0, 'what was sent is found');
});
