// What kind of metric a Prometheus series is: from its metadata where some came, else from its name.

import { metricTypes, temporalities } from '../rows/metrics.ts';

export const promTypeNames = [
  'unknown',
  'counter',
  'gauge',
  'histogram',
  'gaugehistogram',
  'summary',
  'info',
  'stateset',
] as const;

export interface PromMetadata {
  readonly type: string;
  readonly unit: string;
  readonly help: string;
}

export interface PromKind {
  readonly type: number;
  readonly temporality: number;
  readonly isMonotonic: boolean;
  readonly metadata: PromMetadata | undefined;
}

/** The NaN of a series that is not told of any more, from its two halves. */
export const isStale = (hi: number, lo: number): boolean => hi === 0x7ff0_0000 && lo === 2;

const metadataMax = 50_000;
const helpCharsMax = 512;
const suffix = /_(?:total|bucket|count|sum|created)$/;

/** Metadata of all projects, as the process heard it or the store has it; senders repeat it every minute. */
export class PromMetadataCache {
  /** So many are taken from the store: there has to be room for what comes. */
  readonly storedMax = metadataMax / 2;
  private readonly known = new Map<string, PromMetadata>();

  learn(projectId: string, family: string, metadata: PromMetadata): void {
    if (this.known.size >= metadataMax) this.known.clear();
    this.known.set(`${projectId} ${family}`, { ...metadata, help: metadata.help.slice(0, helpCharsMax) });
  }

  kindOf(projectId: string, metric: string): PromKind {
    const family = metric.replace(suffix, '');
    const own = this.known.get(`${projectId} ${metric}`);
    const metadata = own ?? this.known.get(`${projectId} ${family}`);
    return { ...shapeOfMetric(metric !== family && !metric.endsWith('_created'), own?.type, metadata?.type), metadata };
  }
}

/** Families of these types have sums as parts. */
const summed: ReadonlySet<string | undefined> = new Set([undefined, 'unknown', 'counter', 'histogram', 'summary']);

/** `isPart`: by its name it is one that counts. `own`: what was told under its whole name. */
function shapeOfMetric(isPart: boolean, own: string | undefined, type: string | undefined): Omit<PromKind, 'metadata'> {
  const isSum = own === 'counter' || (isPart && summed.has(type));
  return isSum
    ? { type: metricTypes.sum, temporality: temporalities.cumulative, isMonotonic: true }
    : { type: metricTypes.gauge, temporality: temporalities.unspecified, isMonotonic: false };
}
