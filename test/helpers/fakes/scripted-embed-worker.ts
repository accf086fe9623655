import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, threadId } from 'node:worker_threads';
import type { Encoder } from '../../../electron/server/embedding/encoder/encoder.ts';
import { serveEncoder } from '../../../electron/server/embedding/local/serve-encoder.ts';

/** A number for a float of 24 bits. */
const worker = (process.pid % 100_000) * 100 + threadId;

/**
 * An embedding worker without a model, for tests of the pool. The vector of a text is [its length, 1 for a question, the
 * process and thread]. A text that begins with "crash" ends the thread, "die" the process ("die once FILE": unless the file is there, which it makes), "fail" throws, "wait" never ends unless it is cancelled.
 */
const encoder: Encoder = {
  dimensions: 3,
  async embed(text, purpose, pause) {
    if (text.startsWith('crash')) process.exit(7);
    const [, mark] = /^die once (.+)$/.exec(text) ?? [];
    const isOver = mark !== undefined && existsSync(mark);
    if (mark !== undefined) writeFileSync(mark, '');
    if (text.startsWith('die') && !isOver) process.kill(process.pid, 'SIGKILL');
    if (text.startsWith('fail')) throw new Error('told to fail');
    while (text.startsWith('wait')) await pause();
    return Float32Array.of(text.length, purpose === 'query' ? 1 : 0, worker);
  },
  release: () => Promise.resolve(),
};

if (parentPort === null) throw new Error('Not in a worker thread');
await serveEncoder(parentPort, () => Promise.resolve(encoder));
