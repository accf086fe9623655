import { create } from 'zustand';
import type { Refusal } from '../../../../shared/flow/validate-connection.ts';
import { type PortRef, refusalsFrom } from '../../../editor/connection-targets.ts';
import { currentContent } from '../../../stores/flow/flow-store.ts';

interface PendingConnection {
  /** The port that a wire is being drawn from; undefined while none is. */
  readonly from: PortRef | undefined;
  /** For each port that the wire could end at, why it may not. */
  readonly refusals: ReadonlyMap<string, Refusal>;
}

const idle: PendingConnection = { from: undefined, refusals: new Map() };

export const usePendingConnectionStore = create<PendingConnection>()(() => idle);

/** A wire is being drawn from a port; with `movingKey`, it is the loose end of that wire. All ports learn at once whether they fit. */
export function startConnection(from: PortRef, movingKey?: string): void {
  usePendingConnectionStore.setState({ from, refusals: refusalsFrom(currentContent(), from, movingKey) });
}

export function endConnection(): void {
  usePendingConnectionStore.setState(idle);
}

/** How a port looks while a wire is being drawn: does it fit here? */
export type PortState = 'idle' | 'fits' | 'refused';

export function portState(pending: PendingConnection, handleId: string): PortState {
  if (pending.from === undefined || pending.from.handleId === handleId) return 'idle';
  return pending.refusals.has(handleId) && pending.refusals.get(handleId) === undefined ? 'fits' : 'refused';
}

/** Why the wire being drawn may not end at a port, in words. */
export function refusalAt(pending: PendingConnection, handleId: string, side: 'input' | 'output'): Refusal {
  if (pending.from === undefined || pending.from.handleId === handleId) return undefined;
  if (pending.from.side === side) return side === 'input' ? 'An input takes an output.' : 'An output goes to an input.';
  return pending.refusals.get(handleId);
}
