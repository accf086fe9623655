import { create } from 'zustand';
import type { Refusal } from '../../../../shared/flow/validate-connection.ts';
import { t } from '../../../../shared/texts/t.ts';
import { type HandleRef, refusalsFrom } from '../../../editor/connection-targets.ts';
import { currentGraph } from '../../../stores/flow/flow-store.ts';

interface PendingConnection {
  /** The handle that an edge is being drawn from; undefined while none is. */
  readonly from: HandleRef | undefined;
  /** For each handle that the edge could end at, why it may not. */
  readonly refusals: ReadonlyMap<string, Refusal>;
}

const idle: PendingConnection = { from: undefined, refusals: new Map() };

export const usePendingConnectionStore = create<PendingConnection>()(() => idle);

/** An edge is being drawn from a handle; with `movingKey`, it is the loose end of that edge. All handles learn at once whether they fit. */
export function startConnection(from: HandleRef, movingKey?: string): void {
  usePendingConnectionStore.setState({ from, refusals: refusalsFrom(currentGraph(), from, movingKey) });
}

export function endConnection(): void {
  usePendingConnectionStore.setState(idle);
}

/** How a handle looks while an edge is being drawn: does it fit here? */
export type HandleState = 'idle' | 'fits' | 'refused';

export function handleState(pending: PendingConnection, handleId: string): HandleState {
  if (pending.from === undefined || pending.from.handleId === handleId) return 'idle';
  return pending.refusals.has(handleId) && pending.refusals.get(handleId) === undefined ? 'fits' : 'refused';
}

/** Why the edge being drawn may not end at a handle, in words. */
export function refusalAt(pending: PendingConnection, handleId: string, side: 'input' | 'output'): Refusal {
  if (pending.from === undefined || pending.from.handleId === handleId) return undefined;
  if (pending.from.side === side)
    return side === 'input' ? t('An input takes an output.') : t('An output goes to an input.');
  return pending.refusals.get(handleId);
}
