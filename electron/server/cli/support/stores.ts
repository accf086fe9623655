import { z } from 'zod';
import { DocumentStoreSchema } from '../../../../shared/api/document-stores.ts';
import type { ApiClient } from './api-client.ts';

/** What the command line needs to know of a document store; its configuration, which may hold keys, is left aside. */
const StoreSummarySchema = DocumentStoreSchema.pick({
  id: true,
  name: true,
  description: true,
  status: true,
  totalChunks: true,
  totalChars: true,
  updatedDate: true,
});
export type StoreSummary = z.infer<typeof StoreSummarySchema>;

/** All document stores, newest change first. */
export async function listStores(api: ApiClient): Promise<StoreSummary[]> {
  return api.ask('/document-store/store', z.array(StoreSummarySchema));
}
