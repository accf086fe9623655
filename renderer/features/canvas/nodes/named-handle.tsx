import { Handle, Position } from '@xyflow/react';
import { memo } from 'react';
import type { Port } from '../../../editor/node-handles.ts';
import { classNames } from '../../../ui/class-names.ts';
import { PortShape, wireLabel } from '../../../ui/data-types.tsx';
import { portState, usePendingConnectionStore } from '../edges/pending-connection-store.ts';

export interface PortHandleProps {
  readonly port: Port;
  readonly isConnected: boolean;
}

/** A named port at the edge of a card. The name is part of what can be grabbed. */
export const PortHandle = memo(function PortHandle({ port, isConnected }: PortHandleProps) {
  const state = usePendingConnectionStore((pending) => portState(pending, port.handleId));
  const isInput = port.side === 'input';
  const words = `${isInput ? 'Input' : 'Output'} ${port.label}, ${wireLabel(port.wire).toLowerCase()}, ${isConnected ? 'connected' : 'not connected'}`;
  return (
    <div
      className={classNames('port relative flex h-6 min-w-0 items-center', isInput ? 'pl-3' : 'justify-end pr-3')}
      data-state={state}
    >
      <Handle
        type={isInput ? 'target' : 'source'}
        position={isInput ? Position.Left : Position.Right}
        id={port.handleId}
        className="port-handle"
        role="img"
        aria-label={words}
      >
        <PortShape wire={port.wire} isFilled={isConnected} className="port-shape" />
      </Handle>
      <span
        className={classNames('truncate text-secondary', isConnected || port.isOptional ? 'text-muted' : 'text-ink')}
        title={port.label}
      >
        {port.label}
      </span>
    </div>
  );
});
