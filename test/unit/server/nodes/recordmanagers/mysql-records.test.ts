import { describe } from 'vitest';
import { createMysqlRecords } from '../../../../../electron/server/nodes/recordmanagers/mysql-records.ts';
import { openOutsideRecords } from '../../../../../electron/server/nodes/recordmanagers/outside-records.ts';
import type { DatabaseSettings } from '../../../../../electron/server/outside/database-config.ts';
import type { TestDatabase } from '../../../../helpers/database-program.ts';
import { mariadbSkipReason, startMariadb } from '../../../../helpers/mariadb-server.ts';
import { describeRecordManager } from '../../../../helpers/record-manager-contract.ts';

if (mariadbSkipReason !== undefined) {
  console.warn(`\nTHE TESTS OF THE MYSQL RECORD MANAGER ARE SKIPPED: ${mariadbSkipReason}.\n`);
}

function settingsOf({ host, port, user, password }: TestDatabase): DatabaseSettings {
  return { host, port, user, password, database: 'test_db', ssl: false, additionalConfig: {} };
}

describe.skipIf(mariadbSkipReason !== undefined)('A real MariaDB', () => {
  describeRecordManager('MariaDB', async () => {
    const server = await startMariadb();
    const table = 'tributary_records';
    return {
      open: (namespace, cleanup) =>
        openOutsideRecords(createMysqlRecords(settingsOf(server), table), {
          ...{ namespace, cleanup, sourceIdKey: 'source', table },
        }),
      stop: () => server.stop(),
    };
  });
});
