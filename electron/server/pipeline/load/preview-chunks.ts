import type { NodePreview } from '../../../../shared/api/node-tools.ts';
import type { Metadata } from '../../core/document.ts';
import type { LoadChunks } from '../../core/load-job.ts';
import { type LoaderWork, loaderPart } from './source-part.ts';

/** The first chunks that a loader gives. It is stopped as soon as there are enough: what is not needed is not loaded. */
export async function previewChunks(
  work: LoaderWork,
  limit: number,
  loadChunks: LoadChunks,
  signal: AbortSignal,
): Promise<NodePreview> {
  const chunks: NodePreview['chunks'] = [];
  // One more than is shown says whether there are more.
  const part = loaderPart({ ...work, batchSize: limit + 1 }, loadChunks);
  for await (const batch of part.open('source', signal)) {
    for (const [index, pageContent] of batch.contents.entries()) {
      if (chunks.length === limit) return { chunks, isComplete: false };
      const metadata: Metadata = JSON.parse(batch.metadata[index] ?? '{}');
      chunks.push({ chunkNo: chunks.length + 1, pageContent, metadata: { ...metadata } });
    }
  }
  return { chunks, isComplete: true };
}
