import type { DocumentStore } from '../../../../shared/api/document-stores.ts';
import type { ApiClient } from '../../../../shared/client/api-client.ts';

/** What the command line needs to know of a document store; its configuration, which may hold keys, is left aside. */
function summaryOf({ id, name, description, status, totalChunks, totalChars, updatedDate }: DocumentStore) {
  return { id, name, description, status, totalChunks, totalChars, updatedDate };
}
export type StoreSummary = ReturnType<typeof summaryOf>;

/** All document stores, newest change first. */
export async function listStores(api: ApiClient): Promise<StoreSummary[]> {
  return (await api.call('listDocumentStores')).map(summaryOf);
}
