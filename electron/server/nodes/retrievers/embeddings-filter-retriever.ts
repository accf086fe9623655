import { embeddingsFilterRetriever as definition } from '../../../../shared/nodes/retrievers/embeddings-filter-retriever.ts';
import { parseQuestion } from '../../../../shared/text/question.ts';
import { cosineSimilarity } from '../../common/vectors.ts';
import { implement } from '../../core/node-kinds.ts';
import { writtenQuery } from '../../core/retriever.ts';
import { relevanceFor } from '../../stores/relevance.ts';

/** Score and relevance of a passage become those of its similarity to the question, by the model of this node. */
export const embeddingsFilterRetriever = implement(definition, {
  open: ({ query: written, similarityThreshold, k }, { baseRetriever, embeddings }) => ({
    async retrieve(given, signal) {
      const query = writtenQuery(given, written);
      const found = await (await baseRetriever()).retrieve(query, signal);
      if (found.docs.length === 0) return found;
      const model = await embeddings();
      const [question, vectors] = await Promise.all([
        model.embedQuery(parseQuestion(query.query).text, signal),
        model.embedDocuments(
          found.docs.map(({ pageContent }) => pageContent),
          signal,
        ),
      ]);
      const relevanceOf = relevanceFor(query.query, model.hybridWeight);
      const compared = found.docs.map((doc, at) => {
        const similarity = cosineSimilarity(question, vectors[at] ?? new Float32Array());
        return { ...doc, score: similarity, relevance: relevanceOf(doc, similarity) };
      });
      const similar = compared
        .filter(({ score }) => score > similarityThreshold)
        .toSorted((a, b) => b.score - a.score)
        .slice(0, Math.min(k, query.topK ?? k));
      return { ...found, docs: similar };
    },
  }),
});
