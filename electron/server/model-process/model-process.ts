import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { linkToServer } from '../common/programs/server-link.ts';
import { type FromModelProcess, toModelProcessSchema } from './model-messages.ts';

/** Child process of the server that holds the workers of one model, a thread each: what they compute blocks only them. */

const server = linkToServer();
const workers = new Map<number, Worker>();

function send(message: FromModelProcess): void {
  server.post(message);
}

function start(workerId: number, url: string, source: unknown): void {
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
  });
}

server.onMessage((data) => {
  const message = toModelProcessSchema.parse(data);
  if (message.type === 'start') start(message.workerId, message.url, message.source);
  else workers.get(message.workerId)?.postMessage(message.message);
});
// Nobody waits for an answer any more. To wait for a run of a model may take a minute, and to end its thread meanwhile aborts the process.
server.onClose(() => process.kill(process.pid, 'SIGKILL'));
