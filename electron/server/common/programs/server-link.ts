import { deserialize, serialize } from 'node:v8';

/** A program's end of its channel to the server. */
export interface ServerLink {
  /** Sends a message; in vain when the server is gone, or has let go of the program. */
  post(message: object): void;
  /** Is to be called once, before the program waits for anything. */
  onMessage(listener: (message: unknown) => void): void;
  /** The server is gone, or has let go of the program: nobody hears it any more. */
  onClose(listener: () => void): void;
}

/** By the port that the main process of the desktop app sends to a utility process before anything else. */
function linkByPort(parent: Electron.ParentPort): ServerLink {
  const whenOpen = new Promise<Electron.MessagePortMain>((resolve) => {
    parent.once('message', ({ ports: [port] }) => {
      if (port !== undefined) resolve(port);
    });
  });
  return {
    post(message) {
      const bytes = serialize(message);
      void whenOpen.then((port) => port.postMessage(bytes));
    },
    onMessage(listener) {
      void whenOpen.then((port) => {
        port.on('message', ({ data }) => listener(deserialize(data)));
        port.start();
      });
    },
    onClose(listener) {
      void whenOpen.then((port) => port.once('close', listener));
    },
  };
}

/** By the channel of Node's fork. */
const linkByChannel: ServerLink = {
  post(message) {
    // The server may be gone: then nobody waits for it, and the channel's end is told by itself.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  },
  onMessage(listener) {
    process.on('message', listener);
  },
  onClose(listener) {
    process.once('disconnect', listener);
  },
};

/** The channel to the server that started this program, by whichever way it was started. */
export function linkToServer(): ServerLink {
  return process.parentPort ? linkByPort(process.parentPort) : linkByChannel;
}
