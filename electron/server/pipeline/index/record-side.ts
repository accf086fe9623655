import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChunkRecord, OutsideRecordManager, RecordManager, ReplacedRecord } from '../../core/record-manager.ts';
import { commitRelaxed } from '../../storage/checkpointer.ts';
import type { Database } from '../../storage/database.ts';

/** What the records of a batch become, once the store has confirmed it. */
export interface RecordWrite {
  readonly sources: readonly string[];
  readonly added: readonly ChunkRecord[];
  readonly touched: readonly number[];
  readonly replaced: readonly ReplacedRecord[];
}

/**
 * Records when store and records can't be written in one transaction. What resolves is there for good. `settle` takes away what was noted before the store
 * was touched: together with the records if they are in the server's database, else after them.
 */
export interface RecordSide
  extends Pick<
    OutsideRecordManager,
    'namespace' | 'cleanup' | 'sourceIdKey' | 'startRun' | 'exists' | 'seeSources' | 'replace' | 'listStale' | 'count'
  > {
  /** @returns positions of the added ones that were not known already */
  write(write: RecordWrite, runSeq: number, settle: () => void, signal: AbortSignal): Promise<readonly number[]>;
  remove(recordIds: readonly number[], settle: () => void, signal: AbortSignal): Promise<void>;
}

/** Records in the server's database. @param runSeq of the run, as the server counts */
export function embeddedRecordSide(records: RecordManager, runSeq: number, db: Database): RecordSide {
  const inTransaction = async <T>(work: () => T): Promise<T> =>
    commitRelaxed(db, () => db.transaction(work).immediate());
  const replaceAll = (replaced: readonly ReplacedRecord[], run: number) => {
    for (const { recordId, metadataHash, chunkNo } of replaced) records.replace(recordId, metadataHash, chunkNo, run);
  };
  return {
    namespace: records.namespace,
    cleanup: records.cleanup,
    sourceIdKey: records.sourceIdKey,
    startRun: () => Promise.resolve(runSeq),
    exists: async (contentKeys) => records.exists(contentKeys),
    seeSources: (sources, run) => inTransaction(() => records.seeSources(sources, run)),
    write: ({ sources, added, touched, replaced }, run, settle) =>
      inTransaction(() => {
        records.seeSources(sources, run);
        const accepted = records.put(added, run);
        if (touched.length > 0) records.touch(touched, run);
        replaceAll(replaced, run);
        settle();
        return accepted;
      }),
    replace: (replaced, run) => inTransaction(() => replaceAll(replaced, run)),
    async *listStale(scope, run, signal, except) {
      for (const page of records.listStale(scope, run, except)) {
        signal.throwIfAborted();
        yield page;
        await nextTurn();
      }
    },
    remove: (recordIds, settle) =>
      inTransaction(() => {
        records.remove(recordIds);
        settle();
      }),
    count: async () => records.count(),
  };
}

/** Records in a database elsewhere. */
export function outsideRecordSide(records: OutsideRecordManager, db: Database): RecordSide {
  const settled = (settle: () => void): void => commitRelaxed(db, () => db.transaction(settle).immediate());
  return {
    namespace: records.namespace,
    cleanup: records.cleanup,
    sourceIdKey: records.sourceIdKey,
    startRun: (signal) => records.startRun(signal),
    exists: (contentKeys, signal) =>
      contentKeys.length === 0 ? Promise.resolve([]) : records.exists(contentKeys, signal),
    seeSources: (sources, runSeq, signal) => records.seeSources(sources, runSeq, signal),
    async write({ sources, added, touched, replaced }, runSeq, settle, signal) {
      await records.seeSources([...new Set(sources)], runSeq, signal);
      const accepted = added.length === 0 ? [] : await records.put(added, runSeq, signal);
      if (touched.length > 0) await records.touch(touched, runSeq, signal);
      if (replaced.length > 0) await records.replace(replaced, runSeq, signal);
      settled(settle);
      return accepted;
    },
    replace: (replaced, runSeq, signal) => records.replace(replaced, runSeq, signal),
    listStale: (scope, runSeq, signal, except) => records.listStale(scope, runSeq, signal, except),
    async remove(recordIds, settle, signal) {
      await records.remove(recordIds, signal);
      settled(settle);
    },
    count: (signal) => records.count(signal),
  };
}
