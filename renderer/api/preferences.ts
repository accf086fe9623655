import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Preferences } from '../../shared/ipc/preferences.ts';
import { queryKeys } from './query-keys.ts';

/** What the person chose for the desktop app; undefined until it is known, and in a browser. */
export function usePreferences(): Preferences | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.preferences,
    queryFn: async () => (await window.tributary?.readPreferences()) ?? null,
    refetchOnMount: 'always',
  });
  return data ?? undefined;
}

/** Changes them. */
export function useChangePreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (preferences: Preferences) => window.tributary?.changePreferences(preferences),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.preferences }),
  });
}
