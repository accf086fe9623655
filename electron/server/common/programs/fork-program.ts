import { fork } from 'node:child_process';
import { Socket } from 'node:net';
import { environmentFor, type ProgramName } from '../../../../shared/ipc/server-messages.ts';
import { addWords } from '../../../../shared/last-words.ts';
import { entryUrl } from '../entry-url.ts';
import type { Program, ProgramEnd } from './program.ts';

/** Starts a program under the Node that runs the server. */
export function forkProgram(name: ProgramName): Program {
  const child = fork(entryUrl(name), {
    execArgv: [],
    env: environmentFor(name, process.env),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const { stderr } = child;
  const { promise: ended, resolve } = Promise.withResolvers<ProgramEnd>();
  let lastWords = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = addWords(lastWords, text);
  });
  child.on('error', (error) => {
    // One that could not even start has no end to come.
    if (child.pid === undefined) resolve({ reason: error.message, lastWords });
    else lastWords = addWords(lastWords, error.message);
  });
  // Its last message and its last words may come after its exit. Node's own event for all three, 'close', never comes for one that was let go of.
  const heardOut = new Promise((done) => child.once('disconnect', done));
  const said = new Promise((done) => stderr?.once('close', done));
  child.once('exit', (code, signal) => {
    void Promise.all([heardOut, said]).then(() => resolve({ reason: signal ?? `exit code ${code}`, lastWords }));
  });
  return {
    ended,
    get pid() {
      return child.pid;
    },
    get isOpen() {
      return child.connected;
    },
    post(message) {
      if (child.connected) child.send(message);
    },
    onMessage(listener) {
      child.on('message', listener);
    },
    letGo() {
      if (child.connected) child.disconnect();
    },
    kill() {
      child.kill('SIGKILL');
    },
    keepAlive(isKept) {
      const parts = [child, child.channel, stderr instanceof Socket ? stderr : undefined];
      for (const part of parts) isKept ? part?.ref() : part?.unref();
    },
  };
}
