import { hash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import { newUuidBytes } from '../../common/uuid.ts';
import { type BatchPart, type ChunkBatch, HALF_HASH_BYTES, HASH_BYTES, HASHES_PER_CHUNK } from '../../core/chunk.ts';
import { commitPage, commitPages } from '../../storage/commit-pages.ts';
import type { Database } from '../../storage/database.ts';
import type {
  ChunkPlace,
  ChunkRow,
  DocumentStoreChunkRepository,
} from '../../storage/repositories/document-store-chunk-repository.ts';

/** Chunks a batch, as in upserts of flows; fewer when they are long. */
export const BATCH_LIMIT = { chunks: 256, units: 4 * 1024 * 1024 };

const MetadataSchema = z.record(z.string(), z.json());

/** A chunk's metadata with the loader that it is of: filters and deletions by `docId` go by it. */
function withDocId(metadata: string, docId: string): string {
  return canonicalJson({ ...MetadataSchema.parse(JSON.parse(metadata)), docId });
}

/** Bytes of a chunk's keys that say which chunk it is: content hash, and hash of source and content. */
export const IDENTITY_BYTES = 2 * HASH_BYTES;

/** Content hash, hash of source and content, and half a hash of the metadata without position: what is stored of a batch's hashes. */
export function keysAt(batch: ChunkBatch, index: number): Buffer {
  const offset = batch.hashes.byteOffset + index * HASHES_PER_CHUNK * HASH_BYTES;
  return Buffer.from(batch.hashes.buffer, offset, IDENTITY_BYTES + HALF_HASH_BYTES);
}

/** Which chunk of a store it is, in a batch of {@link readBatches} or {@link asIfStored}. */
export function chunkKey(batch: ChunkBatch, index: number): string {
  const offset = batch.hashes.byteOffset + (index * HASHES_PER_CHUNK + 1) * HASH_BYTES;
  return Buffer.from(batch.hashes.buffer, offset, HASH_BYTES).toString('base64');
}

/** The metadata of such a chunk without its position. */
export function factsKey(batch: ChunkBatch, index: number): string {
  const offset = batch.hashes.byteOffset + index * HASHES_PER_CHUNK * HASH_BYTES + IDENTITY_BYTES;
  return Buffer.from(batch.hashes.buffer, offset, HALF_HASH_BYTES).toString('base64');
}

/** The first two for a text, as the loading step computes them. */
export function keysOf(source: string, content: string): Buffer {
  const first = hash('sha256', content, 'buffer').subarray(0, HASH_BYTES);
  return Buffer.concat([first, hash('sha256', `${source}\0${content}`, 'buffer').subarray(0, HASH_BYTES)]);
}

type Columns = Pick<ChunkBatch, 'contents' | 'metadata' | 'chunkNos'> & {
  /** As {@link keysAt} gives them of each chunk; without the last in chunks of earlier versions, and in those whose metadata was edited. */
  readonly keys: readonly Buffer[];
};

/** @param facts half a hash of the metadata without position, if it is known */
function metadataHash(metadata: string, facts: Buffer, docId: string): Buffer {
  const everything = hash('sha256', metadata, 'buffer');
  if (facts.length === 0) return everything.subarray(0, HASH_BYTES);
  const first = hash('sha256', Buffer.concat([Buffer.from(docId), facts]), 'buffer');
  return Buffer.concat([first.subarray(0, HALF_HASH_BYTES), everything.subarray(0, HALF_HASH_BYTES)]);
}

/** Chunks as the vector store gets them. */
function toBatch({ contents, chunkNos, keys: allKeys, ...given }: Columns, docId: string): ChunkBatch {
  const metadata = given.metadata.map((text) => withDocId(text, docId));
  const hashes = Buffer.alloc(contents.length * HASHES_PER_CHUNK * HASH_BYTES);
  for (const [index, keys] of allKeys.entries()) {
    const offset = index * HASHES_PER_CHUNK * HASH_BYTES;
    keys.copy(hashes, offset, 0, HASH_BYTES);
    // Two loaders may hold the same file: each has chunks of its own.
    const key = hash(
      'sha256',
      Buffer.concat([Buffer.from(docId), keys.subarray(HASH_BYTES, IDENTITY_BYTES)]),
      'buffer',
    );
    key.copy(hashes, offset + HASH_BYTES, 0, HASH_BYTES);
    metadataHash(metadata[index] ?? '', keys.subarray(IDENTITY_BYTES), docId).copy(hashes, offset + IDENTITY_BYTES);
  }
  return {
    contents,
    metadata,
    // The record manager's source is the loader: what a loader no longer has leaves the vector store, whatever its files are called.
    sources: contents.map(() => docId),
    chunkNos,
    hashes,
    progress: { unit: 'documents', done: 0, total: undefined },
  };
}

/** A loader's chunks in batches, as the engine indexes them. */
export async function* readBatches(
  chunks: DocumentStoreChunkRepository,
  place: ChunkPlace,
  docId: string,
): AsyncGenerator<ChunkBatch> {
  let last = 0;
  for (;;) {
    const rows = chunks.after(place, last, BATCH_LIMIT);
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.chunk_no;
    yield batchOf(rows, docId);
  }
}

/** Chunks that the store has, as {@link readBatches} gives them. */
export function batchOf(rows: readonly ChunkRow[], docId: string): ChunkBatch {
  return { ...toBatch(columnsOf(rows), docId), parts: partsOf(rows) };
}

/** Chunks of a source lie one behind the other. */
function partsOf(rows: readonly ChunkRow[]): BatchPart[] {
  const parts: BatchPart[] = [];
  for (const { source: name } of rows) {
    const last = parts.at(-1);
    if (last?.name === name) parts[parts.length - 1] = { name, chunks: last.chunks + 1 };
    else parts.push({ name, chunks: 1 });
  }
  return parts;
}

function columnsOf(rows: readonly ChunkRow[]): Columns {
  return {
    contents: rows.map((row) => row.content),
    metadata: rows.map((row) => row.metadata),
    chunkNos: rows.map((row) => row.chunk_no),
    keys: rows.map((row) => row.keys),
  };
}

/** What a loader gives, as {@link readBatches} would give it once it is in the store: for a dry run. */
export async function* asIfStored(batches: AsyncIterable<ChunkBatch>, docId: string): AsyncGenerator<ChunkBatch> {
  let count = 0;
  for await (const batch of batches) {
    const { contents, metadata } = batch;
    const before = count;
    count += contents.length;
    const chunkNos = contents.map((_content, index) => before + index + 1);
    yield toBatch(
      { contents, metadata, chunkNos, keys: contents.map((_content, index) => keysAt(batch, index)) },
      docId,
    );
  }
}

export interface LoadTarget {
  readonly db: Database;
  readonly chunks: DocumentStoreChunkRepository;
  readonly place: ChunkPlace;
  readonly signal: AbortSignal;
  /** Called after each batch, with the chunks so far. */
  readonly onBatch: (batch: ChunkBatch, totalChunks: number) => void;
  /** Called after each commit; what comes next waits for it. */
  readonly onCommit: () => Promise<void>;
  /** Chunks of an earlier load that stay, once all batches are in. */
  readonly unread: () => Iterable<readonly ChunkRow[]>;
}

export interface TableTotals {
  readonly totalChunks: number;
  readonly totalChars: number;
}

type LoadedRow = Omit<ChunkRow, 'id' | 'chunk_no'>;

function rowsOf(batch: ChunkBatch): LoadedRow[] {
  return batch.contents.map((content, index) => ({
    keys: keysAt(batch, index),
    source: batch.sources[index] ?? '',
    metadata: batch.metadata[index] ?? '{}',
    content,
  }));
}

/** Writes what a loader gives into the chunk table, a batch a transaction, numbered from 1. */
export async function loadIntoTable(batches: AsyncIterable<ChunkBatch>, target: LoadTarget): Promise<TableTotals> {
  const { db, chunks, place } = target;
  let totalChunks = 0;
  let totalChars = 0;

  function insert(rows: readonly LoadedRow[]): void {
    for (const row of rows) {
      totalChunks += 1;
      totalChars += row.content.length;
      chunks.insert(place, { ...row, id: newUuidBytes(), chunk_no: totalChunks });
    }
  }
  const write = db.transaction(insert);
  for await (const batch of batches) {
    await commitPage(target, () => write.immediate(rowsOf(batch)));
    target.onBatch(batch, totalChunks);
  }
  await commitPages(target, target.unread(), insert);
  return { totalChunks, totalChars };
}
