import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { ProgramName } from '../../../../shared/ipc/server-messages.ts';
import type { ByteProgram } from './hosted-program.ts';
import type { ProgramEnd } from './program.ts';

/** What a thread asks the server's main thread, with the port to the program that is to be. */
interface ThreadRequest {
  readonly name: ProgramName;
  readonly port: MessagePort;
}

type ToProgram = { readonly kind: 'post'; readonly bytes: Uint8Array } | { readonly kind: 'letGo' | 'kill' };

type FromProgram =
  | { readonly kind: 'said'; readonly bytes: Uint8Array }
  | { readonly kind: 'ended'; readonly end: ProgramEnd };

function relay(program: ByteProgram, port: MessagePort): void {
  port.on('message', (message: ToProgram) => {
    if (message.kind === 'post') program.post(message.bytes);
    else if (message.kind === 'letGo') program.letGo();
    else program.kill();
  });
  // The thread is gone: nobody waits for the program.
  port.once('close', () => program.kill());
  const tell = (message: FromProgram): void => port.postMessage(message);
  program.onMessage((bytes) => tell({ kind: 'said', bytes }));
  void program.ended.then((end) => {
    tell({ kind: 'ended', end });
    port.close();
  });
}

/**
 * Starts programs for a thread, which can't start them itself, and passes messages on unread.
 * @returns the port that the thread needs for {@link programOver}
 */
export function relayPrograms(start: (name: ProgramName) => ByteProgram): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', ({ name, port }: ThreadRequest) => relay(start(name), port));
  port1.unref();
  return port2;
}

/** Has the server's main thread start a program for this thread. */
export function programOver(programs: MessagePort, name: ProgramName): ByteProgram {
  const { port1: port, port2 } = new MessageChannel();
  const { promise: ended, resolve } = Promise.withResolvers<ProgramEnd>();
  const listeners = new Set<(bytes: Uint8Array) => void>();
  let isOpen = true;
  port.on('message', (message: FromProgram) => {
    if (message.kind === 'ended') {
      isOpen = false;
      resolve(message.end);
      return;
    }
    for (const listener of listeners) listener(message.bytes);
  });
  const send = (message: ToProgram): void => port.postMessage(message);
  programs.postMessage({ name, port: port2 } satisfies ThreadRequest, [port2]);
  return {
    ended,
    pid: undefined,
    get isOpen() {
      return isOpen;
    },
    post(bytes) {
      if (isOpen) send({ kind: 'post', bytes });
    },
    onMessage(listener) {
      listeners.add(listener);
    },
    letGo() {
      isOpen = false;
      send({ kind: 'letGo' });
    },
    kill() {
      send({ kind: 'kill' });
    },
    keepAlive(isKept) {
      if (isKept) port.ref();
      else port.unref();
    },
  };
}
