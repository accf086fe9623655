import { deserialize, serialize } from 'node:v8';
import type { MessagePort } from 'node:worker_threads';
import { BugError } from '../../../../shared/errors/errors.ts';
import type { ProgramName } from '../../../../shared/ipc/server-messages.ts';
import { forkProgram } from './fork-program.ts';
import { type ByteProgram, hostProgram } from './hosted-program.ts';
import type { Program } from './program.ts';
import { programOver, relayPrograms } from './relay-programs.ts';

/** Of a thread of a server whose programs the main process starts. */
let threadPrograms: MessagePort | undefined;

/** Whether Electron's main process starts the programs; only this process' main thread can ask it. */
const isHosted = (): boolean => Boolean(process.parentPort);

function inMessages(program: ByteProgram): Program {
  return {
    ended: program.ended,
    get pid() {
      return program.pid;
    },
    get isOpen() {
      return program.isOpen;
    },
    post: (message) => program.post(serialize(message)),
    onMessage: (listener) => program.onMessage((bytes) => listener(deserialize(bytes))),
    letGo: () => program.letGo(),
    kill: () => program.kill(),
    keepAlive: (isKept) => program.keepAlive(isKept),
  };
}

/** Starts a program of the server as a process of its own, with a channel for messages. */
export function startProgram(name: ProgramName): Program {
  if (threadPrograms !== undefined) return inMessages(programOver(threadPrograms, name));
  if (isHosted()) return inMessages(hostProgram(name));
  if (process.versions.electron !== undefined) throw new BugError(`A thread has no port to start ${name}.`);
  return forkProgram(name);
}

/** What a new thread needs to start programs: a port to be transferred to it; undefined where it starts them itself. */
export function openThreadPrograms(): MessagePort | undefined {
  return isHosted() ? relayPrograms(hostProgram) : undefined;
}

/** Has this thread start programs by the port that was transferred to it. */
export function takeThreadPrograms(port: MessagePort | undefined): void {
  threadPrograms = port;
}
