import { getViewportForBounds, useReactFlow } from '@xyflow/react';
import { type RefObject, useEffect } from 'react';
import type { Box } from '../../editor/free-place.ts';
import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { select } from '../../stores/flow/flow-store.ts';

/** On a canvas lower than this, in window pixels, the map of the flow would cover more than it shows. */
export const MAP_FROM_HEIGHT = 420;

/** A flow is not drawn smaller than this. */
export const MIN_ZOOM = 0.2;

/** How much room a fitted flow leaves, at the top for the button that adds nodes, at the bottom for the map or else for the tools, and that a small one is not blown up. */
export function fitOptions(canvasHeight: number) {
  const bottom = canvasHeight < MAP_FROM_HEIGHT ? '68px' : '116px';
  return { padding: { x: '32px', top: '56px', bottom }, maxZoom: 1 } as const;
}

/** Between what is revealed and the edge of the canvas, in window pixels. */
const REVEAL_MARGIN = 24;

/** How far a stretch has to move to lie between 0 and `end`; its beginning comes first where it is too long. */
function shiftInto(start: number, length: number, end: number): number {
  if (start < REVEAL_MARGIN || length > end - 2 * REVEAL_MARGIN) return REVEAL_MARGIN - start;
  return Math.min(0, end - REVEAL_MARGIN - (start + length));
}

/** The part of the canvas that no panel lies over, in window pixels: a panel over it stands at its right edge. */
function seenPart(region: HTMLElement | null): { x: number; y: number; width: number; height: number } {
  const { x, y, width, height, right } = region?.getBoundingClientRect() ?? new DOMRect();
  const panel = document.querySelector('[data-covers-canvas]')?.getBoundingClientRect();
  return { x, y, width: panel === undefined ? width : width - Math.max(0, right - panel.left), height };
}

/** Milliseconds of a move of the view; none for those who asked for less motion. */
function moveDuration(): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 120;
}

/** How long a node is marked that undo has touched, in ms: as long as the eye needs to find it. */
const FLASH_MS = 1200;

/** Rings around nodes, which fade; for those who asked for less motion they stand still, then go. */
function flashNodes(region: HTMLElement, nodeIds: readonly string[]): void {
  const isStill = moveDuration() === 0;
  const ring = { outline: '3px solid var(--accent)', outlineOffset: '3px' };
  const end = isStill ? ring : { ...ring, outlineColor: 'transparent' };
  for (const id of nodeIds) {
    const node = region.querySelector(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
    node?.animate([ring, { ...ring, offset: 0.5 }, end], { id: 'flash', duration: FLASH_MS });
  }
}

/** Lets commands and panels reach the view of the canvas while it is on the screen. */
export function useCanvasView(region: RefObject<HTMLElement | null>): void {
  const flow = useReactFlow();
  useEffect(() => {
    function centre() {
      const box = seenPart(region.current);
      return flow.screenToFlowPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    }
    function reveal(box: Box) {
      const { width, height } = seenPart(region.current);
      const { x, y, zoom } = flow.getViewport();
      const right = shiftInto(box.x * zoom + x, box.width * zoom, width);
      const down = shiftInto(box.y * zoom + y, box.height * zoom, height);
      if (right === 0 && down === 0) return;
      void flow.setViewport({ x: x + right, y: y + down, zoom }, { duration: moveDuration() });
    }
    function isInSight(box: Box) {
      const { width = 0, height = 0 } = region.current?.getBoundingClientRect() ?? {};
      const { x, y, zoom } = flow.getViewport();
      const [left, top] = [box.x * zoom + x, box.y * zoom + y];
      return left < width && top < height && left + box.width * zoom > 0 && top + box.height * zoom > 0;
    }
    function flash(nodeIds: readonly string[]) {
      // Nodes that come back, or into sight, are drawn by then.
      setTimeout(() => region.current && flashNodes(region.current, nodeIds), moveDuration());
    }
    useCanvasViewStore.setState({
      view: {
        centre,
        reveal,
        sizes: () =>
          new Map(
            flow.getNodes().flatMap(({ id, measured }) => {
              const { width, height } = measured ?? {};
              return width === undefined || height === undefined ? [] : [[id, { width, height }]];
            }),
          ),
        isInSight,
        flash,
        toCanvas: (screen) => flow.screenToFlowPosition({ ...screen }),
        fit() {
          const nodes = flow.getNodes();
          const box = region.current?.getBoundingClientRect();
          // Without nodes React Flow would keep this for the first one, which then jumps from where it was dropped.
          if (box === undefined || nodes.length === 0) return;
          const options = fitOptions(box.height);
          // It waits until the cards are measured.
          if (nodes.some(({ measured }) => measured === undefined)) return void flow.fitView(options);
          const { padding, maxZoom } = options;
          // The room as it is now: React Flow learns of an opened drawer later.
          const bounds = flow.getNodesBounds(nodes);
          const fitted = getViewportForBounds(bounds, box.width, box.height, MIN_ZOOM, maxZoom, padding);
          void flow.setViewport(fitted, { duration: moveDuration() });
        },
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
    return () =>
      useCanvasViewStore.setState({
        view: undefined,
        connectMenu: undefined,
        edgeMenu: undefined,
        canvasMenu: undefined,
        renamedNodeId: undefined,
      });
  }, [flow, region]);
}
