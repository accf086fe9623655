import type { ContentChunk, ContentSource, ContentsSummary } from '../../../../shared/api/contents.ts';
import { identityOf } from '../../pipeline/index/passage-edits.ts';
import type { PassageEdit } from '../../storage/repositories/edit-repository.ts';
import type { ContentsDeps } from './contents-deps.ts';
import type { ContentsOwner } from './contents-owner.ts';
import type { ReadChunk, ReadSource } from './contents-reader.ts';

function editOf({ engine }: ContentsDeps, owner: ContentsOwner, chunk: ReadChunk): PassageEdit | undefined {
  const { partId, source } = owner.originOf(chunk);
  const edit = engine.edits.ofChunk(partId, identityOf(source, chunk.content).key);
  return edit !== undefined && edit.content === chunk.content ? edit : undefined;
}

/** A chunk as callers see it. */
export function describeChunk(deps: ContentsDeps, owner: ContentsOwner, chunk: ReadChunk): ContentChunk {
  const { id, sourceId, sourceName, chunkNo, content, metadata, place } = chunk;
  const facts: ContentChunk['metadata'] = JSON.parse(metadata);
  return {
    id,
    sourceId,
    chunkNo,
    source: sourceName,
    place: place ?? null,
    pageContent: content,
    metadata: facts,
    editId: editOf(deps, owner, chunk)?.id ?? null,
  };
}

/** A source as callers see it. */
export function describeSource(owner: ContentsOwner, source: ReadSource): ContentSource {
  const { id, name, chunks, sizeBytes, changedMs } = source;
  const changedDate = changedMs === 0 ? null : new Date(changedMs).toISOString();
  return { id, name, chunks, sizeBytes, changedDate, ...owner.describeSource(source) };
}

/** How much there is. */
export async function summarise(deps: ContentsDeps, owner: ContentsOwner): Promise<ContentsSummary> {
  const { ownerId, kind, name, nodeId, vectorStores, reader } = owner;
  const { changedMs: _, ...totals } = await reader.totals();
  return {
    ownerId,
    kind,
    name,
    nodeId: nodeId ?? null,
    vectorStores: [...vectorStores],
    ...totals,
    storedChunks: await reader.storedChunks(),
    changedEdits: deps.engine.edits.count(ownerId, true),
    otherEdits: deps.engine.edits.count(ownerId, false),
    needsUpsert: kind === 'documentStore',
  };
}
