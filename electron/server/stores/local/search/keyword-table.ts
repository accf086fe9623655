import type { Database } from '../../../storage/database.ts';
import { keyOf, type MatchedColumn, type Spelling } from './keyword-query.ts';
import {
  addPostings,
  ChunkLengths,
  frequencyOfLevel,
  levelsOf,
  type Postings,
  readIds,
  toPostings,
} from './postings.ts';
import type { KeywordSource } from './rank-postings.ts';
import type { CutText } from './words/cut-text.ts';
import { beginningOfForms } from './words/terms.ts';

/** Pages merged at a time: some ms. */
const MERGED_PAGES = 16;
/** Terms are written as words of letters and digits with signs of a few kinds, so nothing is left to FTS5's tokenizer but to part them at spaces. */
const TOKENIZE = `tokenize = "ascii tokenchars '.#@$+*-'"`;
/** How the columns are told apart: a token is such a letter, a digit for how often the term is there, and the term. */
const LETTERS: Readonly<Record<MatchedColumn, string>> = { stems: 's', words: 'w', names: 'n', grams: 'g' };
/** A single letter of a script without spaces begins so many pieces at most that are looked for. */
const MAX_PIECES = 2000;
/** What stands before the text in a token. */
const TOKEN_HEAD = 2;
/** Sorts behind every letter. */
const LAST_LETTER = '\u{10ffff}';
/** Chunks in lists that are cached for further questions, 5 bytes each: the words that questions share are common ones, whose lists are long. */
const KEPT_CHUNKS = 4_000_000;
/** The number of terms whose count of chunks is cached; the time to count grows with the chunks. */
const KEPT_COUNTS = 20_000;
/** What a list takes beside its chunks, as so many of them. */
const LIST_COST = 100;

/** What stands in a column, and in how many chunks. */
interface CountedText {
  readonly column: MatchedColumn;
  readonly text: string;
  readonly chunks: number;
}

interface Entry<T> {
  readonly owner: number;
  readonly list: T;
}

/** What was used last of several owners, up to a size; what was not used for the longest time goes first. */
export class RecentLists<T> {
  readonly #limit: number;
  readonly #sizeOf: (list: T) => number;
  /** In the order of use. */
  readonly #entries = new Map<string, Entry<T>>();
  /** Owners that may have cached lists. */
  readonly #owners = new Set<number>();
  #size = 0;

  /** @param limit in the unit of `sizeOf`; a larger list is not cached */
  constructor(limit: number, sizeOf: (list: T) => number) {
    this.#limit = limit;
    this.#sizeOf = sizeOf;
  }

  /** The list cached under the owner's key, or else what `read` reads, which is then cached. */
  get(owner: number, key: string, read: () => T): T {
    const place = `${owner} ${key}`;
    const found = this.#entries.get(place);
    const list = found === undefined ? read() : found.list;
    const size = this.#sizeOf(list);
    if (size > this.#limit) return list;
    if (found === undefined) this.#size += size;
    else this.#entries.delete(place);
    this.#entries.set(place, { owner, list });
    this.#owners.add(owner);
    for (const [oldest, other] of this.#entries) {
      if (this.#size <= this.#limit) break;
      this.#remove(oldest, other);
    }
    return list;
  }

  /** Takes the list cached under the owner's key out of the cache. */
  take(owner: number, key: string): T | undefined {
    const place = `${owner} ${key}`;
    const found = this.#entries.get(place);
    if (found !== undefined) this.#remove(place, found);
    return found?.list;
  }

  /** Forgets all of an owner; costs nothing when there is nothing, so that each of many changes can ask for it. */
  forget(owner: number): void {
    if (!this.#owners.delete(owner)) return;
    for (const [place, entry] of this.#entries) if (entry.owner === owner) this.#remove(place, entry);
  }

  #remove(place: string, { list }: Entry<T>): void {
    this.#entries.delete(place);
    this.#size -= this.#sizeOf(list);
  }
}

/** What questions have read of the tables of all collections. */
export interface TermCache {
  readonly lists: RecentLists<Postings>;
  readonly counts: RecentLists<readonly CountedText[]>;
}

export function createTermCache(): TermCache {
  return {
    lists: new RecentLists(KEPT_CHUNKS, ({ rows }) => rows.length + LIST_COST),
    counts: new RecentLists(KEPT_COUNTS, (texts) => 1 + texts.length),
  };
}

/**
 * The table of one collection. A table each, so that scores do not depend on other collections. FTS5 keeps the lists of chunks by term, with nothing but the
 * chunks in them: how often a term is in a chunk is a part of the token, and the order is made here. FTS5's own bm25() looks at each row on its own, in a tenfold time.
 */
export interface KeywordTable extends KeywordSource {
  insert(id: number, text: CutText): void;
  /** @returns the chunk's length; undefined when it was not there */
  remove(id: number): number | undefined;
  /** Merges some pages. */
  merge(): void;
}

function nameOf(spelling: Spelling): string {
  return `${keyOf(spelling)}${spelling.isPrefix ? '*' : ''}`;
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
function tokensOfColumn(column: MatchedColumn, texts: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const tokens: string[] = [];
  for (const [text, count] of counts) {
    for (const level of levelsOf(count)) tokens.push(`${LETTERS[column]}${level}${text}`);
  }
  return tokens;
}

/** A stem that has words has no token of its own: its chunks are those of its words, which are half as many lists to write and to read. */
function tokensOf({ columns, pieces }: CutText): string {
  return [
    ...tokensOfColumn('stems', pieces),
    ...tokensOfColumn('words', columns.words),
    ...tokensOfColumn('names', columns.names),
    ...tokensOfColumn('grams', columns.grams),
  ].join(' ');
}

function prepareStatements(keywords: Database, collectionId: number) {
  const name = nameOfTable(collectionId);
  const lengths = nameOfLengths(collectionId);
  keywords.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${name}_terms USING fts5vocab (main, ${name}, row)`);
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
    beginningWith: keywords.prepare<[string, string, number], { term: string; chunks: number }>(
      `SELECT term, doc AS chunks FROM temp.${name}_terms WHERE term >= ? AND term < ? LIMIT ?`,
    ),
    lengthsAfter: keywords
      .prepare<[number], [number, number]>(`SELECT id, terms FROM ${lengths} WHERE id > ? ORDER BY id`)
      .raw(),
  };
}

/** The collection's table; undefined when it has none. */
export function findKeywordTable(keywords: Database, collectionId: number, cache: TermCache): KeywordTable | undefined {
  const find = keywords.prepare<[string], number>('SELECT 1 FROM sqlite_schema WHERE name = ?').pluck();
  const isThere = find.get(nameOfLengths(collectionId)) !== undefined;
  return isThere ? openKeywordTable(keywords, collectionId, cache) : undefined;
}

/** The collection's table, which is made if it has none. */
export function makeKeywordTable(keywords: Database, collectionId: number, cache: TermCache): KeywordTable {
  keywords.exec(`
    CREATE VIRTUAL TABLE IF NOT EXISTS ${nameOfTable(collectionId)}
      USING fts5 (terms, content = '', contentless_delete = 1, detail = none, ${TOKENIZE});
    CREATE TABLE IF NOT EXISTS ${nameOfLengths(collectionId)} (id INTEGER PRIMARY KEY, terms INTEGER NOT NULL) STRICT;
  `);
  return openKeywordTable(keywords, collectionId, cache);
}

function openKeywordTable(keywords: Database, collectionId: number, cache: TermCache): KeywordTable {
  const statements = prepareStatements(keywords, collectionId);
  const lengths = new ChunkLengths((id) => statements.lengthsAfter.iterate(id));

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

  function beginningWith(column: MatchedColumn, text: string): readonly CountedText[] {
    const once = `${LETTERS[column]}0${text}`;
    const rows = statements.beginningWith.all(once, `${once}${LAST_LETTER}`, MAX_PIECES);
    return rows.map(({ term, chunks }) => ({ column, text: term.slice(TOKEN_HEAD), chunks }));
  }

  function countTexts({ column, text, isPrefix }: Spelling): readonly CountedText[] {
    if (isPrefix) return beginningWith(column, text);
    const own = { column, text, chunks: statements.countWith.get(`${LETTERS[column]}0${text}`) ?? 0 };
    const forms = column === 'stems' ? beginningWith('words', beginningOfForms(text)) : [];
    return [own, ...forms].filter(({ chunks }) => chunks > 0);
  }

  /** The texts whose chunks are together those of a spelling. */
  function textsOf(spelling: Spelling): readonly CountedText[] {
    return cache.counts.get(collectionId, nameOf(spelling), () => countTexts(spelling));
  }

  function readText(column: MatchedColumn, text: string): Postings {
    return toPostings(readLevels(LETTERS[column], text), lengths);
  }

  function read(spelling: Spelling): Postings {
    if (spelling.column !== 'stems' && !spelling.isPrefix) return readText(spelling.column, spelling.text);
    const texts = textsOf(spelling).map(({ column, text }) =>
      // The question looks for one of the forms as it is written too.
      column === 'words' ? postingsOf({ column, text, isPrefix: false }) : readText(column, text),
    );
    return addPostings(texts);
  }

  function postingsOf(spelling: Spelling): Postings {
    return cache.lists.get(collectionId, nameOf(spelling), () => read(spelling));
  }

  /** A chunk with two of the pieces, or two forms of a stem, counts twice: what is known without reading the lists. */
  function chunksWith(spelling: Spelling): number {
    return textsOf(spelling).reduce((sum, { chunks }) => sum + chunks, 0);
  }

  function forget(): void {
    cache.lists.forget(collectionId);
    cache.counts.forget(collectionId);
  }

  return {
    rows: lengths,
    insert(id, text) {
      forget();
      statements.insert.run(id, tokensOf(text));
      statements.insertLength.run(id, text.length);
      lengths.replace(id, text.length);
    },
    remove(id) {
      forget();
      lengths.remove();
      statements.remove.run(id);
      return statements.removeLength.get(id);
    },
    merge: () => void statements.merge.run(),
    postingsOf,
    chunksWith,
  };
}
