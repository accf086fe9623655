import { flushSync } from 'react-dom';
import { useRetainedStore } from './retained-store.ts';

/** Gives a node's card the focus, and draws it first where it is not. React Flow brings it into sight when the focus came by a key. */
export function focusCard(region: Element | null, nodeId: string): void {
  flushSync(() => useRetainedStore.setState({ focusedId: nodeId }));
  const card = region?.querySelector(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`);
  if (card instanceof HTMLElement) card.focus({ preventScroll: true });
}
