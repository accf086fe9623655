import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createGuardedSocket } from '../../../../electron/server/http/guarded-agent.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

test.skipIf(process.platform === 'win32')(
  'the PostgreSQL client reaches a server by the folder of its Unix socket',
  async () => {
    const folder = makeTemporaryFolder();
    const server = createServer((socket) => socket.once('data', () => socket.destroy())).listen(
      join(folder.path, '.s.PGSQL.5432'),
    );
    try {
      const reached = once(server, 'connection');
      const client = new Client({ host: folder.path, port: 5432, stream: createGuardedSocket });
      await Promise.all([reached, expect(client.connect()).rejects.toThrow('Connection terminated')]);
    } finally {
      server.close();
      folder.remove();
    }
  },
);
