import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

/** The versions of the desktop app and of what it runs on, by name; undefined until they are known, and in a browser. */
export function useAppVersions(): Readonly<Record<string, string>> | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.appVersions,
    queryFn: async () => (await window.tributary?.appInfo())?.versions ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? undefined;
}
