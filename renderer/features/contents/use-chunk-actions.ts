import { useRef, useState } from 'react';
import type { ContentChunk, ContentSource, ContentsSummary } from '../../../shared/api/contents.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { type ContentsOf, useContentChanges } from '../../api/contents.ts';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import type { ChunkDraft } from './chunk-card.tsx';

/** What can be done to chunks and sources, each with its way back: a button beside the notice, and Ctrl+Z. */
export function useChunkActions(of: ContentsOf, summary: ContentsSummary | undefined) {
  const changes = useContentChanges(of);
  const [editing, setEditing] = useState<string>();
  const undos = useRef<(() => void)[]>([]);
  /** How many of them there are, for what is drawn. */
  const [undoCount, setUndoCount] = useState(0);
  const underWay = useRef(0);
  const isUndoWanted = useRef(false);
  const saved =
    summary?.needsUpsert === true ? t('Chunk saved. Questions find it after the next upsert.') : t('Chunk saved.');

  /** Waits for a change and says when it fails. */
  async function follow<T>(change: Promise<T>, onDone?: (result: T) => void): Promise<void> {
    underWay.current += 1;
    try {
      const result = await change;
      onDone?.(result);
    } catch (error) {
      showErrorToast(messageOf(error));
    }
    underWay.current -= 1;
    if (underWay.current > 0 || !isUndoWanted.current) return;
    isUndoWanted.current = false;
    undoLast();
  }

  function done(message: string, undo: () => void): void {
    undos.current.push(undo);
    setUndoCount(undos.current.length);
    showToast(message, { label: t('Undo'), onClick: undoLast });
  }

  /** Takes the last change back; one that is still under way, as soon as it is there. */
  function undoLast(): void {
    if (underWay.current > 0) isUndoWanted.current = true;
    else undos.current.pop()?.();
    setUndoCount(undos.current.length);
  }

  function putBack(chunkId: string, { pageContent, metadata }: ChunkDraft): void {
    void follow(changes.update.mutateAsync({ id: chunkId, pageContent, metadata }));
  }

  function save(chunk: ContentChunk, draft: ChunkDraft): void {
    void follow(changes.update.mutateAsync({ id: chunk.id, ...draft }), ({ chunk: now }) => {
      setEditing(undefined);
      if (now !== null) done(saved, () => putBack(now.id, chunk));
    });
  }

  function remove(chunk: ContentChunk): void {
    void follow(changes.remove.mutateAsync(chunk.id), ({ editId }) => {
      if (editId !== null) done(t('Chunk deleted. It stays deleted in later upserts.'), () => bringBack(editId, chunk));
    });
  }

  function bringBack(editId: number, before: ContentChunk): void {
    void follow(changes.undoEdit.mutateAsync(editId), ({ chunk }) => {
      // It had been edited before it was deleted.
      if (chunk !== null && before.editId !== null) putBack(chunk.id, before);
    });
  }

  function removeSource({ id, name }: ContentSource): void {
    void follow(changes.removeSource.mutateAsync(id), (removed) =>
      done(
        t('{name} removed with {count, plural, one {# chunk} other {# chunks}}.', { name, count: removed.chunks }),
        () => {
          void follow(changes.restoreSource.mutateAsync(removed.id));
        },
      ),
    );
  }

  return {
    editing,
    setEditing,
    isSaving: changes.update.isPending,
    save,
    remove,
    removeSource,
    undoLast,
    canUndo: undoCount > 0,
    undoEdit: (editId: number) => void follow(changes.undoEdit.mutateAsync(editId)),
    decide: (editId: number, keep: 'edit' | 'new') => void follow(changes.decide.mutateAsync({ editId, keep })),
  };
}

export type ChunkActions = ReturnType<typeof useChunkActions>;
