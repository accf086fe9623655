import type { ContentEdits } from '../../../../shared/api/content-edits.ts';
import { type ContentChange, EDITED_CHARACTERS } from '../../../../shared/api/contents.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { unchangedMetadata } from '../../pipeline/index/save-edit.ts';
import type { PassageEdit } from '../../storage/repositories/edit-repository.ts';
import { type ContentsDeps, describeChunk, type OpenContents } from './contents.ts';
import type { ReadChunk } from './contents-reader.ts';

/** Chunks that are looked through at a time. */
const PAGE = 200;

/** @throws UserError CHUNK_NOT_FOUND */
export async function findChunk(contents: OpenContents, chunkId: string): Promise<ReadChunk> {
  const chunk = await contents.reader.find(chunkId);
  if (chunk !== undefined) return chunk;
  throw new UserError(
    'CHUNK_NOT_FOUND',
    'There is no such chunk any more: an upsert or an edit has replaced it. Read the list again.',
  );
}

/**
 * The text of a chunk that somebody has given another one.
 * @throws UserError PAYLOAD_TOO_LARGE
 */
export function textAfter({ content }: Pick<ReadChunk, 'content'>, given: string): string {
  const text = given.replaceAll('\0', '');
  if (text.length <= EDITED_CHARACTERS || text === content.trim()) return text;
  throw new UserError(
    'PAYLOAD_TOO_LARGE',
    `An edited chunk can have at most ${EDITED_CHARACTERS} characters: have a splitter cut the text into smaller chunks, and upsert it again.`,
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
  contents: OpenContents,
  chunk: ReadChunk,
  after: { readonly content: string; readonly metadata: string },
): Promise<ContentChange> {
  const { chunkId, editId } = await contents.edit(chunk, after);
  const now = await contents.reader.find(chunkId);
  return { chunk: now === undefined ? null : describeChunk(deps, contents, now), editId: editId ?? null };
}

/** The chunk that has the text of an edit now. */
async function findEdited(
  contents: OpenContents,
  { name, partId, content }: PassageEdit,
): Promise<ReadChunk | undefined> {
  const { sources } = await contents.reader.listSources({
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
      const page = await contents.reader.page({ sourceId: source.id, from, limit: PAGE });
      const found = page.chunks.find(
        (chunk) => chunk.content === content && contents.originOf(chunk).partId === partId,
      );
      if (found !== undefined) return found;
      after = page.next;
    } while (after !== undefined);
  }
  return undefined;
}

/** Makes a passage what it was before it was edited. */
export async function undoEdit(deps: ContentsDeps, contents: OpenContents, edit: PassageEdit): Promise<ContentChange> {
  if (edit.content !== null) {
    const chunk = await findEdited(contents, edit);
    if (chunk !== undefined) {
      const metadata = unchangedMetadata(chunk.metadata, edit);
      return change(deps, contents, chunk, { content: edit.original, metadata });
    }
    deps.engine.edits.remove(edit.id);
    return { chunk: null, editId: null };
  }
  const { source, chunkNo, original, originalMetadata, partId } = edit;
  const back = { source, chunkNo, content: original, metadata: originalMetadata };
  const forget = () => deps.engine.edits.remove(edit.id);
  if (edit.isUnmet) forget();
  const [id] = edit.isUnmet ? [] : await contents.insert(partId, [back], forget, edit);
  const now = id === undefined ? undefined : await contents.reader.find(id);
  return { chunk: now === undefined ? null : describeChunk(deps, contents, now), editId: null };
}

/** Chunks around the place of a passage that are looked at for what stands there now. */
const AROUND = 60;
/** Share of words that a changed passage has in common with the old one; with less it is another passage. */
const LIKENESS = 0.3;

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Share of the words of both that both have. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const word of a) if (b.has(word)) both += 1;
  const all = a.size + b.size - both;
  return all === 0 ? 0 : both / all;
}

/** What seems to stand in the place of a passage that its source no longer has: the chunk near it that is most like it. */
async function findSuccessor(contents: OpenContents, edit: PassageEdit): Promise<ReadChunk | undefined> {
  const { reader } = contents;
  const { sources } = await reader.listSources({
    search: edit.name,
    order: 'name',
    isDescending: false,
    offset: 0,
    limit: 100,
  });
  let best: { readonly chunk: ReadChunk; readonly score: number } | undefined;
  for (const source of sources.filter(({ name }) => name === edit.name)) {
    const place = Math.max(0, edit.chunkNo - 1 - AROUND / 2);
    const { chunks } = await reader.page({ sourceId: source.id, from: { place }, limit: AROUND });
    for (const chunk of chunks) {
      if (contents.originOf(chunk).partId !== edit.partId) continue;
      const score = likeness(wordsOf(edit.original), wordsOf(chunk.content));
      if (score >= LIKENESS && score > (best?.score ?? 0)) best = { chunk, score };
    }
  }
  return best?.chunk;
}

/** Makes of a chunk what an edit makes of its passage. */
async function apply(
  deps: ContentsDeps,
  contents: OpenContents,
  chunk: ReadChunk,
  { content }: PassageEdit,
): Promise<ContentChange> {
  if (content === null) return { chunk: null, editId: (await contents.remove(chunk)) ?? null };
  return change(deps, contents, chunk, { content, metadata: chunk.metadata });
}

/** Settles an edit whose passage has changed. */
export async function decide(
  deps: ContentsDeps,
  contents: OpenContents,
  edit: PassageEdit,
  keep: 'edit' | 'new',
): Promise<ContentChange> {
  const { edits } = deps.engine;
  if (keep === 'new') {
    edits.remove(edit.id);
    return { chunk: null, editId: null };
  }
  const now = await findSuccessor(contents, edit);
  if (now === undefined) {
    const message = 'Nothing stands in the place of this passage any more: take the source as it is now.';
    throw new UserError('CHUNK_NOT_FOUND', message);
  }
  if (edit.content === now.content) {
    // The source says by itself what the edit made of it.
    edits.remove(edit.id);
    return { chunk: describeChunk(deps, contents, now), editId: null };
  }
  deps.engine.runChanges.refuseLast(contents.library.id, 'CHANGED_SINCE');
  const settled = await apply(deps, contents, now, edit);
  // After the write, which may fail and must not lose the text. The same passage has taken this edit over.
  if (settled.editId !== edit.id) edits.remove(edit.id);
  return settled;
}

/** A page of edits, with what stands in the place of passages that have changed. */
export async function listEdits(
  deps: ContentsDeps,
  contents: OpenContents,
  page: { readonly isUnmet: boolean; readonly after: number; readonly limit: number },
): Promise<ContentEdits> {
  const edits = deps.engine.edits.list(contents.library.id, page);
  const described = edits.map(async (edit) => {
    const now = edit.isUnmet ? await findSuccessor(contents, edit) : undefined;
    return {
      id: edit.id,
      source: edit.name,
      chunkNo: edit.chunkNo,
      original: edit.original,
      edited: edit.content,
      editedDate: edit.editedDate,
      isChanged: edit.isUnmet,
      now: now === undefined ? null : describeChunk(deps, contents, now),
    };
  });
  const last = edits.at(-1);
  return { edits: await Promise.all(described), next: edits.length < page.limit ? null : (last?.id ?? null) };
}
