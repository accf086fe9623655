import { describe } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { describeUpsertContract } from '../helpers/contracts/upsert-contract.ts';
import { mariadbSkipReason, startMariadb } from '../helpers/servers/mariadb-server.ts';

if (mariadbSkipReason !== undefined) {
  console.warn(`\nUPSERTS WITH RECORDS IN MARIADB ARE NOT TESTED: ${mariadbSkipReason}.\n`);
}

describe.skipIf(mariadbSkipReason !== undefined)('A real MariaDB', () => {
  describeUpsertContract('hnsw, records in MariaDB', async () => {
    const { host, port, user, password, stop } = await startMariadb();
    const inputs = { host, port, user, password, database: 'test_db' };
    return {
      store: (collection) => ({ definition: nodeDefinitions.hnsw, inputs: { collection } }),
      records: () => ({ definition: nodeDefinitions.MySQLRecordManager, inputs }),
      stop,
    };
  });
});
