import { OPENAI_ADDRESS } from '../../../../shared/nodes/accounts/openai.ts';
import { chatOpenAI as definition } from '../../../../shared/nodes/chatmodels/chat-openai.ts';
import { stopsOf } from '../../../../shared/nodes/chatmodels/common.ts';
import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import { headersOf } from '../../../../shared/nodes/embeddings/common.ts';
import { implement } from '../../core/node-kinds.ts';
import { listServiceModels } from '../../embedding/remote/list-models.ts';
import { addressOr } from '../../embedding/remote/parse-address.ts';

const addressOf = ({ basepath }: Pick<ParamsOf<typeof definition>, 'basepath'>): string =>
  addressOr(OPENAI_ADDRESS, basepath, { param: 'basepath', title: 'base path' });

/** Asks OpenAI, or a server with a compatible chat API. */
export const chatOpenAI = implement(definition, {
  open: (params, _inputs, { openChatModel }) =>
    openChatModel({
      service: 'openai',
      address: addressOf(params),
      model: params.modelName,
      apiKey: params.openAIApiKey,
      headers: headersOf(params.baseOptions),
      timeoutMs: params.timeout,
      temperature: params.temperature,
      maxTokens: params.maxTokens,
      topP: params.topP,
      frequencyPenalty: params.frequencyPenalty,
      presencePenalty: params.presencePenalty,
      stop: stopsOf(params.stopSequence),
      reasoningEffort: params.reasoningEffort || undefined,
    }),
  async listModels(params, signal) {
    const address = addressOf(params);
    const key: Readonly<Record<string, string>> =
      params.openAIApiKey === '' ? {} : { authorization: `Bearer ${params.openAIApiKey}` };
    const headers = { ...key, ...headersOf(params.baseOptions) };
    return listServiceModels(
      { address, url: `${address}/models`, headers, list: 'data', name: 'id', purpose: 'chat' },
      signal,
    );
  },
});
