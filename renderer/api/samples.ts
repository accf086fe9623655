import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../shared/operations/operations.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

export type Sample = AnswerOf<'listSamples'>[number];

/** The sample documents that come with the app. */
export function useSamples(isWanted: boolean) {
  return useQuery({
    queryKey: queryKeys.samples,
    queryFn: ({ signal }) => api.call('listSamples', { signal }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A sample document as a file, as if it had been chosen from the disk. */
export async function fetchSample(name: string): Promise<File> {
  const response = await api.open('getSample', { params: { name } });
  return new File([await response.blob()], name);
}
