import { useQuery } from '@tanstack/react-query';
import type { Notice } from '../../shared/api/info.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** A disk may fill up and a check may find damage at any time; asking takes the server less than a millisecond. */
const LOOK_EVERY_MS = 10_000;

/** What the server has to say to the user: that the disk is full, or that a damaged database was put aside. */
export function useNotices(): readonly Notice[] {
  const { data } = useQuery({
    queryKey: queryKeys.notices,
    queryFn: ({ signal }) => api.call('listNotices', { signal }),
    refetchInterval: LOOK_EVERY_MS,
    refetchOnWindowFocus: true,
  });
  return data ?? [];
}
