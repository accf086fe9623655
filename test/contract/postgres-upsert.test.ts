import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { describeUpsertContract } from '../helpers/contracts/upsert-contract.ts';
import { sharePgvector } from '../helpers/servers/pgvector-server.ts';

describeUpsertContract('PostgreSQL', async () => {
  const { host, port, database, user, password } = (await sharePgvector()).settings;
  return {
    store: (tableName) => ({
      definition: nodeDefinitions.postgres,
      inputs: { host, port, database, user, password, tableName },
    }),
  };
});
