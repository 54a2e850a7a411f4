import type { Deps } from '../../deps.ts';
import { addDurations, p95Ns } from '../durations.ts';
import { serviceColors } from '../events/color.ts';
import type { Actor } from '../permission.ts';
import { readRange } from '../range.ts';
import { selectEdges, selectNodes } from './queries.ts';
import type { ServiceMap, ServiceMapQuery } from './schema.ts';

type Node = ServiceMap['nodes'][number];

const nodesMax = 500;
const edgesMax = 2_000;
const minuteNs = 60_000_000_000n;

export async function getServiceMap(
  deps: Pick<Deps, 'reader' | 'now'>,
  actor: Actor,
  query: ServiceMapQuery,
  signal: AbortSignal,
): Promise<ServiceMap> {
  const range = readRange(query, deps.now());
  const [fromS, toS] = [Number(range.from / minuteNs) * 60, Number((range.to + minuteNs - 1n) / minuteNs) * 60];
  const [services, edges] = await Promise.all([
    selectNodes(deps.reader, actor.projectId, { fromS, toS, rowsMax: nodesMax }, signal),
    selectEdges(deps.reader, actor.projectId, { fromS, toS, rowsMax: edgesMax }, signal),
  ]);
  const nodes = new Map<string, Node>();
  for (const { name, count, errors, durations } of services) {
    const id = idOf('service', name);
    nodes.set(id, { id, name, kind: 'service', count, errors, p95: p95Ns(durations) });
  }
  const called = new Map<string, Map<number, number>>();
  for (const { source, target, kind, count, errors, durations } of edges) {
    for (const [name, of] of [
      [source, 'service'],
      [target, kindOf(kind)],
    ] as const) {
      const id = idOf(of, name);
      if (!nodes.has(id)) nodes.set(id, { id, name, kind: of, count: 0, errors: 0, p95: 0 });
    }
    const node = nodes.get(idOf(kindOf(kind), target));
    if (node === undefined || node.kind === 'service') continue;
    const sum = called.get(node.id) ?? new Map<number, number>();
    addDurations(sum, durations);
    called.set(node.id, sum);
    node.count += count;
    node.errors += errors;
    node.p95 = p95Ns(sum);
  }
  return {
    from: fromS * 1000,
    to: toS * 1000,
    nodes: [...nodes.values()],
    edges: edges.map(({ source, target, kind, count, errors, durations }) => ({
      source: idOf('service', source),
      target: idOf(kindOf(kind), target),
      count,
      errors,
      p95: p95Ns(durations),
    })),
    serviceColors: serviceColors([...nodes.values()].filter(({ kind }) => kind === 'service').map(({ name }) => name)),
  };
}

function kindOf(kind: string): Node['kind'] {
  switch (kind) {
    case 'service':
    case 'db':
    case 'messaging':
    case 'external':
      return kind;
    default:
      throw new Error(`service_edges has an unknown kind ${kind}`);
  }
}

function idOf(kind: string, name: string): string {
  return `${kind}:${name}`;
}
