import type { Server } from 'node:http';

/** A server knows vectors by the address that they came from, and the same server may meet the fakes of many files. */
const used = new Set<number>();

async function listen(server: Server): Promise<number> {
  for (;;) {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
    if (!used.has(address.port)) {
      used.add(address.port);
      return address.port;
    }
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Makes a test's server listen on a free port of this machine that no other of this process had. Closing also cuts open connections, and may be called twice. */
export async function listenOnFreePort(server: Server): Promise<{ origin: string; close(): Promise<void> }> {
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve, reject) => {
        if (!server.listening) return resolve();
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
