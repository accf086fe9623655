import type { CleanupMode, OutsideRecordManager } from '../../electron/server/core/record-manager.ts';
import type { Database } from '../../electron/server/storage/database.ts';
import { createRecordRepository } from '../../electron/server/storage/repositories/record-repository.ts';

/** The records in the server's database behind the interface of outside ones: each call a transaction of its own. */
export function openSqliteRecords(db: Database, namespace: string, cleanup: CleanupMode): OutsideRecordManager {
  const records = createRecordRepository(db).openRecords(namespace, { cleanup, sourceIdKey: 'source' });
  async function inTransaction<T>(signal: AbortSignal, work: () => T): Promise<T> {
    signal.throwIfAborted();
    return db.transaction(work).immediate();
  }
  return {
    place: 'outside',
    namespace,
    cleanup,
    sourceIdKey: 'source',
    async startRun(signal) {
      signal.throwIfAborted();
      const { lastInsertRowid } = db
        .prepare(
          `INSERT INTO run (id, chatflow_id, status, created_date, nodes) VALUES (hex(randomblob(8)), '', '', '', '')`,
        )
        .run();
      return Number(lastInsertRowid);
    },
    exists: (keys, signal) => inTransaction(signal, () => records.exists(keys)),
    seeSources: (sources, runSeq, signal) => inTransaction(signal, () => records.seeSources(sources, runSeq)),
    put: (rows, runSeq, signal) => inTransaction(signal, () => records.put(rows, runSeq)),
    touch: (ids, runSeq, signal) => inTransaction(signal, () => records.touch(ids, runSeq)),
    replace: (rows, runSeq, signal) =>
      inTransaction(signal, () => {
        for (const { recordId, metadataHash, chunkNo } of rows)
          records.replace(recordId, metadataHash, chunkNo, runSeq);
      }),
    async *listStale(scope, runSeq, signal, except) {
      for (const page of records.listStale(scope, runSeq, except)) {
        signal.throwIfAborted();
        yield page;
      }
    },
    remove: (ids, signal) => inTransaction(signal, () => records.remove(ids)),
    count: (signal) => inTransaction(signal, () => records.count()),
    check: (signal) => inTransaction(signal, () => `${records.count()} records are kept.`),
    close: () => Promise.resolve(),
  };
}
