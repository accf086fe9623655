import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { Program } from '../../../electron/server/common/programs/program.ts';
import {
  openThreadPrograms,
  startProgram,
  takeThreadPrograms,
} from '../../../electron/server/common/programs/start-program.ts';
import { createEncoderProcess } from '../../../electron/server/embedding/local/encoder-process.ts';

// Stands for the server in the test of utility processes. Prints what it sees, a line of JSON each.

function print(seen: object): void {
  process.stdout.write(`${JSON.stringify(seen)}\n`);
}

/** The programs stand under the names of ours; `index-process` echoes. */
function ask(program: Program, question: object): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  program.onMessage(resolve);
  program.post(question);
  return promise;
}

async function tryPrograms(): Promise<object> {
  const echo = startProgram('index-process');
  const answer = await ask(echo, { numbers: new Float32Array([1.5, -2]), text: 'ä', nothing: undefined });
  const pid = echo.pid;
  echo.letGo();
  const killed = startProgram('index-process');
  killed.kill();
  return {
    answer:
      answer instanceof Object && Object.entries(answer).map(([key, value]) => [key, value?.constructor.name, value]),
    hasPid: pid !== undefined && pid !== process.pid,
    letGo: await echo.ended,
    isOpen: echo.isOpen,
    killed: (await killed.ended).reason,
    failing: await startProgram('database-task').ended,
  };
}

async function embed(): Promise<object> {
  const model = createEncoderProcess({ source: { kind: 'use-lite' }, workers: 1, idleMs: 60_000 });
  const [vector] = await model.embed(['bees'], 'query', new AbortController().signal);
  await model.close();
  return { dimensions: vector?.length, length: vector && Math.hypot(...vector) };
}

async function run(): Promise<void> {
  print(await tryPrograms());
  const programs = openThreadPrograms();
  const thread = new Worker(new URL(import.meta.url), {
    workerData: { programs },
    transferList: programs ? [programs] : [],
  });
  thread.on('message', async (seen) => {
    print(seen);
    print(await embed());
    const [idle, busy] = [startProgram('index-process'), startProgram('sqlite-reader')];
    await ask(idle, {});
    await ask(busy, {});
    print({ server: process.pid, idle: idle.pid, busy: busy.pid });
  });
}

if (isMainThread) await run();
else {
  takeThreadPrograms(workerData.programs);
  const { parentPort } = await import('node:worker_threads');
  parentPort?.postMessage(await tryPrograms());
}
