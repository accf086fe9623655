import { nodeDefinitions } from '../../../shared/nodes/registry.ts';
import { describeUpsertContract } from '../contracts/upsert-contract.ts';
import type { TestDatabase } from '../servers/database-program.ts';
import { startPgvector } from '../servers/pgvector-server.ts';
import type { NodeUse } from './upsert-parts.ts';

/** Records of one kind, and the server that holds them. */
export interface StartedRecords {
  readonly use: NodeUse;
  stop(): Promise<void>;
}

/** The upsert contract for pgvector with a table per collection. @param startRecords SQLite by default */
export function describePostgresUpsert(name: string, startRecords?: () => Promise<StartedRecords>): void {
  describeUpsertContract(`PostgreSQL, records in ${name}`, async () => {
    const [server, records] = await Promise.all([startPgvector({ isSetUp: true }), startRecords?.()]);
    const { host, port, database, user, password } = server.settings;
    return {
      store: (tableName) => ({
        definition: nodeDefinitions.postgres,
        inputs: { host, port, database, user, password, tableName },
      }),
      ...(records === undefined ? {} : { records: () => records.use }),
      async stop() {
        await server.stop();
        await records?.stop();
      },
    };
  });
}

/** A record manager in a database of a running server. */
export function useRecords(
  definition: NodeUse['definition'],
  { host, port, user, password, stop }: TestDatabase,
  database: string,
): StartedRecords {
  return { use: { definition, inputs: { host, port, user, password, database } }, stop };
}
