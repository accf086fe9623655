import { useQuery } from '@tanstack/react-query';
import { type Notice, NoticeListSchema } from '../../shared/api/info.ts';
import { callApi } from '../api/client.ts';

/** A disk may fill up and a check may find damage at any time; asking takes the server less than a millisecond. */
const LOOK_EVERY_MS = 10_000;

/** What the server has to say to the user: that the disk is full, or that a damaged database was put aside. */
export function useNotices(): readonly Notice[] {
  const { data } = useQuery({
    queryKey: ['notices'],
    queryFn: ({ signal }) => callApi(NoticeListSchema, '/notices', { signal }),
    refetchInterval: LOOK_EVERY_MS,
    refetchOnWindowFocus: true,
  });
  return data ?? [];
}
