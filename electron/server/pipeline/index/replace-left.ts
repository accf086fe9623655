import { commitRelaxed } from '../../storage/checkpointer.ts';
import type { Database } from '../../storage/database.ts';
import type { RunUndoRepository } from '../../storage/repositories/run-undo-repository.ts';
import type { IndexWriter } from './index-writer.ts';

export interface ReplaceLeftDeps {
  readonly db: Database;
  readonly undo: Pick<RunUndoRepository, 'left' | 'dropAdded' | 'setTakenOver'>;
}

/**
 * Without records a run that resumes another one can't tell what that has stored, and writes all of it again. So what was stored then goes as the new comes: for
 * each batch that is written at least as many chunks, and the rest at the end. As much as could be found before can be found all the time.
 */
export function replaceLeft(writer: IndexWriter, runSeq: number, { db, undo }: ReplaceLeftDeps): IndexWriter {
  /** @param wanted how many chunks at least, if there are so many */
  async function take(wanted: number, signal: AbortSignal): Promise<void> {
    for (let taken = 0; taken < wanted; ) {
      const batch = undo.left(runSeq);
      if (batch === undefined) return;
      await writer.remove(batch.chunks, signal);
      commitRelaxed(db, () => undo.dropAdded(batch));
      taken += batch.chunks.length;
    }
  }

  return {
    ...writer,
    async commit(embedded, model, signal) {
      const added = await writer.commit(embedded, model, signal);
      await take(added.size, signal);
      return added;
    },
    async removeStale(onRemoved, signal, unread) {
      await take(Number.POSITIVE_INFINITY, signal);
      commitRelaxed(db, () => undo.setTakenOver(runSeq, new Date().toISOString()));
      await writer.removeStale(onRemoved, signal, unread);
    },
  };
}
