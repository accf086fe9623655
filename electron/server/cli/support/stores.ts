import { z } from 'zod';
import type { ApiClient } from './api-client.ts';

/** What the command line needs to know of a document store. */
export const StoreSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  status: z.string(),
  totalChunks: z.number().nullish(),
});
export type StoreSummary = z.infer<typeof StoreSummarySchema>;

/** All document stores, newest change first. */
export async function listStores(api: ApiClient): Promise<StoreSummary[]> {
  return api.ask('/document-store/store', z.array(StoreSummarySchema));
}
