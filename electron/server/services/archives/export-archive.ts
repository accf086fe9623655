import packageJson from '../../../../package.json' with { type: 'json' };
import { isFinalStatus } from '../../../../shared/api/runs.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { toFlowFile } from '../../../../shared/flow/flow-file.ts';
import { uuidText } from '../../common/uuid.ts';
import type { LocalVectorStore } from '../../core/vector-store.ts';
import { storedChunks } from '../../pipeline/copy/stored-batches.ts';
import { type ArchiveDeps, type LocalPlace, localPlaceOf } from './archive-deps.ts';
import { bytesOf, changedMeanwhile, lines, type Manifest, newManifest, PARTS } from './archive-format.ts';
import { requireFewOriginals, writeOriginals } from './archive-originals.ts';
import { createZipWriter, type ZipWriter } from './zip-writer.ts';

const FLOAT_BYTES = 4;
/** Records read at a time: a few ms. */
const PAGE = 256;

/** The vectors of a collection in the order of its chunks. */
async function* readVectors(store: LocalVectorStore, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const chunks of storedChunks(store, signal)) {
    const ids = chunks.map(({ id }) => id);
    const found = await store.browse?.vectorsOf(ids, signal);
    yield Buffer.concat(ids.map((id) => bytesOf(found?.get(id) ?? new Float32Array())));
  }
}

function* readRecords({ archives }: ArchiveDeps, { namespaces }: LocalPlace): Generator<Uint8Array> {
  for (const name of namespaces) {
    let after: Buffer = Buffer.alloc(0);
    for (;;) {
      const rows = archives.listRecords(name, after, PAGE);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.content_key;
      yield lines(
        rows.map((row) => ({
          source: row.source,
          key: row.content_key.toString('hex'),
          metadataHash: row.metadata_hash.toString('hex'),
          no: row.chunk_no,
          chunk: uuidText(row.chunk_uuid),
        })),
      );
    }
  }
}

/** An archive that is being written. */
export interface Writing {
  readonly name: string;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** What the manifest says beside the parts. */
export type Facts = Pick<Manifest, 'model' | 'chunks'>;

/** The pieces of an archive. @param write adds all parts but the manifest */
export async function* writeArchive(
  { now }: Pick<ArchiveDeps, 'now'>,
  name: string,
  write: (zip: ZipWriter) => AsyncGenerator<Uint8Array, Facts>,
): AsyncGenerator<Uint8Array> {
  const zip = createZipWriter();
  const facts = yield* write(zip);
  const createdDate = now().toISOString();
  const manifest = newManifest({ app: packageJson.version, createdDate, name, ...facts, parts: { ...zip.parts } });
  yield* zip.add(PARTS.manifest, [Buffer.from(JSON.stringify(manifest))]);
  yield* zip.end();
}

/**
 * A flow with the chunks, vectors, records and originals that it has in the data folder, as the pieces of a ZIP file. Secrets are left out.
 * @throws UserError CHATFLOW_NOT_FOUND, COLLECTION_PRIVATE, NOT_EXPORTABLE, STORE_BUSY while an upsert of it goes on
 */
export function exportFlow(deps: ArchiveDeps, chatflowId: string, signal: AbortSignal): Writing {
  const chatflow = deps.chatflows.find(chatflowId);
  const storage = localPlaceOf(deps, deps.libraries.flow(chatflowId));
  const newest = deps.runs.newestOf(chatflowId);
  if (newest !== undefined && !isFinalStatus(newest.status)) {
    throw new UserError(
      'STORE_BUSY',
      `“${chatflow.name}” is being upserted or moved: export it when the run has ended.`,
    );
  }
  requireFewOriginals(deps, chatflow);
  const store = deps.engine.vectorDeps.openCollection(storage.collection);

  async function* write(zip: ZipWriter): AsyncGenerator<Uint8Array, Facts> {
    const model = store.transactional.model() ?? null;
    let chunks = 0;
    async function* chunkLines(): AsyncGenerator<Uint8Array> {
      for await (const page of storedChunks(store, signal)) {
        chunks += page.length;
        yield lines(page.map(({ id, content, metadata, chunkNo: no }) => ({ id, no, content, metadata })));
      }
    }
    yield* zip.add(PARTS.flow, [Buffer.from(JSON.stringify(toFlowFile(chatflow)))]);
    yield* zip.add(PARTS.chunks, chunkLines());
    yield* zip.add(PARTS.vectors, readVectors(store, signal), false);
    yield* zip.add(PARTS.records, readRecords(deps, storage));
    yield* writeOriginals(deps, chatflowId, { zip, signal });
    const vectorBytes = chunks * (model?.dimensions ?? 0) * FLOAT_BYTES;
    if (zip.parts[PARTS.vectors]?.sizeBytes !== vectorBytes) throw changedMeanwhile('flow');
    return { model, chunks };
  }
  return { name: chatflow.name, pieces: writeArchive(deps, chatflow.name, write) };
}
