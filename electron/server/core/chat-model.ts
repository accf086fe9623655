import type { ChatSource } from './chat-source.ts';

/** One message of a chat, as text. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** How one answer is to be made. */
export interface ChatOptions {
  /** Stops the model: the connection to its service is closed. */
  readonly signal: AbortSignal;
  /** Instead of the model's own: 0 gives the likeliest words. */
  readonly temperature?: number | undefined;
  /** The most that is answered. */
  readonly maxTokens?: number | undefined;
  /** Tokens that question and answer take together, for a service whose context is as small as it is asked for; one that a person has set goes before. */
  readonly contextTokens?: number | undefined;
  /** JSON schema that the answer must fit; only for a model that {@link ChatModel.forcesSchema}. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
}

/** A tool that a model may call. */
export interface ChatTool {
  /** Letters, digits, _ and -. */
  readonly name: string;
  /** When to call it: for the model. */
  readonly description: string;
  /** JSON schema of its input: an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /**
   * @returns what the model reads, also of a call that failed
   * @throws what ends the whole answer; the signal's reason
   */
  call(input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string>;
}

/** How an agent answers. */
export interface AgentOptions extends Omit<ChatOptions, 'schema'> {
  readonly tools: readonly ChatTool[];
  /** How often the model is asked at most. */
  readonly maxIterations: number;
}

/** Tokens as the service counts them, where it says so. */
export interface ChatUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

/** Why an answer ended: by itself, at its greatest length, or by a filter of the service. One that just breaks off is an error. */
export type FinishReason = 'stop' | 'length' | 'filtered';

/** What comes while a model answers: pieces of the text, which are never empty, and last of all one end. */
export type ChatPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'end'; readonly usage: ChatUsage; readonly finishReason: FinishReason };

/** What comes while an agent answers: a tool has been called, too, and what it gave went to the model. */
export type AgentPiece = ChatPiece | { readonly type: 'tool' };

/** A model that answers. */
export interface ChatModel {
  /** As the service knows it. */
  readonly model: string;
  /** Of the service, as people know it, without secrets: where questions and passages go. */
  readonly address: string;
  /** Tokens of question and answer together, where somebody has set them. */
  readonly contextTokens?: number | undefined;
  /** Whether {@link ChatOptions.schema} is kept by the service, so that no other answer is possible. */
  readonly forcesSchema: boolean;
  /**
   * Has the model answer. To leave the iteration stops the model.
   * @throws OperationalError MODEL_REFUSED, MODEL_BUSY, MODEL_EMPTY, SERVICE_FAILED, SERVICE_TIMEOUT, WORKER_CRASHED, SHUTTING_DOWN;
   * UserError MODEL_UNKNOWN, CONTEXT_TOO_LONG, ADDRESS_REFUSED; the signal's reason when it aborts
   */
  stream(messages: readonly ChatMessage[], options: ChatOptions): AsyncIterable<ChatPiece>;
  /**
   * Has the model answer and call tools, as often as it likes. Its text comes as it is written, also what it says before it calls a tool; the calls do not. To leave the
   * iteration stops the model and the tools.
   * @throws as {@link stream}; UserError AGENT_TOO_LONG; what a tool throws
   */
  runAgent(messages: readonly ChatMessage[], options: AgentOptions): AsyncIterable<AgentPiece>;
}

/** What chat model nodes need of the server. */
export interface ChatPool {
  /** Makes a model callable; nothing is sent before the first question. */
  openChatModel(source: ChatSource): ChatModel;
}
