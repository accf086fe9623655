import type { ContentEdits } from '../../../../shared/api/content-edits.ts';
import type { ContentChange } from '../../../../shared/api/contents.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { unchangedMetadata } from '../../pipeline/index/keep-edit.ts';
import type { PassageEdit } from '../../storage/repositories/edit-repository.ts';
import { findSuccessor } from './changed-edits.ts';
import type { ContentsDeps } from './contents-deps.ts';
import type { ContentsOwner } from './contents-owner.ts';
import type { ReadChunk } from './contents-reader.ts';
import { describeChunk } from './describe-contents.ts';

/** Chunks that are looked through at a time. */
const PAGE = 200;

/** @throws UserError CHUNK_NOT_FOUND */
export async function findChunk(owner: ContentsOwner, chunkId: string): Promise<ReadChunk> {
  const chunk = await owner.reader.find(chunkId);
  if (chunk !== undefined) return chunk;
  throw new UserError(
    'CHUNK_NOT_FOUND',
    'There is no such chunk any more: an upsert or an edit has replaced it. Read the list again.',
  );
}

/** @throws UserError CHUNK_NOT_FOUND */
export function findEdit({ engine }: ContentsDeps, ownerId: string, id: number): PassageEdit {
  const edit = engine.edits.find(ownerId, id);
  if (edit !== undefined) return edit;
  throw new UserError('CHUNK_NOT_FOUND', 'There is no such edit: it has been undone. Read the list of edits again.');
}

/** Writes a chunk anew. */
export async function change(
  deps: ContentsDeps,
  owner: ContentsOwner,
  chunk: ReadChunk,
  after: { readonly content: string; readonly metadata: string },
): Promise<ContentChange> {
  const { chunkId, editId } = await owner.edit(chunk, after);
  const now = await owner.reader.find(chunkId);
  return { chunk: now === undefined ? null : describeChunk(deps, owner, now), editId: editId ?? null };
}

/** The chunk that has the text of an edit now. */
async function findEdited(
  owner: ContentsOwner,
  { name, partId, content }: PassageEdit,
): Promise<ReadChunk | undefined> {
  const { sources } = await owner.reader.listSources({
    search: name,
    order: 'name',
    isDescending: false,
    offset: 0,
    limit: 100,
  });
  for (const source of sources.filter((one) => one.name === name)) {
    let after: string | undefined;
    do {
      const from = after === undefined ? { place: 0 } : { after };
      const page = await owner.reader.page({ sourceId: source.id, from, limit: PAGE });
      const found = page.chunks.find((chunk) => chunk.content === content && owner.originOf(chunk).partId === partId);
      if (found !== undefined) return found;
      after = page.next;
    } while (after !== undefined);
  }
  return undefined;
}

/** Makes a passage what it was before it was edited. */
export async function undoEdit(deps: ContentsDeps, owner: ContentsOwner, edit: PassageEdit): Promise<ContentChange> {
  if (edit.content !== null) {
    const chunk = await findEdited(owner, edit);
    if (chunk !== undefined) {
      const metadata = unchangedMetadata(chunk.metadata, edit);
      return change(deps, owner, chunk, { content: edit.original, metadata });
    }
    deps.engine.edits.remove(edit.id);
    return { chunk: null, editId: null };
  }
  const { source, chunkNo, original, originalMetadata, partId } = edit;
  const back = { source, chunkNo, content: original, metadata: originalMetadata };
  const [id] = edit.isUnmet ? [] : await owner.bring(partId, [back]);
  deps.engine.edits.remove(edit.id);
  const now = id === undefined ? undefined : await owner.reader.find(id);
  return { chunk: now === undefined ? null : describeChunk(deps, owner, now), editId: null };
}

/** Makes of a chunk what an edit makes of its passage. */
async function apply(
  deps: ContentsDeps,
  owner: ContentsOwner,
  chunk: ReadChunk,
  { content }: PassageEdit,
): Promise<ContentChange> {
  if (content === null) return { chunk: null, editId: (await owner.remove(chunk)) ?? null };
  return change(deps, owner, chunk, { content, metadata: chunk.metadata });
}

/** Settles an edit whose passage has changed. */
export async function decide(
  deps: ContentsDeps,
  owner: ContentsOwner,
  edit: PassageEdit,
  keep: 'edit' | 'new',
): Promise<ContentChange> {
  const { edits } = deps.engine;
  if (keep === 'new') {
    edits.remove(edit.id);
    return { chunk: null, editId: null };
  }
  const now = await findSuccessor(owner, edit);
  if (now === undefined) {
    const message = 'Nothing stands in the place of this passage any more: take the source as it is now.';
    throw new UserError('CHUNK_NOT_FOUND', message);
  }
  if (edit.content === now.content) {
    // The source says by itself what the edit made of it.
    edits.remove(edit.id);
    return { chunk: describeChunk(deps, owner, now), editId: null };
  }
  const settled = await apply(deps, owner, now, edit);
  // After the write, which may fail and must not lose the text. The same passage has taken this edit over.
  if (settled.editId !== edit.id) edits.remove(edit.id);
  return settled;
}

/** A page of edits, with what stands in the place of passages that have changed. */
export async function listEdits(
  deps: ContentsDeps,
  owner: ContentsOwner,
  page: { readonly isUnmet: boolean; readonly after: number; readonly limit: number },
): Promise<ContentEdits> {
  const edits = deps.engine.edits.list(owner.ownerId, page);
  const described = edits.map(async (edit) => {
    const now = edit.isUnmet ? await findSuccessor(owner, edit) : undefined;
    return {
      id: edit.id,
      source: edit.name,
      chunkNo: edit.chunkNo,
      original: edit.original,
      edited: edit.content,
      editedDate: edit.editedDate,
      isChanged: edit.isUnmet,
      now: now === undefined ? null : describeChunk(deps, owner, now),
    };
  });
  const last = edits.at(-1);
  return { edits: await Promise.all(described), next: edits.length < page.limit ? null : (last?.id ?? null) };
}
