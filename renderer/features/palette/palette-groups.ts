import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { allCategories, categoryOf } from '../../../shared/nodes/kinds.ts';
import { t } from '../../../shared/texts/t.ts';

/** A line of the palette. */
interface PaletteEntry {
  /** Of this line alone: a node stands in its category and perhaps among the recent ones. */
  readonly key: string;
  readonly definition: NodeDefinition;
}

export interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

function groupOf(title: string, definitions: readonly NodeDefinition[], prefix = ''): PaletteGroup {
  return { title, entries: definitions.map((definition) => ({ key: prefix + definition.name, definition })) };
}

/** Groups nodes by category: in the palette's order, or with `byRank` in the order in which the nodes come (best hit first). */
export function groupByCategory(definitions: readonly NodeDefinition[], byRank: boolean): readonly PaletteGroup[] {
  const groups = Map.groupBy(definitions, categoryOf);
  const order = allCategories();
  const entries = [...groups.entries()];
  const sorted = byRank ? entries : entries.toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return sorted.map(([category, found]) => groupOf(t(category), found));
}

/** The groups after those of the favourite nodes and of the nodes that were used last, where there are any. */
export function withOwnGroups(
  groups: readonly PaletteGroup[],
  favourite: readonly NodeDefinition[],
  recent: readonly NodeDefinition[],
): readonly PaletteGroup[] {
  const own = [groupOf(t('Favourites'), favourite, 'favourite-'), groupOf(t('Recent'), recent, 'recent-')];
  return [...own.filter(({ entries }) => entries.length > 0), ...groups];
}
