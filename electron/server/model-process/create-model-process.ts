import type { z } from 'zod';
import { type AppError, fromErrorData, OperationalError } from '../../../shared/errors/errors.ts';
import type { Program } from '../common/programs/program.ts';
import { startProgram } from '../common/programs/start-program.ts';
import type { Log } from '../core/log.ts';
import { type FromWorker, fromModelProcessSchema, type ToModelProcess, type ToWorker } from './model-messages.ts';
import { TurnQueue } from './turn-queue.ts';

export interface ModelProcessOptions<Output> {
  /** The program of its threads, which calls {@link serveModel}. */
  readonly worker: URL;
  /** Which model the worker loads: plain data. */
  readonly source: object;
  /** Checks what the worker answers. */
  readonly output: z.ZodType<Output>;
  /** Most threads, each with the model, at a time. */
  readonly workers: number;
  /** After so long without work the process ends and its memory is free. */
  readonly idleMs: number;
  /** So often a call whose worker crashed is given to another: what crashes a worker each time is of the call or the model. */
  readonly repeats: number;
  /** Hears why a worker ended by itself. */
  readonly log?: Log | undefined;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Stands for all that one run asks: several callers take turns, a call each. Without it the call has one of its own. */
  readonly caller?: object | undefined;
  /** Goes before calls that wait, and is answered at the next pause of a call that is being answered. */
  readonly isUrgent?: boolean | undefined;
}

/**
 * A model in a process of its own, which starts with the first call, ends when it was idle, and is started anew after a crash. It ends with the server, however that ended.
 */
export interface ModelProcess<Input, Output> {
  /**
   * Has the model answer a call.
   * @throws OperationalError WORKER_CRASHED, SHUTTING_DOWN; what the worker throws, when it loads the model too; the signal's reason when it aborts
   */
  call(input: Input, options: CallOptions): Promise<Output>;
  /** Whether any call is being answered, or waits. */
  readonly isBusy: boolean;
  /** Ends the process at once; calls fail. */
  close(): Promise<void>;
}

interface Call {
  readonly id: number;
  readonly input: object;
  readonly caller: object;
  readonly isUrgent: boolean;
  /** How often the worker that had it crashed. */
  crashes: number;
  /** Nobody waits for it any more. */
  isOver: boolean;
  finish(output: unknown): void;
  fail(error: unknown): void;
}

interface ModelWorker {
  isReady: boolean;
  call: Call | undefined;
  /** Answered between two runs of its call: that may take a minute. */
  urgent: Call | undefined;
}

function callsOf({ call, urgent }: ModelWorker): readonly Call[] {
  return [call, urgent].filter((one) => one !== undefined);
}

function shuttingDown(): OperationalError {
  return new OperationalError('SHUTTING_DOWN', 'The server is stopping: run it again afterwards.');
}

function crashed(): OperationalError {
  return new OperationalError(
    'WORKER_CRASHED',
    'The program part that runs the model stopped unexpectedly: run it again. If it keeps happening, choose a smaller model.',
  );
}

class Processes<Input extends object, Output> implements ModelProcess<Input, Output> {
  readonly #options: ModelProcessOptions<Output>;
  /** The one that runs now, with its workers. */
  #program: Program | undefined;
  readonly #workers = new Map<number, ModelWorker>();
  readonly #ending = new Set<Promise<unknown>>();
  #urgent: Call[] = [];
  readonly #others = new TurnQueue<object, Call>();
  #lastId = 0;
  /** Since a worker was ready. */
  #failedStarts = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ModelProcessOptions<Output>) {
    this.#options = options;
  }

  async call(input: Input, { signal, caller = {}, isUrgent = false }: CallOptions): Promise<Output> {
    signal.throwIfAborted();
    if (this.#isClosed) throw shuttingDown();
    const { promise, resolve: finish, reject: fail } = Promise.withResolvers<unknown>();
    const call: Call = { id: this.#nextId(), input, caller, isUrgent, crashes: 0, isOver: false, finish, fail };
    const cancel = (): void => this.#drop(call, signal.reason);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      if (isUrgent) this.#urgent.push(call);
      else this.#others.add(caller, [call]);
      this.#assign();
      return this.#options.output.parse(await promise);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  get isBusy(): boolean {
    return this.#waiting > 0 || Array.from(this.#workers.values()).some((worker) => callsOf(worker).length > 0);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#dropAll(shuttingDown());
    clearTimeout(this.#idleTimer);
    this.#end();
    await Promise.all(this.#ending);
  }

  get #waiting(): number {
    return this.#urgent.length + this.#others.size;
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Gives waiting calls to free workers, urgent ones to busy ones too, and starts workers while there is more to do than there are. */
  #assign(): void {
    const ready = Array.from(this.#workers).filter(([, { isReady }]) => isReady);
    for (const [id, worker] of ready) worker.call ??= this.#send(id, this.#urgent.shift() ?? this.#others.take());
    for (const [id, worker] of ready) worker.urgent ??= this.#send(id, this.#urgent.shift());
    this.#startMissing();
    this.#watchIdle();
  }

  #send(workerId: number, call: Call | undefined): Call | undefined {
    if (call !== undefined) {
      const { id: callId, isUrgent, input } = call;
      this.#tell(workerId, { type: 'call', callId, isUrgent, input });
    }
    return call;
  }

  #tell(workerId: number, message: ToWorker): void {
    this.#post({ type: 'tell', workerId, message });
  }

  #post(message: ToModelProcess): void {
    this.#program?.post(message);
  }

  /** Ends a call early: if a worker has it, that leaves it. */
  #drop(call: Call, reason: unknown): void {
    this.#urgent = this.#urgent.filter((one) => one !== call);
    this.#others.remove((one) => one === call);
    for (const [id, worker] of this.#workers) {
      if (callsOf(worker).includes(call)) this.#tell(id, { type: 'cancel', callId: call.id });
    }
    call.isOver = true;
    call.fail(reason);
    this.#watchIdle();
  }

  #dropAll(reason: unknown): void {
    const running = Array.from(this.#workers.values()).flatMap(callsOf);
    for (const call of [...this.#urgent, ...this.#others, ...running]) this.#drop(call, reason);
  }

  #startMissing(): void {
    const starting = Array.from(this.#workers.values()).filter(({ isReady }) => !isReady).length;
    // The first one finds out whether the model loads.
    const most = starting === this.#workers.size ? 1 : this.#options.workers;
    const wanted = Math.min(this.#waiting - starting, most - this.#workers.size);
    for (let i = 0; i < wanted; i++) this.#startWorker();
  }

  #startWorker(): void {
    this.#program ??= this.#startProgram();
    const workerId = this.#nextId();
    this.#workers.set(workerId, { isReady: false, call: undefined, urgent: undefined });
    const { worker, source } = this.#options;
    this.#post({ type: 'start', workerId, url: worker.href, source });
  }

  #startProgram(): Program {
    const program = startProgram('model-process');
    program.onMessage((message) => {
      if (this.#program === program) this.#receive(message);
    });
    void program.ended.then(({ reason, lastWords }) => {
      if (this.#program !== program) return;
      this.#program = undefined;
      for (const workerId of [...this.#workers.keys()]) this.#lost(workerId, crashed(), `${reason} ${lastWords}`);
    });
    return program;
  }

  #receive(data: unknown): void {
    const message = fromModelProcessSchema.parse(data);
    if (message.type === 'ended') this.#lost(message.workerId, crashed(), message.reason);
    else this.#told(message.workerId, message.message);
  }

  #told(workerId: number, message: FromWorker): void {
    const worker = this.#workers.get(workerId);
    if (worker === undefined) return;
    if (message.type === 'unloadable') {
      this.#lost(workerId, fromErrorData(message.error), message.reason);
      return;
    }
    if (message.type === 'warning') this.#options.log?.warn({}, message.message);
    else if (message.type === 'ready') {
      worker.isReady = true;
      this.#failedStarts = 0;
    } else {
      const part = worker.urgent?.id === message.callId ? 'urgent' : 'call';
      if (message.type === 'done') worker[part]?.finish(message.output);
      if (message.type === 'failed') worker[part]?.fail(fromErrorData(message.error));
      worker[part] = undefined;
    }
    this.#assign();
  }

  /** A worker ended by itself: its model does not load, or it crashed. */
  #lost(workerId: number, error: AppError, reason: string): void {
    const worker = this.#workers.get(workerId);
    if (worker === undefined) return;
    this.#options.log?.warn({ reason }, 'A worker of a model ended unexpectedly');
    this.#workers.delete(workerId);
    if (this.#workers.size === 0) this.#end();
    const isCrash = error.code === 'WORKER_CRASHED';
    for (const call of callsOf(worker)) {
      if (isCrash && call.crashes < this.#options.repeats) this.#repeat(call);
      else this.#drop(call, error);
    }
    if (!worker.isReady) this.#failedStarts += 1;
    // One that does not even start would be started for ever: whoever waits hears of it instead.
    if (!worker.isReady && !(isCrash && this.#failedStarts <= this.#options.repeats)) {
      this.#failedStarts = 0;
      this.#dropAll(error);
    }
    // The workers of a process are lost one by one: none of those that are still listed is given a call.
    queueMicrotask(() => this.#assign());
  }

  /** Gives a call to another worker. */
  #repeat(call: Call): void {
    if (call.isOver) return;
    call.crashes += 1;
    if (call.isUrgent) this.#urgent.unshift(call);
    else this.#others.add(call.caller, [call]);
  }

  #end(): void {
    const program = this.#program;
    this.#program = undefined;
    this.#workers.clear();
    if (program === undefined) return;
    const { ended } = program;
    this.#ending.add(ended);
    void ended.then(() => this.#ending.delete(ended));
    program.kill();
  }

  #watchIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.isBusy || this.#program === undefined) return;
    this.#idleTimer = setTimeout(() => this.#end(), this.#options.idleMs).unref();
  }
}

/** Makes a model callable. Costs nothing before the first call. */
export function createModelProcess<Input extends object, Output>(
  options: ModelProcessOptions<Output>,
): ModelProcess<Input, Output> {
  return new Processes(options);
}
