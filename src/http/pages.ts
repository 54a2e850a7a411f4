import type { Registry } from 'prom-client';
import { z } from 'zod';
import { docsPage } from './docs-page.ts';
import { openapi } from './openapi.ts';
import { Content, htmlPage, json, type Page, type Route } from './route.ts';
import type { RequestMeter } from './telemetry.ts';

export const Readiness = z.object({
  ready: z.boolean(),
  clickhouse: z.boolean(),
  postgres: z.boolean(),
  migrations: z.boolean().describe('Whether every migration of this version is applied.'),
});
export type Readiness = z.infer<typeof Readiness>;

interface ServicePages {
  readonly routes: readonly Route[];
  readonly meter: RequestMeter;
  readonly version: string;
  readonly readiness: () => Promise<Readiness>;
  readonly registries?: readonly Registry[];
}

/** What the service says of itself, to anyone. */
export function servicePages({ routes, meter, version, readiness, registries = [] }: ServicePages): Page[] {
  let asking: Promise<Readiness> | undefined;
  /** However many ask at once, the stores are asked once. */
  const ask = () =>
    (asking ??= readiness()
      .then((state) => {
        meter.storeUp('clickhouse', state.clickhouse);
        meter.storeUp('postgres', state.postgres);
        return state;
      })
      .finally(() => (asking = undefined)));
  let printed: { json: string; page: string } | undefined;
  /** Printed once: that takes as long as hundreds of requests, and anybody may ask. */
  const described = (hostUrl: string) => {
    if (printed !== undefined) return printed;
    const document = openapi(routes, { version, hostUrl });
    return (printed = { json: JSON.stringify(document), page: docsPage(document) });
  };
  return [
    {
      url: '/healthz',
      run: async () => new Content(json, JSON.stringify({ status: 'ok', version })),
    },
    {
      url: '/readyz',
      run: async () => {
        const state = await ask();
        const text = JSON.stringify(state);
        return state.ready ? new Content(json, text) : new Content(json, text, { 'Retry-After': '2' }, 503);
      },
    },
    {
      url: '/metrics',
      run: async () => {
        await ask();
        const texts = await Promise.all([meter.registry, ...registries].map((registry) => registry.metrics()));
        return new Content(meter.registry.contentType, texts.join('\n'));
      },
    },
    {
      url: '/api/v1/openapi.json',
      run: async ({ deps }) => new Content(json, described(deps.hostUrl).json),
    },
    {
      url: '/docs',
      run: async ({ deps }) => htmlPage(described(deps.hostUrl).page),
    },
  ];
}
