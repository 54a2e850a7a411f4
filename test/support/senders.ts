import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { entranceOf } from '../../src/app.ts';
import { openSenders } from '../../src/bin/senders.ts';
import type { Door } from '../../src/http/door.ts';
import { freePort } from '../../src/store/embedded/ports.ts';
import { serve, type TestApi } from './api.ts';
import { until } from './service.ts';

export interface TestSenders {
  /** The API's port, with the doors. */
  readonly url: string;
  readonly doors: readonly Door[];
  readonly otlpUrl: string;
  /** host:port */
  readonly grpc: string;
  /** The service's own numbers, as text. */
  readonly numbers: () => Promise<string>;
  /** What was learned from rows (names, samples, shapes) is stored behind them, and senders do not wait for it: now it is. */
  readonly settled: () => Promise<void>;
}

/** The doors for senders, on ports of their own, over the stores of a test's API. */
export async function startSenders(t: Test, api: TestApi): Promise<TestSenders> {
  const dataDir = await mkdtemp(join(tmpdir(), 'colonnade-senders-'));
  const [otlpHttpPort, otlpGrpcPort] = [await freePort(), await freePort()];
  const config = { ...api.deps.config, dataDir, host: '127.0.0.1', otlpHttpPort, otlpGrpcPort };
  const deps = { ...api.deps, config };
  const entrance = entranceOf(deps);
  const senders = await openSenders(deps, entrance);
  await senders.listen();
  t.teardown(async () => {
    await senders.close(5_000);
    await rm(dataDir, { recursive: true, force: true });
  });
  const { url } = await serve(t, deps, senders.doors, entrance);
  const journal = join(dataDir, 'ingest-journal');
  return {
    url,
    doors: senders.doors,
    otlpUrl: `http://127.0.0.1:${otlpHttpPort}`,
    grpc: `127.0.0.1:${otlpGrpcPort}`,
    numbers: () => entrance.meter.registry.metrics(),
    settled: async () => {
      await until('nothing is under way', 20_000, async () => (await readdir(journal)).length === 0);
    },
  };
}
