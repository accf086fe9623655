import { hash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../../../electron/server/storage/database.ts';
import {
  type ChunkRow,
  createDocumentStoreChunkRepository,
  type DocumentStoreChunkRepository,
} from '../../../../../electron/server/storage/repositories/document-store-chunk-repository.ts';
import { createEmbeddingRepository } from '../../../../../electron/server/storage/repositories/embedding-repository.ts';
import {
  type CollectionWrites,
  createCollectionWrites,
} from '../../../../../electron/server/stores/local/log/collection-writes.ts';
import { restoreKeptFolder } from '../../../../helpers/builders/kept-data-folders.ts';
import { openNewDatabase } from '../../../../helpers/builders/new-database.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const PLACE = { loaderSeq: 1, generation: 1 };
const RELOAD = { loaderSeq: 1, generation: 2 };
const ALL = { chunks: 100, units: 1_000_000 };

let folder: ReturnType<typeof makeTemporaryFolder>;
let db: Database;
let chunks: DocumentStoreChunkRepository;
let writes: CollectionWrites;
let collection: number;

beforeEach(() => {
  folder = makeTemporaryFolder();
  db = openNewDatabase(`${folder.path}/tributary.db`);
  chunks = createDocumentStoreChunkRepository(db);
  writes = createCollectionWrites(db);
  collection = writes.idOf('notes');
});
afterEach(() => {
  db.close();
  folder.remove();
});

function keysOf(content: string): Buffer {
  const first = hash('sha256', content, 'buffer').subarray(0, 16);
  return Buffer.concat([first, randomBytes(16)]);
}

function row(content: string, chunkNo = 1): ChunkRow {
  return { id: randomBytes(16), chunk_no: chunkNo, keys: keysOf(content), source: 'a.txt', metadata: '{}', content };
}

/** Brings a text to the collection, as an upsert does. @returns the id of the chunk */
function toCollection(content: string): Buffer {
  const embeddings = createEmbeddingRepository(db);
  const model = embeddings.ensureModel('model', 2);
  const contentHash = keysOf(content).subarray(0, 16);
  const embeddingId =
    embeddings.find(model, contentHash) ?? embeddings.insert(model, contentHash, new Float32Array([1, 0]));
  const id = randomBytes(16);
  writes.upsert(collection, [{ id, content, metadata: '{}', chunkNo: 1, embeddingId }]);
  return id;
}

/** What is stored of texts, wherever it is. */
function storedTexts(): string[] {
  const sql = "SELECT content FROM chunk_text UNION ALL SELECT content FROM chunk WHERE content <> ''";
  return db.prepare<[], string>(sql).pluck().all().toSorted();
}

function textsOfCollection(): string[] {
  return db.prepare<[], string>('SELECT content FROM chunk_with_text').pluck().all().toSorted();
}

describe('the text of a document store', () => {
  test('is kept once for its chunks, a load beside them and the collection', () => {
    chunks.insert(PLACE, row('moss', 1));
    chunks.insert(PLACE, row('moss', 2));
    chunks.insert(RELOAD, row('moss'));
    toCollection('moss');
    expect(storedTexts()).toEqual(['moss']);
    expect(chunks.after(PLACE, 0, ALL).map(({ content }) => content)).toEqual(['moss', 'moss']);
    expect(textsOfCollection()).toEqual(['moss']);
  });

  test('that is edited stays in the collection until the next upsert', () => {
    const edited = row('moss');
    chunks.insert(PLACE, edited);
    const inCollection = toCollection('moss');
    chunks.update({ ...edited, keys: keysOf('fern'), content: 'fern' });
    expect(chunks.find(edited.id, PLACE)?.content).toBe('fern');
    expect(textsOfCollection()).toEqual(['moss']);
    writes.deleteByIds(collection, [inCollection]);
    expect(storedTexts()).toEqual(['fern']);
  });

  test('goes with an edit when nothing else has it', () => {
    const edited = row('moss');
    chunks.insert(PLACE, edited);
    chunks.update({ ...edited, keys: keysOf('fern'), content: 'fern' });
    expect(storedTexts()).toEqual(['fern']);
  });

  test('stays through an edit of the metadata only', () => {
    const edited = row('moss');
    chunks.insert(PLACE, edited);
    chunks.update({ ...edited, metadata: '{"page":2}' });
    expect(chunks.find(edited.id, PLACE)).toMatchObject({ content: 'moss', metadata: '{"page":2}' });
  });

  test.each([
    ['the store first', ['store', 'collection']],
    ['the collection first', ['collection', 'store']],
  ])('is gone with the last chunk that has it, %s', (_order, steps) => {
    const stored = row('moss');
    chunks.insert(PLACE, stored);
    const inCollection = toCollection('moss');
    for (const [index, step] of steps.entries()) {
      expect(storedTexts(), `before step ${index}`).toEqual(['moss']);
      if (step === 'store') chunks.remove(stored.id);
      else writes.deleteByIds(collection, [inCollection]);
    }
    expect(storedTexts()).toEqual([]);
  });

  test('is gone with a sweep', () => {
    chunks.insert(PLACE, row('moss', 1));
    chunks.insert(PLACE, row('fern', 2));
    chunks.insert(RELOAD, row('fern'));
    expect(chunks.sweepSome(PLACE)).toBe(2);
    expect(storedTexts()).toEqual(['fern']);
  });
});

test('a text that only a flow has is in its chunk', () => {
  toCollection('moss');
  expect(db.prepare('SELECT content, text_id FROM chunk').all()).toEqual([{ content: 'moss', text_id: null }]);
});

test('the migration keeps each text of a document store once, and every chunk its text', () => {
  const kept = makeTemporaryFolder();
  // The newest schema without chunk_text.
  restoreKeptFolder(kept.path, 8, 'http://127.0.0.1:1/v1');
  db.close();
  db = openDatabase(`${kept.path}/tributary.db`, () => new Date()).db;
  expect(storedTexts()).toEqual([
    'The fence is blue.',
    'The garden gate is green.',
    'The shed behind the house is red.',
  ]);
  expect(textsOfCollection()).toEqual(storedTexts());
  const stored = createDocumentStoreChunkRepository(db).after(PLACE, 0, ALL);
  expect(stored.map(({ content }) => content)).toEqual(['The fence is blue.']);
  expect(db.prepare("SELECT count(*) FROM chunk WHERE content = '' AND text_id IS NOT NULL").pluck().get()).toBe(1);
  kept.remove();
});
