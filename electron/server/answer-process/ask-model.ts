import type { AIMessageChunk } from '@langchain/core/messages';
import type { ChatSource } from '../core/chat-source.ts';
import {
  type FailedAttempt,
  failedWith,
  type RetryPolicy,
  SERVICE_RETRIES,
  sleepFor,
  withRetries,
} from '../http/retries.ts';
import type { ChatCall, ChatEnd } from './answer-messages.ts';
import { brokeOff, gaveNothing, modelFailed, silent } from './chat-errors.ts';
import { type Exchange, listenTo } from './guard-connections.ts';
import { countTokens, finishOf } from './read-chunks.ts';
import { openService } from './services/open-service.ts';

/** A person waits: fewer attempts and shorter pauses than for a run. */
const RETRIES: RetryPolicy = { ...SERVICE_RETRIES, attempts: 3, longestPauseMs: 5000 };
/** Some servers leave the connection open behind the end; the counts of tokens come within this time. */
const AFTER_END_MS = 2000;

/** What a prompt calls the roles. */
export const ROLES = { system: 'system', user: 'human', assistant: 'ai' } as const;

/** Begins one answer of a model. */
export type BeginAnswer = (signal: AbortSignal) => Promise<AsyncIterable<AIMessageChunk>>;

/** Takes note of what a model answers. */
class Reading {
  readonly #say: (text: string) => void;
  usage: ChatEnd['usage'] = {};
  finishReason: ChatEnd['finishReason'] | undefined;
  hasText = false;

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  take(chunk: AIMessageChunk): void {
    this.usage = countTokens(this.usage, chunk);
    this.finishReason ??= finishOf(chunk);
    if (chunk.text === '') return;
    this.hasText = true;
    this.#say(chunk.text);
  }

  get isFinished(): boolean {
    return this.finishReason !== undefined;
  }
}

/** Aborts when nothing is heard for too long. */
function watchSilence(reading: Reading, timeoutMs: number) {
  const silence = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), reading.isFinished ? Math.min(AFTER_END_MS, timeoutMs) : timeoutMs);
  };
  heard();
  return { signal: silence.signal, heard, stop: () => clearTimeout(timer) };
}

/** One request. What it throws ends the call; what another attempt may mend is given back. */
async function attempt(
  source: ChatSource,
  begin: BeginAnswer,
  reading: Reading,
  signal: AbortSignal,
): Promise<{ readonly value: undefined } | FailedAttempt<undefined>> {
  const silence = watchSilence(reading, source.timeoutMs);
  const left = new AbortController();
  const exchange: Exchange = {
    signal: AbortSignal.any([signal, silence.signal, left.signal]),
    refusal: undefined,
    failure: undefined,
  };
  try {
    await listenTo(exchange, async () => {
      for await (const chunk of await begin(exchange.signal)) {
        reading.take(chunk);
        silence.heard();
      }
    });
  } catch (error) {
    signal.throwIfAborted();
    if (silence.signal.aborted) {
      if (reading.isFinished) return { value: undefined };
      throw silent(source, reading.hasText);
    }
    const { failure, isFinal, retryAfterMs } = modelFailed(source, exchange.failure ?? error, exchange.refusal);
    // What was said can't be taken back.
    if (isFinal || reading.hasText) throw failure;
    return failedWith(failure, { status: exchange.refusal?.status, retryAfterMs });
  } finally {
    silence.stop();
    // Ollama's client leaves the connection open behind the end.
    left.abort();
  }
  return { value: undefined };
}

/**
 * Hears one answer of a model, asked again where that may help and nothing was said yet.
 * @param say hears the pieces of the answer, which are not empty
 * @throws as `ChatModel.stream`, but not MODEL_EMPTY; the signal's reason when it aborts
 */
export async function hearAnswer(
  source: ChatSource,
  begin: BeginAnswer,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<ChatEnd & { readonly hasText: boolean }> {
  const reading = new Reading(say);
  await withRetries({ policy: RETRIES, sleep: sleepFor, signal }, () => attempt(source, begin, reading, signal));
  const { usage, finishReason, hasText } = reading;
  if (finishReason === undefined) throw brokeOff(source);
  return { type: 'end', usage, finishReason, hasText };
}

/** Has a model answer. @throws as {@link hearAnswer}; OperationalError MODEL_EMPTY */
export async function askModel(
  { source, messages, schema }: ChatCall,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<ChatEnd> {
  const { ask } = await openService(source);
  const turns = messages.map(({ role, content }): [string, string] => [ROLES[role], content]);
  const { hasText, ...end } = await hearAnswer(source, (heard) => ask(turns, schema, heard), signal, say);
  if (!hasText) throw gaveNothing(source, end.finishReason);
  return end;
}
