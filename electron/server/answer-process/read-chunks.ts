import type { AIMessageChunk, UsageMetadata } from '@langchain/core/messages';
import { z } from 'zod';
import type { ChatUsage, FinishReason } from '../core/chat-model.ts';

/** Where the clients put why an answer ended. */
const NAMES = ['finish_reason', 'done_reason', 'stop_reason', 'finishReason'];

/** The services' words for an answer that reached its greatest length, and for one that a filter stopped. Any other word is an end. */
const LENGTH = /^(length|max_tokens|model_length)$/i;
const FILTERED = /^(content_filter|refusal|safety|recitation|blocklist|prohibited_content|spii|language)$/i;

/** Why the answer ended, if this chunk says so; undefined: it goes on. */
export function finishOf({ response_metadata, additional_kwargs }: AIMessageChunk): FinishReason | undefined {
  for (const facts of [response_metadata, additional_kwargs]) {
    for (const name of NAMES) {
      const word: unknown = facts[name];
      if (typeof word !== 'string' || word === '') continue;
      if (LENGTH.test(word)) return 'length';
      return FILTERED.test(word) ? 'filtered' : 'stop';
    }
  }
  return undefined;
}

/** Groq's client leaves them in the metadata. */
const groqCounts = z.object({
  model_provider: z.literal('groq'),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }),
});

function sum(before: number | undefined, more: number): number {
  return (before ?? 0) + more;
}

/** What of a chunk counts tokens. */
interface Counts {
  readonly usage_metadata?: UsageMetadata | undefined;
  readonly response_metadata: unknown;
}

/** Adds the tokens that a chunk tells of: LangChain's chunks tell each token once. */
export function countTokens(before: ChatUsage, { usage_metadata, response_metadata }: Counts): ChatUsage {
  const more = usage_metadata ?? groqCounts.safeParse(response_metadata).data?.usage;
  if (more === undefined) return before;
  return {
    inputTokens: sum(before.inputTokens, more.input_tokens),
    outputTokens: sum(before.outputTokens, more.output_tokens),
  };
}
