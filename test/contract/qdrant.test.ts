import { CredentialSchema } from '../../shared/api/credentials.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { openQdrant } from '../helpers/builders/qdrant-store.ts';
import { describeUpsertContract } from '../helpers/contracts/upsert-contract.ts';
import { describeVectorStore } from '../helpers/contracts/vector-store-contract.ts';
import { startFakeQdrant } from '../helpers/fakes/fake-qdrant.ts';
import { mariadbSkipReason, startMariadb } from '../helpers/servers/mariadb-server.ts';

describeVectorStore('Qdrant', async () => {
  const { url, close } = await startFakeQdrant();
  return {
    // The store's full name begins with its address.
    open: (name) => openQdrant({ url, collection: name.slice(name.lastIndexOf('/') + 1) }),
    stop: close,
  };
});

describeVectorStore('Qdrant before 1.16', async () => {
  const { url, close } = await startFakeQdrant({ keepsMetadata: false });
  return { open: (name) => openQdrant({ url, collection: name.slice(name.lastIndexOf('/') + 1) }), stop: close };
});

if (mariadbSkipReason !== undefined) {
  console.warn(`\nUPSERTS WITH RECORDS IN MARIADB ARE NOT TESTED: ${mariadbSkipReason}.\n`);
}
const recordsName = mariadbSkipReason === undefined ? 'a real MariaDB' : 'SQLite';

describeUpsertContract(`Qdrant, records in ${recordsName}`, async (api) => {
  const apiKey = 'the key of the contract';
  const { url, close } = await startFakeQdrant({ apiKey });
  const fields = { name: 'Qdrant', kind: 'qdrantApi', fields: { qdrantApiKey: apiKey }, hosts: [url] };
  const { id } = CredentialSchema.parse((await api.json('POST', '/credentials', fields)).body);
  const store = (qdrantCollection: string) => ({
    definition: nodeDefinitions.qdrant,
    inputs: { qdrantServerUrl: url, qdrantCollection, credential: id },
  });
  if (mariadbSkipReason !== undefined) return { store, stop: close };
  const { host, port, user, password, stop } = await startMariadb();
  const inputs = { host, port, user, password, database: 'test_db' };
  return {
    store,
    records: () => ({ definition: nodeDefinitions.MySQLRecordManager, inputs }),
    async stop() {
      await close();
      await stop();
    },
  };
});
