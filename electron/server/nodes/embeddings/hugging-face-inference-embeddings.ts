import { huggingFaceInferenceEmbeddings as definition } from '../../../../shared/nodes/embeddings/hugging-face-inference-embeddings.ts';
import { implement } from '../../core/node-kinds.ts';
import { createHuggingFaceModel } from '../../embedding/remote/huggingface-model.ts';

/** Sends texts to Hugging Face's feature extraction. */
export const huggingFaceInferenceEmbeddings = implement(definition, {
  async open({ modelName, huggingFaceApiKey, endpoint, batchSize, timeout }) {
    return createHuggingFaceModel({
      model: modelName,
      apiKey: huggingFaceApiKey,
      endpoint,
      batchSize,
      timeoutMs: timeout,
    });
  },
});
