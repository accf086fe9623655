import { setImmediate as nextTurn } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { MessagePort } from 'node:worker_threads';
import { AppError, toErrorData } from '../../../../shared/errors/errors.ts';
import type { Encoder } from '../encoder/encoder.ts';
import { type FromWorker, type ToWorker, toWorkerSchema } from './worker-protocol.ts';

type EmbedTask = Extract<ToWorker, { type: 'embed' }>;

/** Thrown between two runs of the model to leave a task. */
class TaskCancelled extends Error {}

function send(port: MessagePort, message: FromWorker): void {
  port.postMessage(message, message.type === 'vectors' ? [message.matrix.buffer] : []);
}

/** All vectors of a task, one after the other; the array owns its buffer, so it can be handed over. */
async function embedAll(
  encoder: Encoder,
  task: EmbedTask,
  pause: () => Promise<void>,
): Promise<Float32Array<ArrayBuffer>> {
  const matrix = new Float32Array(task.texts.length * encoder.dimensions);
  for (const [index, text] of task.texts.entries()) {
    await pause();
    matrix.set(await encoder.embed(text, task.purpose, pause), index * encoder.dimensions);
  }
  return matrix;
}

/**
 * The whole life of a worker: loads the model, embeds what the pool sends, one text (or one window of a long text) per run, and ends at `stop`. A run of
 * the model blocks the thread, so between runs it goes back to the event loop, where `cancel` and `stop` are seen. Passages wait there for the questions that have come.
 * (Ending a thread from outside during a run would abort the whole process.)
 */
export async function serveEncoder(port: MessagePort, open: () => Promise<Encoder>): Promise<void> {
  const cancelled = new Set<number>();
  let stopping = false;
  const questions = new Set<Promise<void>>();
  let current: Promise<void> = Promise.resolve();

  const run = async (encoder: Encoder, task: EmbedTask): Promise<void> => {
    const { taskId, purpose } = task;
    const pause = async (): Promise<void> => {
      await nextTurn();
      // Only for those that are there: others that come meanwhile wait for a run, so that passages get on too.
      if (purpose === 'document') await Promise.all(questions);
      if (stopping || cancelled.has(taskId)) throw new TaskCancelled();
    };
    try {
      send(port, { type: 'vectors', taskId, matrix: await embedAll(encoder, task, pause) });
    } catch (error) {
      if (error instanceof TaskCancelled) send(port, { type: 'cancelled', taskId });
      else send(port, { type: 'failed', taskId, error: toErrorData(error) });
    } finally {
      cancelled.delete(taskId);
    }
  };

  const opened = open();
  const end = async (): Promise<void> => {
    await current;
    const encoder = await opened;
    await encoder.release();
    port.close();
  };
  port.on('message', (data: unknown) => {
    const message = toWorkerSchema.parse(data);
    if (message.type === 'cancel') cancelled.add(message.taskId);
    else if (message.type === 'stop') {
      stopping = true;
      // Whoever waits for `opened` below reports why it failed.
      end().catch(() => port.close());
    } else {
      const task = opened.then(
        (encoder) => run(encoder, message),
        () => undefined,
      );
      if (message.purpose === 'query') {
        questions.add(task);
        void task.finally(() => questions.delete(task));
      }
      const before = current;
      current = task.then(() => before);
    }
  });
  try {
    const { dimensions } = await opened;
    send(port, { type: 'ready', dimensions });
  } catch (error) {
    const reason = inspect(error instanceof AppError ? (error.cause ?? error) : error);
    send(port, { type: 'unloadable', error: toErrorData(error), reason });
    port.close();
  }
}
