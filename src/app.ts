import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Deps } from './deps.ts';
import { dashboardRoutes } from './domains/dashboards/routes.ts';
import { endpointRoutes } from './domains/endpoints/routes.ts';
import { eventRoutes } from './domains/events/routes.ts';
import { auditRoutes } from './domains/audit/routes.ts';
import { issueRoutes } from './domains/issues/routes.ts';
import { jobRoutes } from './domains/jobs/routes.ts';
import { authenticator } from './domains/keys/authenticate.ts';
import { facetRoutes } from './domains/facets/routes.ts';
import { keyRoutes } from './domains/keys/routes.ts';
import { memberRoutes } from './domains/members/routes.ts';
import { metricRoutes } from './domains/metrics/routes.ts';
import { monitorRoutes } from './domains/monitors/routes.ts';
import { notificationRoutes } from './domains/notifications/routes.ts';
import { patternRoutes } from './domains/patterns/routes.ts';
import { projectRoutes } from './domains/project/routes.ts';
import { ingestRoutes } from './domains/ingest/routes.ts';
import { queryRoutes } from './domains/query/routes.ts';
import { replayRoutes } from './domains/replay/routes.ts';
import { schemaRoutes } from './domains/schema/routes.ts';
import { serviceMapRoutes } from './domains/service-map/routes.ts';
import { teamRoutes } from './domains/teams/routes.ts';
import { sharePages } from './domains/share/pages.ts';
import { shareRoutes } from './domains/share/routes.ts';
import { mcpRoute, mountMcp } from './http/mcp.ts';
import { mcpEndpoint } from './mcp/server.ts';
import type { Gate } from './http/auth.ts';
import type { Door } from './http/door.ts';
import { mountDoors } from './http/doors.ts';
import { servicePages, type Readiness } from './http/pages.ts';
import type { Route } from './http/route.ts';
import { createServer, mountPages, mountRoutes } from './http/server.ts';
import { requestMeter, type RequestMeter } from './http/telemetry.ts';
import { tokenBuckets } from './lib/token-bucket.ts';

/** The whole API, one list: what is served, documented, offered to agents and walked by the tests. */
export const routes: readonly Route[] = [
  ...shareRoutes,
  ...schemaRoutes,
  ...eventRoutes,
  ...facetRoutes,
  ...metricRoutes,
  ...queryRoutes,
  ...replayRoutes,
  ...ingestRoutes,
  ...projectRoutes,
  ...keyRoutes,
  ...dashboardRoutes,
  ...monitorRoutes,
  ...issueRoutes,
  ...patternRoutes,
  ...endpointRoutes,
  ...serviceMapRoutes,
  ...notificationRoutes,
  ...jobRoutes,
  ...teamRoutes,
  ...memberRoutes,
  ...auditRoutes,
  mcpRoute,
];

const burstSeconds = 10;

/** What all ports of a process share: the gate, which knows the keys, and the numbers of what came. */
export interface Entrance {
  readonly gate: Gate;
  readonly meter: RequestMeter;
}

export function entranceOf(deps: Deps): Entrance {
  const nowMs = () => deps.now().getTime();
  const { ratePerKey, ratePerProject } = deps.config;
  return {
    gate: {
      authenticate: authenticator(deps),
      perKey: tokenBuckets({ perSecond: ratePerKey, burst: ratePerKey * burstSeconds }, nowMs),
      perProject: tokenBuckets({ perSecond: ratePerProject, burst: ratePerProject * burstSeconds }, nowMs),
    },
    meter: requestMeter(),
  };
}

export interface AppOptions {
  readonly version: string;
  /** Asked by /readyz. */
  readonly readiness: () => Promise<Readiness>;
  /** Where senders of telemetry come in. */
  readonly doors?: readonly Door[];
  /** Numbers of other parts of the process, shown at /metrics beside the API's own. */
  readonly registries?: readonly Registry[];
}

/** Dependencies in, a server out; it listens nowhere yet. */
export async function buildApp(deps: Deps, { gate, meter }: Entrance, options: AppOptions): Promise<FastifyInstance> {
  const app = await createServer(deps, meter);
  mountRoutes(app, deps, gate, routes);
  mountDoors(app, gate, options.doors ?? []);
  mountMcp(app, deps, gate, mcpEndpoint(deps, routes, options.version));
  mountPages(app, deps, [...servicePages({ routes, meter, ...options }), ...sharePages(deps)]);
  return app;
}

/** The port that OpenTelemetry's senders know by itself: nothing but their doors. */
export async function buildSenderApp(
  deps: Deps,
  { gate, meter }: Entrance,
  doors: readonly Door[],
): Promise<FastifyInstance> {
  const app = await createServer(deps, meter);
  mountDoors(app, gate, doors);
  return app;
}
