import { type ConnectionLineComponentProps, getBezierPath } from '@xyflow/react';
import { indexOf } from '../../../editor/graph-index.ts';
import { currentGraph } from '../../../stores/flow/flow-store.ts';
import { typeColour } from '../../../ui/data-types.tsx';
import type { CanvasNode } from '../view-elements.ts';
import { refusalAt, usePendingConnectionStore } from './pending-connection-store.ts';

/** In canvas pixels. */
const REFUSAL_WIDTH = 260;

/** The edge under the pointer while it is drawn; over a handle that it may not end at, it says why. */
export function ConnectionLine(props: ConnectionLineComponentProps<CanvasNode>) {
  const { fromNode, fromHandle, toHandle, connectionStatus, toX, toY } = props;
  const pending = usePendingConnectionStore();
  const [path] = getBezierPath({
    sourceX: props.fromX,
    sourceY: props.fromY,
    sourcePosition: props.fromPosition,
    targetX: toX,
    targetY: toY,
    targetPosition: props.toPosition,
  });
  const handleId = fromHandle.id ?? '';
  const { inputs, outputs } = indexOf(currentGraph()).handles(fromNode.id);
  const handles = fromHandle.type === 'source' ? outputs : inputs;
  const type = handles.find((handle) => handle.id === handleId)?.type;
  const refusal =
    connectionStatus === 'invalid' && toHandle !== null
      ? refusalAt(pending, toHandle.id ?? '', toHandle.type === 'target' ? 'input' : 'output')
      : undefined;
  return (
    <g>
      <path d={path} fill="none" stroke={refusal === undefined ? typeColour(type) : 'var(--danger)'} strokeWidth={2} />
      {refusal === undefined ? null : (
        <foreignObject
          x={toX - REFUSAL_WIDTH / 2}
          y={toY + 16}
          width={REFUSAL_WIDTH}
          height={80}
          className="overflow-visible text-center"
        >
          <div className="inline-block rounded-control border border-danger/40 bg-raised px-2 py-1 text-secondary text-danger shadow-float">
            {refusal}
          </div>
        </foreignObject>
      )}
    </g>
  );
}
