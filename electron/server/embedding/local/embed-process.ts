import { constants, setPriority } from 'node:os';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { linkToServer } from '../../common/programs/server-link.ts';
import { type FromEmbedProcess, toEmbedProcessSchema } from './host-protocol.ts';
import type { ToWorker } from './worker-protocol.ts';

/**
 * Child process of the server that holds the embedding workers, a thread each. A process has a priority of its own on every system: behind
 * everything else, the workers may use all cores. It ends when the server has let go of it and its workers have ended.
 */

const server = linkToServer();
const workers = new Map<number, Worker>();
let isLetGo = false;

function send(message: FromEmbedProcess): void {
  server.post(message);
}

function start(workerId: number, url: string, source: object): void {
  const worker = new Worker(new URL(url), { workerData: source });
  let failure: string | undefined;
  workers.set(workerId, worker);
  worker.on('message', (message: unknown) => send({ type: 'told', workerId, message }));
  worker.on('error', (error) => {
    failure ??= inspect(error);
  });
  worker.once('exit', (code) => {
    workers.delete(workerId);
    send({ type: 'ended', workerId, reason: failure ?? `exit code ${code}` });
    endWhenDone();
  });
}

function endWhenDone(): void {
  if (isLetGo && workers.size === 0) process.exit(0);
}

try {
  // Before the first thread starts: on Linux, threads have priorities of their own and inherit them.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch (error) {
  send({ type: 'warning', message: `On-device models run at normal priority: ${String(error)}` });
}
server.onMessage((data) => {
  const message = toEmbedProcessSchema.parse(data);
  if (message.type === 'start') start(message.workerId, message.url, message.source);
  else workers.get(message.workerId)?.postMessage(message.message);
});
server.onClose(() => {
  isLetGo = true;
  endWhenDone();
  for (const worker of workers.values()) worker.postMessage({ type: 'stop' } satisfies ToWorker);
});
