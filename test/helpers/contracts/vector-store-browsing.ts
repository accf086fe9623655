import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { BrowsableStore, StoredChunk, VectorStore } from '../../../electron/server/core/vector-store.ts';
import { cosine } from '../builders/vector-corpus.ts';
import { bare, makeChunk, never, type StoreContext } from './vector-store-chunks.ts';

function browseOf({ browse }: VectorStore): BrowsableStore {
  if (browse === undefined) throw new Error('The store has no way to list its chunks.');
  return browse;
}

/** All pages in order. */
async function listAll(store: VectorStore, limit: number): Promise<readonly (readonly StoredChunk[])[]> {
  const pages: (readonly StoredChunk[])[] = [];
  let after: string | undefined;
  do {
    const page = await browseOf(store).listChunks({ after, limit }, never);
    pages.push(page.chunks);
    after = page.next;
  } while (after !== undefined);
  return pages;
}

/** How a vector store lists its chunks and returns their vectors. */
export function describeBrowsing({ open, reopen, filled }: Pick<StoreContext, 'open' | 'reopen' | 'filled'>): void {
  test('a collection that is not made has one empty page and no vectors', async () => {
    const store = await open();
    expect(await browseOf(store).listChunks({ after: undefined, limit: 10 }, never)).toEqual({
      chunks: [],
      next: undefined,
    });
    expect(await browseOf(store).vectorsOf([randomUUID()], never)).toEqual(new Map());
  });

  test('pages have every chunk once, and no page is longer than asked for', async () => {
    const chunks = Array.from({ length: 23 }, (_, index) => ({
      ...makeChunk(`chunk ${index}`, { source: `file-${index % 3}.txt`, deep: { row: index } }),
      chunkNo: index + 1,
    }));
    const store = await filled(chunks);
    const pages = await listAll(store, 5);
    expect(Math.max(...pages.map((page) => page.length))).toBe(5);
    expect(bare(pages.flat())).toEqual(bare(chunks));
    expect(bare((await listAll(store, 100)).flat())).toEqual(bare(chunks));
    expect((await listAll(await reopen(store), 5)).flat(), 'another handle has the same order').toEqual(pages.flat());
  });

  test('what is deleted is not listed any more', async () => {
    const chunks = Array.from({ length: 9 }, (_, index) => makeChunk(`chunk ${index}`));
    const store = await filled(chunks);
    const gone = chunks.slice(3, 6).map(({ id }) => id);
    await store.deleteByIds(gone, never);
    expect(bare((await listAll(store, 4)).flat())).toEqual(bare(chunks.filter(({ id }) => !gone.includes(id))));
  });

  test('a cursor of another store is refused', async () => {
    const store = await filled([makeChunk('one')]);
    await expect(browseOf(store).listChunks({ after: 'made up', limit: 5 }, never)).rejects.toMatchObject({
      code: 'INVALID_PARAM',
    });
  });

  test('vectors come back in the direction they went in, without those of chunks that are not there', async () => {
    const chunks = [makeChunk('one'), makeChunk('two'), makeChunk('three')];
    const store = await filled(chunks);
    const ids = chunks.map(({ id }) => id);
    const vectors = await browseOf(store).vectorsOf([...ids.slice(0, 2), randomUUID()], never);
    expect([...vectors.keys()].sort()).toEqual(ids.slice(0, 2).sort());
    for (const { id, vector } of chunks.slice(0, 2)) {
      expect(cosine(vectors.get(id) ?? new Float32Array(8), vector)).toBeCloseTo(1, 5);
    }
  });
}
