import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { describeUpsertContract } from '../helpers/contracts/upsert-contract.ts';
import { sharePgvector } from '../helpers/servers/pgvector-server.ts';
import { postgresSkipReason, startPostgres } from '../helpers/servers/postgres-server.ts';

if (postgresSkipReason !== undefined) {
  console.warn(`\nUPSERTS WITH RECORDS IN POSTGRESQL ARE NOT TESTED: ${postgresSkipReason}.\n`);
}
const recordsName = postgresSkipReason === undefined ? 'a real PostgreSQL' : 'SQLite';

describeUpsertContract(`PostgreSQL, records in ${recordsName}`, async () => {
  const { host, port, database, user, password } = (await sharePgvector()).settings;
  const store = (tableName: string) => ({
    definition: nodeDefinitions.postgres,
    inputs: { host, port, database, user, password, tableName },
  });
  if (postgresSkipReason !== undefined) return { store };
  const { stop, ...real } = await startPostgres();
  const inputs = { host: real.host, port: real.port, user: real.user, password: real.password, database: 'postgres' };
  return { store, records: () => ({ definition: nodeDefinitions.postgresRecordManager, inputs }), stop };
});
