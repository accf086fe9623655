import type { ImportedArchive } from '../../shared/api/archives.ts';
import { api } from './client.ts';
import { queryClient } from './query-client.ts';
import { queryKeys } from './query-keys.ts';

/** A flow with its chunks, vectors and records, as a file. @throws ApiError NOT_EXPORTABLE, STORE_BUSY */
export async function fetchArchive(chatflowId: string): Promise<Blob> {
  const response = await api.open('exportArchive', { params: { id: chatflowId } });
  return await response.blob();
}

/** Makes a flow of such a file. @throws ApiError FILE_CORRUPT */
export async function importArchive(file: File): Promise<ImportedArchive> {
  const body = new FormData();
  body.append('files', file);
  const imported = await api.call('importArchive', { body });
  await queryClient.invalidateQueries({ queryKey: queryKeys.overview });
  return imported;
}
