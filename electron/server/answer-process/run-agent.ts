import { randomUUID } from 'node:crypto';
import { AIMessage, type AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { createAgent, createMiddleware } from 'langchain';
import { UserError } from '../../../shared/errors/errors.ts';
import type { ChatCall, ChatEnd } from './answer-messages.ts';
import { hearAnswer, ROLES } from './ask-model.ts';
import { gaveNothing } from './chat-errors.ts';
import { openService } from './services/open-service.ts';

/** What an agent does while it answers. */
export interface AgentSteps {
  say(text: string): void;
  /** @returns the text that the model reads */
  callTool(name: string, input: Readonly<Record<string, unknown>>): Promise<string>;
}

type Agent = NonNullable<ChatCall['agent']>;

function tooManySteps(maxIterations: number): UserError {
  return new UserError(
    'AGENT_TOO_LONG',
    `The agent asked its model ${maxIterations} times and was not done: raise its greatest number of iterations, or ask for less at once.`,
    { details: { maxIterations } },
  );
}

/**
 * A message with ids of its own where the service repeats them: LangGraph replaces a message by one with the same id, and leaves out a call with the id of one that is answered.
 * Where it does not, the message stays as it is: some services want parts of it back.
 */
function withOwnIds(message: AIMessageChunk, seen: Set<string>): AIMessage {
  message.id = randomUUID();
  const calls = message.tool_calls ?? [];
  const isNew = ({ id }: { readonly id?: string }): boolean => {
    if (id === undefined || id === '' || seen.has(id)) return false;
    seen.add(id);
    return true;
  };
  if (calls.map(isNew).every(Boolean)) return message;
  const { id, text: content } = message;
  return new AIMessage({ id, content, tool_calls: calls.map((call) => ({ ...call, id: randomUUID() })) });
}

/** Tokens of all the answers that a model gave on the way. */
function sum(one: ChatEnd['usage'], other: ChatEnd['usage']): ChatEnd['usage'] {
  const add = (a: number | undefined, b: number | undefined) => (b === undefined ? a : (a ?? 0) + b);
  return {
    inputTokens: add(one.inputTokens, other.inputTokens),
    outputTokens: add(one.outputTokens, other.outputTokens),
  };
}

/**
 * Has a model answer that may call tools, with LangChain's agent.
 * @throws as `ChatModel.runAgent`
 */
export async function runAgent(
  { source, messages }: ChatCall,
  { tools, maxIterations }: Agent,
  signal: AbortSignal,
  { say, callTool }: AgentSteps,
): Promise<ChatEnd> {
  const { chat } = await openService(source);
  const ours = tools.map(({ name, description, parameters }) =>
    tool((input) => callTool(name, Object(input)), { name, description, schema: parameters }),
  );
  const asked = ours.length === 0 ? chat : (chat.bindTools?.(ours) ?? chat);
  const seen = new Set<string>();
  let asks = 0;
  let end: ChatEnd = { type: 'end', usage: {}, finishReason: 'stop' };
  let failure: { readonly error: unknown } | undefined;

  async function askOnce(turns: BaseMessage[]): Promise<AIMessage> {
    asks += 1;
    if (asks > maxIterations) throw tooManySteps(maxIterations);
    let answer: AIMessageChunk | undefined;
    const begin = async (heard: AbortSignal) => {
      answer = undefined;
      const chunks = await asked.stream(turns, { signal: heard });
      return (async function* () {
        for await (const chunk of chunks) {
          answer = answer === undefined ? chunk : answer.concat(chunk);
          yield chunk;
        }
      })();
    };
    const { hasText, usage, finishReason } = await hearAnswer(source, begin, signal, say);
    end = { type: 'end', usage: sum(end.usage, usage), finishReason };
    if (answer === undefined || !(hasText || answer.tool_calls?.length)) throw gaveNothing(source, finishReason);
    return withOwnIds(answer, seen);
  }

  const listening = createMiddleware({
    name: 'listening',
    wrapModelCall: async ({ messages: turns }) => {
      try {
        return await askOnce(turns);
      } catch (error) {
        failure = { error };
        throw error;
      }
    },
  });
  const agent = createAgent({ model: chat, tools: ours, middleware: [listening] });
  try {
    await agent.invoke(
      { messages: messages.map(({ role, content }): [string, string] => [ROLES[role], content]) },
      // A step of the model and one of the tools each.
      { signal, recursionLimit: maxIterations * 2 + 2 },
    );
  } catch (error) {
    throw failure?.error ?? error;
  }
  return end;
}
