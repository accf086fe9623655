import { openDatabase } from '../../electron/server/storage/database.ts';
import { createRecordRepository } from '../../electron/server/storage/repositories/record-repository.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { describeRecordManager } from '../helpers/contracts/record-manager-contract.ts';

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
