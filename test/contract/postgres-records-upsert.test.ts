import { describe } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { describePostgresUpsert, useRecords } from '../helpers/builders/postgres-upsert.ts';
import { postgresSkipReason, startPostgres } from '../helpers/servers/postgres-server.ts';

if (postgresSkipReason !== undefined) {
  console.warn(`\nUPSERTS WITH RECORDS IN POSTGRESQL ARE NOT TESTED: ${postgresSkipReason}.\n`);
}

describe.skipIf(postgresSkipReason !== undefined)('A real PostgreSQL', () => {
  describePostgresUpsert('PostgreSQL', async () =>
    useRecords(nodeDefinitions.postgresRecordManager, await startPostgres(), 'postgres'),
  );
});
