import {
  createPostgresStore,
  type PostgresStoreSettings,
} from '../../../../../electron/server/stores/postgres/postgres-store.ts';
import { describeVectorStore } from '../../../../helpers/contracts/vector-store-contract.ts';
import { type SharedPgvector, sharePgvector } from '../../../../helpers/servers/pgvector-server.ts';

function settingsOf(server: SharedPgvector, table: string): PostgresStoreSettings {
  return {
    database: server.settings,
    // Also the name that a handle gives of itself.
    table: table.split('/').at(-1) ?? table,
    contentColumn: 'pageContent',
    distance: 'cosine',
    batchSize: 500,
    filter: {},
  };
}

describeVectorStore(
  'PostgreSQL',
  async () => {
    const server = await sharePgvector();
    return { open: (table) => createPostgresStore(settingsOf(server, table)) };
  },
  // The index is built several times as slowly as by a server that is not WebAssembly.
  { largeBatch: 1500 },
);
