import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, expect, test } from 'vitest';
import { newUuidBytes } from '../../electron/server/common/uuid.ts';
import { createLocalReader } from '../../electron/server/services/contents/local-reader.ts';
import { type Database, openDatabase } from '../../electron/server/storage/database.ts';
import { createContentRepository } from '../../electron/server/storage/repositories/content-repository.ts';
import { createCollectionWrites } from '../../electron/server/stores/local/log/collection-writes.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';

const folder = makeTemporaryFolder();
afterAll(() => folder.remove());

/** Half of the chunks are of one file, the others of ten thousand. */
const CHUNKS = 1_000_000;
const FILES = 10_000;
/** For a page anywhere, on a machine that does other things too: the promise is 200 ms for the whole call. */
const PAGE_MS = 100;
const BUILD_TIMEOUT_MS = 10 * 60_000;

const SLICE = 2000;

function insertChunks(db: Database): void {
  const writes = createCollectionWrites(db);
  const collectionId = writes.idOf('large');
  const sourceOf = (at: number) => (at % 2 === 0 ? 'large.txt' : `file-${String(at % FILES).padStart(5, '0')}.txt`);
  for (let from = 0; from < CHUNKS; from += SLICE) {
    const chunks = Array.from({ length: SLICE }, (_, index) => {
      const at = from + index;
      const metadata = JSON.stringify({ source: sourceOf(at) });
      return {
        id: newUuidBytes(),
        embeddingId: at,
        chunkNo: at + 1,
        metadata,
        content: `Chunk ${at} of the collection.`,
      };
    });
    db.transaction(() => writes.upsert(collectionId, chunks))();
  }
}

test('any page of a million chunks comes at once', { timeout: BUILD_TIMEOUT_MS }, async () => {
  const { db } = openDatabase(join(folder.path, 'tributary.db'), () => new Date(0));
  try {
    insertChunks(db);
    const repository = createContentRepository(db);
    const scope = repository.collection('large');
    const reader = createLocalReader(repository, scope === undefined ? [] : [scope]);
    expect(await reader.totals()).toMatchObject({ chunks: CHUNKS, sources: FILES / 2 + 1 });
    const { sources } = await reader.listSources({
      search: '',
      order: 'chunks',
      isDescending: true,
      offset: 0,
      limit: 1,
    });
    const sourceId = sources[0]?.id;
    const times: number[] = [];
    const timed = async <T>(work: () => Promise<T>): Promise<T> => {
      const start = performance.now();
      const result = await work();
      times.push(performance.now() - start);
      return result;
    };
    for (const share of [0, 0.1, 0.25, 0.49, 0.5, 0.51, 0.75, 0.99]) {
      const place = Math.floor((CHUNKS / 2) * share);
      const page = await timed(() => reader.page({ sourceId, from: { place }, limit: 50 }));
      expect(page.chunks[0]).toMatchObject({ place, chunkNo: place * 2 + 1 });
      const next = await timed(() => reader.page({ sourceId, from: { after: page.next ?? '' }, limit: 50 }));
      expect(next.chunks[0]?.chunkNo).toBe(place * 2 + 101);
      const all = await timed(() =>
        reader.page({ sourceId: undefined, from: { place: Math.floor(CHUNKS * share) }, limit: 50 }),
      );
      expect(all.chunks).toHaveLength(50);
      const found = await timed(() => reader.find(page.chunks[7]?.id ?? ''));
      expect(found?.place).toBe(place + 7);
    }
    process.stdout.write(`Slowest page or chunk of a million: ${Math.max(...times).toFixed(1)} ms\n`);
    expect(Math.max(...times)).toBeLessThan(PAGE_MS);
  } finally {
    db.close();
  }
});
