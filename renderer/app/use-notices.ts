import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { NoticeListSchema } from '../../shared/api/info.ts';
import { callApi } from '../api/client.ts';
import { showNotice } from '../ui/feedback/toast.tsx';

/** Tells what the server has to say of this start: that a damaged database was put aside, say. */
export function useNotices(): void {
  const { data: notices } = useQuery({
    queryKey: ['notices'],
    queryFn: ({ signal }) => callApi(NoticeListSchema, '/notices', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    for (const notice of notices ?? []) showNotice(notice);
  }, [notices]);
}
