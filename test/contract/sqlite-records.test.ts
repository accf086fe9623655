import { openDatabase } from '../../electron/server/storage/database.ts';
import { createRecordRepository } from '../../electron/server/storage/repositories/record-repository.ts';
import { describeRecordManager } from '../helpers/record-manager-contract.ts';
import { makeTemporaryFolder } from '../helpers/temporary-folder.ts';

describeRecordManager('SQLite', () => {
  const folder = makeTemporaryFolder();
  const { db } = openDatabase(`${folder.path}/tributary.db`, () => new Date());
  return {
    open: (namespace, cleanup) => createRecordRepository(db).openRecords(namespace, { cleanup, sourceIdKey: 'source' }),
    stop() {
      db.close();
      folder.remove();
    },
  };
});
