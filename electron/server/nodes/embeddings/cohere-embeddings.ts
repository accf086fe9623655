import { cohereEmbeddings as definition } from '../../../../shared/nodes/embeddings/cohere-embeddings.ts';
import { implement } from '../../core/node-kinds.ts';
import { createCohereModel } from '../../embedding/remote/cohere-model.ts';

/** Sends texts to Cohere. */
export const cohereEmbeddings = implement(definition, {
  async open({ modelName, cohereApiKey, inputType, basepath, timeout }) {
    return createCohereModel({ model: modelName, apiKey: cohereApiKey, inputType, basepath, timeoutMs: timeout });
  },
});
