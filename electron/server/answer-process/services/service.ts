import type { BaseLanguageModelInput } from '@langchain/core/language_models/base';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { AIMessageChunk } from '@langchain/core/messages';

/** A model of LangChain's, with the settings of its node. */
export interface OpenedService {
  readonly chat: BaseChatModel;
  ask(
    messages: BaseLanguageModelInput,
    /** JSON schema of the answer; undefined: any answer. */
    schema: Readonly<Record<string, unknown>> | undefined,
    signal: AbortSignal,
  ): Promise<AsyncIterable<AIMessageChunk>>;
}

/** A service that can't be held to a schema. */
export function answersAnything(chat: BaseChatModel): OpenedService {
  return { chat, ask: (messages, _schema, signal) => chat.stream(messages, { signal }) };
}

/** No client tries again by itself: we do (ask-model.ts). */
export const NO_RETRIES = { maxRetries: 0 };

/** For clients that insist on a key where the server wants none. */
export const NO_KEY = 'none';
