import { join } from 'node:path';
import { createCollectionWrites } from '../../../electron/server/stores/local/log/collection-writes.ts';
import { openCacheFile } from '../../../electron/server/stores/local/search/cache-file.ts';
import { keywordCache } from '../../../electron/server/stores/local/search/keyword-file.ts';
import { KeywordIndex, type KeywordRequest } from '../../../electron/server/stores/local/search/keyword-index.ts';
import type { RankedChunk } from '../../../electron/server/stores/local/search/top-k.ts';
import { createTestStore, uuidBytes } from './vector-corpus.ts';

/** A new store with one collection, and its keyword index. */
export function makeKeywordFixture() {
  const store = createTestStore();
  const file = join(store.dir, 'keyword.db');
  const writes = createCollectionWrites(store.db);
  const collectionId = writes.idOf('notes');
  const open = () => {
    const keywords = openCacheFile(file, 'store-1', keywordCache);
    return { keywords, index: new KeywordIndex(store.db, keywords) };
  };
  return {
    store,
    file,
    writes,
    collectionId,
    ...open(),
    /** Opens the index's file again, as the next start of the server does. */
    reopen() {
      this.keywords.close();
      Object.assign(this, open());
    },
    /** @returns the ids of the chunks */
    add(...contents: string[]): Buffer[] {
      const chunks = contents.map((content) => ({
        id: uuidBytes(),
        content,
        metadata: `{"length":${content.length}}`,
        chunkNo: 1,
        embeddingId: 1,
      }));
      writes.upsert(collectionId, chunks);
      return chunks.map(({ id }) => id);
    },
    catchUp() {
      while (this.index.catchUp(collectionId, 2));
    },
    search(text: string, { topK = 5, filter }: Pick<Partial<KeywordRequest>, 'topK' | 'filter'> = {}): RankedChunk[] {
      return this.index.search({ collectionId, text, topK, filter });
    },
    textsOf(ranked: readonly RankedChunk[]): string[] {
      const content = store.db.prepare<[number], string>('SELECT content FROM chunk WHERE id = ?').pluck();
      return ranked.map(({ id }) => content.get(id) ?? '?');
    },
    remove() {
      this.keywords.close();
      store.remove();
    },
  };
}
