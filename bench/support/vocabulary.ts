// What the generated telemetry speaks of: the same for the same seed.

import { endpointHash } from '../../src/domains/endpoints/normalise.ts';
import { shapeOf } from '../../src/ingest/events/shape.ts';

export const serviceNames = (
  'gateway checkout catalog cart search pricing inventory identity payments shipping ' +
  'mailer ledger recommender media sessions audit-log exporter billing geo feature-flags'
).split(' ');
/** In about one log in twenty thousand; in one of 300; in about a third. */
export const words = { rare: 'segfault', middling: 'deadlock', common: 'request' } as const;

const routesPerService = 8;
const templateCount = 200;
const verbs = 'handled started finished queued retried dropped loaded flushed opened closed'.split(' ');
const nouns = 'batch page order token cache session cursor stream invoice shard index quota lease worker'.split(' ');
const methods = ['GET', 'POST', 'PUT', 'DELETE'];

export interface Vocabulary {
  readonly services: readonly string[];
  /** `routesPerService` for each service. */
  readonly routes: readonly string[];
  readonly methods: readonly string[];
  readonly endpoints: readonly bigint[];
  /** With `{n}`, `{id}` and `{ms}` where values stand. */
  readonly templates: readonly string[];
  readonly shapes: readonly bigint[];
}

export function vocabulary(seed: number): Vocabulary {
  const random = randomOf(seed);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  const routes: string[] = [];
  const routeMethods: string[] = [];
  for (const service of serviceNames)
    for (let i = 0; i < routesPerService; i++) {
      routes.push(`/${service}/${pick(nouns)}s/:id/${pick(verbs)}-${i}`);
      routeMethods.push(methods[i % methods.length] ?? 'GET');
    }
  const endpoints = routes.map((path, i) =>
    bits(
      endpointHash({
        method: routeMethods[i] ?? '',
        path,
        host: '',
        service: serviceNames[Math.floor(i / routesPerService)] ?? '',
        outgoing: false,
      }),
    ),
  );
  const templates = Array.from({ length: templateCount }, (_, i) => {
    const subject = i % 3 === 0 ? words.common : `${pick(nouns)}-${i}`;
    const trouble = i === templateCount - 1 ? ` after ${words.middling}` : '';
    return `${pick(verbs)} ${subject} ${pick(nouns)} {id} of ${pick(nouns)} ${i} in {ms} ms, ${pick(verbs)} {n} ${pick(nouns)}s${trouble}`;
  });
  const shapes = templates.map((template) => bits(shapeOf(filled(template))));
  return { services: serviceNames, routes, methods: routeMethods, endpoints, templates, shapes };
}

/** A line of the template, as an example of it. */
export function filled(template: string): string {
  return template.replace('{id}', '7f3a9c0e51').replace('{ms}', '37').replace('{n}', '1204');
}

function bits({ hi, lo }: { hi: number; lo: number }): bigint {
  return (BigInt(hi >>> 0) << 32n) | BigInt(lo >>> 0);
}

function randomOf(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
