import { MySQLRecordManager as definition } from '../../../../shared/nodes/recordmanagers/mysql-record-manager.ts';
import { implement } from '../../core/node-kinds.ts';
import { createMysqlRecords } from '../../records/mysql-records.ts';
import { openRemoteRecords } from '../../records/remote-records.ts';

/** Keeps records in a MySQL or MariaDB database. The namespace includes the collection's name, so that one flow can fill two collections. */
export const MySQLRecordManager = implement(definition, {
  open: (params, _inputs, context) =>
    openRemoteRecords(createMysqlRecords({ ...params, ssl: false }, params.tableName), {
      namespace: `${params.namespace === '' ? context.ownerId : params.namespace}_${context.collection}`,
      cleanup: params.cleanup,
      sourceIdKey: params.sourceIdKey,
      table: params.tableName,
    }),
});
