import { azureOpenAIEmbeddings as definition } from '../../../../shared/nodes/embeddings/azure-openai-embeddings.ts';
import { headersOf } from '../../../../shared/nodes/embeddings/common.ts';
import { implement } from '../../core/node-kinds.ts';
import { createAzureOpenAIModel } from '../../embedding/remote/azure-openai-model.ts';

/** The newest API version that is not a preview. */
const API_VERSION = '2024-10-21';

/** Sends texts to a deployment on Azure OpenAI. */
export const azureOpenAIEmbeddings = implement(definition, {
  async open(params) {
    return createAzureOpenAIModel({
      apiKey: params.azureOpenAIApiKey,
      headers: headersOf(params.baseOptions),
      instance: params.azureOpenAIApiInstanceName,
      deployment: params.azureOpenAIApiDeploymentName,
      apiVersion: params.azureOpenAIApiVersion === '' ? API_VERSION : params.azureOpenAIApiVersion,
      basepath: params.basepath,
      batchSize: params.batchSize,
      timeoutMs: params.timeout,
    });
  },
});
