import { useReactFlow } from '@xyflow/react';
import { type RefObject, useEffect } from 'react';
import { useCanvasViewStore } from '../../store/canvas-view-store.ts';
import { select } from '../../store/flow-store.ts';

/** How much room a fitted flow leaves, and that a small one is not blown up. */
export const FIT_VIEW = { padding: '32px', maxZoom: 1 } as const;

/** Milliseconds of a move of the view; none for those who asked for less motion. */
function moveDuration(): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 120;
}

/** Lets commands and panels reach the view of the canvas while it is on the screen. */
export function useCanvasView(region: RefObject<HTMLElement | null>): void {
  const flow = useReactFlow();
  useEffect(() => {
    function centre() {
      const box = region.current?.getBoundingClientRect();
      if (box === undefined) return { x: 0, y: 0 };
      return flow.screenToFlowPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    }
    useCanvasViewStore.setState({
      view: {
        centre,
        toCanvas: (screen) => flow.screenToFlowPosition({ ...screen }),
        fit: () => void flow.fitView({ ...FIT_VIEW, duration: moveDuration() }),
        zoomIn: () => void flow.zoomIn({ duration: moveDuration() }),
        zoomOut: () => void flow.zoomOut({ duration: moveDuration() }),
        zoomTo100: () => void flow.zoomTo(1, { duration: moveDuration() }),
        showNode: (nodeId) => {
          select([nodeId]);
          void flow.fitView({ nodes: [{ id: nodeId }], padding: 0.6, maxZoom: 1, duration: moveDuration() });
          const element = region.current?.querySelector(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`);
          if (element instanceof HTMLElement) element.focus({ preventScroll: true });
        },
      },
    });
    return () => useCanvasViewStore.setState({ view: undefined, connectMenu: undefined });
  }, [flow, region]);
}
