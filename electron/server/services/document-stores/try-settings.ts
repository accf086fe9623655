import {
  type ConfigTest,
  type ConfigTestBody,
  type LoaderPreview,
  type LoaderPreviewBody,
  type LoaderSaveBody,
  PREVIEW_DEFAULT,
} from '../../../../shared/api/document-store-loaders.ts';
import type { DryRunResult } from '../../../../shared/api/dry-run.ts';
import { BugError } from '../../../../shared/errors/errors.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { SourceFile } from '../../core/document.ts';
import { checkEmbedding, failedTest } from '../../pipeline/check-connection.ts';
import { checkModel, closeOpened, openModel, openRecords, openStore } from '../../pipeline/compile/open-nodes.ts';
import { CutList } from '../../pipeline/cut-list.ts';
import { noCounts } from '../../pipeline/index/index-documents.ts';
import { previewChunks } from '../../pipeline/load/preview-chunks.ts';
import { chunkKey, factsKey, readBatches } from '../libraries/chunk-batches.ts';
import { loaderWork, overlayPart, planVectors } from '../libraries/parts.ts';
import { findLoader, findStore, placeOf, type StoreAccess } from '../libraries/store-access.ts';
import { checkFiles, type LoadRequest, mergeSettings } from '../libraries/store-request.ts';
import { wouldBring } from '../libraries/store-upsert.ts';
import { joinFailures } from '../libraries/store-work.ts';

/**
 * The first chunks that a loader would give; nothing is written.
 * @throws UserError as a load does
 */
export async function previewLoader(
  deps: StoreAccess,
  body: LoaderPreviewBody,
  uploads: readonly SourceFile[],
  signal: AbortSignal,
): Promise<LoaderPreview> {
  const { storeId, id, previewChunkCount: wanted = PREVIEW_DEFAULT } = body;
  const store = storeId === undefined ? undefined : findStore(deps, storeId);
  const base = storeId === undefined || id === undefined ? undefined : findLoader(deps, storeId, id);
  const hasUploads = uploads.length > 0;
  const settings = mergeSettings(base, { ...body, hasFiles: hasUploads }, deps.engine.values);
  checkFiles(settings.loader, hasUploads ? uploads : (base?.files ?? []));
  const files = hasUploads || base === undefined ? uploads : deps.files.open(base, base.files);
  const work = { ...loaderWork(settings, 'loader', store?.embedding ?? null, deps.engine.values), files };
  const preview = await previewChunks(
    work,
    { limit: wanted, statistics: body.statistics },
    deps.engine.loadChunks,
    signal,
  );
  return { ...preview, previewChunkCount: preview.chunks.length };
}

/** Chunks that the store holds of a loader, by which chunk it is. */
class HeldChunks {
  readonly #facts = new Map<string, string[]>();

  add(batch: ChunkBatch): void {
    for (const index of batch.contents.keys()) {
      const key = chunkKey(batch, index);
      const facts = this.#facts.get(key);
      if (facts === undefined) this.#facts.set(key, [factsKey(batch, index)]);
      else facts.push(factsKey(batch, index));
    }
  }

  /** Takes one chunk out. @returns hash of its metadata, or undefined if there is no such chunk */
  take(key: string): string | undefined {
    const facts = this.#facts.get(key);
    const first = facts?.shift();
    if (facts?.length === 0) this.#facts.delete(key);
    return first;
  }
}

/** What a load would change in the chunks that the store holds of a loader. Keeps hashes of the chunks (about 100 bytes each), not their texts. */
async function compare(
  held: () => AsyncIterable<ChunkBatch>,
  fresh: AsyncIterable<ChunkBatch>,
  signal: AbortSignal,
): Promise<DryRunResult> {
  const counts = noCounts();
  const [added, updated, deleted] = [new CutList(), new CutList(), new CutList()];
  const before = new HeldChunks();
  for await (const batch of held()) {
    signal.throwIfAborted();
    before.add(batch);
  }
  for await (const batch of fresh) {
    for (const [index, content] of batch.contents.entries()) {
      const facts = before.take(chunkKey(batch, index));
      const metadata = batch.metadata[index] ?? '{}';
      if (facts === undefined) {
        counts.numAdded += 1;
        added.add(content, metadata);
      } else if (facts === factsKey(batch, index)) counts.numSkipped += 1;
      else {
        counts.numUpdated += 1;
        updated.add(content, metadata);
      }
    }
  }
  for await (const batch of held()) {
    signal.throwIfAborted();
    for (const [index, content] of batch.contents.entries()) {
      if (before.take(chunkKey(batch, index)) === undefined) continue;
      counts.numDeleted += 1;
      deleted.add(content, batch.metadata[index] ?? '{}');
    }
  }
  const truncated = added.isCut || updated.isCut || deleted.isCut;
  return {
    ...counts,
    dryRun: true,
    added: added.documents,
    updated: updated.documents,
    deleted: deleted.documents,
    truncated,
  };
}

/**
 * Says what other settings of a loader would change in its stored chunks. Reads its source again, and writes nothing.
 * @param uploads replace its files; none: those stay
 * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND, INVALID_INPUT, and what loading throws when no file can be read
 */
export async function compareLoader(
  deps: StoreAccess,
  body: LoaderSaveBody & { readonly storeId: string; readonly id: string },
  uploads: readonly SourceFile[],
  signal: AbortSignal,
): Promise<DryRunResult> {
  const { storeId, id } = body;
  const { embedding, vectorStore, recordManager } = findStore(deps, storeId);
  const existing = findLoader(deps, storeId, id);
  const hasUploads = uploads.length > 0;
  const settings = mergeSettings(existing, { ...body, hasFiles: hasUploads }, deps.engine.values);
  checkFiles(settings.loader, hasUploads ? uploads : existing.files);
  const request: LoadRequest = {
    ...settings,
    existing,
    uploads: hasUploads ? uploads : undefined,
    skipFailedFiles: true,
  };
  const parts = { embedding, vectorStore, recordManager };
  const { parts: sources, loads } = wouldBring(deps, { parts, loads: [request], indexed: [] }, id);
  async function* fresh(): AsyncGenerator<ChunkBatch> {
    for (const source of sources) yield* source.open('source', signal);
  }
  const result = await compare(() => readBatches(deps.chunks, placeOf(existing), id), fresh(), signal);
  return { ...result, ...joinFailures(loads) };
}

type Check = ConfigTest['checks'][number];

/** Tries one part. What fails is an answer here, not an error. */
async function tryPart(part: Check['part'], work: () => Promise<string> | string): Promise<Check> {
  try {
    return { part, ok: true, message: await work() };
  } catch (cause) {
    return { part, ok: false, ...failedTest(cause) };
  }
}

/**
 * Tries the settings of a call over those of the store, without saving them: says of each part whether it works.
 * @throws UserError STORE_NOT_FOUND
 */
export async function testConfig(deps: StoreAccess, body: ConfigTestBody, signal: AbortSignal): Promise<ConfigTest> {
  const saved = findStore(deps, body.storeId);
  const { engine } = deps;
  // Parts that are fine by themselves, so that each is judged alone.
  const soundEmbedding = { name: 'transformersEmbeddings', config: {} };
  const soundStore = { name: 'hnsw', config: {} };
  const only = (part: 'embedding' | 'vectorStore' | 'recordManager') =>
    planVectors(
      {
        embedding: soundEmbedding,
        vectorStore: soundStore,
        recordManager: null,
        [part]: overlayPart(part, saved[part], body[part]),
      },
      engine.values,
    );
  const embedding = await tryPart('embedding', () => checkEmbedding(only('embedding').embedding, engine, signal));
  const vectorStore = await tryPart('vectorStore', async () => {
    const store = await openStore(only('vectorStore'), saved.id, engine.vectorDeps);
    try {
      const answer = await store.check(signal);
      if (embedding.ok && body.embedAgain !== true) {
        const model = await openModel(only('embedding'), engine.embeddingPool, signal, () => undefined);
        await checkModel(store, model, 'vectorStore', signal);
      }
      return answer;
    } finally {
      await closeOpened(store);
    }
  });
  const recordManager = await tryPart('recordManager', async () => {
    const records = await openRecords(only('recordManager'), saved.id, saved.id, engine.recordDeps);
    if (records === undefined) throw new BugError('A document store without records');
    try {
      return await records.check(signal);
    } finally {
      await closeOpened(records);
    }
  });
  const checks = [embedding, vectorStore, recordManager];
  return { ok: checks.every(({ ok }) => ok), checks };
}
