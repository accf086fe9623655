import {
  chatGoogleGenerativeAI as definition,
  GEMINI_ADDRESS,
} from '../../../../shared/nodes/chatmodels/chat-google-generative-ai.ts';
import { implement } from '../../core/node-kinds.ts';
import { listServiceModels } from '../../embedding/remote/list-models.ts';
import { addressOr } from '../../embedding/remote/parse-address.ts';

const addressOf = (baseUrl: string): string =>
  addressOr(GEMINI_ADDRESS, baseUrl, { param: 'baseUrl', title: 'base URL' });

/** Asks Google. */
export const chatGoogleGenerativeAI = implement(definition, {
  open: (params, _inputs, { openChatModel }) =>
    openChatModel({
      service: 'google',
      address: addressOf(params.baseUrl),
      model: (params.customModelName || params.modelName).replace(/^models\//, ''),
      apiKey: params.googleGenerativeAPIKey,
      timeoutMs: params.timeout,
      temperature: params.temperature,
      maxTokens: params.maxOutputTokens,
      topP: params.topP,
      topK: params.topK,
      thinkingTokens: params.thinkingBudget,
    }),
  async listModels({ baseUrl, googleGenerativeAPIKey }, signal) {
    const address = addressOf(baseUrl);
    const url = `${address}/v1beta/models?pageSize=200`;
    const headers = { 'x-goog-api-key': googleGenerativeAPIKey };
    const names = await listServiceModels(
      { address, url, headers, list: 'models', name: 'name', purpose: 'chat' },
      signal,
    );
    return names.map((name) => name.replace(/^models\//, ''));
  },
});
