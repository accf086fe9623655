import { Handle, Position } from '@xyflow/react';
import { memo } from 'react';
import type { NodeHandle } from '../../../editor/node-handles.ts';
import { classNames } from '../../../ui/class-names.ts';
import { HandleShape, typeLabel } from '../../../ui/data-types.tsx';
import { grabEdgeEnd } from '../edges/grab-edge-end.ts';
import { handleState, usePendingConnectionStore } from '../edges/pending-connection-store.ts';

export interface NamedHandleProps {
  readonly handle: NodeHandle;
}

/** A handle at the side of a card, with its name. The name can be grabbed too. */
export const NamedHandle = memo(function NamedHandle({ handle }: NamedHandleProps) {
  const { isConnected } = handle;
  const state = usePendingConnectionStore((pending) => handleState(pending, handle.id));
  const isInput = handle.side === 'input';
  const words = `${isInput ? 'Input' : 'Output'} ${handle.label}, ${typeLabel(handle.type).toLowerCase()}, ${isConnected ? 'connected' : 'not connected'}`;
  return (
    <div
      onMouseDownCapture={isInput && isConnected ? (event) => grabEdgeEnd(event, handle.id) : undefined}
      className={classNames('handle-row relative flex h-6 min-w-0 items-center', isInput ? 'pl-3' : 'justify-end pr-3')}
      data-state={state}
    >
      <Handle
        type={isInput ? 'target' : 'source'}
        position={isInput ? Position.Left : Position.Right}
        id={handle.id}
        className="handle-point"
        role="img"
        aria-label={words}
      >
        <HandleShape type={handle.type} isFilled={isConnected} className="handle-shape" />
      </Handle>
      <span
        className={classNames('truncate text-secondary', isConnected || handle.isOptional ? 'text-muted' : 'text-ink')}
        title={handle.label}
      >
        {handle.label}
      </span>
    </div>
  );
});
