import type { RemovedSourceInfo } from '../../../../shared/api/contents.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
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
  const id = removed.insert({ ownerId, partId, nodeId, name, removedDate });
  while (page.chunks.length > 0) {
    const chunks = page.chunks.map((chunk) => ({ ...chunk, source: owner.originOf(chunk).source }));
    await owner.take(page.chunks, () => engine.db.transaction(() => removed.addChunks(id, chunks))());
    page = await read();
  }
  return { id, name, chunks: removed.find(ownerId, id)?.chunks ?? 0, removedDate };
}

/** Puts a removed source back where it was. */
export async function restoreSource(deps: ContentsDeps, call: ContentsCall, removedId: number): Promise<void> {
  const { removed } = deps;
  const found = removed.find(call.ownerId, removedId);
  if (found === undefined) {
    const message = `There is no such removed source: they are kept for seven days. Upsert it again.`;
    throw new UserError('CHUNK_NOT_FOUND', message);
  }
  await withOwner(deps, { ...call, nodeId: found.nodeId ?? undefined }, async (owner) => {
    let chunks = removed.chunksAfter(removedId, 0, MOVED);
    for (let last = chunks.at(-1); last !== undefined; last = chunks.at(-1)) {
      call.signal.throwIfAborted();
      await owner.bring(found.partId, chunks);
      chunks = removed.chunksAfter(removedId, last.id, MOVED);
    }
  });
  while (removed.dropSome(removedId, MOVED) > 0) call.signal.throwIfAborted();
}
