import { type AppError, fromErrorData, OperationalError } from '../../../../shared/errors/errors.ts';
import type { Log } from '../../core/log.ts';
import type { EncoderSource, TextPurpose } from '../encoder/encoder.ts';
import { TurnQueue } from './turn-queue.ts';
import type { PoolWorker, WorkerHost } from './worker-host.ts';
import type { FromWorker } from './worker-protocol.ts';

export interface ModelPoolOptions {
  readonly source: EncoderSource;
  /** Most workers at a time. */
  readonly workers: number;
  /** After so long without work the workers end and the model's memory is free. */
  readonly idleMs: number;
  /** Hears why a worker ended by itself. */
  readonly log?: Log | undefined;
  /** Where its workers run. */
  readonly host: WorkerHost;
}

/** Workers that hold one model each. None runs before the first text. */
export interface ModelPool {
  /**
   * One vector a text, in order. Questions go before passages that wait; passages of several callers take turns, a few texts each.
   * @param caller stands for all that one run embeds; without it the call is one of its own
   * @throws OperationalError WORKER_CRASHED, MODEL_UNAVAILABLE, SHUTTING_DOWN; the signal's reason when it aborts.
   */
  embed(
    texts: readonly string[],
    purpose: TextPurpose,
    signal: AbortSignal,
    caller?: object,
  ): Promise<readonly Float32Array[]>;
  /** Whether anything is embedded, or waits for it. */
  readonly isBusy: boolean;
  /** Stops all workers, each after the run that it is in. */
  close(): Promise<void>;
}

interface Job {
  readonly caller: object;
  readonly purpose: TextPurpose;
  readonly texts: readonly string[];
  readonly vectors: (Float32Array | undefined)[];
  missing: number;
  /** Nobody waits for it any more. */
  isOver: boolean;
  finish(): void;
  fail(error: unknown): void;
}

interface Task {
  readonly id: number;
  readonly job: Job;
  /** Which of the job's texts. */
  readonly indexes: readonly number[];
  /** How often the worker that had it crashed. */
  readonly crashes: number;
}

interface Slot {
  worker: PoolWorker | undefined;
  isReady: boolean;
  task: Task | undefined;
  /** A question that the worker answers between two runs of its task: a passage may take a minute. */
  question: Task | undefined;
}

/** So often a worker is started again after a crash, and its task given to another: what crashes a worker each time is of the texts or the model. */
const MAX_CRASHES = 2;
/** Small enough that passages of several runs take turns, large enough to hide the messages. */
const MAX_TEXTS_PER_TASK = 8;
/** So that the workers end at nearly the same time. */
const TASKS_PER_WORKER = 4;

/** Cuts a job into tasks, the longest texts first: the short ones fill the gaps at the end. */
function cutIntoIndexes(texts: readonly string[], workers: number): readonly (readonly number[])[] {
  const lengthOf = (index: number): number => texts[index]?.length ?? 0;
  const order = Array.from(texts.keys()).sort((a, b) => lengthOf(b) - lengthOf(a) || a - b);
  const wanted = Math.ceil(texts.length / (workers * TASKS_PER_WORKER));
  const size = Math.min(Math.max(wanted, 1), MAX_TEXTS_PER_TASK);
  return Array.from({ length: Math.ceil(order.length / size) }, (_, i) => order.slice(i * size, (i + 1) * size));
}

function storeVectors({ job, indexes }: Task, matrix: Float32Array): void {
  const dimensions = matrix.length / indexes.length;
  for (const [row, index] of indexes.entries()) {
    job.vectors[index] = matrix.subarray(row * dimensions, (row + 1) * dimensions);
  }
  job.missing -= indexes.length;
}

function tasksOf({ task, question }: Slot): readonly Task[] {
  return [task, question].filter((one) => one !== undefined);
}

class Pool implements ModelPool {
  readonly #options: ModelPoolOptions;
  readonly #slots = new Set<Slot>();
  readonly #stopped = new Set<Promise<void>>();
  #questions: Task[] = [];
  readonly #passages = new TurnQueue<object, Task>();
  #nextTaskId = 1;
  /** Since a worker was ready. */
  #failedStarts = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ModelPoolOptions) {
    this.#options = options;
  }

  async embed(
    texts: readonly string[],
    purpose: TextPurpose,
    signal: AbortSignal,
    caller: object = {},
  ): Promise<readonly Float32Array[]> {
    signal.throwIfAborted();
    if (this.#isClosed) throw new OperationalError('SHUTTING_DOWN', 'The server is stopping: try again when it runs.');
    if (texts.length === 0) return [];
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const job: Job = {
      caller,
      purpose,
      texts,
      vectors: new Array(texts.length),
      missing: texts.length,
      isOver: false,
      finish: resolve,
      fail: reject,
    };
    const cancel = (): void => this.#drop(job, signal.reason);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      this.#enqueue(job);
      await promise;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
    return job.vectors.filter((vector) => vector !== undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    const error = new OperationalError('SHUTTING_DOWN', 'The server is stopping: run it again afterwards.');
    for (const job of this.#jobs()) this.#drop(job, error);
    this.#stopAll();
    await Promise.all(this.#stopped);
  }

  #jobs(): ReadonlySet<Job> {
    const running = Array.from(this.#slots).flatMap(tasksOf);
    return new Set([...this.#questions, ...this.#passages, ...running].map((task) => task.job));
  }

  #enqueue(job: Job): void {
    const tasks = cutIntoIndexes(job.texts, this.#options.workers).map((indexes) => ({
      id: this.#nextTaskId++,
      job,
      indexes,
      crashes: 0,
    }));
    if (job.purpose === 'query') this.#questions.push(...tasks);
    else this.#passages.add(job.caller, tasks);
    this.#assign();
  }

  /** Ends a job early: its waiting tasks go, its running ones are told to stop. */
  #drop(job: Job, reason: unknown): void {
    this.#questions = this.#questions.filter((task) => task.job !== job);
    this.#passages.remove((task) => task.job === job);
    for (const slot of this.#slots) {
      for (const task of tasksOf(slot)) {
        if (task.job === job) slot.worker?.post({ type: 'cancel', taskId: task.id });
      }
    }
    job.isOver = true;
    job.fail(reason);
    this.#watchIdle();
  }

  /** Gives waiting tasks to free workers, questions to busy ones too, and starts workers while there is more to do than there are. */
  #assign(): void {
    const ready = Array.from(this.#slots).filter(({ isReady }) => isReady);
    for (const slot of ready) {
      if (slot.task === undefined) slot.task = this.#send(slot);
    }
    for (const slot of ready) {
      if (this.#questions.length > 0 && slot.question === undefined) slot.question = this.#send(slot);
    }
    this.#startMissing();
    this.#watchIdle();
  }

  get isBusy(): boolean {
    return this.#waiting > 0 || Array.from(this.#slots).some((slot) => tasksOf(slot).length > 0);
  }

  get #waiting(): number {
    return this.#questions.length + this.#passages.size;
  }

  /** Sends the task whose turn it is to a worker. */
  #send({ worker }: Slot): Task | undefined {
    const task = this.#questions.shift() ?? this.#passages.take();
    if (task === undefined) return undefined;
    const texts = task.indexes.map((index) => task.job.texts[index] ?? '');
    worker?.post({ type: 'embed', taskId: task.id, purpose: task.job.purpose, texts });
    return task;
  }

  #startMissing(): void {
    const starting = Array.from(this.#slots).filter((slot) => !slot.isReady).length;
    // The first one may have to convert the model; the others find it done.
    const isFirst = starting === this.#slots.size;
    const most = isFirst ? 1 : this.#options.workers;
    const wanted = Math.min(this.#waiting - starting, most - this.#slots.size);
    for (let i = 0; i < wanted; i++) this.#start();
  }

  #start(): void {
    const slot: Slot = { worker: undefined, isReady: false, task: undefined, question: undefined };
    this.#slots.add(slot);
    slot.worker = this.#options.host.start(this.#options.source, {
      onReady: () => {
        slot.isReady = true;
        this.#failedStarts = 0;
        this.#assign();
      },
      onAnswer: (answer) => this.#answered(slot, answer),
      onLost: (error, reason) => {
        this.#options.log?.warn({ reason }, 'An embedding worker ended unexpectedly');
        this.#lost(slot, error);
      },
    });
  }

  #answered(slot: Slot, answer: Extract<FromWorker, { taskId: number }>): void {
    const isQuestion = slot.question?.id === answer.taskId;
    const task = isQuestion ? slot.question : slot.task;
    if (isQuestion) slot.question = undefined;
    else slot.task = undefined;
    if (task !== undefined) {
      if (answer.type === 'vectors') storeVectors(task, answer.matrix);
      if (answer.type === 'failed') this.#drop(task.job, fromErrorData(answer.error));
      if (task.job.missing === 0) task.job.finish();
    }
    this.#assign();
  }

  #lost(slot: Slot, error: AppError): void {
    this.#slots.delete(slot);
    const isCrash = error.code === 'WORKER_CRASHED';
    for (const task of tasksOf(slot)) {
      if (isCrash && task.crashes < MAX_CRASHES) this.#repeat(task);
      else this.#drop(task.job, error);
    }
    if (!slot.isReady) this.#failedStarts += 1;
    // One that does not even start would be started for ever: whoever waits hears of it instead.
    if (!slot.isReady && !(isCrash && this.#failedStarts <= MAX_CRASHES)) {
      this.#failedStarts = 0;
      for (const job of this.#jobs()) this.#drop(job, error);
    }
    // The workers of a process are lost one by one: none of those that are still listed is given a task.
    queueMicrotask(() => this.#assign());
  }

  /** Gives a task to another worker, as a new one: its job may have been dropped meanwhile. */
  #repeat({ job, indexes, crashes }: Task): void {
    if (job.isOver) return;
    const task = { id: this.#nextTaskId++, job, indexes, crashes: crashes + 1 };
    if (job.purpose === 'query') this.#questions.unshift(task);
    else this.#passages.add(job.caller, [task]);
  }

  #stopAll(): void {
    for (const { worker } of this.#slots) {
      const stopped = worker?.stop() ?? Promise.resolve();
      this.#stopped.add(stopped);
      stopped.finally(() => this.#stopped.delete(stopped));
    }
    this.#slots.clear();
  }

  #watchIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.isBusy || this.#slots.size === 0) return;
    this.#idleTimer = setTimeout(() => this.#stopAll(), this.#options.idleMs).unref();
  }
}

export function createModelPool(options: ModelPoolOptions): ModelPool {
  return new Pool(options);
}
