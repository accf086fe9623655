import { type QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { MapChunk } from '../../shared/api/content-map.ts';
import { api } from './client.ts';
import type { ContentsOf } from './contents.ts';
import { queryKeys } from './query-keys.ts';

/** While the map is drawn. The server gives the work up when nobody asks for 10 s. */
const LOOK_AGAIN_MS = 400;

function given({ nodeId }: ContentsOf): { nodeId?: string } {
  return nodeId === undefined ? {} : { nodeId };
}

/**
 * The map of a collection, or how far the work on it is. It is drawn anew when the page opens and on demand; in between a map stays, and says when the
 * collection is another one by now.
 */
export function useContentMap(of: ContentsOf) {
  const isAsked = useRef(false);
  const query = useQuery({
    queryKey: [...queryKeys.contents(of.ownerId), 'map', of.nodeId],
    queryFn: async ({ signal }) => {
      const fresh = !isAsked.current;
      const answer = await api.call('getContentMap', {
        params: { id: of.ownerId },
        query: { ...given(of), fresh },
        signal,
      });
      isAsked.current = true;
      return answer;
    },
    refetchInterval: ({ state }) => (state.data?.state === 'DRAWING' ? LOOK_AGAIN_MS : false),
    refetchOnWindowFocus: true,
    staleTime: 0,
  });
  const drawAgain = () => {
    isAsked.current = false;
    void query.refetch();
  };
  return { query, drawAgain };
}

function chunksOf(of: ContentsOf, ids: readonly string[]) {
  return queryOptions({
    queryKey: [...queryKeys.contents(of.ownerId), 'map chunks', of.nodeId, ids],
    queryFn: async ({ signal }) => {
      const query = { ...given(of), ids: ids.join(',') };
      return (await api.call('listMapChunks', { params: { id: of.ownerId }, query, signal })).chunks;
    },
  });
}

/** Texts of at most 50 points, those that are still there; off without any. */
export function useMapChunks(of: ContentsOf, ids: readonly string[]) {
  return useQuery({ ...chunksOf(of, ids), enabled: ids.length > 0 });
}

/** One point's text, for a link to it; undefined if it is gone. */
export async function loadMapChunk(client: QueryClient, of: ContentsOf, id: string): Promise<MapChunk | undefined> {
  return (await client.ensureQueryData(chunksOf(of, [id])))[0];
}

/** Places a question on the map. */
export function useAskMap(of: ContentsOf) {
  return useMutation({
    mutationFn: (question: string) =>
      api.call('askMap', { params: { id: of.ownerId }, query: given(of), body: { question } }),
  });
}
