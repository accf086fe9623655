import type { Database } from '../../../storage/database.ts';
import { ChunkLengths } from './chunk-lengths.ts';
import { keyOf, type MatchedColumn, type Spelling } from './keyword-query.ts';
import { frequencyOfLevel, levelsOf, type Postings, readIds, toPostings } from './postings.ts';
import { type KeywordTotals, rankPostings, type WantedChunks } from './rank-postings.ts';
import { RecentLists } from './recent-lists.ts';
import type { RankedChunk } from './top-k.ts';
import { gramsOfText } from './words/grams.ts';
import { type Term, termsOf } from './words/terms.ts';

/** Pages merged at a time: some ms. */
const MERGED_PAGES = 16;
/** Terms are written as words of letters and digits, so nothing is left to FTS5's tokenizer but to part them at spaces. */
const TOKENIZE = `tokenize = 'ascii'`;
/** How the columns are told apart: a token is such a letter, a digit for how often the term is there, and the term. */
const LETTERS: Readonly<Record<MatchedColumn, string>> = { stems: 's', words: 'w', names: 'n', grams: 'g' };
/** A single letter of a script without spaces begins so many pieces at most that are looked for. */
const MAX_PIECES = 2000;
/** Sorts behind every letter. */
const LAST_LETTER = '\u{10ffff}';
/** Chunks in lists that are kept for further questions, 5 bytes each: the words that questions share are common ones, whose lists are long. */
const KEPT_CHUNKS = 4_000_000;
/** In how many chunks a term is, is kept of so many terms. */
const KEPT_COUNTS = 20_000;
/** What a list takes beside its chunks, as so many of them. */
const LIST_COST = 100;

/** What questions have read of the tables of all collections. */
export interface KeptTerms {
  readonly lists: RecentLists<Postings>;
  readonly counts: RecentLists<number>;
}

export function createKeptTerms(): KeptTerms {
  return {
    lists: new RecentLists(KEPT_CHUNKS, ({ rows }) => rows.length + LIST_COST),
    counts: new RecentLists(KEPT_COUNTS, () => 1),
  };
}

/** A chunk's text, and what names its place. */
export interface IndexedText {
  readonly content: string;
  readonly names: string;
}

/**
 * The table of one collection. A table each, so that scores do not depend on other collections. FTS5 keeps the lists of chunks by term, with nothing but the
 * chunks in them: how often a term is in a chunk is a part of the token, and the order is made here. FTS5's own bm25() looks at each row on its own, in a tenfold time.
 */
export interface KeywordTable {
  /** @returns the chunk's length, in terms of all columns */
  insert(id: number, text: IndexedText): number;
  /** @returns the chunk's length; undefined when it was not there */
  remove(id: number): number | undefined;
  /** Merges some pages. */
  merge(): void;
  /** Of the chunks that any of the spellings fits those that are wanted, best first by BM25, of equal ones the older first. */
  match(spellings: readonly Spelling[], totals: KeywordTotals, wanted: WantedChunks): RankedChunk[];
  /** In how many chunks it is; counting takes a fifth of the time of reading which. */
  chunksWith(spelling: Spelling): number;
}

function nameOfTable(collectionId: number): string {
  return `keyword_${collectionId}`;
}

function nameOfLengths(collectionId: number): string {
  return `length_${collectionId}`;
}

/** Takes a collection's tables away, inside a transaction. */
export function dropKeywordTable(keywords: Database, collectionId: number): void {
  const name = nameOfTable(collectionId);
  keywords.exec(
    `DROP TABLE IF EXISTS temp.${name}_terms; DROP TABLE IF EXISTS ${name}; DROP TABLE IF EXISTS ${nameOfLengths(collectionId)}`,
  );
}

/** The tokens of a column, by how often each of its terms is there. */
function tokensOf(column: MatchedColumn, texts: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const tokens: string[] = [];
  for (const [text, count] of counts) {
    for (const level of levelsOf(count)) tokens.push(`${LETTERS[column]}${level}${text}`);
  }
  return tokens;
}

function stemsOf(terms: readonly Term[]): string[] {
  return terms.map(({ stem }) => stem);
}

/** What is indexed of a text, and its length. */
function tokensOfText(
  content: string,
  names: readonly string[],
): { readonly tokens: string[]; readonly length: number } {
  const terms = termsOf(content);
  const words = terms.flatMap(({ word }) => word ?? []);
  const grams = gramsOfText(content, terms);
  const tokens = [
    ...tokensOf('stems', stemsOf(terms)),
    ...tokensOf('words', words),
    ...tokensOf('names', names),
    ...tokensOf('grams', grams),
  ];
  return { tokens, length: terms.length + words.length + names.length + grams.size };
}

function prepareStatements(keywords: Database, collectionId: number) {
  const name = nameOfTable(collectionId);
  const lengths = nameOfLengths(collectionId);
  keywords.exec(`
    CREATE VIRTUAL TABLE IF NOT EXISTS ${name}
      USING fts5 (terms, content = '', contentless_delete = 1, detail = none, ${TOKENIZE});
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.${name}_terms USING fts5vocab (main, ${name}, row);
    CREATE TABLE IF NOT EXISTS ${lengths} (id INTEGER PRIMARY KEY, terms INTEGER NOT NULL) STRICT;
  `);
  return {
    insert: keywords.prepare<[number, string]>(`INSERT INTO ${name} (rowid, terms) VALUES (?, ?)`),
    insertLength: keywords.prepare<[number, number]>(`INSERT INTO ${lengths} (id, terms) VALUES (?, ?)`),
    remove: keywords.prepare<[number]>(`DELETE FROM ${name} WHERE rowid = ?`),
    removeLength: keywords.prepare<[number], number>(`DELETE FROM ${lengths} WHERE id = ? RETURNING terms`).pluck(),
    merge: keywords.prepare(`INSERT INTO ${name} (${name}, rank) VALUES ('merge', -${MERGED_PAGES})`),
    // As text, and all at once: a row each would take four times as long.
    idsWith: keywords
      .prepare<[string], Buffer | null>(`SELECT CAST(group_concat(rowid) AS BLOB) FROM ${name} WHERE ${name} MATCH ?`)
      .pluck(),
    countWith: keywords.prepare<[string], number>(`SELECT doc FROM temp.${name}_terms WHERE term = ?`).pluck(),
    beginningWith: keywords
      .prepare<[string, string, number], string>(
        `SELECT term FROM temp.${name}_terms WHERE term >= ? AND term < ? LIMIT ?`,
      )
      .pluck(),
    lengthsAfter: keywords
      .prepare<[number], [number, number]>(`SELECT id, terms FROM ${lengths} WHERE id > ? ORDER BY id`)
      .raw(),
  };
}

/** Opens the collection's table, which is made at the first time. */
export function openKeywordTable(keywords: Database, collectionId: number, kept: KeptTerms): KeywordTable {
  const statements = prepareStatements(keywords, collectionId);
  const lengths = new ChunkLengths((id) => statements.lengthsAfter.iterate(id));
  // Chunks of one place follow each other.
  let last = { names: '', stems: [] as readonly string[] };

  /** Lists of chunks that have a term once, twice and so on, of which each is a part of the one before. */
  function readLevels(letter: string, text: string): Uint32Array[] {
    const lists: Uint32Array[] = [];
    for (let level = 0; frequencyOfLevel(level) !== undefined; level += 1) {
      const ids = statements.idsWith.get(`"${letter}${level}${text}"`);
      if (ids === undefined || ids === null || ids.length === 0) break;
      lists.push(readIds(ids));
    }
    return lists;
  }

  function read({ column, text, isPrefix }: Spelling): Postings {
    const letter = LETTERS[column];
    const once = `${letter}0${text}`;
    const texts = isPrefix
      ? statements.beginningWith.all(once, `${once}${LAST_LETTER}`, MAX_PIECES).map((term) => term.slice(2))
      : [text];
    return toPostings(
      texts.map((one) => readLevels(letter, one)),
      lengths,
    );
  }

  function postingsOf(spelling: Spelling): Postings {
    return kept.lists.get(collectionId, `${keyOf(spelling)} ${spelling.isPrefix}`, () => read(spelling));
  }

  function chunksWith(spelling: Spelling): number {
    if (spelling.isPrefix) return postingsOf(spelling).rows.length;
    const { column, text } = spelling;
    const count = () => statements.countWith.get(`${LETTERS[column]}0${text}`) ?? 0;
    return kept.counts.get(collectionId, keyOf(spelling), count);
  }

  function forget(): void {
    kept.lists.forget(collectionId);
    kept.counts.forget(collectionId);
  }

  return {
    insert(id, { content, names }) {
      if (names !== last.names) last = { names, stems: stemsOf(termsOf(names)) };
      const { tokens, length } = tokensOfText(content, last.stems);
      forget();
      statements.insert.run(id, tokens.join(' '));
      statements.insertLength.run(id, length);
      return length;
    },
    remove(id) {
      forget();
      lengths.remove();
      statements.remove.run(id);
      return statements.removeLength.get(id);
    },
    merge: () => void statements.merge.run(),
    match: (spellings, totals, wanted) =>
      rankPostings(
        spellings.map((spelling) => ({ column: spelling.column, postings: postingsOf(spelling) })),
        lengths,
        totals,
        wanted,
      ),
    chunksWith,
  };
}
