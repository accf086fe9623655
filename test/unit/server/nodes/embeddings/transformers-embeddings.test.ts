import { describe, expect, it } from 'vitest';
import type {
  EmbeddingContext,
  EmbeddingModel,
  EmbeddingPool,
} from '../../../../../electron/server/core/embedding-model.ts';
import { transformersEmbeddings } from '../../../../../electron/server/nodes/embeddings/transformers-embeddings.ts';
import { BUILT_IN_MODEL } from '../../../../../shared/nodes/embeddings/local-models.ts';
import { transformersEmbeddings as definition } from '../../../../../shared/nodes/embeddings/transformers-embeddings.ts';

const context: EmbeddingContext = { signal: new AbortController().signal, onProgress: () => undefined };
const model: EmbeddingModel = {
  id: 'test',
  dimensions: 1,
  hybridWeight: 1,
  commitSize: undefined,
  embedDocuments: () => Promise.resolve([]),
  embedQuery: () => Promise.resolve(new Float32Array(1)),
};

describe('the on-device embedding node', () => {
  it.each([
    [{}, BUILT_IN_MODEL],
    [{ model: '' }, BUILT_IN_MODEL],
    [{ model: 'Xenova/all-MiniLM-L6-v2' }, 'Xenova/all-MiniLM-L6-v2'],
  ])('with %j opens %s', async (data, expected) => {
    const opened: string[] = [];
    const deps: EmbeddingPool = {
      openLocalModel: async (name) => {
        opened.push(name);
        return model;
      },
    };
    expect(await transformersEmbeddings.open(definition.params.parse(data), {}, { ...context, ...deps })).toBe(model);
    expect(opened).toEqual([expected]);
  });
});
