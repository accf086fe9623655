import { create } from 'zustand';
import type { VectorQueryBody, VectorQueryResult } from '../../../shared/api/vector.ts';
import { ApiError } from '../../../shared/client/api-error.ts';
import { api, messageOf } from '../../api/client.ts';
import { targetOfOpenFlow } from '../../stores/flow/flow-check.ts';

export type AskMode = NonNullable<VectorQueryBody['mode']>;

export type AskState =
  | { readonly step: 'idle' }
  | { readonly step: 'asking' }
  | { readonly step: 'answered'; readonly query: string; readonly mode: AskMode; readonly result: VectorQueryResult }
  | { readonly step: 'failed'; readonly message: string; readonly code: string };

/** What was asked of one flow. It lives outside of the panel, so that closing that forgets nothing. */
export interface AskSession {
  readonly query: string;
  readonly mode: AskMode;
  readonly topK: number;
  readonly state: AskState;
}

/** Passages asked for at first: so many are read without scrolling far. */
const DEFAULT_TOP_K = 5;

const newSession: AskSession = { query: '', mode: 'hybrid', topK: DEFAULT_TOP_K, state: { step: 'idle' } };

const useAskStore = create<{ readonly byFlow: Readonly<Record<string, AskSession>> }>()(() => ({ byFlow: {} }));

/** The call under way of each flow; a newer question ends it. */
const stops = new Map<string, AbortController>();

export function useAskSession(chatflowId: string): AskSession {
  return useAskStore((store) => store.byFlow[chatflowId] ?? newSession);
}

/** Changes the question or how it is asked. */
export function updateAsk(chatflowId: string, change: Partial<AskSession>): void {
  useAskStore.setState(({ byFlow }) => ({
    byFlow: { ...byFlow, [chatflowId]: { ...(byFlow[chatflowId] ?? newSession), ...change } },
  }));
}

/** Asks the question of the session; without words it does nothing. */
export async function askFlow(chatflowId: string): Promise<void> {
  const { query, mode, topK } = useAskStore.getState().byFlow[chatflowId] ?? newSession;
  if (query.trim() === '') return;
  stops.get(chatflowId)?.abort();
  const stop = new AbortController();
  stops.set(chatflowId, stop);
  updateAsk(chatflowId, { state: { step: 'asking' } });
  const stopNodeId = targetOfOpenFlow();
  try {
    const result = await api.call('queryVector', {
      params: { id: chatflowId },
      body: { query, mode, topK, stopNodeId },
      signal: stop.signal,
    });
    updateAsk(chatflowId, { state: { step: 'answered', query, mode, result } });
  } catch (error) {
    if (stop.signal.aborted) return;
    const code = error instanceof ApiError ? error.code : 'UNKNOWN';
    updateAsk(chatflowId, { state: { step: 'failed', message: messageOf(error), code } });
  }
}
