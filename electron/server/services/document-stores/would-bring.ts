import type { ChunkBatch } from '../../core/chunk.ts';
import { openEdits } from '../../pipeline/index/passage-edits.ts';
import { loaderPart, type SourcePart } from '../../pipeline/load/source-part.ts';
import { asIfStored, batchOf } from '../libraries/chunk-batches.ts';
import { loaderWork } from '../libraries/parts.ts';
import { placeOf, type StoreAccess } from '../libraries/store-access.ts';
import { storedSource } from './index-store.ts';
import type { FileLoad } from './load-failures.ts';
import type { LoadRequest, PreparedUpsert } from './prepare-upsert.ts';
import { watchLoad } from './unread-chunks.ts';

/** What an upsert would bring. */
interface WouldBring {
  /** The chunks, loader by loader. */
  readonly parts: readonly SourcePart[];
  /** What could not be read, once the parts were. */
  readonly loads: readonly FileLoad[];
}

/** The chunks that an upsert would bring to the vector store. */
export function wouldBring(
  deps: StoreAccess,
  prepared: Pick<PreparedUpsert, 'parts' | 'loads' | 'indexed'>,
  newLoaderId: string,
): WouldBring {
  const { engine, files, chunks } = deps;
  function toPart(request: LoadRequest) {
    const { existing, uploads, skipFailedFiles } = request;
    const id = existing?.id ?? newLoaderId;
    const sources = uploads ?? (existing === undefined ? [] : files.open(existing, existing.files));
    const load = watchLoad(chunks);
    async function* open(_sourceIdKey: string, signal: AbortSignal): AsyncGenerator<ChunkBatch> {
      const work = loaderWork(request, id, prepared.parts.embedding, engine.values);
      const fresh = loaderPart({ ...work, files: sources, skipFailedFiles }, engine.loadChunks);
      yield* asIfStored(load.watch(openEdits(engine.edits, id).watch(fresh.open('source', signal))), id);
      if (existing !== undefined) for (const rows of load.unread(placeOf(existing))) yield batchOf(rows, id);
    }
    return { part: { sources: [id], loaderId: id, open }, load, fileCount: sources.length };
  }
  const fresh = prepared.loads.map(toPart);
  const stored = prepared.indexed.map((loader) => ({ id: loader.id, place: placeOf(loader) }));
  return { parts: [...fresh.map(({ part }) => part), ...storedSource(stored, chunks)], loads: fresh };
}
