import { t } from '../../../../shared/texts/t.ts';
import './node-states.css';
import { type NodeProps, useUpdateNodeInternals } from '@xyflow/react';
import { Upload } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { isCollapsed, isDisabled } from '../../../../shared/flow/node-marks.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import { bundleGap, expectedHandles } from '../../../editor/card-shape.ts';
import { NODE_WIDTH } from '../../../editor/flow-content.ts';
import { indexOf } from '../../../editor/graph-index.ts';
import type { NodeHandles } from '../../../editor/node-handles.ts';
import { openUpsert } from '../../../stores/editor-layout-store.ts';
import { useFlowStore } from '../../../stores/flow/flow-store.ts';
import { chooseTarget, vectorStoresOf } from '../../../stores/flow/upsert-target.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { typeColour, typeOfNode } from '../../../ui/data-types.tsx';
import { NodeIcon } from '../../../ui/node-icon.tsx';
import { summaryOf } from '../../../ui/node-summary.ts';
import { useIsLowDetail } from '../drawn/low-detail.ts';
import type { CanvasNode } from '../view-elements.ts';
import { BundledHandle, NamedHandle } from './named-handle.tsx';
import { NodeBlock } from './node-block.tsx';
import { NodeBoundary } from './node-boundary.tsx';
import { NodeLabel } from './node-label.tsx';
import { NodeStrip } from './node-strip.tsx';
import { ProblemStrip } from './problem-strip.tsx';

/** Opens the upsert for this store, where a flow has several. */
function UpsertMark({ nodeId, label }: { readonly nodeId: string; readonly label: string }) {
  const hasSeveral = useFlowStore((state) => vectorStoresOf(state.history.present.graph).length > 1);
  if (!hasSeveral) return null;
  return (
    <IconButton
      label={t('Upsert into {store}', { store: label })}
      className="nodrag -my-1 -mr-1 size-7"
      side="top"
      icon={<Upload />}
      onClick={() => {
        chooseTarget(nodeId);
        openUpsert();
      }}
    />
  );
}

function HandleRows({ handles }: { readonly handles: NodeHandles }) {
  if (handles.inputs.length + handles.outputs.length === 0) return null;
  return (
    // The outputs take what the inputs leave: their names are the longer ones.
    <div className="grid grid-cols-[minmax(0,auto)_minmax(0,auto)] justify-between gap-x-2 py-2">
      <div className="min-w-0">
        {handles.inputs.map((handle) => (
          <NamedHandle key={handle.id} handle={handle} />
        ))}
      </div>
      <div className="min-w-0">
        {handles.outputs.map((handle) => (
          <NamedHandle key={handle.id} handle={handle} />
        ))}
      </div>
    </div>
  );
}

/** The handles of one side of a collapsed card, beside its head. */
function HandleBundle({ side, handles }: { readonly side: 'left' | 'right'; readonly handles: NodeHandles['inputs'] }) {
  return (
    <div className="handle-bundle" data-side={side} style={{ gap: bundleGap(handles.length) }}>
      {handles.map((handle) => (
        <BundledHandle key={handle.id} handle={handle} />
      ))}
    </div>
  );
}

/** Has React Flow measure the handles anew when their set or places change (not at first: then it measures all nodes together, and fits them). */
function useMeasuredHandles(nodeId: string, handles: NodeHandles, isFolded: boolean): void {
  const updateNodeInternals = useUpdateNodeInternals();
  const ids = [...handles.inputs, ...handles.outputs].map((handle) => handle.id);
  const handleIds = [isFolded ? 'collapsed' : 'open', ...ids].join('\n');
  const measured = useRef(handleIds);
  useEffect(() => {
    if (measured.current === handleIds) return;
    measured.current = handleIds;
    updateNodeInternals(nodeId);
  }, [nodeId, handleIds, updateNodeInternals]);
}

function Card({ id, data, selected, width = NODE_WIDTH, height = 0 }: NodeProps<CanvasNode>) {
  const chatflowId = useFlowStore((state) => state.chatflowId) ?? '';
  const handles = useFlowStore((state) => indexOf(state.history.present.graph).handles(id));
  const definition = findNodeDefinition(data.name);
  const isFolded = isCollapsed({ id, data });
  const isOff = isDisabled({ id, data });
  useMeasuredHandles(id, handles, isFolded);
  const label = data.label === '' ? data.name : data.label;
  if (useIsLowDetail()) {
    const type = typeOfNode(definition);
    const places = expectedHandles({ id, data }, handles, width);
    const block = { label, type, isDisabled: isOff, height, handles: places };
    return <NodeBlock {...block} isSelected={selected} />;
  }
  const summary = definition === undefined ? t('Not available here') : summaryOf(definition, data.inputs);
  return (
    <div
      className={classNames(
        'node-card',
        definition === undefined && 'is-unknown',
        isOff && 'is-disabled',
        isFolded && 'is-collapsed',
      )}
      data-selected={selected}
    >
      <div className="node-head" style={{ color: typeColour(typeOfNode(definition)) }}>
        <NodeIcon definition={definition} />
        <div className="min-w-0 flex-1">
          <NodeLabel nodeId={id} label={label} />
          <div className="truncate text-secondary text-muted" title={summary}>
            {isOff ? t('Disabled') : summary}
          </div>
        </div>
        {definition?.kind === 'vectorstore' ? <UpsertMark nodeId={id} label={label} /> : null}
      </div>
      {isFolded ? (
        <>
          <HandleBundle side="left" handles={handles.inputs} />
          <HandleBundle side="right" handles={handles.outputs} />
        </>
      ) : (
        <HandleRows handles={handles} />
      )}
      <ProblemStrip nodeId={id} />
      <NodeStrip chatflowId={chatflowId} nodeId={id} />
    </div>
  );
}

/** A node on the canvas: what it is, the values that matter in one line, its handles, and how far it is. It is edited in the inspector. */
export const NodeCard = memo(function NodeCard(props: NodeProps<CanvasNode>) {
  return (
    <NodeBoundary data={props.data} selected={props.selected}>
      <Card {...props} />
    </NodeBoundary>
  );
});
