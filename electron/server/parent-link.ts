import { KeyMessageSchema, type ServerMessage, STOP_MESSAGE } from '../../shared/ipc/server-messages.ts';

/**
 * Calls `stop` when the program that started us asks for it by message, or is gone: the window, which can't rely on
 * signals on every system, or `npm start`. However that ends, its side of the channel closes with it. Started from a
 * terminal there is no such program, and nothing happens.
 */
export function onParentStop(stop: () => void): void {
  onParentMessage((message) => {
    if (message === STOP_MESSAGE) stop();
  });
  process.on('disconnect', stop);
  // It went while we were starting.
  if (process.connected === false) stop();
}

function onParentMessage(listener: (message: unknown) => void): void {
  process.on('message', listener);
  // Electron's utility process has a port in place of Node's channel; under plain Node it is undefined.
  process.parentPort?.on('message', ({ data }) => listener(data));
}

/** The key for credentials, where the desktop app has it in place of a file. */
export interface ParentKey {
  /** In base64; undefined: the app has none, or none that it can open. */
  read(): string | undefined;
  /** Waits for the key of a parent that has it, or its end. */
  ask(): Promise<void>;
}

/** Takes the key whenever the parent hands it over: asked at the start, and by itself when a user moves the key. */
export function takeParentKey(): ParentKey {
  const { promise: heard, resolve } = Promise.withResolvers<void>();
  let key: string | undefined;
  onParentMessage((message) => {
    const told = KeyMessageSchema.safeParse(message).data;
    if (told === undefined) return;
    key = told.secretKey ?? undefined;
    resolve();
  });
  return {
    read: () => key,
    async ask() {
      process.once('disconnect', resolve);
      await tellParent({ asksFor: 'secret-key' });
      await heard;
    },
  };
}

/**
 * Tells the program that started us, if there is one. That it is gone is told by its `disconnect`; a message on the way to it is then in vain.
 * @returns a promise that settles when the message is on its way
 */
export function tellParent(message: ServerMessage): Promise<void> {
  process.parentPort?.postMessage(message);
  return new Promise((resolve) => {
    if (process.connected && process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
