import type { AnswerDetails } from '../../../shared/api/predictions.ts';
import type { ChatMessage, ChatModel, ChatOptions, ChatUsage } from '../core/chat-model.ts';
import { estimateTokens } from './count-tokens.ts';

/** A service that read less than this share of what it was sent has cut the rest off. */
const READ_SHARE = 0.6;

/** About how many tokens messages take. */
export function tokensOf(messages: readonly ChatMessage[]): number {
  return estimateTokens(messages.map(({ content }) => content).join('\n'));
}

/** What an answer says of a context that was too small for what was sent. @param sentTokens about how many were sent */
export function contextDetails({ inputTokens }: ChatUsage, sentTokens: number): Partial<AnswerDetails> {
  const isCut = inputTokens !== undefined && inputTokens < sentTokens * READ_SHARE;
  return isCut ? { isContextCut: true } : {};
}

/** All that a model answers. @throws as {@link ChatModel.stream} */
export async function completeText(
  model: ChatModel,
  messages: readonly ChatMessage[],
  options: ChatOptions,
): Promise<string> {
  let text = '';
  for await (const piece of model.stream(messages, options)) if (piece.type === 'text') text += piece.text;
  return text;
}
