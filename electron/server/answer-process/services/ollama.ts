import { ChatOllama } from '@langchain/ollama';
import type { SourceOf } from '../../core/chat-source.ts';
import { NO_RETRIES, type OpenedService } from './service.ts';

/** Ollama's own format (`/api/chat`): only there can the size of the context be set. */
export function ollama(source: SourceOf<'ollama'>): OpenedService {
  const { service: _, address, apiKey, maxTokens, isJson, isThinking, timeoutMs: _timeoutMs, ...options } = source;
  const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const chat = new ChatOllama({
    ...NO_RETRIES,
    ...set,
    baseUrl: address,
    headers: apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` },
    ...(maxTokens === undefined ? {} : { numPredict: maxTokens }),
    ...(isThinking === undefined ? {} : { think: isThinking }),
  });
  return {
    chat,
    ask: (messages, schema, signal) => {
      const format = schema ?? (isJson ? 'json' : undefined);
      return chat.stream(messages, { signal, ...(format === undefined ? {} : { format }) });
    },
  };
}
