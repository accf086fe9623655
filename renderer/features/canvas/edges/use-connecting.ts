import type { Connection, HandleType, IsValidConnection, OnConnectStartParams } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import { type HandleRef, refusalOf } from '../../../editor/connection-targets.ts';
import type { Point } from '../../../editor/flow-content.ts';
import { connect, type EdgeEnds, reconnect, removeEdges } from '../../../editor/flow-edits.ts';
import { useCanvasViewStore } from '../../../stores/canvas-view-store.ts';
import { currentGraph, editFlow, select } from '../../../stores/flow/flow-store.ts';
import { showErrorToast } from '../../../ui/feedback/toast.tsx';
import type { CanvasEdge } from '../view-elements.ts';
import { endConnection, refusalAt, startConnection, usePendingConnectionStore } from './pending-connection-store.ts';

/** Of what React Flow says at the end of an edge, the part that is used. */
interface ConnectionEnd {
  readonly isValid: boolean | null;
  readonly toHandle: { readonly id?: string | null; readonly type: HandleType } | null;
  readonly toNode: object | null;
}

function endsOf(connection: Connection | CanvasEdge): EdgeEnds {
  const { source, target, sourceHandle, targetHandle } = connection;
  return { source, target, sourceHandle: sourceHandle ?? '', targetHandle: targetHandle ?? '' };
}

function pointOf(event: MouseEvent | TouchEvent): Point {
  const point = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: point?.clientX ?? 0, y: point?.clientY ?? 0 };
}

function handleRef(nodeId: string | null, handleId: string | null, type: HandleType | null): HandleRef | undefined {
  if (nodeId === null || handleId === null || type === null) return undefined;
  return { nodeId, handleId, side: type === 'source' ? 'output' : 'input' };
}

/** Why the edge that was let go of may not end where it was, in words. */
function refusalOfEnd({ toHandle, isValid }: ConnectionEnd): string | undefined {
  if (isValid === true || toHandle === null) return undefined;
  const side = toHandle.type === 'target' ? 'input' : 'output';
  return refusalAt(usePendingConnectionStore.getState(), toHandle.id ?? '', side);
}

/** Whether the pointer was let go of beside all nodes: an edge that ends there is removed. */
function isOnEmptyCanvas({ target }: MouseEvent | TouchEvent): boolean {
  if (!(target instanceof Element) || target.closest('.react-flow__node, .react-flow__panel') !== null) return false;
  return target.closest('.react-flow') !== null;
}

/** Drawing edges: which fit, why the others do not, and moving an end of one. */
export function useConnecting() {
  const movingKey = useRef<string>(undefined);
  return useMemo(() => {
    function finish(event: MouseEvent | TouchEvent, end: ConnectionEnd): void {
      const refusal = refusalOfEnd(end);
      const { from } = usePendingConnectionStore.getState();
      endConnection();
      if (refusal !== undefined) showErrorToast(refusal);
      if (movingKey.current !== undefined || from === undefined || end.toHandle !== null || end.toNode !== null) return;
      const { view } = useCanvasViewStore.getState();
      const at = pointOf(event);
      if (view === undefined || !(event.target instanceof Element) || event.target.closest('.react-flow') === null)
        return;
      const place = view.toCanvas(at);
      useCanvasViewStore.setState({ connectMenu: { nodeId: from.nodeId, handleId: from.handleId, at, place } });
    }

    return {
      isValidConnection: ((connection) =>
        refusalOf(currentGraph(), endsOf(connection), movingKey.current) ===
        undefined) satisfies IsValidConnection<CanvasEdge>,
      onConnectStart: (_: unknown, { nodeId, handleId, handleType }: OnConnectStartParams) => {
        const from = handleRef(nodeId, handleId, handleType);
        if (from !== undefined) startConnection(from, movingKey.current);
      },
      onConnect: (connection: Connection) => editFlow((content) => connect(content, endsOf(connection))),
      onConnectEnd: finish,
      onReconnectStart: (_: unknown, edge: CanvasEdge) => {
        movingKey.current = edge.id;
        select([], [edge.id]);
      },
      onReconnect: (edge: CanvasEdge, connection: Connection) =>
        editFlow((content) => reconnect(content, edge.id, endsOf(connection))),
      onReconnectEnd: (event: MouseEvent | TouchEvent, edge: CanvasEdge, _: HandleType, end: ConnectionEnd) => {
        // onConnectEnd was called before: a refusal was shown there, and the edge stays where it was.
        movingKey.current = undefined;
        if (end.isValid !== true && end.toHandle === null && isOnEmptyCanvas(event)) {
          editFlow((content) => removeEdges(content, new Set([edge.id])));
        }
      },
    };
  }, []);
}
