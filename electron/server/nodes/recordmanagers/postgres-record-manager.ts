import { postgresRecordManager as definition } from '../../../../shared/nodes/recordmanagers/postgres-record-manager.ts';
import { implement } from '../../core/node-kinds.ts';
import { createPostgresRecords } from '../../records/postgres-records.ts';
import { openRemoteRecords } from '../../records/remote-records.ts';

/** Keeps records in a PostgreSQL database. The namespace includes the collection's name, so that one flow can fill two collections. */
export const postgresRecordManager = implement(definition, {
  open: (params, _inputs, context) =>
    openRemoteRecords(createPostgresRecords(params, params.tableName), {
      namespace: `${params.namespace === '' ? context.ownerId : params.namespace}_${context.collection}`,
      cleanup: params.cleanup,
      sourceIdKey: params.sourceIdKey,
      table: params.tableName,
    }),
});
