import { ollamaEmbedding as definition } from '../../../../shared/nodes/embeddings/ollama-embedding.ts';
import { implement } from '../../core/node-kinds.ts';
import { createOllamaModel, listOllamaModels } from '../../embedding/remote/ollama-model.ts';

/** Sends texts to an Ollama server. */
export const ollamaEmbedding = implement(definition, {
  async open({ modelName, timeout, ...params }) {
    return createOllamaModel({ ...params, model: modelName, timeoutMs: timeout });
  },
  listModels: listOllamaModels,
});
