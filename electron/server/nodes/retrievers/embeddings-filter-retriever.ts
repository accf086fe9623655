import { embeddingsFilterRetriever as definition } from '../../../../shared/nodes/retrievers/embeddings-filter-retriever.ts';
import { parseQuestion } from '../../../../shared/text/question.ts';
import { cosineSimilarity } from '../../common/vectors.ts';
import { implement } from '../../core/node-kinds.ts';

/** The score of a passage becomes its similarity to the question, by the model of this node. */
export const embeddingsFilterRetriever = implement(definition, {
  open: ({ similarityThreshold, k }, { baseRetriever, embeddings }) => ({
    async retrieve(query, signal) {
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
      const compared = found.docs.map((doc, at) => ({
        ...doc,
        score: cosineSimilarity(question, vectors[at] ?? new Float32Array()),
      }));
      const similar = compared.filter(({ score }) => score > similarityThreshold);
      return { ...found, docs: similar.toSorted((a, b) => b.score - a.score).slice(0, Math.min(k, query.topK ?? k)) };
    },
  }),
});
