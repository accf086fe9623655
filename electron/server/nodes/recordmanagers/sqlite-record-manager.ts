import { SQLiteRecordManager as definition } from '../../../../shared/nodes/recordmanagers/sqlite-record-manager.ts';
import { implement } from '../../core/node-kinds.ts';

/** Keeps records in the server's database. The namespace includes the collection's name, so that one flow can fill two collections. */
export const SQLiteRecordManager = implement(definition, {
  open(params, _inputs, context) {
    const namespace = params.namespace === '' ? context.ownerId : params.namespace;
    return context.openRecords(`${namespace}_${context.collection}`, {
      cleanup: params.cleanup,
      sourceIdKey: params.sourceIdKey,
    });
  },
});
