import { PassThrough } from 'node:stream';
import { utilityProcess } from 'electron';
import { STOP_MESSAGE } from '../../../shared/ipc/server-messages.ts';
import type { ServerChild } from './server-child.ts';

/** Electron's types for these streams are less precise than Node's. */
function throughPass(stream: NodeJS.ReadableStream | null): PassThrough {
  const output = new PassThrough();
  stream?.pipe(output);
  return output;
}

/** Starts the server in Electron's own Node, in a process without a window. */
export function forkUtilityServer(entry: string, args: readonly string[]): ServerChild {
  const child = utilityProcess.fork(entry, [...args], { stdio: 'pipe', serviceName: 'Tributary server' });
  const stdout = throughPass(child.stdout);
  const stderr = throughPass(child.stderr);
  return {
    stdout,
    stderr,
    ended: new Promise((resolve) => {
      child.once('exit', () => {
        stdout.end();
        stderr.end();
        resolve();
      });
    }),
    onMessage(listener) {
      child.on('message', listener);
    },
    stop() {
      child.postMessage(STOP_MESSAGE);
    },
    kill() {
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
}
