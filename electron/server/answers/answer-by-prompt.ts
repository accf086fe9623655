import type { FoundPassage } from '../../../shared/api/predictions.ts';
import { AppError } from '../../../shared/errors/errors.ts';
import type { Answerer, AnswerPiece } from '../core/answerer.ts';
import type { ChatMemory } from '../core/chat-memory.ts';
import type { ChatMessage, ChatModel } from '../core/chat-model.ts';
import type { OutputParser } from '../core/output-parser.ts';
import { visibleText } from './answer-prompt.ts';
import { contextDetails, tokensOf } from './ask-model.ts';
import { fitContext } from './fit-context.ts';

/** What an answer without documents is made by. */
export interface PromptChain {
  readonly model: ChatModel;
  /** The messages for a question; the last one asks it. */
  readonly messagesOf: (question: string) => readonly ChatMessage[];
  /** What stands before the message that asks; undefined: nothing. */
  readonly memory?: ChatMemory | undefined;
  /** undefined: the answer is a text. */
  readonly parser?: OutputParser | undefined;
}

/** The messages with a parser's instructions behind the last one. */
function withInstructions(messages: readonly ChatMessage[], { instructions }: OutputParser): readonly ChatMessage[] {
  const last = messages.at(-1);
  if (last === undefined) return messages;
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${instructions}` }];
}

/** The answer of a model as it writes it. */
async function* write(
  { model, parser }: PromptChain,
  messages: readonly ChatMessage[],
  contextTokens: number,
  signal: AbortSignal,
): AsyncGenerator<AnswerPiece, void> {
  const sentTokens = tokensOf(messages);
  const schema = model.forcesSchema ? parser?.schema : undefined;
  for await (const piece of model.stream(messages, { signal, contextTokens, schema })) {
    if (piece.type === 'text') yield { type: 'text', text: piece.text, citations: [] };
    else yield { type: 'details', details: contextDetails(piece.usage, sentTokens) };
  }
}

/** An answer as the value that a parser makes of it; once more if it does not fit and the parser asks again. */
async function* writeValue(
  chain: PromptChain,
  parser: OutputParser,
  messages: readonly ChatMessage[],
  contextTokens: number,
  signal: AbortSignal,
): AsyncGenerator<AnswerPiece> {
  let asked = messages;
  for (let attempt = parser.asksAgain ? 2 : 1; ; attempt -= 1) {
    let text = '';
    for await (const piece of write(chain, asked, contextTokens, signal)) {
      if (piece.type === 'text') text += piece.text;
      else yield piece;
    }
    try {
      yield { type: 'json', json: parser.parse(text) };
      return;
    } catch (error) {
      if (attempt === 1 || !(error instanceof AppError)) throw error;
      const again = `${error.message}\nWrite the answer again. ${parser.instructions}`;
      asked = [...messages, { role: 'assistant', content: text }, { role: 'user', content: again }];
    }
  }
}

/** A question with what came with it before it. */
function withAttached(question: string, attached: readonly FoundPassage[]): string {
  const texts = attached.map(({ pageContent, metadata }) => {
    return `<doc name=${JSON.stringify(metadata.source)}>\n${visibleText(pageContent)}\n</doc>`;
  });
  return [...texts, question].join('\n');
}

/** Answers in the words of a model, without documents. */
export function answerByPrompt(chain: PromptChain): Answerer {
  const { model, memory, parser, messagesOf } = chain;
  return {
    async *answer({ query: question, attached = [] }, signal) {
      const own = messagesOf(withAttached(question, attached));
      const prompt = parser === undefined ? own : withInstructions(own, parser);
      const history = (await memory?.recall(signal)) ?? [];
      const fitted = fitContext({ history, passages: [] }, tokensOf(prompt), model.contextTokens);
      const messages = [...prompt.slice(0, -1), ...fitted.history, ...prompt.slice(-1)];
      yield { type: 'details', details: { model: model.model, address: model.address } };
      if (parser === undefined) yield* write(chain, messages, fitted.tokens, signal);
      else yield* writeValue(chain, parser, messages, fitted.tokens, signal);
    },
  };
}
