import { useRef, useState } from 'react';
import type { ContentChunk, ContentSource, ContentsSummary } from '../../../shared/api/contents.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { type ContentsOf, useContentChanges } from '../../api/contents.ts';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import type { ChunkDraft } from './chunk-card.tsx';

interface Undo {
  readonly run: () => void;
  /** The edit that it takes back, if it is one. */
  readonly editId?: number;
}

interface OfferedUndo extends Undo {
  /** Takes the notice away that offers it. */
  readonly dropNotice: () => void;
}

/** The changes that can be taken back, and those under way. */
function useUndos() {
  const undos = useRef<readonly OfferedUndo[]>([]);
  /** How many of them there are, for what is drawn. */
  const [count, setCount] = useState(0);
  const underWay = useRef(0);
  const isUndoWanted = useRef(false);

  function keep(next: readonly OfferedUndo[]): void {
    undos.current = next;
    setCount(next.length);
  }

  function take(undo: OfferedUndo): void {
    keep(undos.current.filter((other) => other !== undo));
    undo.dropNotice();
    undo.run();
  }

  /** Takes the last change back; one that is still under way, as soon as it is there. */
  function undoLast(): void {
    if (underWay.current > 0) {
      isUndoWanted.current = true;
      return;
    }
    const last = undos.current.at(-1);
    if (last !== undefined) take(last);
  }

  return {
    undoLast,
    canUndo: count > 0,
    /** Waits for a change and says when it fails. */
    async follow<T>(change: Promise<T>, onDone?: (result: T) => void): Promise<void> {
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
    },
    done(message: string, undo: Undo): void {
      const offered: OfferedUndo = {
        ...undo,
        dropNotice: showToast(message, {
          label: t('Undo'),
          onClick: () => undos.current.includes(offered) && take(offered),
        }),
      };
      keep([...undos.current, offered]);
    },
    /** Nothing is left of an edit to be taken back. */
    forget(editId: number): void {
      for (const undo of undos.current) if (undo.editId === editId) undo.dropNotice();
      keep(undos.current.filter((undo) => undo.editId !== editId));
    },
  };
}

/** What can be done to chunks and sources, each with its way back: a button beside the notice and beside the chunks, and Ctrl+Z. */
export function useChunkActions(of: ContentsOf, summary: ContentsSummary | undefined) {
  const changes = useContentChanges(of);
  const [editing, setEditing] = useState<string>();
  const { follow, done, forget, undoLast, canUndo } = useUndos();
  const saved =
    summary?.needsUpsert === true ? t('Chunk saved. Questions find it after the next upsert.') : t('Chunk saved.');

  function putBack(chunkId: string, { pageContent, metadata }: ChunkDraft): void {
    void follow(changes.update.mutateAsync({ id: chunkId, pageContent, metadata }));
  }

  function save(chunk: ContentChunk, draft: ChunkDraft): void {
    void follow(changes.update.mutateAsync({ id: chunk.id, ...draft }), ({ chunk: now }) => {
      setEditing(undefined);
      if (now !== null) done(saved, { run: () => putBack(now.id, chunk) });
    });
  }

  function remove(chunk: ContentChunk): void {
    void follow(changes.remove.mutateAsync(chunk.id), ({ editId }) => {
      if (editId === null) return;
      const message = t('Chunk deleted. It stays deleted in later upserts.');
      done(message, { run: () => bringBack(editId, chunk), editId });
    });
  }

  /** From the list of edits, or beside the chunk. */
  function undoEdit(editId: number): void {
    forget(editId);
    void follow(changes.undoEdit.mutateAsync(editId));
  }

  function bringBack(editId: number, before: ContentChunk): void {
    void follow(changes.undoEdit.mutateAsync(editId), ({ chunk }) => {
      // It had been edited before it was deleted.
      if (chunk !== null && before.editId !== null) putBack(chunk.id, before);
    });
  }

  function removeSource({ id, name }: ContentSource): void {
    void follow(changes.removeSource.mutateAsync(id), (removed) =>
      done(t('{name} removed with {count, plural, one {# chunk} other {# chunks}}.', { name, count: removed.chunks }), {
        run: () => void follow(changes.restoreSource.mutateAsync(removed.id)),
      }),
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
    canUndo,
    undoEdit,
    decide: (editId: number, keep: 'edit' | 'new') => void follow(changes.decide.mutateAsync({ editId, keep })),
  };
}

export type ChunkActions = ReturnType<typeof useChunkActions>;
