import { type ChatMemory, type Conversation, historyText } from '../core/chat-memory.ts';
import type { ChatMessage, ChatModel } from '../core/chat-model.ts';
import { completeText, tokensOf } from './ask-model.ts';

/** Of the newest messages, which stay as they are: with the summary less than prompts give to what was said before, in small contexts too. */
const KEPT_TOKENS = 500;
const SUMMARY_TOKENS = 250;

const INSTRUCTIONS = [
  'Sum up this conversation in a few sentences, in its language: who wants what, what was answered, and every name, number and date that may matter later.',
  'Write only the summary.',
].join(' ');

/** Where the messages begin that stay as they are: at a question. */
function keptFrom(messages: readonly ChatMessage[]): number {
  let from = messages.length;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    if (tokensOf(messages.slice(at)) > KEPT_TOKENS) break;
    if (messages[at]?.role === 'user') from = at;
  }
  return from;
}

/** What was said in a conversation, its older part as a summary of a model, which is not stored. */
export function summaryMemory({ history }: Conversation, model: ChatModel): ChatMemory {
  return {
    async recall(signal) {
      const messages = history();
      const from = keptFrom(messages);
      if (from === 0) return messages;
      const asked = `${INSTRUCTIONS}\n\n${historyText(messages.slice(0, from))}`;
      const options = { signal, temperature: 0, maxTokens: SUMMARY_TOKENS };
      const summary = await completeText(model, [{ role: 'user', content: asked }], options);
      return [
        { role: 'user', content: 'What have we said so far?' },
        { role: 'assistant', content: summary.trim() },
        ...messages.slice(from),
      ];
    },
  };
}
