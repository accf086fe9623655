import { z } from 'zod';
import { UserError } from '../../../../shared/errors/errors.ts';
import type {
  ChunkPage,
  EmbeddedChunk,
  ModelIdentity,
  QueryHit,
  StoredChunk,
  VectorStore,
  VectorStoreQuery,
} from '../../core/vector-store.ts';
import { type Sleep, sleepFor } from '../../http/retries.ts';
import { embeddingMismatch } from '../embedding-mismatch.ts';
import { readCursor } from '../page-cursor.ts';
import { questionVector } from '../question-vector.ts';
import { cutIntoBatches, parseStoreUrl, REQUEST_BYTES, requestBytes } from '../store-service.ts';
import {
  bothFilters,
  createQdrantCollection,
  type FoundQdrantCollection,
  fromPayload,
  idBatches,
  onCollection,
  type QdrantDistance,
  type QdrantSession,
  type QdrantSettings,
  startSession,
  toPayload,
  toQdrantFilter,
} from './qdrant-session.ts';

/** For one request: a batch of an upsert takes well under a second on a local server. */
const TIMEOUT_MS = 60_000;
async function countChunks(session: QdrantSession, signal: AbortSignal): Promise<number> {
  const request = { collection_name: session.settings.collection, exact: true };
  return (await onCollection(session, (api, init) => api.countPoints(request, init), signal))?.count ?? 0;
}

async function dropCollection(session: QdrantSession, signal: AbortSignal): Promise<void> {
  const { collection } = session.settings;
  await onCollection(session, (api, init) => api.deleteCollection({ collection_name: collection }, init), signal);
}

function checkFit(found: FoundQdrantCollection, settings: QdrantSettings, model: ModelIdentity): void {
  const { dimensions, modelId, distance } = found;
  if (dimensions !== model.dimensions || (modelId !== undefined && modelId !== model.id)) {
    throw embeddingMismatch({ id: modelId, dimensions }, model);
  }
  if (distance === settings.distance) return;
  throw new UserError(
    'INVALID_PARAM',
    `The collection ${settings.collection} compares vectors by ${distance}, and the node by ${settings.distance}: choose ${distance} in the node, or name a new collection.`,
    { details: { param: 'qdrantSimilarity' } },
  );
}

async function prepare(session: QdrantSession, model: ModelIdentity, signal: AbortSignal): Promise<void> {
  const { settings, connection } = session;
  const found = await session.find(signal);
  if (found !== undefined) {
    const isSame = found.modelId === model.id && found.dimensions === model.dimensions;
    // One that we made, emptied and to be filled with another model's vectors, is made anew; one of another program is left alone.
    if (isSame || found.modelId === undefined || (await countChunks(session, signal)) > 0) {
      checkFit(found, settings, model);
      return;
    }
    await dropCollection(session, signal);
  }
  if (settings.dimensions !== undefined && settings.dimensions !== model.dimensions) {
    throw new UserError(
      'INVALID_PARAM',
      `The vector dimension is ${settings.dimensions}, and ${model.id} makes vectors of ${model.dimensions} numbers: leave the field empty.`,
      { details: { param: 'qdrantVectorDimension' } },
    );
  }
  if (await createQdrantCollection(connection, settings, model, signal)) return;
  const made = await session.find(signal);
  if (made !== undefined) checkFit(made, settings, model);
}

async function upsert(session: QdrantSession, chunks: readonly EmbeddedChunk[], signal: AbortSignal): Promise<void> {
  const { settings, keys, connection } = session;
  const limits = { items: settings.batchSize, bytes: REQUEST_BYTES, bytesOf: requestBytes };
  for (const batch of cutIntoBatches(chunks, limits)) {
    const points = batch.map((chunk) => ({
      id: chunk.id,
      vector: Array.from(chunk.vector),
      payload: toPayload(chunk, keys),
    }));
    const request = { collection_name: settings.collection, wait: true, points };
    await connection.call((api, init) => api.upsertPoints(request, init), signal);
  }
}

async function deleteByIds(session: QdrantSession, ids: readonly string[], signal: AbortSignal): Promise<void> {
  const { collection } = session.settings;
  for (const points of idBatches(ids)) {
    const request = { collection_name: collection, wait: true, points: [...points] };
    await onCollection(session, (api, init) => api.deletePoints(request, init), signal);
  }
}

async function deleteAll(session: QdrantSession, signal: AbortSignal): Promise<void> {
  const { settings } = session;
  const found = await session.find(signal);
  if (found === undefined) return;
  if (found.modelId !== undefined) return await dropCollection(session, signal);
  // Its settings are not ours to lose.
  const everything = { collection_name: settings.collection, wait: true, filter: { must: [] } };
  await onCollection(session, (api, init) => api.deletePoints(everything, init), signal);
}

/** Qdrant gives similarities for the first two, and distances for the others. For vectors of length 1, Euclid's becomes the cosine. */
const SCORE: Readonly<Record<QdrantDistance, (given: number) => number>> = {
  Cosine: (similarity) => similarity,
  Dot: (similarity) => similarity,
  Euclid: (distance) => 1 - distance ** 2 / 2,
  Manhattan: (distance) => -distance,
};

async function query(
  session: QdrantSession,
  question: VectorStoreQuery,
  signal: AbortSignal,
): Promise<readonly QueryHit[]> {
  const { topK, filter } = question;
  const { settings, keys } = session;
  const asked = toQdrantFilter(filter, keys.metadata);
  if (asked === 'nothing') return [];
  const distance = await session.distance(signal);
  if (distance === undefined) return [];
  const both = bothFilters(settings.filter, asked);
  const request = {
    collection_name: settings.collection,
    query: Array.from(await questionVector(question)),
    limit: topK,
    with_payload: true,
    ...(both === undefined ? {} : { filter: both }),
  };
  const answer = await onCollection(session, (api, init) => api.queryPoints(request, init), signal);
  return (answer?.points ?? []).map(({ id, payload, score }) => {
    const { content, ...rest } = fromPayload(payload, keys);
    return { id: String(id), pageContent: content, ...rest, score: SCORE[distance](score) };
  });
}

async function check(session: QdrantSession, signal: AbortSignal): Promise<string> {
  const { settings, connection, service } = session;
  const version = await connection.version(signal);
  const found = await session.find(signal, false);
  const answers = `Qdrant ${version} answers at ${service.address}`;
  if (found === undefined) return `${answers}. The collection ${settings.collection} will be made by the first upsert.`;
  const count = await countChunks(session, signal);
  return `${answers}. The collection ${settings.collection} holds ${count} ${count === 1 ? 'chunk' : 'chunks'}.`;
}

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
async function getByIds(
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
async function listChunks(
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
async function vectorsOf(
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

/**
 * A collection of a Qdrant server (1.10 or later), one vector a point. Nothing is sent before the first call.
 * @throws UserError INVALID_PARAM when the address is not one, or the payload's keys are the same
 */
export function createQdrantStore(
  settings: QdrantSettings,
  { timeoutMs = TIMEOUT_MS, sleep = sleepFor }: { timeoutMs?: number; sleep?: Sleep } = {},
): VectorStore {
  const url = parseStoreUrl(settings.url, { name: 'qdrantServerUrl', example: 'http://localhost:6333' });
  const path = url.pathname === '/' ? '' : url.pathname;
  const service = {
    name: 'Qdrant',
    address: `${url.origin}${path}`,
    hasKey: settings.apiKey !== '',
    timeoutMs,
    sleep,
  };
  const session = startSession(settings, service, url);
  return {
    collection: `qdrant:${url.host}${path}/${settings.collection}`,
    async model(signal) {
      const found = await session.find(signal);
      return found === undefined ? undefined : { id: found.modelId, dimensions: found.dimensions };
    },
    prepare: (model, signal) => prepare(session, model, signal),
    upsert: (chunks, signal) => upsert(session, chunks, signal),
    deleteByIds: (ids, signal) => deleteByIds(session, ids, signal),
    deleteAll: (signal) => deleteAll(session, signal),
    getByIds: (ids, signal) => getByIds(session, ids, signal),
    count: (signal) => countChunks(session, signal),
    query: (question, signal) => query(session, question, signal),
    browse: {
      listChunks: (page, signal) => listChunks(session, page, signal),
      vectorsOf: (ids, signal) => vectorsOf(session, ids, signal),
    },
    check: (signal) => check(session, signal),
    // Connections that are idle for some seconds close by themselves, and keep no process alive.
    close: () => Promise.resolve(),
  };
}
