import {
  type LoaderPreview,
  type LoaderPreviewBody,
  PREVIEW_DEFAULT,
} from '../../../../shared/api/document-store-loaders.ts';
import type { SourceFile } from '../../core/document.ts';
import { previewChunks } from '../../pipeline/load/preview-chunks.ts';
import { loaderWork } from '../libraries/parts.ts';
import { findLoader, findStore, type StoreAccess } from '../libraries/store-access.ts';
import { checkFiles, mergeSettings } from './prepare-upsert.ts';

/**
 * The first chunks that a loader would give; nothing is written.
 * @throws UserError as a load does
 */
export async function previewLoader(
  deps: StoreAccess,
  body: LoaderPreviewBody,
  uploads: readonly SourceFile[],
  signal: AbortSignal,
): Promise<LoaderPreview> {
  const { storeId, id, previewChunkCount: wanted = PREVIEW_DEFAULT } = body;
  const store = storeId === undefined ? undefined : findStore(deps, storeId);
  const base = storeId === undefined || id === undefined ? undefined : findLoader(deps, storeId, id);
  const hasUploads = uploads.length > 0;
  const settings = mergeSettings(base, { ...body, hasFiles: hasUploads }, deps.engine.values);
  checkFiles(settings.loader, hasUploads ? uploads : (base?.files ?? []));
  const files = hasUploads || base === undefined ? uploads : deps.files.open(base, base.files);
  const work = { ...loaderWork(settings, 'loader', store?.embedding ?? null, deps.engine.values), files };
  const preview = await previewChunks(
    work,
    { limit: wanted, statistics: body.statistics },
    deps.engine.loadChunks,
    signal,
  );
  return { ...preview, previewChunkCount: preview.chunks.length };
}
