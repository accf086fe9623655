import type { PassageEdit } from '../../storage/repositories/edit-repository.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { changeMetadata, compareMetadata, identityOf } from './passage-edits.ts';

/** A chunk as it is, and where it comes from. */
export interface EditedChunk {
  /** The chatflow or document store. */
  readonly ownerId: string;
  /** The chatflow or the loader that loads the passage. */
  readonly partId: string;
  /** Value of the source id key. */
  readonly source: string;
  /** The source for people. */
  readonly name: string;
  readonly chunkNo: number;
  readonly content: string;
  /** Canonical JSON. */
  readonly metadata: string;
}

/** The metadata that a chunk has without its edit, at the place where it is now. Canonical JSON. */
export function unchangedMetadata(metadata: string, edit: PassageEdit | undefined): string {
  if (edit === undefined || edit.metadata === null) return metadata;
  const changed = changeMetadata(edit.originalMetadata, edit.metadata);
  const back = compareMetadata(changed, edit.originalMetadata);
  return changeMetadata(metadata, back);
}

/**
 * Saves the change of a chunk as an edit of its passage, so that each later load applies it again. Inside the transaction that changes the chunk, if
 * there is one.
 * @param after null: the chunk is deleted
 * @returns the edit; undefined when the chunk is again as it was loaded
 */
export function saveEdit(
  { edits, runChanges }: Pick<EngineDeps, 'edits' | 'runChanges'>,
  chunk: EditedChunk,
  after: Pick<EditedChunk, 'content' | 'metadata'> | null,
  editedDate: string,
): number | undefined {
  const { ownerId, partId, source, name, chunkNo } = chunk;
  const { key } = identityOf(source, chunk.content);
  const known = edits.ofChunk(partId, key);
  if (known !== undefined) runChanges.refuseBehind(known);
  const original = known?.original ?? chunk.content;
  const loaded = unchangedMetadata(chunk.metadata, known);
  const change = after === null ? null : compareMetadata(loaded, after.metadata);
  if (after?.content === original && change === null) {
    if (known !== undefined) edits.remove(known.id);
    return undefined;
  }
  const content = after === null ? null : after.content;
  return edits.save({
    ownerId,
    partId,
    source,
    name,
    chunkNo,
    content,
    editedDate,
    passageKey: known?.passageKey ?? key,
    editedKey: content === null ? (known?.passageKey ?? key) : identityOf(source, content).key,
    original,
    originalMetadata: known?.originalMetadata ?? chunk.metadata,
    metadata: change,
  });
}
