import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { KeyPlace } from '../../shared/ipc/key-place.ts';
import { queryKeys } from './query-keys.ts';

/** Where the key for credentials is, and what stands in the way of moving it; null in a browser. */
export function useKeyFacts() {
  return useQuery({
    queryKey: queryKeys.keyFacts,
    queryFn: async () => (await window.tributary?.readKeyFacts()) ?? null,
    refetchOnMount: 'always',
  });
}

export function useMoveKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (to: KeyPlace) => window.tributary?.moveKey(to),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.keyFacts }),
        client.invalidateQueries({ queryKey: queryKeys.serverSettings }),
      ]),
  });
}
