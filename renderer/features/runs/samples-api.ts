import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { callApi, fetchApi } from '../../api/client.ts';

const SampleListSchema = z.array(z.object({ name: z.string(), sizeBytes: z.int() }));
export type Sample = z.infer<typeof SampleListSchema>[number];

/** The sample documents that come with the app. */
export function useSamples(isWanted: boolean) {
  return useQuery({
    queryKey: ['samples'],
    queryFn: ({ signal }) => callApi(SampleListSchema, '/samples', { signal }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A sample document as a file, as if it had been chosen from the disk. */
export async function fetchSample(name: string): Promise<File> {
  const response = await fetchApi(`/samples/${encodeURIComponent(name)}`);
  return new File([await response.blob()], name);
}
