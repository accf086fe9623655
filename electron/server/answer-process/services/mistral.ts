import { ChatMistralAI } from '@langchain/mistralai';
import type { SourceOf } from '../../core/chat-source.ts';
import { answersAnything, NO_RETRIES, type OpenedService } from './service.ts';

/** Mistral. */
export function mistral(source: SourceOf<'mistral'>): OpenedService {
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
  return answersAnything(chat);
}
