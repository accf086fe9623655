import type { Database } from '../../../storage/database.ts';
import { MATCHED_COLUMNS, matchAny, type Spelling } from './keyword-query.ts';
import { gramsOfText } from './words/grams.ts';
import { type Term, termsOf } from './words/terms.ts';

/** Pages merged at a time: some ms. */
const MERGED_PAGES = 16;
/** Terms are written as words of letters and digits, so nothing is left to FTS5's tokenizer but to part them at spaces. */
const TOKENIZE = `tokenize = 'ascii'`;
const WEIGHTS = Object.values(MATCHED_COLUMNS).join(', ');

/** A chunk's text, and what names its place. */
export interface IndexedText {
  readonly content: string;
  readonly names: string;
}

export interface MatchRow {
  readonly rowid: number;
  readonly rank: number;
}

/** The table of one collection. A table each, so that scores do not depend on other collections. */
export interface KeywordTable {
  insert(id: number, text: IndexedText): void;
  /** @returns how many rows there were */
  remove(id: number): number;
  /** Merges some pages. */
  merge(): void;
  /** Chunks that any of the spellings fits, best first by BM25, whose rank is negative. */
  match(spellings: readonly Spelling[]): Iterable<MatchRow>;
  chunksWith(spelling: Spelling): number;
}

export function nameOfTable(collectionId: number): string {
  return `keyword_${collectionId}`;
}

function stemsOf(terms: readonly Term[]): string {
  return terms.map(({ stem }) => stem).join(' ');
}

/** Opens the collection's table, which is made at the first time. */
export function openKeywordTable(keywords: Database, collectionId: number): KeywordTable {
  const name = nameOfTable(collectionId);
  keywords.exec(`
    CREATE VIRTUAL TABLE IF NOT EXISTS ${name}
      USING fts5 (${Object.keys(MATCHED_COLUMNS).join(', ')}, content = '', contentless_delete = 1, ${TOKENIZE});
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.${name}_terms USING fts5vocab (main, ${name}, col);
  `);
  const insert = keywords.prepare<[number, string, string, string, string]>(
    `INSERT INTO ${name} (rowid, stems, words, names, grams) VALUES (?, ?, ?, ?, ?)`,
  );
  const remove = keywords.prepare<[number]>(`DELETE FROM ${name} WHERE rowid = ?`);
  const merge = keywords.prepare(`INSERT INTO ${name} (${name}, rank) VALUES ('merge', -${MERGED_PAGES})`);
  const match = keywords.prepare<[string], MatchRow>(
    `SELECT rowid, rank FROM ${name} WHERE ${name} MATCH ? AND rank MATCH 'bm25(${WEIGHTS})' ORDER BY rank`,
  );
  const countMatches = keywords.prepare<[string], number>(`SELECT count(*) FROM ${name} WHERE ${name} MATCH ?`).pluck();
  const chunksWith = keywords
    .prepare<[string, string], number>(`SELECT doc FROM temp.${name}_terms WHERE term = ? AND col = ?`)
    .pluck();
  // Chunks of one place follow each other.
  let lastNames = { names: '', stems: '' };
  return {
    insert(id, { content, names }) {
      const terms = termsOf(content);
      const words = terms.flatMap(({ word }) => word ?? []);
      const grams = [...gramsOfText(content, terms)];
      if (names !== lastNames.names) lastNames = { names, stems: stemsOf(termsOf(names)) };
      insert.run(id, stemsOf(terms), words.join(' '), lastNames.stems, grams.join(' '));
    },
    remove: (id) => remove.run(id).changes,
    merge: () => void merge.run(),
    match: (spellings) => match.iterate(matchAny(spellings)),
    chunksWith(spelling) {
      if (spelling.isPrefix) return countMatches.get(matchAny([spelling])) ?? 0;
      return chunksWith.get(spelling.text, spelling.column) ?? 0;
    },
  };
}
