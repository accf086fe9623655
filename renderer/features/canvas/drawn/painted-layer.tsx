import { useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { useFlowStore } from '../../../stores/flow/flow-store.ts';
import type { Drawn } from './choose-drawn.ts';
import { createPainter, PAINT_MARGIN } from './create-painter.ts';
import { useDragStore } from './drag-store.ts';
import type { FlowScene } from './flow-scene.ts';
import { usePaintColours } from './paint-colours.ts';

interface PaintedLayerProps {
  readonly scene: FlowScene;
  readonly drawn: Drawn;
}

/** What is in sight and not made of elements: a picture below them. Keys, the pointer and find reach all of it all the same. */
export function PaintedLayer({ scene, drawn }: PaintedLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<ReturnType<typeof createPainter>>(undefined);
  const store = useStoreApi();
  const colours = usePaintColours();
  const selectedNodeIds = useFlowStore((state) => state.selectedNodeIds);
  const selectedEdgeKeys = useFlowStore((state) => state.selectedEdgeKeys);
  const held = useDragStore((drag) => drag.held);
  // Of a drag of drawn nodes alone nothing is painted.
  const places = useDragStore((drag) => (drag.places?.size === drag.held.size ? undefined : drag.places));
  const { nodes, edges } = drawn.painted;
  useEffect(() => {
    if (canvas.current === null) return;
    const made = createPainter(canvas.current);
    painter.current = made;
    const move = () => {
      const { transform, width, height } = store.getState();
      const [x, y, zoom] = transform;
      made.move({ x, y, zoom }, { width, height });
    };
    move();
    const unsubscribe = store.subscribe((state, before) => {
      if (state.transform !== before.transform || state.width !== before.width || state.height !== before.height)
        move();
    });
    return () => {
      unsubscribe();
      made.stop();
    };
  }, [store]);
  useEffect(() => {
    painter.current?.show({ scene, nodes, edges, selectedNodeIds, selectedEdgeKeys, held, places, colours });
  }, [scene, nodes, edges, selectedNodeIds, selectedEdgeKeys, held, places, colours]);
  return <canvas ref={canvas} className="painted-flow" style={{ left: -PAINT_MARGIN, top: -PAINT_MARGIN }} />;
}
