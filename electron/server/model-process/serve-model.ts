import { constants, setPriority } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { isMainThread, type MessagePort, parentPort } from 'node:worker_threads';
import type { z } from 'zod';
import { AppError, BugError, toErrorData } from '../../../shared/errors/errors.ts';
import { type FromWorker, type ToWorker, toWorkerSchema } from './model-messages.ts';

/**
 * A loaded model: computes what one call asks for. A run blocks its thread, so `pause` is awaited between two runs: there, urgent calls that have come are
 * answered, and what it throws ends the call.
 */
export type RunModel<Input, Output> = (input: Input, pause: () => Promise<void>) => Promise<Output>;

/**
 * Behind everything else, workers may use all cores. A process has a priority of its own on every system; on Linux each thread has one, so there the thread that
 * watches over the workers goes before them.
 */
function lowerPriority(send: (message: FromWorker) => void): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    send({ type: 'warning', message: `On-device models run at normal priority: ${String(error)}` });
  }
}

/**
 * The whole life of a worker thread of a model process: loads the model, and answers the calls of the server ({@link createModelProcess}) until the process ends.
 * @param input checks what a call asks for
 * @param open loads the model; code that only it needs is imported in it
 */
export async function serveModel<Input, Output>(
  input: z.ZodType<Input>,
  open: () => Promise<RunModel<Input, Output>>,
  port: MessagePort | null = parentPort,
): Promise<void> {
  if (port === null) throw new BugError('A model was to be served outside of a worker thread.');
  const send = (message: FromWorker): void => port.postMessage(message);
  if (!isMainThread) lowerPriority(send);
  const running = new Map<number, AbortController>();
  const urgent = new Set<Promise<void>>();
  const opened = open();

  async function answer(
    run: RunModel<Input, Output>,
    { callId, isUrgent, input: asked }: Extract<ToWorker, { type: 'call' }>,
    signal: AbortSignal,
  ): Promise<void> {
    const pause = async (): Promise<void> => {
      await nextTurn();
      // Only for those that are there: others that come meanwhile wait for a run, so that this call gets on too.
      if (!isUrgent) await Promise.all(urgent);
      signal.throwIfAborted();
    };
    try {
      send({ type: 'done', callId, output: await run(input.parse(asked), pause) });
    } catch (error) {
      if (signal.aborted) send({ type: 'cancelled', callId });
      else send({ type: 'failed', callId, error: toErrorData(error) });
    } finally {
      running.delete(callId);
    }
  }

  port.on('message', (data: unknown) => {
    const message = toWorkerSchema.parse(data);
    if (message.type === 'cancel') {
      running.get(message.callId)?.abort();
      return;
    }
    const cancelling = new AbortController();
    running.set(message.callId, cancelling);
    const answered = opened.then(
      (run) => answer(run, message, cancelling.signal),
      // Reported below.
      () => undefined,
    );
    if (!message.isUrgent) return;
    urgent.add(answered);
    void answered.finally(() => urgent.delete(answered));
  });
  try {
    await opened;
    send({ type: 'ready' });
  } catch (error) {
    const reason = inspect(error instanceof AppError ? (error.cause ?? error) : error);
    send({ type: 'unloadable', error: toErrorData(error), reason });
    port.close();
  }
}
