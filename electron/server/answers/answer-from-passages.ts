import type { FoundPassage } from '../../../shared/api/predictions.ts';
import { AppError } from '../../../shared/errors/errors.ts';
import type { AnswerCitation } from '../core/answer.ts';
import type { Answerer, AnswerPiece } from '../core/answerer.ts';
import type { ChatMemory } from '../core/chat-memory.ts';
import type { ChatMessage, ChatModel, ChatPiece } from '../core/chat-model.ts';
import type { Retrieved, Retriever, RetrieverQuery } from '../core/retriever.ts';
import {
  type AnswerPrompts,
  answerMessages,
  isOwnPrompt,
  rephrasedQuestion,
  rephraseMessages,
} from './answer-prompt.ts';
import { completeText, contextDetails, tokensOf } from './ask-model.ts';
import { createCitationFilter } from './citation-filter.ts';
import { extractAnswer } from './extract-answer.ts';
import { fitContext } from './fit-context.ts';
import { joinedQuestion, refersBack } from './follow-up.ts';
import { fusePassages } from './fuse-passages.ts';
import { noAnswerText, nothingToAnswerText } from './refusal.ts';
import { withoutRepeats } from './without-repeats.ts';

/** What an answer from passages is made by. */
export interface PassageChain {
  readonly retriever: Retriever;
  /** undefined: the answer is sentences of the passages. */
  readonly model: ChatModel | undefined;
  /** undefined: each question stands alone. */
  readonly memory: ChatMemory | undefined;
  readonly prompts: AnswerPrompts;
  readonly returnsSources: boolean;
}

/** Without a word of the question a passage has less: that is no evidence. */
const LEAST_RELEVANCE = 0.005;
/** Where passages repeat others, so many times as many are looked at. */
const DEPTH = 5;
const MOST_DOCS = 1000;
const REPHRASED_TOKENS = 200;

/** Found passages, as answers have them. */
export const ofDocs = (docs: Retrieved['docs']): FoundPassage[] =>
  docs.map(({ id, pageContent, metadata, relevance, chunkNo }) => ({ id, pageContent, metadata, relevance, chunkNo }));

/** A question in other words, where it refers to what was said before. */
export async function rewrite(
  { model, prompts }: Pick<PassageChain, 'model' | 'prompts'>,
  question: string,
  history: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<string | undefined> {
  if (history.length === 0 || !refersBack(question)) return undefined;
  if (model === undefined) return joinedQuestion(question, history);
  const options = { signal, temperature: 0, maxTokens: REPHRASED_TOKENS };
  const text = await completeText(model, rephraseMessages(question, history, prompts), options);
  return rephrasedQuestion(text, question);
}

/** As many passages as the retriever gives, none of which only repeats others. */
async function retrieveOnce(retriever: Retriever, query: RetrieverQuery, signal: AbortSignal): Promise<Retrieved> {
  const found = await retriever.retrieve(query, signal);
  const docs = withoutRepeats(found.docs);
  const wanted = found.docs.length;
  if (docs.length === wanted) return found;
  const more = await retriever.retrieve({ ...query, topK: Math.min(MOST_DOCS, wanted * DEPTH) }, signal);
  return { ...more, docs: withoutRepeats(more.docs).slice(0, wanted) };
}

/** What is found for a question, and for the same in other words. */
export async function retrieve(
  { retriever }: Pick<PassageChain, 'retriever'>,
  query: RetrieverQuery,
  rewritten: string | undefined,
  signal: AbortSignal,
): Promise<Retrieved> {
  const found = await retrieveOnce(retriever, query, signal);
  if (rewritten === undefined) return found;
  const fused = fusePassages(await retrieveOnce(retriever, { ...query, query: rewritten }, signal), found);
  return { ...fused, docs: withoutRepeats(fused.docs) };
}

/** A piece that ends with the numbers of its sentence, or with the text. */
const CITED_PIECE = /[\s\S]+?(?:\[\d+\](?:\s+|$)|$)/g;

/** The sentences of the passages that answer a question as it is asked, or else with what it refers to: there the words of the question before it would win. */
function* quote(questions: readonly [string, string], passages: readonly FoundPassage[]): Generator<AnswerPiece> {
  const [asked, rewritten] = questions;
  const own = extractAnswer(asked, passages);
  const { text, citations } =
    own.citations.length > 0 || asked === rewritten ? own : extractAnswer(rewritten, passages);
  let sent = '';
  let cited = 0;
  for (const piece of text.match(CITED_PIECE) ?? []) {
    sent += piece;
    const ended = citations.filter(({ number }) => sent.includes(`[${number}]`));
    yield { type: 'text', text: piece, citations: ended.slice(cited) };
    cited = ended.length;
  }
  if (citations.length === 0) yield { type: 'details', details: { isRefused: true } };
}

interface Asked {
  readonly question: string;
  readonly passages: readonly FoundPassage[];
  readonly history: readonly ChatMessage[];
  readonly signal: AbortSignal;
}

/** Asks the model with what fits; once more with half of the passages if that was too much for it. */
async function* ask(
  model: ChatModel,
  { question, passages, history, signal }: Asked,
  prompts: AnswerPrompts,
): AsyncGenerator<ChatPiece | { readonly type: 'fitted'; readonly passages: number; readonly tokens: number }> {
  const fixed = tokensOf(answerMessages(question, [], [], prompts));
  const texts = passages.map(({ pageContent }) => pageContent);
  const fitted = fitContext({ history, passages: texts }, fixed, model.contextTokens);
  let count = fitted.passages;
  for (;;) {
    const messages = answerMessages(question, passages.slice(0, count), fitted.history, prompts);
    yield { type: 'fitted', passages: count, tokens: tokensOf(messages) };
    let hasText = false;
    try {
      for await (const piece of model.stream(messages, { signal, contextTokens: fitted.tokens })) {
        hasText = true;
        yield piece;
      }
      return;
    } catch (error) {
      const isTooLong = error instanceof AppError && error.code === 'CONTEXT_TOO_LONG';
      if (!isTooLong || hasText || count <= 1 || count < fitted.passages) throw error;
      count = Math.ceil(count / 2);
    }
  }
}

/** The model's answer, its citations checked. */
async function* write(model: ChatModel, asked: Asked, prompts: AnswerPrompts): AsyncGenerator<AnswerPiece> {
  const { passages, question } = asked;
  yield { type: 'details', details: { model: model.model, address: model.address } };
  let filter = createCitationFilter([]);
  let sentTokens = 0;
  const citations: AnswerCitation[] = [];
  let text = '';
  const shown = (output: { readonly text: string; readonly citations: readonly AnswerCitation[] }): AnswerPiece[] => {
    text += output.text;
    citations.push(...output.citations);
    return output.text === '' && output.citations.length === 0 ? [] : [{ type: 'text', ...output }];
  };
  for await (const piece of ask(model, asked, prompts)) {
    if (piece.type === 'fitted') {
      filter = createCitationFilter(
        passages.map(({ pageContent }) => pageContent),
        { given: piece.passages, citesUnmarked: true },
      );
      sentTokens = piece.tokens;
      const leftOut = passages.length - piece.passages;
      if (leftOut > 0) yield { type: 'details', details: { leftOut } };
    } else if (piece.type === 'text') {
      yield* shown(filter.push(piece.text));
    } else {
      yield { type: 'details', details: contextDetails(piece.usage, sentTokens) };
    }
  }
  yield* shown(filter.end());
  const refusal = noAnswerText(question);
  const isSupported = citations.some(({ verdict }) => verdict !== 'notFound');
  if (isSupported || isOwnPrompt(prompts)) return;
  yield { type: 'details', details: { isRefused: true } };
  if (text.trim() !== refusal) yield { type: 'refusal', text: refusal };
}

/**
 * Answers from what is found for a question: in the words of a model, each sentence checked against the passage that it names, or in the words of the passages. What neither the passages
 * nor the search has evidence for is refused.
 */
export function answerFromPassages(chain: PassageChain): Answerer {
  return {
    async *answer({ attached = [], ...query }, signal) {
      const question = query.query;
      const history = (await chain.memory?.recall(signal)) ?? [];
      const rewritten = await rewrite(chain, question, history, signal);
      if (rewritten !== undefined) yield { type: 'details', details: { rewritten } };
      const { docs, nothingStored = false } = await retrieve(chain, query, rewritten, signal);
      signal.throwIfAborted();
      const passages = [...attached, ...ofDocs(docs)];
      yield { type: 'passages', passages, areSources: chain.returnsSources };
      const { model, prompts } = chain;
      const nothing = nothingToAnswerText(rewritten ?? question, nothingStored);
      if (nothing !== undefined && (model === undefined || !isOwnPrompt(prompts))) {
        yield { type: 'details', details: { isRefused: true } };
        yield { type: 'text', text: nothing, citations: [] };
        return;
      }
      if (model === undefined) {
        yield* quote([question, rewritten ?? question], passages);
        return;
      }
      const hasEvidence = passages.some(({ relevance }) => relevance >= LEAST_RELEVANCE);
      if (hasEvidence || isOwnPrompt(prompts)) {
        yield* write(model, { question, passages, history, signal }, prompts);
        return;
      }
      yield { type: 'details', details: { isRefused: true } };
      yield { type: 'text', text: noAnswerText(question), citations: [] };
    },
  };
}
