import { rowsOf } from '../../../../shared/api/common.ts';
import type { DocumentStore } from '../../../../shared/api/document-stores.ts';
import type { ApiClient } from '../../../../shared/client/api-client.ts';

/** The fields of a document store that the command line needs; not its configuration, which may contain keys. */
function summaryOf({ id, name, description, status, totalChunks, totalChars, updatedDate }: DocumentStore) {
  return { id, name, description, status, totalChunks, totalChars, updatedDate };
}
export type StoreSummary = ReturnType<typeof summaryOf>;

/** All document stores, newest change first. */
export async function listStores(api: ApiClient): Promise<StoreSummary[]> {
  return rowsOf(await api.call('listDocumentStores')).map(summaryOf);
}
