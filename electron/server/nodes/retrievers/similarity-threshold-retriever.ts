import { similarityThresholdRetriever as definition } from '../../../../shared/nodes/retrievers/similarity-threshold-retriever.ts';
import { implement } from '../../core/node-kinds.ts';
import { assertByMeaning, writtenQuery } from '../../core/retriever.ts';

/** One search for the most passages: those below the threshold come after all others. */
export const similarityThresholdRetriever = implement(definition, {
  open: ({ query: written, minSimilarityScore, maxK }, { vectorStore }) => ({
    async retrieve(given, signal) {
      const query = writtenQuery(given, written);
      assertByMeaning(query.mode, definition.label);
      const topK = query.topK ?? maxK;
      const found = await (await vectorStore()).retrieve({ ...query, topK, mode: 'vector' }, signal);
      return { ...found, docs: found.docs.filter(({ score }) => score >= minSimilarityScore / 100) };
    },
  }),
});
