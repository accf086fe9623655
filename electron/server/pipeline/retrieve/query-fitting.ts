import type { ParsedQuestion } from '../../../../shared/text/question.ts';
import type { QueryHit, VectorStore, VectorStoreQuery } from '../../core/vector-store.ts';
import { demandTest } from '../../stores/fits-question.ts';
import { namesOf } from '../../stores/local/log/names-of.ts';

/** How many passages are looked through for those that fit, in turn: most do, or the rarest of a large collection has to be found. */
const DEPTHS = [50, 1000];

export interface FittingHits {
  readonly hits: readonly QueryHit[];
  /** Whether no passage has the phrases, which then count as words. */
  readonly isPhraseMissed: boolean;
}

/** Asks a store, and leaves out what does not fit the demands of the question: of any store, also of those that search by meaning only. */
export async function queryFitting(
  store: VectorStore,
  query: VectorStoreQuery,
  { phrases, excluded }: ParsedQuestion,
  signal: AbortSignal,
): Promise<FittingHits> {
  const { topK } = query;
  const fits = demandTest({ phrases, excluded });
  const isAllowed = demandTest({ phrases: [], excluded });
  const accepted = (hits: readonly QueryHit[], test: typeof fits) =>
    hits.filter(({ pageContent, metadata }) => test(pageContent, namesOf(JSON.stringify(metadata)))).slice(0, topK);
  let hits: readonly QueryHit[] = [];
  for (const least of DEPTHS) {
    const depth = Math.max(topK, least);
    hits = await store.query({ ...query, topK: depth }, signal);
    const fitting = accepted(hits, fits);
    if (fitting.length === topK || hits.length < depth) break;
  }
  const fitting = accepted(hits, fits);
  if (fitting.length > 0 || phrases.length === 0) return { hits: fitting, isPhraseMissed: false };
  return { hits: accepted(hits, isAllowed), isPhraseMissed: true };
}
