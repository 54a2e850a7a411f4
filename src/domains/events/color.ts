/** Readable on white and on black: every one has a contrast of at least 3 : 1 against both. A test holds them to it. */
const palette = [
  '#d1495b',
  '#b5651d',
  '#a67c00',
  '#6b8e23',
  '#2e9e5b',
  '#1f978f',
  '#1d91c0',
  '#4a7fd6',
  '#7a6fe0',
  '#a55fcf',
  '#c7519c',
  '#d9534f',
  '#8a7f6d',
  '#5f8a8b',
  '#c2703d',
  '#4f9153',
] as const;

/** The same colour for a service in every answer, of every process. */
export function serviceColor(service: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < service.length; at++) hash = Math.imul(hash ^ service.charCodeAt(at), 0x01000193);
  return palette[(hash >>> 0) % palette.length] ?? palette[0];
}

export function serviceColors(services: Iterable<string>): Record<string, string> {
  return Object.fromEntries(
    [...new Set(services)].filter((service) => service !== '').map((service) => [service, serviceColor(service)]),
  );
}
