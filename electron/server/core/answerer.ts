import type { AnswerDetails, FoundPassage } from '../../../shared/api/predictions.ts';
import type { AnswerCitation } from './answer.ts';
import type { JsonValue } from './output-parser.ts';
import type { RetrieverQuery } from './retriever.ts';

/**
 * What comes while a question is answered. Passages come before the first text that is from them; a text with the citations of the sentences that end in it; details as they become
 * known, of which later ones add to earlier ones. `json` is an answer by itself, in the place of a text. `refusal` stands in the place of all the text before. `areSources`: whether Flowise's clients get the passages as `sourceDocuments`.
 */
export type AnswerPiece =
  | { readonly type: 'passages'; readonly passages: readonly FoundPassage[]; readonly areSources: boolean }
  | { readonly type: 'text'; readonly text: string; readonly citations: readonly AnswerCitation[] }
  | { readonly type: 'json'; readonly json: JsonValue }
  | { readonly type: 'refusal'; readonly text: string }
  | { readonly type: 'details'; readonly details: Partial<AnswerDetails> };

/** The text of a file that came with a question. */
export interface AttachedDocument {
  readonly name: string;
  readonly text: string;
}

/** A question, with passages of the files that came with it, which stand before those that are found. */
export interface AnswerQuery extends RetrieverQuery {
  readonly attached?: readonly FoundPassage[];
}

/** Answers questions in words: a chain. */
export interface Answerer {
  /**
   * To leave the iteration stops what makes the answer.
   * @throws what its retriever and its chat model say; the signal's reason
   */
  answer(query: AnswerQuery, signal: AbortSignal): AsyncIterable<AnswerPiece>;
}
