import { getViewportForBounds, useReactFlow, type Viewport } from '@xyflow/react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { MeasuredCard } from '../../editor/card-shape.ts';
import type { Box, Size } from '../../editor/free-place.ts';
import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { select } from '../../stores/flow/flow-store.ts';
import { boxAround } from './drawn/fit-box.ts';
import type { FlowScene } from './drawn/flow-scene.ts';
import { focusCard } from './drawn/focus-card.ts';

/** On a canvas lower than this, in window pixels, the map of the flow would cover more than it shows. */
export const MAP_FROM_HEIGHT = 420;

/** A flow is not drawn smaller than this. */
export const MIN_ZOOM = 0.05;

/** How much room a fitted flow leaves, at the top for the button that adds nodes, at the bottom for the map or else for the tools, and that a small one is not blown up. */
function fitOptions(canvasHeight: number) {
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
function seenPart(region: HTMLElement | null): Box {
  const { x, y, width, height, right } = region?.getBoundingClientRect() ?? new DOMRect();
  const panel = document.querySelector('[data-covers-canvas]')?.getBoundingClientRect();
  return { x, y, width: panel === undefined ? width : width - Math.max(0, right - panel.left), height };
}

/** Milliseconds of a move of the view; none for those who prefer less motion. */
function moveDuration(): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 120;
}

/** How long a node is marked that undo has touched, in ms: as long as the eye needs to find it. */
const FLASH_MS = 1200;

/** Rings around nodes, which fade; for those who prefer less motion they stand still, then go. */
function flashNodes(region: HTMLElement, nodeIds: readonly string[]): void {
  const isStill = moveDuration() === 0;
  const ring = { outline: '3px solid var(--accent)', outlineOffset: '3px' };
  const end = isStill ? ring : { ...ring, outlineColor: 'transparent' };
  for (const id of nodeIds) {
    const node = region.querySelector(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
    node?.animate([ring, { ...ring, offset: 0.5 }, end], { id: 'flash', duration: FLASH_MS });
  }
}

/** The view that shows a part of the canvas as large as it fits. */
export function fittedView(bounds: Box, { width, height }: Size): Viewport {
  const { padding, maxZoom } = fitOptions(height);
  return getViewportForBounds(bounds, width, height, MIN_ZOOM, maxZoom, padding);
}

/** Lets commands and panels reach the view of the canvas while it is on the screen. */
export function useCanvasView(
  region: RefObject<HTMLElement | null>,
  scene: FlowScene,
  measured: ReadonlyMap<string, MeasuredCard>,
): void {
  const flow = useReactFlow();
  const present = useRef({ scene, measured });
  // Before the effects of what asks for it.
  useLayoutEffect(() => {
    present.current = { scene, measured };
  }, [scene, measured]);
  // What is on the screen takes the next key.
  useLayoutEffect(() => {
    const sizeOfRegion = (): Size => region.current?.getBoundingClientRect() ?? { width: 0, height: 0 };
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
        sizes: () => present.current.measured,
        isInSight,
        flash,
        toCanvas: (screen) => flow.screenToFlowPosition({ ...screen }),
        fit() {
          const bounds = boxAround(present.current.scene.boxes.values());
          if (bounds === undefined) return;
          // The room as it is now: React Flow learns of an opened drawer later.
          void flow.setViewport(fittedView(bounds, sizeOfRegion()), { duration: moveDuration() });
        },
        zoomIn: () => void flow.zoomIn({ duration: moveDuration() }),
        zoomOut: () => void flow.zoomOut({ duration: moveDuration() }),
        zoomTo100: () => void flow.zoomTo(1, { duration: moveDuration() }),
        showNode: (nodeId) => {
          const box = present.current.scene.boxes.get(nodeId);
          if (box === undefined) return;
          select([nodeId]);
          const { width, height } = sizeOfRegion();
          const near = getViewportForBounds(box, width, height, MIN_ZOOM, 1, 0.6);
          void flow.setViewport(near, { duration: moveDuration() });
          focusCard(region.current, nodeId);
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
