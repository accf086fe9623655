import { BugError, fromErrorData, OperationalError } from '../../../shared/errors/errors.ts';
import type { Program } from '../common/programs/program.ts';
import { startProgram } from '../common/programs/start-program.ts';
import type {
  AgentPiece,
  ChatMessage,
  ChatModel,
  ChatOptions,
  ChatPiece,
  ChatPool,
  ChatTool,
} from '../core/chat-model.ts';
import type { ChatSource } from '../core/chat-source.ts';
import type { Log } from '../core/log.ts';
import {
  type ChatCall,
  type FromAnswerProcess,
  fromAnswerProcessSchema,
  type ToAnswerProcess,
} from './answer-messages.ts';
import { FORCES_SCHEMA } from './forces-schema.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';

export interface AnswerProcessOptions {
  /** After so long without a question the process ends and its memory is free. Five minutes unless given. */
  readonly idleMs?: number | undefined;
  /** Hears why the process ended by itself. */
  readonly log?: Log | undefined;
}

/**
 * The chat models, in a process of their own that starts with the first question, ends when it was idle, and is started anew after a crash. It ends with the server,
 * and has nothing of the server's environment.
 */
export interface AnswerProcess extends ChatPool {
  /** Ends the process at once; answers that are being written fail. */
  close(): Promise<void>;
}

const IDLE_MS = 5 * 60_000;

type Said = FromAnswerProcess['said'];
/** A tool has given what it was called for. */
interface ToolDone {
  readonly type: 'toolDone';
}

function shuttingDown(): OperationalError {
  return new OperationalError('SHUTTING_DOWN', 'The server is stopping: ask again afterwards.');
}

function crashed(): OperationalError {
  return new OperationalError(
    'WORKER_CRASHED',
    'The program part that asks chat models stopped unexpectedly: ask again.',
  );
}

/** Ollama loads a model anew for another size of its context: it has few. */
const LEAST_CONTEXT = 4096;

/** A source that asks for a context in which everything has room, where the service gives only as much as is asked for. */
function withContext(source: ChatSource, tokens: number | undefined): ChatSource {
  if (source.service !== 'ollama' || source.numCtx !== undefined || tokens === undefined) return source;
  return { ...source, numCtx: LEAST_CONTEXT * 2 ** Math.max(0, Math.ceil(Math.log2(tokens / LEAST_CONTEXT))) };
}

function callOf(
  source: ChatSource,
  messages: readonly ChatMessage[],
  {
    temperature = source.temperature,
    maxTokens = source.maxTokens,
    contextTokens,
    schema,
  }: Omit<ChatOptions, 'signal'>,
): ChatCall {
  return { source: { ...withContext(source, contextTokens), temperature, maxTokens }, messages: [...messages], schema };
}

/** Of a model that has no tools. */
async function* withoutTools(pieces: AsyncIterable<AgentPiece>): AsyncGenerator<ChatPiece> {
  for await (const piece of pieces) if (piece.type !== 'tool') yield piece;
}

class Answers implements AnswerProcess {
  readonly #options: AnswerProcessOptions;
  readonly #calls = new Map<number, Mailbox<Said | ToolDone>>();
  readonly #ending = new Set<Promise<unknown>>();
  #program: Program | undefined;
  #lastId = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: AnswerProcessOptions) {
    this.#options = options;
  }

  /** A function of its own: nodes get it without its object. */
  readonly openChatModel = (source: ChatSource): ChatModel => ({
    model: source.model,
    address: source.address,
    contextTokens: source.service === 'ollama' ? source.numCtx : undefined,
    forcesSchema: FORCES_SCHEMA.has(source.service),
    stream: (messages, options) => withoutTools(this.#ask(callOf(source, messages, options), [], options.signal)),
    runAgent: (messages, { tools, maxIterations, ...options }) => {
      const agent = { tools: tools.map(({ call: _, ...seen }) => seen), maxIterations };
      return this.#ask({ ...callOf(source, messages, options), agent }, tools, options.signal);
    },
  });

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const call of this.#calls.values()) call.fail(shuttingDown());
    this.#end();
    await Promise.all(this.#ending);
  }

  async *#ask(given: ChatCall, tools: readonly ChatTool[], signal: AbortSignal): AsyncGenerator<AgentPiece> {
    signal.throwIfAborted();
    if (this.#isClosed) throw shuttingDown();
    clearTimeout(this.#idleTimer);
    this.#lastId += 1;
    const callId = this.#lastId;
    const call = createMailbox<Said | ToolDone>();
    const stop = (): void => call.fail(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    this.#calls.set(callId, call);
    this.#post({ type: 'call', callId, call: given });
    const left = new AbortController();
    let isOver = false;
    try {
      for await (const said of call) {
        if (said.type === 'tool') {
          const stopped = AbortSignal.any([signal, left.signal]);
          this.#callTool(callId, said, tools, stopped).then(() => call.put({ type: 'toolDone' }), call.fail);
          continue;
        }
        if (said.type === 'toolDone') {
          yield { type: 'tool' };
          continue;
        }
        isOver = said.type !== 'text';
        if (said.type === 'failed') throw fromErrorData(said.error);
        yield said;
        if (isOver) return;
      }
    } finally {
      left.abort();
      signal.removeEventListener('abort', stop);
      this.#calls.delete(callId);
      if (!isOver) this.#program?.post({ type: 'cancel', callId } satisfies ToAnswerProcess);
      this.#watchIdle();
    }
  }

  async #callTool(
    callId: number,
    { toolCallId, name, input }: Extract<Said, { type: 'tool' }>,
    tools: readonly ChatTool[],
    signal: AbortSignal,
  ): Promise<void> {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new BugError(`An agent called ${name}, which it was not given.`);
    const output = await tool.call(input, signal);
    if (!signal.aborted)
      this.#program?.post({ type: 'toolResult', callId, toolCallId, output } satisfies ToAnswerProcess);
  }

  #post(message: ToAnswerProcess): void {
    this.#program ??= this.#start();
    this.#program.post(message);
  }

  #start(): Program {
    const program = startProgram('answer-process');
    program.onMessage((data) => {
      const { callId, said } = fromAnswerProcessSchema.parse(data);
      if (this.#program === program) this.#calls.get(callId)?.put(said);
    });
    void program.ended.then(({ reason, lastWords }) => {
      if (this.#program !== program) return;
      this.#program = undefined;
      this.#options.log?.warn({ reason: `${reason} ${lastWords}` }, 'The process that asks chat models ended');
      for (const call of this.#calls.values()) call.fail(crashed());
    });
    return program;
  }

  #end(): void {
    clearTimeout(this.#idleTimer);
    const program = this.#program;
    this.#program = undefined;
    if (program === undefined) return;
    const { ended } = program;
    this.#ending.add(ended);
    void ended.then(() => this.#ending.delete(ended));
    program.kill();
  }

  #watchIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#calls.size > 0 || this.#program === undefined) return;
    this.#idleTimer = setTimeout(() => this.#end(), this.#options.idleMs ?? IDLE_MS).unref();
  }
}

/** Makes chat models callable. Costs nothing before the first question. */
export function createAnswerProcess(options: AnswerProcessOptions = {}): AnswerProcess {
  return new Answers(options);
}
