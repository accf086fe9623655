import { setImmediate as nextTurn } from 'node:timers/promises';
import { BIN_KEPT_MS, type BinnedSourceInfo } from '../../../../shared/api/bin.ts';
import type { RemovedSourceInfo } from '../../../../shared/api/contents.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { uuidBytes } from '../../common/uuid.ts';
import { commitSteps } from '../../storage/commit-pages.ts';
import type { BinnedQuery, BinnedSource, RemovedSource } from '../../storage/repositories/removed-source-repository.ts';
import type { ContentsCall, ContentsDeps, OpenContents } from './contents.ts';
import { withContents } from './open-contents.ts';

/** Chunks of a removed source that are moved at a time: a few ms. */
const MOVED = 200;

/** Moves the chunks of a source aside, a part at a time. */
export async function removeSource(
  deps: ContentsDeps,
  contents: OpenContents,
  sourceId: string,
): Promise<RemovedSourceInfo> {
  const { engine, removed } = deps;
  const { reader, nodeId = null } = contents;
  const ownerId = contents.library.id;
  const read = () => reader.page({ sourceId, from: { place: 0 }, limit: MOVED });
  let page = await read();
  const [first] = page.chunks;
  if (first === undefined) {
    throw new UserError('CHUNK_NOT_FOUND', 'There is no such source any more: read the list of sources again.');
  }
  const removedDate = deps.now().toISOString();
  const name = first.sourceName;
  const { partId } = contents.originOf(first);
  const contentId = contents.heldAs(partId, name) ?? null;
  // Continues what a stop has interrupted.
  const begun = contentId === null ? undefined : removed.findBegun(ownerId, name, contentId);
  const id = begun ?? removed.insert({ ownerId, partId, nodeId, name, removedDate, contentId });
  while (page.chunks.length > 0) {
    const chunks = page.chunks.map((chunk) => ({
      ...chunk,
      source: contents.originOf(chunk).source,
      chunkId: uuidBytes(chunk.id) ?? Buffer.alloc(0),
    }));
    await contents.take(page.chunks, () => engine.db.transaction(() => removed.addChunks(id, chunks))());
    await nextTurn();
    page = await read();
  }
  return { id, name, chunks: removed.find(id)?.chunks ?? 0, removedDate };
}

function findRemoved({ removed }: ContentsDeps, id: number, ownerId?: string): RemovedSource {
  const found = removed.find(id);
  if (found !== undefined && (ownerId === undefined || found.ownerId === ownerId)) return found;
  throw new UserError(
    'CHUNK_NOT_FOUND',
    'There is no such removed source: they are kept for seven days. Upsert it again.',
  );
}

/** Inserts the chunks again until none is left. Each part is forgotten when it is there, so that a stop inserts none of it twice. */
async function insertAll(
  { removed, originals }: ContentsDeps,
  contents: OpenContents,
  found: RemovedSource,
  signal: AbortSignal,
) {
  const { id, partId, name, contentId } = found;
  let isBegun = false;
  // A stop behind the first part finds a source of another number, and is to go on all the same.
  removed.setContent(id, null);
  try {
    for (let chunks = removed.some(id, MOVED); chunks.length > 0; chunks = removed.some(id, MOVED)) {
      signal.throwIfAborted();
      const count = chunks.length;
      await contents.insert(partId, chunks, () => {
        isBegun = true;
        originals.restore({ removedId: id });
        removed.dropSome(id, count);
        removed.setContent(id, contents.heldAs(partId, name) ?? null);
      });
      await nextTurn();
    }
  } catch (error) {
    if (!isBegun) removed.setContent(id, contentId);
    throw error;
  }
  removed.dropSome(id, MOVED);
}

/**
 * Restores a removed source where it was. The next call continues what a stop has interrupted.
 * @throws UserError SOURCE_STORED_AGAIN when an upsert has read it since
 */
export async function restoreSource(deps: ContentsDeps, call: ContentsCall, removedId: number): Promise<void> {
  const { nodeId } = findRemoved(deps, removedId);
  await withContents(deps, { ...call, nodeId: nodeId ?? call.nodeId }, async (contents) => {
    const found = findRemoved(deps, removedId, contents.library.id);
    const { name, partId, contentId } = found;
    const held = contents.heldAs(partId, name);
    if (held !== undefined && contentId !== null && held !== contentId) {
      const message = `“${name}” is in “${contents.library.name}” again: it was upserted since. Nothing was brought back. To have the removed version instead, remove the present one first.`;
      throw new UserError('SOURCE_STORED_AGAIN', message);
    }
    await insertAll(deps, contents, found, call.signal);
  });
}

/** Deletes a removed source for good, and its original if nothing else uses it. */
export async function forgetSource(deps: ContentsDeps, call: ContentsCall, removedId: number): Promise<void> {
  const { removed, originals, engine } = deps;
  findRemoved(deps, removedId, call.ownerId);
  await commitSteps({ ...engine, signal: call.signal }, () => removed.dropSome(removedId, MOVED, originals.forget));
}

function toInfo({ removedDate, ...source }: BinnedSource): BinnedSourceInfo {
  const goesDate = new Date(Date.parse(removedDate) + BIN_KEPT_MS).toISOString();
  return { ...source, deletedDate: removedDate, goesDate };
}

/** Removed sources of one or of all flows and stores, the newest first. */
export function listBinned({ removed }: ContentsDeps, query: BinnedQuery) {
  const { sources, total } = removed.listBinned(query);
  const next = sources.length < query.limit ? null : (sources.at(-1)?.id ?? null);
  return { sources: sources.map(toInfo), total, next };
}
