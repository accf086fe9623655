import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { memo, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { isNote } from '../../../../shared/flow/flow-document.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import { t } from '../../../../shared/texts/t.ts';
import type { Box } from '../../../editor/free-place.ts';
import { typeOfNode } from '../../../ui/data-types.tsx';
import { MAP_FROM_HEIGHT } from '../use-canvas-view.ts';
import { boxAround } from './fit-box.ts';
import type { FlowScene } from './flow-scene.ts';
import { type PaintColours, usePaintColours } from './paint-colours.ts';

const WIDTH = 132;
const HEIGHT = 88;
const MARGIN = 6;
/** The smallest that a node or the view is shown, in window pixels. */
const LEAST_PX = 2;

/** How the map shows a part of the canvas: window pixels of the map = (canvas pixels - corner) * scale. */
interface MapScale {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

function mapScale(bounds: Box): MapScale {
  const scale = Math.min((WIDTH - 2 * MARGIN) / bounds.width, (HEIGHT - 2 * MARGIN) / bounds.height);
  return {
    x: bounds.x - (WIDTH / scale - bounds.width) / 2,
    y: bounds.y - (HEIGHT / scale - bounds.height) / 2,
    scale,
  };
}

function paintMap(canvas: HTMLCanvasElement, scene: FlowScene, { x, y, scale }: MapScale, colours: PaintColours): void {
  const context = canvas.getContext('2d');
  const ratio = window.devicePixelRatio;
  canvas.width = WIDTH * ratio;
  canvas.height = HEIGHT * ratio;
  if (context === null) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  for (const [id, box] of scene.boxes) {
    const node = scene.nodes.get(id);
    if (node === undefined) continue;
    context.fillStyle = isNote(node) ? colours.muted : colours.ofType(typeOfNode(findNodeDefinition(node.data.name)));
    const [width, height] = [Math.max(LEAST_PX, box.width * scale), Math.max(LEAST_PX, box.height * scale)];
    context.fillRect((box.x - x) * scale, (box.y - y) * scale, width, height);
  }
}

/** Runs something when the next frame is drawn. Answers what calls it off. */
function afterFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The frame of what is seen follows the view without React: a move of the view costs nothing here. */
function useViewFrame({ x, y, scale }: MapScale) {
  const frame = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  useEffect(() => {
    function place(): void {
      const { transform, width, height } = store.getState();
      const [viewX, viewY, zoom] = transform;
      if (frame.current === null) return;
      const { style } = frame.current;
      style.transform = `translate(${(-viewX / zoom - x) * scale}px, ${(-viewY / zoom - y) * scale}px)`;
      style.width = `${Math.max(LEAST_PX, (width / zoom) * scale)}px`;
      style.height = `${Math.max(LEAST_PX, (height / zoom) * scale)}px`;
    }
    place();
    return store.subscribe((state, before) => {
      if (state.transform !== before.transform || state.width !== before.width || state.height !== before.height)
        place();
    });
  }, [store, x, y, scale]);
  return frame;
}

function MapInside({ scene, bounds }: { readonly scene: FlowScene; readonly bounds: Box }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = usePaintColours();
  const map = mapScale(bounds);
  const frame = useViewFrame(map);
  const { setCenter, getZoom, zoomIn, zoomOut } = useReactFlow();
  useEffect(
    () =>
      afterFrame(() => {
        if (canvas.current !== null) paintMap(canvas.current, scene, mapScale(bounds), colours);
      }),
    [scene, bounds, colours],
  );
  function goTo(event: PointerEvent<HTMLElement>): void {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.x) / map.scale + map.x, (event.clientY - box.y) / map.scale + map.y];
    void setCenter(x, y, { zoom: getZoom() });
  }
  return (
    <div
      className="flow-map"
      style={{ width: WIDTH, height: HEIGHT }}
      onPointerDown={goTo}
      onPointerMove={goTo}
      onWheel={(event) => void (event.deltaY < 0 ? zoomIn() : zoomOut())}
    >
      <canvas ref={canvas} role="img" aria-label={t('Map of the flow')} style={{ width: WIDTH, height: HEIGHT }} />
      <div ref={frame} className="flow-map-view" />
    </div>
  );
}

/** All of the flow in a corner of the canvas, with a frame around what is seen. */
export const FlowMap = memo(function FlowMap({ scene }: { readonly scene: FlowScene }) {
  const hasRoom = useStore((state) => state.height >= MAP_FROM_HEIGHT);
  const bounds = useMemo(() => boxAround(scene.boxes.values()), [scene]);
  return hasRoom && bounds !== undefined ? <MapInside scene={scene} bounds={bounds} /> : null;
});
