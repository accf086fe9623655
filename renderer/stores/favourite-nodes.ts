import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { createStoredNodeNames, definitionsOf } from './stored-node-names.ts';

/** The kinds of node that the person marked, in this browser; the one marked first comes first. */
const useFavouriteNodesStore = createStoredNodeNames('tributary.favourite-nodes');

/** Marks a kind of node, or takes its mark away. */
export function toggleFavourite({ name }: NodeDefinition): void {
  useFavouriteNodesStore.setState(({ names }) => ({
    names: names.includes(name) ? names.filter((each) => each !== name) : [...names, name],
  }));
}

export function useFavouriteNodes(): readonly NodeDefinition[] {
  return definitionsOf(useFavouriteNodesStore(({ names }) => names));
}

export function useIsFavourite({ name }: NodeDefinition): boolean {
  return useFavouriteNodesStore(({ names }) => names.includes(name));
}
