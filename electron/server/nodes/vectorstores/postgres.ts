import { postgres as definition } from '../../../../shared/nodes/vectorstores/postgres.ts';
import { implement } from '../../core/node-kinds.ts';
import { readNodeFilter } from '../../stores/postgres/postgres-filter.ts';
import { createPostgresStore } from '../../stores/postgres/postgres-store.ts';

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
