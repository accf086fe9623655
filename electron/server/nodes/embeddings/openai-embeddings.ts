import { headersOf } from '../../../../shared/nodes/embeddings/common.ts';
import { openAIEmbeddings as definition } from '../../../../shared/nodes/embeddings/openai-embeddings.ts';
import { implement } from '../../core/node-kinds.ts';
import { createOpenAIModel, listOpenAIModels } from '../../embedding/remote/openai-model.ts';

/** Sends texts to OpenAI or to a server with a compatible embeddings API. */
export const openAIEmbeddings = implement(definition, {
  async open(params) {
    return createOpenAIModel({
      model: params.modelName,
      basepath: params.basepath,
      apiKey: params.openAIApiKey,
      headers: headersOf(params.baseOptions),
      encodingFormat: params.encodingFormat,
      dimensions: params.dimensions,
      batchSize: params.batchSize,
      timeoutMs: params.timeout,
      stripNewLines: params.stripNewLines,
    });
  },
  listModels: ({ basepath, openAIApiKey, baseOptions }, signal) =>
    listOpenAIModels({ basepath, apiKey: openAIApiKey, headers: headersOf(baseOptions) }, signal),
});
