import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { BugError } from '../../../shared/errors/errors.ts';
import { type KeyMessage, STOP_MESSAGE } from '../../../shared/ipc/server-messages.ts';

/** A running server program, however it was started. */
export interface ServerChild {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when the program has ended or could not be started, and its output has been closed. */
  readonly ended: Promise<void>;
  /** Emits every message that the server sends; the listener must check its shape. */
  onMessage(listener: (message: unknown) => void): void;
  /** Hands the server the key for credentials. */
  tellKey(message: KeyMessage): void;
  /** Asks the server to shut down in order. */
  stop(): void;
  /** Kills the server. */
  kill(): void;
}

/** What is started. */
export interface ServerProgram {
  readonly entry: string;
  readonly args: readonly string[];
  /** Variables of the environment beside those of this process. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts the server under a separate Node: for an Electron whose own Node is too old for the server. */
export function spawnNodeServer(node: string, { entry, args, env }: ServerProgram): ServerChild {
  const child = spawn(node, ['--enable-source-maps', entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    windowsHide: true,
    env: { ...process.env, ...env },
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
    tellKey(message) {
      if (child.connected) child.send(message);
    },
    stop() {
      if (child.connected) child.send(STOP_MESSAGE);
    },
    kill() {
      child.kill('SIGKILL');
    },
  };
}
