import { createIdSet, type IdSet } from '../../../electron/server/stores/local/search/id-set.ts';

export function idSetOf(ids: Iterable<number>): IdSet {
  const { ids: set, add } = createIdSet();
  for (const id of ids) add(id);
  return set;
}
