import { uuidBytes } from '../../common/uuid.ts';
import type { Metadata } from '../../core/document.ts';
import type { EmbeddedChunk, StoredChunk } from '../../core/vector-store.ts';
import { quoteName } from '../../databases/postgres-text.ts';
import type { TableLayout, TableNames } from './postgres-table.ts';

/** Ids of one statement. */
const IDS = 1000;
/** Text of one statement: encoding it takes a few ms. */
const BATCH_CHARACTERS = 2_000_000;

export interface ChunkRow {
  readonly id: string;
  readonly content: string | null;
  readonly metadata: Metadata | null;
  readonly chunk_no: number | null;
}

/** Columns of {@link ChunkRow}. A chunk of Flowise's has no number. */
export function chunkColumns({ contentColumn }: TableNames, { hasChunkNo }: TableLayout): string {
  return `id::text AS id, ${quoteName(contentColumn)} AS content, metadata, ${hasChunkNo ? 'chunk_no' : 'NULL AS chunk_no'}`;
}

/** Batches of at most `batchSize` chunks and about {@link BATCH_CHARACTERS} of text; of chunks of one id only the last. */
export function* cutBatches(chunks: readonly EmbeddedChunk[], batchSize: number): Generator<readonly EmbeddedChunk[]> {
  // In one order in every run, so that two of them never wait for each other's rows.
  const last = [...new Map(chunks.map((chunk) => [chunk.id, chunk])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  let batch: EmbeddedChunk[] = [];
  let characters = 0;
  for (const chunk of last) {
    if (batch.length > 0 && (batch.length === batchSize || characters + chunk.content.length > BATCH_CHARACTERS)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(chunk);
    characters += chunk.content.length;
  }
  if (batch.length > 0) yield batch;
}

/** Ids that can be in a table, {@link IDS} at a time. */
export function* cutIds(ids: readonly string[]): Generator<readonly string[]> {
  const known = ids.filter((id) => uuidBytes(id) !== undefined);
  for (let start = 0; start < known.length; start += IDS) yield known.slice(start, start + IDS);
}

export function toStoredChunk({ id, content, metadata, chunk_no }: ChunkRow): StoredChunk {
  return { id, content: content ?? '', metadata: metadata ?? {}, chunkNo: chunk_no ?? 0 };
}

/** Takes ids, texts, metadata, vectors and places, as lists of the same length. In the order of ids, as deletions, so that two runs never wait in a circle. */
export function upsertStatement({ table, contentColumn }: TableNames): string {
  const content = quoteName(contentColumn);
  return `INSERT INTO ${quoteName(table)} (id, ${content}, metadata, embedding, chunk_no)
    SELECT u.id, u.content, u.metadata::jsonb, u.embedding, u.chunk_no
    FROM unnest($1::uuid[], $2::text[], $3::text[], $4::vector[], $5::int[]) AS u (id, content, metadata, embedding, chunk_no) ORDER BY u.id
    ON CONFLICT (id) DO UPDATE SET ${content} = excluded.${content}, metadata = excluded.metadata,
      embedding = excluded.embedding, chunk_no = excluded.chunk_no`;
}
