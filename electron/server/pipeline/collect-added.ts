import { type AddedDoc, SOURCE_DOCUMENTS_LIMIT } from '../../../shared/api/vector.ts';
import type { BatchProgress } from './index/index-documents.ts';

/** Takes the chunks that a batch added into the list of the answer, as far as that may grow. */
export function collectAdded(into: AddedDoc[], { batch, addedIndexes }: BatchProgress): void {
  for (const index of addedIndexes) {
    if (into.length >= SOURCE_DOCUMENTS_LIMIT) return;
    const metadata: AddedDoc['metadata'] = JSON.parse(batch.metadata[index] ?? '{}');
    into.push({ pageContent: batch.contents[index] ?? '', metadata });
  }
}
