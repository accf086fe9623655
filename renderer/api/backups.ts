import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The backups of the database, the one made last first. */
export function useBackups() {
  return useQuery({
    queryKey: queryKeys.backups,
    queryFn: ({ signal }) => api.call('listBackups', { signal }),
    refetchOnWindowFocus: true,
  });
}

/** Backs up the database now; the answer comes when the copy is checked. */
export function useMakeBackup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('makeBackup'),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.backups }),
  });
}

export function useDeleteBackup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.call('deleteBackup', { params: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.backups }),
  });
}
