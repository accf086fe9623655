import { type AppError, OperationalError, UserError } from '../../../shared/errors/errors.ts';
import type { FinishReason } from '../core/chat-model.ts';
import type { ChatSource } from '../core/chat-source.ts';
import {
  ACCOUNT_STATUSES,
  networkProblem,
  ownErrorIn,
  quoted,
  serviceFailed,
  serviceRefused,
  serviceUnreachable,
} from '../http/service-errors.ts';
import type { ServiceRefusal } from './guard-connections.ts';

/** What a failed request means, and whether to try again is in vain. */
export interface ChatFailure {
  readonly failure: AppError;
  readonly isFinal: boolean;
  readonly retryAfterMs: number | undefined;
}

/** What people know of a source: never its key. */
type Names = Pick<ChatSource, 'address' | 'model' | 'apiKey' | 'timeoutMs'> & {
  /** Of each request: a gateway's may be keys. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** How services say that a prompt is too long: OpenAI and what speaks like it, llama.cpp, Anthropic, Gemini, Mistral. */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|maximum context|context (length|window|size)|prompt is too long|too large for model with|input token count|reduce the length of the messages/i;
/** And that there is no such model. */
const NO_MODEL =
  /model_not_found|invalid_model|invalid model|unknown model|no model|models?\b.{0,200}\b(not found|does(n't| not) exist|is not supported|not loaded)|not_found_error.{0,50}model/is;
/** No pause fills an account. */
const NO_CREDIT = /insufficient_quota|credit balance is too low|billing/i;
/** Where a busy service does not say when it is to be asked again. */
const BUSY_MS = 10_000;
/** Of Anthropic, in an answer that has begun. */
const OVERLOADED = /overloaded_error|rate_limit/i;

const STATUSES = {
  ...ACCOUNT_STATUSES,
  missing: ['does not know this address', 'check the address of the node (most servers: up to and with /v1)'],
  refused: ['refused the request', 'check the settings of the model'],
} as const;

function remoteOf({ address }: Names) {
  return { title: `The chat model's server at ${address}`, address };
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
}

/** The server's own words, without the key; "" for a page of a proxy, say. */
function wordsOf(text: string, names: Names): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Not JSON: it says nothing that a person could use.
    return '';
  }
  // Gemini's streams answer with a list.
  const first: unknown = Array.isArray(body) ? body[0] : body;
  const error = propertyOf(first, 'error');
  const words = [error, propertyOf(error, 'message'), propertyOf(first, 'message'), propertyOf(first, 'detail')];
  const found = words.find((one): one is string => typeof one === 'string') ?? '';
  return withoutKeys(found, names);
}

/** Shorter ones are words. */
const LEAST_KEY = 8;

function withoutKeys(words: string, { apiKey, headers = {} }: Names): string {
  const parts = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  const keys = [apiKey, ...parts.filter(({ length }) => length >= LEAST_KEY)].filter((key) => key !== '');
  return keys.reduce((left, key) => left.replaceAll(key, '…'), words);
}

function modelUnknown({ address, model }: Names): UserError {
  return new UserError(
    'MODEL_UNKNOWN',
    `The server at ${address} has no model "${model}": choose one that it has, or get it there first.`,
    { details: { address, model } },
  );
}

function contextTooLong({ address, model }: Names): UserError {
  return new UserError(
    'CONTEXT_TOO_LONG',
    `Question, passages and history are longer than the model "${model}" can read: find fewer passages, or choose a model with a larger context.`,
    { details: { address, model } },
  );
}

function modelRefused({ address }: Names, status: number): OperationalError {
  return new OperationalError(
    'MODEL_REFUSED',
    `The chat model's server at ${address} refused the key or the account (status ${status}): check the credential of the node.`,
    { details: { address, status } },
  );
}

function modelBusy({ address }: Names, retryAfterMs: number | undefined, words: string): OperationalError {
  const seconds = Math.ceil((retryAfterMs ?? BUSY_MS) / 1000);
  return new OperationalError(
    'MODEL_BUSY',
    `The chat model's server at ${address} takes no more requests for now: ask again in ${seconds} s, or check the limits of the account.${quoted(words)}`,
    { details: { address, retryAfterSeconds: seconds } },
  );
}

/** The service did not say anything for too long. */
export function silent({ address, timeoutMs }: Names, hasText: boolean): OperationalError {
  const problem = hasText ? 'fell silent in the middle of its answer' : 'gave no answer';
  const seconds = Math.round(timeoutMs / 100) / 10;
  return new OperationalError(
    'SERVICE_TIMEOUT',
    `The chat model's server at ${address} ${problem} (${seconds} s without a word): ask again, or raise the timeout of the node.`,
    { details: { address, timeoutMs } },
  );
}

/** The answer ended, and the service did not say that it was whole. */
export function brokeOff(names: Names): OperationalError {
  return serviceFailed(remoteOf(names), 'broke off its answer: ask again.');
}

/** The model answered without a word. */
export function gaveNothing({ address, model }: Names, finishReason: FinishReason): OperationalError {
  const causes: Readonly<Record<FinishReason, string>> = {
    filtered: 'a filter of the service held its answer back: ask in other words',
    length: 'it had used up its tokens before the first word: allow it longer answers',
    stop: 'ask again, or choose another model',
  };
  return new OperationalError('MODEL_EMPTY', `The model "${model}" gave no answer, ${causes[finishReason]}.`, {
    details: { address, model, finishReason },
  });
}

function refusalMeans(names: Names, { status, retryAfterMs, text }: ServiceRefusal): ChatFailure {
  const final = (failure: AppError): ChatFailure => ({ failure, isFinal: true, retryAfterMs: undefined });
  const words = wordsOf(text, names);
  if (status === 401 || status === 403) return final(modelRefused(names, status));
  if (status === 429) {
    return { failure: modelBusy(names, retryAfterMs, words), isFinal: NO_CREDIT.test(text), retryAfterMs };
  }
  if (status < 500 && TOO_LONG.test(text)) return final(contextTooLong(names));
  if (status < 500 && NO_MODEL.test(text)) return final(modelUnknown(names));
  const failure = serviceRefused(remoteOf(names), { status, words }, STATUSES);
  return { failure, isFinal: status < 500, retryAfterMs };
}

/** Says what a failed request means. @param refusal what the service answered, if it was none of success */
export function modelFailed(names: Names, error: unknown, refusal: ServiceRefusal | undefined): ChatFailure {
  const own = ownErrorIn(error);
  if (own !== undefined) return { failure: own, isFinal: true, retryAfterMs: undefined };
  if (refusal !== undefined) return refusalMeans(names, refusal);
  const problem = networkProblem(error);
  if (problem !== undefined) {
    const failure = serviceUnreachable(remoteOf(names), error);
    return { failure, isFinal: problem.isLasting === true, retryAfterMs: undefined };
  }
  // An error within an answer of success.
  const words = withoutKeys(error instanceof Error ? error.message : String(error), names);
  const final = (failure: AppError): ChatFailure => ({ failure, isFinal: true, retryAfterMs: undefined });
  if (TOO_LONG.test(words)) return final(contextTooLong(names));
  if (OVERLOADED.test(words)) return final(modelBusy(names, undefined, ''));
  return final(serviceFailed(remoteOf(names), `broke off its answer: ask again.${quoted(words)}`, { cause: error }));
}
