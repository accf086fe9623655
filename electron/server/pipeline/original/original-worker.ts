import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { BugError, toErrorData } from '../../../../shared/errors/errors.ts';
import { openRecogniser } from '../../recognition/text-recogniser.ts';
import { findInOriginal } from './find-in-original.ts';
import type { FromOriginalWorker, ToOriginalWorker } from './original-messages.ts';

const port = parentPort;
if (port === null) throw new BugError('The original worker was started outside of a worker thread');
// A search that nobody waits for any more ends with its thread.
const { signal } = new AbortController();

const recogniser = openRecogniser(z.object({ models: z.string() }).parse(workerData).models);

/** One after the other: two large files at a time would need the memory of both. */
let working: Promise<void> = Promise.resolve();

async function answer({ id, request }: ToOriginalWorker): Promise<void> {
  let message: FromOriginalWorker;
  try {
    message = { id, passage: await findInOriginal(request, signal, recogniser) };
  } catch (error) {
    message = { id, error: toErrorData(error) };
  }
  port?.postMessage(message);
}

port.on('message', (message: ToOriginalWorker) => {
  working = working.then(() => answer(message));
});
