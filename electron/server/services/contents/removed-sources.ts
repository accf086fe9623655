import { setImmediate as nextTurn } from 'node:timers/promises';
import { BIN_KEPT_MS, type BinnedSourceInfo } from '../../../../shared/api/bin.ts';
import type { RemovedSourceInfo } from '../../../../shared/api/contents.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { uuidBytes } from '../../common/uuid.ts';
import type { BinnedQuery, BinnedSource, RemovedSource } from '../../storage/repositories/removed-source-repository.ts';
import type { ContentsDeps } from './contents-deps.ts';
import type { ContentsCall, ContentsOwner } from './contents-owner.ts';
import { withOwner } from './open-owner.ts';

/** Chunks of a removed source that are moved at a time: a few ms. */
const MOVED = 200;

/** Moves the chunks of a source aside, a part at a time. */
export async function removeSource(
  deps: ContentsDeps,
  owner: ContentsOwner,
  sourceId: string,
): Promise<RemovedSourceInfo> {
  const { engine, removed } = deps;
  const { reader, ownerId, nodeId = null } = owner;
  const read = () => reader.page({ sourceId, from: { place: 0 }, limit: MOVED });
  let page = await read();
  const [first] = page.chunks;
  if (first === undefined) {
    throw new UserError('CHUNK_NOT_FOUND', 'There is no such source any more: read the list of sources again.');
  }
  const removedDate = deps.now().toISOString();
  const name = first.sourceName;
  const { partId } = owner.originOf(first);
  const contentId = owner.heldAs(partId, name) ?? null;
  // What a stop has cut off goes on.
  const begun = contentId === null ? undefined : removed.findBegun(ownerId, name, contentId);
  const id = begun ?? removed.insert({ ownerId, partId, nodeId, name, removedDate, contentId });
  while (page.chunks.length > 0) {
    const chunks = page.chunks.map((chunk) => ({
      ...chunk,
      source: owner.originOf(chunk).source,
      embeddingId: removed.vectorOf(uuidBytes(chunk.id) ?? Buffer.alloc(0)),
    }));
    await owner.take(page.chunks, () => engine.db.transaction(() => removed.addChunks(id, chunks))());
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

/** Brings chunks back until none is left. Each part is forgotten when it is there, so that a stop brings none of it twice. */
async function bringAll({ removed }: ContentsDeps, owner: ContentsOwner, found: RemovedSource, signal: AbortSignal) {
  const { id, partId, name, contentId } = found;
  let isBegun = false;
  // A stop behind the first part finds a source of another number, and is to go on all the same.
  removed.setContent(id, null);
  try {
    for (let chunks = removed.some(id, MOVED); chunks.length > 0; chunks = removed.some(id, MOVED)) {
      signal.throwIfAborted();
      const count = chunks.length;
      await owner.bring(partId, chunks, () => {
        isBegun = true;
        removed.dropSome(id, count);
        removed.setContent(id, owner.heldAs(partId, name) ?? null);
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
 * Puts a removed source back where it was. What a stop has cut off goes on with the next call.
 * @throws UserError SOURCE_STORED_AGAIN when an upsert has read it since
 */
export async function restoreSource(deps: ContentsDeps, call: ContentsCall, removedId: number): Promise<void> {
  const { nodeId } = findRemoved(deps, removedId);
  await withOwner(deps, { ...call, nodeId: nodeId ?? call.nodeId }, async (owner) => {
    const found = findRemoved(deps, removedId, owner.ownerId);
    const { name, partId, contentId } = found;
    const held = owner.heldAs(partId, name);
    if (held !== undefined && contentId !== null && held !== contentId) {
      const message = `“${name}” is in “${owner.name}” again: it was upserted since. Nothing was brought back. To have the removed version instead, remove the present one first.`;
      throw new UserError('SOURCE_STORED_AGAIN', message);
    }
    await bringAll(deps, owner, found, call.signal);
  });
}

/** Deletes a removed source for good, and its original if nothing else uses it. */
export async function forgetSource(deps: ContentsDeps, call: ContentsCall, removedId: number): Promise<void> {
  const { removed, originals, engine } = deps;
  findRemoved(deps, removedId, call.ownerId);
  while (removed.dropSome(removedId, MOVED, originals.forget) > 0) {
    call.signal.throwIfAborted();
    await nextTurn();
  }
  await engine.onCommit();
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
