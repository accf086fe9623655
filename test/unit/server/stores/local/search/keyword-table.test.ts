import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  MATCHED_COLUMNS,
  type Spelling,
  spellingsOf,
} from '../../../../../../electron/server/stores/local/search/keyword-query.ts';
import {
  createTermCache,
  findKeywordTable,
  type KeywordTable,
  makeKeywordTable,
  RecentLists,
} from '../../../../../../electron/server/stores/local/search/keyword-table.ts';
import {
  type KeywordTotals,
  rankSources,
  type WantedChunks,
} from '../../../../../../electron/server/stores/local/search/rank-postings.ts';
import { createTextCutter } from '../../../../../../electron/server/stores/local/search/words/cut-text.ts';
import { questionTerms } from '../../../../../../electron/server/stores/local/search/words/terms.ts';
import { createRandom } from '../../../../../helpers/builders/vector-corpus.ts';

const CHUNKS = 400;
const ALL = { topK: 10_000, accepts: () => true };
/** Some with other forms of theirs, the first ones in most chunks; at most four times in one, up to which nothing is rounded. */
const WORDS = ['run', 'cat', 'dog', 'runs', 'tree', 'lamp', 'cats', 'wolf', 'rock', 'moon', 'running', 'kelp', 'zinc'];

function textsOf(seed: number): { content: string; title: string }[] {
  const random = createRandom(seed);
  const word = () => WORDS[Math.floor(random() ** 2 * WORDS.length)] ?? '';
  return Array.from({ length: CHUNKS }, (_, i) => ({
    content: Array.from({ length: 1 + (i % 4) }, word).join(' '),
    title: i % 7 === 0 ? `${word()} report` : 'report',
  }));
}

describe('keyword table', () => {
  let keywords: BetterSqlite3.Database;
  let table: KeywordTable;
  let terms: number;
  const texts = textsOf(3);

  beforeEach(() => {
    keywords = new BetterSqlite3(':memory:');
    table = makeKeywordTable(keywords, 1, createTermCache());
    terms = 0;
    // Other collections have the ids between.
    for (const [i, { content, title }] of texts.entries()) terms += insert(idOf(i), content, title);
  });
  afterEach(() => void keywords.close());

  const cut = createTextCutter();
  /** @returns the length */
  function insert(id: number, content: string, title = ''): number {
    const text = cut({ content, metadata: JSON.stringify({ title }) });
    table.insert(id, text);
    return text.length;
  }

  function rank(spellings: readonly Spelling[], totals: KeywordTotals, wanted: WantedChunks) {
    return rankSources([table], spellings, totals, wanted);
  }

  function idOf(index: number): number {
    return 7 + index * 50;
  }

  /** What FTS5 says of the same texts. */
  function openPlainTable(): BetterSqlite3.Statement<[string], { id: number; score: number }> {
    keywords.exec(`CREATE VIRTUAL TABLE plain USING fts5 (stems, words, names, grams, tokenize = 'ascii')`);
    const add = keywords.prepare('INSERT INTO plain (rowid, stems, words, names, grams) VALUES (?, ?, ?, ?, ?)');
    for (const [i, { content, title }] of texts.entries()) {
      const { stems, names } = cut({ content, metadata: JSON.stringify({ title }) }).columns;
      add.run(idOf(i), [...stems].join(' '), content, [...names].join(' '), '');
    }
    const weights = Object.values(MATCHED_COLUMNS).join(', ');
    return keywords.prepare(
      `SELECT rowid AS id, -bm25(plain, ${weights}) AS score FROM plain WHERE plain MATCH ? ORDER BY score DESC, rowid`,
    );
  }

  test.each([['zinc'], ['kelp', 'wolf'], ['moon', 'runs', 'cat'], ['absent', 'rock'], ['ran', 'running']])(
    'ranks as the bm25() of FTS5 does: %s %s %s',
    (...some) => {
      const words = some.filter((word) => word !== undefined);
      const asked = questionTerms(words.join(' '));
      const match = asked.flatMap(({ stem, word }) => [`stems : ${stem}`, `names : ${stem}`, `words : ${word}`]);
      const expected = openPlainTable().all(match.join(' OR '));
      const found = rank(spellingsOf(asked), { chunks: CHUNKS, terms }, ALL);
      expect(expected.length).toBeGreaterThan(10);
      const scores = new Map(found.map(({ id, score }) => [id, score]));
      expect(found).toHaveLength(expected.length);
      for (const { id, score } of expected) expect(scores.get(id)).toBeCloseTo(score, 9);
      expect(found).toEqual(found.toSorted((a, b) => b.score - a.score || a.id - b.id));
    },
  );

  test('what is removed is gone, and what comes later is found, whatever was asked before', () => {
    const spelling: Spelling = { column: 'stems', text: 'tree', isPrefix: false };
    const before = table.chunksWith(spelling);
    const gone = Array.from({ length: 350 }, (_, i) => i);
    for (const index of gone) terms -= table.remove(idOf(index)) ?? 0;
    expect(table.remove(idOf(0))).toBeUndefined();
    const left = texts.slice(350).filter(({ content }) => content.includes('tree')).length;
    expect(table.chunksWith(spelling)).toBe(left);
    expect(before).toBeGreaterThan(left);
    // So many that the lengths in memory are read anew.
    for (let id = 30_000; id < 31_500; id += 1) insert(id, 'tree tree tree');
    expect(table.chunksWith(spelling)).toBe(left + 1500);
    for (let id = 30_000; id < 31_499; id += 1) table.remove(id);
    const [best] = rank([spelling], { chunks: 51, terms: 300 }, ALL);
    expect(best?.id).toBe(31_499);
    expect(table.chunksWith(spelling)).toBe(left + 1);
  });

  test('more than are put in order at first come in order too', () => {
    for (let id = 30_000; id < 32_000; id += 1) insert(id, 'quartz '.repeat(1 + (id % 7)));
    const match = (topK: number, accepts: (id: number) => boolean) =>
      rank([{ column: 'stems', text: 'quartz', isPrefix: false }], { chunks: 6000, terms: 90_000 }, { topK, accepts });
    const found = match(5000, () => true);
    expect(found).toHaveLength(2000);
    expect(found).toEqual(found.toSorted((a, b) => b.score - a.score || a.id - b.id));
    expect(match(10, () => true)).toEqual(found.slice(0, 10));
    // Of the best of all none is accepted.
    const worst = new Set(found.slice(-3).map(({ id }) => id));
    expect(match(10, (id) => worst.has(id))).toEqual(found.slice(-3));
    expect(match(2, (id) => worst.has(id))).toEqual(found.slice(-3, -1));
    // What certainly does not fit is not asked about.
    const asked: number[] = [];
    const accepts = (id: number) => asked.push(id) > 1;
    const isUnfit = (id: number) => !worst.has(id);
    const quartz: Spelling = { column: 'stems', text: 'quartz', isPrefix: false };
    const few = rank([quartz], { chunks: 6000, terms: 90_000 }, { topK: 10, isUnfit, accepts });
    expect(asked).toEqual(found.slice(-3).map(({ id }) => id));
    expect(few).toEqual(found.slice(-2));
  });

  test('a letter counts as often as there are pieces that begin with it', () => {
    insert(30_001, '猫が猫は猫を');
    insert(30_002, '猫が犬は人を');
    const ranked = rank([{ column: 'stems', text: '猫', isPrefix: true }], { chunks: 402, terms }, ALL);
    expect(ranked.map(({ id }) => id)).toEqual([30_001, 30_002]);
    expect(ranked[0]?.score).toBeGreaterThan((ranked[1]?.score ?? 0) * 1.3);
  });

  test('a letter is counted by its pieces, without reading which chunks have them', () => {
    insert(30_001, '猫が猫は');
    insert(30_002, '猫が犬は');
    insert(30_003, '犬猫');
    const pieces = table.chunksWith({ column: 'stems', text: '猫', isPrefix: true });
    expect(pieces).toBe(4);
    expect(table.postingsOf({ column: 'stems', text: '猫', isPrefix: true }).rows).toHaveLength(3);
    expect(table.chunksWith({ column: 'stems', text: '鳥', isPrefix: true })).toBe(0);
  });

  test('the chunks of a stem are those of its forms, and one that has two of them counts twice', () => {
    const forms = ['run', 'runs', 'running'];
    const inChunk = texts.map(({ content }) => {
      const words = content.split(' ').filter((word) => forms.includes(word));
      return { all: words.length, different: new Set(words).size };
    });
    const run: Spelling = { column: 'stems', text: 'run', isPrefix: false };
    const { rows, frequencies } = table.postingsOf(run);
    expect([...rows]).toEqual(inChunk.flatMap(({ all }, row) => (all > 0 ? [row] : [])));
    expect([...frequencies]).toEqual(inChunk.map(({ all }) => all).filter((all) => all > 0));
    expect(table.chunksWith(run)).toBe(inChunk.reduce((sum, { different }) => sum + different, 0));
    // What begins alike is another stem.
    insert(30_001, 'runway runtime');
    expect(table.postingsOf(run).rows).toHaveLength(rows.length);
  });

  test('is only made to be filled', () => {
    expect(findKeywordTable(keywords, 2, createTermCache())).toBeUndefined();
    const tree: Spelling = { column: 'stems', text: 'tree', isPrefix: false };
    expect(findKeywordTable(keywords, 1, createTermCache())?.chunksWith(tree)).toBeGreaterThan(0);
  });
});

test('keeps what was used last, as far as the size goes', () => {
  const reads: string[] = [];
  const lists = new RecentLists<string>(5, (list) => list.length);
  const get = (key: string, list: string) =>
    lists.get(1, key, () => {
      reads.push(key);
      return list;
    });
  get('a', 'xx');
  get('b', 'xx');
  get('a', '');
  get('c', 'xxx');
  expect(get('a', '')).toBe('xx');
  get('b', 'xx');
  expect(reads).toEqual(['a', 'b', 'c', 'b']);
  // Larger than all that is kept.
  expect(get('d', 'xxxxxx')).toBe('xxxxxx');
  expect(get('d', 'xxxxxx')).toBe('xxxxxx');
  get('b', 'xx');
  expect(reads).toEqual(['a', 'b', 'c', 'b', 'd', 'd']);
  expect(lists.get(2, 'b', () => 'y')).toBe('y');
  lists.forget(1);
  get('b', 'xx');
  expect(reads.slice(-2)).toEqual(['d', 'b']);
  expect(lists.get(2, 'b', () => 'z')).toBe('y');
  // What is forgotten leaves its room to others.
  get('e', 'xx');
  get('b', '');
  expect(reads.slice(-2)).toEqual(['b', 'e']);
  // What is taken is no longer kept, and leaves its room too.
  expect(lists.take(1, 'e')).toBe('xx');
  expect(lists.take(1, 'e')).toBeUndefined();
  get('f', 'xx');
  get('b', '');
  expect(reads.slice(-2)).toEqual(['e', 'f']);
});
