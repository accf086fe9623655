import { dirname } from 'node:path';
import { utilityProcess } from 'electron';
import { STOP_MESSAGE } from '../../../shared/ipc/server-messages.ts';
import { Programs } from './programs.ts';
import type { ServerChild, ServerProgram } from './server-child.ts';
import { readOutput } from './utility-output.ts';

/** Starts the server in Electron's own Node, in a process without a window; the programs that it asks for likewise. The app must be ready. */
export function forkUtilityServer({ entry, args, env }: ServerProgram): ServerChild {
  const child = utilityProcess.fork(entry, [...args], {
    stdio: 'pipe',
    serviceName: 'Tributary server',
    env: { ...process.env, ...env },
  });
  const { stdout, stderr, ended } = readOutput(child);
  const programs = new Programs(dirname(entry), (news, ports) => child.postMessage(news, ports));
  child.on('message', (message) => programs.take(message));
  child.once('exit', () => programs.killAll());
  function kill(): void {
    // One that has no process yet is ended when it has.
    if (child.pid === undefined) child.once('spawn', kill);
    else process.kill(child.pid, 'SIGKILL');
  }
  return {
    stdout,
    stderr,
    ended: ended.then(() => undefined),
    onMessage(listener) {
      child.on('message', listener);
    },
    tellKey(message) {
      child.postMessage(message);
    },
    stop() {
      child.postMessage(STOP_MESSAGE);
    },
    kill,
  };
}
