import { groupBy } from '../../lib/group-by.ts';

/** One returned row, as far as its place in a trace goes. */
export interface TraceRow {
  /** The span id; a log's own id. */
  readonly id: string;
  readonly traceId: string;
  /** The parent's span id; of a log, the span it was written in. Empty for none. */
  readonly parentId: string;
  readonly startNs: bigint;
  readonly durationNs: bigint;
}

/** TraceTreeEntry before it is printed: times are exact. */
export interface TraceTree {
  readonly traceId: string;
  readonly root: string;
  readonly startNs: bigint;
  readonly durationNs: bigint;
  readonly children: ReadonlyMap<string, readonly string[]>;
}

/**
 * The trees of a set of rows, newest first: one for each row whose parent is not among the rows of its trace.
 * Each node stands once. Where rows are each other's ancestors, the one that started first is made a root.
 */
export function traceTrees(rows: readonly TraceRow[]): TraceTree[] {
  const trees: TraceTree[] = [];
  for (const found of groupBy(rows, ({ traceId }) => traceId).values()) {
    // Of rows with one id the first counts.
    const nodes = new Map(found.toReversed().map((row) => [row.id, row]));
    const isRoot = ({ id, parentId }: TraceRow) => parentId === '' || parentId === id || !nodes.has(parentId);
    const sorted = [...nodes.values()].toSorted(byStart);
    const childrenOf = groupBy(
      sorted.filter((node) => !isRoot(node)),
      ({ parentId }) => parentId,
    );
    const placed = new Set<string>();
    for (const root of sorted.filter(isRoot)) trees.push(grow(root, childrenOf, placed));
    // What no root reaches goes round in circles: cut each circle where it starts.
    for (const node of sorted) if (!placed.has(node.id)) trees.push(grow(node, childrenOf, placed));
  }
  return trees.toSorted((a, b) =>
    a.startNs === b.startNs ? (a.root < b.root ? 1 : -1) : a.startNs < b.startNs ? 1 : -1,
  );
}

/** Walks down from a root without recursion: traces can be as deep as they are long. */
function grow(root: TraceRow, childrenOf: ReadonlyMap<string, readonly TraceRow[]>, placed: Set<string>): TraceTree {
  const children = new Map<string, string[]>();
  let endNs = root.startNs + root.durationNs;
  placed.add(root.id);
  const pending: { node: TraceRow; startNs: bigint }[] = [{ node: root, startNs: root.startNs }];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const inside = (childrenOf.get(item.node.id) ?? []).filter(({ id }) => !placed.has(id));
    if (inside.length === 0) continue;
    children.set(
      item.node.id,
      inside.map(({ id }) => id),
    );
    for (const node of inside) {
      placed.add(node.id);
      // A child that seems to start before its parent ran on a clock that is behind: it is moved, for the extent only.
      const startNs = node.startNs < item.startNs ? item.startNs : node.startNs;
      if (startNs + node.durationNs > endNs) endNs = startNs + node.durationNs;
      pending.push({ node, startNs });
    }
  }
  return { traceId: root.traceId, root: root.id, startNs: root.startNs, durationNs: endNs - root.startNs, children };
}

function byStart(a: TraceRow, b: TraceRow): number {
  if (a.startNs !== b.startNs) return a.startNs < b.startNs ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
