import { newUuidBytes } from '../../common/uuid.ts';
import type { RunChanges } from '../../storage/repositories/run-change-repository.ts';
import { type ChunkTarget, createChunkWriter } from './chunk-writer.ts';
import { classifyAllAsNew, contentKeyAt } from './classify-batch.ts';
import type { IndexWriter } from './index-writer.ts';
import type { WriterDeps } from './transactional-writer.ts';

export interface AddingTarget extends ChunkTarget {
  readonly changes: Pick<RunChanges, 'added'> | undefined;
}

/**
 * A store elsewhere without records: every chunk is new, and has an id that no other has. It is noted before the store gets it, since nothing else tells what of
 * a run that was cut off has arrived.
 */
export function createAddingWriter(target: AddingTarget, deps: WriterDeps): IndexWriter {
  const chunks = createChunkWriter(target, deps);
  const { changes } = target;
  return {
    sourceIdKey: 'source',
    begin: () => Promise.resolve(undefined),
    seeSources: () => Promise.resolve(),
    classify: async (batch) => classifyAllAsNew(batch),
    vectorsFor: ({ added }) => added,
    async commit(embedded, model, signal) {
      const { batch, added } = embedded.classified;
      const ids = new Map(added.map((index) => [index, newUuidBytes()]));
      const noted = [...ids].map(([index, chunkId]) => ({ chunkId, contentKey: contentKeyAt(batch, index) }));
      await chunks.write(embedded, ids, model, changes === undefined ? undefined : () => changes.added(noted), signal);
      return ids;
    },
    removeStale: () => Promise.resolve(),
    remove: (given, signal) => chunks.remove(given, signal),
    clearOwn: () => Promise.resolve(0),
    totalKeys: () => Promise.resolve(undefined),
  };
}
