import { afterEach, beforeEach } from 'vitest';
import { makeTemporaryFolder } from '../builders/temporary-folder.ts';
import { type ServerProcess, type ServerProcessOptions, startServerProcess } from './server-process.ts';

export interface ServerSuite {
  /** A new empty folder for each test. */
  readonly folder: string;
  /** Starts a server, in that folder unless another is given. It is killed after the test. */
  start(options?: Partial<ServerProcessOptions>): Promise<ServerProcess>;
}

/** Gives each test a folder, and servers as separate processes. */
export function setUpServerSuite(): ServerSuite {
  let folder: ReturnType<typeof makeTemporaryFolder>;
  const started: ServerProcess[] = [];

  beforeEach(() => {
    folder = makeTemporaryFolder();
  });
  afterEach(async () => {
    for (const server of started.splice(0)) await server.kill();
    folder.remove();
  });

  return {
    get folder() {
      return folder.path;
    },
    async start(options = {}) {
      const server = await startServerProcess({ dataDir: folder.path, ...options });
      started.push(server);
      return server;
    },
  };
}
