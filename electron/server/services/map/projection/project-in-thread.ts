import { Worker } from 'node:worker_threads';
import { fromErrorData, OperationalError } from '../../../../../shared/errors/errors.ts';
import { entryUrl } from '../../../common/entry-url.ts';
import type { FromMapWorker, ToMapWorker } from './map-messages.ts';
import type { Matrix } from './matrix.ts';
import type { Projection } from './project-rows.ts';
import type { OnDrawing } from './umap.ts';

/** Of its heap; the rows lie beside it. */
const MEMORY_LIMIT_MB = 512;

/** Rows whose memory can be given to a thread. */
type OwnRows = Matrix & { readonly data: Float32Array<ArrayBuffer> };

/**
 * Draws rows in a thread of their own, which ends with the signal.
 * @param rows given away: their numbers belong to the thread afterwards
 * @throws OperationalError WORKER_CRASHED; the signal's reason
 */
export async function projectInThread(rows: OwnRows, onDrawing: OnDrawing, signal: AbortSignal): Promise<Projection> {
  signal.throwIfAborted();
  const worker = new Worker(entryUrl('map-worker'), {
    name: 'map-worker',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Projection>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  worker.on('message', (message: FromMapWorker) => {
    if ('projection' in message) resolve(message.projection);
    else if ('error' in message) reject(fromErrorData(message.error));
    else onDrawing(message.step, message.fraction);
  });
  worker.on('error', (cause) => {
    const text = 'The map could not be drawn: its thread ended, perhaps for want of memory. Try again.';
    reject(new OperationalError('WORKER_CRASHED', text, { cause }));
  });
  worker.postMessage(rows satisfies ToMapWorker, [rows.data.buffer]);
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}
