import type { RunChanges } from '../../storage/repositories/run-change-repository.ts';
import { contentKeyAt } from './classify-batch.ts';
import type { IndexWriter } from './index-writer.ts';

/** Notes what a run adds to a store whose old state can't be kept here: what it replaces there can't be brought back. */
export function noteChanges(writer: IndexWriter, changes: RunChanges): IndexWriter {
  return {
    ...writer,
    async commit(embedded, model, signal) {
      const { batch, updated, moved } = embedded.classified;
      if (updated.length + moved.length > 0) changes.refuse('OUTSIDE');
      const added = await writer.commit(embedded, model, signal);
      changes.added([...added].map(([index, chunkId]) => ({ chunkId, contentKey: contentKeyAt(batch, index) })));
      return added;
    },
    removeStale: (onRemoved, signal, unread) =>
      writer.removeStale(
        (removed) => {
          if (removed > 0) changes.refuse('OUTSIDE');
          onRemoved(removed);
        },
        signal,
        unread,
      ),
  };
}
