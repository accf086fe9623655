import { chatMistralAI as definition } from '../../../../shared/nodes/chatmodels/chat-mistral-ai.ts';
import { MISTRAL_ADDRESS } from '../../../../shared/nodes/embeddings/mistral-ai-embeddings.ts';
import { implement } from '../../core/node-kinds.ts';
import { listServiceModels } from '../../embedding/remote/list-models.ts';
import { addressOr } from '../../embedding/remote/parse-address.ts';

const addressOf = (endpoint: string): string =>
  addressOr(MISTRAL_ADDRESS, endpoint, { param: 'overrideEndpoint', title: 'endpoint' });

/** Asks Mistral. */
export const chatMistralAI = implement(definition, {
  open: (params, _inputs, { openChatModel }) =>
    openChatModel({
      service: 'mistral',
      address: addressOf(params.overrideEndpoint),
      model: params.modelName,
      apiKey: params.mistralAIAPIKey,
      timeoutMs: params.timeout,
      temperature: params.temperature,
      maxTokens: params.maxOutputTokens,
      topP: params.topP,
      seed: params.randomSeed,
      isSafe: params.safeMode,
    }),
  async listModels({ overrideEndpoint, mistralAIAPIKey }, signal) {
    const address = addressOf(overrideEndpoint);
    const headers = { authorization: `Bearer ${mistralAIAPIKey}` };
    return listServiceModels(
      { address, url: `${address}/v1/models`, headers, list: 'data', name: 'id', purpose: 'chat' },
      signal,
    );
  },
});
