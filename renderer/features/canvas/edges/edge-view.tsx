import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react';
import { Plus, X } from 'lucide-react';
import { memo, useState } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import { removeEdges } from '../../../editor/flow-edits.ts';
import { openEdgeMenu } from '../../../stores/canvas-view-store.ts';
import { editFlow, useFlowStore } from '../../../stores/flow/flow-store.ts';
import { useRunStore } from '../../../stores/run-store.ts';
import { classNames } from '../../../ui/class-names.ts';
import { typeColour } from '../../../ui/data-types.tsx';
import type { CanvasEdge } from '../view-elements.ts';
import { useEdgeDropStore } from './edge-drop-store.ts';

/** True while the node at the edge's beginning is running. */
function useIsFlowing(sourceId: string): boolean {
  const chatflowId = useFlowStore((state) => state.chatflowId) ?? '';
  return useRunStore((state) => state.activeRunByFlow[chatflowId]?.nodes[sourceId]?.status === 'running');
}

export const EdgeView = memo(function EdgeView(props: EdgeProps<CanvasEdge>) {
  const { id, source, selected, data } = props;
  const [isHovered, setIsHovered] = useState(false);
  const isFlowing = useIsFlowing(source);
  const drop = useEdgeDropStore(({ fit, words }) => (fit?.edgeKey === id ? words : undefined));
  const [path, middleX, middleY] = getBezierPath(props);
  // Of many selected edges none shows its tools: they are for one.
  const isOnly = useFlowStore((state) => state.selectedEdgeKeys.size === 1);
  const isOpen = isHovered || selected === true;
  const ends = { from: data?.from ?? '', to: data?.to ?? '' };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pointer only shows the button, which keys reach through the selected edge. */}
      <g onMouseEnter={() => setIsHovered(true)} onMouseLeave={() => setIsHovered(false)}>
        <BaseEdge
          path={path}
          className={classNames(
            'flow-edge',
            isFlowing && 'is-flowing',
            drop !== undefined && 'is-drop-target',
            data?.isIdle === true && 'is-idle',
          )}
          style={{ stroke: typeColour(data?.type), strokeWidth: drop !== undefined ? 4 : isOpen ? 3 : 2 }}
          interactionWidth={20}
        />
      </g>
      {drop === undefined ? null : (
        <EdgeLabelRenderer>
          <div
            className="edge-tools rounded-control border border-accent bg-raised px-2 py-1 text-secondary shadow-float"
            style={{ transform: `translate(-50%, -150%) translate(${middleX}px, ${middleY}px)` }}
          >
            {drop}
          </div>
        </EdgeLabelRenderer>
      )}
      {(isHovered || (selected === true && isOnly)) && drop === undefined ? (
        <EdgeLabelRenderer>
          <div
            role="toolbar"
            data-id={id}
            aria-label={t('Tools of wire from {from} to {to}', ends)}
            className="edge-tools nodrag nopan"
            style={{ transform: `translate(-50%, -50%) translate(${middleX}px, ${middleY}px)` }}
            onMouseEnter={() => setIsHovered(true)}
            onMouseLeave={() => setIsHovered(false)}
          >
            <button
              type="button"
              className="edge-tool"
              aria-label={t('Add a node on wire from {from} to {to}', ends)}
              onClick={(event) => openEdgeMenu(id, event.currentTarget.getBoundingClientRect())}
            >
              <Plus aria-hidden="true" className="size-3" />
            </button>
            <button
              type="button"
              className="edge-tool is-remove"
              aria-label={t('Remove wire from {from} to {to}', ends)}
              onClick={() => editFlow((content) => removeEdges(content, new Set([id])))}
            >
              <X aria-hidden="true" className="size-3" />
            </button>
          </div>
        </EdgeLabelRenderer>
      ) : null}
    </>
  );
});
