import { ANTHROPIC_ADDRESS, chatAnthropic as definition } from '../../../../shared/nodes/chatmodels/chat-anthropic.ts';
import { implement } from '../../core/node-kinds.ts';
import { listServiceModels } from '../../embedding/remote/list-models.ts';

/** Asks Anthropic. */
export const chatAnthropic = implement(definition, {
  open: (params, _inputs, { openChatModel }) =>
    openChatModel({
      service: 'anthropic',
      address: ANTHROPIC_ADDRESS,
      model: params.modelName,
      apiKey: params.anthropicApiKey,
      timeoutMs: params.timeout,
      temperature: params.temperature,
      maxTokens: params.maxTokensToSample,
      topP: params.topP,
      topK: params.topK,
      thinkingTokens: params.extendedThinking ? params.budgetTokens : undefined,
    }),
  listModels: ({ anthropicApiKey }, signal) =>
    listServiceModels(
      {
        address: ANTHROPIC_ADDRESS,
        url: `${ANTHROPIC_ADDRESS}/v1/models?limit=100`,
        headers: { 'x-api-key': anthropicApiKey, 'anthropic-version': '2023-06-01' },
        list: 'data',
        name: 'id',
        purpose: 'chat',
      },
      signal,
    ),
});
