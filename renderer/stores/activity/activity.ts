import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { listenToToasts } from '../../ui/feedback/said.ts';
import { addActivity, clearActivity, readActivity } from './activity-database.ts';

/** Keeps what every toast says in this browser, from now on. */
export function recordToasts(): void {
  let isTroubled = false;
  listenToToasts((kind, message) => {
    void addActivity({ kind, message, at: Date.now() })
      .then(() => queryClient.invalidateQueries({ queryKey: queryKeys.activity }))
      .catch((error: unknown) => {
        // A browser that stores nothing is reported once, in the console; Settings says so as well.
        if (!isTroubled) console.warn('The browser does not keep what the window has said.', error);
        isTroubled = true;
      });
  });
}

/** What the window has said in this browser, the newest first. */
export function useActivity() {
  return useQuery({ queryKey: queryKeys.activity, queryFn: readActivity, refetchOnMount: 'always' });
}

export function useClearActivity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: clearActivity,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.activity }),
  });
}
