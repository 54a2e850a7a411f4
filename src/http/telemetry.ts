import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The service's own numbers, as Prometheus text at /metrics. */
export interface RequestMeter {
  readonly registry: Registry;
  observe(method: string, route: string, status: number, seconds: number): void;
  storeUp(store: 'clickhouse' | 'postgres', up: boolean): void;
}

export function requestMeter(): RequestMeter {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'colonnade_' });
  const requests = new Histogram({
    name: 'colonnade_http_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const stores = new Gauge({
    name: 'colonnade_store_up',
    help: '1 when the store answers, as it was asked for this page.',
    labelNames: ['store'],
    registers: [registry],
  });
  return {
    registry,
    observe: (method, route, status, seconds) => requests.observe({ method, route, status: String(status) }, seconds),
    storeUp: (store, up) => stores.set({ store }, up ? 1 : 0),
  };
}
