import { create } from 'zustand';
import type { EdgeFit } from '../../../editor/edge-fits.ts';
import { currentGraph } from '../../../stores/flow/flow-store.ts';
import { useRetainedStore } from '../drawn/retained-store.ts';
import { dropWords } from './find-drop.ts';

interface EdgeDrop {
  /** What a node that is being dragged would do if it were let go of now; undefined: it is only put there. */
  readonly fit: EdgeFit | undefined;
  /** The same for the eye. */
  readonly words: string;
}

const nowhere: EdgeDrop = { fit: undefined, words: '' };

export const useEdgeDropStore = create<EdgeDrop>()(() => nowhere);

/** Shows at the edge that a dragged node is over what letting go would do. */
export function showDrop(fit: EdgeFit | undefined): void {
  if (useEdgeDropStore.getState().fit === fit) return;
  // Where the flow is painted, the edge has to be an element to be lit up.
  useRetainedStore.setState({ hoveredKey: fit?.edgeKey });
  useEdgeDropStore.setState(fit === undefined ? nowhere : { fit, words: dropWords(currentGraph(), fit) });
}

/** Ends a drag; says what letting go does. */
export function takeDrop(): EdgeFit | undefined {
  const { fit } = useEdgeDropStore.getState();
  useEdgeDropStore.setState(nowhere);
  return fit;
}
