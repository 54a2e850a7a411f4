import { groupBy } from '../../lib/group-by.ts';

/** One returned row, as far as its place in a trace goes. */
export interface TraceRow {
  /** The span id; a log's own id. */
  readonly id: string;
  readonly traceId: string;
  /** The parent's span id; of a log, the span it was written in. Empty for none. */
  readonly parentId: string;
  /** By whose clock it started; empty where nobody knows. */
  readonly service: string;
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
  /** How much later a node is taken to have started than it says; none of most. */
  readonly movedNs: ReadonlyMap<string, bigint>;
}

/**
 * The trees of a set of rows, newest first: one for each row whose parent is not among the rows of its trace.
 * Each node stands once. Where rows are each other's ancestors, the one that started first is made a root.
 * Rows with one id, as both sides of a call may have, are one node: the first of them, until the last of them ends.
 */
export function traceTrees(rows: readonly TraceRow[]): TraceTree[] {
  const trees: TraceTree[] = [];
  for (const found of groupBy(rows, ({ traceId }) => traceId).values()) {
    const nodes = new Map<string, TraceRow>();
    for (const row of found.toSorted(byStart)) nodes.set(row.id, joined(nodes.get(row.id), row));
    const sorted = [...nodes.values()];
    const isRoot = ({ id, parentId }: TraceRow) => parentId === '' || parentId === id || !nodes.has(parentId);
    const childrenOf = groupBy(
      sorted.filter((node) => !isRoot(node)),
      ({ parentId }) => parentId,
    );
    const placed = new Set<string>();
    for (const root of sorted.filter(isRoot)) trees.push(grow(root, childrenOf, placed));
    // What no root reaches is below a circle: cut each where it starts.
    for (const node of sorted)
      if (!placed.has(node.id)) trees.push(grow(startOfCircle(nodes, node), childrenOf, placed));
  }
  return trees.toSorted((a, b) =>
    a.startNs === b.startNs ? (a.root < b.root ? 1 : -1) : a.startNs < b.startNs ? 1 : -1,
  );
}

function joined(first: TraceRow | undefined, row: TraceRow): TraceRow {
  if (first === undefined) return row;
  const untilNs = row.startNs + row.durationNs - first.startNs;
  return untilNs > first.durationNs ? { ...first, durationNs: untilNs } : first;
}

/** The first of those that are each other's ancestors, above a row that has no root. */
function startOfCircle(nodes: ReadonlyMap<string, TraceRow>, row: TraceRow): TraceRow {
  const above = new Set<TraceRow>();
  let at = row;
  for (; !above.has(at); at = nodes.get(at.parentId) ?? at) above.add(at);
  let first = at;
  for (let next = nodes.get(at.parentId); next !== undefined && next !== at; next = nodes.get(next.parentId))
    if (byStart(next, first) < 0) first = next;
  return first;
}

/** Walks down from a root without recursion: traces can be as deep as they are long. */
function grow(root: TraceRow, childrenOf: ReadonlyMap<string, readonly TraceRow[]>, placed: Set<string>): TraceTree {
  const children = new Map<string, string[]>();
  const movedNs = new Map<string, bigint>();
  let endNs = root.startNs + root.durationNs;
  placed.add(root.id);
  const pending: Started[] = [{ node: root, startNs: root.startNs }];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const parent = item;
    const inside = (childrenOf.get(parent.node.id) ?? [])
      .filter(({ id }) => !placed.has(id))
      .map((node) => ({ node, startNs: startBelow(parent, node) }));
    if (inside.length === 0) continue;
    // Otherwise they stand in their order already.
    if (parent.startNs !== parent.node.startNs)
      inside.sort((a, b) => (a.startNs === b.startNs ? byStart(a.node, b.node) : a.startNs < b.startNs ? -1 : 1));
    children.set(
      parent.node.id,
      inside.map(({ node }) => node.id),
    );
    for (const child of inside) {
      const { node, startNs } = child;
      placed.add(node.id);
      if (startNs !== node.startNs) movedNs.set(node.id, startNs - node.startNs);
      if (startNs + node.durationNs > endNs) endNs = startNs + node.durationNs;
      pending.push(child);
    }
  }
  const { traceId, id, startNs } = root;
  return { traceId, root: id, startNs, durationNs: endNs - startNs, children, movedNs };
}

interface Started {
  readonly node: TraceRow;
  /** In its tree. */
  readonly startNs: bigint;
}

/**
 * A child that seems to start before its parent ran on a clock that is behind: it is moved into it, and so far is moved what
 * its own service did below it.
 */
function startBelow(parent: Started, child: TraceRow): bigint {
  const isOfOneClock = child.service !== '' && child.service === parent.node.service;
  const startNs = isOfOneClock ? child.startNs + (parent.startNs - parent.node.startNs) : child.startNs;
  return startNs < parent.startNs ? parent.startNs : startNs;
}

function byStart(a: TraceRow, b: TraceRow): number {
  if (a.startNs !== b.startNs) return a.startNs < b.startNs ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
