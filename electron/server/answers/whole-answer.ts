import type { ChatMessage, ChatModel, ChatOptions } from '../core/chat-model.ts';

/** All that a model answers, as a text. @throws as `ChatModel.stream` */
export async function wholeAnswer(
  model: ChatModel,
  messages: readonly ChatMessage[],
  options: ChatOptions,
): Promise<string> {
  let text = '';
  for await (const piece of model.stream(messages, options)) if (piece.type === 'text') text += piece.text;
  return text;
}
