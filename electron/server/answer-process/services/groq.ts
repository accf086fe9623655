import { ChatGroq } from '@langchain/groq';
import type { SourceOf } from '../../core/chat-source.ts';
import { answersAnything, NO_KEY, NO_RETRIES, type OpenedService } from './service.ts';

/** Groq. */
export function groq(source: SourceOf<'groq'>): OpenedService {
  const { model, address, apiKey, temperature, maxTokens, topP } = source;
  const chat = new ChatGroq({
    ...NO_RETRIES,
    model,
    apiKey: apiKey === '' ? NO_KEY : apiKey,
    baseUrl: address,
    streaming: true,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(topP === undefined ? {} : { topP }),
  });
  return answersAnything(chat);
}
