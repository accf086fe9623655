import { commitRelaxed } from '../../storage/checkpointer.ts';
import type { Database } from '../../storage/database.ts';
import type { RunUndoRepository } from '../../storage/repositories/run-undo-repository.ts';
import type { IndexWriter } from './index-writer.ts';

export interface ReplaceLeftDeps {
  readonly db: Database;
  readonly undo: Pick<RunUndoRepository, 'left' | 'dropAdded' | 'setState'>;
}

/**
 * Without records a run that resumes another one can't tell what that has stored, and writes all of it again. So what was stored then goes as the new comes: for
 * each batch that is written as many chunks at least, and the rest at the end. What could be found before is never missing for longer than that.
 */
export function replaceLeft(writer: IndexWriter, runSeq: number, { db, undo }: ReplaceLeftDeps): IndexWriter {
  const seen = new Set<number>();
  let isDone = false;

  /** @param count how many chunks at least */
  async function take(count: number, signal: AbortSignal): Promise<void> {
    for (let taken = 0; taken < count && !isDone; ) {
      const batch = undo.left(runSeq);
      isDone = batch === undefined;
      if (batch === undefined) continue;
      await writer.remove(batch.chunks, signal);
      commitRelaxed(db, () => undo.dropAdded(batch));
      seen.add(batch.runSeq);
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
      const date = new Date().toISOString();
      for (const seq of seen) commitRelaxed(db, () => undo.setState(seq, 'UNDONE', date));
      await writer.removeStale(onRemoved, signal, unread);
    },
  };
}
