import { randomUUID } from 'node:crypto';
import type { ChatMessage, ChatType } from '../../../../shared/api/chat-messages.ts';
import type {
  AnswerCitation,
  AnswerEvent,
  FoundPassage,
  PredictionAnswer,
  PredictionBody,
} from '../../../../shared/api/predictions.ts';
import type { OverrideConfig, SourceDocument } from '../../../../shared/api/vector.ts';
import { clientError } from '../../../../shared/errors/client-error.ts';
import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import { type ExtractedAnswer, extractAnswer } from '../../answers/extract-answer.ts';
import type { ChatMessageRepository, ChatMessageRow } from '../../storage/repositories/chat-message-repository.ts';
import type { Library } from '../libraries/library.ts';
import type { QueryService } from '../query/query-service.ts';

export interface AnswerServiceOptions {
  readonly queries: Pick<QueryService, 'queryLibrary'>;
  readonly messages: Pick<ChatMessageRepository, 'insert' | 'insertAnswer'>;
  readonly now: () => Date;
}

/** What is asked, and in which conversation. */
export interface AskedQuestion extends Pick<PredictionBody, 'question' | 'leadEmail' | 'stopNodeId'> {
  readonly chatType: ChatType;
  readonly chatId: string;
  readonly sessionId: string;
  readonly overrides: OverrideConfig;
}

export interface AnswerCall {
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Gets the events of the answer, but `error` and `end`, as they come. */
  emit(event: AnswerEvent): void;
}

/** An answer that is being made. */
interface ActiveAnswer {
  readonly ownerId: string;
  readonly chatId: string;
  /** Aborted where the answer is to end as it is. */
  readonly stopping: AbortController;
  /** Settles when its message is stored. */
  readonly done: Promise<unknown>;
}

/** What there is of an answer. */
interface Draft {
  text: string;
  passages: FoundPassage[];
  citations: AnswerCitation[];
}

type Outcome = NonNullable<ChatMessage['outcome']>;

/** Found passages as Flowise's clients read them. */
export function sourceDocumentsOf(passages: readonly FoundPassage[]): SourceDocument[] {
  return passages.map(({ id, pageContent, metadata }) => ({ id, pageContent, metadata }));
}

/** A piece that ends with the numbers of its sentence, or with the text. */
const CITED_PIECE = /[\s\S]+?(?:\[\d+\](?:\s+|$)|$)/g;

/** Sends an answer sentence by sentence, with the citations so far. */
function emitSentences(draft: Draft, { text, citations }: ExtractedAnswer, emit: AnswerCall['emit']): void {
  for (const piece of text.match(CITED_PIECE) ?? []) {
    if (draft.text === '') emit({ event: 'start', data: piece });
    emit({ event: 'token', data: piece });
    draft.text += piece;
    const sent = citations.filter(({ number }) => draft.text.includes(`[${number}]`));
    if (sent.length > draft.citations.length) emit({ event: 'citations', data: sent });
    draft.citations = sent;
  }
  draft.citations = [...citations];
}

/** Stores a question, and gives what stores its answer and says its id. */
function begin(
  { messages, now }: AnswerServiceOptions,
  ownerId: string,
  { question, chatType, chatId, sessionId, leadEmail }: AskedQuestion,
) {
  const row = (role: ChatMessage['role'], content: string): ChatMessageRow => ({
    ...{ id: randomUUID(), ownerId, chatId, sessionId, role, chatType, content },
    ...{ passages: null, citations: null, outcome: null, error: null, leadEmail: null },
    createdDate: now().toISOString(),
  });
  const asked = { ...row('userMessage', question), leadEmail: leadEmail ?? null };
  messages.insert(asked);
  return ({ text, passages, citations }: Draft, outcome: Outcome, failure?: unknown): string => {
    const answer = {
      ...row('apiMessage', text),
      passages: JSON.stringify(passages),
      citations: JSON.stringify(citations),
      outcome,
      error: failure === undefined ? null : clientError(failure).message,
    };
    messages.insertAnswer(answer, asked.id);
    return answer.id;
  };
}

/** Writes an answer into a draft, of sentences of the passages. */
async function writeAnswer(
  { queries }: AnswerServiceOptions,
  {
    library,
    question,
    overrides,
    stopNodeId,
  }: Pick<AskedQuestion, 'question' | 'overrides' | 'stopNodeId'> & { readonly library: Library },
  draft: Draft,
  { signal, emit }: AnswerCall,
): Promise<void> {
  const { docs } = await queries.queryLibrary(library, { query: question, overrides, stopNodeId }, signal);
  signal.throwIfAborted();
  draft.passages = docs.map(({ id, pageContent, metadata, relevance, chunkNo }) => {
    return { id, pageContent, metadata, relevance, chunkNo };
  });
  emit({ event: 'passages', data: draft.passages });
  emitSentences(draft, extractAnswer(question, draft.passages), emit);
}

/** Why an answer ends before it is complete, but not its caller's wait: what there is of it is the answer. */
class Stopped extends Error {}

/** Sends what belongs behind the text of an answer, and gives the whole. */
function finish(
  { text, passages, citations }: Draft,
  { question, chatId, sessionId }: AskedQuestion,
  emit: AnswerCall['emit'],
  store: () => { readonly chatMessageId: string; readonly isStopped: boolean },
): PredictionAnswer {
  const sourceDocuments = sourceDocumentsOf(passages);
  if (passages.length > 0) {
    emit({ event: 'sourceDocuments', data: sourceDocuments });
    emit({ event: 'citations', data: citations });
  }
  const { chatMessageId, isStopped } = store();
  const metadata = { chatId, chatMessageId, question, sessionId };
  emit(isStopped ? { event: 'abort', data: '[DONE]' } : { event: 'metadata', data: metadata });
  const answer = { text, ...metadata, isStreamValid: true, sourceDocuments, passages, citations };
  return isStopped ? { ...answer, isStopped } : answer;
}

/** @param stopping aborts with {@link Stopped}, or with the error that the caller gets */
async function carryOut(
  options: AnswerServiceOptions,
  library: Library,
  asked: AskedQuestion,
  { signal, emit, stopping }: AnswerCall & { readonly stopping: AbortSignal },
): Promise<PredictionAnswer> {
  const store = begin(options, library.id, asked);
  const draft: Draft = { text: '', passages: [], citations: [] };
  const both = AbortSignal.any([signal, stopping]);
  try {
    await writeAnswer(options, { library, ...asked }, draft, { signal: both, emit });
  } catch (error) {
    if (!(both.reason instanceof Stopped)) {
      if (both.aborted) store(draft, 'stopped');
      else store(draft, 'failed', error);
      throw both.aborted ? both.reason : error;
    }
  }
  const isStopped = both.aborted;
  return finish(draft, asked, emit, () => ({
    chatMessageId: store(draft, isStopped ? 'stopped' : 'answered'),
    isStopped,
  }));
}

/** Answers questions to flows and document stores. An answer is a call, not a run: it ends with its caller, when it is aborted, or with the server. */
export function createAnswerService(options: AnswerServiceOptions) {
  const active = new Set<ActiveAnswer>();
  let isClosing = false;

  function stopWhere(isMeant: (answer: ActiveAnswer) => boolean, reason: Error): Promise<unknown>[] {
    const meant = [...active].filter(isMeant);
    for (const { stopping } of meant) stopping.abort(reason);
    return meant.map(({ done }) => done);
  }

  return {
    /**
     * Answers from what the library holds. The question is stored at once, the answer when it ends, also when it is stopped or fails.
     * @throws as {@link QueryService.queryLibrary}; the signal's reason; OperationalError SHUTTING_DOWN
     */
    async answer(library: Library, asked: AskedQuestion, call: AnswerCall): Promise<PredictionAnswer> {
      if (isClosing) throw shuttingDown();
      const stopping = new AbortController();
      const made = carryOut(options, library, asked, { ...call, stopping: stopping.signal });
      const { chatId } = asked;
      const answer = { ownerId: library.id, chatId, stopping, done: made.catch(() => undefined) };
      active.add(answer);
      try {
        return await made;
      } finally {
        active.delete(answer);
      }
    },

    /** Stops what is being answered in a chat, if anything is. What there is of it is its answer. */
    abort(ownerId: string, chatId: string): void {
      stopWhere((answer) => answer.ownerId === ownerId && answer.chatId === chatId, new Stopped());
    },

    /** Stops what is asked of a flow or store that is deleted. */
    stopAllOf(ownerId: string): void {
      const reason = new UserError('CHATFLOW_NOT_FOUND', 'What was asked has been deleted meanwhile.');
      stopWhere((answer) => answer.ownerId === ownerId, reason);
    },

    /** Stops all answers, and waits until they are stored. */
    async close(): Promise<void> {
      isClosing = true;
      await Promise.all(stopWhere(() => true, shuttingDown()));
    },
  };
}

function shuttingDown(): OperationalError {
  return new OperationalError('SHUTTING_DOWN', 'Tributary is shutting down: ask again when it is back.');
}

export type AnswerService = ReturnType<typeof createAnswerService>;
