/** What speaks for a passage that a question has found. */
export interface Evidence {
  /** By meaning: the score of a search by meaning, for cosine from -1 to 1. */
  readonly similarity?: number | undefined;
  /** By words: BM25 as a multiple of what the rarest term of the collection can count for, so that collections of any size compare. */
  readonly words?: number | undefined;
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/**
 * Logistic regressions over what the first ten hits of the questions of half A of `npm run bench:search` were found by, and whether each answered its question;
 * half of the questions were asked of a collection that does not have the answer (November 2026, built-in model; 3,600 hits of half B, area under the curve by words .95, by both .97).
 * Of those of half B with a relevance of .1 to .25, 9 % answered; .25 to .5: 21 %; .5 to .75: 54 %; .75 to .9: 67 %; over .9: 94 %.
 */
const BY_WORDS = { base: -8.1, words: 5.1, length: -0.85 };
/** By meaning alone the built-in model says little: hardly more than a fifth of what it finds most similar answers. */
const BY_MEANING = { base: -7.3, similarity: 5.2 };

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

/**
 * How sure the search is that a passage answers its question, from 0 to 1: of passages with 0.8 some eight of ten did in the search bench. Comparable between
 * questions, modes and collections of passages of like length, which scores are not: BM25 weighs the length of a passage against the average of its own collection.
 * It grows with each kind of evidence.
 * @param hybridWeight of the model: the similarities of one that counts as much as words were not measured, and count as they are
 */
export function relevanceFor(question: string, hybridWeight: number): (evidence: Evidence) => number {
  const length = Math.log(Math.max(1, question.match(WORD)?.length ?? 0));
  const byMeaning = (similarity: number) =>
    hybridWeight < 1
      ? logistic(BY_MEANING.base + BY_MEANING.similarity * similarity)
      : Math.min(1, Math.max(0, similarity));
  const byWords = (words: number) =>
    logistic(BY_WORDS.base + BY_WORDS.words * Math.log(1 + words) + BY_WORDS.length * length);
  return ({ similarity, words }) =>
    Math.max(similarity === undefined ? 0 : byMeaning(similarity), words === undefined ? 0 : byWords(words));
}

/** Relevances of passages in their order: none is more relevant than one before it. (Measured: nothing else comes closer to what answers.) */
export function inOrder(relevances: readonly number[]): number[] {
  let least = 1;
  return relevances.map((relevance) => {
    least = Math.min(least, relevance);
    return Math.round(least * 1000) / 1000;
  });
}
