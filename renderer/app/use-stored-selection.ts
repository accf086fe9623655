import { useEffect } from 'react';
import { z } from 'zod';
import { indexOf } from '../editor/graph-index.ts';
import { currentGraph, select, useFlowStore } from '../stores/flow/flow-store.ts';

const STORAGE_KEY = 'tributary.selection';

/** More are as quickly selected again by a box. */
const MOST_NODES = 200;

/** While a box is drawn the selection changes with each move; ms. */
const SETTLE_MS = 300;

const StoredSchema = z.object({ chatflowId: z.string(), nodeIds: z.array(z.string()).max(MOST_NODES) });

function readStored(): z.infer<typeof StoredSchema> | undefined {
  const text = localStorage.getItem(STORAGE_KEY);
  return text === null ? undefined : StoredSchema.safeParse(JSON.parse(text)).data;
}

function keep(): void {
  const { chatflowId, selectedNodeIds } = useFlowStore.getState();
  if (chatflowId === undefined) return;
  const kept = { chatflowId, nodeIds: [...selectedNodeIds].slice(0, MOST_NODES) };
  localStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
}

/** In the desktop window: the flow that was open when it was closed has its selection again. */
export function useStoredSelection(): void {
  useEffect(() => {
    if (window.tributary === undefined) return undefined;
    let kept = readStored();
    let timer: number | undefined;
    const stop = useFlowStore.subscribe(({ chatflowId, selectedNodeIds }, before) => {
      if (chatflowId !== undefined && kept !== undefined) {
        const { nodes } = indexOf(currentGraph());
        const again = kept.chatflowId === chatflowId ? kept.nodeIds.filter((id) => nodes.has(id)) : [];
        kept = undefined;
        if (again.length > 0) select(again);
      }
      if (selectedNodeIds === before.selectedNodeIds && chatflowId === before.chatflowId) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(keep, SETTLE_MS);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, []);
}
