import { chatOllama as definition } from '../../../../shared/nodes/chatmodels/chat-ollama.ts';
import { stopsOf } from '../../../../shared/nodes/chatmodels/common.ts';
import { implement } from '../../core/node-kinds.ts';
import { listOllamaModels } from '../../embedding/remote/ollama-model.ts';
import { parseAddress } from '../../embedding/remote/parse-address.ts';

/** Asks an Ollama server. */
export const chatOllama = implement(definition, {
  open: (
    { baseUrl, modelName, ollamaApiKey, timeout, think, jsonMode, stop, streaming: _, ...settings },
    _inputs,
    pool,
  ) =>
    pool.openChatModel({
      ...settings,
      service: 'ollama',
      address: parseAddress(baseUrl, { param: 'baseUrl', title: 'base URL', example: 'http://localhost:11434' }),
      model: modelName,
      apiKey: ollamaApiKey,
      timeoutMs: timeout,
      stop: stopsOf(stop),
      isJson: jsonMode,
      // Models that can't think refuse the question if they are told anything about it.
      isThinking: think || undefined,
    }),
  listModels: ({ baseUrl, ollamaApiKey: apiKey }, signal) =>
    listOllamaModels({ baseUrl, apiKey, purpose: 'chat' }, signal),
});
