import { type ServerMessage, STOP_MESSAGE } from '../../shared/ipc/server-messages.ts';

/**
 * Calls `stop` when the program that started us asks for it by message, or is gone: the window, which can't rely on
 * signals on every system, or `npm start`. However that ends, its side of the channel closes with it. Started from a
 * terminal there is no such program, and nothing happens.
 */
export function onParentStop(stop: () => void): void {
  process.on('message', (message) => {
    if (message === STOP_MESSAGE) stop();
  });
  process.on('disconnect', stop);
  // It went while we were starting.
  if (process.connected === false) stop();
  // Electron's utility process has a port in place of Node's channel; under plain Node it is undefined.
  process.parentPort?.on('message', ({ data }) => {
    if (data === STOP_MESSAGE) stop();
  });
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
