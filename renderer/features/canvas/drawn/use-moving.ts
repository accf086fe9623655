import { type OnMove, useStoreApi } from '@xyflow/react';
import { useMemo } from 'react';
import { rememberViewport } from '../../../stores/flow/flow-store.ts';

/**
 * While the pointer moves the view or nodes, a shield lies over the canvas (canvas.css): the browser has not to look for what lies under the
 * pointer, and no text is selected. The wheel has to reach the canvas below.
 */
export function useMoving() {
  const store = useStoreApi();
  return useMemo(() => {
    const setMoving = (what: 'view' | 'nodes' | undefined) => {
      const { domNode } = store.getState();
      if (domNode === null) return;
      if (what === undefined) delete domNode.dataset.moving;
      else domNode.dataset.moving = what;
    };
    const onDragStart = () => setMoving('nodes');
    const onDragStop = () => setMoving(undefined);
    const onMoveStart: OnMove = (event) => {
      if (event !== null && !(event instanceof WheelEvent)) setMoving('view');
    };
    const onMoveEnd: OnMove = (_, viewport) => {
      if (store.getState().domNode?.dataset.moving === 'view') setMoving(undefined);
      rememberViewport(viewport);
    };
    return {
      onMoveStart,
      onMoveEnd,
      onNodeDragStart: onDragStart,
      onNodeDragStop: onDragStop,
      onSelectionDragStart: onDragStart,
      onSelectionDragStop: onDragStop,
    };
  }, [store]);
}
