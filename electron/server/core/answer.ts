import type { AnswerCitation } from '../../../shared/api/predictions.ts';

export type { AnswerCitation };

/** How far a passage holds what a sentence says: as the schema describes it. */
export type Verdict = AnswerCitation['verdict'];

/** UTF-16 offsets in the text of a passage. */
export type Place = Readonly<NonNullable<AnswerCitation['place']>>;

/** A passage that a question found; best first. `relevance` is 0 to 1 (stores/relevance.ts). */
export interface AnswerPassage {
  readonly pageContent: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly relevance: number;
}
