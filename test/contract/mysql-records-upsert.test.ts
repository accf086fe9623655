import { describe } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { describePostgresUpsert, useRecords } from '../helpers/builders/postgres-upsert.ts';
import { mariadbSkipReason, startMariadb } from '../helpers/servers/mariadb-server.ts';

if (mariadbSkipReason !== undefined) {
  console.warn(`\nUPSERTS WITH RECORDS IN MARIADB ARE NOT TESTED: ${mariadbSkipReason}.\n`);
}

describe.skipIf(mariadbSkipReason !== undefined)('A real MariaDB', () => {
  describePostgresUpsert('MariaDB', async () =>
    useRecords(nodeDefinitions.MySQLRecordManager, await startMariadb(), 'test_db'),
  );
});
