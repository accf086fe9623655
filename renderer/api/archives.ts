import type { ImportedArchive } from '../../shared/api/archives.ts';
import { api } from './client.ts';
import { queryClient } from './query-client.ts';
import { queryKeys } from './query-keys.ts';

/** A flow or document store with what it has stored, as a file. @throws ApiError NOT_EXPORTABLE, STORE_BUSY */
export async function fetchArchive(id: string): Promise<Blob> {
  const response = await api.open('exportArchive', { params: { id } });
  return await response.blob();
}

/** Makes a flow or document store of such a file. @throws ApiError FILE_CORRUPT */
export async function importArchive(file: File): Promise<ImportedArchive> {
  const body = new FormData();
  body.append('files', file);
  const imported = await api.call('importArchive', { body });
  const changed = imported.kind === 'store' ? queryKeys.documentStores : queryKeys.overview;
  await queryClient.invalidateQueries({ queryKey: changed });
  return imported;
}
