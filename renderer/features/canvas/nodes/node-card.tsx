import { t } from '../../../../shared/texts/t.ts';
import './node-states.css';
import { Handle, type NodeProps, Position, useUpdateNodeInternals } from '@xyflow/react';
import { Check, CircleAlert, Minus, Upload } from 'lucide-react';
import { type CSSProperties, memo, useEffect, useRef } from 'react';
import type { NodeRun } from '../../../../shared/api/runs.ts';
import { isCollapsed, isDisabled } from '../../../../shared/flow/node-marks.ts';
import type { DataType } from '../../../../shared/nodes/data-types.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import { describeProgress, formatElapsed, progressRatio } from '../../../../shared/text/format.ts';
import { bundleGap, expectedHandles, type HandlePlace } from '../../../editor/card-shape.ts';
import { NODE_WIDTH } from '../../../editor/flow-content.ts';
import { indexOf } from '../../../editor/graph-index.ts';
import type { NodeHandles } from '../../../editor/node-handles.ts';
import { openUpsert } from '../../../stores/editor-layout-store.ts';
import { useNodeProblems } from '../../../stores/flow/flow-check.ts';
import { useFlowStore } from '../../../stores/flow/flow-store.ts';
import { chooseTarget, vectorStoresOf } from '../../../stores/flow/upsert-target.ts';
import { useNodeRun } from '../../../stores/run-store.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Tooltip } from '../../../ui/controls/tooltip.tsx';
import { typeColour, typeOfNode } from '../../../ui/data-types.tsx';
import { NodeIcon } from '../../../ui/node-icon.tsx';
import { summaryOf } from '../../../ui/node-summary.ts';
import { useIsLowDetail } from '../drawn/low-detail.ts';
import type { CanvasNode } from '../view-elements.ts';
import { BundledHandle, NamedHandle } from './named-handle.tsx';
import { NodeBoundary } from './node-boundary.tsx';
import { NodeLabel } from './node-label.tsx';

/** Says at the foot of a card that something keeps it from running. The sentences are where it is mended, in the inspector, and here for who asks for them. */
function ProblemStrip({ nodeId }: { readonly nodeId: string }) {
  const problems = useNodeProblems(nodeId);
  if (problems.length === 0) return null;
  return (
    <Tooltip label={problems.map(({ message }) => message).join('\n')}>
      <div className="node-strip border-t border-border">
        <div className="tabular flex h-6 items-center gap-1.5 px-3 text-secondary font-medium text-warning">
          <CircleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {t('{count, plural, one {# problem} other {# problems}}', { count: problems.length })}
        </div>
      </div>
    </Tooltip>
  );
}

const words: Readonly<Record<NodeRun['status'], string>> = {
  queued: t('Waiting'),
  running: t('Running'),
  done: t('Done'),
  skipped: t('Skipped'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
};

function StripIcon({ status }: { readonly status: NodeRun['status'] }) {
  if (status === 'done') return <Check aria-hidden="true" className="size-3.5 shrink-0 text-success" />;
  if (status === 'failed') return <CircleAlert aria-hidden="true" className="size-3.5 shrink-0 text-danger" />;
  if (status === 'skipped' || status === 'cancelled') return <Minus aria-hidden="true" className="size-3.5 shrink-0" />;
  return null;
}

function stripText(run: NodeRun): string {
  if (run.status === 'failed') return run.message ?? words.failed;
  const progress = describeProgress(run);
  if (run.status === 'running') return progress ?? run.message ?? words.running;
  return progress ?? words[run.status];
}

function StripBar({ run }: { readonly run: NodeRun }) {
  if (run.status === 'queued') return <div className="border-t border-dotted border-border-strong" />;
  if (run.status !== 'running') return <div className="border-t border-border" />;
  const ratio = progressRatio(run);
  return (
    <div className="h-0.5 overflow-hidden bg-border">
      <div
        className={classNames(
          'h-full bg-accent',
          ratio === undefined &&
            'w-1/3 animate-[bar-slide_1.4s_linear_infinite] motion-reduce:w-full motion-reduce:opacity-40',
        )}
        style={ratio === undefined ? undefined : { width: `${ratio * 100}%`, transition: 'width var(--ease-panel)' }}
      />
    </div>
  );
}

/** The foot of a card: how far the node is in the flow's last run. Nothing while there was none. */
const NodeStrip = memo(function NodeStrip({
  chatflowId,
  nodeId,
}: {
  readonly chatflowId: string;
  readonly nodeId: string;
}) {
  const run = useNodeRun(chatflowId, nodeId);
  if (run === undefined) return null;
  const text = stripText(run);
  return (
    <div className="node-strip" data-status={run.status}>
      <StripBar run={run} />
      <div
        className={classNames(
          'flex h-6 items-center gap-1.5 px-3 text-secondary',
          run.status === 'failed' ? 'text-danger' : 'text-muted',
        )}
      >
        <StripIcon status={run.status} />
        <span className="tabular min-w-0 flex-1 truncate" title={text}>
          {text}
        </span>
        {run.elapsedMs === undefined || run.status === 'queued' || run.status === 'running' ? null : (
          <span className="tabular shrink-0">{formatElapsed(run.elapsedMs)}</span>
        )}
      </div>
    </div>
  );
});

interface NodeBlockProps {
  readonly label: string;
  readonly type: DataType | undefined;
  readonly isSelected: boolean;
  readonly isDisabled: boolean;
  /** As the card is, in canvas pixels: nothing moves when one comes nearer. */
  readonly height: number;
  readonly handles: readonly HandlePlace[];
}

/** A card as it looks from afar: a block in the colour of what the node gives, with its label. */
function NodeBlock({ label, type, isSelected, isDisabled, height, handles }: NodeBlockProps) {
  const style: CSSProperties = { height, '--block': typeColour(type) } as CSSProperties;
  return (
    <div className="node-block" data-selected={isSelected} data-disabled={isDisabled} style={style}>
      <span className="node-block-label">{label}</span>
      {handles.map(({ id, side, y }) => (
        <Handle
          key={id}
          type={side === 'input' ? 'target' : 'source'}
          position={side === 'input' ? Position.Left : Position.Right}
          id={id}
          className="handle-point"
          style={{ top: y }}
        />
      ))}
    </div>
  );
}

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
