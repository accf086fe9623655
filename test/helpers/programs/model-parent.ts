import { z } from 'zod';
import { createModelProcess } from '../../../electron/server/model-process/create-model-process.ts';
import type { ScriptedAnswer } from '../fakes/scripted-model-worker.ts';

// A server whose model never ends its call: says which process that runs in. The test then kills this one.
const model = createModelProcess<{ text: string }, ScriptedAnswer>({
  worker: new URL('../fakes/scripted-model-worker.ts', import.meta.url),
  source: {},
  output: z.custom<ScriptedAnswer>(),
  workers: 2,
  idleMs: 60_000,
  repeats: 0,
});
const { signal } = new AbortController();
const { pid } = await model.call({ text: 'who?' }, { signal });
void model.call({ text: 'spin' }, { signal });
// Answered by the other worker, or by the same one before: the first has then been handed its call.
await model.call({ text: 'spins it?' }, { signal });
process.stdout.write(`${pid}\n`);
