import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../../../../electron/server/storage/database.ts';
import { createCollectionWrites } from '../../../../../../electron/server/stores/local/log/collection-writes.ts';
import { openKeywordFile } from '../../../../../../electron/server/stores/local/search/keyword-file.ts';
import { KeywordIndex } from '../../../../../../electron/server/stores/local/search/keyword-index.ts';
import { openRecoveringKeywords } from '../../../../../../electron/server/stores/local/search/recovering-keywords.ts';
import { createTestStore, type TestStore, uuidBytes } from '../../../../../helpers/builders/vector-corpus.ts';

describe('keyword index', () => {
  let store: TestStore;
  let file: string;
  let keywords: Database;
  let index: KeywordIndex;
  let collectionId: number;
  let writes: ReturnType<typeof createCollectionWrites>;

  beforeEach(() => {
    store = createTestStore();
    file = join(store.dir, 'keyword.db');
    keywords = openKeywordFile(file, 'store-1');
    index = new KeywordIndex(store.db, keywords);
    writes = createCollectionWrites(store.db);
    collectionId = writes.idOf('notes');
  });
  afterEach(() => {
    keywords.close();
    store.remove();
  });

  function add(...contents: string[]): Buffer[] {
    const chunks = contents.map((content) => ({
      id: uuidBytes(),
      content,
      metadata: `{"length":${content.length}}`,
      chunkNo: 1,
      embeddingId: 1,
    }));
    writes.upsert(collectionId, chunks);
    return chunks.map(({ id }) => id);
  }

  function catchUp(): void {
    while (index.catchUp(collectionId, 2));
  }

  function search(text: string, topK = 10): string[] {
    const content = store.db.prepare<[number], string>('SELECT content FROM chunk WHERE id = ?').pluck();
    return index.search({ collectionId, text, topK, filter: undefined }).map(({ id }) => content.get(id) ?? '?');
  }

  test('finds by stems and without accents, the better match first', () => {
    add('The cat sleeps', 'Running a marathon, runner after runner, runs', 'A café in Paris', 'They run home');
    catchUp();
    expect(search('runs')[0]).toBe('Running a marathon, runner after runner, runs');
    expect(search('RUNNING')).toHaveLength(2);
    expect(search('cafe')).toEqual(['A café in Paris']);
    expect(search('Café')).toEqual(['A café in Paris']);
    expect(search('nothing of this')).toEqual([]);
  });

  test.each([
    '"',
    'cat"',
    'NEAR(',
    'cat AND',
    '* OR',
    'content:cat',
    '-cat',
    '^cat',
    "'; DROP TABLE x",
    '(',
    '',
    '   ',
    '\0',
  ])('the text %j is words, never syntax', (text) => {
    add('the cat', 'a dog');
    catchUp();
    expect(search(text).every((content) => content === 'the cat')).toBe(true);
  });

  test('deleted chunks are gone at once, before the index has caught up', () => {
    const [first] = add('cat one', 'cat two');
    catchUp();
    writes.deleteByIds(collectionId, first === undefined ? [] : [first]);
    expect(search('cat')).toEqual(['cat two']);
    catchUp();
    expect(search('cat')).toEqual(['cat two']);
  });

  test('chunks that are deleted before they are indexed are passed over', () => {
    writes.deleteByIds(collectionId, add('cat one'));
    add('cat two');
    catchUp();
    expect(search('cat')).toEqual(['cat two']);
  });

  test('of two forms of a word the one that is asked for comes first', () => {
    add(
      'They connected it, and more of it',
      'The connection of it, and more',
      'A cable for it, and yet more',
      'And one more',
    );
    catchUp();
    expect(search('connected')[0]).toContain('connected');
    expect(search('connection')[0]).toContain('connection');
    expect(search('connecting')).toHaveLength(2);
  });

  test('equal scores come in the order of their age, and topK bounds them', () => {
    add('same text', 'same text', 'same text', 'another one', 'and one more', 'and yet more');
    catchUp();
    const ids = index.search({ collectionId, text: 'same', topK: 2, filter: undefined }).map(({ id }) => id);
    expect(ids).toEqual([1, 2]);
  });

  test('scores are positive and other collections do not change them', () => {
    add('alpha beta', 'gamma delta', 'epsilon');
    catchUp();
    const before = index.search({ collectionId, text: 'alpha', topK: 5, filter: undefined });
    const other = writes.idOf('other');
    const chunk = { id: uuidBytes(), content: 'alpha alpha', metadata: '{}', chunkNo: 1, embeddingId: 1 };
    writes.upsert(other, [chunk]);
    while (index.catchUp(other, 10));
    catchUp();
    expect(index.search({ collectionId, text: 'alpha', topK: 5, filter: undefined })).toEqual(before);
    expect(before[0]?.score).toBeGreaterThan(0);
  });

  test('a filter leaves the rest in order', () => {
    add('cat', 'a cat', 'the cat sat');
    catchUp();
    const hits = index.search({ collectionId, text: 'cat', topK: 5, filter: { length: [3, 5] } });
    expect(hits.map(({ id }) => id)).toEqual([1, 2]);
  });

  test.each(['the same life', 'the next life'])(
    'rows and position are one transaction: a crash between leaves neither, and %s goes on',
    (life) => {
      const matches = (): unknown => keywords.prepare(`SELECT count(*) FROM keyword_1 ('cat')`).pluck().get();
      add('cat one', 'cat two');
      keywords.exec(`CREATE TEMP TRIGGER crash BEFORE INSERT ON position BEGIN SELECT RAISE(ABORT, 'crash'); END`);
      expect(() => index.catchUp(collectionId, 10)).toThrow('crash');
      keywords.exec('DROP TRIGGER crash');
      expect(matches()).toBe(0);
      if (life === 'the next life') {
        keywords.close();
        keywords = openKeywordFile(file, 'store-1');
        index = new KeywordIndex(store.db, keywords);
      }
      catchUp();
      expect(matches()).toBe(2);
      expect(search('cat')).toEqual(['cat one', 'cat two']);
    },
  );

  test('goes on where it was after it is opened again', () => {
    add('cat one', 'cat two', 'cat three');
    index.catchUp(collectionId, 2);
    keywords.close();
    keywords = openKeywordFile(file, 'store-1');
    index = new KeywordIndex(store.db, keywords);
    expect(search('cat')).toHaveLength(2);
    catchUp();
    expect(search('cat')).toHaveLength(3);
  });

  describe('a file that is of no use is filled again', () => {
    const warnings: string[] = [];

    function searchAnew(storeId = 'store-1', maxLogSeq = 2): number {
      const recovering = openRecoveringKeywords(store.db, {
        file,
        storeId,
        maxLogSeq,
        onDamage: (message) => warnings.push(message),
      });
      const hits = recovering.use((fresh) => {
        while (fresh.catchUp(collectionId, 100));
        return fresh.search({ collectionId, text: 'cat', topK: 5, filter: undefined });
      });
      recovering.close();
      return hits.length;
    }

    beforeEach(() => {
      add('cat one', 'cat two');
      catchUp();
      keywords.pragma('wal_checkpoint(TRUNCATE)');
      keywords.close();
      warnings.length = 0;
    });
    afterEach(() => {
      keywords = new BetterSqlite3(':memory:');
    });

    function overwrite(position: number, bytes: number): void {
      const handle = openSync(file, 'r+');
      writeSync(handle, Buffer.alloc(bytes, 0xaa), 0, bytes, position);
      closeSync(handle);
    }

    test('no database at all', () => {
      overwrite(0, 100);
      expect(searchAnew()).toBe(2);
    });

    test('damaged inside', () => {
      overwrite(4096, 4096 * 8);
      expect(searchAnew()).toBe(2);
    });

    test('of another format', () => {
      const db = new BetterSqlite3(file);
      db.pragma('user_version = 99');
      db.close();
      expect(searchAnew()).toBe(2);
    });

    test('of another main database', () => {
      store.db.exec('DELETE FROM chunk; DELETE FROM vector_log');
      expect(searchAnew('store-2')).toBe(0);
    });

    test('ahead of a main database that was put back', () => {
      store.db.exec('DELETE FROM vector_log WHERE seq > 1; DELETE FROM chunk WHERE id > 1');
      expect(searchAnew('store-1', 1)).toBe(1);
    });
  });
});
