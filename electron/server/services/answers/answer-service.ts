import { randomUUID } from 'node:crypto';
import type { ChatMessage, ChatType } from '../../../../shared/api/chat-messages.ts';
import type { StoredChatUpload } from '../../../../shared/api/chat-uploads.ts';
import type {
  AnswerCitation,
  AnswerDetails,
  AnswerEvent,
  FoundPassage,
  HistoryMessage,
  InternalPredictionBody,
  PredictionAnswer,
} from '../../../../shared/api/predictions.ts';
import type { OverrideConfig, SourceDocument } from '../../../../shared/api/vector.ts';
import { clientError } from '../../../../shared/errors/client-error.ts';
import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import { jsonBlock } from '../../../../shared/text/json-block.ts';
import type { AttachedDocument } from '../../core/answerer.ts';
import type { JsonValue } from '../../core/output-parser.ts';
import { commitSteps, type PageCommits } from '../../storage/commit-pages.ts';
import type { ChatMessageRepository, ChatMessageRow } from '../../storage/repositories/chat-message-repository.ts';
import type { Library } from '../libraries/library.ts';
import type { QueryService } from '../query/query-service.ts';

export interface AnswerServiceOptions {
  readonly queries: Pick<QueryService, 'answerLibrary' | 'admitAnswer'>;
  readonly messages: Pick<ChatMessageRepository, 'insert' | 'placeOf' | 'insertAnswer' | 'removeReplaced' | 'list'>;
  readonly commits: PageCommits;
  readonly now: () => Date;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

/** What is asked, and in which conversation. */
export interface AskedQuestion
  extends Pick<
    InternalPredictionBody,
    'question' | 'leadEmail' | 'stopNodeId' | 'filter' | 'replaceFrom' | 'chatModel'
  > {
  readonly chatType: ChatType;
  readonly chatId: string;
  readonly sessionId: string;
  readonly overrides: OverrideConfig;
  /** Whether a person is asked before passages go to a service for the first time. */
  readonly asksConsent: boolean;
  /** What came with it, as it is stored. */
  readonly fileUploads: readonly StoredChatUpload[];
  /** Texts that came with it. */
  readonly documents: readonly AttachedDocument[];
  /** Earlier messages of the caller's own, oldest first: they stand before the stored ones of the session. */
  readonly history: readonly HistoryMessage[];
  /** Whether it is an answer that can be sent word by word. */
  readonly canStream: boolean;
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
  /** Of its question, once that is stored. */
  questionId?: string;
  /** Aborted where the answer is to end as it is. */
  readonly stopping: AbortController;
  /** Settles when its message is stored. */
  readonly done: Promise<unknown>;
}

/** What there is of an answer. */
interface Draft {
  text: string;
  /** What the answer is in the place of its text. */
  json: JsonValue | undefined;
  passages: FoundPassage[];
  /** Whether Flowise's clients get them. */
  areSources: boolean;
  citations: AnswerCitation[];
  details: Partial<AnswerDetails>;
  /** Whether some of it was sent. */
  isBegun: boolean;
}

interface FinishedDraft extends Draft {
  readonly details: AnswerDetails;
}

type AnswerHistory = Parameters<QueryService['answerLibrary']>[1]['history'];
type SaidBefore = ReturnType<AnswerHistory>[number];

type Outcome = NonNullable<ChatMessage['outcome']>;

/** Found passages as Flowise's clients read them. */
export function sourceDocumentsOf(passages: readonly FoundPassage[]): SourceDocument[] {
  return passages.map(({ id, pageContent, metadata }) => ({ id, pageContent, metadata }));
}

/** Details as they are stored: what tools have found is in the passages of the message, from which it goes when its source is deleted. */
function withoutFound({ usedTools, ...details }: AnswerDetails): AnswerDetails {
  if (usedTools === undefined) return details;
  const kept = usedTools.map(({ sourceDocuments, ...used }) =>
    sourceDocuments === undefined ? used : { ...used, toolOutput: '' },
  );
  return { ...details, usedTools: kept };
}

/**
 * The place of the question that another one is asked in place of.
 * @throws UserError MESSAGE_NOT_FOUND
 */
function replacedPlace(
  { messages }: Pick<AnswerServiceOptions, 'messages'>,
  ownerId: string,
  { chatId, replaceFrom }: Pick<AskedQuestion, 'chatId' | 'replaceFrom'>,
): number | undefined {
  if (replaceFrom === undefined) return undefined;
  const place = messages.placeOf({ ownerId, chatId, id: replaceFrom });
  if (place !== undefined) return place;
  throw new UserError(
    'MESSAGE_NOT_FOUND',
    'There is no such question in this chat to replace: send the id of one of its user messages as replaceFrom.',
  );
}

/** Stores a question, and gives what stores its answer, in place of what the question replaces, and says its id. */
function begin(
  { messages, commits, now }: AnswerServiceOptions,
  ownerId: string,
  { question, chatType, chatId, sessionId, leadEmail, fileUploads }: AskedQuestion,
  replacedFrom: number | undefined,
) {
  const row = (role: ChatMessage['role'], content: string): ChatMessageRow => ({
    ...{ id: randomUUID(), ownerId, chatId, sessionId, role, chatType, content },
    ...{
      passages: null,
      citations: null,
      details: null,
      outcome: null,
      error: null,
      leadEmail: null,
      fileUploads: null,
    },
    createdDate: now().toISOString(),
  });
  const asked = {
    ...row('userMessage', question),
    leadEmail: leadEmail ?? null,
    fileUploads: fileUploads.length === 0 ? null : JSON.stringify(fileUploads),
  };
  messages.insert(asked);
  const store = async ({ text, passages, citations, details }: FinishedDraft, outcome: Outcome, failure?: unknown) => {
    const answer = {
      ...row('apiMessage', text),
      passages: JSON.stringify(passages),
      citations: JSON.stringify(citations),
      details: JSON.stringify(withoutFound(details)),
      outcome,
      error: failure === undefined ? null : clientError(failure).message,
    };
    const isReplacing = messages.insertAnswer(answer, asked.id, replacedFrom);
    if (isReplacing && replacedFrom !== undefined)
      await commitSteps(commits, () => messages.removeReplaced(asked, replacedFrom));
    return answer.id;
  };
  return { questionId: asked.id, store };
}

/** The newest messages of a conversation that an answer may go by. */
const MAX_HISTORY = 60;
/** Numbers of passages that an earlier question had found. */
const MARKS = / ?\[\d+\??\]/g;

/** What was said in a session before a question, oldest first, without what that replaces: questions that were answered, with their answers. */
function historyBefore(
  { messages }: Pick<AnswerServiceOptions, 'messages'>,
  ownerId: string,
  { sessionId, chatId: replacedChat }: Pick<AskedQuestion, 'sessionId' | 'chatId'>,
  { questionId, replacedFrom }: { readonly questionId: string; readonly replacedFrom: number | undefined },
): SaidBefore[] {
  const where = { ownerId, sessionId, replacedFrom, replacedChat };
  const { messages: rows } = messages.list(where, 'DESC', undefined, MAX_HISTORY);
  const said: SaidBefore[] = [];
  let question: ChatMessageRow | undefined;
  for (const row of rows.toReversed()) {
    if (row.id === questionId) continue;
    if (row.role === 'userMessage') question = row;
    else if (question !== undefined && row.content !== '') {
      said.push({ role: 'user', content: question.content });
      said.push({ role: 'assistant', content: row.content.replaceAll(MARKS, '') });
      question = undefined;
    }
  }
  return said;
}

/** Writes an answer into a draft, and sends it as it comes. */
async function writeAnswer(
  options: AnswerServiceOptions,
  {
    library,
    history,
    ...asked
  }: Omit<AskedQuestion, 'history'> & {
    readonly library: Library;
    readonly history: AnswerHistory;
  },
  draft: Draft,
  { signal, emit }: AnswerCall,
): Promise<void> {
  const { question: query, overrides, stopNodeId, filter, documents, chatModel, asksConsent } = asked;
  const question = { query, overrides, stopNodeId, filter, history, documents, chatModel, asksConsent };
  signal.throwIfAborted();
  const pieces = options.queries.answerLibrary(library, question, signal);
  const say = (text: string) => {
    if (text === '') return;
    if (!draft.isBegun) emit({ event: 'start', data: text });
    draft.isBegun = true;
    emit({ event: 'token', data: text });
  };
  for await (const piece of pieces) {
    signal.throwIfAborted();
    if (piece.type === 'passages') {
      draft.passages = [...piece.passages];
      draft.areSources = piece.areSources;
      emit({ event: 'passages', data: draft.passages });
    } else if (piece.type === 'details') {
      draft.details = { ...draft.details, ...piece.details };
    } else if (piece.type === 'json') {
      draft.json = piece.json;
      draft.text = jsonBlock(piece.json);
      say(draft.text);
    } else if (piece.type === 'refusal') {
      say(draft.text === '' ? piece.text : `\n\n${piece.text}`);
      draft.text = piece.text;
      draft.citations = [];
    } else {
      draft.text += piece.text;
      say(piece.text);
      if (piece.citations.length === 0) continue;
      draft.citations.push(...piece.citations);
      emit({ event: 'citations', data: [...draft.citations] });
    }
  }
}

/** Why an answer ends before it is complete, but not its caller's wait: what there is of it is the answer. */
class Stopped extends Error {}

/** Sends what belongs behind the text of an answer, and gives the whole. */
async function finish(
  { text, json, passages, areSources, citations, details }: FinishedDraft,
  { question, chatId, sessionId, canStream: isStreamValid }: AskedQuestion,
  emit: AnswerCall['emit'],
  store: () => Promise<{ readonly chatMessageId: string; readonly isStopped: boolean }>,
): Promise<PredictionAnswer> {
  const sources = areSources ? { sourceDocuments: sourceDocumentsOf(passages) } : {};
  if (passages.length > 0) {
    if (areSources) emit({ event: 'sourceDocuments', data: sourceDocumentsOf(passages) });
    emit({ event: 'citations', data: citations });
  }
  const { usedTools } = details;
  if (usedTools !== undefined) emit({ event: 'usedTools', data: usedTools });
  const { chatMessageId, isStopped } = await store();
  const metadata = { chatId, chatMessageId, question, sessionId, details };
  emit(isStopped ? { event: 'abort', data: '[DONE]' } : { event: 'metadata', data: metadata });
  const said = json === undefined ? { text } : { json };
  const tools = usedTools === undefined ? {} : { usedTools };
  const answer = { ...said, ...metadata, ...sources, ...tools, isStreamValid, passages, citations };
  return isStopped ? { ...answer, isStopped } : answer;
}

interface CarriedOut extends AnswerCall {
  /** Aborts with {@link Stopped}, or with the error that the caller gets. */
  readonly stopping: AbortSignal;
  /** Of the question that is replaced with all behind it. */
  readonly replacedFrom: number | undefined;
  readonly onStored: (questionId: string) => void;
}

async function carryOut(
  options: AnswerServiceOptions,
  library: Library,
  asked: AskedQuestion,
  { signal, emit, stopping, replacedFrom, onStored }: CarriedOut,
): Promise<PredictionAnswer> {
  const start = options.clock();
  const { questionId, store } = begin(options, library.id, asked, replacedFrom);
  onStored(questionId);
  const draft: Draft = {
    ...{ text: '', json: undefined, passages: [], areSources: true },
    ...{ citations: [], details: {}, isBegun: false },
  };
  const finished = (): FinishedDraft => {
    return { ...draft, details: { ...draft.details, ms: Math.round(options.clock() - start) } };
  };
  const given = asked.history.map(({ role, content }): SaidBefore => {
    return { role: role === 'userMessage' ? 'user' : 'assistant', content };
  });
  const history = () => [...given, ...historyBefore(options, library.id, asked, { questionId, replacedFrom })];
  const both = AbortSignal.any([signal, stopping]);
  try {
    await writeAnswer(options, { ...asked, library, history }, draft, { signal: both, emit });
  } catch (error) {
    if (!(both.reason instanceof Stopped)) {
      if (both.aborted) await store(finished(), 'stopped');
      else await store(finished(), 'failed', error);
      throw both.aborted ? both.reason : error;
    }
  }
  const isStopped = both.aborted;
  const answer = finished();
  return finish(answer, asked, emit, async () => ({
    chatMessageId: await store(answer, isStopped ? 'stopped' : 'answered'),
    isStopped,
  }));
}

interface Admission extends AnswerCall {
  readonly answer: ActiveAnswer;
  readonly stopReplaced: (ownerId: string, chatId: string, replacedFrom: number) => Promise<void>;
}

/** Answers a question that can be stopped already, if it is admitted. */
async function admitAndCarryOut(
  options: AnswerServiceOptions,
  library: Library,
  asked: AskedQuestion,
  { signal, emit, answer, stopReplaced }: Admission,
): Promise<PredictionAnswer> {
  const stopping = answer.stopping.signal;
  const query = { ...asked, query: asked.question };
  await options.queries.admitAnswer(library, query, AbortSignal.any([signal, stopping]));
  const replacedFrom = replacedPlace(options, library.id, asked);
  if (replacedFrom !== undefined) await stopReplaced(library.id, asked.chatId, replacedFrom);
  if (stopping.aborted && !(stopping.reason instanceof Stopped)) throw stopping.reason;
  const onStored = (questionId: string): void => {
    answer.questionId = questionId;
  };
  return carryOut(options, library, asked, { signal, emit, stopping, replacedFrom, onStored });
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

  /** Stops the answers to what is replaced: theirs are stored before the new question. */
  async function stopReplaced(ownerId: string, chatId: string, replacedFrom: number): Promise<void> {
    const isReplaced = (answer: ActiveAnswer): boolean => {
      const { questionId: id } = answer;
      if (answer.ownerId !== ownerId || answer.chatId !== chatId || id === undefined) return false;
      return (options.messages.placeOf({ ownerId, chatId, id }) ?? 0) >= replacedFrom;
    };
    await Promise.all(stopWhere(isReplaced, new Stopped()));
  }

  return {
    /**
     * Answers from what the library holds. The question is stored at once, the answer when it ends, also when it is stopped or fails. What the question replaces goes with
     * its answer: where that fails, or has no text, it stays.
     * @throws as {@link QueryService.admitAnswer}, before anything is stored; UserError MESSAGE_NOT_FOUND; as {@link QueryService.answerLibrary}; the signal's reason; OperationalError SHUTTING_DOWN
     */
    async answer(library: Library, asked: AskedQuestion, call: AnswerCall): Promise<PredictionAnswer> {
      if (isClosing) throw shuttingDown();
      const made = Promise.withResolvers<PredictionAnswer>();
      const answer: ActiveAnswer = {
        ...{ ownerId: library.id, chatId: asked.chatId },
        ...{ stopping: new AbortController(), done: made.promise.catch(() => undefined) },
      };
      active.add(answer);
      made.resolve(admitAndCarryOut(options, library, asked, { ...call, answer, stopReplaced }));
      try {
        return await made.promise;
      } finally {
        active.delete(answer);
      }
    },

    /** Stops what is being answered in a chat, if anything is, and waits until it is stored: what there is of it is its answer. */
    async abort(ownerId: string, chatId: string): Promise<void> {
      await Promise.all(stopWhere((answer) => answer.ownerId === ownerId && answer.chatId === chatId, new Stopped()));
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
