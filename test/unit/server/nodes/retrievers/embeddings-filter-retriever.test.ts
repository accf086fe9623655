import { describe, expect, test } from 'vitest';
import type { EmbeddingModel } from '../../../../../electron/server/core/embedding-model.ts';
import type { RetrieverQuery } from '../../../../../electron/server/core/retriever.ts';
import { embeddingsFilterRetriever } from '../../../../../electron/server/nodes/retrievers/embeddings-filter-retriever.ts';
import { embeddingsFilterRetriever as definition } from '../../../../../shared/nodes/retrievers/embeddings-filter-retriever.ts';
import { fakeRetriever, noDocumentStores } from '../../../../helpers/builders/fake-retriever.ts';

const live = new AbortController().signal;
/** Vectors of passages by their texts: at 0, 37, 60 and 90 degrees from any question. */
const VECTORS: Readonly<Record<string, readonly [number, number]>> = {
  same: [2, 0],
  near: [4, 3],
  far: [1, Math.sqrt(3)],
  other: [0, 5],
};
const passages = { other: 0.9, near: 0.8, far: 0.7, same: 0.6 };

interface Asked {
  readonly found?: Readonly<Record<string, number>>;
  readonly query?: Omit<RetrieverQuery, 'query'>;
}

async function retrieve(params: object, { found = passages, query = {} }: Asked = {}) {
  const embedded: string[] = [];
  const model: EmbeddingModel = {
    id: 'a-model',
    dimensions: 2,
    hybridWeight: 1,
    commitSize: undefined,
    async embedDocuments(texts) {
      embedded.push(...texts);
      return texts.map((text) => Float32Array.from(VECTORS[text] ?? []));
    },
    async embedQuery(text) {
      embedded.push(text);
      return Float32Array.from([1, 0]);
    },
  };
  const inputs = { baseRetriever: async () => fakeRetriever(found), embeddings: async () => model };
  const retriever = await embeddingsFilterRetriever.open(definition.params.parse(params), inputs, noDocumentStores);
  const { docs } = await retriever.retrieve({ query: 'Who keeps "the bees" -wasps?', ...query }, live);
  const scored = docs.map(({ pageContent, score }) => [pageContent, Math.round(score * 100) / 100]);
  return { scored, embedded };
}

describe('embeddingsFilterRetriever', () => {
  test('gives what is more similar than the threshold, the most similar first, with that as its score', async () => {
    const { scored, embedded } = await retrieve({ similarityThreshold: '0.4' });
    expect(scored).toEqual([
      ['same', 1],
      ['near', 0.8],
      ['far', 0.5],
    ]);
    expect(embedded).toEqual(['Who keeps "the bees"', 'other', 'near', 'far', 'same']);
  });

  test('has the defaults of Flowise: more similar than 0.8', async () => {
    expect((await retrieve({})).scored).toEqual([['same', 1]]);
  });

  test('gives at most k passages, or as many as a call wants', async () => {
    expect((await retrieve({ similarityThreshold: 0, k: '2' })).scored).toHaveLength(2);
    expect((await retrieve({ similarityThreshold: 0 }, { query: { topK: 1 } })).scored).toEqual([]);
    expect((await retrieve({ similarityThreshold: 0, k: 2 }, { query: { topK: 4 } })).scored).toHaveLength(2);
  });

  test('opens no model for nothing', async () => {
    expect(await retrieve({}, { found: {} })).toEqual({ scored: [], embedded: [] });
  });
});
