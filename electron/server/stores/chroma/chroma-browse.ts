import type { GetResult, Collection as Handle } from 'chromadb';
import type { BrowsableStore, StoredChunk } from '../../core/vector-store.ts';
import { NumberCursor, nextOf, readCursor } from '../page-cursor.ts';
import { fromChromaMetadata } from './chroma-metadata.ts';
import type { ChromaSession } from './chroma-session.ts';

/** @param result of a `get` of documents and metadata; undefined if there is no collection */
export function chunksOf(result: GetResult | undefined): readonly StoredChunk[] {
  return (result?.ids ?? []).map((id, row) => ({
    id,
    content: result?.documents[row] ?? '',
    ...fromChromaMetadata(result?.metadatas[row]),
  }));
}

/** Chroma has no order to go on from but the one in which it counts: the cursor says how many chunks came before. */
export function browseChroma(session: ChromaSession): BrowsableStore {
  return {
    async listChunks({ after, limit }, signal) {
      const offset = after === undefined ? 0 : readCursor(NumberCursor, after);
      const get = (handle: Handle) => handle.get({ limit, offset, include: ['documents', 'metadatas'] });
      const chunks = chunksOf(await session.on(get, () => undefined, signal));
      return { chunks, next: nextOf(chunks, limit, () => String(offset + chunks.length)) };
    },
    async vectorsOf(ids, signal) {
      const get = (handle: Handle) => handle.get({ ids: [...new Set(ids)], include: ['embeddings'] });
      const result = ids.length === 0 ? undefined : await session.on(get, () => undefined, signal);
      return new Map((result?.ids ?? []).map((id, row) => [id, new Float32Array(result?.embeddings[row] ?? [])]));
    },
  };
}
