import { ChatMistralAI } from '@langchain/mistralai';
import type { SourceOf } from '../../core/chat-source.ts';
import { type AskService, NO_RETRIES } from './service.ts';

/** Mistral. */
export function mistral(source: SourceOf<'mistral'>): AskService {
  const { model, address, apiKey, temperature, maxTokens, topP, seed, isSafe } = source;
  const chat = new ChatMistralAI({
    ...NO_RETRIES,
    model,
    apiKey,
    serverURL: address,
    safePrompt: isSafe,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(topP === undefined ? {} : { topP }),
    ...(seed === undefined ? {} : { seed }),
  });
  return (messages, _schema, signal) => chat.stream(messages, { signal });
}
