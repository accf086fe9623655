import { useQuery } from '@tanstack/react-query';
import { rowsOf } from '../../shared/api/common.ts';
import type { VectorQueryBody, VectorQueryResult } from '../../shared/api/vector.ts';
import { api, OWN_HEADERS } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** A flow or a document store that can be queried. */
export interface Askable {
  readonly id: string;
  readonly kind: 'flow' | 'store';
  readonly name: string;
}

/** All flows and document stores, by their names; undefined while they are not known. */
export function useAskables(): readonly Askable[] | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.askables,
    queryFn: async ({ signal }) => {
      const [flows, stores] = await Promise.all([
        api.call('listChatflowNames', { signal }),
        api.call('listDocumentStores', { signal }).then(rowsOf),
      ]);
      return [
        ...flows.map(({ id, name }): Askable => ({ id, kind: 'flow', name })),
        ...stores.map(({ id, name }): Askable => ({ id, kind: 'store', name })),
      ].sort((a, b) => a.name.localeCompare(b.name));
    },
  });
  return data;
}

/** Asks a flow or a document store. @throws ApiError; the signal's reason when it aborts */
export function ask(
  { id, kind }: Pick<Askable, 'id' | 'kind'>,
  body: VectorQueryBody,
  signal: AbortSignal,
): Promise<VectorQueryResult> {
  if (kind === 'flow') return api.call('queryVector', { params: { id }, body, headers: OWN_HEADERS, signal });
  const { stopNodeId: _, ...question } = body;
  return api.call('queryDocumentStore', { body: { ...question, storeId: id }, signal });
}
