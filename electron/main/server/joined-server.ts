import { PassThrough } from 'node:stream';
import { codeOf } from '../../../shared/errors/system-errors.ts';
import type { ServerChild } from './server-child.ts';

/** Between two looks whether the server still runs, in ms. */
const LOOK_MS = 1_000;

/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

export interface JoinedServer {
  readonly pid: number;
  readonly url: string;
}

/**
 * A server that another program has started on the data folder (`npm start -- --headless`, the command line): it is used as it is, never stopped, and
 * reports nothing about its upserts, which go on without the window.
 */
export function joinServer({ pid, url }: JoinedServer): ServerChild {
  const stdout = new PassThrough();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const look = setInterval(() => {
    if (!isAlive(pid)) end();
  }, LOOK_MS);
  function end(): void {
    clearInterval(look);
    stdout.end();
    resolve();
  }
  stdout.write(`Tributary is ready: ${url}\n`);
  const unheard = () => undefined;
  return { stdout, stderr: new PassThrough().end(), ended, onMessage: unheard, tellKey: unheard, stop: end, kill: end };
}
