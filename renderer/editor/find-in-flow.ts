import type { FlowGraph, GraphNode } from '../../shared/flow/flow-document.ts';
import { findNodeDefinition } from '../../shared/nodes/registry.ts';

/** Nodes that a search offers at most. */
const MOST_FOUND = 20;
/** Longer values, the text of a Plain Text node say, are searched at their beginning. */
const SEARCHED_CHARACTERS = 500;

export interface FoundNode {
  readonly node: GraphNode;
  /** What was searched, after the label: what the node is, and what is set in it. */
  readonly texts: readonly string[];
}

function textsOf({ data }: GraphNode): readonly string[] {
  const values = Object.values(data.inputs).flatMap((value) =>
    typeof value === 'string' && value !== '' ? [value.slice(0, SEARCHED_CHARACTERS)] : [],
  );
  return [findNodeDefinition(data.name)?.label ?? data.name, ...values];
}

/**
 * The nodes of a flow whose label, kind or values fit what was typed, best first: at most 20 of them; none for nothing.
 * @param score how well texts fit, the first of them being the label; 0: not at all
 */
export function findInFlow(
  { nodes }: FlowGraph,
  typed: string,
  score: (typed: string, texts: readonly string[]) => number,
): readonly FoundNode[] {
  if (typed.trim() === '') return [];
  return nodes
    .map((node) => ({ node, texts: textsOf(node) }))
    .map((found) => ({ found, fit: score(typed, [found.node.data.label, ...found.texts]) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit)
    .slice(0, MOST_FOUND)
    .map(({ found }) => found);
}
