import { describe, expect, it } from 'vitest';
import type { EmbeddingContext, EmbeddingPool } from '../../../../../electron/server/core/embedding-model.ts';
import { openAIEmbeddings } from '../../../../../electron/server/nodes/embeddings/openai-embeddings.ts';
import { openAIEmbeddings as definition } from '../../../../../shared/nodes/embeddings/openai-embeddings.ts';
import { fakeVector, startFakeOpenAI } from '../../../../helpers/fakes/fake-openai.ts';

const context: EmbeddingContext = { signal: new AbortController().signal, onProgress: () => undefined };
const deps: EmbeddingPool = {
  openLocalModel: () => Promise.reject(new Error('this node has no on-device model')),
};

describe('the OpenAI embedding node', () => {
  it('embeds with the params of its definition', async () => {
    const server = await startFakeOpenAI({ dimensions: 6 });
    try {
      const params = definition.params.parse({
        basepath: server.basepath,
        modelName: 'my-model',
        openAIApiKey: 'secret-key',
        dimensions: '4',
        stripNewLines: 'true',
      });
      const model = await openAIEmbeddings.open(params, {}, { ...context, ...deps });
      const vectors = await model.embedDocuments(['first\nsecond\r\nthird'], context.signal);
      expect(vectors).toEqual([fakeVector('first second third', 4)]);
      expect(model.dimensions).toBe(4);
      expect(server.lastCall?.model).toBe('my-model');
      expect(server.lastCall?.headers.authorization).toBe('Bearer secret-key');
    } finally {
      await server.close();
    }
  });
});
