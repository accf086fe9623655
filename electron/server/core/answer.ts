/** How far a passage holds what a sentence says: its words in order; its content words and every number, date, unit, name and negation; or not. */
export type Verdict = 'quoted' | 'similar' | 'notFound';

/** UTF-16 offsets in the text of a passage. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface AnswerCitation {
  /** As it stands in the answer: from 1. */
  readonly number: number;
  /** Index in `sourceDocuments`: from 0. */
  readonly sourceIndex: number;
  /** The sentence of the answer, without its citation marks. */
  readonly sentence: string;
  readonly verdict: Verdict;
  /** Where the passage says it; undefined for what is not found. */
  readonly place: Place | undefined;
}

/** A passage that a question found; best first. `relevance` is 0 to 1 (stores/relevance.ts). */
export interface AnswerPassage {
  readonly pageContent: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly relevance: number;
}
