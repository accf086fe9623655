import { ChatGoogleGenerativeAI } from '@langchain/google-genai';
import type { SourceOf } from '../../core/chat-source.ts';
import { answersAnything, NO_RETRIES, type OpenedService } from './service.ts';

/** Google's Gemini. */
export function google(source: SourceOf<'google'>): OpenedService {
  const { model, address, apiKey, temperature, maxTokens, topP, topK, thinkingTokens } = source;
  const chat = new ChatGoogleGenerativeAI({
    ...NO_RETRIES,
    model,
    apiKey,
    baseUrl: address,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(topP === undefined ? {} : { topP }),
    ...(topK === undefined ? {} : { topK }),
    ...(thinkingTokens === undefined ? {} : { thinkingConfig: { thinkingBudget: thinkingTokens } }),
  });
  return answersAnything(chat);
}
