import { describe } from 'vitest';
import { openOutsideRecords } from '../../../../../electron/server/nodes/recordmanagers/outside-records.ts';
import { createPostgresRecords } from '../../../../../electron/server/nodes/recordmanagers/postgres-records.ts';
import type { DatabaseSettings } from '../../../../../electron/server/outside/database-config.ts';
import type { TestDatabase } from '../../../../helpers/database-program.ts';
import { postgresSkipReason, startPostgres } from '../../../../helpers/postgres-server.ts';
import { describeRecordManager } from '../../../../helpers/record-manager-contract.ts';

if (postgresSkipReason !== undefined) {
  console.warn(`\nTHE TESTS OF THE POSTGRES RECORD MANAGER ARE SKIPPED: ${postgresSkipReason}.\n`);
}

function settingsOf({ host, port, user, password }: TestDatabase): DatabaseSettings {
  return { host, port, user, password, database: 'postgres', ssl: false, additionalConfig: {} };
}

describe.skipIf(postgresSkipReason !== undefined)('A real PostgreSQL', () => {
  describeRecordManager('PostgreSQL', async () => {
    const server = await startPostgres();
    const table = 'tributary_records';
    return {
      open: (namespace, cleanup) =>
        openOutsideRecords(createPostgresRecords(settingsOf(server), table), {
          ...{ namespace, cleanup, sourceIdKey: 'source', table },
        }),
      stop: () => server.stop(),
    };
  });
});
