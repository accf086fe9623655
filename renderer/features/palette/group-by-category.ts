import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { NODE_KINDS } from '../../../shared/nodes/kinds.ts';

export interface CategoryGroup {
  readonly category: string;
  readonly definitions: readonly NodeDefinition[];
}

/** Groups nodes by category: in the palette's order, or with `byRank` in the order in which the nodes come (best hit first). */
export function groupByCategory(definitions: readonly NodeDefinition[], byRank: boolean): readonly CategoryGroup[] {
  const groups = Map.groupBy(definitions, (definition): string => NODE_KINDS[definition.kind].category);
  const order: readonly string[] = Object.values(NODE_KINDS).map(({ category }) => category);
  const entries = [...groups.entries()];
  const sorted = byRank ? entries : entries.toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return sorted.map(([category, found]) => ({ category, definitions: found }));
}
