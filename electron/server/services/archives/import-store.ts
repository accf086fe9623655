import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImportedStoreArchive } from '../../../../shared/api/archives.ts';
import type { StorePart } from '../../../../shared/api/document-store-parts.ts';
import { fromErrorData, toErrorData } from '../../../../shared/errors/errors.ts';
import { freeName } from '../../../../shared/flow/free-name.ts';
import { isRemoteNode } from '../../../../shared/flow/remote-stores.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import { cleanFileName } from '../../../../shared/text/file-names.ts';
import type { SourceFile } from '../../core/document.ts';
import { commitPages } from '../../storage/commit-pages.ts';
import type { ArchiveTexts } from '../../storage/repositories/archive-repository.ts';
import {
  type StoredFile,
  type StoredLoader,
  WITHOUT_CHUNKS,
} from '../../storage/repositories/document-store-loader-repository.ts';
import type { StoredStore } from '../../storage/repositories/document-store-repository.ts';
import { withFreshCollection } from '../libraries/collections.ts';
import { definitionOf } from '../libraries/parts.ts';
import { findStore, placeOf, toStoreError } from '../libraries/store-access.ts';
import { type ArchiveDeps, orRemove } from './archive-deps.ts';
import { CONTENT_HASH_BYTES, PARTS, StoreChunkLineSchema, type StoreFile, StoreFileSchema } from './archive-format.ts';
import {
  createByteReader,
  damaged,
  type ImportedFile,
  insertVector,
  parseAs,
  readLines,
  readText,
  writePart,
} from './read-archive.ts';

/** Rows of one transaction: some ms. */
const ROWS = 256;
const FLOAT_BYTES = 4;
/** Of vectors that are worked on at a time. */
const VECTOR_BYTES = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
const ID_BYTES = 16;

interface Target extends ImportedFile {
  readonly deps: ArchiveDeps;
  readonly storeId: string;
  readonly said: StoreFile;
}

/** @throws UserError INVALID_INPUT (400) for a node that there is not here */
function checkNodes({ embedding, vectorStore, recordManager, loaders }: StoreFile): void {
  if (embedding !== null) definitionOf('embedding', embedding);
  if (vectorStore !== null) definitionOf('vectorStore', vectorStore);
  if (recordManager !== null) definitionOf('recordManager', recordManager);
  for (const { loader, splitter } of loaders) {
    definitionOf('loader', loader);
    if (splitter !== null) definitionOf('splitter', splitter);
  }
}

/** A name in the settings could be that of a collection which is in use already: the new store gets one of its own. */
function withOwnPlace(part: StorePart | null, storeId: string, isVectorStore: boolean): StorePart | null {
  if (part === null) return null;
  const { collection: _, namespace: __, ...config } = part.config;
  const own = { name: part.name, config };
  return isVectorStore && isRemoteNode(part.name) ? withFreshCollection(own, storeId) : own;
}

function newStore({ stores, now }: ArchiveDeps, said: StoreFile, wanted: string | undefined): StoredStore {
  const id = randomUUID();
  const date = now().toISOString();
  const taken = new Set(stores.stores.list(0, -1).map(({ name }) => name));
  return {
    id,
    name: freeName(wanted ?? said.name, taken),
    description: said.description,
    // Nobody else works on it until it is whole.
    activity: 'SYNCING',
    lastError: null,
    next: null,
    embedding: said.embedding,
    vectorStore: withOwnPlace(said.vectorStore, id, true),
    recordManager: withOwnPlace(said.recordManager, id, false),
    createdDate: date,
    updatedDate: date,
  };
}

/**
 * Inserts the vectors where the embedding step looks for them before it calls the model.
 * @throws UserError FILE_CORRUPT for one of a text that the archive does not hold: it would change what other libraries find
 */
async function writeVectors({ deps, archive, storeId }: Target, texts: ArchiveTexts): Promise<void> {
  const { embeddings } = deps.engine;
  const { model, parts, chunks } = archive.manifest;
  if (model === null) return;
  const vectors = createByteReader(await archive.stream(PARTS.vectors));
  const rowBytes = CONTENT_HASH_BYTES + model.dimensions * FLOAT_BYTES;
  const day = Math.floor(deps.now().getTime() / DAY_MS);
  let left = parts[PARTS.vectors]?.sizeBytes ?? 0;
  if (left % rowBytes !== 0) throw damaged('a vector is cut off');
  if (left / rowBytes > chunks) throw damaged('it has more vectors than chunks');
  const rowsAtOnce = Math.max(1, Math.min(ROWS, Math.floor(VECTOR_BYTES / rowBytes)));

  async function* pages() {
    while (left > 0) {
      const rows = await vectors.take(Math.min(left, rowsAtOnce * rowBytes));
      left -= rows.length;
      yield rows;
    }
  }

  await commitPages(deps.engine, pages(), (rows) => {
    const ids: number[] = [];
    for (let at = 0; at < rows.length; at += rowBytes) {
      const row = rows.subarray(at, at + rowBytes);
      const hash = row.subarray(0, CONTENT_HASH_BYTES);
      if (!texts.has(hash)) throw damaged('it has vectors of no chunk');
      ids.push(insertVector(embeddings, model, hash, row.subarray(CONTENT_HASH_BYTES)));
    }
    // Until its first upsert nothing else says that they are in use.
    embeddings.markRemote(storeId, day, ids);
  });
}

/** The files of a loader, in a folder of theirs. */
async function writeFiles(
  { deps, archive, folder, storeId }: Target,
  loaderId: string,
  files: StoreFile['loaders'][number]['files'],
): Promise<StoredFile[]> {
  const sources: SourceFile[] = [];
  for (const { part, name } of files) {
    const path = join(folder, `file-${sources.length}`);
    await writePart(archive, part, path);
    sources.push({ name: cleanFileName(name), path, sizeBytes: archive.manifest.parts[part]?.sizeBytes ?? 0 });
  }
  if (sources.length === 0) return [];
  const stored = await deps.stores.files.store({ storeId, id: loaderId }, sources);
  return stored.map((file, index) => ({ ...file, uploaded: files[index]?.uploaded ?? file.uploaded }));
}

async function writeLoaders(target: Target): Promise<StoredLoader[]> {
  const { deps, storeId, said } = target;
  const parts = said.loaders.flatMap(({ files }) => files.map(({ part }) => part));
  if (new Set(parts).size < parts.length) throw damaged('a file is named twice');
  const loaders: StoredLoader[] = [];
  for (const { name, loader, splitter, contentState, failedFiles, files } of said.loaders) {
    const id = randomUUID();
    const stored = await writeFiles(target, id, files);
    loaders.push(
      deps.stores.loaders.insert({
        id,
        storeId,
        loaderName: name,
        loader,
        splitter,
        contentState,
        failedFiles,
        files: stored,
        ...WITHOUT_CHUNKS,
      }),
    );
    await nextTurn();
  }
  return loaders;
}

/** What has been written of a loader. */
interface Sum {
  chunks: number;
  chars: number;
  lastNo: number;
}

interface Written {
  readonly chunks: number;
  /** Whether each chunk has its vector. */
  readonly isEmbedded: boolean;
}

/**
 * @returns how many there are
 * @throws UserError FILE_CORRUPT for chunks that are not of a loader, or not in their order
 */
async function writeChunks(
  { deps, archive }: Target,
  loaders: readonly StoredLoader[],
  texts: ArchiveTexts,
): Promise<number> {
  const { chunks } = deps.stores;
  const sums = loaders.map((): Sum => ({ chunks: 0, chars: 0, lastNo: 0 }));
  await commitPages(deps.engine, readLines(archive, PARTS.chunks, ROWS), (lines) => {
    for (const line of lines) {
      const { loader: of, no, source, key, content, metadata } = parseAs(StoreChunkLineSchema, line, 'a chunk');
      const [loader, sum] = [loaders[of], sums[of]];
      if (loader === undefined || sum === undefined) throw damaged('a chunk is of no loader');
      if (no <= sum.lastNo) throw damaged('chunks are not in their order');
      sum.lastNo = no;
      sum.chunks += 1;
      sum.chars += content.length;
      const hash = createHash('sha256').update(content).digest().subarray(0, CONTENT_HASH_BYTES);
      texts.add(hash);
      const keys = Buffer.concat([hash, Buffer.from(key, 'hex')]);
      const row = { id: randomBytes(ID_BYTES), chunk_no: no, keys, source, metadata: canonicalJson(metadata), content };
      chunks.insert(placeOf(loader), row);
    }
  });
  const total = sums.reduce((sum, one) => sum + one.chunks, 0);
  if (total !== archive.manifest.chunks) throw damaged(`it has ${total} of ${archive.manifest.chunks} chunks`);
  for (const [index, loader] of loaders.entries()) {
    const { chunks: totalChunks, chars: totalChars } = sums[index] ?? { chunks: 0, chars: 0 };
    deps.stores.loaders.update({ ...loader, totalChunks, totalChars });
  }
  return total;
}

async function fill(target: Target): Promise<Written> {
  const { deps, storeId, archive } = target;
  const texts = deps.archives.openTexts();
  try {
    const chunks = await writeChunks(target, await writeLoaders(target), texts);
    await writeVectors(target, texts);
    await deps.engine.settle();
    deps.stores.stores.update({ ...findStore(deps.stores, storeId), activity: null });
    return { chunks, isEmbedded: texts.areEmbedded(archive.manifest.model?.id ?? '') };
  } finally {
    texts.close();
  }
}

/** Whether its upsert needs no one: no model, no remote service, and nothing that is still to be entered. */
function isReady(
  { said: { embedding, vectorStore, recordManager, loaders, needs } }: Target,
  written: Written,
): boolean {
  const places = [vectorStore, recordManager].filter((part) => part !== null);
  return (
    embedding !== null &&
    vectorStore !== null &&
    needs.length === 0 &&
    !places.some(({ name }) => isRemoteNode(name)) &&
    loaders.every(({ contentState }) => contentState === 'SYNC') &&
    written.chunks > 0 &&
    written.isEmbedded
  );
}

/** Brings the chunks to the vector store; the store stands as it is when that can't begin, and says why. */
async function startUpsert({ stores, upsertStore }: ArchiveDeps, storeId: string): Promise<string | null> {
  try {
    return (await upsertStore(storeId)).runId;
  } catch (error) {
    const lastError = toStoreError(fromErrorData(toErrorData(error)));
    stores.stores.update({ ...findStore(stores, storeId), lastError });
    return null;
  }
}

/**
 * Makes a new document store of an archive, with its loaders, files, chunks and vectors: its upsert embeds nothing again.
 * @param wanted the name of the store; undefined: that in the archive
 * @throws UserError FILE_CORRUPT, INVALID_INPUT for a node that there is not here; then nothing is left
 */
export async function importStore(
  deps: ArchiveDeps,
  { archive, folder }: ImportedFile,
  wanted: string | undefined,
): Promise<ImportedStoreArchive> {
  const { stores, unfinished } = deps;
  const said = parseAs(StoreFileSchema, await readText(archive, PARTS.store), PARTS.store);
  checkNodes(said);
  const store = newStore(deps, said, wanted);
  const storeId = store.id;
  const make = deps.engine.db.transaction(() => {
    stores.stores.insert(store);
    unfinished.begin(storeId);
  });
  make.immediate();
  const target: Target = { deps, archive, folder, storeId, said };
  const written = await orRemove(deps, storeId, () =>
    stores.lock.run(
      storeId,
      stores.closing.signal,
      () => undefined,
      () => fill(target),
    ),
  );
  return {
    kind: 'store',
    storeId,
    name: store.name,
    chunks: written.chunks,
    files: said.loaders.reduce((sum, { files }) => sum + files.length, 0),
    runId: isReady(target, written) ? await startUpsert(deps, storeId) : null,
    needs: said.needs,
  };
}
