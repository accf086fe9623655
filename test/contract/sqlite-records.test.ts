import { openDatabase } from '../../electron/server/storage/database.ts';
import { describeRecordManager } from '../helpers/record-manager-contract.ts';
import { openSqliteRecords } from '../helpers/sqlite-records.ts';
import { makeTemporaryFolder } from '../helpers/temporary-folder.ts';

describeRecordManager('SQLite', () => {
  const folder = makeTemporaryFolder();
  const { db } = openDatabase(`${folder.path}/tributary.db`, () => new Date());
  return {
    open: (namespace, cleanup) => openSqliteRecords(db, namespace, cleanup),
    stop() {
      db.close();
      folder.remove();
    },
  };
});
