import { type ReactFlowState, useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { select, useFlowStore } from '../../../stores/flow/flow-store.ts';
import { nodesIn } from './choose-drawn.ts';
import type { FlowScene } from './flow-scene.ts';

type BoxState = Pick<ReactFlowState, 'userSelectionRect' | 'userSelectionActive' | 'transform'>;

/** Whether nodes are being selected by drawing a box around them. */
export function isDrawingBox({ userSelectionRect }: Pick<BoxState, 'userSelectionRect'>): boolean {
  return userSelectionRect !== null;
}

/** The nodes in the box that is being drawn, with the edges that touch them. */
function inBox(scene: FlowScene, { userSelectionRect, transform }: BoxState) {
  const [x, y, zoom] = transform;
  const { x: left = 0, y: top = 0, width = 0, height = 0 } = userSelectionRect ?? {};
  const box = { x: (left - x) / zoom, y: (top - y) / zoom, width: width / zoom, height: height / zoom };
  const nodeIds = new Set(nodesIn(scene, box));
  const touched = scene.lines.filter(({ source, target }) => nodeIds.has(source) || nodeIds.has(target));
  return { nodeIds, edgeKeys: new Set(touched.map(({ key }) => key)) };
}

/** A box selects all nodes that it touches, whether they are drawn or not. */
export function useBoxSelection(scene: FlowScene): void {
  const store = useStoreApi();
  const present = useRef(scene);
  useEffect(() => {
    present.current = scene;
  }, [scene]);
  useEffect(() => {
    let last: BoxState['userSelectionRect'] = null;
    return store.subscribe((state) => {
      if (state.userSelectionRect === last) return;
      last = state.userSelectionRect;
      if (last === null || !state.userSelectionActive) return;
      const { nodeIds, edgeKeys } = inBox(present.current, state);
      const { selectedNodeIds, selectedEdgeKeys } = useFlowStore.getState();
      const isSame = nodeIds.size === selectedNodeIds.size && nodeIds.isSubsetOf(selectedNodeIds);
      if (!isSame || edgeKeys.size !== selectedEdgeKeys.size) select(nodeIds, edgeKeys);
    });
  }, [store]);
}
