import { parentPort, workerData } from 'node:worker_threads';
import { BugError } from '../../../../shared/errors/errors.ts';
import { type Encoder, type EncoderSource, encoderSourceSchema } from '../encoder/encoder.ts';
import { serveEncoder } from './serve-encoder.ts';

/** Loads only the code that the model needs. */
async function openEncoder(source: EncoderSource): Promise<Encoder> {
  if (source.kind === 'use-lite') {
    const { openUseLiteEncoder } = await import('./use-lite/use-lite-encoder.ts');
    return await openUseLiteEncoder();
  }
  const { openTransformersEncoder } = await import('../hub/transformers-encoder.ts');
  return await openTransformersEncoder(source);
}

if (parentPort === null) throw new BugError('The embed worker was started outside of a worker thread');
await serveEncoder(parentPort, () => openEncoder(encoderSourceSchema.parse(workerData)));
