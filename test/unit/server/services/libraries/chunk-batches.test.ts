import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChunkBatch } from '../../../../../electron/server/core/chunk.ts';
import { createChunkColumns } from '../../../../../electron/server/pipeline/load/chunk-columns.ts';
import {
  asIfStored,
  IDENTITY_BYTES,
  keysAt,
  keysOf,
  loadIntoTable,
  readBatches,
} from '../../../../../electron/server/services/libraries/chunk-batches.ts';
import { type Database, openDatabase } from '../../../../../electron/server/storage/database.ts';
import { createDocumentStoreChunkRepository } from '../../../../../electron/server/storage/repositories/document-store-chunk-repository.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const folder = makeTemporaryFolder();
let db: Database;

beforeAll(() => {
  db = openDatabase(`${folder.path}/tributary.db`, () => new Date()).db;
});

afterAll(() => {
  db.close();
  folder.remove();
});

async function* batchesOf(texts: readonly string[], size: number): AsyncGenerator<ChunkBatch> {
  const columns = createChunkColumns(size);
  for (const [index, content] of texts.entries()) {
    const facts = '{"a":{"b":1},"source":"x.txt"}';
    const metadata = '{"a":{"b":1},"source":"x.txt","z":2}';
    columns.add({ content, metadata, facts, source: 'x.txt', chunkNo: index + 1 });
    if (columns.isFull) yield columns.take({ unit: 'bytes', done: 0, total: 0 });
  }
  if (columns.count > 0) yield columns.take({ unit: 'bytes', done: 0, total: 0 });
}

async function collect(batches: AsyncIterable<ChunkBatch>) {
  const chunks: unknown[] = [];
  for await (const batch of batches) {
    for (const [index, content] of batch.contents.entries()) {
      const hashes = Buffer.from(batch.hashes.subarray(index * 48, (index + 1) * 48)).toString('hex');
      chunks.push({
        content,
        metadata: batch.metadata[index],
        source: batch.sources[index],
        chunkNo: batch.chunkNos[index],
        hashes,
      });
    }
  }
  return chunks;
}

describe('chunks of a store', () => {
  test('come out of the table in order and in batches of 256, as a dry run expects them, and are swept in slices', async () => {
    const chunks = createDocumentStoreChunkRepository(db);
    const place = { loaderSeq: 1, generation: 1 };
    const texts = Array.from({ length: 1300 }, (_, index) => `Text ${index} ü€`);
    const seen: number[] = [];
    const { signal } = new AbortController();
    const onBatch = (_batch: ChunkBatch, total: number) => void seen.push(total);
    const totals = await loadIntoTable(batchesOf(texts, 500), {
      db,
      chunks,
      place,
      signal,
      onBatch,
      onCommit: () => Promise.resolve(),
      unread: () => [],
    });
    expect(totals).toEqual({ totalChunks: 1300, totalChars: texts.join('').length });
    expect(seen).toEqual([500, 1000, 1300]);
    const sizes: number[] = [];
    for await (const batch of readBatches(chunks, place, 'loader')) sizes.push(batch.contents.length);
    expect(sizes).toEqual([256, 256, 256, 256, 256, 20]);
    const stored = await collect(readBatches(chunks, place, 'loader'));
    expect(stored[1299]).toMatchObject({
      content: 'Text 1299 ü€',
      chunkNo: 1300,
      source: 'loader',
      metadata: '{"a":{"b":1},"docId":"loader","source":"x.txt","z":2}',
    });
    expect(stored).toEqual(await collect(asIfStored(batchesOf(texts, 77), 'loader')));
    expect([
      chunks.sweepSome(place),
      chunks.sweepSome(place),
      chunks.sweepSome(place),
      chunks.sweepSome(place),
    ]).toEqual([500, 500, 300, 0]);
  });

  test('of two loaders have different keys, and an edited text the keys that loading would give it', async () => {
    const [one] = await collect(asIfStored(batchesOf(['Same.'], 1), 'one'));
    const [two] = await collect(asIfStored(batchesOf(['Same.'], 1), 'two'));
    expect(one).not.toEqual(two);
    for await (const batch of batchesOf(['Same.'], 1)) {
      expect(keysOf('x.txt', 'Same.')).toEqual(keysAt(batch, 0).subarray(0, IDENTITY_BYTES));
    }
  });
});
