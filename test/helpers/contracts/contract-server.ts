import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../builders/temporary-folder.ts';
import { startTestServer, type TestServer } from '../servers/test-server.ts';

/** A test server whose data folder has this settings.json. */
export async function startServerWith(settings: object): Promise<TestServer> {
  const folder = makeTemporaryFolder();
  writeFileSync(join(folder.path, 'settings.json'), JSON.stringify(settings));
  const server = await startTestServer(['--data-dir', folder.path]);
  return {
    ...server,
    dataDir: folder.path,
    async close() {
      await server.close();
      folder.remove();
    },
  };
}
