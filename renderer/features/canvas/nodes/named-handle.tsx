import { Handle, Position } from '@xyflow/react';
import { memo } from 'react';
import { inSentence } from '../../../../shared/text/format.ts';
import { t } from '../../../../shared/texts/t.ts';
import type { NodeHandle } from '../../../editor/node-handles.ts';
import { classNames } from '../../../ui/class-names.ts';
import { HandleShape, typeLabel } from '../../../ui/data-types.tsx';
import { grabEdgeEnd } from '../edges/grab-edge-end.ts';
import { handleState, usePendingConnectionStore } from '../edges/pending-connection-store.ts';

export interface NamedHandleProps {
  readonly handle: NodeHandle;
}

function spokenName({ side, label, type, isConnected }: NodeHandle): string {
  const values = { label, type: inSentence(typeLabel(type)) };
  if (side === 'input') {
    return isConnected
      ? t('Input {label}, {type}, connected', values)
      : t('Input {label}, {type}, not connected', values);
  }
  return isConnected
    ? t('Output {label}, {type}, connected', values)
    : t('Output {label}, {type}, not connected', values);
}

function HandlePoint({ handle, title }: NamedHandleProps & { readonly title?: string }) {
  const isInput = handle.side === 'input';
  return (
    <Handle
      type={isInput ? 'target' : 'source'}
      position={isInput ? Position.Left : Position.Right}
      id={handle.id}
      className="handle-point"
      role="img"
      aria-label={spokenName(handle)}
      {...(title === undefined ? {} : { title })}
    >
      <HandleShape type={handle.type} isFilled={handle.isConnected} className="handle-shape" />
    </Handle>
  );
}

/** A handle at the side of a card, with its name. The name can be grabbed too. */
export const NamedHandle = memo(function NamedHandle({ handle }: NamedHandleProps) {
  const { isConnected } = handle;
  const state = usePendingConnectionStore((pending) => handleState(pending, handle.id));
  const isInput = handle.side === 'input';
  return (
    <div
      onMouseDownCapture={isInput && isConnected ? (event) => grabEdgeEnd(event, handle.id) : undefined}
      className={classNames('handle-row relative flex h-6 min-w-0 items-center', isInput ? 'pl-3' : 'justify-end pr-3')}
      data-state={state}
    >
      <HandlePoint handle={handle} />
      <span
        className={classNames('truncate text-secondary', isConnected || handle.isOptional ? 'text-muted' : 'text-ink')}
        title={handle.label}
      >
        {handle.label}
      </span>
    </div>
  );
});

/** A handle of a collapsed card: its shape alone, close to the others of its side. */
export const BundledHandle = memo(function BundledHandle({ handle }: NamedHandleProps) {
  const state = usePendingConnectionStore((pending) => handleState(pending, handle.id));
  return (
    <div className="handle-row is-bundled relative" data-state={state}>
      <HandlePoint handle={handle} title={handle.label} />
    </div>
  );
});
