import type { Retrieved } from '../core/retriever.ts';

/** Of reciprocal rank fusion: Cormack, Clarke and Büttcher (2009) chose 60. */
const K = 60;

type Doc = Retrieved['docs'][number];

/** What two ways to ask found, in the order in which both together rank it, each passage once. As many as the longer of the two has. */
export function fusePassages(one: Retrieved, other: Retrieved): Retrieved {
  const docs = new Map<string, Doc>();
  const scores = new Map<string, number>();
  for (const { docs: found } of [one, other]) {
    for (const [rank, doc] of found.entries()) {
      const known = docs.get(doc.id);
      docs.set(doc.id, known !== undefined && known.relevance >= doc.relevance ? known : doc);
      scores.set(doc.id, (scores.get(doc.id) ?? 0) + 1 / (K + rank + 1));
    }
  }
  const ranked = [...docs.values()].toSorted((a, b) => (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0));
  return { ...one, docs: ranked.slice(0, Math.max(one.docs.length, other.docs.length)) };
}
