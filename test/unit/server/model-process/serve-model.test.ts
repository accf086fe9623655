import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { serveModel } from '../../../../electron/server/model-process/serve-model.ts';

/** Runs of the model that each call takes. */
const RUNS = 3;

test('an urgent call has the model to itself until it is answered, and others go on afterwards', async () => {
  const { port1: server, port2: worker } = new MessageChannel();
  const runs: string[] = [];
  const ask = (callId: number, input: string, isUrgent: boolean) =>
    server.postMessage({ type: 'call', callId, isUrgent, input });
  /** Notes its runs; after the first one of the long call, the urgent one comes. */
  const run = async (input: string, pause: () => Promise<void>): Promise<string> => {
    for (let i = 0; i < (input === 'long' ? 8 * RUNS : RUNS); i += 1) {
      if (i > 0) await pause();
      runs.push(input);
      if (runs.length === 1) ask(2, 'urgent', true);
    }
    return input;
  };
  await serveModel(z.string(), async () => run, worker);
  ask(1, 'long', false);
  const answered: string[] = [];
  while (answered.length < 2) {
    const [message] = await once(server, 'message');
    if (message.type === 'done') answered.push(message.output);
  }
  server.close();
  expect(answered).toEqual(['urgent', 'long']);
  expect(runs).toHaveLength(9 * RUNS);
  const first = runs.indexOf('urgent');
  expect(runs.slice(first, first + RUNS)).toEqual(Array(RUNS).fill('urgent'));
});
