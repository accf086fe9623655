import type { Database } from '../../storage/database.ts';
import { LOG_ADDED } from '../collection-writes.ts';
import type { MetadataFilter } from '../vector-store.ts';
import { TOKENIZE } from './keyword-file.ts';
import { chooseWords, matchAny, type WordFrequency, wordsOf } from './keyword-query.ts';
import { type FilterSql, metadataFilterSql } from './metadata-filter.ts';
import { byRank, type RankedChunk } from './top-k.ts';

/** Chunks of equal score that are read beyond the last one wanted, to order them by age; bounds copies of one same text. */
const MAX_TIES = 200;

export interface KeywordRequest {
  readonly collectionId: number;
  readonly text: string;
  readonly topK: number;
  readonly filter: MetadataFilter | undefined;
}

export interface KeywordIndex {
  /**
   * Takes at most `limit` changes of the log, with its position, in one transaction.
   * @returns whether there may be more
   */
  catchUp(collectionId: number, limit: number): boolean;
  isBehind(collectionId: number): boolean;
  /** Best first by BM25, of the chunks that are still there and fit the filter. */
  search(request: KeywordRequest): RankedChunk[];
}

interface LogRow {
  readonly seq: number;
  readonly op: number;
  readonly chunk_id: number;
  readonly content: string | null;
}

interface Position {
  readonly log_seq: number;
  readonly chunks: number;
}

interface MatchRow {
  readonly rowid: number;
  readonly rank: number;
}

const START: Position = { log_seq: 0, chunks: 0 };
const NO_FILTER: FilterSql = { sql: '1', params: [] };

/** Statements of one collection's table. A table each, so that scores do not depend on other collections. */
function createTable(keywords: Database, collectionId: number) {
  const name = `keyword_${collectionId}`;
  keywords.exec(`
    CREATE VIRTUAL TABLE IF NOT EXISTS ${name} USING fts5 (content, content = '', contentless_delete = 1, ${TOKENIZE});
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.${name}_terms USING fts5vocab (main, ${name}, row);
  `);
  return {
    insert: keywords.prepare<[number, string]>(`INSERT INTO ${name} (rowid, content) VALUES (?, ?)`),
    remove: keywords.prepare<[number]>(`DELETE FROM ${name} WHERE rowid = ?`),
    match: keywords.prepare<[string], MatchRow>(`SELECT rowid, rank FROM ${name} WHERE ${name} MATCH ? ORDER BY rank`),
    chunksWith: keywords.prepare<[string], number>(`SELECT doc FROM temp.${name}_terms WHERE term = ?`).pluck(),
  };
}

type KeywordTable = ReturnType<typeof createTable>;

/** How the index's tokenizer writes each word (stemmed, without accents): asked of the tokenizer itself. */
function createTokenizer(keywords: Database): (words: readonly string[]) => ReadonlyMap<number, string> {
  const insert = keywords.prepare<[number, string]>('INSERT INTO temp.question (rowid, word) VALUES (?, ?)');
  const clear = keywords.prepare('DELETE FROM temp.question');
  const select = keywords.prepare<[], { doc: number; term: string }>('SELECT doc, term FROM temp.question_terms');
  return (words) => {
    for (const [index, word] of words.entries()) insert.run(index, word);
    const terms = new Map(select.all().map(({ doc, term }) => [doc, term]));
    clear.run();
    return terms;
  };
}

/** The keyword index of all collections: `main` is only read, `keywords` is the index's own database (see keyword-file.ts). */
export function createKeywordIndex(main: Database, keywords: Database): KeywordIndex {
  const tables = new Map<number, KeywordTable>();
  const tokenize = createTokenizer(keywords);
  const selectPosition = keywords.prepare<[number], Position>(
    'SELECT log_seq, chunks FROM position WHERE collection_id = ?',
  );
  const setPosition = keywords.prepare<[number, number, number]>(
    `INSERT INTO position (collection_id, log_seq, chunks) VALUES (?, ?, ?)
     ON CONFLICT (collection_id) DO UPDATE SET log_seq = excluded.log_seq, chunks = excluded.chunks`,
  );
  const readLog = main.prepare<[number, number, number], LogRow>(
    `SELECT l.seq, l.op, l.chunk_id, c.content FROM vector_log l LEFT JOIN chunk c ON l.op = 1 AND c.id = l.chunk_id
     WHERE l.collection_id = ? AND l.seq > ? ORDER BY l.seq LIMIT ?`,
  );
  const hasMore = main
    .prepare<[number, number], number>('SELECT 1 FROM vector_log WHERE collection_id = ? AND seq > ? LIMIT 1')
    .pluck();

  function tableOf(collectionId: number): KeywordTable {
    let table = tables.get(collectionId);
    if (table === undefined) {
      table = createTable(keywords, collectionId);
      tables.set(collectionId, table);
    }
    return table;
  }

  const apply = keywords.transaction((collectionId: number, rows: readonly LogRow[], from: Position) => {
    const table = tableOf(collectionId);
    let { log_seq: position, chunks } = from;
    for (const { seq, op, chunk_id, content } of rows) {
      if (op !== LOG_ADDED) chunks -= table.remove.run(chunk_id).changes;
      else if (content !== null) chunks += table.insert.run(chunk_id, content).changes;
      position = seq;
    }
    setPosition.run(collectionId, position, chunks);
  });

  function frequencies(table: KeywordTable, words: readonly string[]): WordFrequency[] {
    const terms = tokenize(words);
    return words.map((word, index) => {
      const term = terms.get(index);
      return { word, chunks: term === undefined ? 0 : (table.chunksWith.get(term) ?? 0) };
    });
  }

  function search({ collectionId, text, topK, filter }: KeywordRequest): RankedChunk[] {
    const { chunks } = selectPosition.get(collectionId) ?? START;
    if (chunks === 0) return [];
    const table = tableOf(collectionId);
    const words = chooseWords(frequencies(table, wordsOf(text)), chunks);
    if (words.length === 0) return [];
    const condition = metadataFilterSql(filter) ?? NO_FILTER;
    const isThere = main
      .prepare<(string | number)[], number>(
        `SELECT 1 FROM chunk c WHERE c.id = ? AND c.collection_id = ? AND ${condition.sql}`,
      )
      .pluck();
    const found: RankedChunk[] = [];
    // Ranked as they are read, so the walk goes only as far as deleted and filtered chunks make it.
    for (const { rowid, rank } of table.match.iterate(matchAny(words))) {
      const last = found[topK - 1];
      if (last !== undefined && (-rank < last.score || found.length >= topK + MAX_TIES)) break;
      if (isThere.get(rowid, collectionId, ...condition.params) !== undefined) found.push({ id: rowid, score: -rank });
    }
    return found.sort(byRank).slice(0, topK);
  }

  return {
    catchUp(collectionId, limit) {
      const from = selectPosition.get(collectionId) ?? START;
      const rows = readLog.all(collectionId, from.log_seq, limit);
      if (rows.length > 0) apply(collectionId, rows, from);
      return rows.length === limit;
    },
    isBehind: (collectionId) =>
      hasMore.get(collectionId, (selectPosition.get(collectionId) ?? START).log_seq) !== undefined,
    search,
  };
}
