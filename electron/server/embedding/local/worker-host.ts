import { type AppError, fromErrorData, OperationalError } from '../../../../shared/errors/errors.ts';
import { entryUrl } from '../../common/entry-url.ts';
import type { Program } from '../../common/programs/program.ts';
import { startProgram } from '../../common/programs/start-program.ts';
import type { Log } from '../../core/log.ts';
import type { EncoderSource } from '../encoder/encoder.ts';
import { fromEmbedProcessSchema, type ToEmbedProcess } from './host-protocol.ts';
import type { FromWorker, ToWorker } from './worker-protocol.ts';

/** What the pool wants to hear of a worker. */
export interface WorkerEvents {
  onReady(dimensions: number): void;
  /** The answer to the worker's task. */
  onAnswer(answer: Extract<FromWorker, { taskId: number }>): void;
  /** The worker ended by itself: its model does not load, or it crashed. Nothing more comes. `reason` is for the log. */
  onLost(error: AppError, reason: string): void;
}

/** The pool's end of one worker. */
export interface PoolWorker {
  post(message: ToWorker): void;
  /** Ends the worker after the run that it is in; resolves when its thread is gone, and with the last one the process. */
  stop(): Promise<void>;
}

/** Starts embedding workers; see {@link createWorkerHost}. */
export interface WorkerHost {
  start(source: EncoderSource, events: WorkerEvents): PoolWorker;
}

export interface WorkerHostOptions {
  /** The worker's program, for tests. */
  readonly workerUrl?: URL | undefined;
  readonly log?: Log | undefined;
}

interface HeldWorker {
  readonly events: WorkerEvents;
  readonly ended: PromiseWithResolvers<void>;
  isStopping: boolean;
  /** Why its model does not load. */
  failure: { readonly error: AppError; readonly reason: string } | undefined;
}

function crashed(): OperationalError {
  return new OperationalError(
    'WORKER_CRASHED',
    'The program part that computes embeddings stopped unexpectedly: run it again. If it keeps happening, choose a smaller model.',
  );
}

/** One child process with its workers, from the first to the last of them. */
class EmbedProcess {
  readonly #program: Program = startProgram('embed-process');
  readonly #workers = new Map<number, HeldWorker>();
  readonly #log: Log | undefined;
  #lastId = 0;

  constructor(log: Log | undefined) {
    this.#log = log;
    this.#program.onMessage((message) => this.#receive(message));
    void this.#program.ended.then(({ reason, lastWords }) => this.#endAll(`${reason} ${lastWords}`));
  }

  /** Whether more workers can be started in it. */
  get isOpen(): boolean {
    return this.#program.isOpen;
  }

  start(url: URL, source: EncoderSource, events: WorkerEvents): PoolWorker {
    this.#lastId += 1;
    const workerId = this.#lastId;
    const worker: HeldWorker = { events, ended: Promise.withResolvers(), isStopping: false, failure: undefined };
    this.#workers.set(workerId, worker);
    this.#send({ type: 'start', workerId, url: url.href, source });
    return {
      post: (message) => this.#send({ type: 'tell', workerId, message }),
      stop: () => {
        worker.isStopping = true;
        this.#send({ type: 'tell', workerId, message: { type: 'stop' } });
        return worker.ended.promise;
      },
    };
  }

  #send(message: ToEmbedProcess): void {
    this.#program.post(message);
  }

  #receive(data: unknown): void {
    const message = fromEmbedProcessSchema.parse(data);
    if (message.type === 'warning') this.#log?.warn({}, message.message);
    else if (message.type === 'ended') this.#ended(message.workerId, message.reason);
    else this.#told(message.workerId, message.message);
  }

  #told(workerId: number, message: FromWorker): void {
    const worker = this.#workers.get(workerId);
    if (worker === undefined) return;
    if (message.type === 'ready') worker.events.onReady(message.dimensions);
    else if (message.type === 'unloadable') {
      worker.failure = { error: fromErrorData(message.error), reason: message.reason };
    } else worker.events.onAnswer(message);
  }

  #ended(workerId: number, reason: string): void {
    const worker = this.#workers.get(workerId);
    if (worker === undefined) return;
    const isLast = this.#workers.size === 1;
    if (isLast && this.#program.isOpen) {
      // Its memory is free once it has ended, which it does now.
      void this.#program.ended.then(() => worker.ended.resolve());
      this.#program.letGo();
    } else worker.ended.resolve();
    this.#workers.delete(workerId);
    const { error, reason: why } = worker.failure ?? { error: crashed(), reason };
    if (!worker.isStopping) worker.events.onLost(error, why);
  }

  #endAll(reason: string): void {
    for (const workerId of [...this.#workers.keys()]) this.#ended(workerId, reason);
  }
}

/** Starts workers in one child process, which begins with the first of them and ends with the last. */
export function createWorkerHost({ workerUrl = entryUrl('embed-worker'), log }: WorkerHostOptions = {}): WorkerHost {
  let current: EmbedProcess | undefined;
  return {
    start(source, events) {
      if (current?.isOpen !== true) current = new EmbedProcess(log);
      return current.start(workerUrl, source, events);
    },
  };
}
