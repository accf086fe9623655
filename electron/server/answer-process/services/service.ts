import type { BaseLanguageModelInput } from '@langchain/core/language_models/base';
import type { AIMessageChunk } from '@langchain/core/messages';

/** Asks a model: LangChain's, with the settings of its node. */
export type AskService = (
  messages: BaseLanguageModelInput,
  /** JSON schema of the answer; undefined: any answer. */
  schema: Readonly<Record<string, unknown>> | undefined,
  signal: AbortSignal,
) => Promise<AsyncIterable<AIMessageChunk>>;

/** No client tries again by itself: we do (ask-model.ts). */
export const NO_RETRIES = { maxRetries: 0 };

/** For clients that insist on a key where the server wants none. */
export const NO_KEY = 'none';
