import { useQueries, useQuery } from '@tanstack/react-query';
import type { Overview } from '../../shared/api/overview.ts';
import type { QueryDoc } from '../../shared/api/vector.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Files and pages whose name has this part; without letters none are looked for. */
export function useFoundSources(text: string) {
  const wanted = text.trim().slice(0, 200);
  return useQuery({
    queryKey: queryKeys.foundSources(wanted),
    queryFn: ({ signal }) => api.call('findSources', { query: { text: wanted }, signal }),
    enabled: wanted.length > 1,
    placeholderData: (before) => before,
  });
}

/** Passages that each owner shows of an answer. */
const PASSAGES = 3;

async function askOne({ ownerId, kind }: Overview, query: string, signal: AbortSignal): Promise<QueryDoc[]> {
  const body = { query, topK: PASSAGES };
  const answer =
    kind === 'chatflow'
      ? await api.call('queryVector', { params: { id: ownerId }, body, signal })
      : await api.call('queryDocumentStore', { body: { ...body, storeId: ownerId }, signal });
  return answer.docs;
}

/** Asks several flows and document stores the same question; the answers come one by one, in the order of the owners. */
export function useAnswersOf(owners: readonly Overview[], question: string) {
  return useQueries({
    queries: owners.map((owner) => ({
      queryKey: queryKeys.answer(owner.ownerId, question),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => askOne(owner, question, signal),
      enabled: question !== '',
      retry: false,
    })),
  });
}
