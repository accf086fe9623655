import { isFillerWord } from '../../../../../shared/text/filler-words.ts';
import { B, K1 } from './bm25.ts';
import { MATCHED_COLUMNS, type Spelling } from './keyword-query.ts';
import type { IndexedText } from './keyword-table.ts';
import { TermFinder } from './words/find-terms.ts';
import type { QuestionTerm } from './words/terms.ts';

/** Terms of a question that are looked for in the tail; of a longer one the rarest, as far as the index can tell. */
const MAX_TERMS = 64;
/** A term of the question, and in how many chunks of the index it is. */
export interface TailTerm extends QuestionTerm {
  readonly indexed: number;
}

/** What a text has of the question: how often each spelling is in it, and its length. */
interface Match {
  readonly counts: readonly number[];
  readonly units: number;
}

function chooseTailTerms(terms: readonly TailTerm[]): readonly TailTerm[] {
  const meant = terms.filter(({ word }) => !isFillerWord(word ?? ''));
  return [...(meant.length > 0 ? meant : terms)]
    .sort((a, b) => a.indexed - b.indexed || b.stem.length - a.stem.length)
    .slice(0, MAX_TERMS);
}

/** What a question finds in chunks that the keyword index does not have yet, by the same words and the same formula. */
export class KeywordTail {
  /** Chunks of these numbers of the log have been read. */
  position: number;
  /** How many chunks there were, whether they fit or not. */
  chunks = 0;
  readonly #finder: TermFinder;
  readonly #matches = new Map<number, Match>();
  #units = 0;

  /** @param position of the index: the tail begins behind it */
  constructor(terms: readonly TailTerm[], position: number) {
    this.position = position;
    this.#finder = new TermFinder(chooseTailTerms(terms));
  }

  /** Chunks that have any of the terms. */
  get found(): Iterable<number> {
    return this.#matches.keys();
  }

  take(id: number, text: IndexedText): void {
    this.chunks += 1;
    this.#units += text.content.length;
    const match = this.#match(text);
    if (match !== undefined) this.#matches.set(id, match);
  }

  /** How many chunks of the tail have the spelling. */
  chunksWith({ column, text }: Pick<Spelling, 'column' | 'text'>): number {
    const index = this.#finder.spellings.findIndex((spelling) => spelling.column === column && spelling.text === text);
    let chunks = 0;
    for (const { counts } of this.#matches.values()) if ((counts[index] ?? 0) > 0) chunks += 1;
    return chunks;
  }

  /** What each spelling counts for in a chunk that has it once. @param weightOf what it counts for by its rarity */
  weigh(weightOf: (spelling: Spelling) => number): readonly number[] {
    return this.#finder.spellings.map(weightOf);
  }

  /**
   * BM25 with the lengths of texts in characters, so that chunks of the tail and of the index stand in one order.
   * @param weights from {@link weigh}
   * @param text of a chunk that is not of the tail
   */
  score(weights: readonly number[], id: number, text?: IndexedText): number {
    const match = this.#matches.get(id) ?? (text === undefined ? undefined : this.#match(text));
    if (match === undefined) return 0;
    const average = this.chunks === 0 ? match.units : this.#units / this.chunks;
    const norm = K1 * (1 - B + (B * match.units) / Math.max(1, average));
    let sum = 0;
    for (const [index, { column }] of this.#finder.spellings.entries()) {
      const count = (match.counts[index] ?? 0) * MATCHED_COLUMNS[column];
      if (count > 0) sum += ((weights[index] ?? 0) * count * (K1 + 1)) / (count + norm);
    }
    return sum;
  }

  #match(text: IndexedText): Match | undefined {
    const counts = this.#finder.count(text);
    return counts === undefined ? undefined : { counts, units: text.content.length };
  }
}
