import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { Encoder } from '../../../../../electron/server/embedding/encoder/encoder.ts';
import { serveEncoder } from '../../../../../electron/server/embedding/local/serve-encoder.ts';

/** Runs of the model that each text takes. */
const RUNS = 3;

/** A model that notes its runs, and calls `onRun` in each. */
function makeEncoder(runs: string[], onRun: () => void): Encoder {
  return {
    dimensions: 1,
    async embed(_text, purpose, pause) {
      for (let run = 0; run < RUNS; run += 1) {
        if (run > 0) await pause();
        runs.push(purpose);
        onRun();
      }
      return Float32Array.of(1);
    },
    release: () => Promise.resolve(),
  };
}

test('a question has the model to itself until it is answered, and passages go on afterwards', async () => {
  const { port1: pool, port2: worker } = new MessageChannel();
  const runs: string[] = [];
  let isAsked = false;
  const encoder = makeEncoder(runs, () => {
    if (isAsked || runs.length < RUNS + 1) return;
    isAsked = true;
    pool.postMessage({ type: 'embed', taskId: 2, purpose: 'query', texts: ['a long question'] });
  });
  await serveEncoder(worker, () => Promise.resolve(encoder));
  const texts = Array.from({ length: 8 }, (_, index) => `passage ${index}`);
  pool.postMessage({ type: 'embed', taskId: 1, purpose: 'document', texts });
  const answered: number[] = [];
  while (answered.length < 2) {
    const [message] = await once(pool, 'message');
    if (message.type === 'vectors') answered.push(message.taskId);
  }
  pool.postMessage({ type: 'stop' });
  await once(pool, 'close');
  expect(answered).toEqual([2, 1]);
  expect(runs).toHaveLength((texts.length + 1) * RUNS);
  const first = runs.indexOf('query');
  expect(runs.slice(first, first + RUNS)).toEqual(Array.from({ length: RUNS }, () => 'query'));
});
