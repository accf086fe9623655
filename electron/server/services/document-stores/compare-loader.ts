import type { LoaderSaveBody } from '../../../../shared/api/document-store-loaders.ts';
import type { DryRunResult } from '../../../../shared/api/dry-run.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { SourceFile } from '../../core/document.ts';
import { CutList } from '../../pipeline/cut-list.ts';
import { noCounts } from '../../pipeline/index/index-documents.ts';
import { chunkKey, factsKey, readBatches } from '../libraries/chunk-batches.ts';
import { findLoader, findStore, placeOf, type StoreAccess } from '../libraries/store-access.ts';
import { joinFailures } from './load-failures.ts';
import { checkFiles, type LoadRequest, mergeSettings } from './prepare-upsert.ts';
import { wouldBring } from './would-bring.ts';

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
 * @param uploads in the place of its files; none: it keeps those
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
