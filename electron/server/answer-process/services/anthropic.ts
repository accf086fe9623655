import { ChatAnthropic } from '@langchain/anthropic';
import type { SourceOf } from '../../core/chat-source.ts';
import { answersAnything, NO_RETRIES, type OpenedService } from './service.ts';

/** Anthropic's Messages API. */
export function anthropic(source: SourceOf<'anthropic'>): OpenedService {
  const { model, address, apiKey, temperature, maxTokens, topP, topK, thinkingTokens } = source;
  const isThinking = thinkingTokens !== undefined;
  const chat = new ChatAnthropic({
    ...NO_RETRIES,
    model,
    apiKey,
    anthropicApiUrl: address,
    clientOptions: NO_RETRIES,
    ...(maxTokens === undefined ? {} : { maxTokens }),
    // One that thinks takes none of these.
    ...(temperature === undefined || isThinking ? {} : { temperature }),
    ...(topP === undefined || isThinking ? {} : { topP }),
    ...(topK === undefined || isThinking ? {} : { topK }),
    ...(isThinking ? { thinking: { type: 'enabled', budget_tokens: thinkingTokens } } : {}),
  });
  return answersAnything(chat);
}
