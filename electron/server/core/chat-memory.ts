import type { ChatMessage } from './chat-model.ts';

/** The conversation that a question belongs to. */
export interface Conversation {
  /** What was said in it before this question, oldest first: the newest messages of a long one. */
  history(): readonly ChatMessage[];
}

/** What of a conversation a chain goes by. */
export interface ChatMemory {
  /** Oldest first. @throws as the chat model that sums it up, if one does; the signal's reason */
  recall(signal: AbortSignal): Promise<readonly ChatMessage[]>;
}

/** A conversation as prompts have it: a line a message, "Human: …", "Assistant: …". */
export function historyText(messages: readonly ChatMessage[]): string {
  const spoken = messages.filter(({ role }) => role !== 'system');
  return spoken.map(({ role, content }) => `${role === 'user' ? 'Human' : 'Assistant'}: ${content}`).join('\n');
}
