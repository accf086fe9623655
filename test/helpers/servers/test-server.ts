import { readConfig } from '../../../electron/server/config.ts';
import { type RunningServer, startServer } from '../../../electron/server/serve.ts';
import { makeTemporaryFolder } from '../builders/temporary-folder.ts';
import { checkAnswersOfServers } from './check-answers.ts';

checkAnswersOfServers();

export interface TestServer extends RunningServer {
  readonly dataDir: string;
}

/** A server that nobody closes: it ends with the worker of the tests. */
export type SharedServer = Omit<TestServer, 'close'>;

let shared: Promise<SharedServer> | undefined;

/**
 * The server of all test files of this worker that need no settings of their own, started at its first use. It holds what other files have made: look
 * only at what you made yourself.
 */
export function shareTestServer(): Promise<SharedServer> {
  shared ??= startTestServer();
  return shared;
}

/** Starts the server in this process, on a free port and a temporary data folder; `close` removes the folder. */
export async function startTestServer(args: readonly string[] = []): Promise<TestServer> {
  const folder = makeTemporaryFolder();
  const config = readConfig(['--headless', '--port', '0', '--data-dir', folder.path, ...args], {});
  const server = await startServer({ ...config, logLevel: 'error' });
  return {
    ...server,
    dataDir: folder.path,
    async close() {
      await server.close();
      folder.remove();
    },
  };
}
