import { closeSync, openSync, writeSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openKeywords } from '../../../../../../electron/server/stores/local/search/keyword-file.ts';
import { KeywordIndex } from '../../../../../../electron/server/stores/local/search/keyword-index.ts';
import { createTextCutter } from '../../../../../../electron/server/stores/local/search/words/cut-text.ts';
import { makeKeywordFixture } from '../../../../../helpers/builders/keyword-fixture.ts';
import { uuidBytes } from '../../../../../helpers/builders/vector-corpus.ts';

describe('keyword index', () => {
  let fixture: ReturnType<typeof makeKeywordFixture>;
  beforeEach(() => {
    fixture = makeKeywordFixture();
  });
  afterEach(() => fixture.remove());

  function search(text: string, topK = 10): string[] {
    return fixture.textsOf(fixture.search(text, { topK }));
  }

  test('finds by stems and without accents, the better match first', () => {
    fixture.add('The cat sleeps', 'Running a marathon, runner after runner, runs', 'A café in Paris', 'They run home');
    fixture.catchUp();
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
    fixture.add('the cat', 'a dog');
    fixture.catchUp();
    expect(search(text).every((content) => content === 'the cat')).toBe(true);
  });

  test('deleted chunks are gone at once, before the index has caught up', () => {
    const [first] = fixture.add('cat one', 'cat two');
    fixture.catchUp();
    fixture.writes.deleteByIds(fixture.collectionId, first === undefined ? [] : [first]);
    expect(search('cat')).toEqual(['cat two']);
    fixture.catchUp();
    expect(search('cat')).toEqual(['cat two']);
  });

  test('chunks that are deleted before they are indexed are passed over', () => {
    fixture.writes.deleteByIds(fixture.collectionId, fixture.add('cat one'));
    fixture.add('cat two');
    fixture.catchUp();
    expect(search('cat')).toEqual(['cat two']);
  });

  test('a chunk is found by the names that it has now, as if it were new', () => {
    const name = (id: Buffer | undefined, title: string) =>
      fixture.writes.updateMetadata(
        fixture.collectionId,
        id === undefined ? [] : [{ id, metadata: JSON.stringify({ title }), chunkNo: 1 }],
      );
    const [first, second] = fixture.add('cat one', 'cat two', 'dog');
    name(first, 'Old report');
    fixture.catchUp();
    expect(search('report')).toEqual(['cat one']);
    name(first, 'Brand-new manual');
    name(second, 'Manual of the printer');
    const request = { collectionId: fixture.collectionId, topK: 5, filter: undefined };
    const asked = (text: string) => {
      const tail = fixture.index.openTail({ ...request, text });
      while (fixture.index.readTail(fixture.collectionId, tail, 1));
      return fixture.textsOf(fixture.index.search({ ...request, text }, tail));
    };
    for (const caughtUp of [false, true]) {
      if (caughtUp) fixture.catchUp();
      expect(asked('report')).toEqual([]);
      expect(asked('brand')).toEqual(['cat one']);
      expect(asked('manual').toSorted()).toEqual(['cat one', 'cat two']);
      expect(asked('cat')).toHaveLength(2);
    }
    const scores = fixture.search('cat manual');
    // An index that begins anew.
    fixture.index.forget(fixture.collectionId);
    fixture.catchUp();
    expect(fixture.search('cat manual')).toEqual(scores);
    fixture.writes.deleteByIds(fixture.collectionId, first === undefined ? [] : [first]);
    fixture.catchUp();
    expect(search('cat manual')).toEqual(['cat two']);
  });

  test('what a question has cut before it was taken in is found by what it is by then', () => {
    const [first, second] = fixture.add('cat one', 'cat two', 'cat two');
    const request = { collectionId: fixture.collectionId, topK: 5, filter: undefined };
    const asked = (text: string) => {
      const tail = fixture.index.openTail({ ...request, text });
      while (fixture.index.readTail(fixture.collectionId, tail, 2));
      return fixture.textsOf(fixture.index.search({ ...request, text }, tail));
    };
    expect(asked('cat').toSorted()).toEqual(['cat one', 'cat two', 'cat two']);
    fixture.writes.updateMetadata(
      fixture.collectionId,
      first === undefined ? [] : [{ id: first, metadata: '{"title":"Old report"}', chunkNo: 1 }],
    );
    fixture.writes.deleteByIds(fixture.collectionId, second === undefined ? [] : [second]);
    expect(asked('report')).toEqual(['cat one']);
    fixture.catchUp();
    expect(asked('report')).toEqual(['cat one']);
    expect(asked('cat').toSorted()).toEqual(['cat one', 'cat two']);
    const scores = fixture.search('cat report');
    fixture.index.forget(fixture.collectionId);
    fixture.catchUp();
    expect(fixture.search('cat report')).toEqual(scores);
  });

  test('a text that a question has cut is not cut again, by the next question or when it is taken in', () => {
    const contents = ['cat one', 'cat two', 'dog'];
    fixture.add(...contents);
    const cut = createTextCutter();
    const cutTexts: string[] = [];
    const index = new KeywordIndex(fixture.store.db, fixture.keywords, (text) => {
      cutTexts.push(text.content);
      return cut(text);
    });
    for (const text of ['cat', 'dog']) {
      const tail = index.openTail({ collectionId: fixture.collectionId, text });
      while (index.readTail(fixture.collectionId, tail, 2));
    }
    while (index.catchUp(fixture.collectionId, 2));
    expect(cutTexts).toEqual(contents);
    expect(search('cat')).toHaveLength(2);
  });

  test('of two forms of a word the one that is asked for comes first', () => {
    fixture.add(
      'They connected it, and more of it',
      'The connection of it, and more',
      'A cable for it, and yet more',
      'And one more',
    );
    fixture.catchUp();
    expect(search('connected')[0]).toContain('connected');
    expect(search('connection')[0]).toContain('connection');
    expect(search('connecting')).toHaveLength(2);
  });

  test('equal scores come in the order of their age, and topK bounds them', () => {
    fixture.add('same text', 'same text', 'same text', 'another one', 'and one more', 'and yet more');
    fixture.catchUp();
    expect(fixture.search('same', { topK: 2 }).map(({ id }) => id)).toEqual([1, 2]);
  });

  test('scores are positive and other collections do not change them', () => {
    fixture.add('alpha beta', 'gamma delta', 'epsilon');
    fixture.catchUp();
    const before = fixture.search('alpha');
    const other = fixture.writes.idOf('other');
    const chunk = { id: uuidBytes(), content: 'alpha alpha', metadata: '{}', chunkNo: 1, embeddingId: 1 };
    fixture.writes.upsert(other, [chunk]);
    while (fixture.index.catchUp(other, 10));
    fixture.catchUp();
    expect(fixture.search('alpha')).toEqual(before);
    expect(before[0]?.score).toBeGreaterThan(0);
  });

  test('a filter leaves the rest in order', () => {
    fixture.add('cat', 'a cat', 'the cat sat');
    fixture.catchUp();
    const hits = fixture.search('cat', { filter: { length: [3, 5] } });
    expect(hits.map(({ id }) => id)).toEqual([1, 2]);
  });

  test.each(['the same life', 'the next life'])(
    'rows and position are one transaction: a crash between leaves neither, and %s goes on',
    (life) => {
      const matches = (): unknown =>
        fixture.keywords.prepare(`SELECT count(*) FROM keyword_1 ('w0cat¶cat')`).pluck().get();
      fixture.add('cat one', 'cat two');
      fixture.keywords.exec(
        `CREATE TEMP TRIGGER crash BEFORE INSERT ON position BEGIN SELECT RAISE(ABORT, 'crash'); END`,
      );
      expect(() => fixture.index.catchUp(fixture.collectionId, 10)).toThrow('crash');
      fixture.keywords.exec('DROP TRIGGER crash');
      expect(matches()).toBe(0);
      if (life === 'the next life') {
        fixture.reopen();
      }
      fixture.catchUp();
      expect(matches()).toBe(2);
      expect(search('cat')).toEqual(['cat one', 'cat two']);
    },
  );

  test('goes on where it was after it is opened again', () => {
    fixture.add('cat one', 'cat two', 'cat three');
    fixture.index.catchUp(fixture.collectionId, 2);
    fixture.reopen();
    expect(search('cat')).toHaveLength(2);
    fixture.catchUp();
    expect(search('cat')).toHaveLength(3);
  });

  describe('a file that is of no use is filled again', () => {
    const warnings: string[] = [];

    function searchAnew(storeId = 'store-1', maxLogSeq = 2): number {
      const recovering = openKeywords(fixture.store.db, {
        file: fixture.file,
        storeId,
        maxLogSeq,
        onDamage: (message) => warnings.push(message),
      });
      const hits = recovering.use((fresh) => {
        while (fresh.catchUp(fixture.collectionId, 100));
        return fresh.search({ collectionId: fixture.collectionId, text: 'cat', topK: 5, filter: undefined });
      });
      recovering.close();
      return hits.length;
    }

    beforeEach(() => {
      fixture.add('cat one', 'cat two');
      fixture.catchUp();
      fixture.keywords.pragma('wal_checkpoint(TRUNCATE)');
      fixture.keywords.close();
      warnings.length = 0;
    });
    afterEach(() => {
      fixture.keywords = new BetterSqlite3(':memory:');
    });

    function overwrite(position: number, bytes: number): void {
      const handle = openSync(fixture.file, 'r+');
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
      const db = new BetterSqlite3(fixture.file);
      db.pragma('user_version = 99');
      db.close();
      expect(searchAnew()).toBe(2);
    });

    test('of another main database', () => {
      fixture.store.db.exec('DELETE FROM chunk; DELETE FROM vector_log');
      expect(searchAnew('store-2')).toBe(0);
    });

    test('ahead of a main database that was put back', () => {
      fixture.store.db.exec('DELETE FROM vector_log WHERE seq > 1; DELETE FROM chunk WHERE id > 1');
      expect(searchAnew('store-1', 1)).toBe(1);
    });
  });
});
