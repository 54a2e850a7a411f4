import type { Actor } from '../../src/domains/permission.ts';

/** Who makes what a benchmark needs. */
export function benchActor(projectId: string, requestId = 'bench'): Actor {
  return { projectId, permission: 'admin', keyId: null, requestId };
}
