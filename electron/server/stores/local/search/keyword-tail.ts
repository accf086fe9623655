import { keyOf, type MatchedColumn, type Spelling } from './keyword-query.ts';
import { MAX_FREQUENCY, type Postings, roundedFrequency } from './postings.ts';
import type { ChunkRows, KeywordSource, KeywordTotals } from './rank-postings.ts';
import type { CutText } from './words/cut-text.ts';

const COLUMNS: readonly MatchedColumn[] = ['stems', 'words', 'names', 'grams'];

/** A chunk that the log has added or changed. */
export interface TailChunk {
  readonly seq: number;
  readonly id: number;
  readonly text: CutText;
}

/** A spelling of the question, and the rows of the chunks that have it. */
interface Found {
  readonly spelling: Spelling;
  readonly rows: number[];
  readonly frequencies: number[];
}

/** What is looked for in a column. */
interface FoundInColumn {
  readonly column: MatchedColumn;
  readonly words: ReadonlyMap<string, Found>;
  readonly prefixes: readonly Found[];
}

/** What a question finds in chunks that the keyword index does not have yet: cut as they will be indexed, and ranked by the same formula. */
export class KeywordTail implements KeywordSource {
  /** The log has been read up to here. */
  position: number;
  readonly #found: readonly Found[];
  readonly #columns: readonly FoundInColumn[];
  readonly #chunks: { readonly seq: number; readonly id: number; readonly length: number }[] = [];
  readonly #rowOf = new Map<number, number>();
  /** Rows before this one are in the index by now. */
  #first = 0;

  /** @param position of the index: the tail begins behind it */
  constructor(spellings: readonly Spelling[], position: number) {
    this.position = position;
    this.#found = spellings.map((spelling) => ({ spelling, rows: [], frequencies: [] }));
    this.#columns = COLUMNS.map((column) => {
      const found = this.#found.filter(({ spelling }) => spelling.column === column);
      const words = found.filter(({ spelling }) => !spelling.isPrefix);
      return {
        column,
        words: new Map(words.map((one) => [one.spelling.text, one])),
        prefixes: found.filter(({ spelling }) => spelling.isPrefix),
      };
    });
  }

  get totals(): KeywordTotals {
    const chunks = this.#chunks.slice(this.#first);
    return { chunks: chunks.length, terms: chunks.reduce((sum, { length }) => sum + length, 0) };
  }

  get rows(): ChunkRows {
    return {
      count: this.#chunks.length,
      terms: Uint32Array.from(this.#chunks, ({ length }) => length),
      idOf: (row) => this.#chunks[row]?.id ?? 0,
      has: (id) => (this.#rowOf.get(id) ?? -1) >= this.#first,
    };
  }

  take({ seq, id, text }: TailChunk): void {
    // Its text was read as it is now.
    if (this.#rowOf.has(id)) return;
    const row = this.#chunks.length;
    this.#rowOf.set(id, row);
    this.#chunks.push({ seq, id, length: text.length });
    for (const [found, count] of this.#count(text)) {
      found.rows.push(row);
      found.frequencies.push(Math.min(MAX_FREQUENCY, found.spelling.isPrefix ? count : roundedFrequency(count)));
    }
  }

  /** Leaves out what the index has read since. */
  dropThrough(position: number): void {
    const first = this.#chunks.findIndex(({ seq }) => seq > position);
    this.#first = first < 0 ? this.#chunks.length : first;
  }

  chunksWith(spelling: Spelling): number {
    return this.postingsOf(spelling).rows.length;
  }

  postingsOf(spelling: Spelling): Postings {
    const key = keyOf(spelling);
    const { rows = [], frequencies = [] } = this.#found.find((one) => keyOf(one.spelling) === key) ?? {};
    const start = rows.findIndex((row) => row >= this.#first);
    const from = start < 0 ? rows.length : start;
    return { rows: Int32Array.from(rows.slice(from)), frequencies: Uint8Array.from(frequencies.slice(from)) };
  }

  #count({ columns }: CutText): ReadonlyMap<Found, number> {
    const counts = new Map<Found, number>();
    const add = (found: Found) => counts.set(found, (counts.get(found) ?? 0) + 1);
    for (const { column, words, prefixes } of this.#columns) {
      if (words.size === 0 && prefixes.length === 0) continue;
      for (const text of columns[column]) {
        const found = words.get(text);
        if (found !== undefined) add(found);
        for (const prefix of prefixes) if (text.startsWith(prefix.spelling.text)) add(prefix);
      }
    }
    return counts;
  }
}
