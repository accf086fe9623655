interface Ends {
  readonly source: string;
  readonly target: string;
}

/**
 * Node ids in an order in which each comes after all that feed it (Kahn's algorithm, ties by the order given), or the ids on a
 * circle when there is one. Edges to nodes that are not there are passed over.
 */
export function orderNodes(
  nodes: readonly { readonly id: string }[],
  edges: readonly Ends[],
): { readonly order: readonly string[]; readonly cycle: readonly string[] } {
  const waitsFor = new Map(nodes.map((node) => [node.id, 0]));
  const feeds = new Map<string, string[]>();
  for (const { source, target } of edges) {
    const count = waitsFor.get(target);
    if (count === undefined || !waitsFor.has(source)) continue;
    waitsFor.set(target, count + 1);
    feeds.set(source, [...(feeds.get(source) ?? []), target]);
  }
  const order = nodes.map((node) => node.id).filter((id) => waitsFor.get(id) === 0);
  for (let index = 0; index < order.length; index += 1) {
    for (const target of feeds.get(order[index] ?? '') ?? []) {
      const left = (waitsFor.get(target) ?? 0) - 1;
      waitsFor.set(target, left);
      if (left === 0) order.push(target);
    }
  }
  const placed = new Set(order);
  const rest = nodes.map((node) => node.id).filter((id) => !placed.has(id));
  return { order, cycle: trimToCircle(rest, edges) };
}

/** Of what could not be ordered, drops what only hangs behind a circle. */
function trimToCircle(rest: readonly string[], edges: readonly Ends[]): readonly string[] {
  let circle = new Set(rest);
  for (;;) {
    const sources = new Set(edges.filter((edge) => circle.has(edge.target)).map((edge) => edge.source));
    const kept = new Set([...circle].filter((id) => sources.has(id)));
    if (kept.size === circle.size) return [...circle];
    circle = kept;
  }
}

/** The ids on a circle, or undefined. */
export function findCycle(
  nodes: readonly { readonly id: string }[],
  edges: readonly Ends[],
): readonly string[] | undefined {
  const { cycle } = orderNodes(nodes, edges);
  return cycle.length === 0 ? undefined : cycle;
}
