import { describe, expect, test } from 'vitest';
import type { RetrieverQuery } from '../../../../../electron/server/core/retriever.ts';
import { similarityThresholdRetriever } from '../../../../../electron/server/nodes/retrievers/similarity-threshold-retriever.ts';
import { similarityThresholdRetriever as definition } from '../../../../../shared/nodes/retrievers/similarity-threshold-retriever.ts';
import { fakeRetriever, noDocumentStores } from '../../../../helpers/builders/fake-retriever.ts';

const live = new AbortController().signal;

async function retrieve(params: object, query: Omit<RetrieverQuery, 'query'> = {}) {
  const asked: RetrieverQuery[] = [];
  const inputs = { vectorStore: async () => fakeRetriever([0.95, 0.8, 0.79, 0.3], asked) };
  const retriever = await similarityThresholdRetriever.open(definition.params.parse(params), inputs, noDocumentStores);
  const { docs } = await retriever.retrieve({ query: 'Who?', ...query }, live);
  return { scores: docs.map(({ score }) => score), asked };
}

describe('similarityThresholdRetriever', () => {
  test('gives what has the minimum score, as Flowise writes it: in percent, as text', async () => {
    expect((await retrieve({})).scores).toEqual([0.95, 0.8]);
    expect((await retrieve({ minSimilarityScore: '30' })).scores).toEqual([0.95, 0.8, 0.79, 0.3]);
    expect((await retrieve({ minSimilarityScore: 0, maxK: '2' })).scores).toEqual([0.95, 0.8]);
  });

  test('asks the store once, by meaning, for as many as it may give', async () => {
    expect((await retrieve({ maxK: 7 })).asked).toEqual([{ query: 'Who?', topK: 7, mode: 'vector' }]);
    const { asked } = await retrieve({}, { topK: 3, filter: { team: 'blue' }, mode: 'vector' });
    expect(asked).toEqual([{ query: 'Who?', topK: 3, filter: { team: 'blue' }, mode: 'vector' }]);
  });

  test.each(['hybrid', 'keyword'] as const)('refuses a %s question, whose scores are no similarities', async (mode) => {
    await expect(retrieve({}, { mode })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('Similarity Score Threshold Retriever searches by meaning only'),
    });
  });
});
