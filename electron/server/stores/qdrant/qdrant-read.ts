import { z } from 'zod';
import type { ChunkPage, StoredChunk } from '../../core/vector-store.ts';
import { readCursor } from '../page-cursor.ts';
import { fromPayload } from './qdrant-payload.ts';
import { idBatches, onCollection, type QdrantSession } from './qdrant-session.ts';

/** Ids of other programs' points may be numbers: the cursor is JSON, to tell them from texts of digits. */
const OffsetSchema = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('No JSON');
      return z.NEVER;
    }
  })
  .pipe(z.union([z.uuid(), z.int().nonnegative()]));
const VectorSchema = z.array(z.number());

/** Those that there are. */
export async function getByIds(
  session: QdrantSession,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly StoredChunk[]> {
  const { settings, keys } = session;
  const chunks: StoredChunk[] = [];
  for (const batch of idBatches(ids)) {
    const request = { collection_name: settings.collection, ids: [...batch], with_payload: true };
    const points = await onCollection(session, (api, init) => api.getPoints(request, init), signal);
    for (const { id, payload } of points ?? []) chunks.push({ id: String(id), ...fromPayload(payload, keys) });
  }
  return chunks;
}

/** Pages in the order of the ids. */
export async function listChunks(
  session: QdrantSession,
  { after, limit }: { after: string | undefined; limit: number },
  signal: AbortSignal,
): Promise<ChunkPage> {
  const { settings, keys } = session;
  const offset = after === undefined ? {} : { offset: readCursor(OffsetSchema, after) };
  const request = { collection_name: settings.collection, limit, ...offset, with_payload: true };
  const page = await onCollection(session, (api, init) => api.scrollPoints(request, init), signal);
  const next = page?.next_page_offset;
  return {
    chunks: (page?.points ?? []).map(({ id, payload }) => ({ id: String(id), ...fromPayload(payload, keys) })),
    next: typeof next === 'number' || typeof next === 'string' ? JSON.stringify(next) : undefined,
  };
}

/** As they are stored; those that there are. */
export async function vectorsOf(
  session: QdrantSession,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  for (const batch of idBatches(ids)) {
    const request = { collection_name: session.settings.collection, ids: [...batch], with_vector: true };
    const points = await onCollection(session, (api, init) => api.getPoints(request, init), signal);
    for (const { id, vector } of points ?? []) {
      const numbers = VectorSchema.safeParse(vector);
      if (numbers.success) found.set(String(id), new Float32Array(numbers.data));
    }
  }
  return found;
}
