import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { RunChunkKind, RunChunkList } from '../../shared/api/run-chunks.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

const PAGE = 50;

function chunksOf(id: string, kind: RunChunkKind) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.runChunks(id), kind],
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam === '' ? {} : { after: pageParam };
      return api.call('listRunChunks', { params: { id }, query: { kind, limit: PAGE, ...after }, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }: RunChunkList) => next ?? undefined,
  });
}

/** The chunks behind one of the counts of a run, page by page. */
export function useRunChunks(id: string, kind: RunChunkKind) {
  return useInfiniteQuery(chunksOf(id, kind));
}

/** Undoes the last run of a flow or store. */
export function useUndoRun(ownerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('undoRun', { params: { id } }),
    async onSettled(_done, _error, id) {
      const changed = [
        queryKeys.run(id),
        queryKeys.runs(ownerId),
        queryKeys.runList,
        queryKeys.contents(ownerId),
        queryKeys.overview,
        queryKeys.documentStores,
      ];
      await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
