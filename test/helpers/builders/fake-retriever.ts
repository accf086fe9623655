import type { Retriever, RetrieverDeps, RetrieverQuery } from '../../../electron/server/core/retriever.ts';

/** A server without document stores. */
export const noDocumentStores: RetrieverDeps = {
  admitService: () => undefined,
  queryDocumentStore: () => Promise.reject(new Error('There is no document store.')),
};

/**
 * A retriever that always finds the same passages, named by their texts.
 * @param asked gets each question
 */
export function fakeRetriever(
  scores: readonly number[] | Readonly<Record<string, number>>,
  asked: RetrieverQuery[] = [],
): Retriever {
  return {
    async retrieve(query) {
      asked.push(query);
      const docs = Object.entries(scores).map(([pageContent, score], at) => ({
        id: `chunk-${at}`,
        pageContent,
        metadata: { source: 'notes.txt' },
        score,
        relevance: 0.5,
        chunkNo: at + 1,
      }));
      return { docs: docs.slice(0, query.topK) };
    },
  };
}
