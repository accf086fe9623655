import { create } from 'zustand';
import type { VectorQueryBody, VectorQueryResult } from '../../../shared/api/vector.ts';
import { api, messageOf } from '../../api/client.ts';
import { targetOfOpenFlow } from '../../stores/flow/flow-check.ts';

export type QueryMode = NonNullable<VectorQueryBody['mode']>;

export type QueryState =
  | { readonly step: 'idle' }
  | { readonly step: 'querying' }
  | { readonly step: 'answered'; readonly query: string; readonly mode: QueryMode; readonly result: VectorQueryResult }
  | { readonly step: 'failed'; readonly message: string };

/** What one flow was queried for. It lives outside of the panel, so that closing that forgets nothing. */
export interface QuerySession {
  readonly query: string;
  readonly mode: QueryMode;
  readonly topK: number;
  readonly state: QueryState;
}

/** Passages wanted at first: so many are read without scrolling far. */
const DEFAULT_TOP_K = 5;

const newSession: QuerySession = { query: '', mode: 'hybrid', topK: DEFAULT_TOP_K, state: { step: 'idle' } };

const useSessionStore = create<{ readonly byFlow: Readonly<Record<string, QuerySession>> }>()(() => ({ byFlow: {} }));

/** The call under way of each flow; a newer question ends it. */
const stops = new Map<string, AbortController>();

export function useQuerySession(chatflowId: string): QuerySession {
  return useSessionStore((store) => store.byFlow[chatflowId] ?? newSession);
}

/** Changes the question or how it is put. */
export function updateSession(chatflowId: string, change: Partial<QuerySession>): void {
  useSessionStore.setState(({ byFlow }) => ({
    byFlow: { ...byFlow, [chatflowId]: { ...(byFlow[chatflowId] ?? newSession), ...change } },
  }));
}

/** Queries the flow for the question of the session; without words it does nothing. */
export async function queryFlow(chatflowId: string): Promise<void> {
  const { query, mode, topK } = useSessionStore.getState().byFlow[chatflowId] ?? newSession;
  if (query.trim() === '') return;
  stops.get(chatflowId)?.abort();
  const stop = new AbortController();
  stops.set(chatflowId, stop);
  updateSession(chatflowId, { state: { step: 'querying' } });
  const stopNodeId = targetOfOpenFlow();
  try {
    const result = await api.call('queryVector', {
      params: { id: chatflowId },
      body: { query, mode, topK, stopNodeId },
      signal: stop.signal,
    });
    updateSession(chatflowId, { state: { step: 'answered', query, mode, result } });
  } catch (error) {
    if (stop.signal.aborted) return;
    updateSession(chatflowId, { state: { step: 'failed', message: messageOf(error) } });
  }
}
