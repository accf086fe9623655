import { azureChatOpenAI as definition } from '../../../../shared/nodes/chatmodels/azure-chat-openai.ts';
import { headersOf } from '../../../../shared/nodes/embeddings/common.ts';
import { implement } from '../../core/node-kinds.ts';
import { addressOr } from '../../embedding/remote/parse-address.ts';

/** The newest API version that is not a preview. */
const API_VERSION = '2024-10-21';

/** Asks a deployment on Azure OpenAI. */
export const azureChatOpenAI = implement(definition, {
  open(params, _inputs, { openChatModel }) {
    const { azureOpenAIApiInstanceName: instance, azureOpenAIApiDeploymentName: deployment, basepath } = params;
    const own = `https://${instance}.openai.azure.com/openai/deployments`;
    const address = addressOr(own, basepath, { param: 'basepath', title: 'base path' });
    return openChatModel({
      service: 'azure',
      address: `${address}/${encodeURIComponent(deployment)}`,
      model: params.modelName || deployment,
      apiKey: params.azureOpenAIApiKey,
      apiVersion: params.azureOpenAIApiVersion || API_VERSION,
      headers: headersOf(params.baseOptions),
      timeoutMs: params.timeout,
      temperature: params.temperature,
      maxTokens: params.maxTokens,
      topP: params.topP,
      frequencyPenalty: params.frequencyPenalty,
      presencePenalty: params.presencePenalty,
      reasoningEffort: params.reasoningEffort || undefined,
    });
  },
});
