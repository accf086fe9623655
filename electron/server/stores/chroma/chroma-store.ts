import type { EmbeddingFunctionSpace, GetResult, Collection as Handle, QueryResult } from 'chromadb';
import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import type {
  BrowsableStore,
  EmbeddedChunk,
  ModelIdentity,
  QueryHit,
  StoredChunk,
  VectorStore,
  VectorStoreQuery,
} from '../../core/vector-store.ts';
import { type Sleep, sleepFor } from '../../http/retries.ts';
import { embeddingMismatch } from '../embedding-mismatch.ts';
import { NumberCursor, nextOf, readCursor } from '../page-cursor.ts';
import { questionVector } from '../question-vector.ts';
import { cutIntoBatches, parseStoreUrl, REQUEST_BYTES, requestBytes, type StoreService } from '../store-service.ts';
import { DEFAULT_DATABASE, DEFAULT_TENANT } from './chroma-client.ts';
import { bothWheres, fromChromaMetadata, readWhere, toChromaMetadata, toWhere } from './chroma-metadata.ts';
import {
  type ChromaSession,
  type ChromaSettings,
  createCollection,
  deleteCollection,
  type FoundCollection,
  findCollection,
  type KnownVectors,
  knownVectors,
  startSession,
} from './chroma-session.ts';

/** For one request: a batch of an upsert takes well under a second on a local server. */
const TIMEOUT_MS = 60_000;

/** Whether vectors of this model can join those. */
function fits(known: KnownVectors, model: ModelIdentity): boolean {
  return known.dimensions === model.dimensions && (known.id === undefined || known.id === model.id);
}

async function prepare(session: ChromaSession, model: ModelIdentity, signal: AbortSignal): Promise<void> {
  const { connection, settings } = session;
  const { collection } = settings;
  session.forget();
  const found = await session.find(signal);
  const known = found === undefined ? undefined : await knownVectors(connection, found, signal);
  if (found !== undefined && (known === undefined || fits(known, model))) return;
  if (found !== undefined && known !== undefined) {
    // Emptied and to be filled with another model's vectors: Chroma never lets go of the first length.
    const count = await connection.call((client) => client.collection(found.id).count(), signal);
    if (count > 0) throw embeddingMismatch(known, model);
    await deleteCollection(connection, collection, signal);
  }
  await createCollection(connection, collection, model, signal);
  session.forget();
  const made = (await session.find(signal))?.model;
  // Another run was faster.
  if (made !== undefined && !fits(made, model)) throw embeddingMismatch(made, model);
}

function gone({ settings, service }: ChromaSession): OperationalError {
  return new OperationalError(
    'SERVICE_FAILED',
    `The collection ${settings.collection} is not in Chroma at ${service.address} any more: start the run again.`,
    { details: { address: service.address } },
  );
}

/** The keys of those of these chunks that are there. */
async function storedKeys(
  session: ChromaSession,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const get = (handle: Handle) => handle.get({ ids: [...ids], include: ['metadatas'] });
  const stored = await session.on(get, () => undefined, signal);
  if (stored === undefined) throw gone(session);
  return new Map(stored.ids.map((id, row) => [id, Object.keys(stored.metadatas[row] ?? {})]));
}

async function upsertBatch(
  session: ChromaSession,
  chunks: readonly EmbeddedChunk[],
  signal: AbortSignal,
): Promise<void> {
  const ids = chunks.map(({ id }) => id);
  const stored = await storedKeys(session, ids, signal);
  const limits = { items: chunks.length, bytes: REQUEST_BYTES, bytesOf: requestBytes };
  for (const part of cutIntoBatches(chunks, limits)) {
    const records = {
      ids: part.map(({ id }) => id),
      embeddings: part.map(({ vector }) => Array.from(vector)),
      documents: part.map(({ content }) => content),
      // Chroma would keep the keys that a chunk no longer has. The client leaves null out, which removes a key; NaN is null in JSON.
      metadatas: part.map(({ id, metadata, chunkNo }) => ({
        ...Object.fromEntries((stored.get(id) ?? []).map((key) => [key, Number.NaN])),
        ...toChromaMetadata(metadata, chunkNo),
      })),
    };
    const put = async (handle: Handle): Promise<true> => {
      await handle.upsert(records);
      return true;
    };
    if (!(await session.on<boolean>(put, () => false, signal))) throw gone(session);
  }
}

/** As cosine similarity, which it is in the first and the last case; in the second for vectors of length 1. */
const SCORE: Readonly<Record<EmbeddingFunctionSpace, (distance: number) => number>> = {
  cosine: (distance) => 1 - distance,
  // Squared; larger is still worse for vectors of any length.
  l2: (distance) => 1 - distance / 2,
  ip: (distance) => 1 - distance,
};

function hitsOf(result: QueryResult, space: EmbeddingFunctionSpace): readonly QueryHit[] {
  const [ids = [], documents = [], metadatas = [], distances = []] = [
    result.ids[0],
    result.documents[0],
    result.metadatas[0],
    result.distances[0],
  ];
  return ids.map((id, row) => ({
    id,
    pageContent: documents[row] ?? '',
    ...fromChromaMetadata(metadatas[row]),
    // There is none from or to a vector of zeros.
    score: typeof distances[row] === 'number' ? SCORE[space](distances[row]) : 0,
  }));
}

async function query(session: ChromaSession, question: VectorStoreQuery, signal: AbortSignal) {
  const { topK, filter } = question;
  const asked = toWhere(filter);
  if (asked === 'nothing') return [];
  const where = bothWheres(readWhere(session.settings.filter), asked);
  const search = async (handle: Handle, { space }: FoundCollection): Promise<readonly QueryHit[]> => {
    const request = { queryEmbeddings: [Array.from(await questionVector(question))], nResults: topK };
    try {
      return hitsOf(await handle.query(where === undefined ? request : { ...request, where }), space);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ChromaValueError') throw error;
      throw new UserError('INVALID_PARAM', `The metadata filter is not one that Chroma takes: ${error.message}`, {
        details: { param: 'chromaMetadataFilter' },
        cause: error,
      });
    }
  };
  return session.on(search, () => [], signal);
}

async function check({ settings, connection, service }: ChromaSession, signal: AbortSignal): Promise<string> {
  const version = await connection.call((client) => client.version(), signal, false);
  const found = await findCollection(connection, settings.collection, signal, false);
  const answers = `Chroma ${version} answers at ${service.address}`;
  if (found === undefined) return `${answers}. The collection ${settings.collection} will be made by the first upsert.`;
  const count = await connection.call((client) => client.collection(found.id).count(), signal, false);
  return `${answers}. The collection ${settings.collection} holds ${count} ${count === 1 ? 'chunk' : 'chunks'}.`;
}

function parseUrl(text: string): URL {
  const url = parseStoreUrl(text, { name: 'chromaURL', example: 'http://localhost:8000' });
  if (url.pathname === '/') return url;
  throw new UserError('INVALID_PARAM', `Chroma's address has a path, ${url.pathname}: write it without one.`, {
    details: { param: 'chromaURL' },
  });
}

/** Calls `work` with batches that the server takes. */
async function inBatches<T>(
  session: ChromaSession,
  items: readonly T[],
  work: (batch: readonly T[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (items.length === 0) return;
  const limits = { items: await session.batchSize(signal), bytes: Number.POSITIVE_INFINITY, bytesOf: () => 0 };
  for (const batch of cutIntoBatches(items, limits)) await work(batch);
}

async function deleteAll(session: ChromaSession, signal: AbortSignal): Promise<void> {
  const { connection, settings } = session;
  session.forget();
  const found = await session.find(signal);
  if (found?.model !== undefined) {
    // The next upsert makes it anew, for whatever model.
    await deleteCollection(connection, settings.collection, signal);
    session.forget();
    return;
  }
  // Another program made it: its settings are not ours to lose.
  while (found !== undefined) {
    const limit = await session.batchSize(signal);
    const { ids } = await connection.call((client) => client.collection(found.id).get({ limit, include: [] }), signal);
    if (ids.length === 0) return;
    await connection.call((client) => client.collection(found.id).delete({ ids }), signal);
  }
}

/** @param result of a `get` of documents and metadata; undefined if there is no collection */
function chunksOf(result: GetResult | undefined): readonly StoredChunk[] {
  return (result?.ids ?? []).map((id, row) => ({
    id,
    content: result?.documents[row] ?? '',
    ...fromChromaMetadata(result?.metadatas[row]),
  }));
}

/** Chroma has no order to go on from but the one in which it counts: the cursor says how many chunks came before. */
function browseChroma(session: ChromaSession): BrowsableStore {
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

async function getByIds(
  session: ChromaSession,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly StoredChunk[]> {
  const chunks: StoredChunk[] = [];
  const read = async (batch: readonly string[]): Promise<void> => {
    const get = (handle: Handle) => handle.get({ ids: [...batch], include: ['documents', 'metadatas'] });
    chunks.push(...chunksOf(await session.on(get, () => undefined, signal)));
  };
  await inBatches(session, [...new Set(ids)], read, signal);
  return chunks;
}

/** Chunks of a batch must differ in their ids: the last of the same id counts. */
function lastOfEachId(chunks: readonly EmbeddedChunk[]): readonly EmbeddedChunk[] {
  return [...new Map(chunks.map((chunk) => [chunk.id, chunk])).values()];
}

/**
 * A collection of a Chroma server (1.0 or later). Nothing is sent before the first call.
 * @throws UserError INVALID_PARAM when the address is not one
 */
export function createChromaStore(
  settings: ChromaSettings,
  { timeoutMs = TIMEOUT_MS, sleep = sleepFor }: { timeoutMs?: number; sleep?: Sleep } = {},
): VectorStore {
  const url = parseUrl(settings.url);
  const service: StoreService = {
    name: 'Chroma',
    address: url.origin,
    hasKey: settings.apiKey !== '',
    timeoutMs,
    sleep,
  };
  const session = startSession(settings, service, url);
  const { connection } = session;
  return {
    collection: `chroma:${url.host}/${settings.tenant || DEFAULT_TENANT}/${settings.database || DEFAULT_DATABASE}/${settings.collection}`,
    async model(signal) {
      const found = await session.find(signal);
      return found === undefined ? undefined : knownVectors(connection, found, signal);
    },
    prepare: (model, signal) => prepare(session, model, signal),
    upsert: (chunks, signal) =>
      inBatches(session, lastOfEachId(chunks), (batch) => upsertBatch(session, batch, signal), signal),
    deleteByIds(ids, signal) {
      const remove = (batch: readonly string[]) =>
        session.on(
          async (handle) => {
            await handle.delete({ ids: [...batch] });
          },
          () => undefined,
          signal,
        );
      return inBatches(session, [...new Set(ids)], remove, signal);
    },
    deleteAll: (signal) => deleteAll(session, signal),
    getByIds: (ids, signal) => getByIds(session, ids, signal),
    count: (signal) =>
      session.on(
        (handle) => handle.count(),
        () => 0,
        signal,
      ),
    query: (question, signal) => query(session, question, signal),
    browse: browseChroma(session),
    check: (signal) => check(session, signal),
    // Each request has a connection of the process's own pool, which closes those that are idle.
    close: () => Promise.resolve(),
  };
}
