import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react';
import { X } from 'lucide-react';
import { memo, useState } from 'react';
import { removeEdges } from '../../../editor/flow-edits.ts';
import { editFlow, useFlowStore } from '../../../stores/flow/flow-store.ts';
import { useRunStore } from '../../../stores/run-store.ts';
import { typeColour } from '../../../ui/data-types.tsx';
import type { CanvasEdge } from '../view-elements.ts';

/** True while the node at the edge's beginning is running. */
function useIsFlowing(sourceId: string): boolean {
  const chatflowId = useFlowStore((state) => state.chatflowId) ?? '';
  return useRunStore((state) => state.activeRunByFlow[chatflowId]?.nodes[sourceId]?.status === 'running');
}

export const EdgeView = memo(function EdgeView(props: EdgeProps<CanvasEdge>) {
  const { id, source, selected, data } = props;
  const [isHovered, setIsHovered] = useState(false);
  const isFlowing = useIsFlowing(source);
  const [path, middleX, middleY] = getBezierPath(props);
  const isOpen = isHovered || selected === true;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pointer only shows the button, which keys reach through the selected edge. */}
      <g onMouseEnter={() => setIsHovered(true)} onMouseLeave={() => setIsHovered(false)}>
        <BaseEdge
          path={path}
          className={isFlowing ? 'flow-edge is-flowing' : 'flow-edge'}
          style={{ stroke: typeColour(data?.type), strokeWidth: isOpen ? 3 : 2 }}
          interactionWidth={20}
        />
      </g>
      {isOpen ? (
        <EdgeLabelRenderer>
          <button
            type="button"
            className="edge-remove nodrag nopan"
            style={{ transform: `translate(-50%, -50%) translate(${middleX}px, ${middleY}px)` }}
            aria-label={`Remove ${data?.label ?? 'wire'}`}
            onMouseEnter={() => setIsHovered(true)}
            onMouseLeave={() => setIsHovered(false)}
            onClick={() => editFlow((content) => removeEdges(content, new Set([id])))}
          >
            <X aria-hidden="true" className="size-3" />
          </button>
        </EdgeLabelRenderer>
      ) : null}
    </>
  );
});
