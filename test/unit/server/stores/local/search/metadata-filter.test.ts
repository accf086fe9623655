import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MetadataFilter } from '../../../../../../electron/server/core/vector-store.ts';
import { metadataFilterSql } from '../../../../../../electron/server/stores/local/search/metadata-filter.ts';

const ROWS = [
  { source: 'a.pdf', page: 1, draft: true, loc: { lines: { from: 3 } } },
  { source: 'b.pdf', page: 2, draft: false, note: null },
  { source: '1', page: 1.5, 'loc.lines.from': 3, "it's": 'quoted', 'say "hi"': 1, 'back\\slash': 1 },
];

describe('metadataFilterSql', () => {
  const db = new BetterSqlite3(':memory:');
  beforeAll(() => {
    db.exec('CREATE TABLE chunk (id INTEGER PRIMARY KEY, metadata TEXT)');
    for (const row of ROWS) db.prepare('INSERT INTO chunk (metadata) VALUES (?)').run(JSON.stringify(row));
  });
  afterAll(() => {
    db.close();
  });

  function idsFor(filter: MetadataFilter): number[] {
    const condition = metadataFilterSql(filter);
    if (condition === undefined) return [1, 2, 3];
    return db
      .prepare<(string | number)[], number>(`SELECT c.id FROM chunk c WHERE ${condition.sql} ORDER BY c.id`)
      .pluck()
      .all(...condition.params);
  }

  test.each<[string, MetadataFilter, number[]]>([
    ['text', { source: 'a.pdf' }, [1]],
    ['a number', { page: 2 }, [2]],
    ['a fraction', { page: 1.5 }, [3]],
    ['text is not a number', { source: 1 }, []],
    ['a number is not text', { page: '1' }, []],
    ['true is not 1', { draft: 1 }, []],
    ['true', { draft: true }, [1]],
    ['false', { draft: false }, [2]],
    ['null fits a null, not an absent key', { note: null }, [2]],
    ['any of a list', { source: ['a.pdf', 'b.pdf', 'c.pdf'] }, [1, 2]],
    ['a list of several kinds', { page: [1, '2', true] }, [1]],
    ['a list of all kinds', { page: [1, '2', true, false], draft: [true, 0, 'false'] }, [1]],
    ['an empty list fits nothing', { source: [] }, []],
    ['all keys must hold', { page: 1, source: 'b.pdf' }, []],
    ['a path, or a key with dots', { 'loc.lines.from': 3 }, [1, 3]],
    ['an unknown key', { nobody: 'x' }, []],
    ['a key with a quote', { "it's": 'quoted' }, [3]],
    ['a key with double quotes', { 'say "hi"': 1 }, [3]],
    ['a key with a backslash', { 'back\\slash': 1 }, [3]],
    ['a value is never SQL', { source: "x' OR '1'='1" }, []],
    ['a key is never SQL', { "') OR 1=1 --": 'x' }, []],
    ['an empty key', { '': 'x' }, []],
    ['no condition', {}, [1, 2, 3]],
  ])('%s', (_what, filter, expected) => {
    expect(idsFor(filter)).toEqual(expected);
  });

  test.each<[string, (no: number) => string | number]>([
    ['numbers', (no) => no + 0.25],
    ['texts', (no) => `${no}.pdf`],
  ])('takes as many keys and choices as there may be: %s', (_what, choiceOf) => {
    const choices = Array.from({ length: 499 }, (_, no) => choiceOf(no));
    // Each is a path, and the name of a key.
    const keys = Array.from({ length: 32 }, (_, no) => `loc.lines.${no}`);
    expect(idsFor(Object.fromEntries(keys.map((key) => [key, [...choices, 'x']])))).toEqual([]);
    expect(idsFor({ 'loc.lines.from': [...choices, 3] })).toEqual([1, 3]);
  });

  test('refuses more than can be answered in time', () => {
    const keys = Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`k${i}`, 1]));
    expect(() => metadataFilterSql(keys)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
    const choices = Array.from({ length: 501 }, (_, i) => i);
    expect(() => metadataFilterSql({ k: choices })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  });
});
