import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type AppError, fromErrorData, OperationalError } from '../../../../shared/errors/errors.ts';
import type { EncoderSource } from '../encoder/encoder.ts';
import { type FromWorker, fromWorkerSchema, type ToWorker } from './worker-protocol.ts';

/** What the pool wants to hear of a worker. */
export interface WorkerEvents {
  onReady(dimensions: number): void;
  /** The answer to the worker's task. */
  onAnswer(answer: Extract<FromWorker, { taskId: number }>): void;
  /** The worker ended by itself: its model does not load, or it crashed. Nothing more comes. `reason` is for the log. */
  onLost(error: AppError, reason: string): void;
}

/** The pool's end of one worker thread. */
export interface PoolWorker {
  post(message: ToWorker): void;
  /** Ends the worker after the run that it is in; resolves when the thread is gone. */
  stop(): Promise<void>;
}

function crashed(): OperationalError {
  return new OperationalError(
    'WORKER_CRASHED',
    'The program part that computes embeddings stopped unexpectedly: run it again. If it keeps happening, choose a smaller model.',
  );
}

/** Starts a worker thread that loads `source`. */
export function startPoolWorker(url: URL, source: EncoderSource, events: WorkerEvents): PoolWorker {
  const worker = new Worker(url, { workerData: source });
  let stopping = false;
  let lost: { readonly error: AppError; readonly reason: string } | undefined;
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', (code) => {
      resolve();
      const { error, reason } = lost ?? { error: crashed(), reason: `exit code ${code}` };
      if (!stopping) events.onLost(error, reason);
    });
  });
  worker.on('error', (error) => {
    lost ??= { error: crashed(), reason: inspect(error) };
  });
  worker.on('message', (data: unknown) => {
    const message = fromWorkerSchema.parse(data);
    if (message.type === 'ready') events.onReady(message.dimensions);
    else if (message.type === 'unloadable') lost = { error: fromErrorData(message.error), reason: message.reason };
    else events.onAnswer(message);
  });
  return {
    post: (message) => worker.postMessage(message),
    stop() {
      stopping = true;
      worker.postMessage({ type: 'stop' } satisfies ToWorker);
      return ended;
    },
  };
}
