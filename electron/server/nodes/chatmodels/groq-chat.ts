import { groqChat as definition, GROQ_ADDRESS } from '../../../../shared/nodes/chatmodels/groq-chat.ts';
import { implement } from '../../core/node-kinds.ts';
import { listServiceModels } from '../../embedding/remote/list-models.ts';

/** Asks Groq. */
export const groqChat = implement(definition, {
  open: (params, _inputs, { openChatModel }) =>
    openChatModel({
      service: 'groq',
      address: GROQ_ADDRESS,
      model: params.modelName,
      apiKey: params.groqApiKey,
      timeoutMs: params.timeout,
      temperature: params.temperature,
      maxTokens: params.maxTokens,
    }),
  listModels: ({ groqApiKey }, signal) =>
    listServiceModels(
      {
        address: GROQ_ADDRESS,
        url: `${GROQ_ADDRESS}/openai/v1/models`,
        headers: { authorization: `Bearer ${groqApiKey}` },
        list: 'data',
        name: 'id',
        purpose: 'chat',
      },
      signal,
    ),
});
