import {
  type LoaderPreview,
  type LoaderPreviewBody,
  PREVIEW_DEFAULT,
} from '../../../../shared/api/document-store-loaders.ts';
import type { SourceFile } from '../../core/document.ts';
import { jobOf } from '../../pipeline/load/loader-job.ts';
import { previewChunks } from '../../pipeline/load/preview-chunks.ts';
import { checkFiles, mergeSettings } from './prepare-upsert.ts';
import { findLoader, findStore, type StoreHost } from './store-host.ts';
import { fillLoader, modelForSplitter, plannedLoader } from './store-parts.ts';

/**
 * The first chunks that a loader would give; nothing is written.
 * @throws UserError as a load does
 */
export async function previewLoader(
  host: StoreHost,
  body: LoaderPreviewBody,
  uploads: readonly SourceFile[],
  signal: AbortSignal,
): Promise<LoaderPreview> {
  const { storeId, id, previewChunkCount: wanted = PREVIEW_DEFAULT } = body;
  const store = storeId === undefined ? undefined : findStore(host, storeId);
  const base = storeId === undefined || id === undefined ? undefined : findLoader(host, storeId, id);
  const hasUploads = uploads.length > 0;
  const settings = mergeSettings(base, { ...body, hasFiles: hasUploads }, host.engine.values);
  checkFiles(settings.loader, hasUploads ? uploads : (base?.files ?? []));
  const files = hasUploads || base === undefined ? uploads : host.files.open(base, base.files);
  const job = jobOf(
    fillLoader(plannedLoader(settings, 'loader'), host.engine.values),
    files,
    'source',
    modelForSplitter(settings, store?.embedding ?? null, host.engine.values),
  );
  const preview = await previewChunks(job, wanted, host.engine.loadChunks, signal);
  return { ...preview, previewChunkCount: preview.chunks.length };
}
