import { QueryClient } from '@tanstack/react-query';

/** What the page knows of the server; one for all. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false, staleTime: 5_000 } },
});
