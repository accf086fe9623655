import { describe } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { describeUpsertContract } from '../helpers/contracts/upsert-contract.ts';
import { postgresSkipReason, startPostgres } from '../helpers/servers/postgres-server.ts';

if (postgresSkipReason !== undefined) {
  console.warn(`\nUPSERTS WITH RECORDS IN POSTGRESQL ARE NOT TESTED: ${postgresSkipReason}.\n`);
}

describe.skipIf(postgresSkipReason !== undefined)('A real PostgreSQL', () => {
  describeUpsertContract('hnsw, records in PostgreSQL', async () => {
    const { host, port, user, password, stop } = await startPostgres();
    const inputs = { host, port, user, password, database: 'postgres' };
    return {
      store: (collection) => ({ definition: nodeDefinitions.hnsw, inputs: { collection } }),
      records: () => ({ definition: nodeDefinitions.postgresRecordManager, inputs }),
      stop,
    };
  });
});
