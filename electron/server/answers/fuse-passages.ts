import type { Retrieved } from '../core/retriever.ts';

/** Of reciprocal rank fusion: Cormack, Clarke and Büttcher (2009) chose 60. */
const K = 60;

type Doc = Retrieved['docs'][number];

/**
 * What several ways to ask found, in the order in which all together rank it, each passage once.
 * @param lists the notes of the first count
 * @param constant the larger, the less the first places of a list count
 * @param most passages; as many as the longest of the lists has unless given
 */
export function fuseLists(
  lists: readonly [Retrieved, ...Retrieved[]],
  { constant = K, most }: { readonly constant?: number; readonly most?: number | undefined } = {},
): Retrieved {
  const docs = new Map<string, Doc>();
  const scores = new Map<string, number>();
  for (const { docs: found } of lists) {
    for (const [rank, doc] of found.entries()) {
      const known = docs.get(doc.id);
      docs.set(doc.id, known !== undefined && known.relevance >= doc.relevance ? known : doc);
      scores.set(doc.id, (scores.get(doc.id) ?? 0) + 1 / (constant + rank + 1));
    }
  }
  const ranked = [...docs.values()].toSorted((a, b) => (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0));
  return { ...lists[0], docs: ranked.slice(0, most ?? Math.max(...lists.map((list) => list.docs.length))) };
}

/** {@link fuseLists} of two. */
export function fusePassages(one: Retrieved, other: Retrieved): Retrieved {
  return fuseLists([one, other]);
}
