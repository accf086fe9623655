import { useRef, useState } from 'react';
import type { ContentChunk, ContentSource, ContentsSummary } from '../../../shared/api/contents.ts';
import { countOf } from '../../../shared/text/format.ts';
import { messageOf } from '../../api/client.ts';
import { type ContentsOf, useContentChanges } from '../../api/contents.ts';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import type { ChunkDraft } from './chunk-card.tsx';

function showFailure(error: unknown): void {
  showErrorToast(messageOf(error));
}

/** What can be done to chunks and sources, each with its way back: a button beside the notice, and Ctrl+Z. */
export function useChunkActions(of: ContentsOf, summary: ContentsSummary | undefined) {
  const changes = useContentChanges(of);
  const [editing, setEditing] = useState<string>();
  const undos = useRef<(() => void)[]>([]);
  const later = summary?.needsUpsert === true ? ' Questions find it after the next upsert.' : '';

  function done(message: string, undo: () => void): void {
    undos.current.push(undo);
    showToast(message, { label: 'Undo', onClick: undoLast });
  }

  function undoLast(): void {
    undos.current.pop()?.();
  }

  function putBack(chunkId: string, { pageContent, metadata }: ChunkDraft): void {
    changes.update.mutate({ id: chunkId, pageContent, metadata }, { onError: showFailure });
  }

  function save(chunk: ContentChunk, draft: ChunkDraft): void {
    changes.update.mutate(
      { id: chunk.id, ...draft },
      {
        onSuccess: ({ chunk: now }) => {
          setEditing(undefined);
          if (now !== null) done(`Chunk saved.${later}`, () => putBack(now.id, chunk));
        },
        onError: showFailure,
      },
    );
  }

  function remove(chunk: ContentChunk): void {
    changes.remove.mutate(chunk.id, {
      onSuccess: ({ editId }) => {
        if (editId !== null) done(`Chunk deleted. It stays deleted in later upserts.`, () => bringBack(editId, chunk));
      },
      onError: showFailure,
    });
  }

  function bringBack(editId: number, before: ContentChunk): void {
    changes.undoEdit.mutate(editId, {
      onSuccess: ({ chunk }) => {
        // It had been edited before it was deleted.
        if (chunk !== null && before.editId !== null) putBack(chunk.id, before);
      },
      onError: showFailure,
    });
  }

  function removeSource({ id, name }: ContentSource): void {
    changes.removeSource.mutate(id, {
      onSuccess: (removed) =>
        done(`${name} removed with ${countOf(removed.chunks, 'chunk')}.`, () =>
          changes.restoreSource.mutate(removed.id, { onError: showFailure }),
        ),
      onError: showFailure,
    });
  }

  return {
    editing,
    setEditing,
    isSaving: changes.update.isPending,
    save,
    remove,
    removeSource,
    undoLast,
    undoEdit: (editId: number) => changes.undoEdit.mutate(editId, { onError: showFailure }),
    decide: (editId: number, keep: 'edit' | 'new') => changes.decide.mutate({ editId, keep }, { onError: showFailure }),
  };
}

export type ChunkActions = ReturnType<typeof useChunkActions>;
