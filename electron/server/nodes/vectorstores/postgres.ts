import { postgres as definition } from '../../../../shared/nodes/vectorstores/postgres.ts';
import { readNodeFilter } from '../../outside/postgres-filter.ts';
import { createPostgresStore } from '../../outside/postgres-store.ts';
import { implement } from '../kinds.ts';

/** A table of a PostgreSQL database with pgvector. */
export const postgres = implement(definition, {
  open: (params) =>
    createPostgresStore({
      database: params,
      table: params.tableName,
      contentColumn: params.contentColumnName,
      distance: params.distanceStrategy,
      batchSize: params.batchSize,
      filter: readNodeFilter(params.pgMetadataFilter, 'pgMetadataFilter'),
    }),
});
