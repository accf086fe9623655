import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { BugError } from '../../shared/errors/errors.ts';
import { STOP_MESSAGE } from '../../shared/ipc/server-messages.ts';

/** A running server program, however it was started. */
export interface ServerChild {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when the program has ended, or could not be started, and its output has been closed. */
  readonly ended: Promise<void>;
  /** Every message that it sends; what it is, is for the listener to check. */
  onMessage(listener: (message: unknown) => void): void;
  /** Asks it to stop orderly. */
  stop(): void;
  /** Ends it at once. */
  kill(): void;
}

/** Starts the server under a Node of its own: for an Electron whose own Node is too old for the server. */
export function spawnNodeServer(node: string, entry: string, args: readonly string[]): ServerChild {
  const child = spawn(node, ['--enable-source-maps', entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    windowsHide: true,
  });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new BugError('A child started with pipes has none.');
  return {
    stdout,
    stderr,
    ended: new Promise((resolve) => {
      child.once('close', () => resolve());
      child.once('error', () => resolve());
    }),
    onMessage(listener) {
      child.on('message', listener);
    },
    stop() {
      if (child.connected) child.send(STOP_MESSAGE);
    },
    kill() {
      child.kill('SIGKILL');
    },
  };
}
