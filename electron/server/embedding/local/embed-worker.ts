import { workerData } from 'node:worker_threads';
import { encoderSourceSchema } from '../encoder/encoder.ts';
import { serveEncoder } from './serve-encoder.ts';

// Loads only the code that the model needs.
await serveEncoder(async () => {
  const source = encoderSourceSchema.parse(workerData);
  if (source.kind === 'use-lite') {
    const { openUseLiteEncoder } = await import('./use-lite/use-lite-encoder.ts');
    return await openUseLiteEncoder();
  }
  const { openTransformersEncoder } = await import('../hub/transformers-encoder.ts');
  return await openTransformersEncoder(source);
});
