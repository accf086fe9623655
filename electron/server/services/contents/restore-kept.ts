import type { LocalRecordManager, RecordManager } from '../../core/record-manager.ts';
import type { VectorStore } from '../../core/vector-store.ts';
import { type DeletedChunk, restoreChunks } from '../../pipeline/index/restore-chunks.ts';
import { commitPage } from '../../storage/commit-pages.ts';
import type { ContentsDeps } from './contents.ts';

export interface KeptPlace {
  readonly store: VectorStore;
  readonly records: RecordManager | undefined;
  readonly signal: AbortSignal;
}

function isLocal(records: RecordManager): records is LocalRecordManager {
  return records.transactional !== undefined;
}

/**
 * Restores chunks of one source whose vectors are in the database, as an undo does: nothing is embedded, and no model is needed.
 * @param restored is called in the same transaction
 * @returns their ids; undefined when store or records are not in the database, a vector is missing, or the store has another model now
 */
export async function restoreKept(
  { engine, contents }: ContentsDeps,
  { store, records, signal }: KeptPlace,
  chunks: readonly DeletedChunk[],
  restored: (() => void) | undefined,
): Promise<readonly Buffer[] | undefined> {
  const { transactional } = store;
  if (transactional === undefined || (records !== undefined && !isLocal(records))) return undefined;
  const vectors = chunks.flatMap(({ embeddingId }) => embeddingId ?? []);
  const model = vectors.length < chunks.length ? undefined : engine.embeddings.modelOf(vectors);
  const bound = transactional.model();
  if (model === undefined || (bound !== undefined && bound.id !== model.id)) return undefined;
  transactional.open();
  records?.transactional.open();
  const write = engine.db.transaction(() => {
    transactional.bindModel(model);
    const there = restoreChunks({ store: transactional, records, contents }, chunks);
    restored?.();
    return there.map(({ chunkId }) => chunkId);
  });
  return commitPage({ ...engine, announce: transactional.announceCommit, signal }, () => write.immediate());
}
