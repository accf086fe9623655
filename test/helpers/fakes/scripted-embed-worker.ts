import { parentPort, threadId } from 'node:worker_threads';
import type { Encoder } from '../../../electron/server/embedding/encoder/encoder.ts';
import { serveEncoder } from '../../../electron/server/embedding/local/serve-encoder.ts';

/**
 * An embedding worker without a model, for tests of the pool. The vector of a text is [its length, 1 for a question, the
 * thread]. A text that begins with "crash" ends the thread, "fail" throws, "wait" never ends unless it is cancelled.
 */
const encoder: Encoder = {
  dimensions: 3,
  async embed(text, purpose, pause) {
    if (text.startsWith('crash')) process.exit(7);
    if (text.startsWith('fail')) throw new Error('told to fail');
    while (text.startsWith('wait')) await pause();
    return Float32Array.of(text.length, purpose === 'query' ? 1 : 0, threadId);
  },
  release: () => Promise.resolve(),
};

if (parentPort === null) throw new Error('Not in a worker thread');
await serveEncoder(parentPort, () => Promise.resolve(encoder));
