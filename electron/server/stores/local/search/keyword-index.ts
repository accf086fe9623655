import { parseQuestion } from '../../../../../shared/text/question.ts';
import type { MetadataFilter } from '../../../core/vector-store.ts';
import type { Database } from '../../../storage/database.ts';
import { type Demands, demandTest, hasDemands } from '../../fits-question.ts';
import { LOG_ADDED, LOG_DELETED } from '../log/collection-writes.ts';
import { namesOf } from '../log/names-of.ts';
import { truncateLog } from './cache-file.ts';
import { type IdSet, idTest } from './id-set.ts';
import {
  candidateTerms,
  chooseGrams,
  chooseTerms,
  gramSpellings,
  type Spelling,
  spellingsOf,
} from './keyword-query.ts';
import {
  createTermCache,
  dropKeywordTable,
  findKeywordTable,
  type KeywordTable,
  makeKeywordTable,
  RecentLists,
} from './keyword-table.ts';
import { KeywordTail } from './keyword-tail.ts';
import { type FilterSql, metadataFilterSql } from './metadata-filter.ts';
import { type KeywordSource, type KeywordTotals, rankSources } from './rank-postings.ts';
import type { RankedChunk } from './top-k.ts';
import { type CutText, createTextCutter, type TextToCut } from './words/cut-text.ts';
import { type QuestionTerm, questionTerms, termsOf } from './words/terms.ts';

export interface KeywordRequest {
  readonly collectionId: number;
  readonly text: string;
  readonly topK: number;
  readonly filter: MetadataFilter | undefined;
  /** Chunks that certainly do not fit the filter; of others the database is asked. */
  readonly unfit?: IdSet | undefined;
}

interface LogRow {
  readonly seq: number;
  readonly op: number;
  readonly chunk_id: number;
  readonly content: string | null;
  readonly metadata: string | null;
}

interface Position extends KeywordTotals {
  readonly log_seq: number;
}

/** A row of the log with its change. */
interface Change extends LogRow {
  /** undefined when it says that a chunk was deleted, or when the chunk is gone. */
  readonly text: CutText | undefined;
}

/** A text that a question has cut. */
interface StoredText {
  readonly text: CutText;
  /** Of the text and its metadata. */
  readonly characters: number;
}

/** Whose changes are taken in, and where the index stood before them. */
interface Taken {
  readonly collectionId: number;
  readonly from: Position;
}

/** Texts that questions have cut before the index took them in are kept up to so many characters: the chunks of a few commits, in some megabytes. */
const KEPT_CHARACTERS = 1_000_000;
const START: Position = { log_seq: 0, chunks: 0, terms: 0 };
const NO_FILTER: FilterSql = { sql: '1', params: [] };

function prepareStatements(main: Database, keywords: Database) {
  return {
    readLog: main.prepare<[number, number, number], LogRow>(
      `SELECT l.seq, l.op, l.chunk_id, coalesce(t.content, c.content) AS content, c.metadata FROM vector_log l
       LEFT JOIN chunk c ON l.op <> 2 AND c.id = l.chunk_id LEFT JOIN chunk_text t ON t.id = c.text_id
       WHERE l.collection_id = ? AND l.seq > ? ORDER BY l.seq LIMIT ?`,
    ),
    countLog: main
      .prepare<[number, number, number], number>(
        'SELECT count(*) FROM (SELECT 1 FROM vector_log WHERE collection_id = ? AND seq > ? LIMIT ?)',
      )
      .pluck(),
    selectPosition: keywords.prepare<[number], Position>(
      'SELECT log_seq, chunks, terms FROM position WHERE collection_id = ?',
    ),
    forget: keywords.prepare<[number]>('DELETE FROM position WHERE collection_id = ?'),
    totalChanges: keywords.prepare<[], number>('SELECT total_changes()').pluck(),
    setPosition: keywords.prepare<[number, number, number, number]>(
      `INSERT INTO position (collection_id, log_seq, chunks, terms) VALUES (?, ?, ?, ?)
       ON CONFLICT (collection_id) DO UPDATE SET log_seq = excluded.log_seq, chunks = excluded.chunks, terms = excluded.terms`,
    ),
  };
}

/** What a row of the log brings; undefined when it says that a chunk was deleted, or when the chunk is gone. */
function textOf({ op, content, metadata }: LogRow, cut: (text: TextToCut) => CutText): CutText | undefined {
  return op === LOG_DELETED || content === null || metadata === null ? undefined : cut({ content, metadata });
}

function keyOfText({ content, metadata }: TextToCut): string {
  return `${metadata}\n${content}`;
}

/** The spellings by which a question is answered: those that tell chunks apart. */
function chooseSpellings(
  terms: readonly QuestionTerm[],
  sources: readonly KeywordSource[],
  total: number,
): readonly Spelling[] {
  const chunksWith = (spelling: Spelling) => {
    const chunks = sources.reduce((sum, source) => sum + source.chunksWith(spelling), 0);
    return Math.min(chunks, total);
  };
  const ofStem = (text: string, isPrefix = false) =>
    chunksWith({ column: 'stems', text, isPrefix }) || chunksWith({ column: 'names', text, isPrefix });
  const ofTerm = ({ stem, form, isSigned = false, isPrefix }: QuestionTerm) => {
    const signed = isSigned && form !== undefined ? chunksWith({ column: 'words', text: form, isPrefix: false }) : 0;
    return signed || ofStem(stem, isPrefix);
  };
  const grams = gramSpellings(terms).map((spelling) => ({ spelling, chunks: chunksWith(spelling) }));
  const chosen = spellingsOf(chooseTerms(terms, ofTerm, total), (stem) => ofStem(stem) > 0);
  return [...chosen, ...chooseGrams(grams, total)];
}

/** Of the words of the phrases those that are looked for: a chunk must have each, before its text is read. */
function neededOf({ phrases }: Demands, spellings: readonly Spelling[]): readonly (readonly Spelling[])[] {
  const stems = new Set(phrases.flatMap((phrase) => termsOf(phrase).flatMap(({ stem, form }) => (form ? [stem] : []))));
  return [...stems]
    .map((stem) => spellings.filter(({ column, text }) => text === stem && (column === 'stems' || column === 'names')))
    .filter((ways) => ways.length > 0);
}

/** The keyword index of all collections: `main` is only read, `keywords` is the index's own database (see keyword-file.ts). */
export class KeywordIndex {
  readonly #main: Database;
  readonly #keywords: Database;
  readonly #tables = new Map<number, KeywordTable>();
  readonly #termCache = createTermCache();
  readonly #cut: (text: TextToCut) => CutText;
  readonly #cutTexts = new RecentLists<StoredText>(KEPT_CHARACTERS, ({ characters }) => characters);
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(main: Database, keywords: Database, cut = createTextCutter()) {
    this.#main = main;
    this.#keywords = keywords;
    this.#cut = cut;
    this.#statements = prepareStatements(main, keywords);
  }

  /**
   * Takes at most `limit` changes of the log, with its position, in one transaction.
   * @returns whether there may be more
   */
  catchUp(collectionId: number, limit: number): boolean {
    const from = this.#position(collectionId);
    const rows = this.#statements.readLog.all(collectionId, from.log_seq, limit);
    if (rows.length === 0) return false;
    const changes = rows.map((row) => ({
      ...row,
      text: textOf(row, (text) => this.#cutTexts.take(collectionId, keyOfText(text))?.text ?? this.#cut(text)),
    }));
    // Outside the transaction: a rollback would take the table away from under its statements. A collection that was dropped gets none again.
    const hasTexts = changes.some(({ text }) => text !== undefined);
    const table = hasTexts ? this.#made(collectionId) : this.#table(collectionId);
    this.#keywords.transaction(() => this.#apply(table, changes, { collectionId, from }))();
    return rows.length === limit;
  }

  /** Where the index stands in the collection's log; undefined when it has read nothing of it. */
  readUpTo(collectionId: number): number | undefined {
    return this.#statements.selectPosition.get(collectionId)?.log_seq;
  }

  /** How many changes the index lacks, counted up to `limit`. */
  countBehind(collectionId: number, limit: number): number {
    return this.#statements.countLog.get(collectionId, this.#position(collectionId).log_seq, limit) ?? 0;
  }

  /** How many changes there are behind a position of the log. */
  countAfter(collectionId: number, position: number): number {
    return this.#statements.countLog.get(collectionId, position, -1) ?? 0;
  }

  /** Deletes the collection's table, and overwrites what it was. */
  forget(collectionId: number): void {
    this.#cutTexts.forget(collectionId);
    this.#termCache.lists.forget(collectionId);
    this.#termCache.counts.forget(collectionId);
    this.#tables.delete(collectionId);
    this.#keywords.transaction(() => {
      dropKeywordTable(this.#keywords, collectionId);
      this.#statements.forget.run(collectionId);
    })();
    this.truncate();
  }

  /**
   * Merges a part of the table, which leaves out what was deleted.
   * @returns whether there is more
   */
  scrub(collectionId: number): boolean {
    this.#cutTexts.forget(collectionId);
    const before = this.#statements.totalChanges.get() ?? 0;
    this.#table(collectionId)?.merge();
    // As FTS5 documents it: fewer changes than two mean that nothing was merged.
    const hasMore = (this.#statements.totalChanges.get() ?? 0) - before >= 2;
    if (!hasMore) this.truncate();
    return hasMore;
  }

  /** Empties the write-ahead log, in which deleted texts would lie on. */
  truncate(): void {
    truncateLog(this.#keywords);
  }

  /** Begins to search what the index does not have yet; {@link readTail} reads it. */
  openTail({ collectionId, text }: Pick<KeywordRequest, 'collectionId' | 'text'>): KeywordTail {
    const table = this.#table(collectionId);
    const terms = candidateTerms(
      questionTerms(parseQuestion(text).text),
      ({ stem, isPrefix }) => table?.chunksWith({ column: 'stems', text: stem, isPrefix }) ?? 0,
    );
    return new KeywordTail([...spellingsOf(terms), ...gramSpellings(terms)], this.#position(collectionId).log_seq);
  }

  /** @returns whether there may be more */
  readTail(collectionId: number, tail: KeywordTail, limit: number): boolean {
    const rows = this.#statements.readLog.all(collectionId, tail.position, limit);
    for (const row of rows) {
      const text = textOf(row, (content) => this.#cutOnce(collectionId, content));
      if (text !== undefined) tail.take({ seq: row.seq, id: row.chunk_id, text });
      tail.position = row.seq;
    }
    return rows.length === limit;
  }

  /**
   * Best first by BM25, of the chunks that are still there and fit the filter: those of the index, and those of the tail. They have the phrases of the question,
   * unless no chunk has them, and nothing that it leaves out.
   */
  search(request: KeywordRequest, tail?: KeywordTail): RankedChunk[] {
    const { collectionId, text, topK, unfit } = request;
    const { log_seq, ...indexed } = this.#position(collectionId);
    // Another question may have had the index take in some of the tail.
    tail?.dropThrough(log_seq);
    const inTail = tail?.totals;
    const totals: KeywordTotals = {
      chunks: indexed.chunks + (inTail?.chunks ?? 0),
      terms: indexed.terms + (inTail?.terms ?? 0),
    };
    if (totals.chunks === 0) return [];
    const sources = [this.#table(collectionId), tail].filter((source) => source !== undefined);
    const { text: words, phrases, excluded } = parseQuestion(text);
    const rank = (demands: Demands): RankedChunk[] => {
      const spellings = chooseSpellings(questionTerms(words), sources, totals.chunks);
      const accepts = this.#presence(request, demands);
      const needed = neededOf(demands, spellings);
      const wanted = { topK, accepts, needed, ...(unfit && { isUnfit: idTest(unfit) }) };
      return rankSources(sources, spellings, totals, wanted);
    };
    const rankAll = (): RankedChunk[] => {
      const ranked = rank({ phrases, excluded });
      return ranked.length > 0 || phrases.length === 0 ? ranked : rank({ phrases: [], excluded });
    };
    // Each in one transaction: of the many small reads the locks would take a part of the time.
    return this.#keywords.transaction(() => this.#main.transaction(rankAll)())();
  }

  /** Keeps what it cuts for the next question, and for the step that takes it in. */
  #cutOnce(collectionId: number, text: TextToCut): CutText {
    const key = keyOfText(text);
    return this.#cutTexts.get(collectionId, key, () => ({ text: this.#cut(text), characters: key.length })).text;
  }

  #presence({ collectionId, filter }: KeywordRequest, demands: Demands): (id: number) => boolean {
    const { sql, params } = metadataFilterSql(filter) ?? NO_FILTER;
    const where = `WHERE c.id = ? AND c.collection_id = ? AND ${sql}`;
    if (!hasDemands(demands)) {
      const isThere = this.#main.prepare<(string | number)[], number>(`SELECT 1 FROM chunk c ${where}`).pluck();
      return (id) => isThere.get(id, collectionId, ...params) !== undefined;
    }
    const select = this.#main.prepare<(string | number)[], TextToCut>(
      `SELECT coalesce(t.content, c.content) AS content, c.metadata FROM chunk c LEFT JOIN chunk_text t ON t.id = c.text_id ${where}`,
    );
    const fits = demandTest(demands);
    return (id) => {
      const chunk = select.get(id, collectionId, ...params);
      return chunk !== undefined && fits(chunk.content, namesOf(chunk.metadata));
    };
  }

  #position(collectionId: number): Position {
    return this.#statements.selectPosition.get(collectionId) ?? START;
  }

  /** undefined while nothing of the collection is indexed: a question makes no table. */
  #table(collectionId: number): KeywordTable | undefined {
    const table = this.#tables.get(collectionId) ?? findKeywordTable(this.#keywords, collectionId, this.#termCache);
    if (table !== undefined) this.#tables.set(collectionId, table);
    return table;
  }

  #made(collectionId: number): KeywordTable {
    const table = this.#table(collectionId) ?? makeKeywordTable(this.#keywords, collectionId, this.#termCache);
    this.#tables.set(collectionId, table);
    return table;
  }

  #apply(table: KeywordTable | undefined, changes: readonly Change[], { collectionId, from }: Taken): void {
    let { log_seq: position, chunks, terms } = from;
    for (const { seq, op, chunk_id, text } of changes) {
      // A chunk with other names is there already.
      const removed = op === LOG_ADDED ? undefined : table?.remove(chunk_id);
      if (removed !== undefined) {
        chunks -= 1;
        terms -= removed;
      }
      if (text !== undefined) {
        table?.insert(chunk_id, text);
        chunks += 1;
        terms += text.length;
      }
      position = seq;
    }
    this.#statements.setPosition.run(collectionId, position, chunks, terms);
  }
}
