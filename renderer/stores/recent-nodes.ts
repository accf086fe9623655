import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { createStoredNodeNames, definitionsOf } from './stored-node-names.ts';

/** As many as are seen without looking for them. */
const KEPT_NODES = 5;

/** Which kinds of node were added last, in this browser. */
const useRecentNodesStore = createStoredNodeNames('tributary.recent-nodes');

/** The list after a node was added: it comes first, each is there once, and the oldest goes. */
export function withRecent(names: readonly string[], added: string): readonly string[] {
  return [added, ...names.filter((name) => name !== added)].slice(0, KEPT_NODES);
}

/** Notes that a node of this kind was added. */
export function rememberAdded({ name }: NodeDefinition): void {
  useRecentNodesStore.setState(({ names }) => ({ names: withRecent(names, name) }));
}

/** The kinds of node that were added last, the newest first, without those that are gone since. */
export function recentNodes(): readonly NodeDefinition[] {
  return definitionsOf(useRecentNodesStore.getState().names);
}
