import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import type { NeededSecret } from '../../../../shared/api/archives.ts';
import type { StorePart } from '../../../../shared/api/document-store-parts.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { CREDENTIAL_INPUTS } from '../../../../shared/flow/credential-reference.ts';
import { paramInfo } from '../../../../shared/nodes/params.ts';
import { isBlank } from '../../../../shared/nodes/unset.ts';
import type { SourceFile } from '../../core/document.ts';
import type { ModelIdentity } from '../../core/vector-store.ts';
import { closeOpened, openRecords, openStore } from '../../pipeline/compile/open-nodes.ts';
import { contentHashAt } from '../../pipeline/index/classify-batch.ts';
import type { StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import type { StoredStore } from '../../storage/repositories/document-store-repository.ts';
import { BATCH_LIMIT, readBatches } from '../libraries/chunk-batches.ts';
import { idsOf } from '../libraries/index-store.ts';
import { definitionOf, planRemoval } from '../libraries/parts.ts';
import { assertIdle, findStore, placeOf } from '../libraries/store-access.ts';
import type { ArchiveDeps } from './archive-deps.ts';
import {
  bytesOf,
  CONTENT_HASH_BYTES,
  changedMeanwhile,
  filePart,
  LAYOUTS,
  lines,
  MOST_PARTS,
  PARTS,
  type StoreFile,
} from './archive-format.ts';
import { type Facts, type Writing, writeArchive } from './export-archive.ts';
import type { ZipWriter } from './zip-writer.ts';

const PRIVATE_KINDS: ReadonlySet<string> = new Set(['secret', 'file']);

function privateNames(part: NeededSecret['part'], value: StorePart): readonly string[] {
  const params = Object.entries(definitionOf(part, value).params.shape);
  const own = params.filter(([, schema]) => PRIVATE_KINDS.has(paramInfo(schema).kind));
  return [...CREDENTIAL_INPUTS, ...own.map(([name]) => name)];
}

/** A part as an archive holds it: without secrets, ids of credentials and files. */
function withoutSecrets(part: NeededSecret['part'], value: StorePart): StorePart {
  const hidden = new Set(privateNames(part, value));
  const config = Object.entries(value.config).filter(([name]) => !hidden.has(name));
  return { name: value.name, config: Object.fromEntries(config) };
}

/**
 * What {@link withoutSecrets} leaves out and the part can't do without.
 * @param credentialName of an id
 */
function neededSecrets(
  part: NeededSecret['part'],
  value: StorePart,
  credentialName: (id: string) => string | undefined,
): NeededSecret[] {
  const definition = definitionOf(part, value);
  const given = privateNames(part, value).filter(
    (name) => !isBlank(value.config[name]) && name !== definition.upload?.param,
  );
  if (given.length === 0) return [];
  const id = CREDENTIAL_INPUTS.map((name) => value.config[name]).find((one) => typeof one === 'string' && one !== '');
  const credential = typeof id === 'string' ? (credentialName(id) ?? null) : null;
  return [{ part, node: definition.label, credential }];
}

/** A store as it is when the export begins. */
interface Exported {
  readonly store: StoredStore;
  readonly loaders: readonly StoredLoader[];
  /** Of all loaders, in their order. */
  readonly files: readonly SourceFile[];
  /** Of the vectors; undefined: nothing was inserted into the vector store yet. */
  readonly model: ModelIdentity | undefined;
  readonly signal: AbortSignal;
}

/** Where the chunks of a store are. To be closed. */
async function openPlaces({ stores: { engine } }: ArchiveDeps, store: StoredStore) {
  const plan = planRemoval(store, engine.values);
  const vectors = await openStore(plan, store.id, engine.vectorDeps);
  const records = await openRecords(plan, store.id, vectors.collection, engine.recordDeps);
  return { vectors, records, close: () => closeOpened(vectors, records) };
}

type Places = Awaited<ReturnType<typeof openPlaces>>;

async function findModel(
  deps: ArchiveDeps,
  store: StoredStore,
  signal: AbortSignal,
): Promise<ModelIdentity | undefined> {
  if (store.vectorStore === null) return undefined;
  const places = await openPlaces(deps, store);
  try {
    const bound = await places.vectors.model(signal);
    return bound?.id === undefined ? undefined : { id: bound.id, dimensions: bound.dimensions };
  } finally {
    await places.close();
  }
}

function describe({ credentialName }: ArchiveDeps, { store, loaders }: Exported): StoreFile {
  const { name, description, embedding, vectorStore, recordManager } = store;
  const parts = { embedding, vectorStore, recordManager };
  const names = ['embedding', 'vectorStore', 'recordManager'] as const;
  const exported = (part: keyof typeof parts) => {
    const value = parts[part];
    return value === null ? null : withoutSecrets(part, value);
  };
  const needs = names.flatMap((part) => {
    const value = parts[part];
    return value === null ? [] : neededSecrets(part, value, credentialName);
  });
  let no = 0;
  return {
    name,
    description,
    embedding: exported('embedding'),
    vectorStore: exported('vectorStore'),
    recordManager: exported('recordManager'),
    loaders: loaders.map((loader) => ({
      name: loader.loaderName,
      loader: withoutSecrets('loader', loader.loader),
      splitter: loader.splitter,
      contentState: loader.contentState,
      failedFiles: [...loader.failedFiles],
      files: loader.files.map((file) => ({ part: filePart(no++), name: file.name, uploaded: file.uploaded })),
    })),
    needs: [...needs, ...loaders.flatMap(({ loader }) => neededSecrets('loader', loader, credentialName))],
  };
}

/** @param count gets the number of chunks */
async function* readChunkLines(
  { stores: { chunks } }: ArchiveDeps,
  { loaders, signal }: Exported,
  count: (chunks: number) => void,
): AsyncGenerator<Uint8Array> {
  for (const [no, loader] of loaders.entries()) {
    let last = 0;
    for (;;) {
      signal.throwIfAborted();
      const rows = chunks.after(placeOf(loader), last, BATCH_LIMIT);
      const end = rows.at(-1);
      if (end === undefined) break;
      last = end.chunk_no;
      count(rows.length);
      yield lines(
        rows.map((row) => ({
          loader: no,
          no: row.chunk_no,
          source: row.source,
          key: row.keys.subarray(CONTENT_HASH_BYTES).toString('hex'),
          content: row.content,
          metadata: JSON.parse(row.metadata),
        })),
      );
    }
  }
}

/** The vectors of the chunks, each behind the hash of its text: from the vectors stored here, or else from where the chunks are. */
async function* readVectors(
  { stores }: ArchiveDeps,
  { loaders, signal }: Exported,
  { model, places }: { readonly model: ModelIdentity; readonly places: Places },
): AsyncGenerator<Uint8Array> {
  const { embeddings } = stores.engine;
  const cached = embeddings.findModel(model.id);
  const isWhole = (vector: Float32Array | undefined) => vector?.length === model.dimensions;
  for (const loader of loaders) {
    for await (const batch of readBatches(stores.chunks, placeOf(loader), loader.id)) {
      const found = new Map<string, { readonly index: number; vector: Float32Array | undefined }>();
      for (const index of batch.contents.keys()) {
        const hash = contentHashAt(batch, index);
        const id = cached === undefined ? undefined : embeddings.find(cached.id, hash);
        found.set(hash.toString('latin1'), { index, vector: id === undefined ? undefined : embeddings.read(id) });
      }
      const missing = [...found.values()].filter(({ vector }) => !isWhole(vector));
      if (missing.length > 0 && places.records !== undefined && places.vectors.browse !== undefined) {
        const ids = await idsOf(batch, places.records, signal);
        const wanted = missing.flatMap(({ index }) => ids[index] ?? []);
        const there = await places.vectors.browse.vectorsOf(wanted, signal);
        for (const one of missing) one.vector = there.get(ids[one.index] ?? '');
      }
      yield Buffer.concat(
        [...found].flatMap(([hash, { vector }]) =>
          vector !== undefined && isWhole(vector) ? [Buffer.from(hash, 'latin1'), bytesOf(vector)] : [],
        ),
      );
    }
  }
}

async function* writeStore(deps: ArchiveDeps, exported: Exported, zip: ZipWriter): AsyncGenerator<Uint8Array, Facts> {
  const { store, loaders, files, model } = exported;
  let chunks = 0;
  const counted = readChunkLines(deps, exported, (more) => {
    chunks += more;
  });
  yield* zip.add(PARTS.store, [Buffer.from(JSON.stringify(describe(deps, exported)))]);
  yield* zip.add(PARTS.chunks, counted);
  const places = await openPlaces(deps, store);
  try {
    const vectors = model === undefined ? [] : readVectors(deps, exported, { model, places });
    yield* zip.add(PARTS.vectors, vectors, false);
  } finally {
    await places.close();
  }
  for (const [no, { path }] of files.entries()) yield* zip.add(filePart(no), createReadStream(path), false);
  const now = deps.stores.stores.find(store.id);
  const isSame = JSON.stringify(deps.stores.loaders.list(store.id)) === JSON.stringify(loaders);
  if (now === undefined || now.activity !== null || !isSame) throw changedMeanwhile('document store');
  return { model: model ?? null, chunks };
}

/** @throws UserError NOT_EXPORTABLE (422) naming the file that is gone */
async function requireFiles(files: readonly SourceFile[]): Promise<void> {
  if (files.length + LAYOUTS.store.parts.length >= MOST_PARTS) {
    const message = `The document store keeps over ${MOST_PARTS} files, and an archive can't hold as many: move some of its loaders to another store.`;
    throw new UserError('NOT_EXPORTABLE', message);
  }
  for (const { name, path } of files) {
    await access(path).catch((cause: unknown) => {
      const message = `${name} is no longer in the data folder: add the file to its loader again, then export the store.`;
      throw new UserError('NOT_EXPORTABLE', message, { cause });
    });
  }
}

/**
 * A document store with its chunks, vectors and files, as the pieces of a ZIP file. Secrets are left out.
 * @throws UserError STORE_BUSY while it is loaded or upserted, NOT_EXPORTABLE; OperationalError when its vector store is out of reach
 */
export async function exportStore(deps: ArchiveDeps, storeId: string, signal: AbortSignal): Promise<Writing> {
  const { stores } = deps;
  const store = findStore(stores, storeId);
  assertIdle(store);
  const loaders = stores.loaders.list(storeId);
  const files = loaders.flatMap((loader) => stores.files.open(loader, loader.files));
  await requireFiles(files);
  const model = await findModel(deps, store, signal);
  const exported: Exported = { store, loaders, files, model, signal };
  return { name: store.name, pieces: writeArchive(deps, store.name, (zip) => writeStore(deps, exported, zip)) };
}
